//! A run that was brought onto another body scores nearly as it did on its own, where the pose in which the
//! body stands is known; where it is not, the score says so.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use glam::{Quat, Vec3};
use serde_json::Value;
use sidestep_clip_player::{ClipPlayerConfig, build};
use sidestep_control::{Animate, Character, Start};
use sidestep_measure::{Beside, Settings, Source, Subject, recorded_response, score};
use sidestep_motion::{
    Clip, Joint, MotionLibrary, Skeleton, contact_detection::ContactConfig,
    math::from_rotation_vector, resample::resample, retarget::retarget,
};
use sidestep_performer::{PerformerConfig, perform};
use std::sync::Arc;

/// Figures that retargeting there and back moves by more than 5 %, and by how much at the most: feet that are
/// half as long again land and leave otherwise. docs/traces.md says more.
const MOVED: [(&str, f64); 2] = [("skate_cm_per_s", 0.2), ("low_fast_fraction", 0.1)];

/// Longer legs, feet half as long again, and joints whose axes point elsewhere.
fn another_body(skeleton: &Skeleton) -> Arc<Skeleton> {
    let axes = |index: usize| from_rotation_vector(Vec3::new(0.3, 0.2, -0.4) * index as f32);
    let joint = |(index, joint): (usize, &Joint)| {
        let above = joint.parent.map_or(Quat::IDENTITY, |parent| axes(parent.index()));
        let longer = match joint.name.as_str() {
            "LeftLeg" | "RightLeg" | "LeftFoot" | "RightFoot" => 1.1,
            "LeftToeBase" | "RightToeBase" => 1.5,
            _ => 1.0,
        };
        Joint {
            offset: above.conjugate() * joint.offset * longer,
            rest: above.conjugate() * joint.rest * axes(index),
            tip: joint.tip.map(|tip| axes(index).conjugate() * tip),
            ..joint.clone()
        }
    };
    Arc::new(Skeleton::new(skeleton.joints().iter().enumerate().map(joint).collect()).unwrap())
}

/// The figures of an object that are plain numbers and belong to the run.
fn figures(value: &Value) -> Vec<(&str, f64)> {
    let fields = value.as_object().unwrap().iter();
    let own = fields.filter(|(name, _)| !name.starts_with("source_"));
    own.filter_map(|(name, value)| Some((name.as_str(), value.as_f64()?))).collect()
}

#[test]
fn a_run_on_another_body_scores_nearly_the_same() {
    let clips: Vec<Clip> =
        perform(&PerformerConfig::default()).iter().map(|clip| resample(clip, 30.0)).collect();
    let library = Arc::new(MotionLibrary::from_clips(&clips, &ContactConfig::default()).unwrap());
    let player = Arc::new(build(&library, &ClipPlayerConfig::default()).unwrap());
    let spawn = |start: Start<'_>| -> Box<dyn Animate> { Box::new(Character::new(&player, start)) };
    let source = Source::of(&library);
    let subject = Subject { library: &library, spawn: &spawn };
    let settings = Settings { n: 6, steered_starts: 4, steered_secs: 30, ..Settings::default() };
    let (measured, recording) = recorded_response(&subject, &source, &settings);
    let on_it = retarget(&recording.clip, &another_body(library.skeleton())).unwrap();

    let beside = Beside::of_clip(on_it.clone(), &library).unwrap();
    assert!(!beside.carried.as_ref().unwrap().is_fitted);
    let scored = score(&beside, &recording.trace, &source).unwrap();
    let [measured, scored] = [measured, scored].map(|found| serde_json::to_value(found).unwrap());
    let mut off = Vec::new();
    for (name, value) in figures(&measured) {
        let Some(found) = scored[name].as_f64() else { continue };
        let share = (found - value) / value.abs().max(1e-6);
        println!("{name}: {value:.4}, then {found:.4} ({:+.1} %)", 100.0 * share);
        let most = MOVED.iter().find(|(moved, _)| *moved == name).map_or(0.05, |moved| moved.1);
        off.extend((share.abs() > most && (found - value).abs() > 1e-3).then_some((name, share)));
    }
    assert!(off.is_empty(), "{off:?}");

    // A file that holds no rest, as BVH does: the pose must be fitted, and that is told.
    let joints = on_it.skeleton.joints().iter();
    let bare = joints.map(|joint| Joint { rest: Quat::IDENTITY, ..joint.clone() }).collect();
    let bare = Clip { skeleton: Arc::new(Skeleton::new(bare).unwrap()), ..on_it };
    let fitted = Beside::of_clip(bare, &library).unwrap();
    assert!(fitted.carried.unwrap().is_fitted);
}
