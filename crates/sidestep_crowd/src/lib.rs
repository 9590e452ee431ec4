//! Crowds of thousands that share one mobility map.
//!
//! A [`Repertoire`] holds what all have in common: frames that can be put down anywhere and, for every
//! state of the map, its options with where they lead. A [`Crowd`] is the rest: for every character
//! where it is in the data and on the ground, and what it is out for. [`Crowd::advance`] plays one
//! frame of everybody; [`Crowd::write_poses`] turns that into root positions and joint rotations in
//! one flat buffer. Both run in parallel over chunks and give the same bits for any number of threads.
//!
//! It must never draw, or know a file.
//!
//! With avoidance, characters mind each other and the walls of their [`Scene`]: they choose among their
//! options by where their neighbours are going, and what a choice of whole steps cannot do is done by
//! small corrections that are bounded by [`Correction`] and reported. [`Guest`]s, whom something else
//! moves, are gone round by everybody. A [`Company`] is a crowd of whole characters of any controller, for
//! comparison.

mod avoid;
mod census;
mod choose;
mod company;
mod config;
mod crowd;
mod cursor;
mod error;
mod pose;
mod repertoire;
mod scene;
#[cfg(test)]
mod stories;
#[cfg(test)]
mod toy;
mod walker;

pub use avoid::Guest;
pub use census::{Census, Figures, Watched};
pub use company::Company;
pub use config::{Correction, CrowdConfig, Detail, Weights};
pub use crowd::Crowd;
pub use error::CrowdError;
pub use repertoire::Repertoire;
pub use scene::{Scene, SceneKind, Spot};
pub use walker::Placement;
