//! Motion grammars: which action may follow which.
//!
//! Section 6.2 and the appendix of Lee, Lee and Lee 2018, *Interactive Character Animation by Learning
//! Multi-Objective Control*: a context-free grammar whose terminals are actions says what a game allows, more
//! than any graph of poses can see. Here it is a text file ([`parse`]) with weights of its rules and lengths of
//! its actions, checked for rules that are never reached or never end and for a ball that is thrown by who has
//! none; it is sampled from a seed ([`Grammar::sample`]), and any sequence of actions can be asked whether the
//! grammar allows it ([`Grammar::accepts`]).
//!
//! ```
//! use sidestep_grammar::{BASKETBALL, parse};
//! use sidestep_motion::chance::Chance;
//!
//! let grammar = parse("basketball.grammar", BASKETBALL)?;
//! let sentence = grammar.sample(&mut Chance::new(1, 0), 60);
//! let actions: Vec<&str> = sentence.iter().map(|word| grammar.action(word.action).name.as_str()).collect();
//! assert!(grammar.accepts(&actions));
//! assert!(!grammar.accepts(&["dribble"]), "nobody gave him a ball");
//! # Ok::<(), sidestep_grammar::GrammarError>(())
//! ```
//!
//! The file, line by line: `start NAME` names the rule that everything begins with; `NAME = A B | C (2) | empty`
//! is a rule with its choices, a weight in brackets where it is not 1, and may go on in lines that begin with `|`;
//! `action NAME 0.5..1.2 holds` is a terminal with its least and most seconds and what happens to the ball
//! (`without`, `takes`, `holds`, `gives`, or nothing where there is none); `#` begins a comment.

mod check;
mod error;
mod grammar;
mod possession;
mod recognise;
mod sample;
mod text;

pub use error::{GrammarError, Problem};
pub use grammar::{Action, ActionId, Choice, Grammar, Possession, Rule, RuleId, Symbol};
pub use sample::Word;
pub use text::parse;

/// The basketball grammar of the paper's appendix.
pub const BASKETBALL: &str = include_str!("../grammars/basketball.grammar");

/// Strokes and returns, one after the other.
pub const TENNIS: &str = include_str!("../grammars/tennis.grammar");
