//! What a player wants, never how a method encodes it.
//!
//! Every number may come from a stick, a network or a script gone wrong: [`Goal::sanitized`] makes
//! any goal safe and says what it had to change.

use crate::{
    ability::{Abilities, Ability},
    ground_point::GroundPoint,
    path::Path,
    problem::{Problem, Problems},
};
use sidestep_motion::math::wrap_angle;
use std::f64::consts::TAU;

/// The fastest speed a goal may ask for, in metres a second; no human is faster.
pub const MAX_SPEED: f32 = 12.0;

/// Headings beyond this many radians are wrapped like all others, but reported.
const MAX_HEADING: f32 = 10_000.0;

/// How briskly to travel. Whatever is `None` is left to the controller.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Pace {
    /// Speed in metres a second.
    pub speed: Option<f32>,
    /// Manner of going.
    pub gait: Option<Gait>,
}

/// A manner of going.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Gait {
    /// One foot always on the ground.
    Walk,
    /// With a phase of flight.
    Run,
    /// Walking with bent knees.
    Crouch,
}

/// What a player wants. Headings and facings are in the world, in radians: 0 is +Z, left is more.
///
/// `facing` is the way the body looks where that differs from the way it travels; `None` means it
/// looks where it goes, or stays as it is when standing.
#[derive(Clone, Debug, PartialEq)]
pub enum Goal {
    /// Whatever comes naturally: the motion goes on as the data would.
    Free,
    /// Stop and stand, turned to `facing` if one is given.
    Stand {
        /// The way to look.
        facing: Option<f32>,
    },
    /// Travel in a direction.
    Move {
        /// The way to travel.
        heading: f32,
        /// How briskly.
        pace: Pace,
        /// The way to look.
        facing: Option<f32>,
    },
    /// Get onto a line and travel along it.
    Line {
        /// Any point of the line.
        through: GroundPoint,
        /// The way to travel along it.
        heading: f32,
        /// How briskly.
        pace: Pace,
        /// The way to look.
        facing: Option<f32>,
    },
    /// Go to a place and stand there.
    Reach {
        /// The place.
        target: GroundPoint,
        /// The way to look once there.
        facing: Option<f32>,
        /// How briskly to go.
        pace: Pace,
    },
    /// Follow a path to its end and stand there.
    Path {
        /// The way to go.
        path: Path,
        /// How briskly.
        pace: Pace,
        /// The way to look.
        facing: Option<f32>,
    },
}

impl Pace {
    /// As the controller likes.
    pub const ANY: Self = Self { speed: None, gait: None };

    /// A speed in metres a second, in whatever gait suits it.
    pub const fn speed(metres_per_sec: f32) -> Self {
        Self { speed: Some(metres_per_sec), gait: None }
    }

    /// A gait, at whatever speed suits it.
    pub const fn gait(gait: Gait) -> Self {
        Self { speed: None, gait: Some(gait) }
    }
}

impl Gait {
    /// Every gait.
    pub const ALL: [Self; 3] = [Self::Walk, Self::Run, Self::Crouch];

    /// The name used in scripts and labels, such as `walk`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Walk => "walk",
            Self::Run => "run",
            Self::Crouch => "crouch",
        }
    }

    /// The gait of that name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|gait| gait.name() == name)
    }
}

impl Goal {
    /// Stand as you are.
    pub const STAND: Self = Self::Stand { facing: None };

    /// Travel along `heading` at a speed, looking ahead.
    pub const fn walk(heading: f32, metres_per_sec: f32) -> Self {
        Self::Move { heading, pace: Pace::speed(metres_per_sec), facing: None }
    }

    /// The gait it asks for.
    pub fn gait(&self) -> Option<Gait> {
        match self {
            Self::Free | Self::Stand { .. } => None,
            Self::Move { pace, .. }
            | Self::Line { pace, .. }
            | Self::Reach { pace, .. }
            | Self::Path { pace, .. } => pace.gait,
        }
    }

    /// The abilities a controller needs to serve this goal in full.
    pub fn needs(&self) -> Abilities {
        let (kind, pace, facing) = match self {
            Self::Free => return Abilities::NONE,
            Self::Stand { facing } => (Ability::Stand, Pace::ANY, facing),
            Self::Move { pace, facing, .. } => (Ability::Move, *pace, facing),
            Self::Line { pace, facing, .. } => (Ability::Line, *pace, facing),
            Self::Reach { pace, facing, .. } => (Ability::Reach, *pace, facing),
            Self::Path { pace, facing, .. } => (Ability::Path, *pace, facing),
        };
        let turns = if kind == Ability::Stand { Ability::TurnInPlace } else { Ability::Facing };
        Abilities::of(&[kind])
            .with(Ability::Speed, pace.speed.is_some())
            .with(Ability::Gait, pace.gait.is_some())
            .with(turns, facing.is_some() && kind != Ability::Reach)
    }

    /// The same goal with every number finite and within reach of a body, and what was wrong.
    ///
    /// Headings are wrapped to (-π, π]. A speed that is no number is left to the controller; a
    /// direction or place that is no number becomes [`Goal::STAND`], the safest thing to do.
    ///
    /// ```
    /// use sidestep_control::{Goal, Problem};
    /// let (goal, problems) = Goal::walk(f32::NAN, 1.4).sanitized();
    /// assert_eq!(goal, Goal::STAND);
    /// assert!(problems.has(Problem::GoalNotFinite));
    /// ```
    pub fn sanitized(&self) -> (Self, Problems) {
        let mut check = Check::default();
        let goal = check.goal(self).unwrap_or(Self::STAND);
        (goal, check.problems)
    }
}

#[derive(Default)]
struct Check {
    problems: Problems,
}

impl Check {
    /// `None` where the goal is so broken that nothing of it can be kept.
    fn goal(&mut self, goal: &Goal) -> Option<Goal> {
        Some(match goal {
            Goal::Free => Goal::Free,
            Goal::Stand { facing } => Goal::Stand { facing: self.facing(*facing) },
            Goal::Move { heading, pace, facing } => Goal::Move {
                heading: self.heading(*heading)?,
                pace: self.pace(*pace),
                facing: self.facing(*facing),
            },
            Goal::Line { through, heading, pace, facing } => Goal::Line {
                through: self.point(*through)?,
                heading: self.heading(*heading)?,
                pace: self.pace(*pace),
                facing: self.facing(*facing),
            },
            Goal::Reach { target, facing, pace } => Goal::Reach {
                target: self.point(*target)?,
                facing: self.facing(*facing),
                pace: self.pace(*pace),
            },
            Goal::Path { path, pace, facing } => Goal::Path {
                path: path.clone(),
                pace: self.pace(*pace),
                facing: self.facing(*facing),
            },
        })
    }

    fn heading(&mut self, radians: f32) -> Option<f32> {
        if !radians.is_finite() {
            self.problems.add(Problem::GoalNotFinite);
            return None;
        }
        if radians.abs() > MAX_HEADING {
            self.problems.add(Problem::GoalTooLarge);
        }
        // The remainder of a double is exact, however many turns there are.
        #[expect(clippy::cast_possible_truncation, reason = "within one turn")]
        let within_one_turn = (f64::from(radians) % TAU) as f32;
        Some(wrap_angle(if radians.abs() < 3.0 { radians } else { within_one_turn }))
    }

    fn facing(&mut self, facing: Option<f32>) -> Option<f32> {
        facing.and_then(|radians| self.heading(radians))
    }

    fn pace(&mut self, pace: Pace) -> Pace {
        Pace { speed: pace.speed.and_then(|speed| self.speed(speed)), gait: pace.gait }
    }

    fn speed(&mut self, speed: f32) -> Option<f32> {
        if speed.is_nan() {
            self.problems.add(Problem::GoalNotFinite);
            return None;
        }
        let clamped = speed.clamp(0.0, MAX_SPEED);
        if clamped != speed {
            let infinite = speed.is_infinite();
            self.problems.add(if infinite {
                Problem::GoalNotFinite
            } else {
                Problem::GoalTooLarge
            });
        }
        Some(clamped)
    }

    fn point(&mut self, point: GroundPoint) -> Option<GroundPoint> {
        if !point.is_finite() {
            self.problems.add(Problem::GoalNotFinite);
            return None;
        }
        let clamped = point.clamped();
        if clamped != point {
            self.problems.add(Problem::GoalTooLarge);
        }
        Some(clamped)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::f32::consts::PI;

    #[test]
    fn a_sane_goal_is_left_alone() {
        let goal = Goal::Move { heading: -3.0, pace: Pace::speed(1.4), facing: Some(PI) };
        assert_eq!(goal.sanitized(), (goal, Problems::NONE));
    }

    #[test]
    fn speeds_are_clamped_and_reported() {
        let (goal, problems) = Goal::walk(0.0, -1.0).sanitized();
        assert_eq!(goal, Goal::walk(0.0, 0.0));
        assert!(problems.has(Problem::GoalTooLarge));
        let (goal, problems) = Goal::walk(0.0, f32::INFINITY).sanitized();
        assert_eq!(goal, Goal::walk(0.0, MAX_SPEED));
        assert!(problems.has(Problem::GoalNotFinite));
    }

    #[test]
    fn needs_name_what_a_goal_asks_for() {
        let strafe = Goal::Move { heading: 0.0, pace: Pace::gait(Gait::Run), facing: Some(1.0) };
        let expected = Abilities::of(&[Ability::Move, Ability::Gait, Ability::Facing]);
        assert_eq!(strafe.needs(), expected);
        assert_eq!(Goal::Free.needs(), Abilities::NONE);
    }

    proptest! {
        #[test]
        fn whatever_comes_in_is_sane_afterwards(x in any::<f32>(), z in any::<f32>(),
            heading in any::<f32>(), speed in any::<f32>(), facing in any::<Option<f32>>()) {
            let pace = Pace::speed(speed);
            let through = GroundPoint { x, z };
            for goal in [
                Goal::Move { heading, pace, facing },
                Goal::Line { through, heading, pace, facing },
                Goal::Reach { target: through, facing, pace },
            ] {
                let (once, _) = goal.sanitized();
                let (twice, problems) = once.sanitized();
                prop_assert_eq!(&once, &twice);
                prop_assert_eq!(problems, Problems::NONE);
                if let Goal::Move { heading, .. } = once {
                    prop_assert!(heading.abs() <= PI + 1e-6);
                }
            }
        }
    }
}
