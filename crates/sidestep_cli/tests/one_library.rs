//! The same files make the same library, byte for byte, whether they are named on the command line or
//! dropped on the page: the real program on one side, the real server on the other.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use serde_json::{Value, json};
use sidestep_export::bvh::{self, BvhOptions};
use sidestep_performer::{PerformerConfig, perform};
use sidestep_viewer::server::{self, Hub};
use std::{
    io::{Read, Write},
    net::TcpStream,
    path::{Path, PathBuf},
    process::Command,
    sync::mpsc::channel,
    time::Duration,
};

/// A server without anything to play, on a thread that ends with the test.
fn serve() -> u16 {
    let (tell, told) = channel();
    std::thread::spawn(move || {
        let hub = Hub::plain(1);
        server::run(&hub, 0, |address| tell.send(address.to_owned()).unwrap()).unwrap();
    });
    let address = told.recv_timeout(Duration::from_secs(60)).unwrap();
    address.rsplit_once(':').unwrap().1.parse().unwrap()
}

fn http(port: u16, request: &str, body: &[u8]) -> (u16, Vec<u8>) {
    let mut stream = TcpStream::connect(("127.0.0.1", port)).unwrap();
    stream.set_read_timeout(Some(Duration::from_secs(300))).unwrap();
    let length = body.len();
    let head = format!(
        "{request} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nContent-Length: {length}\r\nConnection: close\r\n\r\n"
    );
    stream.write_all(&[head.as_bytes(), body].concat()).unwrap();
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).unwrap();
    let end = answer.windows(4).position(|four| four == b"\r\n\r\n").unwrap();
    let status = String::from_utf8_lossy(&answer[..end]).split(' ').nth(1).unwrap().parse();
    (status.unwrap(), answer[end + 4..].to_vec())
}

/// Drops files on the page: their paths as dropped, their bytes, and what is wanted of them.
fn drop_files(port: u16, files: &[(String, Vec<u8>)], wanted: &Value) -> Value {
    let mut head = wanted.clone();
    head["files"] =
        files.iter().map(|(path, bytes)| json!({ "path": path, "bytes": bytes.len() })).collect();
    let head = head.to_string();
    let mut body = u32::try_from(head.len()).unwrap().to_le_bytes().to_vec();
    body.extend(head.as_bytes());
    files.iter().for_each(|(_, bytes)| body.extend(bytes));
    let (status, answer) = http(port, "POST /import", &body);
    let answer: Value = serde_json::from_slice(&answer).unwrap();
    assert_eq!(status, 200, "{answer}");
    answer
}

/// Drops files, and gives the library that the page would save, with what was left out.
fn dropped(port: u16, files: &[(String, Vec<u8>)], wanted: &Value) -> (Vec<u8>, usize) {
    let report = drop_files(port, files, wanted);
    let id = report["library"]["id"].as_str().unwrap();
    let (status, library) = http(port, &format!("GET /library/{id}.motion"), b"");
    assert_eq!(status, 200);
    (library, report["skipped"].as_array().unwrap().len())
}

/// What the command makes of arguments, with what it left out.
fn commanded(inputs: &[PathBuf], options: &[&str]) -> (Vec<u8>, usize) {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("out.motion");
    let mut command = Command::new(env!("CARGO_BIN_EXE_sidestep"));
    command.arg("import").args(inputs).args(options).args(["--json", "-o"]).arg(&out);
    let output = command.output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let report: Value = serde_json::from_slice(&output.stdout).unwrap();
    (std::fs::read(out).unwrap(), report["skipped"].as_array().unwrap().len())
}

/// All files below a folder, under their paths from where it lies: as a browser gives them.
fn files_below(folder: &Path) -> Vec<(String, Vec<u8>)> {
    let top = folder.parent().unwrap();
    let mut found = Vec::new();
    let mut open = vec![folder.to_owned()];
    while let Some(folder) = open.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                open.push(path);
            } else {
                let name = path.strip_prefix(top).unwrap().to_string_lossy().into_owned();
                found.push((name, std::fs::read(path).unwrap()));
            }
        }
    }
    found
}

fn assert_same(one: &(Vec<u8>, usize), other: &(Vec<u8>, usize), what: &str) {
    assert_eq!(one.1, other.1, "{what}: left out");
    assert!(one.0 == other.0, "{what}: {} and {} bytes differ", one.0.len(), other.0.len());
}

/// Takes of the performer in folders, two of one name, one broken, one that is no motion.
fn takes(top: &Path) -> PathBuf {
    let folder = top.join("takes");
    std::fs::create_dir_all(folder.join("more")).unwrap();
    let clips = perform(&PerformerConfig::default());
    for (clip, name) in clips.iter().zip(["walk", "more/walk", "Turn", "more/a b"]) {
        let text = bvh::write(clip, &BvhOptions::default()).unwrap();
        std::fs::write(folder.join(format!("{name}.bvh")), text).unwrap();
    }
    std::fs::write(folder.join("broken.bvh"), "HIERARCHY\nROOT Hips\n{\nOFFSET 0 0 x").unwrap();
    std::fs::write(folder.join("notes.txt"), "no manifest").unwrap();
    folder
}

#[test]
fn a_folder_is_one_library_here_and_there() {
    let port = serve();
    let top = tempfile::tempdir().unwrap();
    let folder = takes(top.path());
    let files = files_below(&folder);
    let plain = commanded(std::slice::from_ref(&folder), &[]);
    assert_eq!(plain.1, 1, "the broken file");
    assert_same(&dropped(port, &files, &json!({})), &plain, "a folder");

    let cured = ["--mirror", "--unit", "0.5", "--cut", "walk=1.0-2.5", "--cut", "walk@2.50=0-1"];
    let cuts = json!([
        { "clip": "walk", "stretches_secs": [[1.0, 2.5]] },
        { "clip": "walk@2.50", "stretches_secs": [[0.0, 1.0]] },
    ]);
    let wanted = json!({ "mirror": true, "unit_m": 0.5, "cuts": cuts });
    let there = dropped(port, &files, &wanted);
    assert_same(&there, &commanded(std::slice::from_ref(&folder), &cured), "a cured folder");
    assert_ne!(there.0, plain.0, "the cures did something");

    let loose = [folder.join("Turn.bvh"), folder.join("walk.bvh")];
    let sent = loose.clone().map(|path| {
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        (name, std::fs::read(path).unwrap())
    });
    assert_same(&dropped(port, &sent, &json!({})), &commanded(&loose, &[]), "loose files");
}

#[test]
fn a_manifest_names_what_lies_beside_it() {
    let port = serve();
    let top = tempfile::tempdir().unwrap();
    let folder = takes(top.path());
    let text = "[defaults]\nlicence = \"CC0\"\n[[clips]]\nfile = \"takes/walk.bvh\"\nstart = 1\nend = 4\n\
                [[clips]]\nfolder = \"takes/more\"\n";
    let manifest = top.path().join("actors.toml");
    std::fs::write(&manifest, text).unwrap();
    let mut files = files_below(&folder);
    files.push(("actors.toml".to_owned(), text.as_bytes().to_vec()));
    let here = commanded(&[manifest], &[]);
    assert_same(&dropped(port, &files, &json!({})), &here, "a manifest");
}

#[test]
fn recordings_are_one_library_here_and_there() {
    let Some(mocap) = std::env::var_os("SIDESTEP_MOCAP").map(PathBuf::from) else {
        println!("skipped: SIDESTEP_MOCAP is not set");
        return;
    };
    let port = serve();
    for folder in ["bvh-dialects", "snu/tennis"] {
        let folder = mocap.join(folder);
        let there = dropped(port, &files_below(&folder), &json!({}));
        assert_same(&there, &commanded(std::slice::from_ref(&folder), &[]), "recordings");
    }
    // A manifest with the files that it names, as somebody would drop both.
    let manifest = mocap.join("cmu/corpus-b.txt");
    let text = std::fs::read(&manifest).unwrap();
    let mut files = files_below(&mocap.join("cmu/bvh"));
    files.retain(|(path, _)| {
        String::from_utf8_lossy(&text).contains(path.trim_start_matches("bvh/"))
    });
    assert!(files.len() > 3, "{} files of the corpus", files.len());
    files.push(("corpus-b.txt".to_owned(), text));
    assert_same(&dropped(port, &files, &json!({})), &commanded(&[manifest], &[]), "a corpus");
}
