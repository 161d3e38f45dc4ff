//! What makes a start fail, each in one clear sentence.

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::os::unix::process::CommandExt as _;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::time::Duration;

use crate::harness::Kind;
use crate::harness::database::{behind, fresh, scratch};
use crate::harness::process::{Process, binary, command, healthy, refused, run};

fn serve(url: &str) -> Output {
    run(&["serve", "--listen", "127.0.0.1:0", "--database", url])
}

/// Nobody in particular, for whom permissions count.
const NOBODY: u32 = 65534;

fn is_root() -> bool {
    let id = Command::new("id").arg("-u").output().unwrap();
    String::from_utf8_lossy(&id.stdout).trim() == "0"
}

/// Serves as somebody who is not root.
fn serve_as_nobody(folder: &Path, url: &str) -> Output {
    let program = folder.join("perennial");
    fs::copy(binary(), &program).unwrap();
    let mut serve = Command::new(program);
    serve.args(["serve", "--listen", "127.0.0.1:0", "--database", url]);
    if is_root() {
        serve.uid(NOBODY).gid(NOBODY);
    }
    serve.output().unwrap()
}

#[test]
fn a_second_server_on_the_same_file_is_refused() {
    let url = fresh(Kind::Sqlite);
    let first = Process::serve(&url);
    let client = first.company(&url);
    client.named("a");
    let told = refused(&serve(&url));
    assert!(told.contains("another server is using it"), "{told}");
    let told = refused(&run(&["demo", "--listen", "127.0.0.1:0", "--database", &url]));
    assert!(told.contains("another server is using it"), "{told}");
    client.named("the first goes on");
    drop(first);
    drop(Process::serve(&url));
}

#[test]
fn several_servers_on_one_postgres_are_welcome() {
    let url = fresh(Kind::Postgres);
    let (first, second) = (Process::serve(&url), Process::serve(&url));
    let client = first.company(&url);
    let beside = crate::harness::Client { address: second.address, ..client.clone() };
    client.named("a");
    beside.get("/customers/a").expect(200);
}

#[test]
fn a_file_that_cannot_be_written_is_refused() {
    let folder = scratch();
    let path = folder.join("perennial.db");
    let url = format!("sqlite:{}", path.display());
    drop(Process::serve(&url));
    for name in ["perennial.db-wal", "perennial.db-shm", "perennial.db.lock"] {
        let _ = fs::remove_file(folder.join(name));
    }
    let mode = |path: &Path, mode| fs::set_permissions(path, fs::Permissions::from_mode(mode));
    mode(&path, 0o444).unwrap();
    // First in a folder that may be written, then in one that may not.
    for folder_mode in [0o777, 0o555] {
        mode(&folder, folder_mode).unwrap();
        let told = refused(&serve_as_nobody(&scratch(), &url));
        assert!(told.contains("database"), "{told}");
    }
    mode(&folder, 0o777).unwrap();
}

#[test]
fn a_wrong_path_is_refused() {
    let folder = scratch();
    let missing = format!("sqlite:{}", folder.join("no/such/folder/p.db").display());
    let told = refused(&serve(&missing));
    assert!(told.contains("no/such/folder"), "{told}");
    let told = refused(&serve(&format!("sqlite:{}", folder.display())));
    assert!(told.contains("database"), "{told}");
    let garbage = folder.join("garbage.db");
    fs::write(&garbage, "this is no database, and it is longer than a header of one".repeat(100))
        .unwrap();
    let told = refused(&serve(&format!("sqlite:{}", garbage.display())));
    assert!(told.contains("garbage.db"), "{told}");
    let kept = fs::read_to_string(&garbage).unwrap();
    assert!(kept.starts_with("this is no database"), "it is left alone");
    for url in ["mysql://x", "", "sqlite:", "perennial.db", "postgres://x:y:z/"] {
        refused(&serve(url));
    }
}

#[test]
fn a_server_that_is_not_there_is_refused() {
    let folder = scratch();
    let url = format!("postgres://x@{}/x", folder.display().to_string().replace('/', "%2F"));
    let told = refused(&serve(&url));
    assert!(told.contains("database"), "{told}");
}

#[test]
fn options_are_checked() {
    let url = fresh(Kind::Sqlite);
    let cases = [
        &["serve", "--listen", "nowhere", "--database", &url][..],
        &["serve", "--listen", "256.0.0.1:1", "--database", &url],
        &["serve", "--rate-limit", "-1", "--database", &url],
        &["serve", "--rate-limit", "x", "--database", &url],
        &["serve", "--unknown", "--database", &url],
        &["nonsense"],
        &["company", "create", "--database", &url],
        &["token", "create", "--database", &url],
    ];
    for arguments in cases {
        refused(&run(arguments));
    }
    for arguments in [&["--help"][..], &["--version"], &["serve", "--help"]] {
        let output = run(arguments);
        assert!(output.status.success());
        assert!(!output.stdout.is_empty());
    }
}

#[test]
fn a_port_in_use_is_refused() {
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap().to_string();
    let url = fresh(Kind::Sqlite);
    let told = refused(&run(&["serve", "--listen", &address, "--database", &url]));
    assert!(told.contains(&address), "{told}");
}

both! {
    fn a_newer_database_is_refused_by_every_command(kind: Kind) {
        let url = fresh(kind);
        drop(Process::serve(&url));
        behind(&url, "UPDATE schema_version SET version = 9999, oldest = 9999");
        for arguments in [
            &["serve", "--listen", "127.0.0.1:0"][..],
            &["demo", "--listen", "127.0.0.1:0"],
            &["doctor"],
            &["company", "create", "--name", "x"],
            &["token", "create", "--company", "x"],
        ] {
            let arguments = [arguments, &["--database", &url]].concat();
            let told = refused(&run(&arguments));
            assert!(told.contains("9999"), "{told}");
        }
    }

    fn a_start_that_is_killed_can_be_repeated(kind: Kind) {
        let url = fresh(kind);
        for millis in [1, 3, 6, 10, 15, 25, 40] {
            let mut serve = command(&["serve", "--listen", "127.0.0.1:0", "--database", &url]);
            let mut child = serve.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
            std::thread::sleep(Duration::from_millis(millis));
            child.kill().unwrap();
            child.wait().unwrap();
        }
        let process = Process::serve(&url);
        process.company(&url).named("a");
        healthy(&url);
    }
}
