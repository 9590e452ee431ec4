//! Ball games: what is done with a ball, what it does by itself, and what the rules say.
//!
//! It must never know a body or a controller.
//!
//! - [`KeyAction`]: the six actions of Lee, Lee and Lee 2018 (section 7) and the two of tennis, each with the
//!   control parameters that select it; [`label`] is the table from the labels of data to them.
//! - [`strokes`]: tennis strokes, found from the speed of the racket's hand.
//! - [`Court`]: a ball at large between floor, rim, backboard and net, by plain physics.
//! - [`aim`]: shots and passes that get there, balls that can be caught.
//! - [`Referee`]: travelling and double dribble, seen from outside.
//!
//! Everything is a pure function of numbers: no clock, no allocation in a step, the same bits everywhere.

mod actions;
pub mod aim;
mod court;
mod labels;
mod referee;
mod strokes;

pub use actions::{KeyAction, SELECTIONS, Selection};
pub use court::{Court, FreeBall, Happened, Hoop, Net};
pub use labels::{LABELS, Labelled, label};
pub use referee::{Break, RULES, Referee, Seen};
pub use strokes::{RACKET_METRES, StrokeConfig, racket_centre, strokes};
