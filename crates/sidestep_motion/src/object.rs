//! Things that move with a body and are no part of it: a ball, a racket.

use crate::{ground::GroundTransform, joint::JointId, math::slerp};
use glam::{Quat, Vec3};

/// What an object is.
#[derive(Clone, Debug, PartialEq)]
pub struct ObjectKind {
    /// What it is called, such as `ball`.
    pub name: String,
    /// Radius of the sphere that stands for it, in metres.
    pub radius: f32,
}

/// One object in one frame, in the world.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Object {
    /// Its middle, in metres.
    pub position: Vec3,
    /// How it is turned.
    pub rotation: Quat,
    /// What holds it.
    pub held_by: Held,
}

/// Which joints hold an object.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Held {
    /// None: it flies, bounces or lies.
    #[default]
    Free,
    /// One joint, such as a hand that dribbles.
    By(JointId),
    /// Two joints, such as both hands.
    ByBoth(JointId, JointId),
}

/// The path of one object through a stretch of a clip.
///
/// Outside of that stretch nothing is known of it; a clip may have several tracks of one kind.
#[derive(Clone, Debug, PartialEq)]
pub struct ObjectTrack {
    /// What it is.
    pub kind: ObjectKind,
    /// Frame of the clip at which the track begins.
    pub start: u32,
    /// The object from there on, frame by frame.
    pub frames: Vec<Object>,
}

impl ObjectKind {
    pub(crate) fn is_sound(&self) -> bool {
        self.radius.is_finite() && self.radius > 0.0
    }
}

impl Object {
    /// At the origin, unturned and free.
    pub const ORIGIN: Self =
        Self { position: Vec3::ZERO, rotation: Quat::IDENTITY, held_by: Held::Free };

    /// The object `t` of the way from `self` to `other`, held as the nearer of the two is.
    pub fn interpolate(self, other: Self, t: f32) -> Self {
        Self {
            position: self.position.lerp(other.position, t),
            rotation: slerp(self.rotation, other.rotation, t),
            held_by: if t < 0.5 { self.held_by } else { other.held_by },
        }
    }

    /// The object carried from a character's space to the world.
    pub fn carry(self, ground: GroundTransform) -> Self {
        Self {
            position: ground.transform_point(self.position),
            rotation: ground.rotation() * self.rotation,
            held_by: self.held_by,
        }
    }

    /// Whether every number is finite.
    pub fn is_finite(self) -> bool {
        self.position.is_finite() && self.rotation.is_finite()
    }

    /// Whether it is finite and held by joints of a skeleton of that many.
    pub(crate) fn is_sound(self, joints: usize) -> bool {
        self.is_finite() && self.held_by.joints().all(|joint| joint.index() < joints)
    }
}

impl Held {
    /// Held by those of two joints that are given.
    pub fn by(first: Option<JointId>, second: Option<JointId>) -> Self {
        match (first, second) {
            (Some(first), Some(second)) if first != second => Self::ByBoth(first, second),
            (Some(one), _) | (None, Some(one)) => Self::By(one),
            (None, None) => Self::Free,
        }
    }

    /// Whether nothing holds it.
    pub fn is_free(self) -> bool {
        self == Self::Free
    }

    /// The joints that hold it, none, one or two.
    pub fn joints(self) -> impl Iterator<Item = JointId> {
        let [first, second] = self.both();
        first.into_iter().chain(second)
    }

    /// The joints renamed; one that `rename` does not know holds no more.
    pub fn renamed(self, rename: impl Fn(JointId) -> Option<JointId>) -> Self {
        let [first, second] = self.both();
        Self::by(first.and_then(&rename), second.and_then(&rename))
    }

    fn both(self) -> [Option<JointId>; 2] {
        match self {
            Self::Free => [None, None],
            Self::By(joint) => [Some(joint), None],
            Self::ByBoth(first, second) => [Some(first), Some(second)],
        }
    }
}

/// The tracks of a clip as the things there are: stretches of one kind that do not overlap are the
/// same thing, seen again.
pub fn things(tracks: &[ObjectTrack]) -> Vec<Vec<&ObjectTrack>> {
    let mut things: Vec<Vec<&ObjectTrack>> = Vec::new();
    for track in tracks {
        let continues = |thing: &&mut Vec<&ObjectTrack>| {
            let last = thing.last();
            last.is_some_and(|last| last.kind == track.kind && last.end() <= track.start as usize)
        };
        match things.iter_mut().find(continues) {
            Some(thing) => thing.push(track),
            None => things.push(vec![track]),
        }
    }
    things
}

impl ObjectTrack {
    /// The object in a frame of the clip, where the track knows it.
    pub fn at(&self, frame: usize) -> Option<Object> {
        self.frames.get(frame.checked_sub(self.start as usize)?).copied()
    }

    /// Whether it has a size, all its numbers are finite and all that hold it are joints of a
    /// skeleton of that many.
    pub(crate) fn is_sound(&self, joints: usize) -> bool {
        self.kind.is_sound() && self.frames.iter().all(|object| object.is_sound(joints))
    }

    /// One past the last frame of the clip that the track covers.
    pub fn end(&self) -> usize {
        self.start as usize + self.frames.len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::f32::consts::FRAC_PI_2;

    const LEFT: JointId = JointId(3);
    const RIGHT: JointId = JointId(5);

    #[test]
    fn half_way_is_in_the_middle_and_held_as_the_later_one() {
        let held = Object { held_by: Held::By(LEFT), ..Object::ORIGIN };
        let turned = Quat::from_xyzw(0.0, 1.0, 0.0, 0.0);
        let free =
            Object { position: Vec3::new(2.0, 4.0, -6.0), rotation: turned, held_by: Held::Free };
        let half = held.interpolate(free, 0.5);
        assert_eq!(half.position, Vec3::new(1.0, 2.0, -3.0));
        // Half of half a turn about the vertical is a quarter: (0, sin 45°, 0, cos 45°).
        assert!(
            half.rotation
                .abs_diff_eq(Quat::from_xyzw(0.0, 0.5_f32.sqrt(), 0.0, 0.5_f32.sqrt()), 1e-6)
        );
        assert_eq!(half.held_by, Held::Free);
        assert_eq!(held.interpolate(free, 0.4).held_by, Held::By(LEFT));
    }

    #[test]
    fn a_quarter_turn_to_the_left_carries_ahead_to_the_left() {
        let ahead = Object { position: Vec3::new(0.0, 1.0, 2.0), ..Object::ORIGIN };
        let carried = ahead.carry(GroundTransform::new(10.0, 20.0, FRAC_PI_2));
        assert!(carried.position.abs_diff_eq(Vec3::new(12.0, 1.0, 20.0), 1e-5));
        assert!((carried.rotation * Vec3::Z).abs_diff_eq(Vec3::X, 1e-6));
    }

    #[test]
    fn a_hand_that_is_unknown_lets_go() {
        let both = Held::by(Some(LEFT), Some(RIGHT));
        assert_eq!(both, Held::ByBoth(LEFT, RIGHT));
        let swap = |joint| Some(if joint == LEFT { RIGHT } else { LEFT });
        assert_eq!(both.renamed(swap), Held::ByBoth(RIGHT, LEFT));
        let without_left = |joint| (joint != LEFT).then_some(joint);
        assert_eq!(both.renamed(without_left), Held::By(RIGHT));
        assert_eq!(Held::By(LEFT).renamed(without_left), Held::Free);
        assert_eq!(both.joints().collect::<Vec<_>>(), [LEFT, RIGHT]);
        assert_eq!(Held::by(None, Some(LEFT)), Held::By(LEFT));
        assert_eq!(Held::by(Some(LEFT), Some(LEFT)), Held::By(LEFT));
    }

    #[test]
    fn a_number_that_is_none_is_seen() {
        assert!(Object::ORIGIN.is_finite());
        let lost = Object { position: Vec3::new(0.0, f32::NAN, 0.0), ..Object::ORIGIN };
        assert!(!lost.is_finite());
    }

    #[test]
    fn a_track_knows_its_stretch_alone() {
        let kind = ObjectKind { name: "ball".to_owned(), radius: 0.12 };
        let track = ObjectTrack { kind, start: 2, frames: vec![Object::ORIGIN; 3] };
        let known: Vec<bool> = (0..6).map(|frame| track.at(frame).is_some()).collect();
        assert_eq!(known, [false, false, true, true, true, false]);
        assert_eq!(track.end(), 5);
        let later = ObjectTrack { start: 5, ..track.clone() };
        let beside = ObjectTrack { start: 4, ..track.clone() };
        let all = [track, beside, later];
        let starts: Vec<Vec<u32>> = things(&all)
            .iter()
            .map(|thing| thing.iter().map(|track| track.start).collect())
            .collect();
        assert_eq!(starts, [vec![2, 5], vec![4]]);
    }
}
