//! The performer as a ball player, and the grammar it plays by. Tests of learning take it from here too.

use sidestep_motion::{Clip, Label, Side, resample::resample};
use sidestep_performer::{PerformerConfig, perform};

/// A game for one: go, receive, dribble, pass.
pub(crate) const STREET: &str = "start S\nS = Cycle | Cycle S (3)\nCycle = Moves receive Dribbles pass\n\
    Moves = empty | walk Moves\nDribbles = empty | dribble | dribble Dribbles\n\
    action walk 0.4..0.9 without\naction receive 0.4..0.8 takes\naction dribble 0.5..0.9 holds\n\
    action pass 0.6..1.0 gives";

/// Clips in which it walks for 30 of every 90 frames, receives, dribbles once and passes.
pub(crate) fn clips() -> Vec<Clip> {
    let clips = perform(&PerformerConfig { play: 0.1, ..PerformerConfig::default() });
    let mut clips: Vec<_> = clips.iter().take(8).map(|clip| resample(clip, 30.0)).collect();
    for clip in &mut clips {
        let frames = u32::try_from(clip.len()).expect("a short clip");
        for at in (0..frames.saturating_sub(92)).step_by(90) {
            let label = |name: &str, from: u32, to: u32, moment: Option<u32>| Label {
                moment: moment.map(|moment| at + moment),
                ..Label::new(name, at + from..at + to)
            };
            let hand = Label::hand_holds(Side::Right);
            clip.labels.extend([
                label("walk", 2, 30, None),
                label("pass'", 30, 48, Some(38)),
                label("dribble", 44, 66, None),
                label("pass", 60, 88, Some(72)),
                label(hand, 38, 50, None),
                label(hand, 58, 73, None),
            ]);
        }
    }
    clips
}
