//! What one may set about a pose graph, with the values of the thesis where it gives them.

use crate::error::GraphError;
use serde::{Deserialize, Serialize};
use sidestep_motion::setting::{check, check_amounts, check_shares};

/// Largest neighbourhood over which a minimum can be asked for.
pub(crate) const MOST_RADIUS: usize = 15;

/// Settings of the pose graph (section 3.2).
///
/// Costs are counted in steps of the source: each of the three terms of eq. 3.13 is divided by its
/// own median over all pairs of consecutive frames, so that two consecutive frames lie about 1 apart.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GraphConfig {
    /// w_k of eqs. 3.7 and 3.11.
    pub joint_weights: JointWeights,
    /// Share of joint angles in the cost: ω_θ in units of the source.
    pub angle_share: f32,
    /// Share of joint velocities in the cost: ω_θ̇ in units of the source.
    pub velocity_share: f32,
    /// Share of the root's velocity in the cost: ω_v in units of the source.
    pub root_share: f32,
    /// Dearest transition taken everywhere.
    pub threshold: f32,
    /// Dearest transition taken to or from frames that would be lost otherwise; the allowance rises
    /// from `threshold` until `least_kept` of the frames are kept, and no further.
    pub most_threshold: f32,
    /// Share of all frames that should stay in the strongly connected part.
    pub least_kept: f32,
    /// A transition is the cheapest of those that begin and end at most so many frames before or
    /// after it; 0 takes every transition below the threshold.
    pub minimum_radius: usize,
    /// Whether the same feet must be down in the frame left out and in the frame jumped to, and in
    /// the two before them.
    pub contacts_agree: bool,
    /// Jumps within a clip that skip or repeat less than this are not taken.
    pub least_jump_secs: f32,
    /// Most transitions that leave one frame, the cheapest ones.
    pub most_jumps: usize,
}

/// How much each joint counts. The values are those of Wang and Bodenheimer (2003), who found them
/// by what people saw, as they are remembered: the paper was not at hand to check them by.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct JointWeights {
    /// Of both hip joints.
    pub hips: f32,
    /// Of both knees.
    pub knees: f32,
    /// Of both shoulders.
    pub shoulders: f32,
    /// Of both elbows.
    pub elbows: f32,
    /// Of the root, once its heading is taken out.
    pub root: f32,
    /// Of every other joint.
    pub others: f32,
}

impl Default for JointWeights {
    fn default() -> Self {
        Self { hips: 1.0, knees: 0.0901, shoulders: 0.7884, elbows: 0.0247, root: 0.0, others: 0.0 }
    }
}

impl Default for GraphConfig {
    fn default() -> Self {
        Self {
            joint_weights: JointWeights::default(),
            angle_share: 0.4,
            velocity_share: 0.3,
            root_share: 0.3,
            threshold: 3.0,
            most_threshold: 3.0,
            least_kept: 0.85,
            minimum_radius: 3,
            contacts_agree: true,
            least_jump_secs: 0.25,
            most_jumps: 3,
        }
    }
}

impl GraphConfig {
    /// Fails on a setting that makes no sense.
    pub fn check(&self) -> Result<(), GraphError> {
        let weights = &self.joint_weights;
        let not_negative = [
            ("graph.joint_weights.hips", weights.hips),
            ("graph.joint_weights.knees", weights.knees),
            ("graph.joint_weights.shoulders", weights.shoulders),
            ("graph.joint_weights.elbows", weights.elbows),
            ("graph.joint_weights.root", weights.root),
            ("graph.joint_weights.others", weights.others),
            ("graph.angle_share", self.angle_share),
            ("graph.velocity_share", self.velocity_share),
            ("graph.root_share", self.root_share),
            ("graph.threshold", self.threshold),
            ("graph.least_jump_secs", self.least_jump_secs),
        ];
        check_amounts(&not_negative)?;
        let (most, kept) = (self.most_threshold, self.least_kept);
        let most_is_fine = most.is_finite() && most >= self.threshold;
        check(("graph.most_threshold", most), most_is_fine, "at least graph.threshold")?;
        check_shares(&[("graph.least_kept", kept)])?;
        let (radius, jumps) = (self.minimum_radius as f32, self.most_jumps as f32);
        let radius_is_fine = self.minimum_radius <= MOST_RADIUS;
        check(("graph.minimum_radius", radius), radius_is_fine, "at most 15")?;
        Ok(check(("graph.most_jumps", jumps), self.most_jumps > 0, "one or more")?)
    }
}
