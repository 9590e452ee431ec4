//! Building a clip player: all that can be wrong is found here.

use crate::{
    config::ClipPlayerConfig,
    features::{ComparedJoints, FeatureTable},
};
use sidestep_control::{
    Controller, FootLock, FrameGaits, Gait, Gaits, SettingError, median_moving_speed,
    notices::lacking,
    setting::check_amounts,
    usual_speed::ground_speed,
    usual_turn::{LITTLE_TURN, furthest_turn},
};
use sidestep_motion::{FrameId, JointId, MotionLibrary, Role, Side};
use std::sync::Arc;

/// A clip goes in a gait where it does so this much later, in seconds.
const GAIT_AHEAD_SECS: f32 = 0.5;

/// A library made playable. Immutable and shared.
#[derive(Clone, Debug)]
pub struct ClipPlayer {
    pub(crate) library: Arc<MotionLibrary>,
    pub(crate) config: ClipPlayerConfig,
    pub(crate) joints: ComparedJoints,
    pub(crate) features: FeatureTable,
    pub(crate) gaits: FrameGaits,
    /// The gaits that can be entered.
    pub(crate) served: Gaits,
    /// Frames at which clips may be entered.
    pub(crate) entries: Vec<u32>,
    /// The stillest entry.
    pub(crate) rest: u32,
    pub(crate) usual_speed: f32,
    /// Whether the library hardly turns.
    pub(crate) lacks_turns: bool,
    pub(crate) feet: FootLock,
}

/// Why a library cannot be played.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum BuildError {
    /// A joint that frames are compared by is not known.
    #[error(
        "the skeleton has no joint for the role '{role}'; name it in the manifest's joint roles"
    )]
    MissingRole {
        /// The role nobody plays.
        role: &'static str,
    },
    /// No clip is long enough to be entered.
    #[error(
        "no clip is longer than {secs} s, so none can be entered; \
         add longer clips or lower least_left_secs"
    )]
    TooShort {
        /// What the configuration asks for.
        secs: f32,
    },
    /// A setting that makes no sense.
    #[error(transparent)]
    Setting(#[from] SettingError),
}

/// Builds a clip player. It keeps the library, of which it plays.
pub fn build(
    library: &Arc<MotionLibrary>,
    config: &ClipPlayerConfig,
) -> Result<ClipPlayer, BuildError> {
    check(config)?;
    let role = |role: Role| {
        let joint = library.skeleton().roles().get(role);
        joint.ok_or(BuildError::MissingRole { role: role.name() })
    };
    let feet = [role(Role::Foot(Side::Left))?, role(Role::Foot(Side::Right))?];
    let joints = ComparedJoints { hips: JointId(0), feet };
    let entries = entries(library, config);
    let speed = |frame: &u32| ground_speed(library, FrameId(*frame));
    let stillest = entries.iter().copied().min_by(|a, b| speed(a).total_cmp(&speed(b)));
    let rest = stillest.ok_or(BuildError::TooShort { secs: config.least_left_secs })?;
    let gaits = FrameGaits::of(library);
    let can_enter = |gait| entries.iter().any(|entry| leads_to(library, &gaits, *entry, gait));
    let served = gaits.held().iter().filter(|gait| can_enter(*gait)).collect();
    Ok(ClipPlayer {
        library: Arc::clone(library),
        config: *config,
        joints,
        features: FeatureTable::new(library, joints, &config.weights),
        gaits,
        served,
        entries,
        rest,
        usual_speed: median_moving_speed(library),
        lacks_turns: furthest_turn(library) < LITTLE_TURN,
        feet: FootLock::of(library, config.foot_lock),
    })
}

impl ClipPlayer {
    /// The library it plays, for those who save it.
    pub fn library(&self) -> &Arc<MotionLibrary> {
        &self.library
    }

    /// The settings it was built with, for those who save it.
    pub fn config(&self) -> &ClipPlayerConfig {
        &self.config
    }
}

/// Whether a frame goes in a gait, or is about to.
pub(crate) fn leads_to(
    library: &MotionLibrary,
    gaits: &FrameGaits,
    frame: u32,
    gait: Gait,
) -> bool {
    let ahead = (GAIT_AHEAD_SECS * library.rate_hz()).round() as u32;
    let last = library.clips()[library.clip_of(FrameId(frame)).index()].frames.end - 1;
    gaits.at(FrameId((frame + ahead).min(last))) == Some(gait)
}

/// What it cannot do for want of data; each sentence with a remedy.
pub fn notices(player: &ClipPlayer) -> Vec<String> {
    lacking(&player.library, &player.gaits, Controller::gaits(player))
}

fn check(config: &ClipPlayerConfig) -> Result<(), BuildError> {
    let weights = &config.weights;
    check_amounts(&[
        ("entry_every_secs", config.entry_every_secs),
        ("least_left_secs", config.least_left_secs),
        ("search_every_secs", config.search_every_secs),
        ("join_secs", config.join_secs),
        ("goal_half_life_secs", config.goal_half_life_secs),
        ("switch_margin", config.switch_margin),
        ("turn_assist_radians_per_sec", config.turn_assist_radians_per_sec),
        ("weights.foot_position", weights.foot_position),
        ("weights.foot_velocity", weights.foot_velocity),
        ("weights.hip_height", weights.hip_height),
        ("weights.hip_velocity", weights.hip_velocity),
        ("weights.contact", weights.contact),
        ("weights.future_position", weights.future_position),
        ("weights.future_facing", weights.future_facing),
    ])?;
    Ok(config.foot_lock.check()?)
}

/// Every few frames of each clip, except near its end. The first frame has no velocity.
fn entries(library: &MotionLibrary, config: &ClipPlayerConfig) -> Vec<u32> {
    let frames = |secs: f32| ((secs * library.rate_hz()).round() as u32).max(1);
    let (every, left) = (frames(config.entry_every_secs), frames(config.least_left_secs));
    let of_clip = |clip: &sidestep_motion::ClipInfo| {
        let end = clip.frames.end.saturating_sub(left).max(clip.frames.start);
        (clip.frames.start + 1..end).step_by(every as usize)
    };
    library.clips().iter().flat_map(of_clip).collect()
}
