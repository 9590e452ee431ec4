//! Value iteration: what lies ahead of every state, found once, for any method that plans ahead.
//!
//! What a state is, what can be done there and what that is worth are the affair of the method; it
//! says so by a [`Sweep`]. [`iterate`] is modified policy iteration over any of them, with a
//! [`Convergence`] to report. Two things make sweeps quick: [`blocks`], in which values travel down a
//! stretch of data in one sweep, and [`extrapolate`], which finds where sweeps of a fixed policy lead
//! from a few of them. [`Choices`] is the plain case, a graph with a price on every edge, and needs no
//! more than that to be solved. Whatever the number of threads, the bits are the same.
//!
//! What a state is it must never know.

pub mod blocks;
mod choices;
mod extrapolation;
mod iteration;

pub use choices::Choices;
pub use extrapolation::extrapolate;
pub use iteration::{Convergence, Limits, Sweep, iterate};
