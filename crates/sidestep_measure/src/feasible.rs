//! Which targets can be asked for in fairness: those like the ways that the motion itself goes.

use crate::subject::state_of;
use glam::Vec2;
use sidestep_control::BodyState;
use sidestep_motion::{FrameId, MotionLibrary, chance::Chance};
use std::ops::RangeInclusive;

/// This near is there, in metres.
pub(crate) const THERE: f32 = 0.40;

/// How many stretches are looked at.
const STRETCHES: usize = 20_000;

/// Share of the outermost stretches that do not count.
const TRIMMED: f32 = 0.05;

/// The longest stretch, in seconds.
const LONGEST_SECS: f32 = 4.0;

/// How far the ways lead that are kept whole, in metres.
const WAY_METRES: RangeInclusive<f32> = 2.0..=6.0;

/// Their speeds, in metres a second.
const WAY_SPEEDS: RangeInclusive<f32> = 0.8..=1.5;

/// Ways of a library: how far they lead (m), and how long they take (s); the convex hull of most.
#[derive(Clone, Debug)]
pub struct Feasible {
    hull: Vec<Vec2>,
    /// Some of the ways themselves.
    pub ways: Vec<Way>,
}

/// A way that the motion itself goes.
#[derive(Clone, Debug)]
pub struct Way {
    /// The body where it begins.
    pub state: BodyState,
    /// Where it ends.
    pub target: Vec2,
    /// How the body looks there.
    pub facing: f32,
    /// How long it takes.
    pub secs: f32,
    /// How long before its end the body is there for the first time, as near as counts.
    pub early_secs: f32,
}

impl Feasible {
    /// The ways of a library, whose clips should be several seconds long.
    pub fn of(library: &MotionLibrary, seed: u64) -> Self {
        let mut chance = Chance::new(seed, 0);
        let clips = library.clips();
        let mut ways = Vec::new();
        let mut draw = || {
            let clip = &clips[chance.below(clips.len())].frames;
            let frames = (chance.between(0.1, LONGEST_SECS) * library.rate_hz()).round() as u32;
            let frames = frames.min((clip.end - clip.start).saturating_sub(1)).max(1);
            let room = (clip.end - clip.start).saturating_sub(frames);
            let first = clip.start + u32::try_from(chance.below(room as usize)).unwrap_or(0);
            let ground = |frame: u32| library.ground(FrameId(frame.min(clip.end - 1)));
            let secs = frames as f32 * library.frame_secs();
            let end = ground(first + frames);
            let metres = ground(first).position().distance(end.position());
            if WAY_METRES.contains(&metres) && WAY_SPEEDS.contains(&(metres / secs)) {
                let (target, facing) = (Vec2::new(end.x, end.z), end.heading);
                let state = state_of(library, FrameId(first));
                let is_there =
                    |frame: u32| ground(first + frame).position().distance(end.position()) < THERE;
                let there = (0..frames).find(|frame| is_there(*frame)).unwrap_or(frames);
                let early_secs = (frames - there) as f32 * library.frame_secs();
                ways.push(Way { state, target, facing, secs, early_secs });
            }
            Vec2::new(metres, secs)
        };
        let points = (0..STRETCHES).map(|_| draw()).collect();
        Self { hull: around(points), ways }
    }

    /// Whether a way of `metres` can be gone in `secs`.
    pub fn contains(&self, metres: f32, secs: f32) -> bool {
        let p = Vec2::new(metres, secs);
        let after = self.hull.iter().cycle().skip(1);
        self.hull.len() > 2
            && self.hull.iter().zip(after).all(|(a, b)| (*b - *a).perp_dot(p - *a) >= 0.0)
    }
}

/// The convex hull of points, without the outermost: those farthest from the middle as their own
/// spread measures it.
fn around(mut points: Vec<Vec2>) -> Vec<Vec2> {
    let count = points.len().max(1) as f32;
    let middle = points.iter().sum::<Vec2>() / count;
    let square = |f: fn(Vec2) -> f32| points.iter().map(|p| f(*p - middle)).sum::<f32>() / count;
    let (xx, yy, xy) = (square(|p| p.x * p.x), square(|p| p.y * p.y), square(|p| p.x * p.y));
    let away = |p: &Vec2| {
        let p = *p - middle;
        yy * p.x * p.x - 2.0 * xy * p.x * p.y + xx * p.y * p.y
    };
    points.sort_by(|a, b| away(a).total_cmp(&away(b)));
    points.truncate((count * (1.0 - TRIMMED)) as usize);
    hull(points)
}

/// The convex hull, counterclockwise (Andrew's monotone chain).
fn hull(mut points: Vec<Vec2>) -> Vec<Vec2> {
    points.sort_by(|a, b| a.x.total_cmp(&b.x).then(a.y.total_cmp(&b.y)));
    let half = |points: &mut dyn Iterator<Item = Vec2>| {
        let mut chain: Vec<Vec2> = Vec::new();
        for p in points {
            while let [.., a, b] = chain[..] {
                if (b - a).perp_dot(p - b) > 0.0 {
                    break;
                }
                chain.pop();
            }
            chain.push(p);
        }
        chain.pop();
        chain
    };
    let mut all = half(&mut points.iter().copied());
    all.extend(half(&mut points.iter().rev().copied()));
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_square_holds_its_inside() {
        let grid = (0..=20).flat_map(|x| (0..=20).map(move |y| Vec2::new(x as f32, y as f32)));
        let hull = hull(grid.collect());
        assert_eq!(hull.len(), 4, "{hull:?}");
        let feasible = Feasible { hull, ways: Vec::new() };
        assert!(feasible.contains(10.0, 10.0) && feasible.contains(0.5, 19.5));
        assert!(!feasible.contains(10.0, 20.5) && !feasible.contains(-0.1, 3.0));
    }
}
