//! How closely a run keeps to what is asked of it from frame to frame: the way it looks and goes, its
//! speed, its line, the places it is sent to and the obstacles it is told of.
//!
//! `response` judges single changes; this judges everything that goes on between them, so that inputs
//! which never rest (a slalom, a ramp of speeds) have figures too.

use crate::{
    run::{FRAMES_PER_SEC, RATE_HZ},
    score::{ScoreError, at_measuring_rate, ranges},
    statistics::{fraction, mean},
    trace::{Take, Trace},
};
use glam::Vec2;
use serde::Serialize;
use sidestep_control::{Goal, Travel};
use sidestep_motion::{
    GroundTransform, JointMotion,
    facing::smoothed_headings,
    math::{atan2, wrap_angle},
};

/// Speeds and directions of travel are taken over so many frames to either side: 0.5 s in all.
const REACH: usize = FRAMES_PER_SEC / 4;

/// Slower than this a body goes nowhere in particular, in m/s.
const STILL: f32 = 0.3;

/// The distance from a line counts so long after it was given.
const LINE_FRAMES: usize = 2 * FRAMES_PER_SEC;

/// A place is reached to within this, in metres, as far targets of `measure track` are.
const REACHED: f32 = 0.3;

/// How closely one take keeps to what is asked. What its goals do not ask for is `None`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Followed {
    /// Mean angle of the heading against the way it is to look, in degrees.
    pub facing_error_deg: Option<f32>,
    /// Mean angle of its way over half a second against the way it is to go, while it goes.
    pub travel_error_deg: Option<f32>,
    /// Mean difference of its speed over half a second from the wanted one.
    pub speed_error_m_per_s: Option<f32>,
    /// Mean distance of the root from the line, from 2 s after it was given.
    pub line_error_m: Option<f32>,
    /// Share of the places it is sent to that the root comes within 0.3 m of before the next goal.
    pub reached_fraction: Option<f32>,
    /// Share of the obstacles that no joint ever enters.
    pub clear_fraction: Option<f32>,
}

impl Followed {
    /// The mean over the takes that ask for each thing.
    pub fn mean_of(takes: &[Self]) -> Self {
        let of = |figure: fn(&Self) -> Option<f32>| {
            let values: Vec<f32> = takes.iter().filter_map(figure).collect();
            (!values.is_empty()).then(|| mean(&values))
        };
        Self {
            facing_error_deg: of(|take| take.facing_error_deg),
            travel_error_deg: of(|take| take.travel_error_deg),
            speed_error_m_per_s: of(|take| take.speed_error_m_per_s),
            line_error_m: of(|take| take.line_error_m),
            reached_fraction: of(|take| take.reached_fraction),
            clear_fraction: of(|take| take.clear_fraction),
        }
    }
}

/// What every take of a run keeps to, in the order of the trace.
pub fn followed(run: &JointMotion, trace: &Trace) -> Result<Vec<Followed>, ScoreError> {
    let ranges = ranges(run, trace)?;
    let takes = trace.takes.iter().zip(ranges);
    Ok(takes.map(|(take, frames)| of_take(&at_measuring_rate(run, frames), take)).collect())
}

fn of_take(motion: &JointMotion, take: &Take) -> Followed {
    let mut sums = Sums::default();
    let headings = smoothed_headings(motion);
    for (index, (secs, goal)) in take.script.goals.iter().enumerate() {
        let until = take.script.goals.get(index + 1).map_or(take.script.end_secs, |next| next.0);
        let (from, until) = (frame_at(*secs, motion), frame_at(until, motion));
        for (frame, heading) in headings.iter().enumerate().take(until).skip(from) {
            sums.add_frame(motion, *heading, (frame, from), goal);
        }
        if let Travel::Reach { target, .. } = &goal.travel {
            let target = Vec2::new(target.x, target.z);
            let is_there = |frame: usize| place(motion, frame).distance(target) < REACHED;
            sums.reached.push(if (from..until).any(is_there) { 1.0 } else { 0.0 });
        }
    }
    sums.clear = clear(motion, take);
    sums.finish()
}

#[derive(Default)]
struct Sums {
    facing: Vec<f32>,
    travel: Vec<f32>,
    speed: Vec<f32>,
    line: Vec<f32>,
    reached: Vec<f32>,
    clear: Option<f32>,
}

impl Sums {
    fn add_frame(
        &mut self,
        motion: &JointMotion,
        heading: f32,
        (frame, since): (usize, usize),
        goal: &Goal,
    ) {
        let Some(asked) = Asked::of(goal) else { return };
        let way = way(motion, frame);
        if let Some(facing) = asked.facing {
            self.facing.push(wrap_angle(heading - facing).abs());
        }
        if let Some(wanted) = asked.heading.filter(|_| way.length() > STILL) {
            self.travel.push(wrap_angle(atan2(way.x, way.y) - wanted).abs());
        }
        if let Some(speed) = asked.speed {
            self.speed.push((way.length() - speed).abs());
        }
        if let Some((through, heading)) = asked.line.filter(|_| frame >= since + LINE_FRAMES) {
            let forward = GroundTransform::new(0.0, 0.0, heading).forward();
            let off = place(motion, frame) - through;
            self.line.push((off.x * forward.z - off.y * forward.x).abs());
        }
    }

    fn finish(self) -> Followed {
        let some = |values: &[f32]| (!values.is_empty()).then(|| mean(values));
        Followed {
            facing_error_deg: some(&self.facing).map(f32::to_degrees),
            travel_error_deg: some(&self.travel).map(f32::to_degrees),
            speed_error_m_per_s: some(&self.speed),
            line_error_m: some(&self.line),
            reached_fraction: some(&self.reached),
            clear_fraction: self.clear,
        }
    }
}

/// What a goal says about every frame.
struct Asked {
    facing: Option<f32>,
    heading: Option<f32>,
    speed: Option<f32>,
    line: Option<(Vec2, f32)>,
}

impl Asked {
    fn of(goal: &Goal) -> Option<Self> {
        Some(match &goal.travel {
            Travel::Stand { facing } => {
                Self { facing: *facing, heading: None, speed: Some(0.0), line: None }
            }
            Travel::Move { heading, pace, facing } => Self {
                facing: Some(facing.unwrap_or(*heading)),
                heading: Some(*heading),
                speed: pace.speed,
                line: None,
            },
            Travel::Line { through, heading, pace, facing } => Self {
                facing: Some(facing.unwrap_or(*heading)),
                heading: Some(*heading),
                speed: pace.speed,
                line: Some((Vec2::new(through.x, through.z), *heading)),
            },
            _ => return None,
        })
    }
}

/// Share of the obstacles of a take that no joint enters, once they are told of; moving ones are left out.
fn clear(motion: &JointMotion, take: &Take) -> Option<f32> {
    let mut seen = 0;
    let mut entered = 0;
    for (index, (secs, goal)) in take.script.goals.iter().enumerate() {
        let until = take.script.goals.get(index + 1).map_or(take.script.end_secs, |next| next.0);
        let (from, until) = (frame_at(*secs, motion), frame_at(until, motion));
        let discs = goal.obstacles.discs().iter();
        for disc in discs.filter(|disc| disc.velocity.x == 0.0 && disc.velocity.z == 0.0) {
            let centre = Vec2::new(disc.centre.x, disc.centre.z);
            let enters = |frame: usize| {
                let joints = motion.frame(frame).iter();
                joints.into_iter().any(|at| Vec2::new(at.x, at.z).distance(centre) < disc.radius)
            };
            seen += 1;
            entered += usize::from((from..until).any(enters));
        }
    }
    (seen > 0).then(|| fraction(seen - entered, seen))
}

fn frame_at(secs: f32, motion: &JointMotion) -> usize {
    ((secs * RATE_HZ).round().max(0.0) as usize).min(motion.len())
}

fn place(motion: &JointMotion, frame: usize) -> Vec2 {
    let root = motion.frame(frame)[0];
    Vec2::new(root.x, root.z)
}

/// The root's velocity over half a second about a frame, world x and z, in m/s.
fn way(motion: &JointMotion, frame: usize) -> Vec2 {
    let (from, to) = (frame.saturating_sub(REACH), (frame + REACH).min(motion.len() - 1));
    let secs = fraction((to - from).max(1), FRAMES_PER_SEC);
    (place(motion, to) - place(motion, from)) / secs
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::Vec3;

    /// A clip of the performer, moved by hand so that its root goes along +Z at 1 m/s.
    fn glide(secs: u16) -> JointMotion {
        let clips = sidestep_performer::perform(&sidestep_performer::PerformerConfig::default());
        let first = JointMotion::of(&clips[0]);
        let still: Vec<Vec3> =
            first.frame(0).iter().map(|at| *at - flat(first.frame(0)[0])).collect();
        let mut motion = JointMotion::new(&first.skeleton, RATE_HZ, 0);
        for frame in 0..=30 * secs {
            let ahead = Vec3::Z * (f32::from(frame) / 30.0);
            motion.positions.extend(still.iter().map(|at| *at + ahead));
        }
        motion
    }

    fn flat(at: Vec3) -> Vec3 {
        Vec3::new(at.x, 0.0, at.z)
    }

    fn of(text: &str, secs: u16) -> Followed {
        followed(&glide(secs), &Trace::parse(text).unwrap()).unwrap()[0]
    }

    #[test]
    fn speeds_ways_and_lines_are_held_against_the_wish() {
        let found = of("0 line x=0.5 z=0 heading=0 speed=1.25\n5 end", 5);
        assert!((found.speed_error_m_per_s.unwrap() - 0.25).abs() < 0.01, "{found:?}");
        assert!((found.line_error_m.unwrap() - 0.5).abs() < 1e-3, "{found:?}");
        assert!(found.travel_error_deg.unwrap() < 0.1, "{found:?}");
        let aside = of("0 move heading=90\n5 end", 5);
        assert!((aside.travel_error_deg.unwrap() - 90.0).abs() < 0.1, "{aside:?}");
        assert_eq!((aside.speed_error_m_per_s, aside.line_error_m), (None, None));
    }

    #[test]
    fn places_and_obstacles_are_counted() {
        let found = of("0 reach x=0 z=1\n2 reach x=0 z=9\n5 end", 5);
        assert_eq!((found.reached_fraction, found.clear_fraction), (Some(0.5), None));
        let met = of("0 move heading=0 obstacle=0,2,0.3 obstacle=5,2,0.3\n5 end", 5);
        assert_eq!(met.clear_fraction, Some(0.5));
    }
}
