//! The worlds there are. Adding one is a file here and a line in [`WORLDS`].

mod floor;

use crate::stage::{Setting, world::World};
use serde::Serialize;

/// A world in the list.
#[derive(Clone, Copy, Serialize)]
pub struct Listing {
    /// Its name in messages.
    pub id: &'static str,
    /// Its name for people.
    pub title: &'static str,
    /// One sentence: what to do there.
    pub says: &'static str,
    /// The wishes that make sense there.
    pub wishes: &'static [&'static str],
    /// Makes one as a stage is set.
    #[serde(skip)]
    pub make: fn(setting: &Setting) -> Box<dyn World>,
}

/// Every world.
pub const WORLDS: &[Listing] = &[floor::LISTING];

/// The world of that name.
pub fn find(id: &str) -> Option<&'static Listing> {
    WORLDS.iter().find(|listing| listing.id == id)
}
