//! A grammar that was checked.

use crate::error::{GrammarError, Problem};

/// The number of a rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct RuleId(pub usize);

/// The number of an action.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct ActionId(pub usize);

/// What stands in a choice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Symbol {
    /// Something that is replaced.
    Rule(RuleId),
    /// Something that is done.
    Action(ActionId),
}

/// A non-terminal.
#[derive(Clone, Debug, PartialEq)]
pub struct Rule {
    /// Its name.
    pub name: String,
    /// Line of the file, counted from 1.
    pub line: usize,
    /// What it may be replaced by.
    pub choices: Vec<Choice>,
}

/// One production.
#[derive(Clone, Debug, PartialEq)]
pub struct Choice {
    /// What stands there, in order; nothing for ε.
    pub symbols: Vec<Symbol>,
    /// How likely it is, against the other choices of its rule.
    pub weight: f32,
    /// Line of the file, counted from 1.
    pub line: usize,
}

/// A terminal.
#[derive(Clone, Debug, PartialEq)]
pub struct Action {
    /// Its name.
    pub name: String,
    /// Line of the file, counted from 1.
    pub line: usize,
    /// Least and most seconds it takes.
    pub secs: (f32, f32),
    /// What happens to the ball, where there is one.
    pub possession: Option<Possession>,
}

/// What an action does to the ball.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Possession {
    /// The player has none, before and after.
    Without,
    /// The player has none before and one after.
    Takes,
    /// The player has one, before and after.
    Holds,
    /// The player has one before and none after.
    Gives,
}

impl Possession {
    /// The word of the file.
    pub fn from_word(word: &str) -> Option<Self> {
        match word {
            "without" => Some(Self::Without),
            "takes" => Some(Self::Takes),
            "holds" => Some(Self::Holds),
            "gives" => Some(Self::Gives),
            _ => None,
        }
    }

    /// Whether the player must have the ball before.
    pub fn before(self) -> bool {
        matches!(self, Self::Holds | Self::Gives)
    }

    /// Whether the player has the ball after.
    pub fn after(self) -> bool {
        matches!(self, Self::Holds | Self::Takes)
    }
}

/// A context-free grammar of actions. It has no method that changes it.
#[derive(Clone, Debug, PartialEq)]
pub struct Grammar {
    pub(crate) file: String,
    pub(crate) start: RuleId,
    pub(crate) rules: Vec<Rule>,
    pub(crate) actions: Vec<Action>,
    /// The choice of each rule that ends soonest, and in how many rounds of replacing.
    pub(crate) soonest: Vec<(usize, usize)>,
    /// Which rules may become nothing.
    pub(crate) nullable: Vec<bool>,
}

impl Grammar {
    /// What everything begins with.
    pub fn start(&self) -> RuleId {
        self.start
    }

    /// All rules, in the order of the file.
    pub fn rules(&self) -> &[Rule] {
        &self.rules
    }

    /// All actions, in the order of the file.
    pub fn actions(&self) -> &[Action] {
        &self.actions
    }

    /// One action.
    pub fn action(&self, id: ActionId) -> &Action {
        &self.actions[id.0]
    }

    /// The action of that name.
    pub fn find(&self, name: &str) -> Option<ActionId> {
        self.actions.iter().position(|action| action.name == name).map(ActionId)
    }

    /// Fails on the first action of which there is no motion; `there` are the names of those there are.
    pub fn check_labels(&self, there: &[&str]) -> Result<(), GrammarError> {
        let missing = self.actions.iter().find(|action| !there.contains(&action.name.as_str()));
        match missing {
            None => Ok(()),
            Some(action) => Err(GrammarError {
                file: self.file.clone(),
                line: action.line,
                problem: Problem::Unlabelled {
                    action: action.name.clone(),
                    there: there.join(", "),
                },
            }),
        }
    }
}
