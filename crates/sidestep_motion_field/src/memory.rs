//! What one character remembers, and the room its ticks work in.

use crate::{
    core::{Choice, Finder},
    following::Following,
    integration::{Neighborhood, Weighted},
    states::LocalState,
};
use sidestep_motion::GroundTransform;

/// What one character remembers.
#[derive(Debug)]
pub struct Memory {
    /// The state m = (x, v), seen from the character.
    pub(crate) state: LocalState,
    /// Place and heading of the character.
    pub(crate) ground: GroundTransform,
    /// Neighbours of the state with their similarity weights.
    pub(crate) neighbors: Vec<Weighted>,
    /// What is followed, where neighbours are followed one at a time.
    pub(crate) following: Following,
    /// Room for a tick; says nothing of the character.
    pub(crate) room: Box<Room>,
}

#[derive(Clone, Debug, Default)]
pub(crate) struct Room {
    pub(crate) neighborhood: Neighborhood,
    pub(crate) finder: Finder,
    pub(crate) choices: Vec<Choice>,
    pub(crate) tried: Candidate,
    pub(crate) best: Candidate,
}

/// The state an action leads to.
#[derive(Clone, Debug, Default)]
pub(crate) struct Candidate {
    pub(crate) state: LocalState,
    pub(crate) neighbors: Vec<Weighted>,
    pub(crate) way: GroundTransform,
}

impl Memory {
    pub(crate) fn new(joints: usize, neighbors: usize) -> Self {
        let candidate = Candidate {
            state: LocalState::new(joints),
            neighbors: Vec::with_capacity(neighbors),
            way: GroundTransform::IDENTITY,
        };
        let room = Room {
            neighborhood: Neighborhood::new(joints),
            finder: Finder::default(),
            choices: Vec::new(),
            tried: candidate.clone(),
            best: candidate,
        };
        Self {
            state: LocalState::new(joints),
            ground: GroundTransform::IDENTITY,
            neighbors: Vec::with_capacity(neighbors),
            following: Following::new(joints),
            room: Box::new(room),
        }
    }

    /// Place and heading of the character.
    pub fn ground(&self) -> GroundTransform {
        self.ground
    }
}

impl Clone for Memory {
    fn clone(&self) -> Self {
        Self {
            state: self.state.clone(),
            ground: self.ground,
            neighbors: self.neighbors.clone(),
            following: self.following.clone(),
            room: self.room.clone(),
        }
    }

    fn clone_from(&mut self, source: &Self) {
        self.state.copy_from(&source.state);
        self.ground = source.ground;
        self.neighbors.clone_from(&source.neighbors);
        self.following.copy_from(&source.following);
    }
}
