//! Which feet stand on the ground at each tick, and where their ankles are as they roll.

use crate::{curve::secs, footsteps::Stance, roll::Roll};
use glam::DVec3;

/// One foot on the ground at one tick.
#[derive(Clone, Copy)]
pub(crate) struct Support<'a> {
    pub(crate) stance: &'a Stance,
    /// Where the ankle is, as the foot rolls.
    pub(crate) ankle: DVec3,
}

/// The standing feet of each tick.
pub(crate) struct Supports<'a> {
    pub(crate) feet: [Vec<Option<Support<'a>>>; 2],
}

impl<'a> Supports<'a> {
    pub(crate) fn new(len: usize, rolls: &'a [Roll]) -> Self {
        let mut feet = [vec![None; len], vec![None; len]];
        for roll in rolls {
            let stance = &roll.stance;
            let ticks = &mut feet[stance.side.index()][stance.touch..=stance.lift];
            for (since, support) in ticks.iter_mut().enumerate() {
                *support = Some(Support { stance, ankle: roll.at(secs(since)).ankle });
            }
        }
        Self { feet }
    }

    pub(crate) fn at(&self, tick: usize) -> [Option<Support<'a>>; 2] {
        [self.feet[0][tick], self.feet[1][tick]]
    }
}
