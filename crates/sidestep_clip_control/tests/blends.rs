//! Blends keep the standing foot where it is, and moves say where passages lead.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use sidestep_clip_control::{
    ClipControlConfig, Repertoire,
    moves::Moves,
    played::{Passage, Played},
    survey_blends,
};
use sidestep_motion::{
    GroundTransform, MotionLibrary, Side, contact_detection::ContactConfig, math::wrap_angle,
};
use sidestep_performer::{PerformerConfig, perform};
use std::sync::{Arc, LazyLock};

static REPERTOIRE: LazyLock<Repertoire> = LazyLock::new(|| {
    let clips = perform(&PerformerConfig::default());
    let library = MotionLibrary::from_clips(&clips[..6], &ContactConfig::default()).unwrap();
    Repertoire::new(&Arc::new(library), &ClipControlConfig::default().cycles).unwrap()
});

#[test]
fn standing_feet_neither_skate_nor_swivel_in_a_blend() {
    let survey = survey_blends(&REPERTOIRE, 500, 1);
    assert!(survey.frames > 1000, "{survey:?}");
    assert!(survey.skate_mm_per_frame_max < 0.1, "{survey:?}");
    assert!(survey.swivel_deg_per_frame_max < 0.05, "{survey:?}");
    assert!(survey.common_stance_fraction > 0.6, "{survey:?}");
}

/// The table of moves and the passages themselves agree, on either foot.
#[test]
fn moves_lead_where_passages_lead() {
    let moves = Moves::of(&REPERTOIRE, &ClipControlConfig::default().unlikeness);
    let count = u32::try_from(REPERTOIRE.cycles.len()).unwrap();
    for number in 0..400_u32 {
        let (from, to) = (number * 7 % count, number * 31 % count);
        let from = Played::alone(from, number % 2 == 0);
        let to = REPERTOIRE.after(from, to);
        let passage = Passage { from, to, anchor: GroundTransform::new(1.0, 2.0, 0.7) };
        let step = REPERTOIRE.begin(&passage).delta_to(REPERTOIRE.end(&passage));
        let on_left = REPERTOIRE.side(from, 0) == Side::Left;
        let sign = if on_left { 1.0 } else { -1.0 };
        let told = moves.between(from.cycle, to.cycle);
        let off = [sign * step.x - told.aside, step.z - told.ahead];
        assert!(off.iter().all(|off| off.abs() < 0.01), "{number}: {step:?} {told:?}");
        let turn_off = wrap_angle(sign * step.heading - told.turn);
        assert!(turn_off.abs() < 0.02, "{number}: {step:?} {told:?}");
    }
}
