//! Live figures of an actor, by the definitions and the code of the benchmark.
//!
//! Joint positions are kept at the rate of the benchmark for two minutes, so that figures are there
//! again at once after seeking; before that they begin anew.

use crate::stage::{TICKS_PER_SEC, actor::Actor};
use glam::Vec3;
use sidestep_control::Travel;
use sidestep_measure::{
    FootFigures,
    quality::jerks,
    response::{NEVER_FRAMES, met},
    run::{FRAMES_PER_SEC, RATE_HZ},
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
    /// Seconds since the wish while it runs, then what it took.
    pub response_secs: f32,
    /// Where the response clock stands.
    pub response_state: ResponseState,
    /// Distance to the data now, over the library's own.
    pub distance: f32,
}

/// Where a response clock stands.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ResponseState {
    /// Nothing to respond to.
    #[default]
    Idle,
    /// A new direction or line is wanted and not yet taken up for good.
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
            let response = self.respond(actor, end, source.median_speed);
            (figures.response_state, figures.response_secs) = response;
        }
        figures
    }

    /// Where the response clock stands at the end of frame `end`.
    fn respond(&mut self, actor: &Actor, end: usize, median_speed: f32) -> (ResponseState, f32) {
        let goal = &actor.state.plan;
        if !matches!(goal.travel, Travel::Move { .. } | Travel::Line { .. }) {
            return (ResponseState::Idle, f32::NAN);
        }
        // The first frame that was made under the wish.
        let from = frames_by(actor.state.wished_at);
        let begin = from.saturating_sub(LEAD_FRAMES).max(self.first);
        let most = from + NEVER_FRAMES + 2 * FRAMES_PER_SEC;
        self.look(begin, end.min(most));
        let Some(from) = from.checked_sub(begin).filter(|from| *from <= self.window.len()) else {
            return (ResponseState::Idle, f32::NAN);
        };
        let headings = smoothed_headings(&self.window);
        let met = met(&self.window, &headings, from, goal, median_speed);
        let passed = self.window.len() - from;
        let is_final = |settled: &usize| settled + FRAMES_PER_SEC + SMOOTHING_FRAMES < passed;
        match met.settled.filter(is_final) {
            Some(frame) => (ResponseState::Settled, fraction(frame, FRAMES_PER_SEC)),
            None if passed > NEVER_FRAMES + FRAMES_PER_SEC + SMOOTHING_FRAMES => {
                (ResponseState::Never, fraction(NEVER_FRAMES, FRAMES_PER_SEC))
            }
            None => (ResponseState::Running, fraction(passed, FRAMES_PER_SEC)),
        }
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
            response_secs: f32::NAN,
            response_state: ResponseState::Idle,
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
