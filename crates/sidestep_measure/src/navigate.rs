//! How well a character follows a path in a wanted gait with its body turned as told, and how many
//! steps it takes to change its gait.

use crate::{
    response::place,
    run::{FRAMES_PER_SEC, Run},
    settings::Settings,
    source::Source,
    statistics::{fraction, mean, percentile},
    subject::{Subject, draw},
};
use serde::Serialize;
use sidestep_control::{Animate, Goal, GroundPoint, Pace, Travel};
use sidestep_motion::{
    GroundTransform, Side, chance::Chance, facing::smoothed_headings, math::wrap_angle,
};

/// How long a character goes on first, follows a path, and goes at another speed.
const HOLD_FRAMES: usize = 2 * FRAMES_PER_SEC;

/// See [`HOLD_FRAMES`].
const FOLLOW_FRAMES: usize = 6 * FRAMES_PER_SEC;

/// See [`HOLD_FRAMES`].
const CHANGE_FRAMES: usize = 4 * FRAMES_PER_SEC;

/// The path counts after so many steps.
const STEPS: usize = 3;

/// The farthest a path lies beside the character, in metres, and is turned, in radians.
const BESIDE: f32 = 0.5;

/// See [`BESIDE`].
const TURNED: f32 = 0.8;

/// A gait has changed when the speed over half a second is nearer to the new one than this share of
/// the difference.
const CHANGED: f32 = 0.25;

/// What `measure navigate` reports.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Navigate {
    /// Paths.
    pub n: usize,
    /// Root mean square of the distance from the path, from the third step on.
    pub path_rms_m: f32,
    /// Mean amount that the heading differs from the wanted facing, from the third step on.
    pub torso_error_deg: f32,
    /// Mean of the steps that a change of gait takes; those never made count as ten.
    pub gait_change_steps: f32,
    /// Share of the changes that are made within two steps.
    pub two_step_fraction: f32,
    /// The speeds that are changed between.
    pub speeds_m_per_s: Vec<f32>,
    /// The largest facing beside the path that was asked for.
    pub most_turned_deg: f32,
    /// Share of the runs in which every number was finite.
    pub finite_fraction: f32,
}

/// Steps that count as never.
const NEVER_STEPS: usize = 10;

struct Trial {
    off_square: f32,
    torso: f32,
    steps: usize,
    is_finite: bool,
}

/// Leads characters along paths. `facings` are the turns of the body beside the path that are asked
/// for; `speeds` those that gaits are changed between.
pub fn navigate(
    subject: &Subject<'_>,
    source: &Source,
    (facings, speeds): (&[f32], &[f32]),
    settings: &Settings,
) -> Navigate {
    let moving = subject.frames_faster_than(0.5 * source.median_speed);
    let trials: Vec<Trial> = (0..settings.n)
        .map(|index| {
            let mut chance = Chance::new(settings.seed, index as u64);
            let mut character = subject.spawn_at(draw(&moving, &mut chance));
            let facing = facings.get(chance.below(facings.len())).copied().unwrap_or(0.0);
            let sign = if chance.unit() < 0.5 { -1.0 } else { 1.0 };
            let from = chance.below(speeds.len());
            let to =
                (from + 1 + chance.below(speeds.len().saturating_sub(1).max(1))) % speeds.len();
            let turned = chance.between(-TURNED, TURNED);
            let beside = chance.between(-BESIDE, BESIDE);
            let path = Path { facing: sign * facing, turned, beside };
            path.follow(&mut *character, [speeds[from], speeds[to]])
        })
        .collect();
    let steps: Vec<f32> = trials.iter().map(|trial| fraction(trial.steps, 1)).collect();
    let squares: Vec<f32> = trials.iter().map(|trial| trial.off_square).collect();
    let torsos: Vec<f32> = trials.iter().map(|trial| trial.torso.to_degrees()).collect();
    let quick = trials.iter().filter(|trial| trial.steps <= 2).count();
    Navigate {
        n: trials.len(),
        path_rms_m: mean(&squares).sqrt(),
        torso_error_deg: mean(&torsos),
        gait_change_steps: mean(&steps),
        two_step_fraction: fraction(quick, trials.len()),
        speeds_m_per_s: speeds.to_vec(),
        most_turned_deg: facings.iter().copied().fold(0.0, f32::max).to_degrees(),
        finite_fraction: fraction(trials.iter().filter(|t| t.is_finite).count(), trials.len()),
    }
}

/// A path as it appears before a character.
struct Path {
    facing: f32,
    turned: f32,
    beside: f32,
}

impl Path {
    fn follow(&self, character: &mut dyn Animate, [from, to]: [f32; 2]) -> Trial {
        let begin = character.ground();
        let line = |ground: GroundTransform, facing: f32, speed: f32| {
            let heading = ground.heading;
            let through = GroundPoint::of(ground);
            let (pace, facing) = (Pace::speed(speed), Some(wrap_angle(heading + facing)));
            Goal::from(Travel::Line { through, heading, pace, facing })
        };
        let hold = line(begin, 0.0, from);
        let mut path = begin;
        let mut contacts = Vec::new();
        let frames = HOLD_FRAMES + FOLLOW_FRAMES + CHANGE_FRAMES;
        let run = Run::record(character, frames, |frame, character| {
            contacts.push(character.contacts());
            if frame == HOLD_FRAMES {
                let aside = GroundTransform::new(self.beside, 0.0, self.turned);
                path = GroundTransform { heading: begin.heading, ..character.ground() } * aside;
            }
            match frame {
                ..HOLD_FRAMES => hold.clone(),
                _ if frame < HOLD_FRAMES + FOLLOW_FRAMES => line(path, self.facing, from),
                _ => line(path, self.facing, to),
            }
        });
        let landings: Vec<usize> = (1..frames)
            .filter(|frame| {
                let lands =
                    |side: Side| contacts[*frame].get(side) && !contacts[frame - 1].get(side);
                Side::BOTH.into_iter().any(lands)
            })
            .collect();
        let after = |frame: usize, steps: usize| {
            let mut next = landings.iter().copied().filter(|landing| *landing > frame);
            next.nth(steps.saturating_sub(1)).unwrap_or(frames)
        };
        let changed = HOLD_FRAMES + FOLLOW_FRAMES;
        let counted = after(HOLD_FRAMES, STEPS).min(changed - 1)..changed;
        let headings = smoothed_headings(&run.motion);
        let off = |frame: usize| {
            let at = place(&run, frame);
            path.inverse().transform_point(glam::Vec3::new(at.x, 0.0, at.y)).x
        };
        let wanted = path.heading + self.facing;
        let squares: Vec<f32> = counted.clone().map(|frame| off(frame) * off(frame)).collect();
        let torsos: Vec<f32> =
            counted.map(|frame| wrap_angle(headings[frame] - wanted).abs()).collect();
        let is_changed = |frame: usize| {
            let (a, b) = (place(&run, frame - FRAMES_PER_SEC / 2), place(&run, frame));
            let speed = 2.0 * a.distance(b);
            (speed - to).abs() < CHANGED * (to - from).abs().max(0.2)
        };
        let steps = (changed + FRAMES_PER_SEC / 2..frames).find(|frame| is_changed(*frame));
        // The mean over half a second tells of a quarter of a second before.
        let steps = steps.map_or(NEVER_STEPS, |frame| {
            let until = frame - FRAMES_PER_SEC / 4;
            landings.iter().filter(|landing| (changed..until).contains(landing)).count()
        });
        Trial { off_square: mean(&squares), torso: mean(&torsos), steps, is_finite: run.is_finite }
    }
}

/// Speeds to change between: the quartiles of the library's moving frames.
pub fn usual_speeds(subject: &Subject<'_>) -> Vec<f32> {
    let library = subject.library;
    let speeds: Vec<f32> = subject
        .frames()
        .map(|frame| sidestep_control::usual_speed::ground_speed(library, frame))
        .filter(|speed| *speed > sidestep_control::usual_speed::STANDING_SPEED)
        .collect();
    [0.25, 0.5, 0.75].map(|share| percentile(speeds.clone(), share)).to_vec()
}
