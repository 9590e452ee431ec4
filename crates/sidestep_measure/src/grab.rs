//! What grabbing does: whether a body that is pulled about stays one that could be alive.
//!
//! A grab is a short push renewed in every frame, as a hand that holds a part of the body gives it.

use crate::{
    run::{FRAMES_PER_SEC, RATE_HZ, Run},
    settings::Settings,
    source::Source,
    statistics::{fraction, percentile, ratio},
    subject::{Subject, draw},
};
use glam::Vec3;
use serde::Serialize;
use sidestep_control::{Animate, Goal, Push};
use sidestep_motion::{
    GroundTransform, JointId, JointMotion, MotionLibrary, Role, Side, chance::Chance,
    kinematics::JointTransforms,
};
use std::f32::consts::PI;

/// The strongest pull, in newtons.
const STRONGEST: f32 = 400.0;

/// No body may fall under a weaker pull, in newtons.
const WEAK: f32 = 150.0;

/// The shortest and the longest grab, in frames.
const HELD_FRAMES: (usize, usize) = (FRAMES_PER_SEC / 10, 3 * FRAMES_PER_SEC);

/// How long a body is watched after it was let go.
const WATCHED_FRAMES: usize = 6 * FRAMES_PER_SEC;

/// A foot is near the floor when its ankle or its toe is no higher above where it rests, in metres.
const NEAR_FLOOR: f32 = 0.05;

/// A pelvis below this share of its standing height, or a head below this share of its own, has
/// fallen.
const FALLEN: [f32; 2] = [0.5, 0.5];

/// Above these shares, and for half a second, it is up again.
const UP: [f32; 2] = [0.85, 0.85];

/// How long a body must be up to be up again.
const UP_FRAMES: usize = FRAMES_PER_SEC / 2;

/// How long the pushes act that are compared with, and the weakest of them in newtons.
const PUSH: (f32, f32) = (0.2, 50.0);

/// What `measure grab` reports.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Grab {
    /// Grabs: a random part is pulled in a random direction by up to 400 N for up to 3 s.
    pub n: usize,
    /// Share of them that the controller felt.
    pub felt_fraction: f32,
    /// Share of them in which every number was finite.
    pub finite_fraction: f32,
    /// Share of them under which the body fell.
    pub fallen_fraction: f32,
    /// Falls under less than 150 N.
    pub fallen_below_150n: usize,
    /// Share of the frames of bodies that have not fallen in which a foot is within 5 cm of the floor.
    pub foot_near_floor_fraction: f32,
    /// The same of the same characters before anybody grabs them.
    pub ungrabbed_foot_near_floor_fraction: f32,
    /// Share of those frames in which a foot is above the hips, or the head is not above the pelvis.
    pub upside_down_fraction: f32,
    /// The lowest that any joint of a body went that has fallen, in metres.
    pub lowest_m: f32,
    /// The lowest that any joint went in any frame.
    pub lowest_ever_m: f32,
    /// The same of the same characters before anybody grabs them.
    pub ungrabbed_lowest_m: f32,
    /// Longest time from the release, or from a fall after it, until a fallen body was up again; the
    /// time watched where it never was.
    pub up_again_max_secs: f32,
    /// Largest acceleration of a joint over that under as many pushes.
    pub acceleration_over_push: f32,
    /// That largest acceleration, in m/s².
    pub acceleration_max: f32,
    /// The 99.9th percentile of the largest accelerations of each grab over that of each push.
    pub acceleration_p999_over_push: f32,
    /// Mean of the farthest that the part came along its pull, by force class, in metres.
    pub led_m: Vec<[f32; 2]>,
}

/// What one grab did.
struct Trial {
    felt: bool,
    finite: bool,
    newtons: f32,
    fallen: bool,
    near_floor: Count,
    near_floor_before: Count,
    upside_down: Count,
    /// While fallen, ever, and before the grab.
    lowest: [f32; 3],
    up_again_secs: Option<f32>,
    acceleration: f32,
    led: f32,
}

#[derive(Clone, Copy, Default)]
struct Count {
    are: usize,
    of: usize,
}

/// How high the parts of a body are that stands.
struct Heights {
    pelvis: f32,
    head: f32,
    /// Of ankles and toes at rest, with their joints.
    feet: Vec<(usize, f32)>,
    ankles: Vec<usize>,
    head_joint: usize,
}

/// Grabs random parts of characters that stand, and of ones that walk.
pub fn grab(subject: &Subject<'_>, source: &Source, settings: &Settings) -> Grab {
    let heights = Heights::of(subject.library);
    let standing = subject.standing_frames();
    let moving = subject.frames_faster_than(0.5 * source.median_speed);
    let mut trials = Vec::with_capacity(settings.n);
    let mut pushes = Vec::with_capacity(settings.n);
    for index in 0..settings.n {
        let mut chance = Chance::new(settings.seed, index as u64);
        let stands = index % 2 == 0;
        let heading = chance.between(-PI, PI);
        let (starts, goal) = match stands {
            true => (&standing, Goal::STAND),
            false => (&moving, Goal::walk(heading, source.median_speed)),
        };
        let mut character = subject.spawn_at(draw(starts, &mut chance));
        let lead = FRAMES_PER_SEC + chance.below(FRAMES_PER_SEC);
        let before = Run::record(&mut *character, lead, |_, _| goal.clone());
        let from = character.snapshot();
        pushes.push(pushed(&mut *character, &goal, &mut chance));
        if character.restore(&from).is_ok() {
            let trial = grab_once(&mut *character, &goal, &heights, &mut chance);
            let near_floor_before = heights.near_floor(&before.motion, 0..before.len());
            let [fallen, ever, _] = trial.lowest;
            let lowest = [fallen, ever, lowest(&before.motion, 0..before.len())];
            trials.push(Trial { near_floor_before, lowest, ..trial });
        }
    }
    summary(&trials, &pushes)
}

fn grab_once(
    character: &mut dyn Animate,
    goal: &Goal,
    heights: &Heights,
    chance: &mut Chance,
) -> Trial {
    let joint = chance.below(character.skeleton().len());
    let along = draw_direction(chance);
    let newtons = chance.between(0.0, STRONGEST);
    let held = HELD_FRAMES.0 + chance.below(HELD_FRAMES.1 - HELD_FRAMES.0 + 1);
    let pull = Push {
        joint: JointId(u16::try_from(joint).unwrap_or(0)),
        force_newtons: along * newtons,
        duration_secs: 2.0 / RATE_HZ,
    };
    let mut run = Run::new(character, held + WATCHED_FRAMES);
    let mut felt = true;
    for frame in 0..held + WATCHED_FRAMES {
        if frame < held {
            felt &= character.push(&pull);
        }
        run.advance(character, goal);
    }
    let fallen = heights.fallen_frames(&run.motion);
    let up = fallen.as_ref().map(|frames| frames.end.saturating_sub(held.max(frames.start)));
    let unfallen: Vec<usize> =
        (0..run.len()).filter(|f| fallen.as_ref().is_none_or(|down| !down.contains(f))).collect();
    let first = run.motion.frame(0)[joint];
    let led = |frame: usize| (run.motion.frame(frame)[joint] - first).dot(along);
    let secs = |frames: usize| frames as f32 / RATE_HZ;
    Trial {
        felt,
        finite: run.is_finite,
        newtons,
        fallen: fallen.is_some(),
        near_floor: heights.near_floor(&run.motion, unfallen.iter().copied()),
        near_floor_before: Count::default(),
        upside_down: heights.upside_down(&run.motion, &unfallen),
        lowest: [
            lowest(&run.motion, fallen.clone().unwrap_or(0..0)),
            lowest(&run.motion, 0..run.len()),
            0.0,
        ],
        up_again_secs: up.map(secs),
        acceleration: largest_acceleration(&run.motion),
        led: (0..held).map(led).fold(0.0, f32::max),
    }
}

/// The largest acceleration under a push as `measure push` gives it.
fn pushed(character: &mut dyn Animate, goal: &Goal, chance: &mut Chance) -> f32 {
    let joint = chance.below(character.skeleton().len());
    let along = GroundTransform::new(0.0, 0.0, chance.between(-PI, PI)).forward();
    character.push(&Push {
        joint: JointId(u16::try_from(joint).unwrap_or(0)),
        force_newtons: along * chance.between(PUSH.1, STRONGEST),
        duration_secs: PUSH.0,
    });
    let run = Run::record(character, 2 * FRAMES_PER_SEC, |_, _| goal.clone());
    largest_acceleration(&run.motion)
}

/// A direction of which all are equally likely.
fn draw_direction(chance: &mut Chance) -> Vec3 {
    let up = chance.between(-1.0, 1.0);
    let level = GroundTransform::new(0.0, 0.0, chance.between(-PI, PI)).forward();
    level * (1.0 - up * up).max(0.0).sqrt() + Vec3::Y * up
}

/// The lowest that any joint is in some frames; the floor where there is none.
fn lowest(motion: &JointMotion, frames: std::ops::Range<usize>) -> f32 {
    let positions = frames.flat_map(|frame| motion.frame(frame));
    positions.map(|at| at.y).fold(0.0, f32::min)
}

/// The largest acceleration of any joint, by second differences, in m/s².
fn largest_acceleration(motion: &JointMotion) -> f32 {
    let joints = motion.skeleton.len();
    let triple = motion.positions.windows(2 * joints + 1);
    let second = triple.map(|w| (w[2 * joints] - 2.0 * w[joints] + w[0]).length());
    second.fold(0.0, f32::max) * RATE_HZ * RATE_HZ
}

impl Heights {
    fn of(library: &MotionLibrary) -> Self {
        let skeleton = library.skeleton();
        let joint = |role| skeleton.roles().get(role).map(JointId::index);
        let head_joint = joint(Role::Head).or_else(|| joint(Role::Neck)).unwrap_or(0);
        let ends = Side::BOTH.into_iter().flat_map(|side| [Role::Foot(side), Role::Toe(side)]);
        let ends: Vec<usize> = ends.filter_map(joint).collect();
        let ankles = Side::BOTH.into_iter().filter_map(|side| joint(Role::Foot(side))).collect();
        let mut at = JointTransforms::new(skeleton.len());
        let mut columns = vec![Vec::with_capacity(library.len()); ends.len() + 2];
        for frame in (0_u32..).take(library.len()) {
            at.compute(skeleton, library.pose(sidestep_motion::FrameId(frame)));
            let joints = ends.iter().copied().chain([0, head_joint]);
            for (column, joint) in columns.iter_mut().zip(joints) {
                column.push(at.positions[joint].y);
            }
        }
        let mut heights = columns
            .into_iter()
            .enumerate()
            .map(|(index, column)| percentile(column, if index < ends.len() { 0.05 } else { 0.5 }));
        let feet = ends.iter().map(|end| (*end, heights.next().unwrap_or(0.0))).collect();
        let (pelvis, head) = (heights.next().unwrap_or(1.0), heights.next().unwrap_or(1.6));
        Self { pelvis, head, feet, ankles, head_joint }
    }

    /// Shares of the standing heights of pelvis and head.
    fn shares(&self, positions: &[Vec3]) -> [f32; 2] {
        [positions[0].y / self.pelvis, positions[self.head_joint].y / self.head]
    }

    /// From the first frame in which the body has fallen to the first from which it stays up.
    fn fallen_frames(&self, motion: &JointMotion) -> Option<std::ops::Range<usize>> {
        let below = |frame: usize, least: [f32; 2]| {
            let shares = self.shares(motion.frame(frame));
            shares[0] < least[0] || shares[1] < least[1]
        };
        let start = (0..motion.len()).find(|frame| below(*frame, FALLEN))?;
        let is_up = |frame: &usize| {
            frame + UP_FRAMES <= motion.len()
                && (*frame..frame + UP_FRAMES).all(|frame| !below(frame, UP))
        };
        Some(start..(start..motion.len()).find(is_up).unwrap_or(motion.len()))
    }

    fn near_floor(&self, motion: &JointMotion, frames: impl Iterator<Item = usize>) -> Count {
        let is_near = |frame: usize| {
            let at = motion.frame(frame);
            self.feet.iter().any(|(joint, rest)| at[*joint].y < rest + NEAR_FLOOR)
        };
        frames.fold(Count::default(), |count, frame| count.with(is_near(frame)))
    }

    fn upside_down(&self, motion: &JointMotion, frames: &[usize]) -> Count {
        let is_so = |frame: usize| {
            let at = motion.frame(frame);
            let kicks = self.ankles.iter().any(|ankle| at[*ankle].y > at[0].y);
            kicks || at[self.head_joint].y < at[0].y
        };
        frames.iter().fold(Count::default(), |count, frame| count.with(is_so(*frame)))
    }
}

impl Count {
    fn with(self, is: bool) -> Self {
        Self { are: self.are + usize::from(is), of: self.of + 1 }
    }
}

fn summary(trials: &[Trial], pushes: &[f32]) -> Grab {
    let n = trials.len();
    let share = |is: &dyn Fn(&Trial) -> bool| fraction(trials.iter().filter(|t| is(t)).count(), n);
    let total = |of: &dyn Fn(&Trial) -> Count| {
        let all = trials.iter().map(of);
        let all = all.fold((0, 0), |(are, frames), count| (are + count.are, frames + count.of));
        fraction(all.0, all.1)
    };
    let accelerations: Vec<f32> = trials.iter().map(|t| t.acceleration).collect();
    let largest = |of: &[f32]| of.iter().copied().fold(0.0, f32::max);
    let lowest = |which: usize| trials.iter().map(|t| t.lowest[which]).fold(0.0, f32::min);
    let led = |class: u16| {
        let from = f32::from(class) * 100.0;
        let inside = trials.iter().filter(|t| (from..from + 100.0).contains(&t.newtons));
        let led: Vec<f32> = inside.map(|t| t.led).collect();
        [from + 50.0, crate::statistics::mean(&led)]
    };
    Grab {
        n,
        felt_fraction: share(&|t| t.felt),
        finite_fraction: share(&|t| t.finite),
        fallen_fraction: share(&|t| t.fallen),
        fallen_below_150n: trials.iter().filter(|t| t.fallen && t.newtons < WEAK).count(),
        foot_near_floor_fraction: total(&|t| t.near_floor),
        ungrabbed_foot_near_floor_fraction: total(&|t| t.near_floor_before),
        upside_down_fraction: total(&|t| t.upside_down),
        lowest_m: lowest(0),
        lowest_ever_m: lowest(1),
        ungrabbed_lowest_m: lowest(2),
        up_again_max_secs: trials.iter().filter_map(|t| t.up_again_secs).fold(0.0, f32::max),
        acceleration_over_push: ratio(largest(&accelerations), largest(pushes)),
        acceleration_max: largest(&accelerations),
        acceleration_p999_over_push: ratio(
            percentile(accelerations.clone(), 0.999),
            percentile(pushes.to_vec(), 0.999),
        ),
        led_m: (0..4).map(led).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn library() -> MotionLibrary {
        let clips = sidestep_performer::perform(&sidestep_performer::PerformerConfig::default());
        MotionLibrary::from_clips(&clips[..3], &Default::default()).expect("clips of one actor")
    }

    /// A body laid on its back at frame 10 and set up again at frame 40 of 90.
    #[test]
    fn a_body_that_lies_has_fallen_until_it_is_up() {
        let library = library();
        let heights = Heights::of(&library);
        let mut motion = JointMotion::new(library.skeleton(), RATE_HZ, 90);
        let mut at = JointTransforms::new(library.skeleton().len());
        let stands = library.pose(sidestep_motion::FrameId(10)).to_pose();
        let mut lies = stands.clone();
        lies.root_position.y = 0.15;
        lies.rotations[0] =
            sidestep_motion::math::from_rotation_vector(Vec3::X * -0.5 * PI) * lies.rotations[0];
        for frame in 0..90 {
            let pose = if (10..40).contains(&frame) { &lies } else { &stands };
            at.compute(library.skeleton(), pose.as_ref());
            motion.push(&at);
        }
        assert_eq!(heights.fallen_frames(&motion), Some(10..40));
        let all: Vec<usize> = (0..10).collect();
        assert_eq!(heights.upside_down(&motion, &all).are, 0);
        assert_eq!(heights.near_floor(&motion, all.iter().copied()).are, 10);
        // A body hung by its feet.
        lies.root_position.y = 1.5;
        lies.rotations[0] =
            sidestep_motion::math::from_rotation_vector(Vec3::X * PI) * stands.rotations[0];
        at.compute(library.skeleton(), lies.as_ref());
        let mut hung = JointMotion::new(library.skeleton(), RATE_HZ, 1);
        hung.push(&at);
        assert_eq!(heights.upside_down(&hung, &[0]).are, 1);
        assert_eq!(heights.near_floor(&hung, 0..1).are, 0);
    }

    #[test]
    fn accelerations_are_second_differences() {
        let library = library();
        let joints = library.skeleton().len();
        let mut motion = JointMotion::new(library.skeleton(), RATE_HZ, 3);
        for place in [0.0, 0.0, 0.01] {
            motion.positions.extend(std::iter::repeat_n(Vec3::X * place, joints));
        }
        assert!((largest_acceleration(&motion) - 9.0).abs() < 1e-4);
    }
}
