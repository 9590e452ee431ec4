//! What a crowd did, counted from where its characters were: overlaps, jams, arrivals.

use crate::crowd::Crowd;
use glam::Vec2;
use sidestep_navigate::Neighbours;

/// Pairs nearer than this overlap, in metres.
const OVERLAP: f32 = 0.5;

/// Pairs nearer than this could overlap, in metres.
const NEAR: f32 = 1.0;

/// Who moves less than [`STUCK_METRES`] in this long is stuck, unless there.
const STUCK_SECS: f32 = 10.0;
const STUCK_METRES: f32 = 0.5;

/// Nearer than this to the target, in metres, nobody is stuck.
const THERE: f32 = 1.0;

/// Places are remembered this often.
const MEMORY_SECS: f32 = 0.5;

/// A crowd that can be counted.
pub trait Watched {
    /// Frames a second.
    fn rate_hz(&self) -> f32;
    /// Adds where everybody is.
    fn places(&self, out: &mut Vec<Vec2>);
    /// What a character is going to.
    fn target(&self, character: usize) -> Vec2;
    /// Whether a character has reached a target.
    fn has_arrived(&self, character: usize) -> bool;
    /// Whether a character has been where it was going and goes nowhere else.
    fn is_done(&self, character: usize) -> bool;
    /// What was added to the motion of a character in the last frame: factor of playing, metres a
    /// second of sliding, radians a second of turning.
    fn correction(&self, character: usize) -> (f32, f32, f32);
}

impl Watched for Crowd {
    fn rate_hz(&self) -> f32 {
        self.repertoire().library().rate_hz()
    }

    fn places(&self, out: &mut Vec<Vec2>) {
        out.extend(self.placements().iter().map(|it| Vec2::new(it.x, it.z)));
    }

    fn target(&self, character: usize) -> Vec2 {
        self.target(character)
    }

    fn has_arrived(&self, character: usize) -> bool {
        self.reached(character) > 0
    }

    fn is_done(&self, character: usize) -> bool {
        self.scene().wander.is_none() && self.reached(character) > 0
    }

    fn correction(&self, character: usize) -> (f32, f32, f32) {
        self.correction(character)
    }
}

/// Counts while a crowd walks.
#[derive(Debug, Default)]
pub struct Census {
    frames: u64,
    near_pairs: u64,
    overlapping_pairs: u64,
    nearest: f32,
    stuck: Vec<bool>,
    arrived_secs: Vec<Option<f32>>,
    /// Places of everybody, one row for each moment remembered, oldest first.
    memory: std::collections::VecDeque<Vec<Vec2>>,
    slide_sum: f64,
    turn_sum: f64,
    rate_sum: f64,
    places: Vec<Vec2>,
    neighbours: Neighbours,
}

/// What came of it.
#[derive(Clone, Debug, PartialEq)]
pub struct Figures {
    /// Pairs closer than 0.5 m over pairs within 1 m, over all frames.
    pub overlap_fraction: f64,
    /// Pairs within 1 m, over all frames.
    pub near_pairs: u64,
    /// The least distance of any two, in metres.
    pub nearest_metres: f32,
    /// Characters that at some time moved less than 0.5 m in 10 s while not at their target.
    pub stuck_fraction: f64,
    /// Characters that reached their first target.
    pub arrived_fraction: f64,
    /// When the last of these reached it.
    pub last_arrival_secs: f32,
    /// Mean speed of sliding that was added to the captured motion, in metres a second.
    pub slide_mean: f64,
    /// Mean rate of turning that was added, in radians a second.
    pub turn_mean: f64,
    /// Mean factor of playing.
    pub rate_mean: f64,
}

impl Census {
    /// Nothing counted yet.
    pub fn new() -> Self {
        Self { nearest: f32::INFINITY, ..Self::default() }
    }

    /// Counts the crowd as it is now; to be called after every frame.
    pub fn observe(&mut self, crowd: &impl Watched) {
        let rate_hz = crowd.rate_hz();
        self.places.clear();
        crowd.places(&mut self.places);
        self.stuck.resize(self.places.len(), false);
        self.arrived_secs.resize(self.places.len(), None);
        self.count_pairs();
        let now_secs = self.frames as f32 / rate_hz;
        for (index, arrived) in self.arrived_secs.iter_mut().enumerate() {
            if crowd.has_arrived(index) {
                arrived.get_or_insert(now_secs);
            }
            let (rate, slide, turn) = crowd.correction(index);
            self.rate_sum += f64::from(rate);
            self.slide_sum += f64::from(slide);
            self.turn_sum += f64::from(turn);
        }
        let every = (MEMORY_SECS * rate_hz).round().max(1.0) as u64;
        if self.frames.is_multiple_of(every) {
            self.find_stuck(crowd);
        }
        self.frames += 1;
    }

    fn count_pairs(&mut self) {
        self.neighbours.rebuild(NEAR, &self.places);
        for (index, place) in self.places.iter().enumerate() {
            self.neighbours.each_within(*place, NEAR, |other, there| {
                if other > index {
                    let distance = there.distance(*place);
                    self.near_pairs += u64::from(distance < NEAR);
                    self.overlapping_pairs += u64::from(distance < OVERLAP);
                    self.nearest = self.nearest.min(distance);
                }
            });
        }
    }

    fn find_stuck(&mut self, crowd: &impl Watched) {
        let moments = (STUCK_SECS / MEMORY_SECS) as usize;
        let mut row = if self.memory.len() > moments {
            self.memory.pop_front().unwrap_or_default()
        } else {
            Vec::new()
        };
        if self.memory.len() == moments {
            for (index, before) in row.iter().enumerate() {
                let away = self.places[index].distance(crowd.target(index)) > THERE
                    && before.distance(crowd.target(index)) > THERE;
                let moved = self.places[index].distance(*before);
                // Who has been there and was moved on has had its turn.
                self.stuck[index] |= away && !crowd.is_done(index) && moved < STUCK_METRES;
            }
        }
        row.clear();
        row.extend_from_slice(&self.places);
        self.memory.push_back(row);
    }

    /// What was counted.
    pub fn figures(&self) -> Figures {
        let part = |count: usize| count as f64 / self.stuck.len().max(1) as f64;
        let arrived = self.arrived_secs.iter().flatten();
        let observations = (self.frames.max(1) * self.stuck.len().max(1) as u64) as f64;
        let overlap = self.overlapping_pairs as f64 / self.near_pairs.max(1) as f64;
        Figures {
            overlap_fraction: overlap,
            near_pairs: self.near_pairs,
            nearest_metres: self.nearest,
            stuck_fraction: part(self.stuck.iter().filter(|stuck| **stuck).count()),
            arrived_fraction: part(arrived.clone().count()),
            last_arrival_secs: arrived.copied().fold(0.0, f32::max),
            slide_mean: self.slide_sum / observations,
            turn_mean: self.turn_sum / observations,
            rate_mean: self.rate_sum / observations,
        }
    }
}
