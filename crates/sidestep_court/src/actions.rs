//! The actions of ball games and the control parameters that select them.

/// What a player can be asked to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum KeyAction {
    /// Throw the ball at the hoop.
    Shoot,
    /// Throw the ball to somebody.
    Pass,
    /// Take a ball that somebody throws.
    Receive,
    /// Take a ball that nobody threw to one: a rebound, a ball on the floor.
    Catch,
    /// Keep the ball bouncing.
    Dribble,
    /// Go somewhere: Move-To, what everything is that has no name.
    Walk,
    /// Meet the ball with the racket.
    Stroke,
    /// Go back to where the next ball is awaited.
    Return,
}

/// Which control parameters an action takes: the ones of S.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Selection {
    /// Where it is done.
    pub place: bool,
    /// The way the ball goes, or the body looks.
    pub direction: bool,
    /// When it is done.
    pub time: bool,
    /// Where the ball is met, as seen from the body.
    pub ball: bool,
}

/// All actions with their selections. Section 7 says those of pass and receive; of the others it says that
/// they take "a combination of the control parameters".
pub const SELECTIONS: [(KeyAction, Selection); 8] = [
    (KeyAction::Shoot, Selection { place: true, direction: true, time: true, ball: false }),
    (KeyAction::Pass, Selection { place: true, direction: true, time: true, ball: false }),
    (KeyAction::Receive, Selection { place: true, direction: false, time: true, ball: true }),
    (KeyAction::Catch, Selection { place: true, direction: false, time: true, ball: true }),
    (KeyAction::Dribble, Selection { place: true, direction: false, time: false, ball: false }),
    (KeyAction::Walk, Selection { place: true, direction: true, time: true, ball: false }),
    (KeyAction::Stroke, Selection { place: false, direction: true, time: true, ball: true }),
    (KeyAction::Return, Selection { place: true, direction: false, time: true, ball: false }),
];

impl KeyAction {
    /// The six of basketball, in the paper's order.
    pub const BASKETBALL: [Self; 6] =
        [Self::Shoot, Self::Pass, Self::Receive, Self::Catch, Self::Dribble, Self::Walk];

    /// Those of tennis.
    pub const TENNIS: [Self; 3] = [Self::Stroke, Self::Return, Self::Walk];

    /// How many there are.
    pub const COUNT: usize = SELECTIONS.len();

    /// Its number among all.
    pub fn index(self) -> usize {
        SELECTIONS.iter().position(|(action, _)| *action == self).unwrap_or(0)
    }

    /// The control parameters it takes.
    pub fn selection(self) -> Selection {
        SELECTIONS[self.index()].1
    }

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Shoot => "shoot",
            Self::Pass => "pass",
            Self::Receive => "receive",
            Self::Catch => "catch",
            Self::Dribble => "dribble",
            Self::Walk => "walk",
            Self::Stroke => "stroke",
            Self::Return => "return",
        }
    }

    /// The action of that name.
    pub fn from_name(name: &str) -> Option<Self> {
        SELECTIONS.into_iter().map(|(action, _)| action).find(|action| action.name() == name)
    }

    /// Whether the ball leaves the player at its moment.
    pub fn gives(self) -> bool {
        matches!(self, Self::Shoot | Self::Pass)
    }

    /// Whether the ball comes to the player at its moment.
    pub fn takes(self) -> bool {
        matches!(self, Self::Receive | Self::Catch)
    }

    /// Whether it has a moment at all; the others last.
    pub fn has_moment(self) -> bool {
        self.gives() || self.takes() || self == Self::Stroke
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_action_stands_in_the_table_once() {
        for (number, (action, _)) in SELECTIONS.iter().enumerate() {
            assert_eq!(action.index(), number);
            assert_eq!(KeyAction::from_name(action.name()), Some(*action));
        }
        assert_eq!(KeyAction::from_name("juggle"), None);
    }

    /// Section 7: pass takes position and direction, receive position and timing.
    #[test]
    fn selections_are_the_papers() {
        let pass = KeyAction::Pass.selection();
        assert!(pass.place && pass.direction);
        let receive = KeyAction::Receive.selection();
        assert!(receive.place && receive.time && !receive.direction);
    }
}
