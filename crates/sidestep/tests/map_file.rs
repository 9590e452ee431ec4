//! Mobility maps survive their files, and damaged files never become maps that break.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking and talks by printing")]

mod damage;

use sidestep::{
    BuiltController,
    control::Goal,
    decode_controller, encode_controller,
    motion::{GroundTransform, MotionLibrary, Pose, contact_detection::ContactConfig, resample},
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
    let refused = damage::each(&sound, &names, |file, place| {
        let controller = decode_controller(file)?;
        assert!(walk(&controller, 40).iter().all(Pose::is_finite), "{place}");
        Ok(())
    });
    assert!(refused > 30, "{refused} refused");
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
