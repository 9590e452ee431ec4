//! The open benchmark: every method under the same inputs, one table that anybody can enter.
//!
//! An [`Input`] is a trace of goals (`docs/traces.md`), drawn from a seed, which any system can be
//! given. A [`Cell`] is what one method did on one library under one input of one seed: every take
//! of it is judged by [`sidestep_measure::score()`], as a run of any other system is. [`rows_of`] makes
//! rows of cells, with intervals; [`report_page`] a page of rows.
//!
//! It must never name a method, but in what papers print and what may be tuned.
//!
//! Beside it stand the pure parts of tuning (what may be changed, how clips are held out, what is tried
//! next) and of growth (libraries of any size, exponents). Files, clocks and methods are the caller's.

mod actor;
mod bootstrap;
mod cell;
mod exponents;
mod figures;
mod folds;
mod follow_input;
mod headline;
mod html;
mod inputs;
mod multiply;
pub mod papers;
mod plots;
mod proposals;
mod report;
mod row;
mod script_parts;
pub mod tunables;

pub use actor::Actor;
pub use bootstrap::{Interval, interval};
pub use cell::{Cell, CellKey, TakeFigures, VERSION, judge_takes};
pub use exponents::exponent;
pub use figures::{FIGURES, Figure, figure};
pub use folds::{FOLDS, Split, split};
pub use headline::{headline_table, source_figures};
pub use inputs::{INPUTS, Input, input};
pub use multiply::multiplied;
pub use proposals::propose;
pub use report::{About, Picture, report_page};
pub use row::{CellsOf, Cost, Row, csv, rows_of};
