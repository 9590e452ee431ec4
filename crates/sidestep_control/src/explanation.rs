//! What a controller is doing now and why, for those who look inside.
//!
//! Plain data that any viewer can draw without knowing a method: ghosts to draw as bodies, choices
//! to draw as bars, values to draw as a map, costs and numbers to write as a table, trails and marks
//! to draw on the ground. A controller fills what it has and leaves the rest empty. It is asked for
//! by [`crate::Animate::explain`], now and then and never in the frame loop: explaining may allocate
//! and may search anew.
//!
//! All of it speaks of the next tick under the goal given, or of the next decision where there is not
//! one in every tick: what is near, what could be done, and which of it the controller would do. Asking
//! changes nothing.

use crate::ground_point::GroundPoint;
use sidestep_motion::{FrameId, GroundTransform, MotionLibrary, Pose, PoseRef};
use std::{
    f32::consts::{PI, TAU},
    ops::Range,
};

/// How far ahead choices and trails of clips are followed, in seconds.
pub const AHEAD_SECS: f32 = 1.0;

/// The label of a mark at the obstacle that is kept clear of.
pub const OBSTACLE_MARK: &str = "obstacle minded";

/// Points of a trail for each second.
pub const POINTS_PER_SEC: f32 = 10.0;

/// What a controller is doing now. One can be filled again and again.
///
/// ```
/// # use sidestep_control::{Animate, Explanation, Goal};
/// fn best(character: &dyn Animate, goal: &Goal, explanation: &mut Explanation) -> Option<f32> {
///     character.explain(goal, explanation);
///     explanation.choices.iter().find(|choice| choice.chosen).map(|choice| choice.value)
/// }
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Explanation {
    /// One line that says what is being done, such as the clip that plays; empty where nothing is
    /// known.
    pub doing: String,
    /// Bodies near the present one, nearest or best first.
    pub ghosts: Vec<Ghost>,
    /// What could be done next, in the order the controller looked at it, or the best first.
    pub choices: Vec<Choice>,
    /// The frames of the library that play next, stretch by stretch, the present one first; empty
    /// where no more than the next tick is decided.
    pub plan: Vec<Range<u32>>,
    /// How good the present state is for other goals.
    pub values: Option<ValueMap>,
    /// What the chosen ghost costs, by kind; the sum is the cost.
    pub costs: Vec<CostTerm>,
    /// Single figures.
    pub numbers: Vec<Number>,
    /// Where the motion leads, or would lead.
    pub trails: Vec<Trail>,
    /// Points on the ground.
    pub marks: Vec<Mark>,
    /// Points in time, for the timeline.
    pub moments: Vec<Moment>,
    /// Poses no longer used, for the ghosts to come.
    spare: Vec<Pose>,
}

/// A body that the controller has in mind, to be drawn beside the one shown.
#[derive(Clone, Debug, PartialEq)]
pub struct Ghost {
    /// Its pose in the world.
    pub pose: Pose,
    /// Where it stands, and its heading.
    pub ground: GroundTransform,
    /// The frame of the library that it is, if it is one.
    pub frame: Option<FrameId>,
    /// How much it counts, from 0 to 1.
    pub weight: f32,
    /// Whether it is the one the controller goes on with.
    pub chosen: bool,
}

/// One thing that could be done next.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Choice {
    /// What it is, such as the clip and the second within it.
    pub label: String,
    /// How good it is; the highest is chosen. The unit is the method's own.
    pub value: f32,
    /// Whether the controller does it.
    pub chosen: bool,
    /// Where it leads within a second or so, in the world, if that is known.
    pub leads_to: Option<GroundTransform>,
    /// The way there, from where it leaves those before it; empty where nothing more is known.
    pub way: Vec<GroundTransform>,
    /// The frames of the library that play on that way.
    pub frames: Range<u32>,
    /// What it would cost, by kind, where that is known of each choice; the sum is minus its value.
    pub costs: Vec<CostTerm>,
}

/// How good the present state is over one or two quantities.
#[derive(Clone, Debug, PartialEq)]
pub struct ValueMap {
    /// What the values are, such as `value of the goal's heading`.
    pub label: &'static str,
    /// The quantity that runs fastest in `values`.
    pub x: Axis,
    /// The second quantity, if there is one.
    pub y: Option<Axis>,
    /// A value for each sample, `x.samples` for each sample of `y`.
    pub values: Vec<f32>,
}

/// The samples of one quantity.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Axis {
    /// What it is.
    pub label: &'static str,
    /// Its unit: `rad`, `m`, `m/s`.
    pub unit: &'static str,
    /// The first sample.
    pub from: f32,
    /// From one sample to the next.
    pub step: f32,
    /// How many samples there are.
    pub samples: usize,
    /// Whether the first follows the last again, as headings do: such a map can be drawn as a polar
    /// one around the character.
    pub wraps: bool,
    /// Where the goal is at present, if it is anywhere on the axis.
    pub now: Option<f32>,
}

/// A part of a cost.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CostTerm {
    /// What is compared, such as `feet`.
    pub label: &'static str,
    /// What it adds to the cost.
    pub value: f32,
}

/// A single figure.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Number {
    /// What it is.
    pub label: &'static str,
    /// Its value.
    pub value: f32,
    /// Its unit; empty for a pure number.
    pub unit: &'static str,
}

/// A way over the ground, in the world, from the character on.
#[derive(Clone, Debug, PartialEq)]
pub struct Trail {
    /// What it is, such as `wanted` or `clip`.
    pub label: &'static str,
    /// Places and headings along it.
    pub points: Vec<GroundTransform>,
}

/// A point on the ground, in the world.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Mark {
    /// What it is.
    pub label: &'static str,
    /// Where it is.
    pub place: GroundPoint,
}

/// A point in time.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Moment {
    /// What happens then, such as `decision`.
    pub label: &'static str,
    /// In how many seconds from now; below 0 it has happened.
    pub secs: f32,
}

impl Explanation {
    /// Forgets everything but the room it takes.
    pub fn clear(&mut self) {
        self.doing.clear();
        self.spare.extend(self.ghosts.drain(..).map(|ghost| ghost.pose));
        self.choices.clear();
        self.plan.clear();
        self.values = None;
        self.costs.clear();
        self.numbers.clear();
        self.trails.clear();
        self.marks.clear();
        self.moments.clear();
    }

    /// Adds a ghost: a pose seen from `pose_ground`, drawn at `ground`.
    ///
    /// A frame of a library is drawn at the character by giving the frame's own ground first and the
    /// character's second.
    pub fn add_ghost(
        &mut self,
        pose: PoseRef<'_>,
        (pose_ground, ground): (GroundTransform, GroundTransform),
        frame: Option<FrameId>,
        weight: f32,
    ) {
        let mut drawn = self.spare.pop().unwrap_or_default();
        drawn.copy_from(pose);
        (ground * pose_ground.inverse()).transform_pose(&mut drawn);
        self.ghosts.push(Ghost { pose: drawn, ground, frame, weight, chosen: false });
    }

    /// Adds a frame of a library as a ghost at `ground`.
    pub fn add_frame(
        &mut self,
        library: &MotionLibrary,
        frame: FrameId,
        ground: GroundTransform,
        weight: f32,
    ) {
        let grounds = (library.ground(frame), ground);
        self.add_ghost(library.pose(frame), grounds, Some(frame), weight);
    }

    /// Adds the choice of going on from a frame of a library at `ground`.
    pub fn add_choice(
        &mut self,
        library: &MotionLibrary,
        frame: FrameId,
        ground: GroundTransform,
        value: f32,
    ) {
        let leads_to = clip_trail(library, frame, ground).last().copied();
        let label = frame_label(library, frame);
        self.choices.push(Choice { label, value, leads_to, ..Choice::default() });
    }

    /// Adds a figure.
    pub fn add_number(&mut self, label: &'static str, value: f32, unit: &'static str) {
        self.numbers.push(Number { label, value, unit });
    }

    /// Marks as chosen the choice of the highest value, the first of equals.
    pub fn choose_highest(&mut self) {
        let mut best: Option<usize> = None;
        for (index, choice) in self.choices.iter().enumerate() {
            if best.is_none_or(|best| choice.value > self.choices[best].value) {
                best = Some(index);
            }
        }
        if let Some(best) = best {
            self.choices[best].chosen = true;
        }
    }

    /// Whether every number is finite.
    pub fn is_finite(&self) -> bool {
        let ghosts = |ghost: &Ghost| ghost.pose.is_finite() && ghost.weight.is_finite();
        let choices = |choice: &Choice| {
            let mut places = choice.leads_to.iter().chain(&choice.way);
            let mut costs = choice.costs.iter();
            choice.value.is_finite()
                && places.all(|ground| ground.is_finite())
                && costs.all(|term| term.value.is_finite())
        };
        let values =
            self.values.as_ref().is_none_or(|map| map.values.iter().all(|v| v.is_finite()));
        self.ghosts.iter().all(ghosts)
            && self.choices.iter().all(choices)
            && values
            && self.costs.iter().all(|term| term.value.is_finite())
            && self.numbers.iter().all(|number| number.value.is_finite())
            && self.trails.iter().flat_map(|trail| &trail.points).all(|point| point.is_finite())
            && self.marks.iter().all(|mark| mark.place.is_finite())
            && self.moments.iter().all(|moment| moment.secs.is_finite())
    }
}

/// A name for a frame: its clip and the second within it.
pub fn frame_label(library: &MotionLibrary, frame: FrameId) -> String {
    let clip = &library.clips()[library.clip_of(frame).index()];
    let secs = (frame.0 - clip.frames.start) as f32 * library.frame_secs();
    format!("{} {secs:.2} s", clip.name)
}

/// The way that a clip takes from a frame on, laid to begin at `ground`: a second, or to its end.
pub fn clip_trail(
    library: &MotionLibrary,
    frame: FrameId,
    ground: GroundTransform,
) -> Vec<GroundTransform> {
    let last = library.clips()[library.clip_of(frame).index()].frames.end.saturating_sub(1);
    let frames = |secs: f32| (secs * library.rate_hz()).round().max(1.0) as usize;
    let end = last.min(frame.0.saturating_add(u32::try_from(frames(AHEAD_SECS)).unwrap_or(0)));
    let world_from_clip = ground * library.ground(frame).inverse();
    let along = (frame.0..=end).step_by(frames(1.0 / POINTS_PER_SEC));
    along.map(|frame| world_from_clip * library.ground(FrameId(frame))).collect()
}

impl Axis {
    /// Headings all around, in the world, from -π on.
    pub fn headings(samples: usize, now: Option<f32>) -> Self {
        let step = TAU / samples.max(1) as f32;
        Self { label: "heading", unit: "rad", from: -PI, step, samples, wraps: true, now }
    }

    /// The quantity at a sample.
    pub fn at(&self, sample: usize) -> f32 {
        self.from + self.step * sample as f32
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn choice(value: f32) -> Choice {
        Choice { value, ..Choice::default() }
    }

    #[test]
    fn the_first_of_the_highest_is_chosen() {
        let mut explanation = Explanation::default();
        explanation.choose_highest();
        explanation.choices = [1.0, 3.0, 2.0, 3.0].map(choice).to_vec();
        explanation.choose_highest();
        let chosen: Vec<bool> = explanation.choices.iter().map(|choice| choice.chosen).collect();
        assert_eq!(chosen, [false, true, false, false]);
    }

    /// A frame whose ground is at (1, 2) with its hips a metre ahead is drawn a metre ahead of the
    /// character.
    #[test]
    fn ghosts_are_drawn_where_the_character_is() {
        let mut explanation = Explanation::default();
        let mut pose = Pose::identity(2);
        pose.root_position = glam::Vec3::new(1.0, 0.9, 3.0);
        let of_frame = GroundTransform::new(1.0, 2.0, 0.0);
        let here = GroundTransform::new(5.0, 0.0, PI / 2.0);
        explanation.add_ghost(pose.as_ref(), (of_frame, here), Some(FrameId(3)), 0.5);
        let drawn = explanation.ghosts[0].pose.root_position;
        assert!(drawn.distance(glam::Vec3::new(6.0, 0.9, 0.0)) < 1e-5, "{drawn}");
        explanation.clear();
        assert!(explanation.ghosts.is_empty() && explanation.spare.len() == 1);
    }

    #[test]
    fn headings_close_a_circle() {
        let axis = Axis::headings(8, None);
        assert!((axis.at(8) - PI).abs() < 1e-6 && axis.at(4).abs() < 1e-6);
    }
}
