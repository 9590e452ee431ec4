//! One animation sampled frame by frame, with everything above the root folded into it.

use super::{
    curve::Curve,
    document::Document,
    rate::Clock,
    tree::{Transform, TreeNode},
};
use crate::{ImportError, options::Note};
use glam::{DVec3, Quat, Vec3};
use gltf_json::{Animation, animation::Property, validation::Checked};
use sidestep_motion::{Joint, JointId};

/// Joints that move less than this in their parent's space do not move, in units of the file.
const STILL: f32 = 1e-4;

/// The curves of one node.
#[derive(Default)]
pub(super) struct NodeCurves {
    translation: Option<Curve>,
    rotation: Option<Curve>,
    scale: Option<Curve>,
}

impl NodeCurves {
    fn all(&self) -> impl Iterator<Item = &Curve> {
        [&self.translation, &self.rotation, &self.scale].into_iter().flatten()
    }

    /// The node at a moment: its curves where it has some, else as it rests.
    fn at(&self, rest: Transform, secs: f64, slack_secs: f64) -> Transform {
        let place = |curve: &Option<Curve>, still: Vec3| {
            curve.as_ref().map_or(still, |curve| curve.translation(secs, slack_secs))
        };
        let rotation = self.rotation.as_ref().map(|curve| curve.rotation(secs, slack_secs));
        Transform {
            translation: place(&self.translation, rest.translation),
            rotation: rotation.unwrap_or(rest.rotation),
            scale: place(&self.scale, rest.scale),
        }
    }
}

/// An animation and the joints it moves.
pub(super) struct Take<'a> {
    pub(super) nodes: &'a [TreeNode],
    /// Nodes that become joints, parents first.
    pub(super) set: &'a [usize],
    curves: Vec<NodeCurves>,
}

/// Frames of a take on a skeleton without scales.
pub(super) struct Sampled {
    pub(super) joints: Vec<Joint>,
    pub(super) root_positions: Vec<DVec3>,
    pub(super) rotations: Vec<Quat>,
}

impl<'a> Take<'a> {
    /// Reads the curves of the joints and of the nodes above them; `at` names the animation.
    pub(super) fn read(
        document: &Document<'_>,
        animation: &Animation,
        nodes: &'a [TreeNode],
        set: &'a [usize],
        at: &str,
    ) -> Result<Self, ImportError> {
        let mut is_wanted = vec![false; nodes.len()];
        let mut ancestor = set.first().copied();
        while let Some(node) = ancestor {
            is_wanted[node] = true;
            ancestor = nodes[node].parent;
        }
        set.iter().for_each(|node| is_wanted[*node] = true);
        let mut curves: Vec<NodeCurves> = Vec::new();
        curves.resize_with(nodes.len(), NodeCurves::default);
        for channel in &animation.channels {
            let node = channel.target.node.value();
            if is_wanted.get(node) != Some(&true) {
                continue;
            }
            let at = format!("{at}, node '{}'", nodes[node].name);
            let fail = |what| document.problem(&at, what, "export the animation again");
            let sampler = animation.samplers.get(channel.sampler.value());
            let sampler = sampler.ok_or_else(|| fail("its sampler does not exist"))?;
            let (slot, width) = match channel.target.path {
                Checked::Valid(Property::Translation) => (&mut curves[node].translation, 3),
                Checked::Valid(Property::Rotation) => (&mut curves[node].rotation, 4),
                Checked::Valid(Property::Scale) => (&mut curves[node].scale, 3),
                Checked::Valid(Property::MorphTargetWeights) => continue,
                Checked::Invalid => return Err(fail("it moves an unknown property")),
            };
            *slot = Some(Curve::read(document, sampler, width, &at)?);
        }
        Ok(Self { nodes, set, curves })
    }

    /// Times of the keys of each curve that moves something.
    pub(super) fn key_times(&self) -> Vec<&[f32]> {
        self.curves.iter().flat_map(NodeCurves::all).map(|curve| curve.times.as_slice()).collect()
    }

    /// Nodes whose curves are looked at in each frame.
    pub(super) fn nodes_per_frame(&self) -> usize {
        let root = self.set.first().copied();
        self.set.len() + std::iter::successors(root, |node| self.nodes[*node].parent).count()
    }

    /// The frames given by `chosen`.
    pub(super) fn sample(
        &self,
        clock: &Clock,
        chosen: impl Iterator<Item = usize> + Clone,
        notes: &mut Vec<Note>,
    ) -> Sampled {
        let slack_secs = 0.01 / clock.rate_hz;
        let moments = chosen.map(|frame| clock.secs(frame));
        let joints = self.joints(moments.clone(), slack_secs, notes);
        let mut sampled = Sampled { joints, root_positions: Vec::new(), rotations: Vec::new() };
        for secs in moments {
            let root = self.root(secs, slack_secs);
            sampled.root_positions.push(root.translation.as_dvec3());
            for (i, node) in self.set.iter().enumerate() {
                let local = |q: &Curve| q.rotation(secs, slack_secs);
                let moved = self.curves[*node].rotation.as_ref().map(local);
                let rotation = moved.unwrap_or(self.nodes[*node].rest.rotation);
                let rotation = if i == 0 { root.rotation } else { rotation };
                sampled.rotations.push(self.near_previous(&sampled.rotations, rotation));
            }
        }
        sampled
    }

    /// The rotations of all joints as the nodes rest, the root with all that is above it.
    pub(super) fn rest(&self) -> Vec<Quat> {
        let of = |node: &usize| self.nodes[*node].rest.rotation;
        let mut rotations: Vec<Quat> = self.set.iter().map(of).collect();
        if let Some(root) = rotations.first_mut() {
            *root = self.fold_above(|node| self.nodes[node].rest).rotation;
        }
        rotations
    }

    /// A quaternion and its negative turn alike; neighbours on one side can be blended as they are.
    fn near_previous(&self, rotations: &[Quat], rotation: Quat) -> Quat {
        let previous = rotations.len().checked_sub(self.set.len()).map(|i| rotations[i]);
        if previous.is_some_and(|q| q.dot(rotation) < 0.0) { -rotation } else { rotation }
    }

    fn root(&self, secs: f64, slack_secs: f64) -> Transform {
        self.fold_above(|node| self.curves[node].at(self.nodes[node].rest, secs, slack_secs))
    }

    /// The root joint in the world, through all nodes above it.
    fn fold_above(&self, local: impl Fn(usize) -> Transform) -> Transform {
        let mut world = Transform::IDENTITY;
        let mut node = self.set.first().copied();
        // From the inside outward, so that no list of ancestors is needed.
        while let Some(i) = node {
            world = local(i).then(world);
            node = self.nodes[i].parent;
        }
        world
    }

    /// The joints with fixed offsets: means where the file moves them, scales multiplied in.
    fn joints(
        &self,
        moments: impl Iterator<Item = f64> + Clone,
        slack_secs: f64,
        notes: &mut Vec<Note>,
    ) -> Vec<Joint> {
        let first = moments.clone().next().unwrap_or_default();
        let mut joints = super::choice::joints_at_rest(self.nodes, &self.set.to_vec());
        let mut scales: Vec<Vec3> = Vec::with_capacity(joints.len());
        let mut moved: Option<(f32, String)> = None;
        let mut scaled: Option<String> = self.scaled_above(moments.clone(), slack_secs);
        for (i, node) in self.set.iter().enumerate() {
            let local = self.curves[*node].at(self.nodes[*node].rest, first, slack_secs);
            let parent =
                joints[i].parent.map_or(Vec3::ONE, |parent: JointId| scales[parent.index()]);
            let scale =
                if i == 0 { self.root(first, slack_secs).scale } else { parent * local.scale };
            if self.is_odd_scale(*node, local.scale, moments.clone(), slack_secs) {
                scaled = scaled.or(Some(self.nodes[*node].name.clone()));
            }
            let (mean, farthest) = self.place(*node, moments.clone(), slack_secs);
            if i > 0 {
                joints[i].offset = parent * mean;
                let off = farthest * parent.abs().max_element();
                if off > STILL && moved.as_ref().is_none_or(|(most, _)| off > *most) {
                    moved = Some((off, self.nodes[*node].name.clone()));
                }
            }
            joints[i].tip = joints[i].tip.map(|tip| scale * tip);
            scales.push(scale);
        }
        note_moved(moved, notes);
        note_scaled(scaled, notes);
        joints
    }

    /// Mean place of a node in its parent's space and the farthest from it.
    fn place(
        &self,
        node: usize,
        moments: impl Iterator<Item = f64> + Clone,
        slack_secs: f64,
    ) -> (Vec3, f32) {
        let rest = self.nodes[node].rest.translation;
        let Some(curve) = &self.curves[node].translation else { return (rest, 0.0) };
        let places = || moments.clone().map(|secs| curve.translation(secs, slack_secs));
        let count = places().count();
        if count == 0 || places().all(|place| place.distance(rest) <= STILL) {
            return (rest, 0.0);
        }
        let sum: DVec3 = places().map(|place| place.as_dvec3()).sum();
        let mean = (sum / count as f64).as_vec3();
        (mean, places().map(|place| place.distance(mean)).fold(0.0, f32::max))
    }

    /// Whether a scale changes over time, differs between axes or mirrors.
    fn is_odd_scale(
        &self,
        node: usize,
        scale: Vec3,
        mut moments: impl Iterator<Item = f64>,
        slack_secs: f64,
    ) -> bool {
        let size = scale.abs().max_element();
        let alike = |other: Vec3| (other - scale).abs().max_element() <= 1e-3 * size;
        if scale.min_element() <= 0.0 || !alike(Vec3::splat(scale.x)) {
            return true;
        }
        let Some(curve) = &self.curves[node].scale else { return false };
        !moments.all(|secs| alike(curve.translation(secs, slack_secs)))
    }

    fn scaled_above(
        &self,
        moments: impl Iterator<Item = f64> + Clone,
        slack_secs: f64,
    ) -> Option<String> {
        let mut node = self.set.first().and_then(|root| self.nodes[*root].parent);
        while let Some(i) = node {
            let first = moments.clone().next().unwrap_or_default();
            let scale = self.curves[i].at(self.nodes[i].rest, first, slack_secs).scale;
            if self.is_odd_scale(i, scale, moments.clone(), slack_secs) {
                return Some(self.nodes[i].name.clone());
            }
            node = self.nodes[i].parent;
        }
        None
    }
}

fn note_moved(moved: Option<(f32, String)>, notes: &mut Vec<Note>) {
    let Some((off, name)) = moved else { return };
    let message = format!(
        "joints move in their parents' space; each got its mean place, at most {off:.4} file \
         units off (joint '{name}')"
    );
    notes.push(Note::warning(message, "export with fixed bone lengths if that is too much"));
}

fn note_scaled(scaled: Option<String>, notes: &mut Vec<Note>) {
    let Some(name) = scaled else { return };
    let message = format!(
        "node '{name}' has a scale that changes, mirrors or differs between axes; that of the \
         first frame was multiplied into the offsets"
    );
    notes.push(Note::warning(message, "apply the scale of the armature before exporting"));
}
