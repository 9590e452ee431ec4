//! Mobility maps survive their files, and damaged files never become maps that break.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking and talks by printing")]

use sidestep::{
    BuiltController,
    control::Goal,
    decode_controller, encode_controller,
    motion::{GroundTransform, MotionLibrary, Pose, contact_detection::ContactConfig, resample},
    seal,
};
use sidestep_mobility_map::{Mobility, MobilityConfig, MobilityMap};
use std::sync::{Arc, LazyLock};

static MAP: LazyLock<Arc<MobilityMap>> = LazyLock::new(|| {
    let clips = sidestep_performer::perform(&Default::default());
    let chosen = clips.iter().filter(|clip| clip.name.contains("walk"));
    let at_30_hz: Vec<_> = chosen.map(|clip| resample::resample(clip, 30.0)).collect();
    let library = MotionLibrary::from_clips(&at_30_hz, &ContactConfig::default()).unwrap();
    let mut config = MobilityConfig::default();
    config.map.least_options = 2;
    config.map.steps = 6;
    Arc::new(sidestep_mobility_map::build(&Arc::new(library), &config).unwrap())
});

fn walk(controller: &BuiltController, frames: u8) -> Vec<Pose> {
    let mut character = controller.spawn(GroundTransform::new(1.0, -2.0, 0.3));
    let goal = |frame: u8| Goal::walk(f32::from(frame / 40), 1.2);
    (0..frames).map(|frame| character.advance(&goal(frame), 1.0 / 30.0).clone()).collect()
}

#[test]
fn a_loaded_map_is_the_map_that_was_saved() {
    let before = BuiltController::of::<Mobility>(Arc::clone(&MAP));
    let after = decode_controller(Arc::new(encode_controller(&before))).unwrap();
    let map = after.downcast::<MobilityMap>().unwrap();
    assert_eq!((map.graph(), map.table()), (MAP.graph(), MAP.table()));
    assert_eq!(map.config(), MAP.config());
    assert_eq!(walk(&before, 200), walk(&after, 200));
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
    let sound = encode_controller(&BuiltController::of::<Mobility>(Arc::clone(&MAP)));
    let names = [
        "state_frames",
        "action_starts",
        "actions",
        "option_starts",
        "run_starts",
        "options",
        "runs",
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
            match decode_controller(Arc::new(file)) {
                Err(error) => {
                    refused += 1;
                    assert!(error.to_string().contains("inconsistent"), "{error}");
                }
                Ok(controller) => {
                    assert!(walk(&controller, 40).iter().all(Pose::is_finite), "{name} {at}");
                }
            }
        }
    }
    assert!(refused > 30, "{refused}");
}

#[test]
fn tables_of_another_length_are_refused() {
    let map = &*MAP;
    let mut graph = map.graph().clone();
    graph.actions.pop();
    let broken =
        sidestep_mobility_map::restore(map.library(), map.config(), graph, map.table().clone());
    let error = broken.unwrap_err().to_string();
    assert!(error.contains("rows of the actions"), "{error}");
}
