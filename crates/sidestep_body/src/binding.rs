//! Which joints move which places of the body.

use glam::Vec3;
use sidestep_motion::JointId;

use crate::tube::Tube;

/// Most joints that move one vertex.
pub(crate) const MOST: usize = 4;

/// Joints one after the other along a tube: each moves the stretch from its start to the next one's.
#[derive(Clone, Debug)]
pub(crate) struct Chain {
    joints: Vec<JointId>,
    /// Where each joint but the first begins, in metres along the tube.
    starts: Vec<f32>,
    reach: f32,
}

impl Chain {
    /// A chain of one joint.
    pub(crate) fn rigid(joint: JointId) -> Self {
        Self { joints: vec![joint], starts: Vec::new(), reach: 1.0 }
    }

    /// `first` moves the beginning, each of `later` what lies beyond its place; neighbours share
    /// `reach` metres to both sides, or half of what is between them where that is less.
    pub(crate) fn along(
        tube: &Tube,
        first: JointId,
        later: &[(JointId, Vec3)],
        reach: f32,
    ) -> Self {
        let mut chain = Self { joints: vec![first], starts: Vec::new(), reach };
        for (joint, place) in later {
            let start = tube.arc_of(*place);
            match chain.starts.last() {
                // Joints on the same place: the last of them moves what is beyond.
                Some(before) if start - before < 0.05 * reach => {
                    let last = chain.joints.len() - 1;
                    chain.joints[last] = *joint;
                }
                _ => {
                    chain.starts.push(start);
                    chain.joints.push(*joint);
                }
            }
        }
        chain
    }

    /// Adds `share` of what moves the place at `arc` metres.
    fn add(&self, arc: f32, share: f32, weights: &mut Weights) {
        let mut rest = 1.0;
        for i in (0..self.starts.len()).rev() {
            let gap =
                |other: Option<&f32>| other.map_or(f32::INFINITY, |o| (o - self.starts[i]).abs());
            let before = if i == 0 { f32::INFINITY } else { gap(self.starts.get(i - 1)) };
            let room = 0.5 * before.min(gap(self.starts.get(i + 1)));
            let reach = self.reach.min(room).max(1e-4);
            let t = (0.5 + 0.5 * (arc - self.starts[i]) / reach).clamp(0.0, 1.0);
            let beyond = rest * t * t * (3.0 - 2.0 * t);
            weights.add(self.joints[i + 1], share * beyond);
            rest -= beyond;
        }
        weights.add(self.joints[0], share * rest);
    }
}

/// A tube, and the chain that moves it.
#[derive(Clone, Debug)]
pub(crate) struct Limb {
    pub(crate) tube: Tube,
    pub(crate) chain: Chain,
    /// 1 for the left limbs, -1 for the right ones, 0 for the middle.
    pub(crate) side: f32,
}

/// Joints and how much each has to say; few, so a list serves.
#[derive(Clone, Debug, Default)]
pub(crate) struct Weights(pub(crate) Vec<(JointId, f32)>);

impl Weights {
    pub(crate) fn add(&mut self, joint: JointId, weight: f32) {
        if weight <= 0.0 {
            return;
        }
        match self.0.iter_mut().find(|(known, _)| *known == joint) {
            Some((_, sum)) => *sum += weight,
            None => self.0.push((joint, weight)),
        }
    }

    /// The four heaviest, adding up to one; those without weight are joint 0.
    pub(crate) fn settled(mut self) -> ([u16; MOST], [f32; MOST]) {
        self.0.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
        let heaviest = self.0.first().map_or(0.0, |(_, weight)| *weight);
        self.0.retain(|(_, weight)| *weight > 0.01 * heaviest);
        self.0.truncate(MOST);
        let total: f32 = self.0.iter().map(|(_, weight)| weight).sum();
        let (mut joints, mut weights) = ([0; MOST], [0.0; MOST]);
        for (i, (joint, weight)) in self.0.iter().enumerate() {
            (joints[i], weights[i]) = (joint.0, weight / total);
        }
        // The sum is one to the last bit but one, as files want it.
        weights[0] = 1.0 - (weights[1] + weights[2] + weights[3]);
        (joints, weights)
    }
}

/// What moves a point: the limbs it is near, each as near as it is; and the side of the body it
/// belongs to.
pub(crate) fn weigh(limbs: &[&Limb], point: Vec3, softness: f32) -> (Weights, f32) {
    let readings: Vec<_> = limbs.iter().map(|limb| limb.tube.read(point)).collect();
    let nearest = readings.iter().map(|reading| reading.distance).fold(f32::INFINITY, f32::min);
    let (mut weights, mut side, mut total) = (Weights::default(), 0.0, 0.0);
    for (limb, reading) in limbs.iter().zip(&readings) {
        let away = (reading.distance - nearest) / softness;
        if away < 5.0 {
            let share = sidestep_motion::math::exp(-away * away);
            limb.chain.add(reading.arc, share, &mut weights);
            side += limb.side * share;
            total += share;
        }
    }
    (weights, if total > 0.0 { side / total } else { 0.0 })
}

/// Lets every vertex take over half of what its neighbours say, `times` over.
pub(crate) fn smooth(weights: &mut Vec<Weights>, triangles: &[[u32; 3]], times: usize) {
    let mut around: Vec<Vec<u32>> = vec![Vec::new(); weights.len()];
    for [a, b, c] in triangles {
        for (from, to) in [(a, b), (b, c), (c, a)] {
            // Every edge of a closed skin is met once in each direction.
            around[*from as usize].push(*to);
        }
    }
    for _ in 0..times {
        let mixed = |vertex: usize| {
            let neighbours = &around[vertex];
            let mut mixed = Weights::default();
            let own = if neighbours.is_empty() { 1.0 } else { 0.5 };
            weights[vertex].0.iter().for_each(|(joint, w)| mixed.add(*joint, own * w));
            for neighbour in neighbours {
                let share = 0.5 / neighbours.len() as f32;
                weights[*neighbour as usize]
                    .0
                    .iter()
                    .for_each(|(joint, w)| mixed.add(*joint, share * w));
            }
            mixed
        };
        *weights = (0..weights.len()).map(mixed).collect();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn arm() -> (Tube, Chain) {
        let stations = [[0.0, 0.05, 0.05, 0.0], [2.0, 0.05, 0.05, 0.0]];
        let tube = Tube::new(&[Vec3::ZERO, Vec3::X, Vec3::X * 2.0], Vec3::Z, &stations);
        let chain = Chain::along(
            &tube,
            JointId(0),
            &[(JointId(1), Vec3::ZERO), (JointId(2), Vec3::X)],
            0.1,
        );
        (tube, chain)
    }

    fn of(chain: &Chain, arc: f32) -> Vec<(u16, f32)> {
        let mut weights = Weights::default();
        chain.add(arc, 1.0, &mut weights);
        let (joints, shares) = weights.settled();
        joints.into_iter().zip(shares).filter(|(_, share)| *share > 0.0).collect()
    }

    #[test]
    fn a_bend_is_shared_and_a_bone_is_not() {
        let (_, chain) = arm();
        assert_eq!(of(&chain, 0.5), [(1, 1.0)]);
        assert_eq!(of(&chain, 1.0), [(1, 0.5), (2, 0.5)]);
        assert_eq!(of(&chain, -0.5), [(0, 1.0)]);
        assert_eq!(of(&chain, 1.7), [(2, 1.0)]);
    }

    #[test]
    fn weights_are_four_and_add_up_to_one() {
        let mut weights = Weights::default();
        (0..7).for_each(|i| weights.add(JointId(i), 1.0 + f32::from(i)));
        let (joints, shares) = weights.settled();
        assert_eq!(joints, [6, 5, 4, 3]);
        assert!((shares.iter().sum::<f32>() - 1.0).abs() < 1e-6);
        assert_eq!(Weights::default().settled(), ([0; 4], [1.0, 0.0, 0.0, 0.0]));
    }

    #[test]
    fn a_point_listens_to_the_limbs_near_it() {
        let (tube, chain) = arm();
        let lone = Limb { tube: tube.clone(), chain, side: 1.0 };
        let away = Tube::new(
            &[Vec3::Y * 3.0, Vec3::Y * 4.0],
            Vec3::Z,
            &[[0.0, 0.1, 0.1, 0.0], [1.0, 0.1, 0.1, 0.0]],
        );
        let far = Limb { tube: away, chain: Chain::rigid(JointId(9)), side: -1.0 };
        let (weights, side) = weigh(&[&lone, &far], Vec3::new(0.5, 0.05, 0.0), 0.02);
        assert_eq!(weights.0, [(JointId(1), 1.0)]);
        assert!((side - 1.0).abs() < 1e-6);
    }
}
