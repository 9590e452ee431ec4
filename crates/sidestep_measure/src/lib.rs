//! One benchmark for every controller, computed from joint positions alone.
//!
//! A measure runs characters through the door of [`sidestep_control::Animate`], so it knows no
//! method, and computes its figures from the joint positions of the output, with the same code for
//! every method and for the source. Each command is a function that returns a struct of the fields
//! it reports; seeds are fixed, so a second run gives the same figures except for times.
//!
//! This crate reads no clock itself: `cost` takes one from its caller.

pub mod actions;
pub mod avoid;
pub mod beside;
pub mod by_speed;
pub mod capability;
pub mod champion;
pub mod chaos;
pub mod cost;
pub mod endurance;
pub mod feasible;
pub mod followed;
pub mod foot_conditions;
mod foot_track;
pub mod gait;
mod game;
pub mod grab;
pub mod liveliness;
pub mod looks;
pub mod navigate;
pub mod nearest;
pub mod obstacle_course;
pub mod passive;
pub mod push;
pub mod quality;
mod rally;
pub mod reach;
pub mod recording;
pub mod response;
pub mod run;
pub mod score;
pub mod settings;
pub mod source;
pub mod speed_task;
pub mod start_stop;
mod state_distance;
pub mod statistics;
mod steered;
pub mod subject;
mod together;
pub mod trace;
mod trace_text;
pub mod track;
pub mod transitions;
pub mod whole_foot;

pub use actions::{Actions, actions};
pub use avoid::{Avoid, maze, steer_to_avoid};
pub use beside::{Beside, BesideError};
pub use capability::{Capability, Reaching, capability};
pub use chaos::{Chaos, chaos};
pub use cost::{Cost, CostHooks, cost, watch_steered};
pub use feasible::Feasible;
pub use followed::{Followed, followed};
pub use foot_conditions::{FootCondition, foot_conditions};
pub use gait::{Gait, GaitFigures, gait};
pub use game::{Game, game};
pub use grab::{Grab, grab};
pub use looks::Looks;
pub use navigate::{Navigate, navigate};
pub use obstacle_course::{ObstacleCourse, ObstacleKind, obstacle_course};
pub use passive::{Passive, passive};
pub use push::{Push, Pushed, push};
pub use rally::{Rally, rally};
pub use reach::{Reach, reach};
pub use recording::Recording;
pub use response::{Response, line, recorded_response, response};
pub use score::{OF_TRIALS, ScoreError, score};
pub use settings::Settings;
pub use source::Source;
pub use speed_task::{SpeedTask, speed_task};
pub use start_stop::{StartStop, start_stop};
pub use subject::Subject;
pub use together::{PickupFigures, TennisFigures, pickup, tennis};
pub use trace::Trace;
pub use track::{Targets, Track, track};
pub use transitions::{Transitions, transitions};
pub use whole_foot::{FeetBesideSource, FootFigures, WholeFoot};
