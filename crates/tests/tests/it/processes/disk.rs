//! A disk that is full: writes wait, reads go on, nothing breaks, and room heals it.

use std::fs;
use std::path::PathBuf;
use std::process::Command;

use serde_json::{Value, json};

use crate::harness::database::scratch;
use crate::harness::process::{Process, healthy};

/// A small file system of its own.
struct Disk(PathBuf);

impl Disk {
    /// None where this machine does not let us mount one.
    fn mount(size: &str) -> Option<Disk> {
        let folder = scratch();
        let options = format!("size={size}");
        let mut mount = Command::new("mount");
        mount.args(["-t", "tmpfs", "-o", &options, "tmpfs"]).arg(&folder);
        mount.output().ok()?.status.success().then_some(Disk(folder))
    }
}

impl Drop for Disk {
    fn drop(&mut self) {
        let _ = Command::new("umount").arg("--lazy").arg(&self.0).status();
    }
}

#[test]
fn a_full_disk_sqlite() {
    let Some(disk) = Disk::mount("12m") else {
        println!("skipped: only root may mount a small disk, and not on every machine");
        return;
    };
    let url = format!("sqlite:{}", disk.0.join("perennial.db").display());
    let process = Process::serve(&url);
    let client = process.company(&url);
    let filler = disk.0.join("filler");
    fs::write(&filler, vec![1_u8; 4 << 20]).unwrap();
    let text = "x".repeat(9_000);
    let metadata: Value = (0..7).map(|key| (key.to_string(), json!(text))).collect();
    let mut made = Vec::new();
    let full = (0..400).find_map(|n| {
        let identifier = format!("c{n}");
        let answer =
            client.post("/customers", &json!({ "identifier": identifier, "metadata": metadata }));
        match answer.status {
            201 => made.push(identifier),
            _ => return Some(answer),
        }
        None
    });
    let full = full.expect("the disk gets full");
    assert_eq!(full.status, 503, "{}", full.text());
    assert!(full.header("retry-after").is_some());
    for n in 0..5 {
        let again = client
            .post("/customers", &json!({ "identifier": n.to_string(), "metadata": metadata }));
        assert_eq!(again.status, 503, "{}", again.text());
        client.get(&format!("/customers/{}", made[0])).expect(200);
    }
    let body = json!({ "pagination": { "limit": 200 }, "include_meta": true });
    let page = client.post("/customers/find", &body).expect(200);
    assert_eq!(page["pagination"]["total_count"], made.len(), "reads go on");
    fs::remove_file(&filler).unwrap();
    client.named("there is room again");
    let page = client.post("/customers/find", &body).expect(200);
    assert_eq!(page["pagination"]["total_count"], made.len() + 1);
    drop(process);
    healthy(&url);
    drop(Process::serve(&url));
}
