//! What blending does to the standing foot, over many pairs of cycles: the figures of `measure blend`.

use crate::{
    blend::{Passage, Played, Room},
    plant::FootEnds,
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
    let count = u32::try_from(repertoire.cycles.len()).unwrap_or(u32::MAX);
    let mut survey = BlendSurvey { pairs, ..BlendSurvey::default() };
    let (mut skates, mut shares) = (0.0_f64, 0.0_f64);
    for pair in 0..pairs {
        let mut chance = Chance::new(seed, pair as u64);
        let mut draw = || u32::try_from(chance.below(count as usize)).unwrap_or(0);
        let (from, to) = (draw(), draw());
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
    let mut draw = || u32::try_from(chance.below(count)).unwrap_or(0);
    let from = Played { cycle: draw(), mirrored: false };
    let to = repertoire.after(from, draw());
    let mut passage = Passage { from, to, anchor: GroundTransform::IDENTITY };
    let mut frames = 0;
    for _ in 0..passages {
        let (begin, end) = repertoire.span(passage.from.cycle, passage.to.cycle);
        for at in begin..end {
            repertoire.write(&passage, at, &mut room, &mut out);
            frames += 1;
        }
        passage = repertoire.next(&passage, draw());
    }
    (frames, out.ground.x)
}

struct Watched {
    /// Millimetres and degrees of each frame.
    steps: Vec<(f32, f32)>,
    share: f32,
}

fn watch(repertoire: &Repertoire, from: u32, to: u32) -> Watched {
    let joints = repertoire.library.skeleton().len();
    let (mut room, mut out) = (Room::new(joints), Output::new(joints));
    let from = Played { cycle: from, mirrored: false };
    let to = repertoire.after(from, to);
    let passage = Passage { from, to, anchor: GroundTransform::new(0.3, -0.2, 0.7) };
    let foot = repertoire.side(from, 1);
    let (begin, end) = common(repertoire, from.cycle, to.cycle);
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
    Watched { steps, share: common_share(repertoire, from.cycle, to.cycle) }
}

/// The moments in which the foot of both cycles is down, within the passage.
fn common(repertoire: &Repertoire, from: u32, to: u32) -> (i32, i32) {
    let [a, b] = stances(repertoire, from, to);
    let (begin, end) = repertoire.span(from, to);
    (a.0.max(b.0).max(begin), a.1.min(b.1).min(end + 1))
}

/// When the foot comes down and leaves, in both, in frames from the constraint frames.
fn stances(repertoire: &Repertoire, from: u32, to: u32) -> [(i32, i32); 2] {
    let stance = |cycle: u32, part: usize| {
        let cycle = repertoire.cycle(cycle);
        let plant = repertoire.plant(cycle.plants[part]);
        let constraint = i64::from(cycle.moments[1 + 2 * part]);
        let (first, last) = (i64::from(cycle.moments[0]), i64::from(cycle.moments[4]) + 1);
        let since = |frame: u32| {
            let frame = i64::from(frame).clamp(first, last);
            i32::try_from(frame - constraint).unwrap_or(0)
        };
        (since(plant.frames.start), since(plant.frames.end))
    };
    [stance(from, 1), stance(to, 0)]
}

/// The common interval over the shorter stance.
#[expect(clippy::cast_precision_loss, reason = "a few frames")]
fn common_share(repertoire: &Repertoire, from: u32, to: u32) -> f32 {
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
