//! Whatever comes in, a reader returns an error or a clip that can be used; it never panics.
#![allow(clippy::unwrap_used, reason = "a test may panic and talk")]

mod common;

use common::{Dialect, Frame, PLAIN, bvh};
use proptest::prelude::*;
use sidestep_import::{ImportError, ImportOptions, Imported, Severity, manifest, project, read};
use sidestep_motion::{ClipError, MotionLibrary, contact_detection::ContactConfig};

const ASF: &str = ":units\nlength 0.45\nangle deg\n:root\norder TX TY TZ RX RY RZ\naxis XYZ\n:bonedata\n\
    begin\nname lfemur\ndirection 0 -1 0\nlength 7\naxis 0 0 20 XYZ\ndof rx ry rz\nend\n\
    begin\nname ltibia\ndirection 0 -1 0\nlength 7\naxis 0 0 20 XYZ\ndof rx\nend\n\
    :hierarchy\nbegin\nroot lfemur\nlfemur ltibia\nend\n\0";
const AMC: &str = ":FULLY-SPECIFIED\n:DEGREES\n1\nroot 1 2 3 4 5 6\nlfemur 1 2 3\nltibia 4\n\
    2\nroot 1 2 3 4 5 6\nlfemur 1 2 3\nltibia 4\n";
const MANIFEST: &str = "# corpus: c\n# unit_m: 0.01  up: +Y  drop_first_frames: 1  folder: .\n\
    a.bvh\t0\t1.5\t120\tS\twalk,run\tnote\n";
const PROJECT: &str = "[defaults]\nunit_m = 0.01\nroles = { hips = \"A\" }\n\
    [[clips]]\nfile = \"a.bvh\"\nstart = 1\nend = 2\nlabels = [\"w\", { name = \"x\", start = 1, end = 2 }]\n";

fn body() -> String {
    let frames: Vec<Frame> =
        (0..4).map(|i| Frame { hips: [0.1 * f64::from(i), 0.9, 0.0], arm_degrees: 70.0 }).collect();
    bvh(Dialect { ground: true, unit_m: 0.01, ..PLAIN }, &frames)
}

/// A clip that came out of a reader must be sound, or empty with a warning.
fn is_sound(result: Result<Imported, ImportError>) {
    let Ok(imported) = result else { return };
    for clip in &imported.clips {
        match clip.check() {
            Ok(()) => assert!(clip.rotations.iter().all(|q| (q.length() - 1.0).abs() < 1e-3)),
            Err(ClipError::Empty { .. }) => {
                assert!(imported.notes.iter().any(|note| note.severity == Severity::Warning));
            }
            Err(error) => panic!("{error}"),
        }
    }
    let _ = MotionLibrary::from_clips(&imported.clips, &ContactConfig::default());
}

fn read_bvh(bytes: &[u8]) {
    is_sound(read("a.bvh", bytes, &ImportOptions::default(), &|_| None));
}

fn read_amc(bytes: &[u8]) {
    let mut parts = bytes.splitn(2, |byte| *byte == 0);
    let (asf, amc) = (parts.next().unwrap_or_default(), parts.next().unwrap_or_default());
    is_sound(read("a.amc", amc, &ImportOptions::default(), &|_| Some(asf.to_vec())));
}

fn read_manifests(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let _ = manifest::parse("m.txt", &text);
    let _ = project::parse("p.toml", &text);
}

/// One change of a text: a byte set, a stretch removed, doubled, or a word put in.
fn mutate(text: &str, changes: &[(usize, usize, u8, u8)]) -> Vec<u8> {
    const WORDS: [&str; 10] =
        ["1e30 ", "-1e8 ", "{", "}", "9999999999 ", "JOINT a {", "\t", "nan ", "1e-320 ", "0 "];
    let mut bytes = text.as_bytes().to_vec();
    for (at, length, value, kind) in changes {
        let start = at % (bytes.len() + 1);
        let end = (start + length % 40).min(bytes.len());
        match kind % 4 {
            0 if start < bytes.len() => bytes[start] = *value,
            1 => drop(bytes.drain(start..end)),
            2 => {
                let copy = bytes[start..end].to_vec();
                bytes.splice(end..end, copy);
            }
            _ => {
                let word = WORDS[usize::from(*value) % WORDS.len()];
                bytes.splice(start..start, word.bytes());
            }
        }
    }
    bytes
}

fn changes() -> impl Strategy<Value = Vec<(usize, usize, u8, u8)>> {
    prop::collection::vec(any::<(usize, usize, u8, u8)>(), 1..6)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, ..ProptestConfig::default() })]

    #[test]
    fn random_bytes(bytes in prop::collection::vec(any::<u8>(), 0..400)) {
        read_bvh(&bytes);
        read_amc(&bytes);
        read_manifests(&bytes);
    }

    #[test]
    fn changed_bvh(changes in changes()) {
        read_bvh(&mutate(&body(), &changes));
    }

    #[test]
    fn changed_amc(changes in changes()) {
        read_amc(&mutate(&(ASF.to_owned() + AMC), &changes));
    }

    #[test]
    fn changed_manifests(changes in changes()) {
        read_manifests(&mutate(MANIFEST, &changes));
        read_manifests(&mutate(PROJECT, &changes));
    }

    #[test]
    fn any_angles_and_places(values in prop::collection::vec(any::<f64>(), 18)) {
        let mut text = body();
        for value in values {
            text = text.replacen(" 0 0 0 ", &format!(" {value:e} 0 "), 1);
        }
        read_bvh(text.as_bytes());
    }
}

#[test]
fn the_texts_are_right_before_they_are_changed() {
    let options = ImportOptions::default();
    assert!(read("a.bvh", body().as_bytes(), &options, &|_| None).is_ok());
    let companion = |_: &str| Some(ASF.trim_end_matches('\0').as_bytes().to_vec());
    assert!(read("a.amc", AMC.as_bytes(), &options, &companion).is_ok());
    assert!(manifest::parse("m.txt", MANIFEST).is_ok());
    assert!(project::parse("p.toml", PROJECT).is_ok());
}
