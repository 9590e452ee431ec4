//! Whether a character keeps clear of an obstacle that appears on its way, standing or moving, what
//! that costs it in progress, and whether it finds back to its line.
//!
//! The obstacle is a disc that the goal names; nothing else leads the character around it. What must
//! stay outside is every joint.

use crate::{
    run::{FRAMES_PER_SEC, RATE_HZ},
    settings::Settings,
    source::Source,
    statistics::{fraction, mean},
    subject::{Subject, draw},
};
use glam::Vec2;
use serde::Serialize;
use sidestep_control::{Disc, Goal, GroundPoint, Obstacles, Pace, Travel};
use sidestep_motion::{
    FrameId, GroundTransform,
    chance::Chance,
    kinematics::JointTransforms,
    math::{cos, sin},
};
use std::f32::consts::PI;

/// Radius of the obstacle, in metres.
const RADIUS: f32 = 0.35;

/// How long the character goes on before the obstacle appears.
const BEFORE_FRAMES: usize = 2 * FRAMES_PER_SEC;

/// How far ahead the obstacle is, or is met, in metres.
const AHEAD: (f32, f32) = (2.5, 4.0);

/// How far beside the line a fixed obstacle may stand, in metres.
const BESIDE: f32 = 0.4;

/// The fastest obstacle, in metres a second.
const FASTEST: f32 = 1.4;

/// Moving obstacles appear no nearer than this, in metres.
const NEAREST: f32 = 1.5;

/// How long a moving obstacle is watched.
const MOVING_FRAMES: usize = 6 * FRAMES_PER_SEC;

/// The longest way around a fixed one.
const FIXED_FRAMES: usize = 20 * FRAMES_PER_SEC;

/// Within so far behind a fixed obstacle, in metres, the line is found again,
const BACK_WITHIN: f32 = 4.0;

/// to this many metres, over the last of this many.
const BACK_TO: f32 = 0.2;

/// See [`BACK_TO`].
const BACK_OVER: f32 = 0.5;

/// What kind of obstacle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ObstacleKind {
    /// It stands on or near the line that the character follows.
    Fixed,
    /// It moves so that it would meet a character that goes straight on in its direction.
    Moving,
}

/// What `measure avoid` reports.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ObstacleCourse {
    /// Scenes.
    pub n: usize,
    /// Share in which no joint entered the disc.
    pub clear_fraction: f32,
    /// Mean progress along the line over that of the same character with nothing in its way, in the
    /// same time.
    pub progress_ratio: f32,
    /// Share that is back on the line within 4 m; fixed obstacles alone.
    pub back_on_line_fraction: Option<f32>,
    /// Mean distance from the line from 3.5 to 4 m behind the obstacle; fixed obstacles alone.
    pub path_error_m: Option<f32>,
    /// Share in which the character with nothing in its way would have touched the obstacle.
    pub blocked_fraction: f32,
    /// Share of the scenes in which every number was finite.
    pub finite_fraction: f32,
}

/// A way and what is on it.
struct Scene {
    start: FrameId,
    speed: f32,
    /// Where the obstacle is at first, seen along the way from where it appears, and how it moves.
    obstacle: (Vec2, Vec2),
    kind: ObstacleKind,
}

/// What became of one character.
struct Trial {
    is_clear: bool,
    /// Place along the way, frame by frame.
    along: Vec<f32>,
    /// Mean distance from the line behind the obstacle.
    off: f32,
    is_finite: bool,
}

/// Puts obstacles in the way of characters.
pub fn obstacle_course(
    subject: &Subject<'_>,
    source: &Source,
    kind: ObstacleKind,
    settings: &Settings,
) -> ObstacleCourse {
    let moving = subject.frames_faster_than(0.5 * source.median_speed);
    let pairs: Vec<(Trial, Trial)> = (0..settings.n)
        .map(|index| {
            let mut chance = Chance::new(settings.seed, index as u64);
            let start = draw(&moving, &mut chance);
            let scene = Scene::draw(start, source.median_speed, kind, &mut chance);
            (scene.run(subject, true), scene.run(subject, false))
        })
        .collect();
    let share = |of: &dyn Fn(&(Trial, Trial)) -> bool| {
        fraction(pairs.iter().filter(|pair| of(pair)).count(), pairs.len())
    };
    let progress: Vec<f32> = pairs.iter().map(|(trial, free)| progress(trial, free)).collect();
    let offs: Vec<f32> = pairs.iter().map(|(trial, _)| trial.off).collect();
    let is_fixed = kind == ObstacleKind::Fixed;
    let is_back = |(trial, _): &(Trial, Trial)| trial.off <= BACK_TO;
    ObstacleCourse {
        n: pairs.len(),
        clear_fraction: share(&|(trial, _)| trial.is_clear),
        progress_ratio: mean(&progress),
        back_on_line_fraction: is_fixed.then(|| share(&is_back)),
        path_error_m: is_fixed.then(|| mean(&offs)),
        blocked_fraction: share(&|(_, free)| !free.is_clear),
        finite_fraction: share(&|(trial, free)| trial.is_finite && free.is_finite),
    }
}

/// The way made over that of the free run, in the time that both had.
fn progress(trial: &Trial, free: &Trial) -> f32 {
    let frames = trial.along.len().min(free.along.len());
    let at = |trial: &Trial| frames.checked_sub(1).map_or(0.0, |last| trial.along[last]);
    at(trial) / at(free).max(0.1)
}

impl Scene {
    fn draw(start: FrameId, speed: f32, kind: ObstacleKind, chance: &mut Chance) -> Self {
        let ahead = chance.between(AHEAD.0, AHEAD.1);
        let beside = chance.between(-BESIDE, BESIDE);
        let obstacle = match kind {
            ObstacleKind::Fixed => (Vec2::new(beside, ahead), Vec2::ZERO),
            ObstacleKind::Moving => loop {
                let (fast, way) = (chance.between(0.0, FASTEST), chance.between(-PI, PI));
                let velocity = fast * Vec2::new(sin(way), cos(way));
                let place = Vec2::new(0.0, ahead) - velocity * (ahead / speed.max(0.1));
                if place.length() > NEAREST {
                    break (place, velocity);
                }
            },
        };
        Self { start, speed, obstacle, kind }
    }

    /// Lets a character go, with the obstacle or without.
    fn run(&self, subject: &Subject<'_>, with_obstacle: bool) -> Trial {
        let mut character = subject.spawn_at(self.start);
        let begin = character.ground();
        let travel = self.travel(begin);
        let mut goal = Goal::from(travel);
        for _ in 0..BEFORE_FRAMES {
            character.advance(&goal, 1.0 / RATE_HZ);
        }
        let way = self.way(begin, character.ground());
        let mut trial = Trial { is_clear: true, along: Vec::new(), off: 0.0, is_finite: true };
        let mut offs = Vec::new();
        let mut joints = JointTransforms::default();
        for frame in 0..self.frames() {
            let place = self.obstacle.0 + self.obstacle.1 * fraction(frame, FRAMES_PER_SEC);
            if with_obstacle {
                goal.obstacles = obstacles(way, place, self.obstacle.1);
            }
            character.advance(&goal, 1.0 / RATE_HZ);
            joints.compute(character.skeleton(), character.pose().as_ref());
            let seen = |joint: &glam::Vec3| {
                let own = way.inverse().transform_point(*joint);
                Vec2::new(own.x, own.z)
            };
            let place = place + self.obstacle.1 / RATE_HZ;
            trial.is_clear &= joints.positions.iter().all(|it| seen(it).distance(place) > RADIUS);
            trial.is_finite &= character.pose().is_finite();
            let root = seen(&character.pose().root_position);
            trial.along.push(root.y);
            let behind = root.y - self.obstacle.0.y;
            if (BACK_WITHIN - BACK_OVER..BACK_WITHIN).contains(&behind) {
                offs.push(root.x.abs());
            }
            if self.kind == ObstacleKind::Fixed && behind > BACK_WITHIN {
                break;
            }
        }
        trial.off = if offs.is_empty() { f32::INFINITY } else { mean(&offs) };
        trial
    }

    fn travel(&self, begin: GroundTransform) -> Travel {
        let (heading, pace) = (begin.heading, Pace::speed(self.speed));
        let through = GroundPoint::of(begin);
        match self.kind {
            ObstacleKind::Fixed => Travel::Line { through, heading, pace, facing: None },
            ObstacleKind::Moving => Travel::Move { heading, pace, facing: None },
        }
    }

    /// Where the obstacle is seen from: on the line, as far along it as the character.
    fn way(&self, begin: GroundTransform, now: GroundTransform) -> GroundTransform {
        match self.kind {
            ObstacleKind::Moving => GroundTransform { heading: begin.heading, ..now },
            ObstacleKind::Fixed => {
                let made = begin.inverse() * now;
                begin * GroundTransform::new(0.0, made.z, 0.0)
            }
        }
    }

    fn frames(&self) -> usize {
        match self.kind {
            ObstacleKind::Fixed => FIXED_FRAMES,
            ObstacleKind::Moving => MOVING_FRAMES,
        }
    }
}

/// The disc in the world.
fn obstacles(way: GroundTransform, place: Vec2, velocity: Vec2) -> Obstacles {
    let centre = way.transform_point(glam::Vec3::new(place.x, 0.0, place.y));
    let velocity = way.transform_vector(glam::Vec3::new(velocity.x, 0.0, velocity.y));
    let disc = Disc {
        centre: GroundPoint::new(centre.x, centre.z),
        radius: RADIUS,
        velocity: GroundPoint::new(velocity.x, velocity.z),
    };
    Obstacles::new(&[disc]).unwrap_or(Obstacles::NONE)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moving_obstacles_are_on_collision_course_and_not_there_at_once() {
        for index in 0..200 {
            let mut chance = Chance::new(7, index);
            let scene = Scene::draw(FrameId(0), 1.2, ObstacleKind::Moving, &mut chance);
            let (place, velocity) = scene.obstacle;
            assert!(place.length() > NEAREST && velocity.length() <= FASTEST + 1e-4);
            // Some time later it is where who goes straight on is, 2.5 to 4 m ahead.
            let nearest = (0..400).map(|step| {
                let secs = fraction(step, 100);
                (place + velocity * secs).distance(Vec2::new(0.0, 1.2 * secs))
            });
            assert!(nearest.fold(f32::INFINITY, f32::min) < 0.02);
        }
    }
}
