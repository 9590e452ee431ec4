//! Hours of new motion from minutes of captured motion.
//!
//! Section 6.1 of Lee, Lee and Lee 2018, *Interactive Character Animation by Learning Multi-Objective
//! Control*: an [`Episodes`] walks at random through the pose graph of a library, mirrors every other
//! walk, bends and shortens its path and changes its speed, all within the bounds of an
//! [`AugmentConfig`]. Feet that stood in the source stand in every episode. An episode depends on its
//! seed and its number alone, so that episodes can be made on any number of threads, and anew for as
//! long as somebody learns from them.
//!
//! Who learns from them it must never know.
//!
//! Section 6.2: with a grammar of actions ([`Episodes::by_grammar`], `sidestep_grammar`) an episode strings
//! together labelled stretches as the grammar allows, with the ball in hand when and only when the action needs it.
//!
//! ```
//! use sidestep_augment::{AugmentConfig, Episodes};
//! # use sidestep_motion::{MotionLibrary, contact_detection::ContactConfig, resample::resample};
//! # let clips = sidestep_performer::perform(&sidestep_performer::PerformerConfig { play: 0.02, ..Default::default() });
//! # let clips: Vec<_> = clips.iter().take(4).map(|clip| resample(clip, 30.0)).collect();
//! # let library = MotionLibrary::from_clips(&clips, &ContactConfig::default())?;
//! let episodes = Episodes::new(&library, &AugmentConfig::default())?;
//! let clip = episodes.episode(1, 0);
//! assert_eq!(clip, episodes.episode(1, 0));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod config;
mod episodes;
mod figures;
mod flights;
mod footing;
mod game;
mod in_play;
mod perturb;
mod resequence;
mod segments;
mod watched;

pub use config::AugmentConfig;
pub use episodes::{AugmentError, Episodes};
pub use figures::Figures;
