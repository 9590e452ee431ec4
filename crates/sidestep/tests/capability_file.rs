//! Capability maps survive their files, and damaged files never become maps that break.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

mod damage;

use sidestep::{
    LoadError, decode_capability, decode_controller, encode_capability, encode_library,
    motion::{MotionLibrary, Role, Side, contact_detection::ContactConfig, resample::resample},
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
    let refused = damage::each(&sound, &names, |file, place| {
        let map = decode_capability(file)?;
        // What is left is a cost; every way can still be played.
        for state in (0..map.graph().states() as u32).map(StateId) {
            for capability in map.map().capabilities_of(state) {
                let runs = map.sequence(state, capability);
                let frames: usize = runs.iter().map(ExactSizeIterator::len).sum();
                assert_eq!(frames, capability.frames as usize, "{place}");
            }
        }
        Ok(())
    });
    assert!(refused > 40, "{refused} refused");
}
