//! What one may set about the foot lock.

use crate::setting::{SettingError, check_amounts};

/// How feet are locked.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct FootLockConfig {
    /// How long the correction of a foot takes to fade once its contact has ended.
    pub blend_out_secs: f32,
    /// A correction longer than this is given up, in metres.
    pub radius: f32,
    /// A foot higher than this above its place on the floor is not locked yet, in metres.
    pub lock_height: f32,
    /// A foot faster than this is not locked yet, in metres a second.
    pub lock_speed: f32,
    /// A foot lower than this and slower than `still_speed` is down whatever the controller says,
    /// in metres.
    pub still_height: f32,
    /// See `still_height`; 0 leaves contacts to the controller alone. In metres a second.
    pub still_speed: f32,
    /// Time in which a foot comes half of the way to the floor.
    pub floor_half_life_secs: f32,
    /// How far the pelvis may be lowered for a leg that cannot reach its foot, in metres.
    pub pelvis_drop: f32,
    /// How far the pelvis may be lowered where a crouch is wanted and the frames rise out of it, in
    /// metres; 0 leaves it to the frames.
    pub crouch_drop: f32,
    /// A crouch is held this near to its usual height, in metres.
    pub crouch_sway: f32,
    /// Time in which the pelvis comes half of the way.
    pub pelvis_half_life_secs: f32,
    /// A foot that should be down but cannot be held, because the body is being carried off, is
    /// lifted up to this far as a step would lift it, in metres; zero lets it slide.
    pub step_height: f32,
    /// Hold the direction of a planted foot as well as its place.
    pub whole_foot: bool,
    /// Where the body is twisted over its foot beyond what the library does, the foot gives way on
    /// its ball, no faster than this, in radians a second.
    pub pivot_rate: f32,
    /// A foot over which the body is twisted further than the library does by this much makes a
    /// step, in radians.
    pub step_twist: f32,
    /// A foot lands turned by as much as is added to the body's turn in this time.
    pub lead_secs: f32,
    /// The most that it lands turned, in radians.
    pub most_lead: f32,
    /// A foot in the air passes the other one at this distance, unless the controller brings it
    /// closer, in metres.
    pub clearance: f32,
    /// Where one motion is joined to another: 1 keeps the planted feet in their places, so that the
    /// difference fades in the body, 0 the pelvis.
    pub stance_joins: f32,
    /// The heel of a foot that its leg cannot reach is raised about the ball, by this at the most,
    /// in radians.
    pub heel_rise: f32,
    /// Share of the turn of a foot that its knee takes part in.
    pub knee_share: f32,
}

impl FootLockConfig {
    /// Fails on a setting that makes no sense.
    pub fn check(&self) -> Result<(), SettingError> {
        check_amounts(&[
            ("foot_lock.blend_out_secs", self.blend_out_secs),
            ("foot_lock.radius", self.radius),
            ("foot_lock.lock_height", self.lock_height),
            ("foot_lock.lock_speed", self.lock_speed),
            ("foot_lock.still_height", self.still_height),
            ("foot_lock.still_speed", self.still_speed),
            ("foot_lock.floor_half_life_secs", self.floor_half_life_secs),
            ("foot_lock.pelvis_drop", self.pelvis_drop),
            ("foot_lock.crouch_drop", self.crouch_drop),
            ("foot_lock.crouch_sway", self.crouch_sway),
            ("foot_lock.pelvis_half_life_secs", self.pelvis_half_life_secs),
            ("foot_lock.step_height", self.step_height),
            ("foot_lock.pivot_rate", self.pivot_rate),
            ("foot_lock.step_twist", self.step_twist),
            ("foot_lock.lead_secs", self.lead_secs),
            ("foot_lock.most_lead", self.most_lead),
            ("foot_lock.clearance", self.clearance),
            ("foot_lock.stance_joins", self.stance_joins),
            ("foot_lock.heel_rise", self.heel_rise),
            ("foot_lock.knee_share", self.knee_share),
        ])
    }
}

impl Default for FootLockConfig {
    fn default() -> Self {
        Self {
            blend_out_secs: 0.2,
            radius: 0.22,
            lock_height: 0.06,
            lock_speed: 1.2,
            still_height: 0.03,
            still_speed: 0.0,
            floor_half_life_secs: 0.04,
            pelvis_drop: 0.1,
            crouch_drop: 0.2,
            crouch_sway: 0.03,
            pelvis_half_life_secs: 0.12,
            step_height: 0.0,
            whole_foot: true,
            pivot_rate: 1.2,
            step_twist: 0.2,
            lead_secs: 0.2,
            most_lead: 0.5,
            clearance: 0.1,
            stance_joins: 0.0,
            heel_rise: 0.5,
            knee_share: 0.5,
        }
    }
}
