//! What is drawn where no human is recognised: a rod for every bone.

use crate::{
    Cloth,
    binding::{Chain, Limb},
    part::Part,
    tube::Tube,
};
use glam::Vec3;
use sidestep_motion::{JointId, Skeleton, kinematics::JointTransforms};

/// Bones beyond this number are not drawn.
const MOST_BONES: usize = 512;

/// A rod for every bone and every tip, each moved by the joint it starts from.
pub(crate) fn rods(skeleton: &Skeleton, stance: &JointTransforms) -> Vec<Limb> {
    let mut rods = Vec::new();
    for (index, joint) in skeleton.joints().iter().enumerate() {
        if let Some(parent) = joint.parent {
            rods.extend(rod(parent, stance.position(parent), stance.positions[index]));
        }
        if let (Some(tip), Ok(id)) = (joint.tip, u16::try_from(index)) {
            let at = stance.positions[index];
            rods.extend(rod(JointId(id), at, at + stance.rotations[index] * tip));
        }
        if rods.len() >= MOST_BONES {
            break;
        }
    }
    if rods.is_empty() {
        let at = stance.positions[0];
        rods.extend(rod(JointId(0), at, at + Vec3::Y * 0.1));
    }
    rods
}

fn rod(joint: JointId, from: Vec3, to: Vec3) -> Option<Limb> {
    let length = from.distance(to);
    if !(length > 1e-3 && length.is_finite()) {
        return None;
    }
    let thick = (0.18 * length).clamp(1e-3, 0.08);
    let stations = [[0.0, thick, thick, 0.0], [1.0, 0.7 * thick, 0.7 * thick, 0.0]];
    let tube = Tube::new(&[from, to], Vec3::Z, &stations);
    Some(Limb { tube, chain: Chain::rigid(joint), side: 0.0 })
}

/// The rods as parts of a body.
pub(crate) fn parts(rods: &[Limb]) -> Vec<Part<'_>> {
    fn part(limb: &Limb) -> Part<'_> {
        let [low, high] = limb.tube.bounds();
        let thick = (high - low).min_element();
        let tubes = vec![limb.tube.clone()];
        Part {
            cloth: Cloth::Shirt,
            tubes,
            flow: 0.0,
            cell: 0.2 * thick,
            cut: None,
            ends: Vec::new(),
            limbs: vec![limb],
            softness: 1.0,
        }
    }
    rods.iter().map(part).collect()
}
