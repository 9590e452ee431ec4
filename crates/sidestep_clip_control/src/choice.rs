//! Fewer cycles: those that stand best for all of a gait.
//!
//! The paper learns its tables of spinning over 60 clips and those of obstacles over 18, picked by
//! hand. Here they are picked one after the other: always the cycle that brings all cycles of the gait
//! nearest to what is picked, where cycles are near that go as fast, turn as far and lead in the same
//! direction, whichever foot they begin on.

use crate::repertoire::Repertoire;
use sidestep_motion::{FrameId, GroundTransform, Side, math::atan2};

/// A cycle that leads less far leads nowhere in particular, in metres.
const LEAST_WAY: f32 = 0.1;

/// Up to `most` cycles of a gait that stand for all of it, in order.
pub(crate) fn representatives(repertoire: &Repertoire, members: &[u32], most: usize) -> Vec<u32> {
    if members.len() <= most {
        return members.to_vec();
    }
    let traits: Vec<[f32; 3]> = members.iter().map(|number| repertoire.leads(*number)).collect();
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

/// Squared distance: half a metre a second counts like half a radian.
pub(crate) fn apart(a: &[f32; 3], b: &[f32; 3]) -> f32 {
    a.iter().zip(b).map(|(a, b)| (a - b) * (a - b)).sum()
}

impl Repertoire {
    /// Speed, turn and direction of a cycle, as if it began on its left foot.
    pub fn leads(&self, number: u32) -> [f32; 3] {
        let cycle = self.cycle(number);
        let ground = |moment: usize| self.library.ground(FrameId(cycle.moments[moment]));
        let way: GroundTransform = ground(0).inverse() * ground(4);
        let is_long = way.position().length() > LEAST_WAY;
        let direction = if is_long { atan2(way.x, way.z) } else { 0.0 };
        let sign = if cycle.sides[0] == Side::Right { -1.0 } else { 1.0 };
        [cycle.speed, sign * cycle.turn, sign * direction]
    }
}
