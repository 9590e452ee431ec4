//! What went wrong in the frame loop. Nothing there fails, so it is told as flags.

use crate::{
    saved::{Reader, SavedValue, Writer},
    snapshot::SnapshotError,
};

/// One thing that had to be put right.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Problem {
    /// A number of the goal was NaN or infinite.
    GoalNotFinite,
    /// A number of the goal was beyond anything a body can do and was clamped.
    GoalTooLarge,
    /// The controller does not serve this goal; it was given the nearest one that it does.
    GoalNotServed,
    /// The time to advance was negative or no number and was taken as zero.
    TimeInvalid,
    /// The time to advance was too long and was cut short.
    TimeTooLong,
    /// The controller made a pose that was not finite; the last good one was kept.
    PoseNotFinite,
    /// The state to begin with was not finite or on another skeleton; the rest state was taken.
    StartInvalid,
    /// A correction of the root was not finite and was ignored.
    CorrectionInvalid,
    /// A push was not finite, or the controller cannot be pushed.
    PushNotServed,
}

/// A set of problems.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Problems(u16);

impl Problem {
    /// Every problem.
    pub const ALL: [Self; 9] = [
        Self::GoalNotFinite,
        Self::GoalTooLarge,
        Self::GoalNotServed,
        Self::TimeInvalid,
        Self::TimeTooLong,
        Self::PoseNotFinite,
        Self::StartInvalid,
        Self::CorrectionInvalid,
        Self::PushNotServed,
    ];

    /// What to tell a person.
    pub fn message(self) -> &'static str {
        match self {
            Self::GoalNotFinite => "the goal held NaN or infinity; it was replaced by a safe value",
            Self::GoalTooLarge => "the goal was beyond what a body can do; it was clamped",
            Self::GoalNotServed => "the controller does not serve this goal; it does the nearest",
            Self::TimeInvalid => "the time to advance was negative or NaN; no time passed",
            Self::TimeTooLong => "the time to advance was too long; it was cut short",
            Self::PoseNotFinite => "the controller made no finite pose; the last good one was kept",
            Self::StartInvalid => "the start was not finite or on another skeleton; begun at rest",
            Self::CorrectionInvalid => "the correction of the root was not finite; it was ignored",
            Self::PushNotServed => "the push was not finite or the controller cannot be pushed",
        }
    }

    fn bit(self) -> u16 {
        1 << (self as u16)
    }
}

impl Problems {
    /// All is well.
    pub const NONE: Self = Self(0);

    /// Notes a problem.
    pub fn add(&mut self, problem: Problem) {
        self.0 |= problem.bit();
    }

    /// Whether this problem occurred.
    pub fn has(self, problem: Problem) -> bool {
        self.0 & problem.bit() != 0
    }

    /// Whether all is well.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Those of both sets.
    pub fn union(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// The problems that occurred, in order.
    pub fn iter(self) -> impl Iterator<Item = Problem> {
        Problem::ALL.into_iter().filter(move |problem| self.has(*problem))
    }
}

impl SavedValue for Problems {
    fn put(self, to: &mut Writer<'_>) {
        self.0.put(to);
    }

    fn get(from: &mut Reader<'_>) -> Result<Self, SnapshotError> {
        u16::get(from).map(Self)
    }
}
