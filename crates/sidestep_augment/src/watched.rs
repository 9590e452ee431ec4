//! A referee over the frames of a plan, so that episodes are made of what the rules allow.

use crate::in_play::holds;
use glam::Vec2;
use sidestep_court::{Referee, Seen};
use sidestep_grammar::Possession;
use sidestep_motion::{FrameId, MotionLibrary, Side, ball::BallConfig};
use std::ops::RangeInclusive;

/// A free ball this much above where it lies on the floor meets it, in metres.
pub(crate) const ON_FLOOR: f32 = 0.03;

/// What a referee has seen of a plan.
#[derive(Clone, Debug)]
pub(crate) struct Watched {
    referee: Referee,
    /// Where the player has got to: the ways within the frames of the source, added up.
    place: Vec2,
}

impl Watched {
    pub(crate) fn new(rate_hz: f32) -> Self {
        Self { referee: Referee::new(rate_hz), place: Vec2::ZERO }
    }

    /// Watches frames of the source; gives how many rules were broken.
    pub(crate) fn watch(
        &mut self,
        library: &MotionLibrary,
        frames: RangeInclusive<u32>,
        possession: Option<Possession>,
    ) -> usize {
        frames.filter(|frame| self.sees_break(library, *frame, possession)).count()
    }

    fn sees_break(
        &mut self,
        library: &MotionLibrary,
        frame: u32,
        possession: Option<Possession>,
    ) -> bool {
        let contacts = library.contacts(FrameId(frame));
        let ground = |frame: u32| {
            let ground = library.ground(FrameId(frame));
            Vec2::new(ground.x, ground.z)
        };
        self.place += ground(frame) - ground(frame.saturating_sub(1));
        let is_held = holds(library, frame);
        // Between two contacts of a dribble the ball is the player's.
        let has_ball = is_held || possession == Some(Possession::Holds);
        let low = BallConfig::default().radius + ON_FLOOR;
        let mut balls = library.objects(FrameId(frame));
        let is_low = balls.next().is_some_and(|(_, ball)| ball.position.y < low);
        let seen = Seen {
            hands: Side::BOTH.map(|side| contacts.hand(side)),
            feet: Side::BOTH.map(|side| contacts.get(side)),
            place: self.place,
            has_ball,
            bounced: has_ball && !is_held && is_low,
        };
        self.referee.watch(seen).is_some()
    }
}
