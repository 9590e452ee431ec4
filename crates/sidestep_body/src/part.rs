//! One piece of the body's outside: tubes that flow into each other, of one cloth.

use crate::{
    Cloth, Vertex,
    binding::{Limb, smooth, weigh},
    nets::{Net, skin},
    order::order,
    simplify::simplify,
    trim::trim,
    tube::Tube,
};
use glam::Vec3;

/// How often weights are evened out between neighbours.
const SMOOTHINGS: usize = 2;

/// Tubes of one cloth.
#[derive(Debug)]
pub(crate) struct Part<'a> {
    pub(crate) cloth: Cloth,
    pub(crate) tubes: Vec<Tube>,
    /// How far from each other tubes begin to flow together, in metres.
    pub(crate) flow: f32,
    /// Size of the cells it is skinned with.
    pub(crate) cell: f32,
    /// A point and a direction: nothing is left beyond the plane through it.
    pub(crate) cut: Option<(Vec3, Vec3)>,
    /// Where its sleeves and legs end.
    pub(crate) ends: Vec<End<'a>>,
    /// What moves it.
    pub(crate) limbs: Vec<&'a Limb>,
    /// How far the limbs share what is between them, in metres.
    pub(crate) softness: f32,
}

/// Nothing of a cloth is left beyond this place of a limb.
#[derive(Clone, Copy, Debug)]
pub(crate) struct End<'a> {
    limb: &'a Limb,
    /// In metres along the limb.
    arc: f32,
}

impl<'a> End<'a> {
    /// The end at a place of the limb's line.
    pub(crate) fn at(limb: &'a Limb, place: f32) -> Self {
        Self { limb, arc: limb.tube.arc_at(place) }
    }
}

impl Part<'_> {
    /// Skins the part and adds it to the body, without corners that `slack` metres do not need.
    pub(crate) fn add_to(
        &self,
        slack: f32,
        vertices: &mut Vec<Vertex>,
        triangles: &mut Vec<[u32; 3]>,
    ) {
        let Some(bounds) = self.bounds() else { return };
        let net = self.trimmed(skin(&|point| self.field(point), bounds, self.cell));
        let Ok(first) = u32::try_from(vertices.len()) else { return };
        let mut own = self.bound(&net);
        let mut faces = simplify(&own, &net.triangles, slack);
        order(&mut own, &mut faces);
        vertices.extend(own);
        triangles.extend(faces.iter().map(|corners| corners.map(|corner| corner + first)));
    }

    /// Cuts the cloth where it ends, along the line across the limb that it wraps.
    fn trimmed(&self, net: Net) -> Net {
        if self.ends.is_empty() {
            return net;
        }
        let beyond = |point: &Vec3| {
            let mut nearest = (f32::INFINITY, -1.0);
            for end in &self.ends {
                let reading = end.limb.tube.read(*point);
                if reading.distance.abs() < nearest.0 {
                    nearest = (reading.distance.abs(), reading.arc - end.arc);
                }
            }
            // Away from all of them it is another piece of the cloth, and the line of the cut runs out
            // smoothly on the way there: a sleeve may end where it flows into the side of a trunk.
            let away = (nearest.0 - 0.5 * self.softness).max(0.0);
            if nearest.0 < 3.0 * self.softness { nearest.1 - 6.0 * away } else { -1.0 }
        };
        let values: Vec<f32> = net.positions.iter().map(beyond).collect();
        trim(&net, &values, 0.4 * self.softness)
    }

    fn bound(&self, net: &Net) -> Vec<Vertex> {
        let found = net.positions.iter().map(|point| weigh(&self.limbs, *point, self.softness));
        let (mut weights, sides): (Vec<_>, Vec<_>) = found.unzip();
        if self.limbs.len() > 1 {
            smooth(&mut weights, &net.triangles, SMOOTHINGS);
        }
        // Else the lip of a sleeve would come off it.
        for [follower, leader] in &net.followers {
            weights[*follower as usize] = weights[*leader as usize].clone();
        }
        let places = net.positions.iter().zip(&net.normals);
        let vertex = |(((position, normal), weights), side): (((&Vec3, &Vec3), _), f32)| {
            let (joints, weights) = crate::binding::Weights::settled(weights);
            Vertex {
                position: *position,
                normal: *normal,
                joints,
                weights,
                cloth: self.cloth,
                side,
            }
        };
        places.zip(weights).zip(sides).map(vertex).collect()
    }

    fn bounds(&self) -> Option<[Vec3; 2]> {
        let join = |a: [Vec3; 2], b: [Vec3; 2]| [a[0].min(b[0]), a[1].max(b[1])];
        let [low, high] = self.tubes.iter().map(Tube::bounds).reduce(join)?;
        let room = Vec3::splat(0.25 * self.flow);
        Some([low - room, high + room])
    }

    /// The smooth union of the tubes: I. Quilez's polynomial minimum.
    fn field(&self, point: Vec3) -> f32 {
        let mut nearest = f32::INFINITY;
        for tube in &self.tubes {
            let clearance = tube.clearance(point);
            // A box that is farther off than what is there already has nothing to add.
            if clearance > self.flow + 0.5 * self.cell && clearance > nearest - self.flow {
                nearest = nearest.min(clearance);
                continue;
            }
            nearest = flowing(nearest, tube.read(point).distance, self.flow);
        }
        match self.cut {
            Some((at, way)) => -flowing(-nearest, -(point - at).dot(way), 0.5 * self.flow),
            None => nearest,
        }
    }
}

/// The smaller of two distances, rounded where they differ by less than `flow`.
fn flowing(a: f32, b: f32, flow: f32) -> f32 {
    let near = (flow - (a - b).abs()).max(0.0);
    let round = if flow > 0.0 && near > 0.0 { near * near / (4.0 * flow) } else { 0.0 };
    a.min(b) - round
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distances_flow_together_by_a_quarter_at_most() {
        assert_eq!(flowing(0.3, 0.1, 0.1), 0.1);
        assert!((flowing(0.1, 0.1, 0.04) - 0.09).abs() < 1e-6);
        assert_eq!(flowing(f32::INFINITY, 0.2, 0.1), 0.2);
        assert_eq!(flowing(0.1, 0.1, 0.0), 0.1);
    }
}
