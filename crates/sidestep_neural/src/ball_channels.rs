//! What a network sees of a ball (section 5): which hands touch it, whether there is one at all, and where it
//! is, seen from where the body stands like every joint.

use glam::Vec3;
use sidestep_motion::{
    Contacts, GroundTransform, JointId, Object, Role, Side, Skeleton, ball::BallConfig,
};
use std::ops::Range;

/// Numbers of a ball: two hands, possession, place.
const NUMBERS: usize = 6;

/// Where the numbers of a ball lie among those of a frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BallChannels {
    first: usize,
    hands: [JointId; 2],
}

impl BallChannels {
    /// After the channel `first` is one of, for a skeleton that has hands.
    pub(crate) fn of(skeleton: &Skeleton, first: usize) -> Option<Self> {
        let [left, right] = Side::BOTH.map(|side| skeleton.roles().get(Role::Hand(side)));
        Some(Self { first, hands: [left?, right?] })
    }

    /// All of them.
    pub fn all(&self) -> Range<usize> {
        self.first..self.first + NUMBERS
    }

    /// The channels that say which hand touches the ball: left, right.
    pub fn touches(&self) -> Range<usize> {
        self.first..self.first + 2
    }

    /// The channel that says whether there is a ball.
    pub fn possession(&self) -> usize {
        self.first + 2
    }

    /// The channels of its place.
    pub fn place(&self) -> Range<usize> {
        self.first + 3..self.first + NUMBERS
    }

    /// Both hands, left first.
    pub fn hands(&self) -> [JointId; 2] {
        self.hands
    }

    /// From the joint of a hand to the middle of a ball in it, in metres.
    pub fn reach(&self, skeleton: &Skeleton, config: &BallConfig) -> f32 {
        let tip = skeleton.joint(self.hands[0]).tip.unwrap_or(Vec3::ZERO);
        (tip + config.palm * config.reach).length()
    }

    /// Writes the channels of a ball in the world; of none, zeros.
    pub fn encode(
        &self,
        ball: Option<Object>,
        contacts: Contacts,
        ground: GroundTransform,
        out: &mut [f32],
    ) {
        out[self.all()].fill(0.0);
        let Some(ball) = ball else { return };
        for (channel, side) in self.touches().zip(Side::BOTH) {
            out[channel] = if contacts.hand(side) { 1.0 } else { 0.0 };
        }
        out[self.possession()] = 1.0;
        let seen = ground.inverse().transform_point(ball.position);
        out[self.place()].copy_from_slice(&seen.to_array());
    }

    /// Where a row says the ball is, for a body that stands at `ground`.
    pub fn decode(&self, row: &[f32], ground: GroundTransform) -> Vec3 {
        let [x, y, z] = [0, 1, 2].map(|i| row[self.place().start + i]);
        ground.transform_point(Vec3::new(x, y, z))
    }

    /// How much a row says each hand touches the ball, from 0 to 1.
    pub fn grips(&self, row: &[f32]) -> [f32; 2] {
        [row[self.first], row[self.first + 1]]
    }
}
