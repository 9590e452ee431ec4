//! A plan of the tactics board: who is where when, who passes to whom, who shoots.

use glam::Vec2;
use sidestep_motion::{
    GroundTransform,
    math::{atan2, wrap_angle},
};

/// The most players of a plan.
pub(crate) const MOST_PLAYERS: usize = 10;

/// The longest plan, in seconds.
pub(crate) const MOST_SECS: f32 = 300.0;

/// From a shot until somebody can have the ball again, in seconds.
pub(crate) const REBOUND_SECS: f32 = 2.5;

/// A plan, checked: see [`Plan::parse`].
#[derive(Clone, Debug, PartialEq)]
pub struct Plan {
    /// What it is called.
    pub name: String,
    /// How long it takes.
    pub secs: f32,
    /// Who begins with the ball.
    pub ball: usize,
    /// Who plays.
    pub players: Vec<PlanPlayer>,
    /// Passes, in order.
    pub passes: Vec<Pass>,
    /// Shots, in order.
    pub shots: Vec<Shot>,
}

/// A player of a plan.
#[derive(Clone, Debug, PartialEq)]
pub struct PlanPlayer {
    /// What he is called.
    pub name: String,
    /// Where he is when: seconds, x, z.
    pub path: Vec<[f32; 3]>,
}

/// A pass of a plan.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pass {
    /// When the ball leaves the hand.
    pub at_secs: f32,
    /// When it is in the other's hands.
    pub arrives_secs: f32,
    /// Who throws it.
    pub from: usize,
    /// Who has it then.
    pub to: usize,
}

/// A shot of a plan.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Shot {
    /// When the ball leaves the hand.
    pub at_secs: f32,
    /// Who throws it.
    pub by: usize,
    /// Who fetches it afterwards.
    pub rebound: Option<usize>,
}

impl Plan {
    /// Where a player is at a time: straight from one point to the next.
    pub fn place(&self, player: usize, secs: f32) -> Vec2 {
        let Some(path) = self.players.get(player).map(|player| &player.path) else {
            return Vec2::ZERO;
        };
        let after = path.partition_point(|[at, ..]| *at <= secs);
        let point = |index: usize| path.get(index).map(|[_, x, z]| Vec2::new(*x, *z));
        match (after.checked_sub(1).and_then(point), point(after)) {
            (Some(from), Some(to)) => {
                let (begins, ends) = (path[after - 1][0], path[after][0]);
                from.lerp(to, ((secs - begins) / (ends - begins).max(1e-3)).clamp(0.0, 1.0))
            }
            (Some(only), None) | (None, Some(only)) => only,
            (None, None) => Vec2::ZERO,
        }
    }

    /// How fast a player goes at a time, in m/s.
    pub fn speed(&self, player: usize, secs: f32) -> f32 {
        self.place(player, secs + 0.25).distance(self.place(player, secs - 0.25)) / 0.5
    }

    /// Where a player begins: at the first point, looking where he goes first, or at the hoop.
    pub fn start(&self, player: usize) -> GroundTransform {
        let place = self.place(player, 0.0);
        let goes = self.place(player, 1.0) - place;
        let looks = if goes.length() > 0.3 { goes } else { -place };
        GroundTransform::new(place.x, place.y, wrap_angle(atan2(looks.x, looks.y)))
    }
}
