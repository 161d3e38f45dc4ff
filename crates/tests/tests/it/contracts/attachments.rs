//! Files: told by their first bytes, bounded, and handed out as they came.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Value, json};

use super::{made, path};
use crate::harness::Company;
use crate::harness::client::text;

fn file(name: &str, bytes: &[u8]) -> Value {
    json!({ "filename": name, "content": STANDARD.encode(bytes) })
}

both! {
    fn a_file_comes_back_as_it_came(company: Company) {
        let contract = made(&company, &json!({}));
        let at = path(&contract, "/attachments");
        let sent = company.post(&at, &file("Order form.pdf", b"%PDF-1.7\n...")).expect(200);
        assert_eq!(sent["original_filename"], "Order form.pdf");
        assert_eq!(sent["attachment_type"], "SUPPORTING");
        let shown = company.get(&path(&contract, "")).expect(200);
        assert_eq!(shown["contract_attachments"], json!([sent]));
        let back = company.get(&format!("{at}/{}", text(&sent, "id"))).expect(200);
        assert_eq!(STANDARD.decode(text(&back, "content")).unwrap(), b"%PDF-1.7\n...");
        assert_eq!(back["content_type"], "application/pdf");
        company.get(&format!("{at}/att_x")).expect(404);
        let reader = company.with_access(&json!({ "proposal": "WRITE" }));
        assert_eq!(reader.post(&at, &file("a.pdf", b"%PDF-")).status, 403);
    }

    fn what_a_file_is_not_is_refused(company: Company) {
        let at = path(&made(&company, &json!({})), "/attachments");
        let large = [b"%PDF-".to_vec(), vec![b'x'; 5 << 20]].concat();
        for (body, pointer) in [
            (file("a.pdf", b"<html><script>"), "/content"),
            (file("a.png", b"%PDF-1.7"), "/filename"),
            (file("../a.pdf", b"%PDF-1.7"), "/filename"),
            (file("a.exe", b"MZ\x90\x00"), "/content"),
            (json!({ "filename": "a.pdf", "content": "no base64!" }), "/content"),
            (file("a.pdf", &large), "/content"),
        ] {
            assert_eq!(company.post(&at, &body).faults(), [pointer], "{}", body["filename"]);
        }
    }
}
