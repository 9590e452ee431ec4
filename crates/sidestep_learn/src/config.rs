//! What one may set about learning.

use crate::schedule::Schedule;
use serde::{Deserialize, Serialize};
use sidestep_augment::AugmentConfig;
use sidestep_grammar::{BASKETBALL, Grammar, GrammarError, TENNIS, parse};
use sidestep_neural::Serves;

/// Settings of learning.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct LearnConfig {
    /// Units of each layer.
    pub hidden: usize,
    /// LSTM layers.
    pub layers: usize,
    /// Sequences side by side.
    pub batch: usize,
    /// Steps of an update: how far gradients run back.
    pub steps: usize,
    /// Updates of the whole training.
    pub updates: u64,
    /// Largest learning rate.
    pub learning_rate: f32,
    /// Share of the numbers between layers that are dropped.
    pub dropout: f32,
    /// Memory of the running average of the weights.
    pub average: f32,
    /// Same seed, same weights.
    pub seed: u64,
    /// Hours of episodes that are at hand at any time; at 0 the motion itself and nothing else.
    pub bank_hours: f32,
    /// All episodes are replaced by new ones every so many updates; 0 keeps them.
    pub renew_every: u64,
    /// Teach directions and speeds of travel beside places.
    pub travel: bool,
    /// Teach qualities.
    pub qualities: bool,
    /// Let the phase of the gait be part of the state, told or not.
    pub phase: bool,
    /// Tell the velocity that is needed to be at a place in time.
    pub pace: bool,
    /// Let a ball be part of the body, section 5.
    pub ball: bool,
    /// Teach the actions of a game: `basketball`, `tennis`, or the text of a motion grammar. Episodes follow it. Left
    /// empty, nothing but going somewhere is taught.
    pub actions: String,
    /// Share of the goals that are the moments of actions, where actions are taught.
    pub action_goals: f32,
    /// How many times more the frames around the moments of actions count.
    pub focus: f32,
    /// Length of the stretches that are followed, in seconds.
    pub stretch_secs: f32,
    /// Share of the updates that begin with another goal before the last is reached.
    pub redraw: f32,
    /// Share of the stretches that begin with a goal drawn evenly over where goals may lie, whatever the
    /// motion does most of the time.
    pub even: f32,
    /// How much it counts against a stretch that the body waits before it hurries: metres of a miss for each
    /// metre a second that it is too slow at first. At 0 goals are as the motion has them.
    pub prompt: f32,
    /// Share of the even goals that are asked of a body that stands; as many end in standing.
    pub standing: f32,
    /// Share of the goals that go on being asked for while the body stands where they lie.
    pub hold: f32,
    /// Share of the goals that go ahead of the body for a while, as those of who steers do.
    pub led: f32,
    /// How unrolls and goals change while it learns.
    pub schedule: Schedule,
    /// How much each term counts.
    pub weights: TermWeights,
    /// How episodes are made.
    pub augment: AugmentConfig,
}

/// How much each group of channels counts, as a mean over the group, and each other term.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct TermWeights {
    /// The step of the root.
    pub root: f32,
    /// Positions of joints.
    pub positions: f32,
    /// Rotations of joints.
    pub rotations: f32,
    /// Contacts.
    pub contacts: f32,
    /// What is expected of the goals, P.
    pub prediction: f32,
    /// What is expected of the phase.
    pub phase: f32,
    /// What is expected of actions, where they are taught.
    pub actions: f32,
    /// Foot slide, per cm² and foot (eq. 3).
    pub slide: f32,
    /// Wrong lengths of links, per cm² (eq. 4).
    pub link: f32,
    /// Distance of the own root from the data's, per m², for those who see their goal from there.
    pub place: f32,
    /// A distance beyond this pulls no more, in metres.
    pub place_bound: f32,
    /// One minus the cosine of the error of the own heading.
    pub heading: f32,
    /// Which hands touch the ball, and whether there is one.
    pub grips: f32,
    /// The place of the ball, or of the racket.
    pub ball: f32,
    /// How many times as much rotations between the hips and the hands count.
    pub arms: f32,
    /// Ball away from the hand that touches it, per cm² (eq. 6).
    pub hand: f32,
    /// Ball that turns back before the floor, per cm² (eq. 7).
    pub bounce: f32,
}

impl LearnConfig {
    /// What is taught.
    pub fn serves(&self) -> Serves {
        Serves {
            travel: self.travel,
            qualities: self.qualities,
            phase: self.phase,
            pace: self.pace,
            actions: !self.actions.is_empty(),
        }
    }

    /// The grammar of the actions that are taught.
    pub fn grammar(&self) -> Result<Option<Grammar>, GrammarError> {
        let text = match self.actions.as_str() {
            "" => return Ok(None),
            "basketball" => BASKETBALL,
            "tennis" => TENNIS,
            text => text,
        };
        parse("actions", text).map(Some)
    }
}

impl Default for LearnConfig {
    fn default() -> Self {
        Self {
            hidden: 512,
            layers: 4,
            batch: 64,
            steps: 24,
            updates: 100_000,
            learning_rate: 5e-4,
            dropout: 0.0,
            average: 0.999,
            seed: 1,
            bank_hours: 4.0,
            renew_every: 15_000,
            travel: true,
            qualities: true,
            phase: true,
            pace: true,
            ball: false,
            actions: String::new(),
            action_goals: 0.6,
            focus: 0.0,
            stretch_secs: 6.0,
            redraw: 0.1,
            even: 0.8,
            prompt: 0.0,
            standing: 0.0,
            hold: 0.0,
            led: 0.0,
            schedule: Schedule::default(),
            weights: TermWeights::default(),
            augment: AugmentConfig { angle: 1.0, length: (0.7, 1.1), ..AugmentConfig::default() },
        }
    }
}

impl Default for TermWeights {
    fn default() -> Self {
        Self {
            root: 0.3,
            positions: 1.0,
            rotations: 0.5,
            contacts: 0.3,
            prediction: 0.2,
            phase: 0.3,
            actions: 0.3,
            slide: 0.3,
            link: 0.05,
            place: 10.0,
            place_bound: 1.5,
            heading: 5.0,
            grips: 0.3,
            ball: 1.0,
            arms: 1.0,
            hand: 0.02,
            bounce: 0.02,
        }
    }
}
