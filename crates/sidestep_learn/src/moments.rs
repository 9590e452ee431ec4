//! Actions and their moments, as the labels of episodes tell of them.

use glam::{Vec2, Vec3};
use sidestep_court::{KeyAction, label, racket_centre};
use sidestep_motion::{ClipInfo, FrameId, JointMotion, MotionLibrary, Side, math::atan2};

/// A moment at which an action has its effect.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Moment {
    /// The frame.
    pub frame: u32,
    /// What is done.
    pub action: KeyAction,
    /// Direction in the world of a ball that is thrown.
    pub throw: Option<f32>,
    /// Where a ball is met that is struck or taken (x, z).
    pub place: Option<Vec2>,
    /// How high the ball is.
    pub height: f32,
}

/// A clip whose labels are read.
pub(crate) struct GameOf<'a> {
    pub(crate) library: &'a MotionLibrary,
    pub(crate) info: &'a ClipInfo,
    pub(crate) motion: &'a JointMotion,
}

impl GameOf<'_> {
    /// The action of each frame.
    pub(crate) fn actions(&self) -> Vec<u8> {
        let number = |action: KeyAction| u8::try_from(action.index()).unwrap_or(0);
        let mut actions = vec![number(KeyAction::Walk); self.info.frames.len()];
        for labelled in &self.info.labels {
            let Some(action) = label(&labelled.name).and_then(|row| row.action) else { continue };
            let (from, to) = (labelled.frames.start as usize, labelled.frames.end as usize);
            // What goes on around something done is that.
            for place in &mut actions[from..to] {
                if action != KeyAction::Walk {
                    *place = number(action);
                }
            }
        }
        actions
    }

    /// The moments, in order.
    pub(crate) fn moments(&self) -> Vec<Moment> {
        let mut moments: Vec<Moment> = Vec::new();
        for labelled in &self.info.labels {
            let action = label(&labelled.name).and_then(|row| row.action);
            let (Some(action), Some(frame)) = (action, labelled.moment) else { continue };
            if !action.has_moment() || frame as usize >= self.info.frames.len() {
                continue;
            }
            let racket = (action == KeyAction::Stroke).then(|| {
                racket_centre(
                    self.library.skeleton(),
                    self.motion.frame(frame as usize),
                    Side::Right,
                )
            });
            let ball = self.ball(frame);
            let met = racket.flatten().or(ball.filter(|_| action.takes()));
            moments.push(Moment {
                frame,
                action,
                throw: action.gives().then(|| self.throw(frame)).flatten(),
                place: met.map(|place| Vec2::new(place.x, place.z)),
                height: met.or(ball).map_or(0.0, |ball| ball.y),
            });
        }
        moments.sort_by_key(|moment| moment.frame);
        moments
    }

    fn ball(&self, frame: u32) -> Option<Vec3> {
        let frame = FrameId(self.info.frames.start + frame);
        self.library.objects(frame).next().map(|(_, ball)| ball.position)
    }

    /// How the ball leaves the hand.
    fn throw(&self, frame: u32) -> Option<f32> {
        let last = u32::try_from(self.info.frames.len()).unwrap_or(u32::MAX);
        let later = (frame + 3).min(last.saturating_sub(1));
        let way = self.ball(later)? - self.ball(frame)?;
        (later > frame).then(|| atan2(way.x, way.z))
    }
}

/// The frames in which the ball is not the player's: after it was thrown, and before it came.
pub(crate) fn away(moments: &[Moment], frames: usize) -> Vec<bool> {
    let mut away = vec![false; frames];
    let mut since = None;
    for moment in moments {
        let frame = moment.frame as usize;
        if moment.action.gives() {
            since = Some(frame + 1);
        } else if moment.action.takes() {
            away[since.take().unwrap_or(0).min(frame)..frame].fill(true);
            since = None;
        }
    }
    if let Some(since) = since {
        away[since.min(frames)..].fill(true);
    }
    away
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(frame: u32, action: KeyAction) -> Moment {
        Moment { frame, action, throw: None, place: None, height: 0.0 }
    }

    /// Taken at 2, thrown at 4, taken at 7: away before 2, from 5 to 6, and no more.
    #[test]
    fn a_ball_is_away_between_throw_and_catch() {
        let moments = [at(2, KeyAction::Receive), at(4, KeyAction::Pass), at(7, KeyAction::Catch)];
        let is_away: Vec<usize> =
            away(&moments, 10).iter().enumerate().filter(|(_, a)| **a).map(|(i, _)| i).collect();
        assert_eq!(is_away, [0, 1, 5, 6]);
        assert_eq!(away(&moments[1..2], 7), [false, false, false, false, false, true, true]);
        assert_eq!(away(&[], 2), [false; 2]);
    }
}
