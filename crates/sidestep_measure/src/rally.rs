//! How a tennis player meets balls: whether the racket is there when the ball is.
//!
//! Balls come as the data has them: where the racket met one, seen from where the player stood so long before. A player
//! who runs to the left then is asked for those that somebody met who ran so too: to be 2 m farther to the right in
//! 0.8 s is beyond anybody. No racket was recorded; its middle lies straight on from the forearm
//! (`sidestep_court::racket_centre`).

use crate::{
    run::{FRAMES_PER_SEC, RATE_HZ},
    settings::Settings,
    statistics::{fraction, percentile},
    subject::{Subject, draw},
};
use glam::{Vec2, Vec3};
use serde::Serialize;
use sidestep_control::{Action, Goal, GroundPoint, Pace, Toward, Travel};
use sidestep_court::{KeyAction, label, racket_centre};
use sidestep_motion::{
    ClipInfo, FrameId, GroundTransform, MotionLibrary, Side, chance::Chance,
    kinematics::JointTransforms,
};

/// How far ahead a ball is seen, in frames.
const AHEAD: (usize, usize) = (24, 48);

/// Met is nearer than this, in metres, within so many frames: 0.1 s.
const MET: f32 = 0.15;
const IN_TIME: usize = 3;

/// Frames after a ball until the next is seen.
const AFTER: usize = 18;

/// Velocities are taken over so many frames.
const VELOCITY_FRAMES: u32 = 4;

/// Who goes within this of how the player goes that a ball comes to has shown that it can be met, in metres a second.
const ALIKE: f32 = 0.5;

/// Where fewer than so many do, those that do most are taken.
const FEWEST: usize = 12;

/// Balls of one player.
const BALLS: usize = 25;

/// What `measure rally` reports.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Rally {
    /// Balls that came.
    pub n: usize,
    /// Share of them met within 15 cm of the racket's middle and 0.1 s.
    pub met_fraction: f32,
    /// The same for balls drawn after the fact.
    pub met_by_chance: f32,
    /// Median distance of the racket's middle from the ball when it is there.
    pub racket_error_cm: f32,
    /// Median distance in time of the racket's nearest moment within half a second.
    pub time_error_secs: f32,
    /// Balls that two players met in a row, in the median.
    pub rally_length_p50: f32,
}

/// A ball: where it is met, seen from the player as he stood so many frames before.
#[derive(Clone, Copy)]
struct Ball {
    seen: Vec3,
    ahead: usize,
    /// Where the player himself was when he met it.
    place: GroundTransform,
    /// How he went when he saw it, seen by himself, in metres a second.
    velocity: Vec2,
}

/// Lets players meet balls one after the other; `None` where the library has no stroke.
pub fn rally(subject: &Subject<'_>, settings: &Settings) -> Option<Rally> {
    let balls = balls(subject.library);
    if balls.is_empty() {
        return None;
    }
    let players = settings.n.div_ceil(BALLS).max(2);
    let mut all: Vec<Vec<Came>> = Vec::new();
    for index in 0..players {
        all.push(play(subject, &balls, Chance::new(settings.seed ^ 0x7e11, index as u64)));
    }
    let came: Vec<&Came> = all.iter().flatten().collect();
    let met = came.iter().filter(|came| came.is_met()).count();
    let by_chance: usize = came.iter().map(|came| came.chance).sum();
    let secs = |came: &&Came| came.nearest.1.unsigned_abs() as f32 / RATE_HZ;
    Some(Rally {
        n: came.len(),
        met_fraction: fraction(met, came.len()),
        met_by_chance: fraction(by_chance, came.len()),
        racket_error_cm: 100.0 * percentile(came.iter().map(|came| came.at_due).collect(), 0.5),
        time_error_secs: percentile(came.iter().map(secs).collect(), 0.5),
        rally_length_p50: percentile(rallies(&all), 0.5),
    })
}

/// What came of a ball.
struct Came {
    /// Distance when it was there, and the least within 0.1 s.
    at_due: f32,
    least: f32,
    /// The least distance within half a second, and so many frames after it was due.
    nearest: (f32, i32),
    /// Whether a ball drawn after the fact would have been met.
    chance: usize,
}

impl Came {
    fn is_met(&self) -> bool {
        self.least < MET
    }
}

/// All balls of a library.
fn balls(library: &MotionLibrary) -> Vec<Ball> {
    let mut found = Vec::new();
    for clip in library.clips() {
        for labelled in &clip.labels {
            let is_stroke =
                label(&labelled.name).is_some_and(|l| l.action == Some(KeyAction::Stroke));
            if let Some(moment) = labelled.moment.filter(|_| is_stroke) {
                found.extend(
                    (AHEAD.0..=AHEAD.1).step_by(6).filter_map(|a| ball(library, clip, moment, a)),
                );
            }
        }
    }
    found
}

fn ball(library: &MotionLibrary, clip: &ClipInfo, moment: u32, ahead: usize) -> Option<Ball> {
    let then = moment.checked_sub(u32::try_from(ahead).ok()?)?;
    let (then, at) = (FrameId(clip.frames.start + then), FrameId(clip.frames.start + moment));
    let mut joints = JointTransforms::new(library.skeleton().len());
    joints.compute(library.skeleton(), library.pose(at));
    let racket = racket_centre(library.skeleton(), &joints.positions, Side::Right)?;
    let from = library.ground(then);
    let place = from.delta_to(library.ground(at));
    let before = FrameId(then.0.saturating_sub(VELOCITY_FRAMES).max(clip.frames.start));
    let velocity = velocity(library.ground(before), from, then.0 - before.0);
    Some(Ball { seen: from.inverse().transform_point(racket), ahead, place, velocity })
}

/// How somebody goes who was `before` so many frames ago, as he sees it, in metres a second.
fn velocity(before: GroundTransform, now: GroundTransform, frames: u32) -> Vec2 {
    let came = now.delta_to(before);
    let secs = frames.max(1) as f32 / RATE_HZ;
    Vec2::new(-came.x, -came.z) / secs
}

/// A ball that somebody met who went as the player does.
fn feasible(balls: &[Ball], velocity: Vec2, chance: &mut Chance) -> Ball {
    let mut nearest: Vec<(f32, usize)> =
        (0..balls.len()).map(|index| (balls[index].velocity.distance(velocity), index)).collect();
    nearest.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
    let alike = nearest.partition_point(|(off, _)| *off < ALIKE).max(FEWEST).min(nearest.len());
    balls[nearest[chance.below(alike)].1]
}

fn play(subject: &Subject<'_>, balls: &[Ball], mut chance: Chance) -> Vec<Came> {
    let frames: Vec<FrameId> = subject.frames().collect();
    let mut character = subject.spawn_at(draw(&frames, &mut chance));
    let home = character.ground();
    let mut joints = JointTransforms::new(character.skeleton().len());
    let mut came = Vec::with_capacity(BALLS);
    let mut before = home;
    for _ in 0..BALLS {
        let ground = character.ground();
        let ball = feasible(balls, velocity(before, ground, VELOCITY_FRAMES), &mut chance);
        let place = ground.transform_point(ball.seen);
        let stand = ground * ball.place;
        let other = feasible(balls, velocity(before, ground, VELOCITY_FRAMES), &mut chance);
        let other = ground.transform_point(other.seen);
        let mut ways = Vec::with_capacity(ball.ahead + AFTER);
        for frame in 0..ball.ahead + AFTER {
            let mut goal = Goal::from(Travel::Free);
            if frame <= ball.ahead {
                let secs = (ball.ahead - frame) as f32 / RATE_HZ;
                let target = GroundPoint::new(stand.x, stand.z);
                goal.travel = Travel::Reach { target, facing: None, pace: Pace::ANY };
                let action = Action::new("stroke").in_secs(secs).toward(Toward::Point(place));
                goal.action = Some(action);
            } else {
                let target = GroundPoint::new(home.x, home.z);
                goal.travel = Travel::Reach { target, facing: None, pace: Pace::ANY };
                goal.action = Some(Action::new("return"));
            }
            character.advance(&goal, 1.0 / FRAMES_PER_SEC as f32);
            joints.compute(character.skeleton(), character.pose().as_ref());
            let racket = racket_centre(character.skeleton(), &joints.positions, Side::Right);
            let racket = racket.unwrap_or_default();
            ways.push((racket.distance(place), racket.distance(other)));
            if frame + 1 + VELOCITY_FRAMES as usize == ball.ahead + AFTER {
                before = character.ground();
            }
        }
        came.push(judged(&ways, ball.ahead));
    }
    came
}

fn judged(ways: &[(f32, f32)], due: usize) -> Came {
    let last = ways.len() - 1;
    let around = |frames: usize| due.saturating_sub(frames)..=(due + frames).min(last);
    let least = around(IN_TIME).map(|frame| ways[frame].0).fold(f32::INFINITY, f32::min);
    let other = around(IN_TIME).map(|frame| ways[frame].1).fold(f32::INFINITY, f32::min);
    let nearest = around(FRAMES_PER_SEC / 2).min_by(|a, b| ways[*a].0.total_cmp(&ways[*b].0));
    let nearest = nearest.unwrap_or(due);
    let late = i32::try_from(nearest).unwrap_or(0) - i32::try_from(due).unwrap_or(0);
    Came {
        at_due: ways[due.min(last)].0,
        least,
        nearest: (ways[nearest].0, late),
        chance: usize::from(other < MET),
    }
}

/// How many balls pairs of players met in a row, taking turns.
fn rallies(all: &[Vec<Came>]) -> Vec<f32> {
    let mut lengths = Vec::new();
    for pair in all.chunks_exact(2) {
        let mut length = 0.0;
        for (one, other) in pair[0].iter().zip(&pair[1]) {
            for came in [one, other] {
                if came.is_met() {
                    length += 1.0;
                } else {
                    lengths.push(length);
                    length = 0.0;
                }
            }
        }
        lengths.push(length);
    }
    lengths
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The racket comes to 10 cm two frames after the ball and is 40 cm away when it is there.
    #[test]
    fn a_ball_is_met_within_a_tenth_of_a_second() {
        let mut ways = vec![(1.0, 1.0); 60];
        (ways[30].0, ways[32].0) = (0.4, 0.1);
        let came = judged(&ways, 30);
        assert!(came.is_met() && came.nearest.1 == 2 && came.chance == 0);
        assert!((came.at_due - 0.4).abs() < 1e-6);
        (ways[32].0, ways[35].0) = (1.0, 0.1);
        assert!(!judged(&ways, 30).is_met(), "five frames are too late");
    }

    /// Going 1 m/s to the left, one is asked for what was met by those who did, where there are enough of them.
    #[test]
    fn balls_come_to_those_who_can_meet_them() {
        let ball = |left: f32| Ball {
            seen: Vec3::X * left,
            ahead: 24,
            place: GroundTransform::IDENTITY,
            velocity: Vec2::new(left, 0.0),
        };
        let balls: Vec<Ball> = (0_i16..200).map(|i| ball(f32::from(i - 100) * 0.03)).collect();
        let mut chance = Chance::new(1, 0);
        for _ in 0..100 {
            let drawn = feasible(&balls, Vec2::new(1.0, 0.0), &mut chance);
            assert!((drawn.velocity.x - 1.0).abs() < ALIKE);
        }
        // 0.2 m to the left and turned by a right angle to the left: it was behind, so one came ahead.
        let now = GroundTransform::new(0.2, 0.0, std::f32::consts::FRAC_PI_2);
        let came = velocity(GroundTransform::IDENTITY, now, 6);
        assert!(came.distance(Vec2::new(0.0, 1.0)) < 1e-5, "{came}");
    }

    #[test]
    fn rallies_end_with_a_miss() {
        let came = |met: bool| judged(&[(if met { 0.1 } else { 1.0 }, 1.0); 10], 5);
        let players = [vec![came(true), came(true)], vec![came(true), came(false)]];
        assert_eq!(rallies(&players), [3.0, 0.0]);
    }
}
