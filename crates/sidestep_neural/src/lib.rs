//! Characters that a recurrent network moves.
//!
//! After Lee, Lee and Lee 2018, *Interactive Character Animation by Learning Multi-Objective Control*:
//! the network sees the body and what is wished for, and gives the body of the next tick together with
//! what it expects of everything that was not wished for. It was learnt elsewhere (`sidestep_learn`);
//! here it runs.
//!
//! It must never use another controller, know how its networks were trained, or allocate in a step.
//!
//! | of the paper | here |
//! |---|---|
//! | m = (p, q, j, h, c), section 3 | [`Representation`] |
//! | F, S, P, G, bounded parameters | [`Intent`], [`GoalChannel`] |
//! | quality attributes, Figure 3 | [`qualities`], [`QUALITIES`] |
//! | the ball, section 5 | [`BallChannels`], [`BallKind`] |
//! | actions and their selection, section 7 | [`Intent::action`], `sidestep_court::SELECTIONS` |
//! | the motion generator | [`Neural`], [`NeuralController`] |
//!
//! Beyond the paper, the phase of the gait is a control parameter ([`phase`]).

mod ball;
mod ball_channels;
mod config;
mod controller;
mod explain;
mod game_ball;
mod goals;
mod intents;
mod method;
mod model;
pub mod phase;
mod qualities;
mod reach;
mod representation;
mod steered;

pub use ball_channels::BallChannels;
pub use config::{BallKind, NeuralConfig, NumberKind};
pub use controller::Memory;
pub use goals::{
    ALL_GOALS, GOAL_CHANNELS, GOALS, GoalChannel, HORIZON_SECS, Intent, LEAST_PACE_SECS, MOST_PACE,
    NEAR_METRES, NEAR_SECS, Serves,
};
pub use method::Neural;
pub use model::{ModelError, NeuralController, Parts};
pub use qualities::{QUALITIES, qualities};
pub use representation::{Body, ROOT, Representation, TOUCHES};
