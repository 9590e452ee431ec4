//! The feet over time: stances as they roll, and the swings between them.

use crate::{
    carriage::Pelvis,
    curve::{forward, on_ground, secs},
    path::Path,
    roll::{Foot, Roll},
    swing::Swing,
};
use glam::DVec2;
use sidestep_motion::Side;

/// Both feet at every tick.
pub(crate) type FootTracks = [Vec<Foot>; 2];

/// The rolls of each foot by itself, in order.
fn by_side(rolls: &[Roll]) -> [Vec<&Roll>; 2] {
    Side::BOTH.map(|side| rolls.iter().filter(|roll| roll.stance.side == side).collect())
}

/// Feet that stand as planned and swing on the shortest smooth way: enough to see the stride.
pub(crate) fn rough_tracks(path: &Path, rolls: &[Roll]) -> FootTracks {
    let rolls = by_side(rolls);
    [0, 1].map(|side| {
        let mut track = vec![Foot::default(); path.len()];
        fill_stances(&rolls[side], &mut track);
        for pair in rolls[side].windows(2) {
            let swing = Swing::new(path, pair[0], pair[1]);
            for tick in swing.inside() {
                track[tick] = swing.at(tick);
            }
        }
        track
    })
}

/// The feet as they are drawn: the swing bends its knee, clears the floor and avoids the other foot.
pub(crate) fn tracks(path: &Path, pelvis: &Pelvis, rolls: &[Roll]) -> FootTracks {
    let mut both = rough_tracks(path, rolls);
    let rolls = by_side(rolls);
    for side in Side::BOTH {
        for pair in rolls[side.index()].windows(2) {
            let mut swing = Swing::new(path, pair[0], pair[1]);
            swing.pass_by(&both[side.other().index()]);
            swing.bend_knee(path, pelvis, side);
            swing.pitch_along_shank(pelvis, side);
            swing.clear_floor(pelvis, side);
            for tick in swing.inside() {
                both[side.index()][tick] = swing.foot(pelvis, side, tick);
            }
        }
    }
    both
}

fn fill_stances(rolls: &[&Roll], track: &mut [Foot]) {
    for roll in rolls {
        let ticks = &mut track[roll.stance.touch..=roll.stance.lift];
        for (since, foot) in ticks.iter_mut().enumerate() {
            *foot = roll.at(secs(since));
        }
    }
}

/// How far the left foot is ahead of the right one, along the way the body faces.
pub(crate) fn stride(path: &Path, tracks: &FootTracks) -> Vec<f64> {
    let ahead = |tick: usize| {
        let gap: DVec2 = on_ground(tracks[0][tick].ankle - tracks[1][tick].ankle);
        gap.dot(forward(path.facing[tick]))
    };
    (0..path.len()).map(ahead).collect()
}
