//! Files of a contract: kept as they came, told by their first bytes, and never run. Other kinds
//! than documents and pictures are refused.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use billing::fact::FactType;
use records::contract::attachment::{
    AttachmentType, ContractAttachment, ContractAttachmentCreate, ContractFile,
};
use records::{ContractId, Object};
use serde_json::Value;
use sha2::{Digest, Sha256};
use store::contract::attachment::{AttachmentRow, FileRow};

use super::held;
use crate::bill::stored;
use crate::engine::found;
use crate::refusal::Faults;
use crate::{Failure, Refusal, Session};

/// So many bytes has a file, and so many files a contract.
const LARGEST: usize = 5 << 20;
const MOST: usize = 20;

/// What a file can be: its first bytes, its type, and the ends that its name may have.
const KINDS: &[(&[u8], &str, &[&str])] = &[
    (b"%PDF-", "application/pdf", &["pdf"]),
    (b"\x89PNG\r\n\x1a\n", "image/png", &["png"]),
    (b"\xff\xd8\xff", "image/jpeg", &["jpg", "jpeg"]),
];

/// Adds a file, whatever the contract has come to: papers come late.
pub fn attach(
    session: &mut Session<'_, '_>,
    id: &ContractId,
    sent: &Object,
) -> Result<ContractAttachment, Failure> {
    let body: ContractAttachmentCreate = crate::subscriptions::parsed(sent.clone())?;
    held(session, id)?;
    let mut faults = Faults::default();
    filename(&body.filename, &mut faults);
    let bytes = STANDARD.decode(body.content.as_bytes()).unwrap_or_default();
    let kind = KINDS.iter().find(|(first, ..)| bytes.starts_with(first));
    if bytes.is_empty() {
        faults.add("/content", "no_base64", "`content` is a file in base64.");
    } else if bytes.len() > LARGEST {
        faults.add("/content", "too_large", "A file has at most 5 MiB.");
    } else if let Some((_, content_type, ends)) = kind {
        let end = body.filename.rsplit_once('.').map(|(_, end)| end.to_ascii_lowercase());
        if !end.is_some_and(|end| ends.contains(&end.as_str())) {
            let detail = format!("By its first bytes it is {content_type}: its name says else.");
            faults.add("/filename", "mismatch", detail);
        }
    } else {
        let detail = "A file is a PDF, a PNG or a JPEG, by its first bytes.";
        faults.add("/content", "unsupported_type", detail);
    }
    faults.refuse_any()?;
    let company = session.company_id().to_owned();
    let known = store::contract::attachment::of(session.tx, &company, vec![id.clone()])?;
    if known.len() >= MOST {
        let detail = format!("A contract has at most {MOST} files.");
        return Err(Refusal::conflict("too_many_files", detail).into());
    }
    let kind_of = body.attachment_type.unwrap_or_default();
    let attachment = AttachmentRow {
        contract_id: id.clone(),
        id: session.new_id("att_"),
        file_id: session.new_id("file_"),
        kind: word(kind_of).to_owned(),
        filename: body.filename,
        content_type: kind.map(|(_, name, _)| (*name).to_owned()).unwrap_or_default(),
        sha256: hex::encode(Sha256::digest(&bytes)),
        created_at: session.now(),
    };
    let shown = shown(&attachment, kind_of);
    let file = FileRow { attachment, content: STANDARD.encode(&bytes) };
    store::contract::attachment::insert(session.tx, &company, &file)?;
    let values = serde_json::to_value(&shown).unwrap_or(Value::Null);
    let values = Object::from_iter([("contract_attachment".to_owned(), values)]);
    session.fact(FactType::ContractAttached, id, values)?;
    Ok(shown)
}

/// A file with its bytes.
pub fn file(
    session: &mut Session<'_, '_>,
    id: &ContractId,
    attachment: &str,
) -> Result<ContractFile, Failure> {
    let company = session.company_id().to_owned();
    let row = store::contract::attachment::get(session.tx, &company, id, attachment)?;
    let row = found(row, "attachment", attachment)?;
    let known = row.attachment;
    Ok(ContractFile {
        attachment_type: stored::read(&format!("\"{}\"", known.kind))?,
        content: row.content,
        content_type: known.content_type,
        created_at: known.created_at,
        file_id: known.file_id,
        id: known.id,
        original_filename: known.filename,
        sha256: known.sha256,
        uploaded_at: known.created_at,
    })
}

/// A name and no path.
fn filename(name: &str, faults: &mut Faults) {
    let bad = |c: char| c.is_control() || matches!(c, '/' | '\\' | '"' | '<' | '>' | ':' | '|');
    if name.trim().is_empty() || name.chars().any(bad) || name.starts_with('.') {
        let detail = "A file is named by letters, digits and signs that no path has.";
        faults.add("/filename", "no_filename", detail);
    }
}

fn word(kind: AttachmentType) -> &'static str {
    match kind {
        AttachmentType::Contract => "CONTRACT",
        AttachmentType::Supporting => "SUPPORTING",
        AttachmentType::Signed => "SIGNED",
    }
}

fn shown(row: &AttachmentRow, kind: AttachmentType) -> ContractAttachment {
    ContractAttachment {
        attachment_type: kind,
        created_at: row.created_at,
        file_id: row.file_id.clone(),
        id: row.id.clone(),
        original_filename: row.filename.clone(),
        uploaded_at: row.created_at,
    }
}
