//! What a player wants, never how a method encodes it.
//!
//! Every number may come from a stick, a network or a script gone wrong: [`Goal::sanitized`] makes
//! any goal safe and says what it had to change.

use crate::{
    ability::{Abilities, Ability},
    action::{Action, Toward},
    ground_point::GroundPoint,
    loose_ball::LooseBall,
    manner::Manner,
    problem::{Problem, Problems},
    surroundings::{Obstacles, Others},
    travel::{MAX_SPEED, Pace, Travel},
};
use glam::Vec3;
use sidestep_motion::math::wrap_angle;
use std::f64::consts::TAU;

/// The furthest time ahead that a goal may name, in seconds.
pub const MAX_AHEAD_SECS: f32 = 3600.0;

/// Headings beyond this many radians are wrapped like all others, but reported.
const MAX_HEADING: f32 = 10_000.0;

/// What a player wants: where to go, and, where it matters, what to do on the way, when to be there,
/// in what manner, and what is about.
///
/// A goal is a wish about now. It holds no clock: a game that wants to be somewhere at half past
/// says each frame how long that still is.
///
/// It grows without breaking games: begin with [`Goal::walk`], [`Goal::STAND`] or a [`Travel`], and
/// add what else is wanted.
///
/// ```
/// use sidestep_control::{Action, Goal, GroundPoint, Pace, Toward, Travel};
/// let target = GroundPoint::new(2.0, 5.0);
/// let mut goal = Goal::from(Travel::Reach { target, facing: None, pace: Pace::ANY });
/// goal.arrive_in_secs = Some(3.0);
/// goal.action = Some(Action::new("shoot").toward(Toward::Heading(0.3)));
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct Goal {
    /// Where to go, and how briskly.
    pub travel: Travel,
    /// What to do beside going.
    pub action: Option<Action>,
    /// In how many seconds from now to be at the place that `travel` names.
    pub arrive_in_secs: Option<f32>,
    /// How to look while doing it.
    pub manner: Manner,
    /// What must not be run into.
    pub obstacles: Obstacles,
    /// Other characters that play a part.
    pub others: Others,
    /// The ball of a game while it is not this character's; `None` leaves the ball to the character.
    pub ball: Option<LooseBall>,
}

impl Goal {
    /// Whatever comes naturally.
    pub const FREE: Self = Self::travelling(Travel::Free);

    /// Stand as you are.
    pub const STAND: Self = Self::travelling(Travel::STAND);

    /// Travel along `heading` at a speed, looking ahead.
    pub const fn walk(heading: f32, metres_per_sec: f32) -> Self {
        Self::travelling(Travel::walk(heading, metres_per_sec))
    }

    /// Go somewhere and do nothing else.
    pub const fn travelling(travel: Travel) -> Self {
        Self {
            travel,
            action: None,
            arrive_in_secs: None,
            manner: Manner::ANY,
            obstacles: Obstacles::NONE,
            others: Others::NONE,
            ball: None,
        }
    }

    /// The same, going elsewhere.
    pub fn with_travel(&self, travel: Travel) -> Self {
        Self { travel, ..self.clone() }
    }

    /// The abilities a controller needs to serve this goal in full.
    pub fn needs(&self) -> Abilities {
        self.travel
            .needs()
            .with(Ability::Action, self.action.is_some())
            .with(Ability::Arrival, self.arrive_in_secs.is_some())
            .with(Ability::Manner, !self.manner.is_empty())
            .with(Ability::Obstacles, !self.obstacles.is_empty())
            .with(Ability::Others, !self.others.is_empty())
    }

    /// The same goal with every number finite and within reach of a body, and what was wrong.
    ///
    /// Headings are wrapped to (-π, π]. A speed that is no number is left to the controller; a
    /// direction or place that is no number becomes [`Travel::STAND`], the safest thing to do; an
    /// action or a time that is none is left out. It allocates nothing.
    ///
    /// ```
    /// use sidestep_control::{Goal, Problem};
    /// let (goal, problems) = Goal::walk(f32::NAN, 1.4).sanitized();
    /// assert_eq!(goal, Goal::STAND);
    /// assert!(problems.has(Problem::GoalNotFinite));
    /// ```
    pub fn sanitized(&self) -> (Self, Problems) {
        let mut check = Check::default();
        let goal = Self {
            travel: check.travel(&self.travel).unwrap_or(Travel::STAND),
            action: self.action.as_ref().and_then(|action| check.action(action)),
            arrive_in_secs: self.arrive_in_secs.and_then(|secs| check.ahead(secs)),
            // Checked when they were made.
            manner: self.manner.clone(),
            obstacles: self.obstacles.clone(),
            others: self.others.clone(),
            ball: self.ball.filter(|ball| check.is_finite(ball)),
        };
        (goal, check.problems)
    }
}

impl From<Travel> for Goal {
    fn from(travel: Travel) -> Self {
        Self::travelling(travel)
    }
}

#[derive(Default)]
struct Check {
    problems: Problems,
}

impl Check {
    /// `None` where it is so broken that nothing of it can be kept.
    fn travel(&mut self, travel: &Travel) -> Option<Travel> {
        Some(match travel {
            Travel::Free => Travel::Free,
            Travel::Stand { facing } => Travel::Stand { facing: self.facing(*facing) },
            Travel::Move { heading, pace, facing } => Travel::Move {
                heading: self.heading(*heading)?,
                pace: self.pace(*pace),
                facing: self.facing(*facing),
            },
            Travel::Line { through, heading, pace, facing } => Travel::Line {
                through: self.point(*through)?,
                heading: self.heading(*heading)?,
                pace: self.pace(*pace),
                facing: self.facing(*facing),
            },
            Travel::Reach { target, facing, pace } => Travel::Reach {
                target: self.point(*target)?,
                facing: self.facing(*facing),
                pace: self.pace(*pace),
            },
            Travel::Path { path, pace, facing } => Travel::Path {
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

    /// An action toward nowhere is still an action; one at no time is not known when to do.
    fn action(&mut self, action: &Action) -> Option<Action> {
        let toward = action.toward.and_then(|toward| self.toward(toward));
        let in_secs = match action.in_secs {
            None => None,
            Some(secs) => Some(self.ahead(secs)?),
        };
        Some(Action { label: action.label.clone(), in_secs, toward })
    }

    fn toward(&mut self, toward: Toward) -> Option<Toward> {
        match toward {
            Toward::Heading(radians) => self.heading(radians).map(Toward::Heading),
            Toward::Point(Vec3 { x, y, z }) => {
                let GroundPoint { x, z } = self.point(GroundPoint { x, z })?;
                let GroundPoint { x: y, .. } = self.point(GroundPoint { x: y, z: 0.0 })?;
                Some(Toward::Point(Vec3 { x, y, z }))
            }
        }
    }

    fn is_finite(&mut self, ball: &LooseBall) -> bool {
        if !ball.is_finite() {
            self.problems.add(Problem::GoalNotFinite);
        }
        ball.is_finite()
    }

    /// A time from now on.
    fn ahead(&mut self, secs: f32) -> Option<f32> {
        if !secs.is_finite() {
            self.problems.add(Problem::GoalNotFinite);
            return None;
        }
        let clamped = secs.clamp(0.0, MAX_AHEAD_SECS);
        if secs > MAX_AHEAD_SECS {
            self.problems.add(Problem::GoalTooLarge);
        }
        Some(clamped)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Disc, Gait, Other};
    use proptest::prelude::*;
    use std::f32::consts::PI;

    #[test]
    fn a_sane_goal_is_left_alone() {
        let travel = Travel::Move { heading: -3.0, pace: Pace::speed(1.4), facing: Some(PI) };
        let goal = Goal::from(travel);
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
        let strafe = Travel::Move { heading: 0.0, pace: Pace::gait(Gait::Run), facing: Some(1.0) };
        let expected = Abilities::of(&[Ability::Move, Ability::Gait, Ability::Facing]);
        assert_eq!(strafe.needs(), expected);
        assert_eq!(Goal::FREE.needs(), Abilities::NONE);
    }

    #[test]
    fn all_that_is_wished_for_is_needed() {
        let mut goal = Goal::STAND;
        goal.action = Some(Action::new("pass"));
        goal.arrive_in_secs = Some(1.0);
        goal.manner = Manner::new(&[("straightness", 0.5)]).unwrap();
        goal.obstacles = Obstacles::new(&[Disc::still(GroundPoint::default(), 0.3)]).unwrap();
        goal.others = Others::new(&[Other::default()]).unwrap();
        let expected = [
            Ability::Stand,
            Ability::Action,
            Ability::Arrival,
            Ability::Manner,
            Ability::Obstacles,
            Ability::Others,
        ];
        assert_eq!(goal.needs(), Abilities::of(&expected));
        assert_eq!(goal.sanitized(), (goal, Problems::NONE));
    }

    #[test]
    fn actions_without_a_time_are_dropped_and_those_without_a_direction_kept() {
        let mut goal = Goal::STAND;
        goal.action = Some(Action::new("shoot").in_secs(f32::NAN));
        let (sane, problems) = goal.sanitized();
        assert_eq!(sane.action, None);
        assert!(problems.has(Problem::GoalNotFinite));
        goal.action = Some(Action::new("shoot").toward(Toward::Point(Vec3::NAN)));
        assert_eq!(goal.sanitized().0.action, Some(Action::new("shoot")));
    }

    #[test]
    fn a_ball_that_is_nowhere_is_left_out() {
        let mut goal = Goal::STAND;
        goal.ball = Some(LooseBall { position: Vec3::Y, velocity: Vec3::X });
        assert_eq!(goal.sanitized(), (goal.clone(), Problems::NONE));
        goal.ball = Some(LooseBall { position: Vec3::NAN, velocity: Vec3::X });
        let (sane, problems) = goal.sanitized();
        assert_eq!((sane, problems.has(Problem::GoalNotFinite)), (Goal::STAND, true));
    }

    proptest! {
        #[test]
        fn whatever_comes_in_is_sane_afterwards(x in any::<f32>(), z in any::<f32>(),
            heading in any::<f32>(), speed in any::<f32>(), facing in any::<Option<f32>>()) {
            let pace = Pace::speed(speed);
            let through = GroundPoint { x, z };
            for goal in [
                Travel::Move { heading, pace, facing },
                Travel::Line { through, heading, pace, facing },
                Travel::Reach { target: through, facing, pace },
            ] {
                let mut goal = Goal::from(goal);
                goal.arrive_in_secs = Some(z);
                goal.action = Some(Action::new("shoot").in_secs(x).toward(Toward::Heading(heading)));
                let (once, _) = goal.sanitized();
                let (twice, problems) = once.sanitized();
                prop_assert_eq!(&once, &twice);
                prop_assert_eq!(problems, Problems::NONE);
                if let Travel::Move { heading, .. } = once.travel {
                    prop_assert!(heading.abs() <= PI + 1e-6);
                }
            }
        }
    }
}
