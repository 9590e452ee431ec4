//! Whether a character gets through a maze, and around what stands in its way.
//!
//! Both are led as a game would lead them, by goals alone: a direction until the target is near, then
//! the target. Nothing stops a body that walks into a wall; what it does there is what is measured.

use crate::{
    run::{FRAMES_PER_SEC, RATE_HZ},
    settings::Settings,
    source::Source,
    statistics::{fraction, mean},
    subject::Subject,
};
use glam::Vec2;
use serde::Serialize;
use sidestep_control::{Animate, Goal, GroundPoint, Pace, Path, Start, Travel};
use sidestep_motion::{GroundTransform, chance::Chance, math::atan2};
use sidestep_navigate::{Cylinder, Maze, MazeConfig, SteerConfig, SteerToAvoid, maze_drawing};
use std::f32::consts::PI;

/// Rooms on each side of a maze.
const ROOMS: usize = 4;

/// Side of a room and of what is between rooms, in metres.
const ROOM_METRES: f32 = 2.0;

/// Metres that paths through a maze keep from its walls.
const CLEARANCE: f32 = 0.45;

/// How far ahead on its path a body aims, in metres.
const AIM_METRES: f32 = 1.6;

/// Nearer than this, in metres, the target itself is the goal.
const NEAR_METRES: f32 = 1.2;

/// A target is reached when the root is this near, in metres.
const ARRIVED_METRES: f32 = 0.5;

/// Time to get there: so many times what the usual speed takes, and some seconds.
const PATIENCE: f32 = 3.0;
const PATIENCE_SECS: f32 = 10.0;

/// Cylinders between a body and its target, and their radii in metres.
const CYLINDERS: usize = 6;
const RADII: (f32, f32) = (0.3, 0.6);

/// The ground they stand on, between the body at the origin and its target: x to both sides, and z.
const STRIP_METRES: (f32, f32) = (2.5, 9.0);

/// Room between two cylinders, and around body and target, in metres.
const GAP_METRES: f32 = 1.2;

/// What `measure maze` and `measure steer-to-avoid` report.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Avoid {
    /// Targets.
    pub n: usize,
    /// Share of the targets that is reached in time.
    pub arrived_fraction: f32,
    /// Share of all frames in which the root is inside a wall or a cylinder.
    pub inside_wall_fraction: f32,
    /// Mean time to the target, of those reached.
    pub time_avg_secs: f32,
    /// Share of the trials in which the root is never inside.
    pub clear_fraction: f32,
    /// Mean time at the library's median speed over the path planned, or the straight way, of those
    /// reached: what the mean time could be.
    pub straight_avg_secs: f32,
    /// Share of the trials in which every number was finite.
    pub finite_fraction: f32,
}

/// What became of one character.
struct Trial {
    arrived_secs: Option<f32>,
    frames: usize,
    inside: usize,
    straight_secs: f32,
    is_finite: bool,
}

/// A character on its way to a target.
struct Journey<'a> {
    target: Vec2,
    /// Metres to go, around everything.
    metres: f32,
    speed: f32,
    /// Where to aim for from a place.
    aim: &'a mut dyn FnMut(Vec2) -> Vec2,
    /// Whether a place is inside something.
    is_inside: &'a dyn Fn(Vec2) -> bool,
}

/// Sends characters from one room of a maze to another, along the path that is found for them.
pub fn maze(subject: &Subject<'_>, source: &Source, settings: &Settings) -> Avoid {
    let trials = (0..settings.n).filter_map(|index| {
        let mut chance = Chance::new(settings.seed, index as u64);
        let drawing = maze_drawing(ROOMS, settings.seed.wrapping_mul(1_000_003) + index as u64);
        let config = MazeConfig { clearance: CLEARANCE, ..MazeConfig::default() };
        let maze = Maze::from_text(&drawing, ROOM_METRES, config).ok()?;
        let (from, to) = two_rooms(&mut chance);
        let path = maze.path(point(from), point(to)).ok()?;
        let mut character = spawn(subject, from, &mut chance);
        let journey = Journey {
            target: to,
            metres: path.length(),
            speed: source.median_speed,
            aim: &mut |here| aim_along(&maze, &path, here),
            is_inside: &|place| is_solid(&drawing, place),
        };
        Some(journey.run(&mut *character))
    });
    Avoid::of(&trials.collect::<Vec<_>>())
}

/// Sends characters to a target behind cylinders, by the steering of section 6.2 of the mobility-map
/// thesis.
pub fn steer_to_avoid(subject: &Subject<'_>, source: &Source, settings: &Settings) -> Avoid {
    let trials = (0..settings.n).map(|index| {
        let mut chance = Chance::new(settings.seed, index as u64);
        let target = Vec2::new(0.0, STRIP_METRES.1);
        let cylinders = cylinders(&[Vec2::ZERO, target], &mut chance);
        let mut character = spawn(subject, Vec2::ZERO, &mut chance);
        let (mut steering, speed) = (SteerToAvoid::default(), source.median_speed);
        let config = SteerConfig::default();
        let journey = Journey {
            target,
            metres: target.length(),
            speed,
            aim: &mut |here| steering.steer(here, speed, target, &cylinders, &config),
            is_inside: &|place| cylinders.iter().any(|c| c.centre.distance(place) < c.radius),
        };
        journey.run(&mut *character)
    });
    Avoid::of(&trials.collect::<Vec<_>>())
}

impl Journey<'_> {
    /// Goes until it arrives or the time is over.
    fn run(self, character: &mut dyn Animate) -> Trial {
        let straight_secs = self.metres / self.speed.max(0.1);
        let limit = ((PATIENCE * straight_secs + PATIENCE_SECS) * RATE_HZ) as usize;
        let mut trial =
            Trial { arrived_secs: None, frames: 0, inside: 0, straight_secs, is_finite: true };
        while trial.frames < limit && trial.arrived_secs.is_none() {
            let here = place(character);
            let goal = if here.distance(self.target) < NEAR_METRES {
                let target = point(self.target);
                Goal::from(Travel::Reach { target, facing: None, pace: Pace::ANY })
            } else {
                let to = (self.aim)(here) - here;
                Goal::walk(atan2(to.x, to.y), self.speed)
            };
            character.advance(&goal, 1.0 / RATE_HZ);
            let here = place(character);
            trial.frames += 1;
            trial.inside += usize::from((self.is_inside)(here));
            trial.is_finite &= character.pose().is_finite();
            if here.distance(self.target) <= ARRIVED_METRES {
                trial.arrived_secs = Some(fraction(trial.frames, FRAMES_PER_SEC));
            }
        }
        trial
    }
}

impl Avoid {
    fn of(trials: &[Trial]) -> Self {
        let arrived = || trials.iter().filter(|trial| trial.arrived_secs.is_some());
        let times: Vec<f32> = arrived().filter_map(|trial| trial.arrived_secs).collect();
        let straight: Vec<f32> = arrived().map(|trial| trial.straight_secs).collect();
        let sum = |of: fn(&Trial) -> usize| trials.iter().map(of).sum();
        let share =
            |of: fn(&&Trial) -> bool| fraction(trials.iter().filter(of).count(), trials.len());
        Self {
            n: trials.len(),
            arrived_fraction: fraction(times.len(), trials.len()),
            inside_wall_fraction: fraction(sum(|t| t.inside), sum(|t| t.frames)),
            time_avg_secs: mean(&times),
            clear_fraction: share(|trial| trial.inside == 0),
            straight_avg_secs: mean(&straight),
            finite_fraction: share(|trial| trial.is_finite),
        }
    }
}

/// A character at rest, facing anywhere.
fn spawn(subject: &Subject<'_>, at: Vec2, chance: &mut Chance) -> Box<dyn Animate> {
    let heading = chance.between(-PI, PI);
    (subject.spawn)(Start::Rest(GroundTransform::new(at.x, at.y, heading)))
}

/// Where the root of the output is.
fn place(character: &dyn Animate) -> Vec2 {
    let root = character.pose().root_position;
    Vec2::new(root.x, root.z)
}

fn point(place: Vec2) -> GroundPoint {
    GroundPoint::new(place.x, place.y)
}

fn aim_along(maze: &Maze, path: &Path, here: Vec2) -> Vec2 {
    let aim = maze.aim(path, point(here), AIM_METRES);
    Vec2::new(aim.x, aim.z)
}

/// The middles of two different rooms.
fn two_rooms(chance: &mut Chance) -> (Vec2, Vec2) {
    let rooms = ROOMS * ROOMS;
    let first = chance.below(rooms);
    let second = (first + 1 + chance.below(rooms - 1)) % rooms;
    let middle = |room: usize| {
        let (x, z) = ((room % ROOMS) as f32, (room / ROOMS) as f32);
        Vec2::new(2.0 * x + 1.5, 2.0 * z + 1.5) * ROOM_METRES
    };
    (middle(first), middle(second))
}

/// Whether a place is inside what is drawn solid.
fn is_solid(drawing: &str, place: Vec2) -> bool {
    let cell = (place / ROOM_METRES).floor();
    if cell.min_element() < 0.0 {
        return false;
    }
    let line = drawing.lines().nth(cell.y as usize);
    line.and_then(|line| line.as_bytes().get(cell.x as usize)) == Some(&b'#')
}

/// Cylinders drawn by chance that leave room between each other and around some places.
fn cylinders(free: &[Vec2], chance: &mut Chance) -> Vec<Cylinder> {
    const TRIES: usize = 200;
    let mut found: Vec<Cylinder> = Vec::with_capacity(CYLINDERS);
    for _ in 0..TRIES {
        let (side, length) = STRIP_METRES;
        let centre = Vec2::new(chance.between(-side, side), chance.between(0.0, length));
        let radius = chance.between(RADII.0, RADII.1);
        let apart = |other: Vec2, of: f32| centre.distance(other) > radius + of + GAP_METRES;
        let has_room = free.iter().all(|place| apart(*place, 0.0))
            && found.iter().all(|other| apart(other.centre, other.radius));
        if has_room && found.len() < CYLINDERS {
            found.push(Cylinder { centre, radius, velocity: Vec2::ZERO });
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn solid_is_what_is_drawn_so() {
        let drawing = "###\n#.#\n###";
        assert!(!is_solid(drawing, Vec2::new(3.0, 3.9)) && is_solid(drawing, Vec2::new(3.0, 4.1)));
        assert!(is_solid(drawing, Vec2::new(1.9, 3.0)) && !is_solid(drawing, Vec2::new(-0.1, 3.0)));
        assert!(!is_solid(drawing, Vec2::new(7.0, 3.0)) && !is_solid(drawing, Vec2::new(3.0, 7.0)));
    }

    #[test]
    fn rooms_and_cylinders_leave_room() {
        let mut chance = Chance::new(4, 0);
        for _ in 0..200 {
            let (from, to) = two_rooms(&mut chance);
            assert!(from.distance(to) >= 2.0 * ROOM_METRES);
            let target = Vec2::new(0.0, 9.0);
            let all = cylinders(&[Vec2::ZERO, target], &mut chance);
            assert!((3..=CYLINDERS).contains(&all.len()), "{}", all.len());
            for (index, one) in all.iter().enumerate() {
                let room =
                    |place: Vec2, radius: f32| one.centre.distance(place) - one.radius - radius;
                assert!(room(target, 0.0) > GAP_METRES && room(Vec2::ZERO, 0.0) > GAP_METRES);
                let others = &all[..index];
                assert!(others.iter().all(|c| room(c.centre, c.radius) > GAP_METRES));
            }
        }
    }
}
