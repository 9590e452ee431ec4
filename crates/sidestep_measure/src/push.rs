//! What pushes do: whether the body stays a body, how far it is thrown, how soon it is itself again.

use crate::{
    quality::ContactFigures,
    run::{FRAMES_PER_SEC, Run},
    settings::Settings,
    source::Source,
    statistics::{fraction, mean},
    steered::steer_at_random,
    subject::{Subject, draw},
};
use glam::Vec3;
use serde::Serialize;
use sidestep_control::{Animate, Goal, Push as Blow};
use sidestep_motion::{GroundTransform, JointId, JointLimits, Role, Side, chance::Chance};
use std::f32::consts::PI;

/// How long a push acts.
const PUSH_SECS: f32 = 0.2;

/// [`PUSH_SECS`] in frames.
const PUSH_FRAMES: usize = FRAMES_PER_SEC / 5;

/// The weakest and the strongest push, in newtons.
const NEWTONS: (f32, f32) = (50.0, 400.0);

/// How long a character may take to be itself again, from the beginning of the push.
const RECOVERY_FRAMES: usize = 3 * FRAMES_PER_SEC / 2;

/// How long it must be itself to count as recovered.
const CALM_FRAMES: usize = FRAMES_PER_SEC / 5;

/// How long after its beginning the displacement by a push is looked for; later the two ways that
/// are compared part for other reasons.
const DISPLACEMENT_FRAMES: usize = 2 * FRAMES_PER_SEC / 3;

/// Classes of impulse in which displacements are averaged.
const CLASSES: u16 = 7;

/// A foot that is farther than this from where it was has made a step, in metres.
const STEP_METRES: f32 = 0.1;

/// What the characters do while they are pushed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Pushed {
    /// They are steered in a random direction.
    #[default]
    Steered,
    /// Nobody asks anything of them.
    Passive,
    /// They are told to stand, from frames that stand where the library has any.
    Standing,
}

/// What `measure push` reports.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Push {
    /// Pushes.
    pub n: usize,
    /// Share of them that the controller felt.
    pub felt_fraction: f32,
    /// Share of them in which every number was finite.
    pub finite_fraction: f32,
    /// Farthest that any joint went beyond its limit (its range in the library ± 10°), in degrees.
    pub joint_limit_excess_deg_max: f32,
    /// The same of the same characters when nobody pushes them.
    pub unpushed_joint_limit_excess_deg_max: f32,
    /// Share that is as near to the data as when steered, 1.5 s after the push began.
    pub recovered_fraction: f32,
    /// Mean time that it took them, from the beginning of the push.
    pub recovery_avg_secs: f32,
    /// Skate in the 1.7 s from the beginning of the push, feet locked, in cm/s.
    pub skate_cm_per_s: f32,
    /// The same of the same characters when nobody pushes them.
    pub unpushed_skate_cm_per_s: f32,
    /// Share that was farther from the data than when steered at any time.
    pub disturbed_fraction: f32,
    /// Share in which a foot stood elsewhere 1.7 s after the push began; of those that stand alone.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stepped_fraction: Option<f32>,
    /// Impulse in newton seconds, and mean of the farthest that the root was from where it would
    /// have been without the push, within 2/3 s, in metres.
    pub peak_displacement_m: Vec<[f32; 2]>,
}

/// What one push did.
struct Trial {
    felt: bool,
    finite: bool,
    excess: f32,
    unpushed_excess: f32,
    recovered_frames: Option<usize>,
    stepped: bool,
    impulse: f32,
    displacement: f32,
}

/// Pushes random parts of characters in random horizontal directions.
pub fn push(subject: &Subject<'_>, source: &Source, settings: &Settings, pushed: Pushed) -> Push {
    let usual = steer_at_random(subject, source, settings).nearest_p99;
    let limits = JointLimits::of(subject.library, 10.0_f32.to_radians());
    let starts = match pushed {
        Pushed::Steered => subject.frames_faster_than(0.5 * source.median_speed),
        Pushed::Passive => subject.frames().collect(),
        Pushed::Standing => subject.standing_frames(),
    };
    let mut contacts = Feet::default();
    let trials: Vec<Trial> = (0..settings.n)
        .map(|index| {
            let mut chance = Chance::new(settings.seed, index as u64);
            let mut character = subject.spawn_at(draw(&starts, &mut chance));
            let body = Body { source, usual, limits: &limits, pushed };
            push_once(&mut *character, &body, &mut chance, &mut contacts)
        })
        .collect();
    summary(&trials, &contacts, pushed)
}

/// What a body is held against.
struct Body<'a> {
    source: &'a Source,
    usual: f32,
    limits: &'a JointLimits,
    pushed: Pushed,
}

/// What the feet did.
#[derive(Default)]
struct Feet {
    pushed: ContactFigures,
    unpushed: ContactFigures,
}

fn push_once(
    character: &mut dyn Animate,
    &Body { source, usual, limits, pushed }: &Body<'_>,
    chance: &mut Chance,
    feet: &mut Feet,
) -> Trial {
    let heading = chance.between(-PI, PI);
    let goal = match pushed {
        Pushed::Steered => Goal::walk(heading, source.median_speed),
        Pushed::Passive => Goal::FREE,
        Pushed::Standing => Goal::STAND,
    };
    let lead = FRAMES_PER_SEC / 2 + chance.below(FRAMES_PER_SEC);
    let before = Run::record(character, lead, |_, _| goal.clone());
    let blow = draw_blow(character, chance);
    let pushed_from = character.snapshot();
    let frames = RECOVERY_FRAMES + CALM_FRAMES;
    let unpushed = Run::record(character, frames, |_, _| goal.clone());
    let restored = character.restore(&pushed_from).is_ok();
    let felt = character.push(&blow) && restored;
    let run = Run::record(character, frames, |_, _| goal.clone());
    feet.pushed.add(&run.motion, &run.unlocked);
    feet.unpushed.add(&unpushed.motion, &unpushed.unlocked);
    let excess =
        |run: &Run| run.poses.iter().map(|p| limits.excess(p.as_ref())).fold(0.0, f32::max);
    let away = |frame: usize| {
        let flat = run.poses[frame].root_position - unpushed.poses[frame].root_position;
        Vec3::new(flat.x, 0.0, flat.z).length()
    };
    Trial {
        felt,
        finite: run.is_finite && before.is_finite,
        excess: excess(&run),
        unpushed_excess: excess(&unpushed),
        recovered_frames: recovered(&source.nearest.distances(&run.motion), usual),
        stepped: stepped(&run),
        impulse: blow.force_newtons.length() * blow.duration_secs,
        displacement: (0..DISPLACEMENT_FRAMES).map(away).fold(0.0, f32::max),
    }
}

fn draw_blow(character: &dyn Animate, chance: &mut Chance) -> Blow {
    let joint = chance.below(character.skeleton().len());
    let along = GroundTransform::new(0.0, 0.0, chance.between(-PI, PI)).forward();
    Blow {
        joint: JointId(u16::try_from(joint).unwrap_or(0)),
        force_newtons: along * chance.between(NEWTONS.0, NEWTONS.1),
        duration_secs: PUSH_SECS,
    }
}

/// Frames until the distances stay below `usual` for a while; zero where they never rose above.
fn recovered(distances: &[f32], usual: f32) -> Option<usize> {
    if distances.iter().take(RECOVERY_FRAMES).all(|distance| *distance <= usual) {
        return Some(0);
    }
    (PUSH_FRAMES..RECOVERY_FRAMES).find(|frame| {
        let calm = distances.iter().skip(*frame).take(CALM_FRAMES);
        calm.clone().count() > 0 && calm.clone().all(|distance| *distance <= usual)
    })
}

/// Whether a foot ended elsewhere than it began.
fn stepped(run: &Run) -> bool {
    let roles = run.motion.skeleton.roles();
    let mut feet = Side::BOTH.into_iter().filter_map(|side| roles.get(Role::Foot(side)));
    feet.any(|foot| {
        let place = |frame: usize| {
            let at = run.motion.frame(frame)[foot.index()];
            Vec3::new(at.x, 0.0, at.z)
        };
        place(0).distance(place(run.len() - 1)) > STEP_METRES
    })
}

fn summary(trials: &[Trial], feet: &Feet, pushed: Pushed) -> Push {
    let n = trials.len();
    let share = |is: &dyn Fn(&Trial) -> bool| fraction(trials.iter().filter(|t| is(t)).count(), n);
    let most = |of: &dyn Fn(&Trial) -> f32| trials.iter().map(of).fold(0.0, f32::max).to_degrees();
    let secs = |frames: usize| frames as f32 / FRAMES_PER_SEC as f32;
    let times: Vec<f32> = trials.iter().filter_map(|t| t.recovered_frames).map(secs).collect();
    let classes = (0..CLASSES).map(|class| {
        let (least, most) = (PUSH_SECS * NEWTONS.0, PUSH_SECS * NEWTONS.1);
        let width = (most - least) / f32::from(CLASSES);
        let from = least + width * f32::from(class);
        let inside = trials.iter().filter(|t| (from..from + width).contains(&t.impulse));
        let displacements: Vec<f32> = inside.map(|t| t.displacement).collect();
        [from + 0.5 * width, mean(&displacements)]
    });
    Push {
        n,
        felt_fraction: share(&|t| t.felt),
        finite_fraction: share(&|t| t.finite),
        joint_limit_excess_deg_max: most(&|t| t.excess),
        unpushed_joint_limit_excess_deg_max: most(&|t| t.unpushed_excess),
        recovered_fraction: share(&|t| t.recovered_frames.is_some()),
        recovery_avg_secs: mean(&times),
        skate_cm_per_s: feet.pushed.skate_cm_per_s(),
        unpushed_skate_cm_per_s: feet.unpushed.skate_cm_per_s(),
        disturbed_fraction: share(&|t| t.recovered_frames != Some(0)),
        stepped_fraction: (pushed == Pushed::Standing).then(|| share(&|t| t.stepped)),
        peak_displacement_m: classes.collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn recovery_is_the_first_calm_moment_after_the_push() {
        let mut distances = vec![0.5_f32; 51];
        assert_eq!(recovered(&distances, 1.0), Some(0));
        distances[8..20].fill(2.0);
        distances[23] = 1.5;
        // Calm for six frames on end only after the last outlier.
        assert_eq!(recovered(&distances, 1.0), Some(24));
        assert_eq!(recovered(&[2.0; 51], 1.0), None);
    }
}
