//! The worlds there are. Adding one is a file here and a line in [`WORLDS`].

mod columns;
mod court;
mod crowd;
mod floor;
mod half_court;
mod line;
mod lines;
mod maze;
mod moving;
mod obstacles;
mod spin;
mod tactics;
mod tennis;
mod walls;

use crate::{
    catalogue::Catalogue,
    stage::{Setting, StageError, world::World},
};
use serde::Serialize;

/// Makes a world for a stage out of what there is.
pub type Make = fn(setting: &Setting, catalogue: &Catalogue) -> Result<Box<dyn World>, StageError>;

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
    /// Methods that must have been built first.
    pub needs: &'static [&'static str],
    /// Abilities for which the world was made; who lacks them is led as well as can be.
    pub wants: &'static [&'static str],
    /// Makes one as a stage is set.
    #[serde(skip)]
    pub make: Make,
}

/// Every world.
pub const WORLDS: &[Listing] = &[
    floor::LISTING,
    line::LISTING,
    maze::LISTING,
    obstacles::LISTING,
    moving::LISTING,
    spin::LISTING,
    crowd::LISTING,
    court::LISTING,
    tennis::LISTING,
    tactics::LISTING,
];

/// The world of that name.
pub fn find(id: &str) -> Option<&'static Listing> {
    WORLDS.iter().find(|listing| listing.id == id)
}
