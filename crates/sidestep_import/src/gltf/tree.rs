//! The nodes of a file as a checked tree with plain translations, rotations and scales.

use super::document::Document;
use crate::ImportError;
use glam::{Mat4, Quat, Vec3};
use sidestep_motion::math::unit;

/// A place in a parent's space.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Transform {
    pub(super) translation: Vec3,
    pub(super) rotation: Quat,
    pub(super) scale: Vec3,
}

impl Transform {
    pub(super) const IDENTITY: Self =
        Self { translation: Vec3::ZERO, rotation: Quat::IDENTITY, scale: Vec3::ONE };

    /// `inner` seen from outside of `self`; exact as long as scales are uniform.
    pub(super) fn then(self, inner: Self) -> Self {
        Self {
            translation: self.translation + self.rotation * (self.scale * inner.translation),
            rotation: unit(self.rotation * inner.rotation),
            scale: self.scale * inner.scale,
        }
    }
}

/// One node.
#[derive(Clone, Debug)]
pub(super) struct TreeNode {
    pub(super) name: String,
    pub(super) parent: Option<usize>,
    pub(super) children: Vec<usize>,
    pub(super) rest: Transform,
    /// End of its bone, where our own writer left one.
    pub(super) tip: Option<Vec3>,
    /// Whether it carries a mesh or camera rather than a bone.
    pub(super) is_thing: bool,
}

/// Reads all nodes and checks that they form trees.
pub(super) fn read(document: &Document<'_>) -> Result<Vec<TreeNode>, ImportError> {
    let mut nodes: Vec<TreeNode> = Vec::with_capacity(document.root.nodes.len());
    for (i, node) in document.root.nodes.iter().enumerate() {
        let name = node.name.clone().filter(|name| !name.is_empty());
        let name = name.unwrap_or_else(|| format!("node_{i}"));
        let children = node.children.iter().flatten().map(|child| child.value()).collect();
        let rest = transform(node);
        let is_finite = rest.translation.is_finite() && rest.scale.is_finite();
        if !is_finite {
            return Err(document.problem(&node_named(&name), "its place is not finite", AGAIN));
        }
        let tip = node.extras.as_ref().and_then(|extras| tip(extras.get()));
        let is_thing = node.mesh.is_some() || node.camera.is_some();
        nodes.push(TreeNode { name, parent: None, children, rest, tip, is_thing });
    }
    adopt(document, &mut nodes)?;
    check_roots(document, &nodes)?;
    Ok(nodes)
}

const AGAIN: &str = "export the file again";

fn node_named(name: &str) -> String {
    format!("node '{name}'")
}

fn adopt(document: &Document<'_>, nodes: &mut [TreeNode]) -> Result<(), ImportError> {
    for parent in 0..nodes.len() {
        for child in nodes[parent].children.clone() {
            let at = node_named(&nodes[parent].name);
            let Some(node) = nodes.get_mut(child) else {
                return Err(document.problem(
                    &at,
                    &format!("its child {child} does not exist"),
                    AGAIN,
                ));
            };
            if node.parent.replace(parent).is_some() {
                let what = format!("its child '{}' has another parent too", node.name);
                return Err(document.problem(&at, &what, AGAIN));
            }
        }
    }
    Ok(())
}

/// With one parent each, nodes that no root reaches stand in a circle.
fn check_roots(document: &Document<'_>, nodes: &[TreeNode]) -> Result<(), ImportError> {
    let mut is_reached = vec![false; nodes.len()];
    let mut todo: Vec<usize> = (0..nodes.len()).filter(|i| nodes[*i].parent.is_none()).collect();
    while let Some(i) = todo.pop() {
        is_reached[i] = true;
        todo.extend(&nodes[i].children);
    }
    match is_reached.iter().position(|reached| !reached) {
        None => Ok(()),
        Some(i) => {
            Err(document.problem(&node_named(&nodes[i].name), "it hangs from its own child", AGAIN))
        }
    }
}

fn transform(node: &gltf_json::Node) -> Transform {
    if let Some(matrix) = node.matrix {
        let (scale, rotation, translation) =
            Mat4::from_cols_array(&matrix).to_scale_rotation_translation();
        return Transform { translation, rotation: unit(rotation), scale };
    }
    Transform {
        translation: node.translation.map_or(Vec3::ZERO, Vec3::from),
        rotation: node.rotation.map_or(Quat::IDENTITY, |q| unit(Quat::from_array(q.0))),
        scale: node.scale.map_or(Vec3::ONE, Vec3::from),
    }
}

fn tip(extras: &str) -> Option<Vec3> {
    let value: serde_json::Value = serde_json::from_str(extras).ok()?;
    let numbers: [f32; 3] = serde_json::from_value(value.get("tip")?.clone()).ok()?;
    Some(Vec3::from(numbers)).filter(|tip| tip.is_finite())
}
