//! Capability maps survive their files, and damaged files never become maps that break.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use sidestep::{
    LoadError, decode_capability, decode_controller, encode_capability, encode_library,
    motion::{MotionLibrary, Role, Side, contact_detection::ContactConfig, resample::resample},
    seal,
};
use sidestep_mobility_map::{PartCapabilities, PartConfig, StateId};
use sidestep_performer::{PerformerConfig, perform};
use std::sync::{Arc, LazyLock};

const PART: Role = Role::Hand(Side::Left);

/// Standing and reaching alone: quick to build.
static LIBRARY: LazyLock<Arc<MotionLibrary>> = LazyLock::new(|| {
    let config = PerformerConfig { play: 0.05, reaches: true, ..PerformerConfig::default() };
    let clips = perform(&config);
    let chosen = clips.iter().filter(|c| c.name.contains("reach_standing") || c.name == "idle");
    let clips: Vec<_> = chosen.map(|clip| resample(clip, 30.0)).collect();
    Arc::new(MotionLibrary::from_clips(&clips, &ContactConfig::default()).unwrap())
});

static MAP: LazyLock<PartCapabilities> = LazyLock::new(|| {
    let mut config = PartConfig::default();
    config.capability.most_options = 16;
    PartCapabilities::build(&LIBRARY, PART, &config).unwrap()
});

#[test]
fn a_loaded_map_is_the_map_that_was_saved() {
    let file = encode_capability(&MAP);
    let loaded = decode_capability(Arc::new(file.clone())).unwrap();
    assert_eq!((loaded.part(), loaded.joint()), (PART, MAP.joint()));
    assert_eq!((loaded.graph(), loaded.map()), (MAP.graph(), MAP.map()));
    assert_eq!(loaded.config(), MAP.config());
    assert_eq!(encode_capability(&loaded), file);
}

#[test]
fn one_kind_of_file_is_not_taken_for_another() {
    let library = decode_capability(Arc::new(encode_library(&LIBRARY))).unwrap_err();
    assert!(matches!(library, LoadError::Kind { .. }), "{library}");
    let map = decode_controller(Arc::new(encode_capability(&MAP))).unwrap_err();
    assert!(map.to_string().contains("sidestep capability map"), "{map}");
    let mut file = encode_capability(&MAP);
    let last = file.len() - 1;
    file[last] ^= 1;
    assert_eq!(decode_capability(Arc::new(file)).unwrap_err(), LoadError::Altered);
}

#[test]
fn what_a_skeleton_lacks_is_refused_in_words() {
    let config = PartConfig { least: 50.0, ..PartConfig::default() };
    let far = PartCapabilities::build(&LIBRARY, PART, &config).unwrap_err();
    assert!(far.to_string().contains("left_hand") && far.to_string().contains("50"), "{far}");
}

/// Where a table of a file lies.
fn table(file: &[u8], name: &str) -> std::ops::Range<usize> {
    let length = u64::from_le_bytes(*file.first_chunk::<8>().unwrap()) as usize;
    let header: serde_json::Value = serde_json::from_slice(&file[8..8 + length]).unwrap();
    let offset = |end: usize| header[name]["data_offsets"][end].as_u64().unwrap() as usize;
    8 + length + offset(0)..8 + length + offset(1)
}

#[test]
fn damaged_tables_are_refused_or_harmless() {
    let sound = encode_capability(&MAP);
    let names = [
        "state_frames",
        "actions",
        "capability_starts",
        "capability_ways",
        "capability_costs",
        "step_starts",
        "steps",
    ];
    let mut refused = 0;
    for name in names {
        let range = table(&sound, name);
        for trial in 0..12_usize {
            // Places and values all over the table, the same in every run.
            let at = range.start + (trial * 7919 + 13) * 31 % range.len();
            let mut file = sound.clone();
            file[at] ^= [0xff, 0x01, 0x80][trial % 3];
            seal(&mut file);
            match decode_capability(Arc::new(file)) {
                Err(error) => {
                    refused += 1;
                    assert!(error.to_string().contains("inconsistent"), "{error}");
                }
                // What is left is a cost; every way can still be played.
                Ok(map) => {
                    for state in (0..map.graph().states() as u32).map(StateId) {
                        for capability in map.map().capabilities_of(state) {
                            let runs = map.sequence(state, capability);
                            let frames: usize = runs.iter().map(ExactSizeIterator::len).sum();
                            assert_eq!(frames, capability.frames as usize, "{name} {at}");
                        }
                    }
                }
            }
        }
    }
    assert!(refused > 40, "{refused} refused");
}
