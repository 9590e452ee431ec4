//! The simulation behind the page, without network or clock: actors in a world, tick by tick.
//!
//! A stage advances in ticks of a sixtieth of a second. What happens to it from outside is an
//! [`event::Event`]; the same events at the same ticks give the same bits. Nothing in a tick
//! allocates, but for what the world of a crowd may need.

pub mod actor;
pub mod asked;
pub mod event;
pub mod film;
pub mod frame;
pub mod measures;
pub mod meter;
pub mod play;
pub mod recording;
pub mod shape;
pub mod thing;
pub mod turn;
pub mod wish;
pub mod world;
pub mod worlds;

use crate::catalogue::{Catalogue, ControllerEntry};
use actor::{Actor, SavedActor};
use event::Event;
use glam::Vec3;
use meter::Meter;
use shape::Shape;
use sidestep_control::{Explanation, GroundPoint};
use std::sync::Arc;
use wish::Wish;
use world::{CrowdView, World};
use worlds::Listing;

/// Ticks a second.
pub const TICKS_PER_SEC: u32 = 60;

/// Length of a tick.
pub const TICK_SECS: f32 = 1.0 / 60.0;

/// The most actors side by side.
pub const MOST_ACTORS: usize = 6;

/// Actors in a world.
pub struct Stage {
    listing: &'static Listing,
    world: Box<dyn World>,
    actors: Vec<Actor>,
    /// How many of them were asked for; the world cast the others.
    given: usize,
    /// Every controller that ever acted here, for swaps to come back to.
    known: Vec<Arc<ControllerEntry>>,
    catalogue: Arc<Catalogue>,
    tick: u32,
    tick_us: Meter,
    /// Grows whenever shapes have moved or goals have changed.
    shapes_serial: u32,
    /// Grows whenever the actors are others.
    cast_serial: u32,
}

/// How a stage is set.
#[derive(Clone, Debug, PartialEq)]
pub struct Setting {
    /// The world.
    pub world: String,
    /// The controllers, one for each actor.
    pub controllers: Vec<String>,
    /// Chance of the world.
    pub seed: u64,
    /// How many are in the crowd, where there is one.
    pub count: Option<usize>,
    /// What the crowd does.
    pub scene: Option<String>,
}

/// A stage at one moment.
pub struct SavedStage {
    tick: u32,
    world: Box<dyn World>,
    actors: Vec<SavedActor>,
}

/// Why something cannot be played.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum StageError {
    /// No such world.
    #[error("there is no world '{id}'; there are {known}")]
    World {
        /// The name given.
        id: String,
        /// The names there are.
        known: String,
    },
    /// No such controller.
    #[error("there is no controller '{id}'; there are {known}")]
    Controller {
        /// The name given.
        id: String,
        /// The names there are.
        known: String,
    },
    /// No plan.
    #[error("the plan, {0}")]
    Plan(#[from] sidestep_game::PlanError),
    /// Too few or too many.
    #[error("a stage takes 1 to {MOST_ACTORS} controllers, {count} given")]
    Actors {
        /// How many were given.
        count: usize,
    },
    /// No such actor.
    #[error("there is no actor {index}; there are {count}")]
    Actor {
        /// The number given.
        index: usize,
        /// How many there are.
        count: usize,
    },
    /// Something about the message itself.
    #[error("{0}")]
    Wrong(&'static str),
}

impl SavedStage {
    /// The tick it was saved at.
    pub fn tick(&self) -> u32 {
        self.tick
    }
}

impl Stage {
    /// Sets a stage.
    pub fn new(setting: &Setting, catalogue: &Arc<Catalogue>) -> Result<Self, StageError> {
        let listing = worlds::find(&setting.world).ok_or_else(|| StageError::World {
            id: shortened(&setting.world),
            known: worlds::WORLDS.iter().map(|listing| listing.id).collect::<Vec<_>>().join(", "),
        })?;
        let count = setting.controllers.len();
        if count == 0 || count > MOST_ACTORS {
            return Err(StageError::Actors { count });
        }
        let world = (listing.make)(setting, catalogue)?;
        let cast = world.cast(count).clamp(1, MOST_ACTORS);
        let mut stage = Self {
            listing,
            world,
            actors: Vec::with_capacity(cast),
            given: count.min(cast),
            known: Vec::new(),
            catalogue: Arc::clone(catalogue),
            tick: 0,
            tick_us: Meter::default(),
            shapes_serial: 0,
            cast_serial: 0,
        };
        for (index, id) in setting.controllers.iter().cycle().enumerate().take(cast) {
            let entry = stage.entry(id)?;
            stage.actors.push(Actor::new(&entry, stage.world.start(index, cast)));
        }
        Ok(stage)
    }

    /// Lets something happen before the next tick. Returns whether it makes a difference.
    pub fn apply(&mut self, event: &Event) -> Result<bool, StageError> {
        match event {
            Event::Wish { wish, actor, .. } => self.wish(wish, *actor)?,
            Event::Push { actor, joint, force, secs } => {
                self.check(*actor)?;
                if !self.actors[*actor].push(*joint, Vec3::from_array(*force), *secs) {
                    return Err(StageError::Wrong("the push names no joint or cannot be felt"));
                }
            }
            Event::Grab { actor, joint, at } => {
                self.check(*actor)?;
                let at = Vec3::from_array(*at);
                if !at.is_finite() || !self.actors[*actor].grab(*joint, at) {
                    return Err(StageError::Wrong("there is no such joint or place to grab"));
                }
            }
            Event::Release { actor } => {
                self.check(*actor)?;
                self.actors[*actor].release();
            }
            Event::Drag { shape, x, z } => self.drag(*shape, GroundPoint::new(*x, *z))?,
            Event::Swap { actor, controller } => {
                self.check(*actor)?;
                let entry = self.entry(controller)?;
                self.actors[*actor].swap(&entry);
                self.cast_serial += 1;
            }
            Event::Act { action } => {
                if self.world.things().is_empty() {
                    return Err(StageError::Wrong("there is no ball to play with in this world"));
                }
                return Ok(self.world.act(*action));
            }
            Event::Camera { x, z } => {
                let place = GroundPoint::new(*x, *z);
                return Ok(place.is_finite() && self.world.look_from(place.clamped()));
            }
        }
        Ok(true)
    }

    /// Has an actor, or everybody, do something from now on.
    fn wish(&mut self, wish: &Wish, actor: Option<usize>) -> Result<(), StageError> {
        if let Some(fault) = wish.fault() {
            return Err(StageError::Wrong(fault));
        }
        let chosen = match actor {
            Some(index) => self.check(index).map(|()| index..index + 1)?,
            None => 0..self.actors.len(),
        };
        for index in chosen {
            self.actors[index].wish(wish, index, self.tick, &*self.world);
        }
        self.shapes_serial += 1;
        Ok(())
    }

    /// Moves a shape; everybody plans anew.
    fn drag(&mut self, shape: u32, to: GroundPoint) -> Result<(), StageError> {
        if !to.is_finite() || !self.world.drag(shape, to.clamped()) {
            return Err(StageError::Wrong("there is no such shape that can be moved"));
        }
        for (index, actor) in self.actors.iter_mut().enumerate() {
            actor.plan(index, &*self.world);
        }
        self.shapes_serial += 1;
        Ok(())
    }

    /// A tick on. `clock` tells microseconds since some moment.
    pub fn advance(&mut self, clock: &dyn Fn() -> f64) {
        let begun = clock();
        for (index, actor) in self.actors.iter().enumerate() {
            self.world.watch(index, &*actor.character, &actor.transforms);
            self.world.notice(&actor.me(index));
        }
        if self.world.tick(TICK_SECS) {
            self.shapes_serial += 1;
        }
        let mut before = clock();
        for (index, actor) in self.actors.iter_mut().enumerate() {
            actor.tick(index, &mut *self.world);
            let after = clock();
            let step_us = (after - before) as f32;
            actor.step_us.note(step_us);
            before = after;
        }
        self.tick += 1;
        let tick_us = (before - begun) as f32;
        self.tick_us.note(tick_us);
    }

    /// Everything of it, to come back to.
    pub fn save(&self) -> SavedStage {
        let actors = self.actors.iter().map(Actor::save).collect();
        SavedStage { tick: self.tick, world: self.world.boxed(), actors }
    }

    /// Comes back to what was saved.
    pub fn restore(&mut self, saved: &SavedStage) {
        self.tick = saved.tick;
        self.world = saved.world.boxed();
        for (actor, saved) in self.actors.iter_mut().zip(&saved.actors) {
            let joints = actor.transforms.positions.len();
            actor.restore(saved);
            self.cast_serial += u32::from(joints != actor.transforms.positions.len());
        }
        self.shapes_serial += 1;
    }

    /// What the world has to say about a wish that was just taken.
    pub fn remark(&self, wish: &Wish) -> Option<&'static str> {
        self.actors.iter().find_map(|actor| self.world.remark(wish, &actor.state.plan))
    }

    /// Later swaps choose from this catalogue.
    pub fn set_catalogue(&mut self, catalogue: &Arc<Catalogue>) {
        self.catalogue = Arc::clone(catalogue);
    }

    /// The world's place in the list.
    pub fn listing(&self) -> &'static Listing {
        self.listing
    }

    /// The actors.
    pub fn actors(&self) -> &[Actor] {
        &self.actors
    }

    /// Ticks since the beginning.
    pub fn tick(&self) -> u32 {
        self.tick
    }

    /// What a tick takes, in microseconds, over the last second.
    pub fn tick_us(&self) -> f32 {
        self.tick_us.mean()
    }

    /// Grows whenever [`Self::shapes`] says something new.
    pub fn shapes_serial(&self) -> u32 {
        self.shapes_serial
    }

    /// Grows whenever an actor is another one.
    pub fn cast_serial(&self) -> u32 {
        self.cast_serial
    }

    /// Everything to draw beside the actors: the world, and what the actors are after.
    pub fn shapes(&self) -> Vec<Shape> {
        let goals = self.actors.iter().enumerate().filter_map(|(index, actor)| {
            shape::of_goal(&actor.state.plan, index, Actor::colour(index))
        });
        let detours = (0..self.actors.len()).filter_map(|index| {
            Some(shape::of_detour(self.world.detour(index)?, index, Actor::colour(index)))
        });
        self.world.shapes().iter().cloned().chain(goals).chain(detours).collect()
    }

    /// How many actors were asked for; the world cast the others.
    pub fn given(&self) -> usize {
        self.given
    }

    /// What moves beside the actors.
    pub fn things(&self) -> &[thing::Thing] {
        self.world.things()
    }

    /// The plan that is acted out, where there is one.
    pub fn tactics(&self) -> Option<&sidestep_game::Plan> {
        self.world.tactics()
    }

    /// Adds what the world knows to what an actor thinks.
    pub fn explain(&self, index: usize, explanation: &mut Explanation) {
        self.world.explain(index, explanation);
    }

    /// The crowd, where there is one.
    pub fn crowd(&self) -> Option<CrowdView<'_>> {
        self.world.crowd()
    }

    /// About how many bytes a saved moment takes.
    pub fn bytes(&self) -> usize {
        let actors = self.actors.iter().map(|actor| actor.character.footprint().memory_bytes);
        actors.sum::<usize>() + self.world.bytes()
    }

    fn check(&self, index: usize) -> Result<(), StageError> {
        let count = self.actors.len();
        if index < count { Ok(()) } else { Err(StageError::Actor { index, count }) }
    }

    /// The controller of that name: first among those that acted here already.
    fn entry(&mut self, id: &str) -> Result<Arc<ControllerEntry>, StageError> {
        if let Some(known) = self.known.iter().find(|entry| entry.id == id) {
            return Ok(Arc::clone(known));
        }
        let Some(entry) = self.catalogue.controller(id) else {
            let names = self.catalogue.controllers.iter().map(|entry| entry.id.as_str());
            let known = names.collect::<Vec<_>>().join(", ");
            return Err(StageError::Controller { id: shortened(id), known });
        };
        let entry = Arc::clone(entry);
        self.known.push(Arc::clone(&entry));
        Ok(entry)
    }
}

/// A name short enough to be repeated to whoever sent it.
fn shortened(text: &str) -> String {
    text.chars().take(64).collect()
}
