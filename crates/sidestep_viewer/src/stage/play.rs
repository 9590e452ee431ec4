//! A stage with a past: events are kept, every second is saved, any tick can be sought.
//!
//! Seeking restores the last saved moment before a tick and simulates the rest with the events of
//! that time, so the result has the same bits as the first time. Within the last minute every second
//! is saved, before that every fifth; with the limit of ten minutes that is 168 moments at most. They
//! take 48 MB at most: of a large crowd fewer are kept, and seeking takes longer.

use crate::{
    catalogue::Catalogue,
    stage::{
        SavedStage, Setting, Stage, StageError, TICKS_PER_SEC,
        event::Event,
        measures::{Figures, Gauge},
        recording::{MOST_EVENTS, MOST_TICKS, Recording, VERSION, weight},
    },
};
use std::{collections::VecDeque, sync::Arc};

/// Every second is saved so far back; every fifth before that.
const DENSE_TICKS: u32 = 60 * TICKS_PER_SEC;

/// Ticks between saved moments that are kept for long.
const SPARSE_TICKS: u32 = 5 * TICKS_PER_SEC;

/// The most bytes of saved moments; with more to save they lie farther apart.
const MOST_BYTES: usize = 48 * 1024 * 1024;

/// The fewest moments that are saved, however large they are.
const FEWEST_MOMENTS: usize = 4;

/// What is kept of the past when the limits of a recording are reached.
const KEPT_TICKS: u32 = 60 * TICKS_PER_SEC;

/// A stage with a past.
pub struct Play {
    setting: Setting,
    stage: Stage,
    gauges: Vec<Gauge>,
    figures: Vec<Figures>,
    events: Vec<(u32, Event)>,
    weight: usize,
    /// The first event that has not been applied to the stage as it is now.
    next: usize,
    saved: VecDeque<SavedStage>,
    /// The last tick that was ever reached, unless forgotten.
    to: u32,
    /// The end of the recording that is being played.
    replay_to: Option<u32>,
    /// Whether the beginning was forgotten.
    is_cut: bool,
}

impl Play {
    /// Sets a stage.
    pub fn new(setting: &Setting, catalogue: &Arc<Catalogue>) -> Result<Self, StageError> {
        let stage = Stage::new(setting, catalogue)?;
        let gauges: Vec<Gauge> = stage.actors().iter().map(Gauge::new).collect();
        let saved = VecDeque::from([stage.save()]);
        Ok(Self {
            setting: setting.clone(),
            stage,
            figures: vec![Figures::default(); gauges.len()],
            gauges,
            events: Vec::new(),
            weight: 0,
            next: 0,
            saved,
            to: 0,
            replay_to: None,
            is_cut: false,
        })
    }

    /// Sets the stage of a recording, to be played again; on other controllers if any are named.
    pub fn replay(
        recording: &Recording,
        controllers: Option<&[String]>,
        catalogue: &Arc<Catalogue>,
    ) -> Result<Self, StageError> {
        recording.check()?;
        let mut setting = recording.setting();
        if let Some(controllers) = controllers {
            setting.controllers = controllers.to_vec();
        }
        let mut play = Self::new(&setting, catalogue)?;
        play.events = recording.events.clone();
        play.weight = play.events.iter().map(|(_, event)| weight(event)).sum();
        play.replay_to = Some(recording.ticks);
        Ok(play)
    }

    /// Lets something happen now. Whatever lay in the future is forgotten.
    pub fn happen(&mut self, event: &Event) -> Result<(), StageError> {
        let is_camera = matches!(event, Event::Camera { .. });
        if is_camera && (self.is_replaying() || self.stage.tick() < self.to) {
            // Looking around in the past changes nothing of it.
            return Ok(());
        }
        self.forget_future();
        if self.stage.apply(event)? {
            self.events.push((self.stage.tick(), event.to_record()));
            self.weight += weight(event);
            self.next = self.events.len();
        }
        Ok(())
    }

    /// A tick on, with the events of a recording where one is played.
    pub fn advance(&mut self, clock: &dyn Fn() -> f64) {
        self.step(clock);
        if self.replay_to.is_some_and(|end| self.stage.tick() >= end) {
            self.replay_to = None;
            // What happened last happens too: it is what goes on.
            self.apply_due();
            self.events.truncate(self.next);
        }
        if self.stage.tick() > self.to {
            self.to = self.stage.tick();
            if self.to.is_multiple_of(TICKS_PER_SEC) {
                self.saved.push_back(self.stage.save());
                self.thin_out();
            }
        }
        if self.replay_to.is_none()
            && (self.to - self.from() > MOST_TICKS || self.weight > MOST_EVENTS)
        {
            self.cut();
        }
    }

    /// Goes to a tick between [`Self::from`] and [`Self::to`], exactly as it was.
    pub fn seek(&mut self, tick: u32, clock: &dyn Fn() -> f64) {
        let tick = tick.clamp(self.from(), self.to);
        let after = self.saved.partition_point(|saved| saved.tick() <= tick);
        let Some(saved) = self.saved.get(after.saturating_sub(1)) else { return };
        let is_nearer = self.stage.tick() <= tick && self.stage.tick() > saved.tick();
        // Going on from here is shorter than from the saved moment, if nothing happened meanwhile.
        if !is_nearer {
            self.stage.restore(saved);
            let now = self.stage.tick();
            self.next = self.events.partition_point(|(at, _)| *at < now);
        }
        while self.stage.tick() < tick {
            self.step(clock);
        }
        if tick == self.to && self.replay_to.is_none() {
            self.apply_due();
        }
        self.refresh_figures();
    }

    /// From a tick in the past, plays what came after it once more.
    pub fn watch_again(&mut self) {
        if self.replay_to.is_none() && self.stage.tick() < self.to {
            self.replay_to = Some(self.to);
        }
    }

    /// Whatever lies after now is no more; a recording that is played goes on live.
    pub fn forget_future(&mut self) {
        let now = self.stage.tick();
        if self.replay_to.take().is_some() || now < self.to {
            self.events.truncate(self.next);
            self.weight = self.events.iter().map(|(_, event)| weight(event)).sum();
        }
        self.to = now;
        while self.saved.back().is_some_and(|saved| saved.tick() > now) {
            self.saved.pop_back();
        }
        for gauge in &mut self.gauges {
            gauge.forget_after(now);
        }
    }

    /// What was done so far, from the beginning to the last tick.
    pub fn recording(&self) -> Result<Recording, StageError> {
        if self.is_cut {
            return Err(StageError::Wrong(
                "the stage has run for more than ten minutes; start it anew to record",
            ));
        }
        Ok(Recording {
            version: VERSION,
            world: self.setting.world.clone(),
            seed: self.setting.seed,
            controllers: self.setting.controllers.clone(),
            count: self.setting.count,
            scene: self.setting.scene.clone(),
            ticks: self.replay_to.unwrap_or(self.to),
            events: self.events.clone(),
        })
    }

    /// Computes the live figures anew. It allocates; a few times a second is enough.
    pub fn refresh_figures(&mut self) {
        let tick = self.stage.tick();
        let actors = self.stage.actors().iter().zip(&mut self.gauges);
        for ((actor, gauge), figures) in actors.zip(&mut self.figures) {
            *figures = gauge.read(actor, tick);
        }
    }

    /// The stage.
    pub fn stage(&self) -> &Stage {
        &self.stage
    }

    /// The stage, for those who do not change what is simulated.
    pub fn stage_mut(&mut self) -> &mut Stage {
        &mut self.stage
    }

    /// The live figures of the actors.
    pub fn figures(&self) -> &[Figures] {
        &self.figures
    }

    /// The first tick that can be sought.
    pub fn from(&self) -> u32 {
        self.saved.front().map_or(0, SavedStage::tick)
    }

    /// The last tick that can be sought.
    pub fn to(&self) -> u32 {
        self.to
    }

    /// Whether a recording is being played.
    pub fn is_replaying(&self) -> bool {
        self.replay_to.is_some()
    }

    /// How many moments are saved.
    pub fn saved_moments(&self) -> usize {
        self.saved.len()
    }

    /// A tick with the events that belong before it.
    fn step(&mut self, clock: &dyn Fn() -> f64) {
        self.apply_due();
        self.stage.advance(clock);
        if self.stage.tick().is_multiple_of(Gauge::EVERY_TICKS) {
            for (actor, gauge) in self.stage.actors().iter().zip(&mut self.gauges) {
                gauge.note(actor, self.stage.tick());
            }
        }
    }

    fn apply_due(&mut self) {
        while let Some((at, event)) = self.events.get(self.next) {
            if *at > self.stage.tick() {
                break;
            }
            // What cannot be done, such as a swap to a controller that is no more, is left out.
            let _ = self.stage.apply(event);
            self.next += 1;
        }
    }

    fn thin_out(&mut self) {
        let dense = self.to.saturating_sub(DENSE_TICKS);
        let first = self.from();
        self.saved.retain(|saved| {
            let tick = saved.tick();
            tick == first || tick >= dense || tick.is_multiple_of(SPARSE_TICKS)
        });
        let most = (MOST_BYTES / self.stage.bytes().max(1)).max(FEWEST_MOMENTS);
        if self.saved.len() > most {
            let last = self.to;
            let mut keep = false;
            self.saved.retain(|saved| {
                keep = !keep;
                keep || saved.tick() == last
            });
        }
    }

    /// Forgets the beginning, so that a stage can run for ever in bounded memory.
    fn cut(&mut self) {
        self.is_cut = true;
        let oldest = self.to.saturating_sub(KEPT_TICKS);
        while self.saved.len() > 1 && self.saved.front().is_some_and(|saved| saved.tick() < oldest)
        {
            self.saved.pop_front();
        }
        let first = self.from();
        let gone = self.events.partition_point(|(at, _)| *at < first).min(self.next);
        self.events.drain(..gone);
        self.next -= gone;
        self.weight = self.events.iter().map(|(_, event)| weight(event)).sum();
        if self.weight > MOST_EVENTS {
            // More happened in a minute than is kept in all: begin from here.
            self.saved.clear();
            self.saved.push_back(self.stage.save());
            self.events.drain(..self.next);
            self.next = 0;
            self.weight = 0;
        }
    }
}
