//! Writes clips as one GLB file that any viewer opens: a body, skinned and animated.
//!
//! Metres, Y up, facing +Z. The nodes stand in the rest pose; every clip is one animation with
//! linear samplers, its licence, origin and labels beside it as extras. Objects are nodes of their
//! own beside the skeleton.

mod objects;
mod packer;

use crate::ExportError;
use glam::{Mat4, Quat, Vec3};
use gltf_json::{
    Index, Material, Mesh, Node, Scene, Skin,
    accessor::{Accessor, Type},
    animation::{Animation, Channel, Interpolation, Property, Sampler, Target as ChannelTarget},
    buffer::Target,
    extras::{Extras, RawValue},
    material::{PbrBaseColorFactor, PbrMetallicRoughness, StrengthFactor},
    mesh::{Mode, Primitive, Semantic},
    scene::UnitQuaternion,
    validation::Checked,
};
use objects::Output;
use packer::{Numbers, Packer, index};
use serde_json::{Value, json};
use sidestep_body::{Body, Build, Cloth, Detail};
use sidestep_motion::{Clip, Label, Skeleton, math::unit};

/// How a GLB file is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GlbOptions {
    /// The body that the skeleton wears; without one the file holds bare nodes.
    pub body: Option<Build>,
}

impl Default for GlbOptions {
    fn default() -> Self {
        Self { body: Some(Build::default()) }
    }
}

/// The clips, all on one skeleton, as the bytes of a GLB file.
pub fn write(clips: &[Clip], options: &GlbOptions) -> Result<Vec<u8>, ExportError> {
    let first = clips.first().ok_or(ExportError::NoClip)?;
    for clip in clips {
        clip.check()?;
        if !clip.skeleton.same_shape(&first.skeleton, 1e-5) {
            let (clip, first) = (clip.name.clone(), first.name.clone());
            return Err(ExportError::OtherSkeleton { clip, first });
        }
    }
    let mut packer = Packer::default();
    packer.root.asset.generator = Some(format!("Sidestep {}", env!("CARGO_PKG_VERSION")));
    packer.root.asset.copyright = licences(clips);
    // It is made even where it is not worn, so that the nodes stand on the floor.
    let body = Body::of(&first.skeleton, options.body.unwrap_or_default(), Detail::Fine);
    let lift = lift(&body);
    let root = add_nodes(&mut packer, &first.skeleton, lift);
    let mut scene_nodes = vec![index(root)];
    if options.body.is_some() {
        let worn = add_mesh(&mut packer, &body, lift);
        scene_nodes.push(add_body(&mut packer, worn, "Body", root));
    }
    let objects = objects::add_nodes(&mut packer, clips);
    scene_nodes.extend(objects.iter().map(|object| object.node));
    for clip in clips {
        let input = add_times(&mut packer, clip);
        let mut outputs = add_turns(&mut packer, clip, root);
        outputs.extend(objects::add_movement(&mut packer, clip, &objects));
        add_animation(&mut packer, (&clip.name, &clip_extras(clip)), input, outputs);
    }
    finish(packer, scene_nodes)
}

/// Clips that play at the same time, each with a body of its own: one scene, one animation of that name. They
/// begin together, have as many frames and the same rate.
pub fn write_together(
    name: &str,
    clips: &[Clip],
    options: &GlbOptions,
) -> Result<Vec<u8>, ExportError> {
    let first = clips.first().ok_or(ExportError::NoClip)?;
    let mut packer = Packer::default();
    packer.root.asset.generator = Some(format!("Sidestep {}", env!("CARGO_PKG_VERSION")));
    packer.root.asset.copyright = licences(clips);
    let objects = objects::add_nodes(&mut packer, clips);
    let mut scene_nodes: Vec<Index<Node>> = objects.iter().map(|object| object.node).collect();
    let input = add_times(&mut packer, first);
    let mut outputs = Vec::new();
    let mut worn: Option<(&Skeleton, Worn, Vec3)> = None;
    for clip in clips {
        clip.check()?;
        if clip.len() != first.len() || clip.rate_hz.to_bits() != first.rate_hz.to_bits() {
            let (clip, first) = (clip.name.clone(), first.name.clone());
            return Err(ExportError::OtherTimes { clip, first });
        }
        let is_other = |skeleton: &Skeleton| !skeleton.same_shape(&clip.skeleton, 1e-5);
        if worn.is_none_or(|(skeleton, ..)| is_other(skeleton)) {
            let body = Body::of(&clip.skeleton, options.body.unwrap_or_default(), Detail::Fine);
            let lift = lift(&body);
            worn = Some((&clip.skeleton, add_mesh(&mut packer, &body, lift), lift));
        }
        let Some((_, mesh, lift)) = worn else { continue };
        let root = add_nodes(&mut packer, &clip.skeleton, lift);
        scene_nodes.push(index(root));
        if options.body.is_some() {
            scene_nodes.push(add_body(&mut packer, mesh, &clip.name, root));
        }
        outputs.extend(add_turns(&mut packer, clip, root));
        outputs.extend(objects::add_movement(&mut packer, clip, &objects));
    }
    let players: Vec<Value> =
        clips.iter().map(|clip| json!({ "name": clip.name, "clip": clip_extras(clip) })).collect();
    add_animation(&mut packer, (name, &json!({ "players": players })), input, outputs);
    finish(packer, scene_nodes)
}

/// A body as it lies in the file: its mesh, where its joints are in it, and how many those are.
#[derive(Clone, Copy)]
struct Worn {
    mesh: Index<Mesh>,
    matrices: Index<Accessor>,
    joints: usize,
}

fn finish(mut packer: Packer, nodes: Vec<Index<Node>>) -> Result<Vec<u8>, ExportError> {
    let scene = Scene { extensions: None, extras: None, name: None, nodes };
    packer.root.scene = Some(packer.root.push(scene));
    packer.into_glb()
}

/// Where the root must be for the body to stand on the floor.
fn lift(body: &Body) -> Vec3 {
    let lowest = body.vertices.iter().map(|vertex| vertex.position.y).fold(f32::INFINITY, f32::min);
    if lowest.is_finite() { Vec3::Y * -lowest } else { Vec3::ZERO }
}

fn licences(clips: &[Clip]) -> Option<String> {
    let mut found: Vec<&str> = Vec::new();
    for clip in clips {
        let licence = clip.provenance.licence.as_str();
        if !licence.is_empty() && !found.contains(&licence) {
            found.push(licence);
        }
    }
    (!found.is_empty()).then(|| found.join("; "))
}

/// Adds the joints and returns the number of the first.
fn add_nodes(packer: &mut Packer, skeleton: &Skeleton, root_position: Vec3) -> usize {
    let root = packer.root.nodes.len();
    for (i, joint) in skeleton.joints().iter().enumerate() {
        let offset = if joint.parent.is_none() { root_position } else { joint.offset };
        let node = Node {
            name: Some(joint.name.clone()),
            translation: Some(offset.to_array()),
            rotation: Some(UnitQuaternion(unit(joint.rest).to_array())),
            extras: joint.tip.and_then(|tip| extras(&json!({ "tip": tip.to_array() }))),
            ..Node::default()
        };
        let node = packer.root.push(node);
        debug_assert_eq!(node.value(), root + i);
        if let Some(parent) = joint.parent {
            packer.root.nodes[root + parent.index()].children.get_or_insert_default().push(node);
        }
    }
    root
}

fn add_mesh(packer: &mut Packer, body: &Body, lift: Vec3) -> Worn {
    let stance = &body.stance;
    let joints = stance.positions.len();
    let matrix = |i: usize| inverse_bind_matrix(stance.rotations[i], stance.positions[i] + lift);
    let matrices: Vec<f32> = (0..joints).flat_map(matrix).collect();
    packer.open_view(None);
    let matrices = packer.pack(&Numbers::Floats(&matrices), Type::Mat4);
    let primitives = add_primitives(packer, body, lift);
    let name = Some("Body".into());
    let mesh = Mesh { primitives, name, weights: None, extensions: None, extras: None };
    Worn { mesh: packer.root.push(mesh), matrices, joints }
}

/// A body on the joints from `root` on.
fn add_body(packer: &mut Packer, worn: Worn, name: &str, root: usize) -> Index<Node> {
    let skin = packer.root.push(Skin {
        inverse_bind_matrices: Some(worn.matrices),
        joints: (root..root + worn.joints).map(index).collect(),
        name: Some(name.to_owned()),
        skeleton: Some(index(root)),
        extensions: None,
        extras: None,
    });
    let (name, mesh) = (Some(name.to_owned()), Some(worn.mesh));
    packer.root.push(Node { name, mesh, skin: Some(skin), ..Node::default() })
}

/// joint_from_world of the stance, written so that the last row is exactly (0, 0, 0, 1).
fn inverse_bind_matrix(world_from_joint: Quat, place: Vec3) -> [f32; 16] {
    let joint_from_world = unit(world_from_joint).conjugate();
    Mat4::from_rotation_translation(joint_from_world, -(joint_from_world * place)).to_cols_array()
}

fn add_primitives(packer: &mut Packer, body: &Body, lift: Vec3) -> Vec<Primitive> {
    let attributes = add_vertices(packer, body, lift);
    packer.open_view(Some(Target::ElementArrayBuffer));
    let mut primitives = Vec::new();
    for cloth in Cloth::ALL {
        let is_worn = |corners: &&[u32; 3]| body.vertices[corners[0] as usize].cloth == cloth;
        let indices: Vec<u32> = body.triangles.iter().filter(is_worn).flatten().copied().collect();
        if indices.is_empty() {
            continue;
        }
        primitives.push(Primitive {
            attributes: attributes.clone(),
            indices: Some(packer.pack(&Numbers::Words(&indices), Type::Scalar)),
            material: Some(packer.root.push(material(cloth))),
            mode: Checked::Valid(Mode::Triangles),
            targets: None,
            extensions: None,
            extras: None,
        });
    }
    primitives
}

type Attributes = std::collections::BTreeMap<Checked<Semantic>, Index<Accessor>>;

fn add_vertices(packer: &mut Packer, body: &Body, lift: Vec3) -> Attributes {
    let vertices = &body.vertices;
    let positions: Vec<f32> =
        vertices.iter().flat_map(|v| (v.position + lift).to_array()).collect();
    let normals: Vec<f32> = vertices.iter().flat_map(|v| v.normal.to_array()).collect();
    let joints: Vec<u16> = vertices.iter().flat_map(|v| v.joints).collect();
    let weights: Vec<f32> = vertices.iter().flat_map(|v| v.weights).collect();
    let target = Some(Target::ArrayBuffer);
    packer.open_view(target);
    let positions = packer.pack_bounded(&positions, Type::Vec3);
    packer.open_view(target);
    let normals = packer.pack(&Numbers::Floats(&normals), Type::Vec3);
    packer.open_view(target);
    let bytes = joints.iter().map(|joint| u8::try_from(*joint)).collect::<Result<Vec<u8>, _>>();
    let joints = match bytes {
        Ok(bytes) => packer.pack(&Numbers::Bytes(&bytes), Type::Vec4),
        Err(_) => packer.pack(&Numbers::Shorts(&joints), Type::Vec4),
    };
    packer.open_view(target);
    let weights = packer.pack(&Numbers::Floats(&weights), Type::Vec4);
    let named = [
        (Semantic::Positions, positions),
        (Semantic::Normals, normals),
        (Semantic::Joints(0), joints),
        (Semantic::Weights(0), weights),
    ];
    named.into_iter().map(|(semantic, accessor)| (Checked::Valid(semantic), accessor)).collect()
}

/// Colours are linear, as glTF wants them.
fn material(cloth: Cloth) -> Material {
    let [r, g, b] = match cloth {
        Cloth::Skin => [0.72, 0.44, 0.30],
        Cloth::Hair => [0.045, 0.028, 0.020],
        Cloth::Shirt => [0.14, 0.30, 0.55],
        Cloth::Trousers => [0.06, 0.08, 0.13],
        Cloth::Shoes => [0.035, 0.037, 0.045],
        Cloth::Soles => [0.65, 0.65, 0.62],
        Cloth::Dark => [0.012, 0.012, 0.015],
    };
    Material {
        name: Some(cloth.name().into()),
        pbr_metallic_roughness: PbrMetallicRoughness {
            base_color_factor: PbrBaseColorFactor([r, g, b, 1.0]),
            metallic_factor: StrengthFactor(0.0),
            roughness_factor: StrengthFactor(0.75),
            ..PbrMetallicRoughness::default()
        },
        ..Material::default()
    }
}

/// The times of the frames of a clip.
fn add_times(packer: &mut Packer, clip: &Clip) -> Index<Accessor> {
    packer.open_view(None);
    let times: Vec<f32> = (0..clip.len()).map(|frame| time_secs(frame, clip.rate_hz)).collect();
    packer.pack_bounded(&times, Type::Scalar)
}

/// How the joints from `root` on move in a clip.
fn add_turns(packer: &mut Packer, clip: &Clip, root: usize) -> Vec<Output> {
    packer.open_view(None);
    let places: Vec<f32> = clip.root_positions.iter().flat_map(|p| p.to_array()).collect();
    let places = packer.pack(&Numbers::Floats(&places), Type::Vec3);
    let linear = |node, property, values| {
        let interpolation = Interpolation::Linear;
        Output { node, property, interpolation, values }
    };
    let mut outputs = vec![linear(root, Property::Translation, places)];
    packer.open_view(None);
    for joint in 0..clip.skeleton.len() {
        let turns = packer.pack(&Numbers::Floats(&rotations(clip, joint)), Type::Vec4);
        outputs.push(linear(root + joint, Property::Rotation, turns));
    }
    outputs
}

fn add_animation(
    packer: &mut Packer,
    (name, told): (&str, &Value),
    input: Index<Accessor>,
    outputs: Vec<Output>,
) {
    let mut animation = Animation {
        name: Some(name.to_owned()),
        extras: extras(told),
        channels: Vec::new(),
        samplers: Vec::new(),
        extensions: None,
    };
    for (i, output) in outputs.into_iter().enumerate() {
        animation.samplers.push(Sampler {
            input,
            interpolation: Checked::Valid(output.interpolation),
            output: output.values,
            extensions: None,
            extras: None,
        });
        let (node, path) = (index(output.node), Checked::Valid(output.property));
        let target = ChannelTarget { node, path, extensions: None, extras: None };
        animation.channels.push(Channel {
            sampler: index(i),
            target,
            extensions: None,
            extras: None,
        });
    }
    packer.root.push(animation);
}

/// The rotations of one joint; neighbours lie on the same half of the sphere, so that viewers that
/// interpolate without a look at the sign turn the short way too.
fn rotations(clip: &Clip, joint: usize) -> Vec<f32> {
    let mut floats = Vec::with_capacity(4 * clip.len());
    let mut previous = Quat::IDENTITY;
    for frame in 0..clip.len() {
        let rotation = unit(clip.pose(frame).rotations[joint]);
        previous = if rotation.dot(previous) < 0.0 { -rotation } else { rotation };
        floats.extend(previous.to_array());
    }
    floats
}

fn clip_extras(clip: &Clip) -> Value {
    let label = |label: &Label| {
        let (start, end) = (label.frames.start, label.frames.end);
        let mut value = json!({ "name": label.name, "start": start, "end": end });
        if let Some(moment) = label.moment {
            value["moment"] = json!(moment);
        }
        value
    };
    let labels: Vec<Value> = clip.labels.iter().map(label).collect();
    json!({
        "licence": clip.provenance.licence,
        "source": clip.provenance.source,
        "performer": clip.provenance.performer,
        "rate_hz": clip.rate_hz,
        "labels": labels,
    })
}

fn extras(value: &Value) -> Extras {
    RawValue::from_string(value.to_string()).ok()
}

fn time_secs(frame: usize, rate_hz: f32) -> f32 {
    (frame as f64 / f64::from(rate_hz)) as f32
}
