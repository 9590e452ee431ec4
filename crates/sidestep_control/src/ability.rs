//! What a controller can be asked for: known when it is built, shown by whoever offers controls.

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
}

/// A set of abilities.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Abilities(u16);

impl Ability {
    /// Every ability.
    pub const ALL: [Self; 10] = [
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
        }
    }

    const fn bit(self) -> u16 {
        1 << (self as u16)
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

    /// The abilities in the set, in order.
    pub fn iter(self) -> impl Iterator<Item = Ability> {
        Ability::ALL.into_iter().filter(move |ability| self.has(*ability))
    }
}
