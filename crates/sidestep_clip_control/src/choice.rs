//! Fewer cycles: those that stand best for all of a gait.
//!
//! The paper learns its tables of spinning over 60 clips and those of obstacles over 18, picked by
//! hand. Here they are picked one after the other: always the cycle that brings all cycles of the gait
//! nearest to what is picked, where cycles are near that go as fast, turn as far and lead in the same
//! direction, whichever foot they begin on.

use crate::{cycle::Cycle, repertoire::Repertoire};
use sidestep_motion::{FrameId, GroundTransform, Side};

/// Differences that count alike: metres a second, radians of turning, radians of direction.
const UNITS: [f32; 3] = [0.5, 0.5, 0.5];

/// Up to `most` cycles of a gait that stand for all of it, in order.
pub(crate) fn representatives(repertoire: &Repertoire, members: &[u32], most: usize) -> Vec<u32> {
    if members.len() <= most {
        return members.to_vec();
    }
    let traits: Vec<[f32; 3]> =
        members.iter().map(|number| traits(repertoire, repertoire.cycle(*number))).collect();
    let mut nearest = vec![f32::MAX; members.len()];
    let mut picked = Vec::with_capacity(most);
    for _ in 0..most {
        let left = |place: usize| -> f32 {
            let own = &traits[place];
            traits.iter().zip(&nearest).map(|(other, near)| near.min(apart(own, other))).sum()
        };
        let open = (0..members.len()).filter(|place| !picked.contains(place));
        let best = open.map(|place| (place, left(place))).min_by(|a, b| a.1.total_cmp(&b.1));
        let Some((best, _)) = best else { break };
        for (near, other) in nearest.iter_mut().zip(&traits) {
            *near = near.min(apart(&traits[best], other));
        }
        picked.push(best);
    }
    picked.sort_unstable();
    picked.into_iter().map(|place| members[place]).collect()
}

fn apart(a: &[f32; 3], b: &[f32; 3]) -> f32 {
    a.iter().zip(b).map(|(a, b)| (a - b) * (a - b)).sum()
}

/// Speed, turn and direction of a cycle, as if it began on its left foot.
fn traits(repertoire: &Repertoire, cycle: &Cycle) -> [f32; 3] {
    let ground = |moment: usize| repertoire.library.ground(FrameId(cycle.moments[moment]));
    let way: GroundTransform = ground(0).inverse() * ground(4);
    let direction = match way.position().length() > 0.1 {
        true => sidestep_motion::math::atan2(way.x, way.z),
        false => 0.0,
    };
    let sign = if cycle.sides[0] == Side::Right { -1.0 } else { 1.0 };
    [cycle.speed / UNITS[0], sign * cycle.turn / UNITS[1], sign * direction / UNITS[2]]
}
