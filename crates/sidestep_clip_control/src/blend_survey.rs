//! What blending does to the standing foot, over many pairs of cycles: the figures of `measure blend`.

use crate::{
    moves::Moves,
    plant::FootEnds,
    played::{Passage, Played, Room},
    repertoire::Repertoire,
};
use glam::Vec3;
use sidestep_control::Output;
use sidestep_motion::{GroundTransform, chance::Chance, math::wrap_angle};

/// What blending does to standing feet, before any lock.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct BlendSurvey {
    /// Pairs of cycles that were blended.
    pub pairs: usize,
    /// Frames in which both of a pair stand.
    pub frames: usize,
    /// Farthest that the steadier end of a foot moves in a frame, in millimetres.
    pub skate_mm_per_frame_max: f32,
    /// Mean of the same.
    pub skate_mm_per_frame_mean: f32,
    /// Farthest that a foot turns in a frame, in degrees.
    pub swivel_deg_per_frame_max: f32,
    /// Mean share of the shorter stance in which both stand.
    pub common_stance_fraction: f32,
}

/// Blends `pairs` pairs of cycles drawn from a seed and watches the standing foot on the interval in
/// which the foot of both stands.
pub fn survey_blends(repertoire: &Repertoire, pairs: usize, seed: u64) -> BlendSurvey {
    survey(repertoire, (pairs, seed), |chance, _| Played::alone(draw(repertoire, chance), false))
}

/// The same of mixes of neighbours, each blended into the next.
pub fn survey_mixes(
    repertoire: &Repertoire,
    moves: &Moves,
    pairs: usize,
    seed: u64,
) -> BlendSurvey {
    survey(repertoire, (pairs, seed), |chance, room| {
        let alone = Played::alone(draw(repertoire, chance), false);
        let others: Vec<u32> = moves.neighbours(alone.cycle).collect();
        let Some(other) = others.get(chance.below(others.len().max(1))) else { return alone };
        repertoire.mixed(alone, *other, chance.unit(), room)
    })
}

fn draw(repertoire: &Repertoire, chance: &mut Chance) -> u32 {
    u32::try_from(chance.below(repertoire.cycles.len())).unwrap_or(0)
}

fn survey(
    repertoire: &Repertoire,
    (pairs, seed): (usize, u64),
    drawn: impl Fn(&mut Chance, &mut Room) -> Played,
) -> BlendSurvey {
    let mut survey = BlendSurvey { pairs, ..BlendSurvey::default() };
    let (mut skates, mut shares) = (0.0_f64, 0.0_f64);
    let mut room = Room::new(repertoire.library.skeleton().len());
    for pair in 0..pairs {
        let mut chance = Chance::new(seed, pair as u64);
        let (from, to) = (drawn(&mut chance, &mut room), drawn(&mut chance, &mut room));
        let to = repertoire.turned_over(to, from, &mut room);
        let watched = watch(repertoire, from, to);
        shares += f64::from(watched.share);
        for (skate, swivel) in watched.steps {
            survey.frames += 1;
            skates += f64::from(skate);
            survey.skate_mm_per_frame_max = survey.skate_mm_per_frame_max.max(skate);
            survey.swivel_deg_per_frame_max = survey.swivel_deg_per_frame_max.max(swivel);
        }
    }
    #[expect(clippy::cast_precision_loss, clippy::cast_possible_truncation, reason = "a mean")]
    let mean = |sum: f64, count: usize| (sum / count.max(1) as f64) as f32;
    survey.skate_mm_per_frame_mean = mean(skates, survey.frames);
    survey.common_stance_fraction = mean(shares, pairs);
    survey
}

/// Writes all frames of `passages` passages one after the other, and answers how many and where the last
/// ended; it is for the caller to look at the clock.
pub fn blended_frames(repertoire: &Repertoire, passages: usize, seed: u64) -> (usize, f32) {
    let count = repertoire.cycles.len();
    let joints = repertoire.library.skeleton().len();
    let (mut room, mut out) = (Room::new(joints), Output::new(joints));
    let mut chance = Chance::new(seed, 0);
    let mut next = || u32::try_from(chance.below(count)).unwrap_or(0);
    let from = Played::alone(next(), false);
    let to = repertoire.after(from, next());
    let mut passage = Passage { from, to, anchor: GroundTransform::IDENTITY };
    let mut frames = 0;
    for _ in 0..passages {
        let (begin, end) = repertoire.span(passage.from, passage.to);
        for at in begin..end {
            repertoire.write(&passage, at, &mut room, &mut out);
            frames += 1;
        }
        let to = repertoire.after(passage.to, next());
        passage = repertoire.next(&passage, to);
    }
    (frames, out.ground.x)
}

/// The same where every cycle is mixed with a neighbour of its, if it has one.
pub fn mixed_frames(
    repertoire: &Repertoire,
    moves: &Moves,
    passages: usize,
    seed: u64,
) -> (usize, f32) {
    let joints = repertoire.library.skeleton().len();
    let (mut room, mut out) = (Room::new(joints), Output::new(joints));
    let mut chance = Chance::new(seed, 0);
    let mut next = |after: Played, room: &mut Room| {
        let alone = repertoire.after(after, draw(repertoire, &mut chance));
        let other = moves.neighbours(alone.cycle).next();
        other.map_or(alone, |other| repertoire.mixed(alone, other, chance.unit(), room))
    };
    let from = Played::alone(0, false);
    let to = next(from, &mut room);
    let mut passage = Passage { from, to, anchor: GroundTransform::IDENTITY };
    let mut frames = 0;
    for _ in 0..passages {
        let (begin, end) = repertoire.span(passage.from, passage.to);
        for at in begin..end {
            repertoire.write(&passage, at, &mut room, &mut out);
            frames += 1;
        }
        let to = next(passage.to, &mut room);
        passage = repertoire.next(&passage, to);
    }
    (frames, out.ground.x)
}

struct Watched {
    /// Millimetres and degrees of each frame.
    steps: Vec<(f32, f32)>,
    share: f32,
}

fn watch(repertoire: &Repertoire, from: Played, to: Played) -> Watched {
    let joints = repertoire.library.skeleton().len();
    let (mut room, mut out) = (Room::new(joints), Output::new(joints));
    let passage = Passage { from, to, anchor: GroundTransform::new(0.3, -0.2, 0.7) };
    let foot = repertoire.side(from, 1);
    let (begin, end) = common(repertoire, &passage);
    let mut before: Option<FootEnds> = None;
    let mut steps = Vec::new();
    for at in begin..end {
        repertoire.write(&passage, at, &mut room, &mut out);
        let ends = repertoire.ends(foot, out.pose.as_ref());
        if let Some(before) = before {
            steps.push((1000.0 * slide(before, ends), turn(before, ends)));
        }
        before = Some(ends);
    }
    Watched { steps, share: common_share(repertoire, from, to) }
}

/// The moments in which the foot of both cycles is down, within the passage.
fn common(repertoire: &Repertoire, passage: &Passage) -> (i32, i32) {
    let Passage { from, to, .. } = *passage;
    let [a, b] = stances(repertoire, from, to);
    let (begin, end) = repertoire.span(from, to);
    (a.0.max(b.0).max(begin), a.1.min(b.1).min(end + 1))
}

/// When the foot comes down and leaves, in both, in frames from the constraint frames.
fn stances(repertoire: &Repertoire, from: Played, to: Played) -> [(i32, i32); 2] {
    let stance = |played: Played, part: usize| {
        let cycles = [Some(played.cycle), played.mixed.map(|mixed| mixed.other)];
        let own = cycles.into_iter().flatten().map(|cycle| {
            let [start, end] = stance(repertoire, cycle, part);
            let shape = repertoire.own_shape(cycle, part);
            let all = repertoire.shape(played, part);
            (all.stretched_from(shape, start).0, all.stretched_from(shape, end).1 + 1)
        });
        own.reduce(|a, b| (a.0.max(b.0), a.1.min(b.1))).unwrap_or_default()
    };
    [stance(from, 1), stance(to, 0)]
}

/// The first and the last frame in which the foot of a part of a cycle is down, within the cycle.
fn stance(repertoire: &Repertoire, cycle: u32, part: usize) -> [i32; 2] {
    let cycle = repertoire.cycle(cycle);
    let plant = repertoire.plant(cycle.plants[part]);
    let constraint = i64::from(cycle.moments[1 + 2 * part]);
    let (first, last) = (i64::from(cycle.moments[0]), i64::from(cycle.moments[4]));
    [plant.frames.start, plant.frames.end - 1].map(|frame| {
        let frame = i64::from(frame).clamp(first, last);
        i32::try_from(frame - constraint).unwrap_or(0)
    })
}

/// The common interval over the shorter stance.
#[expect(clippy::cast_precision_loss, reason = "a few frames")]
fn common_share(repertoire: &Repertoire, from: Played, to: Played) -> f32 {
    let [a, b] = stances(repertoire, from, to);
    let shorter = (a.1 - a.0).min(b.1 - b.0).max(1);
    (a.1.min(b.1) - a.0.max(b.0)).max(0) as f32 / shorter as f32
}

fn slide(a: FootEnds, b: FootEnds) -> f32 {
    let flat = |from: Vec3, to: Vec3| (to - from).with_y(0.0).length();
    flat(a.ankle, b.ankle).min(flat(a.toe, b.toe))
}

fn turn(a: FootEnds, b: FootEnds) -> f32 {
    match (a.yaw(), b.yaw()) {
        (Some(a), Some(b)) => wrap_angle(b - a).abs().to_degrees(),
        _ => 0.0,
    }
}
