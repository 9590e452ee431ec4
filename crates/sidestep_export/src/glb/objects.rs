//! Balls and the like: a node of its own for each, with a sphere, that moves with the clip.
//!
//! Where a clip knows nothing of an object its node has scale 0, which hides it in every viewer.

use super::packer::{Numbers, Packer};
use glam::{Quat, Vec3};
use gltf_json::{
    Index, Material, Mesh, Node,
    accessor::{Accessor, Type},
    animation::{Interpolation, Property},
    buffer::Target,
    material::{PbrBaseColorFactor, PbrMetallicRoughness, StrengthFactor},
    mesh::{Mode, Primitive, Semantic},
    validation::Checked,
};
use sidestep_motion::{
    Clip, Object, ObjectKind, ObjectTrack,
    math::{sin_cos, unit},
    object::things,
};
use std::f32::consts::{PI, TAU};

/// Circles of a sphere from pole to pole, and points of a circle.
const CIRCLES: u16 = 12;
const POINTS: u16 = 20;

/// A node that stands for the nth thing of a kind in every clip.
pub(super) struct ObjectNode {
    kind: ObjectKind,
    /// How many of its kind there are before it.
    number: usize,
    pub(super) node: Index<Node>,
}

/// Values of one animated property of a node.
pub(super) struct Output {
    pub(super) node: usize,
    pub(super) property: Property,
    pub(super) interpolation: Interpolation,
    pub(super) values: Index<Accessor>,
}

/// Adds a node with a sphere for everything that any of the clips has.
pub(super) fn add_nodes(packer: &mut Packer, clips: &[Clip]) -> Vec<ObjectNode> {
    let mut nodes: Vec<ObjectNode> = Vec::new();
    for clip in clips {
        for (kind, number) in numbered(&things(&clip.objects)) {
            if nodes.iter().any(|node| node.kind == kind && node.number == number) {
                continue;
            }
            let name = match number {
                0 => kind.name.clone(),
                _ => format!("{}_{}", kind.name, number + 1),
            };
            let mesh = Some(add_sphere(packer, &kind));
            let node = packer.root.push(Node {
                name: Some(name),
                mesh,
                scale: Some([0.0; 3]),
                ..Node::default()
            });
            nodes.push(ObjectNode { kind, number, node });
        }
    }
    nodes
}

/// The movement of all objects of a clip.
pub(super) fn add_movement(packer: &mut Packer, clip: &Clip, nodes: &[ObjectNode]) -> Vec<Output> {
    let things = things(&clip.objects);
    let mut outputs = Vec::new();
    for ((kind, number), tracks) in numbered(&things).into_iter().zip(&things) {
        let is_own = |node: &&ObjectNode| node.kind == kind && node.number == number;
        let Some(node) = nodes.iter().find(is_own) else { continue };
        let mut output = |property, interpolation, values| {
            outputs.push(Output { node: node.node.value(), property, interpolation, values });
        };
        let frames = Frames::of(tracks, clip.len());
        packer.open_view(None);
        let places = packer.pack(&Numbers::Floats(&frames.places), Type::Vec3);
        output(Property::Translation, Interpolation::Linear, places);
        let scales = packer.pack(&Numbers::Floats(&frames.scales), Type::Vec3);
        output(Property::Scale, Interpolation::Step, scales);
        let turns = packer.pack(&Numbers::Floats(&frames.turns), Type::Vec4);
        output(Property::Rotation, Interpolation::Linear, turns);
    }
    outputs
}

/// What each thing is, and how many of that kind stand before it.
fn numbered(things: &[Vec<&ObjectTrack>]) -> Vec<(ObjectKind, usize)> {
    let kinds: Vec<&ObjectKind> =
        things.iter().filter_map(|thing| thing.first()).map(|track| &track.kind).collect();
    let number = |(place, kind): (usize, &&ObjectKind)| {
        ((*kind).clone(), kinds[..place].iter().filter(|other| *other == kind).count())
    };
    kinds.iter().enumerate().map(number).collect()
}

/// A thing in every frame of a clip; it waits where it was or will be while it is hidden.
#[derive(Default)]
struct Frames {
    places: Vec<f32>,
    turns: Vec<f32>,
    scales: Vec<f32>,
}

impl Frames {
    fn of(tracks: &[&ObjectTrack], count: usize) -> Self {
        let mut frames = Self::default();
        let mut turned = Quat::IDENTITY;
        let first = tracks.first().and_then(|track| track.frames.first());
        let mut last = first.copied().unwrap_or(Object::ORIGIN);
        for frame in 0..count {
            let seen = tracks.iter().find_map(|track| track.at(frame));
            last = seen.unwrap_or(last);
            let rotation = unit(last.rotation);
            // Neighbours on the same half of the sphere turn the short way in every viewer.
            turned = if rotation.dot(turned) < 0.0 { -rotation } else { rotation };
            frames.places.extend(last.position.to_array());
            frames.turns.extend(turned.to_array());
            frames.scales.extend([f32::from(u8::from(seen.is_some())); 3]);
        }
        frames
    }
}

fn add_sphere(packer: &mut Packer, kind: &ObjectKind) -> Index<Mesh> {
    let (normals, corners) = sphere();
    let floats = |scale: f32| -> Vec<f32> {
        normals.iter().flat_map(|normal| (*normal * scale).to_array()).collect()
    };
    packer.open_view(Some(Target::ArrayBuffer));
    let places = packer.pack_bounded(&floats(kind.radius), Type::Vec3);
    packer.open_view(Some(Target::ArrayBuffer));
    let directions = packer.pack(&Numbers::Floats(&floats(1.0)), Type::Vec3);
    packer.open_view(Some(Target::ElementArrayBuffer));
    let indices = packer.pack(&Numbers::Shorts(&corners), Type::Scalar);
    let attributes = [(Semantic::Positions, places), (Semantic::Normals, directions)];
    let material = packer.root.push(material(kind));
    let primitive = Primitive {
        attributes: attributes.into_iter().map(|(s, a)| (Checked::Valid(s), a)).collect(),
        indices: Some(indices),
        material: Some(material),
        mode: Checked::Valid(Mode::Triangles),
        targets: None,
        extensions: None,
        extras: None,
    };
    packer.root.push(Mesh {
        primitives: vec![primitive],
        name: Some(kind.name.clone()),
        weights: None,
        extensions: None,
        extras: None,
    })
}

/// The colour of a basketball, linear as glTF wants it.
fn material(kind: &ObjectKind) -> Material {
    Material {
        name: Some(kind.name.clone()),
        pbr_metallic_roughness: PbrMetallicRoughness {
            base_color_factor: PbrBaseColorFactor([0.60, 0.16, 0.03, 1.0]),
            metallic_factor: StrengthFactor(0.0),
            roughness_factor: StrengthFactor(0.8),
            ..PbrMetallicRoughness::default()
        },
        ..Material::default()
    }
}

/// Points of the unit sphere, and its triangles seen from outside against the clock.
fn sphere() -> (Vec<Vec3>, Vec<u16>) {
    let mut points = Vec::new();
    let mut corners = Vec::new();
    for circle in 0..=CIRCLES {
        let (across, up) = sin_cos(PI * f32::from(circle) / f32::from(CIRCLES));
        for point in 0..POINTS {
            let (sine, cosine) = sin_cos(TAU * f32::from(point) / f32::from(POINTS));
            points.push(Vec3::new(across * sine, up, across * cosine));
            let at = |circle: u16, point: u16| circle * POINTS + point % POINTS;
            if circle > 1 {
                corners.extend([
                    at(circle - 1, point),
                    at(circle, point),
                    at(circle - 1, point + 1),
                ]);
            }
            if circle > 0 && circle < CIRCLES {
                corners.extend([
                    at(circle - 1, point + 1),
                    at(circle, point),
                    at(circle, point + 1),
                ]);
            }
        }
    }
    (points, corners)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sphere_looks_outward_and_is_closed() {
        let (points, corners) = sphere();
        assert!(points.iter().all(|point| (point.length() - 1.0).abs() < 1e-6));
        for corner in corners.chunks(3) {
            let [a, b, c] = [0, 1, 2].map(|i| points[usize::from(corner[i])]);
            let normal = (b - a).cross(c - a);
            assert!(normal.length() > 1e-4 && normal.dot(a + b + c) > 0.0, "{corner:?}");
        }
        // Two caps of single triangles and rings of two between them.
        let rings = usize::from(CIRCLES) - 2;
        assert_eq!(corners.len() / 3, usize::from(POINTS) * (2 + 2 * rings));
    }
}
