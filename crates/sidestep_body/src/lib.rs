//! One skinned body for every human skeleton, made by rule.
//!
//! Files, film strips and the playground draw the same body. It is made in one pose from tubes that
//! flow into each other, placed by the joint roles, and bound to the joints with smooth weights.
//! The same skeleton gives the same bits on every machine, and no skeleton makes it fail: where no
//! human is recognised, every bone becomes a rod.
//!
//! Who draws it, it must never know.
//!
//! ```
//! use sidestep_body::{Body, Build, Detail};
//! # use glam::{Quat, Vec3};
//! # use sidestep_motion::{Joint, Skeleton};
//! # let joint = Joint {
//! #     name: "hips".into(), parent: None, offset: Vec3::ZERO, rest: Quat::IDENTITY, tip: Some(Vec3::Y),
//! # };
//! # let skeleton = Skeleton::new(vec![joint])?;
//! let body = Body::of(&skeleton, Build::Fuller, Detail::Plain);
//! assert!(body.vertices.len() > 10 && body.triangles.len() > 10);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod anatomy;
mod binding;
mod bones;
mod detail;
mod hand;
mod head;
mod nets;
mod order;
mod part;
mod shoe;
mod simplify;
mod skinning;
mod stance;
mod trim;
mod tube;
mod wardrobe;

use anatomy::Anatomy;
use glam::Vec3;
use part::Part;
use sidestep_motion::{Side, Skeleton, kinematics::JointTransforms};

pub use detail::Detail;
pub use skinning::Skinned;

/// How a body is built.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Build {
    /// Broader shoulders, thicker limbs, short hair.
    #[default]
    Fuller,
    /// Slimmer limbs and waist, hair gathered behind.
    Slimmer,
}

impl Build {
    /// Both of them.
    pub const ALL: [Self; 2] = [Self::Fuller, Self::Slimmer];

    /// The name that commands and addresses use.
    pub fn name(self) -> &'static str {
        match self {
            Self::Fuller => "fuller",
            Self::Slimmer => "slimmer",
        }
    }

    /// The build of that name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|build| build.name() == name)
    }
}

/// What a place of the body is made of; who draws it chooses the colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Cloth {
    /// Face, neck, arms and hands.
    Skin,
    /// Hair.
    Hair,
    /// The shirt.
    Shirt,
    /// The trousers.
    Trousers,
    /// The upper of the shoes.
    Shoes,
    /// The soles of the shoes.
    Soles,
    /// Eyes.
    Dark,
}

impl Cloth {
    /// All of them, in order.
    pub const ALL: [Self; 7] =
        [Self::Skin, Self::Hair, Self::Shirt, Self::Trousers, Self::Shoes, Self::Soles, Self::Dark];

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Skin => "skin",
            Self::Hair => "hair",
            Self::Shirt => "shirt",
            Self::Trousers => "trousers",
            Self::Shoes => "shoes",
            Self::Soles => "soles",
            Self::Dark => "dark",
        }
    }
}

/// One corner of the body.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Vertex {
    /// Place in the pose of [`Body::stance`], in metres.
    pub position: Vec3,
    /// The way out of the body there, of length one.
    pub normal: Vec3,
    /// The joints that move it; those without weight are 0.
    pub joints: [u16; 4],
    /// How much each of them has to say, the heaviest first; they add up to one.
    pub weights: [f32; 4],
    /// What it is made of.
    pub cloth: Cloth,
    /// 1 on the left limbs, -1 on the right ones, 0 in the middle, smooth between.
    pub side: f32,
}

/// A body: corners, triangles, and the pose in which it was made.
#[derive(Clone, Debug, PartialEq)]
pub struct Body {
    /// All corners; those of one cloth stand together.
    pub vertices: Vec<Vertex>,
    /// Corners of each triangle, counter-clockwise as seen from outside.
    pub triangles: Vec<[u32; 3]>,
    /// Place and rotation of the joints where nothing is bent, the root at the origin.
    pub stance: JointTransforms,
    /// Whether a human was recognised; else every bone is a rod.
    pub is_human: bool,
}

impl Body {
    /// The body of a skeleton.
    pub fn of(skeleton: &Skeleton, build: Build, detail: Detail) -> Self {
        let stance = stance::stance(skeleton);
        let (mut vertices, mut triangles) = (Vec::new(), Vec::new());
        let anatomy = Anatomy::of(skeleton, &stance, build);
        let is_human = anatomy.is_some();
        match anatomy {
            Some(anatomy) => dress(&anatomy, detail, &mut vertices, &mut triangles),
            None => {
                let rods = bones::rods(skeleton, &stance);
                bones::parts(&rods)
                    .iter()
                    .for_each(|part| part.add_to(0.0, &mut vertices, &mut triangles));
            }
        }
        Self { vertices, triangles, stance, is_human }
    }
}

/// Adds all parts of a human body, cloth by cloth.
fn dress(
    anatomy: &Anatomy<'_>,
    detail: Detail,
    vertices: &mut Vec<Vertex>,
    triangles: &mut Vec<[u32; 3]>,
) {
    let cells = detail.cells();
    let still = head::still(anatomy);
    let holds = Side::BOTH.map(|side| hand::hold(anatomy, side));
    let lasts = Side::BOTH.map(|side| shoe::last(anatomy, side));
    let mut parts: Vec<Part<'_>> = wardrobe::clothes(anatomy, &cells);
    parts.extend(head::head(anatomy, &still, &cells));
    for side in Side::BOTH {
        if let Some(hold) = &holds[side.index()] {
            parts.extend(hand::hand(anatomy, side, hold, &cells));
        }
        if let Some(last) = &lasts[side.index()] {
            parts.extend(shoe::shoe(anatomy, side, last, &cells));
        }
    }
    parts.sort_by_key(|part| part.cloth);
    let slack = cells.slack * anatomy.scale;
    parts.iter().for_each(|part| part.add_to(slack, vertices, triangles));
}
