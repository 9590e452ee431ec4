//! Files of earlier versions: they are read, or refused with the command that makes them anew.
//!
//! The files are small ones of the synthetic performer, written by `examples/write_fixtures.rs`. They
//! are never written again: a new version adds a folder of its own.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use sidestep::{
    LoadError,
    control::Goal,
    decode_controller, decode_library,
    motion::{GroundTransform, table::SharedBytes},
    seal,
};
use std::{path::Path, sync::Arc};

/// What becomes of a file.
enum Fate {
    /// It is read.
    Read,
    /// It is refused, and the message names this command.
    #[expect(dead_code, reason = "no version has refused an earlier one yet")]
    Refused(&'static str),
}

/// Every file there is, by the version that has written it.
const FILES: [(&str, Fate); 7] = [
    ("0.1/walks.library", Fate::Read),
    ("0.1/clips_default.controller", Fate::Read),
    ("0.1/matching_default.controller", Fate::Read),
    ("0.1/field_agile.controller", Fate::Read),
    ("0.1/field_paper.controller", Fate::Read),
    ("0.1/mobility_agile.controller", Fate::Read),
    ("0.1/mobility_paper.controller", Fate::Read),
];

fn file(name: &str) -> Vec<u8> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures");
    std::fs::read(folder.join(name)).unwrap()
}

/// Reads a file and, where it is a controller, walks a little.
fn read(bytes: Vec<u8>) -> Result<(), LoadError> {
    let bytes: SharedBytes = Arc::new(bytes);
    match decode_library(Arc::clone(&bytes)) {
        Err(LoadError::Kind { .. }) => {}
        library => {
            let library = library?;
            assert!(!library.is_empty() && !library.clips().is_empty());
            return Ok(());
        }
    }
    let controller = decode_controller(bytes)?;
    let mut character = controller.spawn(GroundTransform::IDENTITY);
    for _ in 0..60 {
        assert!(character.advance(&Goal::walk(0.5, 1.0), 1.0 / 30.0).is_finite());
    }
    Ok(())
}

#[test]
fn files_of_earlier_versions_are_read_or_say_how_to_make_them_anew() {
    for (name, fate) in FILES {
        match (read(file(name)), fate) {
            (Ok(()), Fate::Read) => {}
            (Err(error), Fate::Refused(command)) => {
                assert!(error.to_string().contains(command), "{name}: {error}");
            }
            (Err(error), Fate::Read) => panic!("{name}: {error}"),
            (Ok(()), Fate::Refused(_)) => panic!("{name} is read after all"),
        }
    }
}

#[test]
fn no_file_is_forgotten() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures");
    for version in std::fs::read_dir(&folder).unwrap() {
        let version = version.unwrap().path();
        for file in std::fs::read_dir(&version).unwrap() {
            let file = file.unwrap().path();
            let name = file.strip_prefix(&folder).unwrap().to_str().unwrap().replace('\\', "/");
            assert!(FILES.iter().any(|(listed, _)| *listed == name), "{name}");
        }
    }
}

#[test]
fn a_controller_with_settings_of_another_version_names_the_command() {
    // A setting that this version does not know, of the same length as the one it takes the place of.
    let mut bytes = file("0.1/field_agile.controller");
    let at = bytes.windows(9).position(|word| word == b"neighbors").unwrap();
    bytes[at..at + 9].copy_from_slice(b"neighbor_");
    seal(&mut bytes);
    let error = read(bytes).unwrap_err().to_string();
    assert!(error.contains("the setting neighbor_"), "{error}");
    assert!(error.contains("did you mean 'neighbors'?"), "{error}");
    assert!(error.contains("sidestep build follower LIBRARY -o CONTROLLER"), "{error}");
}
