//! A damaged GLB gives an error or a sound clip, never a crash.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod common;

use proptest::prelude::*;
use sidestep_export::glb::{self, GlbOptions};
use sidestep_import::{ImportOptions, gltf};
use std::sync::LazyLock;

static FILE: LazyLock<Vec<u8>> =
    LazyLock::new(|| glb::write(&[common::walk(4, 30.0)], &GlbOptions { body: None }).unwrap());

/// The end of the JSON, where a change is most likely to do harm.
fn json_end() -> usize {
    20 + u32::from_le_bytes(FILE[12..16].try_into().unwrap()) as usize
}

fn check(bytes: &[u8]) {
    if let Ok(imported) = gltf::read("f.glb", bytes, &ImportOptions::default(), &|_| None) {
        for clip in imported.clips {
            assert!(clip.check().is_ok() || clip.is_empty());
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn single_bytes_changed(at in any::<prop::sample::Index>(), byte in any::<u8>()) {
        let mut bytes = FILE.clone();
        let at = at.index(json_end());
        bytes[at] = byte;
        check(&bytes);
    }

    #[test]
    fn digits_changed(changes in prop::collection::vec((any::<prop::sample::Index>(), b'0'..=b'9'), 1..6)) {
        let mut bytes = FILE.clone();
        let digits: Vec<usize> = (20..json_end()).filter(|i| bytes[*i].is_ascii_digit()).collect();
        for (at, digit) in changes {
            bytes[digits[at.index(digits.len())]] = digit;
        }
        check(&bytes);
    }

    #[test]
    fn cut_short(length in any::<prop::sample::Index>()) {
        check(&FILE[..length.index(FILE.len())]);
    }
}
