//! What can be wrong with a grammar, with its line and what to do about it.

/// A grammar that cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{file}:{line}: {problem}")]
pub struct GrammarError {
    /// The file, as whoever read it calls it.
    pub file: String,
    /// The line, counted from 1; 0 for the whole file.
    pub line: usize,
    /// What is wrong.
    pub problem: Problem,
}

/// What is wrong with a grammar.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Problem {
    /// A line that says nothing known.
    #[error(
        "'{text}' is no line of a grammar; write 'start NAME', 'NAME = A B | C' or 'action NAME 0.5..1.2'"
    )]
    Line {
        /// The line, shortened.
        text: String,
    },
    /// A name that is none.
    #[error(
        "'{text}' is no name; use letters, digits, '_' and \"'\", and not 'empty', 'start' or 'action'"
    )]
    Name {
        /// What stands in its place.
        text: String,
    },
    /// A weight that is none.
    #[error(
        "'{text}' is no weight; write a number above 0 and at most 1000000 in brackets after a choice"
    )]
    Weight {
        /// What stands in its place.
        text: String,
    },
    /// A length that is none.
    #[error(
        "'{text}' is no length; write seconds as LEAST..MOST, from 0.05 to 600, such as 0.5..1.2"
    )]
    Length {
        /// What stands in its place.
        text: String,
    },
    /// A word about the ball that is not known.
    #[error(
        "'{text}' says nothing of the ball; write without, takes, holds or gives, or nothing at all"
    )]
    Possession {
        /// What stands there.
        text: String,
    },
    /// A choice with nothing in it.
    #[error("a choice of '{rule}' is empty by oversight; write 'empty' where it is meant")]
    NoSymbol {
        /// The rule.
        rule: String,
    },
    /// A line that goes on with a rule that was not begun.
    #[error("the line begins with '|', but no rule stands before it; begin one with 'NAME ='")]
    NoRule,
    /// The same name twice.
    #[error(
        "'{name}' stands already in line {first}; put all its choices in one rule, or rename one"
    )]
    Twice {
        /// The name.
        name: String,
        /// The line it stands in already.
        first: usize,
    },
    /// No beginning.
    #[error("nothing says where to begin; add a line 'start NAME' with the name of a rule")]
    NoStart,
    /// A beginning that is no rule.
    #[error("'{name}' is no rule, so nothing can begin with it; name one of: {rules}")]
    StartUnknown {
        /// The name.
        name: String,
        /// The rules there are.
        rules: String,
    },
    /// A symbol that is neither a rule nor an action.
    #[error(
        "'{name}' is neither a rule nor an action{hint}; add 'action {name} 0.5..1.5' or a rule '{name} = ...'"
    )]
    Unknown {
        /// The name.
        name: String,
        /// What may have been meant.
        hint: String,
    },
    /// A rule from which no sentence ever comes.
    #[error(
        "'{rule}' never ends: every choice of it leads to itself again; add a choice of actions alone, or 'empty'"
    )]
    Endless {
        /// The rule.
        rule: String,
    },
    /// Weights by which sentences grow without bound.
    #[error(
        "'{rule}' grows faster than it ends: by its weights a sentence has no mean length; lower the weights of \
         choices that lead back to it"
    )]
    Growing {
        /// The rule.
        rule: String,
    },
    /// A rule or an action that no sentence holds.
    #[error("'{name}' is never reached from '{start}'; use it in a rule, or remove it")]
    Unreachable {
        /// The name.
        name: String,
        /// The beginning.
        start: String,
    },
    /// A rule that may be replaced by itself alone.
    #[error(
        "'{rule}' may become itself and nothing more, over and over; remove the choice that leads round"
    )]
    Circular {
        /// The rule.
        rule: String,
    },
    /// An action that needs a ball where there may be none, or the other way round.
    #[error(
        "'{action}' {needs}, but here the player {has}; put what takes or gives the ball before it"
    )]
    Ball {
        /// The action.
        action: String,
        /// What it needs.
        needs: &'static str,
        /// What is the case.
        has: &'static str,
    },
    /// More than one grammar should have.
    #[error("the grammar has more than {most} {what}; split it")]
    TooLarge {
        /// Of what.
        what: &'static str,
        /// How many it may have.
        most: usize,
    },
    /// An action of which the data has nothing.
    #[error(
        "no motion is labelled '{action}'; label some (those there are: {there}), or take the action out"
    )]
    Unlabelled {
        /// The action.
        action: String,
        /// The labels there are.
        there: String,
    },
}
