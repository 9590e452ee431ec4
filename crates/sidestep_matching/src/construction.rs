//! Building a matcher: all that can be wrong is found here.

use crate::{config::MatchingConfig, error::BuildError, features::Features, trajectory::HalfLives};
use sidestep_control::{
    Controller, FootLock, FrameGaits, median_moving_speed, notices::lacking,
    setting::check_amounts, usual_speed::ground_speed, usual_turn::furthest_turn,
};
use sidestep_features::NearestIndex;
use sidestep_motion::{FrameId, MotionLibrary};
use std::sync::Arc;

/// A library made searchable. Immutable and shared.
#[derive(Clone, Debug)]
pub struct MotionMatcher {
    /// What is searched.
    pub(crate) library: Arc<MotionLibrary>,
    /// The same, smoothed: what is played.
    pub(crate) played: Arc<MotionLibrary>,
    pub(crate) config: MatchingConfig,
    pub(crate) features: Features,
    pub(crate) gaits: FrameGaits,
    /// The stillest frame that may be entered.
    pub(crate) rest: u32,
    pub(crate) usual_speed: f32,
    /// Furthest turn of the library within half a second, in radians.
    pub(crate) fastest_turn: f32,
    pub(crate) feet: FootLock,
}

/// Builds a matcher. It keeps the library, of which it plays.
pub fn build(
    library: &Arc<MotionLibrary>,
    config: &MatchingConfig,
) -> Result<MotionMatcher, BuildError> {
    check(config)?;
    let played = match config.smooth_secs {
        0.0 => Arc::clone(library),
        secs => Arc::new(library.smoothed_but_feet(secs, config.feet_kept)),
    };
    let gaits = FrameGaits::of(library);
    let features = Features::new(library, &gaits, config)?;
    let speed = |frame: &u32| ground_speed(library, FrameId(*frame));
    let stillest = features.all.frames.iter().copied().min_by(|a, b| speed(a).total_cmp(&speed(b)));
    Ok(MotionMatcher {
        library: Arc::clone(library),
        played,
        config: *config,
        rest: stillest.ok_or(BuildError::TooShort { secs: config.least_left_secs })?,
        features,
        gaits,
        usual_speed: median_moving_speed(library),
        fastest_turn: furthest_turn(library),
        feet: FootLock::of(library, config.foot_lock),
    })
}

impl MotionMatcher {
    /// The library it plays, for those who save it.
    pub fn library(&self) -> &Arc<MotionLibrary> {
        &self.library
    }

    /// The settings it was built with, for those who save it.
    pub fn config(&self) -> &MatchingConfig {
        &self.config
    }

    /// How quickly the predicted way follows what is wanted.
    pub(crate) fn half_lives(&self) -> HalfLives {
        HalfLives {
            velocity_secs: self.config.velocity_half_life_secs,
            facing_secs: self.config.facing_half_life_secs,
        }
    }

    /// Bytes of the poses that it plays beside those of its library.
    pub(crate) fn smoothed_bytes(&self) -> usize {
        if Arc::ptr_eq(&self.library, &self.played) { 0 } else { self.played.pose_bytes() }
    }

    /// The index it searches, for those who measure it.
    pub fn index(&self) -> &NearestIndex {
        &self.features.all.index
    }
}

/// What it cannot do for want of data; each sentence with a remedy.
pub fn notices(matcher: &MotionMatcher) -> Vec<String> {
    lacking(&matcher.library, &matcher.gaits, Controller::gaits(matcher))
}

fn check(config: &MatchingConfig) -> Result<(), BuildError> {
    let weights = &config.weights;
    check_amounts(&[
        ("search_every_secs", config.search_every_secs),
        ("smooth_secs", config.smooth_secs),
        ("feet_kept", config.feet_kept),
        ("velocity_half_life_secs", config.velocity_half_life_secs),
        ("facing_half_life_secs", config.facing_half_life_secs),
        ("least_left_secs", config.least_left_secs),
        ("surrounding_secs", config.surrounding_secs),
        ("stay_bonus", config.stay_bonus),
        ("overturn_cost", config.overturn_cost),
        ("join_secs", config.join_secs),
        ("ground_join_secs", config.ground_join_secs),
        ("turn_limit", config.turn_limit),
        ("turn_assist_radians_per_sec", config.turn_assist_radians_per_sec),
        ("weights.foot_position", weights.foot_position),
        ("weights.foot_velocity", weights.foot_velocity),
        ("weights.hip_velocity", weights.hip_velocity),
        ("weights.future_position", weights.future_position),
        ("weights.future_facing", weights.future_facing),
    ])?;
    Ok(config.foot_lock.check()?)
}
