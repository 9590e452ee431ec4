//! The distance of eq. 1 of the motion-field paper, with what it leaves open as choices.

use crate::{
    feature::{Feature, Probe, VelocityUnit},
    space::{FeatureSpace, SpaceError},
};
use sidestep_motion::{JointId, Role, Side, Skeleton};

/// Weights of eq. 1, and of the terms it lacks.
#[derive(Clone, Debug, PartialEq)]
pub struct PoseMetric {
    /// What û is.
    pub probe: Probe,
    /// What root velocity is measured in.
    pub velocity_unit: VelocityUnit,
    /// β_root.
    pub root_weight: f32,
    /// β_0.
    pub turn_weight: f32,
    /// What a joint and all below it are multiplied by; the role nearest above a joint counts.
    pub multipliers: Vec<(Role, f32)>,
    /// Weight of the root's height, which eq. 1 lacks.
    pub height_weight: f32,
    /// Weight of the root's tilt, which eq. 1 lacks.
    pub tilt_weight: f32,
    /// Weight of the feet's contact phases, which eq. 1 lacks.
    pub phase_weight: f32,
}

impl PoseMetric {
    /// Eq. 1 with the values of the paper.
    pub fn paper() -> Self {
        Self {
            probe: Probe::Diagonal,
            velocity_unit: VelocityUnit::MetresPerFrame,
            root_weight: 0.5,
            turn_weight: 0.5,
            multipliers: Vec::new(),
            height_weight: 0.0,
            tilt_weight: 0.0,
            phase_weight: 0.0,
        }
    }

    /// Legs and trunk alone, by three axes, with root velocity in metres a second: neighbours that
    /// differ in what the arms do stay neighbours, and those of another speed do not.
    pub fn agile() -> Self {
        let upper = [Role::Neck, Role::Head].into_iter();
        let arms =
            Side::BOTH.into_iter().flat_map(|side| [Role::Clavicle(side), Role::UpperArm(side)]);
        Self {
            probe: Probe::Axes,
            velocity_unit: VelocityUnit::MetresPerSecond,
            multipliers: upper.chain(arms).map(|role| (role, 0.0)).collect(),
            height_weight: 1.0,
            tilt_weight: 0.5,
            ..Self::paper()
        }
    }

    /// The features of this metric for a skeleton.
    pub fn features(&self, skeleton: &Skeleton) -> Vec<Feature> {
        let probe = self.probe;
        let mut features = vec![
            Feature::RootVelocity { weight: self.root_weight, unit: self.velocity_unit },
            Feature::RootTurn { weight: self.turn_weight, probe },
        ];
        features.extend((1..).take(skeleton.len().saturating_sub(1)).map(JointId).map(|joint| {
            let weight = bone_length_at(skeleton, joint) * self.multiplier(skeleton, joint);
            Feature::Joint { joint, weight, probe }
        }));
        features.extend([
            Feature::RootHeight { weight: self.height_weight },
            Feature::RootTilt { weight: self.tilt_weight },
            Feature::ContactPhase { weight: self.phase_weight },
        ]);
        features
    }

    /// The space of this metric for a skeleton at a frame rate.
    pub fn space(&self, skeleton: &Skeleton, rate_hz: f32) -> Result<FeatureSpace, SpaceError> {
        FeatureSpace::new(&self.features(skeleton), skeleton, rate_hz)
    }

    fn multiplier(&self, skeleton: &Skeleton, joint: JointId) -> f32 {
        let given = |joint| {
            let mut listed = self.multipliers.iter();
            listed.find(|(role, _)| skeleton.roles().get(*role) == Some(joint)).map(|found| found.1)
        };
        let up = std::iter::successors(Some(joint), |joint| skeleton.joint(*joint).parent);
        up.into_iter().find_map(given).unwrap_or(1.0)
    }
}

/// The length of the bone that a joint moves, in metres: β_i of the paper.
///
/// That is the longest bone to a child or the tip, because what a rotation moves is the bone after
/// its joint (a hip moves the thigh); for a joint that ends there, the bone that leads to it.
pub fn bone_length_at(skeleton: &Skeleton, joint: JointId) -> f32 {
    let children = skeleton.children(joint).map(|child| skeleton.bone_length(child));
    let tip = skeleton.joint(joint).tip.map(|tip| tip.length());
    let after = children.chain(tip).fold(0.0, f32::max);
    if after > 1e-6 { after } else { skeleton.bone_length(joint) }
}
