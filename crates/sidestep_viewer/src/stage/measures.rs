//! Live figures of an actor, by the definitions and the code of the benchmark.
//!
//! Joint positions are kept at the rate of the benchmark for two minutes, so that figures are there
//! again at once after seeking; before that they begin anew.

use crate::stage::{TICKS_PER_SEC, actor::Actor};
use glam::Vec3;
use sidestep_measure::{
    FootFigures,
    quality::jerks,
    response::{NEVER_FRAMES, met},
    run::{FRAMES_PER_SEC, RATE_HZ},
    start_stop::started,
    statistics::{fraction, percentile, ratio},
};
use sidestep_motion::{
    JointMotion,
    contact_detection::{ContactConfig, detect, estimate_floor},
    facing::{HEADING_SIGMA_SECS, smoothed_headings},
    skate::skate,
};

/// Skate, jerk and distance are those of so many frames.
pub const WINDOW_FRAMES: usize = 10 * FRAMES_PER_SEC;

/// Fewer frames than this say nothing.
const FEWEST_FRAMES: usize = FRAMES_PER_SEC;

/// Frames that are kept.
const KEPT_FRAMES: usize = 120 * FRAMES_PER_SEC;

/// Frames before a wish that the smoothing of headings looks at.
const LEAD_FRAMES: usize = 2 * FRAMES_PER_SEC;

/// How good the motion of one actor looks, over the last seconds. NaN where nothing is known yet.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Figures {
    /// Mean speed of planted feet.
    pub skate_cm_per_s: f32,
    /// 95th percentile of joint jerk over the source's.
    pub jerk_ratio: f32,
    /// How fast planted feet turn while the body turns.
    pub planted_yaw_deg_per_s: f32,
    /// The same in the source.
    pub source_planted_yaw_deg_per_s: f32,
    /// How far feet turn in a stance, 95th percentile.
    pub swivel_p95_deg: f32,
    /// The same in the source.
    pub source_swivel_p95_deg: f32,
    /// Seconds since it was asked to start while it does, then what it took.
    pub start_secs: f32,
    /// Where that clock stands.
    pub start_state: ResponseState,
    /// The same of the direction or the line it was asked for.
    pub turn_secs: f32,
    /// Where that clock stands.
    pub turn_state: ResponseState,
    /// Distance to the data now, over the library's own.
    pub distance: f32,
}

/// Where a response clock stands.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ResponseState {
    /// Nothing to respond to.
    #[default]
    Idle,
    /// Something is wanted and not yet taken up for good.
    Running,
    /// It was taken up.
    Settled,
    /// It was not taken up within 5 s.
    Never,
}

/// Watches one actor.
pub struct Gauge {
    /// Joint positions at every second tick.
    motion: JointMotion,
    /// Number of the first frame that is kept.
    first: usize,
    /// Room for the stretch that is looked at.
    window: JointMotion,
}

impl Gauge {
    /// Ticks between two frames of the benchmark.
    pub const EVERY_TICKS: u32 = TICKS_PER_SEC / FRAMES_PER_SEC as u32;

    /// A gauge that has seen nothing yet.
    pub fn new(actor: &Actor) -> Self {
        let skeleton = actor.character.skeleton();
        let motion = JointMotion::new(skeleton, RATE_HZ, KEPT_FRAMES);
        Self { motion, first: 0, window: JointMotion::new(skeleton, RATE_HZ, WINDOW_FRAMES) }
    }

    /// Keeps what the actor shows at an even tick.
    pub fn note(&mut self, actor: &Actor, tick: u32) {
        let Some(number) = frames_by(tick).checked_sub(1) else { return };
        if self.motion.skeleton.len() != actor.transforms.positions.len() {
            *self = Self { first: number, ..Self::new(actor) };
        }
        let known = self.first + self.motion.len();
        if number < known && number >= self.first {
            // Simulated once more: the same bits are there already.
            return;
        }
        if number != known {
            self.motion.positions.clear();
            self.first = number;
        }
        if self.motion.len() >= KEPT_FRAMES {
            let gone = KEPT_FRAMES / 2;
            self.motion.positions.drain(..gone * self.motion.skeleton.len());
            self.first += gone;
        }
        self.motion.push(&actor.transforms);
    }

    /// Forgets what came after a tick.
    pub fn forget_after(&mut self, tick: u32) {
        let kept = frames_by(tick).saturating_sub(self.first);
        self.motion.positions.truncate(kept * self.motion.skeleton.len());
    }

    /// The figures at a tick.
    pub fn read(&mut self, actor: &Actor, tick: u32) -> Figures {
        let end = frames_by(tick);
        let mut figures = Figures::default();
        self.look(end.saturating_sub(WINDOW_FRAMES), end);
        if self.window.len() < FEWEST_FRAMES {
            return figures;
        }
        figures.skate_cm_per_s = skate_cm_per_s(&self.window);
        figures.look_at_feet(&self.window);
        let source = actor.entry.library.source();
        if let Some(source) = source {
            let mut found = Vec::with_capacity(self.window.positions.len());
            jerks(&self.window, &mut found);
            figures.jerk_ratio = ratio(percentile(found, 0.95), source.jerk_p95);
            figures.source_planted_yaw_deg_per_s = source.feet.planted_yaw_deg_per_s;
            figures.source_swivel_p95_deg = source.feet.swivel_p95_deg;
            self.look(end.saturating_sub(FEWEST_FRAMES), end);
            figures.distance = source.nearest.last_distance(&self.window);
            let start = self.time_start(actor, end, source.median_speed);
            (figures.start_state, figures.start_secs) = start;
            let turn = self.time_turn(actor, end, source.median_speed);
            (figures.turn_state, figures.turn_secs) = turn;
        }
        figures
    }

    /// Where the clock of a start stands at the end of frame `end`.
    fn time_start(&mut self, actor: &Actor, end: usize, median_speed: f32) -> Clock {
        let Some(from) = self.look_since(actor.state.asked.start, end) else { return IDLE };
        let speed = actor.state.asked.speed.unwrap_or(median_speed);
        let passed = self.window.len() - from;
        let frames = from..self.window.len().saturating_sub(START_FRAMES);
        judge(started(&self.window, frames, speed), passed, START_FRAMES)
    }

    /// Where the clock of a turn stands at the end of frame `end`.
    fn time_turn(&mut self, actor: &Actor, end: usize, median_speed: f32) -> Clock {
        let Some(from) = self.look_since(actor.state.asked.turn, end) else { return IDLE };
        let headings = smoothed_headings(&self.window);
        let met = met(&self.window, &headings, from, &actor.state.plan, median_speed);
        let passed = self.window.len() - from;
        let open = FRAMES_PER_SEC + SMOOTHING_FRAMES;
        judge(met.settled.filter(|settled| settled + open < passed), passed, open)
    }

    /// Takes what was made since a tick into the window, with a lead; gives the first frame of it in there.
    fn look_since(&mut self, tick: Option<u32>, end: usize) -> Option<usize> {
        let from = frames_by(tick?);
        let begin = from.saturating_sub(LEAD_FRAMES).max(self.first);
        self.look(begin, end.min(from + NEVER_FRAMES + 2 * FRAMES_PER_SEC));
        from.checked_sub(begin).filter(|from| *from <= self.window.len())
    }

    /// Takes frames `begin..end`, as far as they are kept, into the window.
    fn look(&mut self, begin: usize, end: usize) {
        let joints = self.motion.skeleton.len();
        let known = self.first + self.motion.len();
        let (begin, end) = (begin.clamp(self.first, known), end.clamp(self.first, known));
        let range = (begin - self.first) * joints..(end.max(begin) - self.first) * joints;
        let frames: &[Vec3] = &self.motion.positions[range];
        self.window.skeleton.clone_from(&self.motion.skeleton);
        self.window.positions.clear();
        self.window.positions.extend_from_slice(frames);
    }
}

/// A state and its seconds.
type Clock = (ResponseState, f32);

const IDLE: Clock = (ResponseState::Idle, f32::NAN);

/// A clock after `passed` frames, of which the last `open` say nothing for good.
fn judge(taken: Option<usize>, passed: usize, open: usize) -> Clock {
    match taken {
        Some(frame) => (ResponseState::Settled, fraction(frame, FRAMES_PER_SEC)),
        None if passed > NEVER_FRAMES + open => {
            (ResponseState::Never, fraction(NEVER_FRAMES, FRAMES_PER_SEC))
        }
        None => (ResponseState::Running, fraction(passed, FRAMES_PER_SEC)),
    }
}

/// Frames until the speed of the root does not change any more.
const START_FRAMES: usize = FRAMES_PER_SEC / 10;

/// Frames until a smoothed heading does not change any more.
const SMOOTHING_FRAMES: usize = (3.5 * HEADING_SIGMA_SECS * RATE_HZ) as usize + 1;

impl ResponseState {
    /// Its number in frames.
    pub fn number(self) -> f32 {
        f32::from(self as u8)
    }
}

impl Default for Figures {
    fn default() -> Self {
        Self {
            skate_cm_per_s: f32::NAN,
            jerk_ratio: f32::NAN,
            planted_yaw_deg_per_s: f32::NAN,
            source_planted_yaw_deg_per_s: f32::NAN,
            swivel_p95_deg: f32::NAN,
            source_swivel_p95_deg: f32::NAN,
            start_secs: f32::NAN,
            start_state: ResponseState::Idle,
            turn_secs: f32::NAN,
            turn_state: ResponseState::Idle,
            distance: f32::NAN,
        }
    }
}

impl Figures {
    /// What whole feet did; nothing where none stood, or none while the body turned.
    fn look_at_feet(&mut self, motion: &JointMotion) {
        let mut feet = FootFigures::default();
        feet.add(motion);
        let feet = feet.figures();
        if feet.turning_flat_fraction > 0.0 {
            self.planted_yaw_deg_per_s = feet.planted_yaw_deg_per_s;
        }
        if feet.steps_per_sec > 0.0 {
            self.swivel_p95_deg = feet.swivel_p95_deg;
        }
    }
}

fn skate_cm_per_s(motion: &JointMotion) -> f32 {
    let contacts = detect(motion, estimate_floor(motion), &ContactConfig::default());
    100.0 * skate(motion, &contacts).mean_speed
}

/// How many frames of the benchmark a run of so many ticks has; the first is that of tick 2.
fn frames_by(tick: u32) -> usize {
    (tick / Gauge::EVERY_TICKS) as usize
}
