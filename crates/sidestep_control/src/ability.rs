//! What a controller can be asked for: known when it is built, shown by whoever offers controls.

use crate::{
    saved::{Reader, SavedValue, Writer},
    snapshot::SnapshotError,
};

/// One thing a controller may be able to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Ability {
    /// Stop and stand.
    Stand,
    /// Turn to a facing while standing.
    TurnInPlace,
    /// Travel in a direction.
    Move,
    /// Get onto a line and follow it.
    Line,
    /// Go to a place and stop there.
    Reach,
    /// Follow a path.
    Path,
    /// Keep a wanted speed.
    Speed,
    /// Go in a wanted gait.
    Gait,
    /// Look another way than it travels.
    Facing,
    /// Be pushed.
    Push,
    /// Do something beside going, such as shooting a ball.
    Action,
    /// Be somewhere at a given time.
    Arrival,
    /// Move in a wanted manner.
    Manner,
    /// Keep clear of obstacles.
    Obstacles,
    /// Mind other characters.
    Others,
}

/// A set of abilities.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Abilities(u32);

impl Ability {
    /// Every ability.
    pub const ALL: [Self; 15] = [
        Self::Stand,
        Self::TurnInPlace,
        Self::Move,
        Self::Line,
        Self::Reach,
        Self::Path,
        Self::Speed,
        Self::Gait,
        Self::Facing,
        Self::Push,
        Self::Action,
        Self::Arrival,
        Self::Manner,
        Self::Obstacles,
        Self::Others,
    ];

    /// A short name for reports and controls, such as `turn_in_place`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Stand => "stand",
            Self::TurnInPlace => "turn_in_place",
            Self::Move => "move",
            Self::Line => "line",
            Self::Reach => "reach",
            Self::Path => "path",
            Self::Speed => "speed",
            Self::Gait => "gait",
            Self::Facing => "facing",
            Self::Push => "push",
            Self::Action => "action",
            Self::Arrival => "arrival",
            Self::Manner => "manner",
            Self::Obstacles => "obstacles",
            Self::Others => "others",
        }
    }

    /// What to tell a person whose wish needs an ability that is not there.
    pub fn lack(self) -> &'static str {
        match self {
            Self::Stand => "it cannot stand still; it goes on as slowly as it can",
            Self::TurnInPlace => "it cannot turn on the spot; it keeps the way it looks",
            Self::Move => "it cannot be steered by direction",
            Self::Line => "it does not know lines; it heads for the line instead",
            Self::Reach => "it does not know places; it heads for the place instead",
            Self::Path => "it does not know paths; it heads along the path instead",
            Self::Speed => "it cannot keep a wanted speed; it goes as fast as its data does",
            Self::Gait => "it cannot go in the wanted gait; it goes as its data does",
            Self::Facing => "it cannot look another way than it goes; it looks ahead",
            Self::Push => "it does not feel pushes",
            Self::Action => "it does not know the wanted action; it goes on without it",
            Self::Arrival => "it cannot be somewhere at a given time; it arrives when it does",
            Self::Manner => "it knows no manners; it moves as its data does",
            Self::Obstacles => "it does not see obstacles; lead it round them",
            Self::Others => "it does not mind other characters; lead it round them",
        }
    }

    const fn bit(self) -> u32 {
        1 << (self as u32)
    }
}

impl Abilities {
    /// Able to do nothing.
    pub const NONE: Self = Self(0);

    /// The set of these abilities.
    pub const fn of(abilities: &[Ability]) -> Self {
        let (mut bits, mut index) = (0, 0);
        while index < abilities.len() {
            bits |= abilities[index].bit();
            index += 1;
        }
        Self(bits)
    }

    /// The same set, with `ability` added where `wanted`.
    pub fn with(self, ability: Ability, wanted: bool) -> Self {
        Self(if wanted { self.0 | ability.bit() } else { self.0 })
    }

    /// Whether this ability is in the set.
    pub fn has(self, ability: Ability) -> bool {
        self.0 & ability.bit() != 0
    }

    /// Whether every ability of `needs` is in the set.
    pub fn serve(self, needs: Self) -> bool {
        needs.0 & !self.0 == 0
    }

    /// The abilities of `needs` that are missing.
    pub fn missing(self, needs: Self) -> Self {
        Self(needs.0 & !self.0)
    }

    /// Those of both sets.
    #[must_use]
    pub fn union(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Whether the set is empty.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The abilities in the set, in order.
    pub fn iter(self) -> impl Iterator<Item = Ability> {
        Ability::ALL.into_iter().filter(move |ability| self.has(*ability))
    }
}

impl SavedValue for Abilities {
    fn put(self, to: &mut Writer<'_>) {
        self.0.put(to);
    }

    fn get(from: &mut Reader<'_>) -> Result<Self, SnapshotError> {
        u32::get(from).map(Self)
    }
}
