//! The feature space: the one place that knows the layout of a row.
//!
//! It embeds motion states in a Euclidean space, so that the distance of two rows is the distance of
//! eq. 1 of the motion-field paper: every term β ‖a − b‖² becomes the coordinates √β a. Where the
//! character stands and which way it heads are left out, as the paper asks: everything is seen in the
//! frame of the heading that comes with the state.

use crate::feature::{DIAGONAL, Feature, MotionState, Probe};
use glam::{Quat, Vec3};
use sidestep_motion::{GroundTransform, JointId, Role, Side, Skeleton};

/// A list of weighted features of one skeleton, and where each lies in a row.
#[derive(Clone, Debug, PartialEq)]
pub struct FeatureSpace {
    features: Vec<Feature>,
    /// What the numbers of each feature are multiplied by: √β, shared by the vectors of a probe.
    scales: Vec<f32>,
    dims: usize,
    joint_names: Vec<String>,
    frame_secs: f32,
    feet: [Leg; 2],
}

/// The joints from a foot up to the root, with the offsets that lead down again.
#[derive(Clone, Debug, Default, PartialEq)]
struct Leg {
    chain: Vec<(JointId, Vec3)>,
}

/// Why features do not make a space.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum SpaceError {
    /// A frame must last some time.
    #[error("{rate_hz} is no frame rate")]
    Rate {
        /// What was given.
        rate_hz: f32,
    },
    /// Weights multiply squares.
    #[error("feature {feature:?} has a weight that is negative or not finite")]
    Weight {
        /// The feature.
        feature: Feature,
    },
    /// A time that is no time.
    #[error("feature {feature:?} looks ahead by a time that is not finite or negative")]
    Time {
        /// The feature.
        feature: Feature,
    },
    /// The root has features of its own.
    #[error("joint {joint} of {joints} cannot be a feature: it is the root or does not exist")]
    Joint {
        /// Number of the joint.
        joint: u16,
        /// Joints of the skeleton.
        joints: usize,
    },
    /// A foot was asked for that is not known.
    #[error("the skeleton has no known {role}; give the role to a joint or leave the feature out")]
    Foot {
        /// Name of the role.
        role: &'static str,
    },
    /// A library on another skeleton.
    #[error("the library has {joints} joints, the feature space {expected}")]
    Skeleton {
        /// Joints of the library.
        joints: usize,
        /// Joints of the space.
        expected: usize,
    },
}

impl FeatureSpace {
    /// A space of these features, in this order; those of weight zero are left out.
    pub fn new(
        features: &[Feature],
        skeleton: &Skeleton,
        rate_hz: f32,
    ) -> Result<Self, SpaceError> {
        if !(rate_hz.is_finite() && rate_hz > 0.0) {
            return Err(SpaceError::Rate { rate_hz });
        }
        let mut space = Self {
            features: Vec::new(),
            scales: Vec::new(),
            dims: 0,
            joint_names: skeleton.joints().iter().map(|joint| joint.name.clone()).collect(),
            frame_secs: 1.0 / rate_hz,
            feet: Side::BOTH.map(|side| leg(skeleton, side)),
        };
        for feature in features {
            space.check(feature)?;
            if feature.weights().iter().any(|weight| *weight > 0.0) {
                space.dims += feature.dims();
                space.features.push(*feature);
                space.scales.push(scale(feature));
            }
        }
        Ok(space)
    }

    fn check(&self, feature: &Feature) -> Result<(), SpaceError> {
        let feature = *feature;
        if feature.weights().iter().any(|weight| !(weight.is_finite() && *weight >= 0.0)) {
            return Err(SpaceError::Weight { feature });
        }
        match feature {
            Feature::Joint { joint, .. } if joint.0 == 0 || joint.index() >= self.joints() => {
                Err(SpaceError::Joint { joint: joint.0, joints: self.joints() })
            }
            Feature::Future { secs, .. } if !(secs.is_finite() && secs >= 0.0) => {
                Err(SpaceError::Time { feature })
            }
            Feature::FootPosition { side, .. } | Feature::FootVelocity { side, .. }
                if self.feet[side.index()].chain.is_empty() =>
            {
                Err(SpaceError::Foot { role: Role::Foot(side).name() })
            }
            _ => Ok(()),
        }
    }

    /// Numbers in a row.
    pub fn dims(&self) -> usize {
        self.dims
    }

    /// The features in the order of a row.
    pub fn features(&self) -> &[Feature] {
        &self.features
    }

    /// Joints of the skeleton it is for.
    pub fn joints(&self) -> usize {
        self.joint_names.len()
    }

    /// Seconds from one frame to the next.
    pub fn frame_secs(&self) -> f32 {
        self.frame_secs
    }

    /// How far each [`Feature::Future`] looks ahead, in seconds, in the order states give them.
    pub fn future_secs(&self) -> impl Iterator<Item = f32> + '_ {
        self.features.iter().filter_map(|feature| match feature {
            Feature::Future { secs, .. } => Some(*secs),
            _ => None,
        })
    }

    /// What each number of a row is, for people.
    pub fn labels(&self) -> Vec<String> {
        let mut labels = Vec::with_capacity(self.dims);
        for feature in &self.features {
            self.label(feature, &mut labels);
        }
        labels
    }

    /// The squared distance of two rows, by kind of feature; the sum is the squared distance.
    pub fn distance_by_kind(&self, a: &[f32], b: &[f32]) -> Vec<(&'static str, f32)> {
        let mut kinds: Vec<(&'static str, f32)> = Vec::new();
        let mut from = 0;
        for feature in &self.features {
            let dims = from..from + feature.dims();
            from = dims.end;
            let pairs = a[dims.clone()].iter().zip(&b[dims]);
            let part: f32 = pairs.map(|(a, b)| (a - b) * (a - b)).sum();
            match kinds.iter_mut().find(|(kind, _)| *kind == feature.kind()) {
                Some((_, sum)) => *sum += part,
                None => kinds.push((feature.kind(), part)),
            }
        }
        kinds
    }

    /// Writes the row of a state. Does not allocate.
    ///
    /// # Panics
    /// Where `row` has not [`Self::dims`] numbers or the state not the joints of the skeleton.
    pub fn write(&self, state: &MotionState<'_>, row: &mut [f32]) {
        assert_eq!(row.len(), self.dims, "a row must have the dimensions of the space");
        assert_eq!(state.pose.rotations.len(), self.joints(), "a pose must have all joints");
        assert_eq!(state.displacement.rotations.len(), self.joints(), "so must a displacement");
        let world_from_heading = GroundTransform::new(0.0, 0.0, state.heading).rotation();
        let seen = Seen { state, heading_from_world: world_from_heading.conjugate() };
        let mut rest = row;
        let mut future = state.future.iter();
        for (feature, scale) in self.features.iter().zip(&self.scales) {
            let (part, after) = rest.split_at_mut(feature.dims());
            rest = after;
            match feature {
                Feature::Future { place_weight, direction_weight, .. } => {
                    let then = future.next().copied().unwrap_or(GroundTransform::IDENTITY);
                    let (place, direction) = (then.position(), then.forward());
                    let (a, b) = (place_weight.sqrt(), direction_weight.sqrt());
                    let values = [a * place.x, a * place.z, b * direction.x, b * direction.z];
                    part.copy_from_slice(&values);
                }
                _ => self.write_feature(feature, *scale, &seen, part),
            }
        }
    }

    fn write_feature(&self, feature: &Feature, root: f32, seen: &Seen<'_>, part: &mut [f32]) {
        let (pose, v) = (seen.state.pose, seen.state.displacement);
        match *feature {
            Feature::RootVelocity { unit, .. } => {
                seen.direction(v.root * (root * unit.scale(self.frame_secs)), part);
            }
            Feature::RootTurn { probe, .. } => {
                let turn = seen.heading_from_world * v.rotations[0];
                rotated(turn * seen.heading_from_world.conjugate(), probe, root, part);
            }
            Feature::Joint { joint, probe, .. } => {
                let (now, next) = part.split_at_mut(3 * probe.count());
                let (p, q) = (pose.rotations[joint.index()], v.rotations[joint.index()]);
                if probe == Probe::Diagonal {
                    let rotated = rotated_diagonal(p) * root;
                    now.copy_from_slice(&rotated.to_array());
                    next.copy_from_slice(&(q * rotated).to_array());
                    return;
                }
                let parts = now.chunks_exact_mut(3).zip(next.chunks_exact_mut(3));
                for (u, (now, next)) in probe.vectors().iter().zip(parts) {
                    let rotated = (p * *u) * root;
                    now.copy_from_slice(&rotated.to_array());
                    next.copy_from_slice(&(q * rotated).to_array());
                }
            }
            Feature::RootHeight { .. } => part[0] = root * pose.root_position.y,
            Feature::RootTilt { .. } => {
                let up = pose.rotations[0].conjugate() * Vec3::Y;
                part.copy_from_slice(&(up * root).to_array());
            }
            Feature::ContactPhase { .. } => {
                let [left, right] = seen.state.phases.map(|phase| phase * root);
                part.copy_from_slice(&[left.x, left.y, right.x, right.y]);
            }
            Feature::FootPosition { side, .. } => {
                let foot = self.feet[side.index()].position(|joint| pose.rotations[joint]);
                seen.direction((foot + Vec3::Y * pose.root_position.y) * root, part);
            }
            Feature::FootVelocity { side, .. } => {
                let foot = &self.feet[side.index()];
                let next = foot.position(|joint| v.rotations[joint] * pose.rotations[joint]);
                let step = next + v.root - foot.position(|joint| pose.rotations[joint]);
                seen.direction(step * (root / self.frame_secs), part);
            }
            Feature::Future { .. } => {}
        }
    }

    fn label(&self, feature: &Feature, labels: &mut Vec<String>) {
        let mut three =
            |what: String| labels.extend(["x", "y", "z"].map(|axis| format!("{what} {axis}")));
        match feature {
            Feature::RootVelocity { .. } => three("root velocity".into()),
            Feature::RootTurn { probe, .. } => probe_names(*probe, "root turn", &mut three),
            Feature::Joint { joint, probe, .. } => {
                let name = &self.joint_names[joint.index()];
                probe_names(*probe, &format!("{name} now"), &mut three);
                probe_names(*probe, &format!("{name} next"), &mut three);
            }
            Feature::RootHeight { .. } => labels.push("root height".into()),
            Feature::RootTilt { .. } => three("root tilt".into()),
            Feature::ContactPhase { .. } => {
                let names =
                    ["left phase cos", "left phase sin", "right phase cos", "right phase sin"];
                labels.extend(names.map(String::from));
            }
            Feature::FootPosition { side, .. } => {
                three(format!("{} place", Role::Foot(*side).name()))
            }
            Feature::FootVelocity { side, .. } => {
                three(format!("{} velocity", Role::Foot(*side).name()))
            }
            Feature::Future { secs, .. } => {
                let names = ["place x", "place z", "direction x", "direction z"];
                labels.extend(names.map(|name| format!("{name} after {secs} s")));
            }
        }
    }
}

/// A state and the frame it is seen in.
struct Seen<'a> {
    state: &'a MotionState<'a>,
    heading_from_world: Quat,
}

impl Seen<'_> {
    fn direction(&self, world: Vec3, part: &mut [f32]) {
        part.copy_from_slice(&(self.heading_from_world * world).to_array());
    }
}

/// √β of a feature, shared by the vectors of its probe.
fn scale(feature: &Feature) -> f32 {
    let root = feature.weights()[0].sqrt();
    match feature {
        Feature::RootTurn { probe, .. } | Feature::Joint { probe, .. } => {
            root / (probe.count() as f32).sqrt()
        }
        _ => root,
    }
}

/// q(û) for û = (1, 1, 1)/√3: the sums of the rows of the rotation matrix, in half the operations.
#[inline]
fn rotated_diagonal(q: Quat) -> Vec3 {
    let Quat { x, y, z, w } = q;
    let doubled = Vec3::new(
        y * (x - y + w) + z * (x - z - w),
        x * (y - x - w) + z * (y - z + w),
        x * (z - x + w) + y * (z - y - w),
    );
    (Vec3::ONE + 2.0 * doubled) * DIAGONAL
}

/// q(û) times the scale, for each vector û.
#[inline]
fn rotated(q: Quat, probe: Probe, scale: f32, part: &mut [f32]) {
    for (u, three) in probe.vectors().iter().zip(part.chunks_exact_mut(3)) {
        three.copy_from_slice(&((q * *u) * scale).to_array());
    }
}

fn probe_names(probe: Probe, what: &str, three: &mut impl FnMut(String)) {
    match probe {
        Probe::Diagonal => three(what.to_owned()),
        Probe::Axes => ["of x", "of y", "of z"].iter().for_each(|of| three(format!("{what} {of}"))),
    }
}

fn leg(skeleton: &Skeleton, side: Side) -> Leg {
    let mut chain = Vec::new();
    let mut at = skeleton.roles().get(Role::Foot(side));
    while let Some(joint) = at {
        at = skeleton.joint(joint).parent;
        chain.push((joint, skeleton.joint(joint).offset));
    }
    Leg { chain }
}

impl Leg {
    /// The foot seen from the root joint, in the axes of the world.
    fn position(&self, rotation: impl Fn(usize) -> Quat) -> Vec3 {
        let mut position = Vec3::ZERO;
        for (below, above) in self.chain.iter().zip(self.chain.iter().skip(1)) {
            position = rotation(above.0.index()) * (position + below.1);
        }
        position
    }
}
