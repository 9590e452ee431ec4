//! The ball of a player who may lose it: in the hands or dribbled as ever, at large once it was thrown, and nowhere
//! while nobody knows of it.
//!
//! A network learns the ball while it is the player's; what it does in between is physics (section 7). A throw
//! leaves the hand as its aim demands where the wish says whereto, else as the hand moved.

use crate::{ball::Ball, ball_channels::BallChannels, goals::Intent};
use glam::{Vec2, Vec3};
use sidestep_control::{LooseBall, saved_value};
use sidestep_court::{Court, FreeBall, KeyAction, aim};
use sidestep_motion::math::{cos, sin};

/// A hand takes a ball at large that is this near, in metres.
const CATCHES: f32 = 0.5;

/// A wish whose moment is no farther off than this is meant by a hand that lets go, in seconds.
const MEANT_SECS: f32 = 0.6;

/// Passes without a known target are thrown this far, in metres.
const PASS_METRES: f32 = 4.0;

/// A ball at large is forgotten after this long, in seconds: somebody has it.
const FORGOTTEN_SECS: f32 = 3.0;

/// One that is this near is not waited for any longer, in metres.
const AT_HAND: f32 = 0.1;

/// What was thrown less than so many seconds ago is not caught again.
const JUST_THROWN_SECS: f32 = 0.3;

/// Where a ball is that is not the player's.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct GameBall {
    /// Whether the player has it.
    pub(crate) own: bool,
    /// Whether it flies somewhere.
    pub(crate) at_large: bool,
    pub(crate) position: Vec3,
    pub(crate) velocity: Vec3,
    /// For how long.
    pub(crate) secs: f32,
    /// Whether the ball that was caught last flew to the hands.
    pub(crate) was_near: bool,
    /// Whether the player has let it bounce, and whether both hands have held it since: then it is not dribbled again.
    pub(crate) dribbled: bool,
    pub(crate) ended: bool,
}

saved_value!(GameBall { own, at_large, position, velocity, secs, was_near, dribbled, ended });

/// What happens to the ball in a tick.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Turn {
    /// It is the player's, as ever.
    Own,
    /// It flies by itself.
    Flies,
    /// Nobody knows of it.
    Away,
    /// A hand has just got it.
    Caught,
}

impl GameBall {
    /// A tick: what the hands of the network do (`grips`: any hand holds or wants it), and what is wished for.
    pub(crate) fn step(
        &mut self,
        ball: &Ball,
        (grips, place, possession): (bool, Option<Vec3>, f32),
        (intent, told, secs): (&Intent, Option<LooseBall>, f32),
    ) -> Turn {
        if let Some(told) = told {
            return self.step_told(told, place.filter(|_| grips), secs);
        }
        let is_due = |is: fn(KeyAction) -> bool| {
            intent.action.is_some_and(is) && intent.secs.is_none_or(|secs| secs < MEANT_SECS)
        };
        if self.own {
            self.dribbled |= !ball.is_held();
            self.ended |= self.dribbled && ball.is_in_both_hands();
            // What is let go by who dribbles comes back from the floor.
            let lets_go = ball.is_held() && !grips && intent.action != Some(KeyAction::Dribble);
            if !(lets_go && (is_due(KeyAction::gives) || possession < 0.5)) {
                return Turn::Own;
            }
            *self = Self {
                at_large: true,
                position: ball.position,
                velocity: thrown(ball, intent),
                ..Self::default()
            };
        }
        if self.at_large {
            let mut free = FreeBall { position: self.position, velocity: self.velocity };
            Court::default().step(&mut free, secs);
            (self.position, self.velocity) = (free.position, free.velocity);
            self.secs += secs;
            self.at_large = self.secs < FORGOTTEN_SECS;
        }
        let is_near =
            |place: Vec3| self.position.distance(place) < CATCHES && self.secs > JUST_THROWN_SECS;
        // Who is asked to take a ball is given another one, wherever the last one flies.
        let comes = !self.at_large || is_due(KeyAction::takes);
        let near = self.at_large && place.is_some_and(is_near);
        if grips && place.is_some() && (comes || near) {
            self.was_near = near;
            (self.own, self.at_large) = (true, false);
            (self.dribbled, self.ended) = (false, false);
            return Turn::Caught;
        }
        if self.at_large { Turn::Flies } else { Turn::Away }
    }

    /// Where a ball was that has just been caught; one that nobody saw coming was nowhere else.
    pub(crate) fn came_from(&self) -> Option<Vec3> {
        self.was_near.then_some(self.position)
    }

    /// A tick of a game in which somebody else knows where the ball is: it is had when the hands close on it.
    fn step_told(&mut self, told: LooseBall, hands: Option<Vec3>, secs: f32) -> Turn {
        let since = if self.own { 0.0 } else { self.secs + secs };
        let LooseBall { position, velocity } = told;
        let was_near = true;
        *self =
            Self { at_large: true, position, velocity, secs: since, was_near, ..Self::default() };
        // What still comes nearer is waited for.
        let is_near = |hands: Vec3| {
            let (now, next) =
                (hands.distance(position), hands.distance(position + velocity * secs));
            now < CATCHES && (next >= now || now < AT_HAND) && since > JUST_THROWN_SECS
        };
        if hands.is_some_and(is_near) {
            (self.own, self.at_large) = (true, false);
            return Turn::Caught;
        }
        Turn::Flies
    }

    pub(crate) fn carry(&mut self, moved: sidestep_motion::GroundTransform) {
        self.position = moved.transform_point(self.position);
        self.velocity = moved.transform_vector(self.velocity);
    }
}

/// How a ball leaves the hand.
fn thrown(ball: &Ball, intent: &Intent) -> Vec3 {
    let Some((heading, speed)) = intent.travel.filter(|(_, speed)| *speed > 0.5) else {
        return ball.velocity();
    };
    let flat = Vec2::new(sin(heading), cos(heading));
    let rise = match intent.action {
        // Up to a hoop about a second away; a pass arrives at the height of the chest.
        Some(KeyAction::Shoot) => ((3.05 - ball.position.y) + 4.905).max(4.0),
        _ => {
            let secs = (PASS_METRES / speed).max(aim::SHORTEST_PASS_SECS);
            (1.3 - ball.position.y) / secs + 4.905 * secs
        }
    };
    Vec3::new(flat.x * speed, rise, flat.y * speed)
}

/// Says in a row that there is no ball.
pub(crate) fn without(channels: &BallChannels, row: &mut [f32]) {
    for channel in channels.touches() {
        row[channel] = row[channel].min(0.5);
    }
    row[channels.possession()] = 0.0;
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A ball thrown a second ago and 5 m away, hands that close on nothing.
    #[test]
    fn who_is_asked_to_take_a_ball_gets_another_one() {
        let flying = GameBall {
            at_large: true,
            position: Vec3::new(0.0, 1.0, 5.0),
            velocity: Vec3::ZERO,
            secs: 1.0,
            ..GameBall::default()
        };
        let step = |action: Option<KeyAction>, secs: f32| {
            let intent = Intent { action, secs: Some(secs), ..Intent::default() };
            let hands = (true, Some(Vec3::Y), 0.0);
            let mut ball = flying;
            ball.step(&Ball::default(), hands, (&intent, None, 1.0 / 30.0))
        };
        assert_eq!(step(None, 0.0), Turn::Flies);
        assert_eq!(step(Some(KeyAction::Pass), 0.0), Turn::Flies);
        assert_eq!(step(Some(KeyAction::Catch), 2.0), Turn::Flies, "its moment is far off");
        assert_eq!(step(Some(KeyAction::Catch), 0.1), Turn::Caught);
    }

    /// Told where the ball is, a player has it when his hands close on it there, and not elsewhere.
    #[test]
    fn who_is_told_of_a_ball_takes_no_other() {
        let told = |position: Vec3| Some(LooseBall { position, velocity: Vec3::ZERO });
        let intent =
            Intent { action: Some(KeyAction::Receive), secs: Some(0.0), ..Intent::default() };
        let hands = (true, Some(Vec3::Y), 1.0);
        let mut ball = GameBall { own: true, ..GameBall::default() };
        let step = |ball: &mut GameBall, position: Vec3| {
            ball.step(&Ball::default(), hands, (&intent, told(position), 0.1))
        };
        assert_eq!(step(&mut ball, Vec3::Y), Turn::Flies, "it was just taken from him");
        for _ in 0..4 {
            assert_eq!(step(&mut ball, Vec3::Y * 3.0), Turn::Flies);
        }
        assert_eq!(step(&mut ball, Vec3::Y * 1.2), Turn::Caught);
        assert!(ball.own);
    }
}
