//! The contact detector against the exact contacts of the synthetic performer.

use sidestep_motion::{
    JointMotion, Side,
    contact_detection::{ContactConfig, detect, estimate_floor},
    resample::resample,
    skate::skate,
};
use sidestep_performer::{PerformerConfig, perform};

#[test]
fn at_least_98_percent_of_the_frames_are_right_for_both_feet() {
    let clips = perform(&PerformerConfig::default());
    for rate_hz in [60.0, 30.0] {
        let (mut right, mut frames) = ([0_usize; 2], 0_usize);
        for clip in clips.iter().map(|clip| resample(clip, rate_hz)) {
            let truth = clip.contacts.as_ref().unwrap();
            let motion = JointMotion::of(&clip);
            // The floor is estimated, not taken from the clip: the detector is to stand alone.
            let found = detect(&motion, estimate_floor(&motion), &ContactConfig::default());
            for side in Side::BOTH {
                let agree = truth.iter().zip(&found).filter(|(a, b)| a.get(side) == b.get(side));
                right[side.index()] += agree.count();
            }
            frames += clip.len();
        }
        let [left, right] = right.map(|right| 100.0 * right as f32 / frames as f32);
        println!("{frames} frames at {rate_hz} Hz: left {left:.2} %, right {right:.2} % right");
        assert!(left >= 98.0 && right >= 98.0, "{rate_hz} Hz: {left} %, {right} %");
    }
}

#[test]
fn feet_that_stand_still_do_not_skate() {
    for clip in perform(&PerformerConfig::default()) {
        let truth = clip.contacts.as_ref().unwrap();
        let skate = skate(&JointMotion::of(&clip), truth);
        assert!(skate.mean_speed < 0.005, "{}: {} m/s", clip.name, skate.mean_speed);
    }
}
