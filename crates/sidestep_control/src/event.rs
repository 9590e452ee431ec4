//! What happened: moments that a game wants to hear of, such as a foot that comes down.

use crate::{
    saved::{Reader, SavedValue, Writer},
    snapshot::SnapshotError,
};
use sidestep_motion::{Contacts, Side};

/// One thing that happened.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Event {
    /// The left foot has come down.
    LeftFootDown,
    /// The right foot has come down.
    RightFootDown,
    /// The left foot has left the ground.
    LeftFootUp,
    /// The right foot has left the ground.
    RightFootUp,
    /// The place that the goal names has been reached.
    Arrived,
    /// The wanted action has begun.
    ActionBegun,
    /// The moment of the action: the ball leaves the hand, the racket meets the ball.
    ActionMoment,
}

/// A set of events.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Events(u16);

impl Event {
    /// Every event.
    pub const ALL: [Self; 7] = [
        Self::LeftFootDown,
        Self::RightFootDown,
        Self::LeftFootUp,
        Self::RightFootUp,
        Self::Arrived,
        Self::ActionBegun,
        Self::ActionMoment,
    ];

    /// A short name for reports, such as `left_foot_down`.
    pub fn name(self) -> &'static str {
        match self {
            Self::LeftFootDown => "left_foot_down",
            Self::RightFootDown => "right_foot_down",
            Self::LeftFootUp => "left_foot_up",
            Self::RightFootUp => "right_foot_up",
            Self::Arrived => "arrived",
            Self::ActionBegun => "action_begun",
            Self::ActionMoment => "action_moment",
        }
    }

    fn bit(self) -> u16 {
        1 << (self as u16)
    }
}

impl Events {
    /// Nothing happened.
    pub const NONE: Self = Self(0);

    /// What feet did between two ticks.
    pub fn of_feet(before: Contacts, now: Contacts) -> Self {
        let mut events = Self::NONE;
        let feet = [
            (Side::Left, Event::LeftFootDown, Event::LeftFootUp),
            (Side::Right, Event::RightFootDown, Event::RightFootUp),
        ];
        for (side, down, up) in feet {
            match (before.get(side), now.get(side)) {
                (false, true) => events.add(down),
                (true, false) => events.add(up),
                _ => {}
            }
        }
        events
    }

    /// Notes an event.
    pub fn add(&mut self, event: Event) {
        self.0 |= event.bit();
    }

    /// Whether this event happened.
    pub fn has(self, event: Event) -> bool {
        self.0 & event.bit() != 0
    }

    /// Whether nothing happened.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Those of both sets.
    #[must_use]
    pub fn union(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// The events that happened, in order.
    pub fn iter(self) -> impl Iterator<Item = Event> {
        Event::ALL.into_iter().filter(move |event| self.has(*event))
    }
}

impl SavedValue for Events {
    fn put(self, to: &mut Writer<'_>) {
        self.0.put(to);
    }

    fn get(from: &mut Reader<'_>) -> Result<Self, SnapshotError> {
        u16::get(from).map(Self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn feet_come_down_and_go_up() {
        let (left, right) = (Contacts::new(true, false), Contacts::new(false, true));
        let events = Events::of_feet(left, right);
        let expected = [Event::RightFootDown, Event::LeftFootUp];
        assert_eq!(events.iter().collect::<Vec<_>>(), expected);
        assert!(Events::of_feet(right, right).is_empty());
    }
}
