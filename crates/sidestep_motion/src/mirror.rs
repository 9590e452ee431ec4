//! Left-right mirroring: twice the data, and as good on the left as on the right.
//!
//! A pose is reflected in the world's plane x = 0: what the left leg did the right one does, and
//! the path bends the other way. Skeletons differ in whether the local axes of the two sides are
//! mirror images, so nothing is assumed about them: world rotations are reflected as turns away
//! from the rest pose, and corrected where the rest pose itself is not symmetric.

use crate::{
    average::largest_eigenvector,
    clip::{Clip, Label},
    joint::JointId,
    kinematics::JointTransforms,
    math::unit,
    object::{Object, ObjectTrack},
    pose::{Pose, PoseRef},
    skeleton::Skeleton,
};
use glam::{Quat, Vec3};

/// How far from its mirror image, as a share of the skeleton's size, a joint without a telling name
/// may rest and still be paired.
const PAIR_TOLERANCE: f32 = 0.05;

/// Ends the name of a mirrored clip.
const NAME_SUFFIX: &str = "_mirrored";

/// The pairs of joints of a skeleton and the rotations that carry one side's axes to the other's.
#[derive(Clone, Debug, PartialEq)]
pub struct MirrorMap {
    joints: Vec<Option<Mirrored>>,
}

/// Where a joint's mirrored rotation comes from: `before * reflected(rotation of pair) * after`.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Mirrored {
    pair: JointId,
    before: Quat,
    after: Quat,
}

impl MirrorMap {
    /// Pairs joints by name, and where names do not tell by their places in the rest pose.
    pub fn new(skeleton: &Skeleton) -> Self {
        let rest = JointTransforms::of_rest(skeleton);
        let pairs = pair_joints(skeleton, &rest);
        let corrections = rest_corrections(skeleton, &rest, &pairs);
        let after = |joint: usize, pair: JointId| {
            let reflected = reflect_rotation(rest.rotation(pair).conjugate());
            reflected * corrections[joint] * rest.rotations[joint]
        };
        let mirrored = |(joint, pair): (usize, &Option<JointId>)| {
            let pair = (*pair)?;
            let before = match skeleton.joints()[joint].parent {
                None => Quat::IDENTITY,
                Some(parent) => after(parent.index(), pairs[parent.index()]?).conjugate(),
            };
            Some(Mirrored { pair, before: unit(before), after: unit(after(joint, pair)) })
        };
        Self { joints: pairs.iter().enumerate().map(mirrored).collect() }
    }

    /// The joint on the other side, or the joint itself on the midline; `None` for a joint that
    /// has no counterpart, such as a ball in one hand.
    pub fn pair(&self, joint: JointId) -> Option<JointId> {
        self.joints.get(joint.index())?.map(|mirrored| mirrored.pair)
    }

    /// Writes the mirror image of `pose` into `out`.
    ///
    /// Joints come to lie where their pairs lay, reflected: exactly so where the two sides have the
    /// same lengths, else as near as the offsets of the skeleton allow. A joint without counterpart
    /// keeps its rotation. Does not allocate once `out` is large enough.
    pub fn mirror_pose(&self, pose: PoseRef<'_>, out: &mut Pose) {
        out.root_position = reflect(pose.root_position);
        out.rotations.clear();
        let turn = |(mirrored, own): (&Option<Mirrored>, &Quat)| match mirrored {
            None => *own,
            Some(Mirrored { pair, before, after }) => {
                unit(*before * reflect_rotation(pose.rotations[pair.index()]) * *after)
            }
        };
        out.rotations.extend(self.joints.iter().zip(pose.rotations).map(turn));
    }

    /// The mirror image of an object, held by the joints on the other side.
    pub fn mirror_object(&self, object: Object) -> Object {
        Object {
            position: reflect(object.position),
            rotation: reflect_rotation(object.rotation),
            // A joint without counterpart keeps its place in the body, and what it holds.
            held_by: object.held_by.renamed(|joint| Some(self.pair(joint).unwrap_or(joint))),
        }
    }

    /// The mirror image of a clip, with contacts exchanged, objects reflected, and `left` and
    /// `right` exchanged in its labels.
    ///
    /// It is named `NAME_mirrored`; mirrored again it has its own name back.
    pub fn mirror_clip(&self, clip: &Clip) -> Clip {
        let mut mirrored = Clip {
            name: mirrored_clip_name(&clip.name),
            skeleton: clip.skeleton.clone(),
            rate_hz: clip.rate_hz,
            root_positions: Vec::with_capacity(clip.len()),
            rotations: Vec::with_capacity(clip.rotations.len()),
            labels: clip.labels.iter().map(mirrored_label).collect(),
            contacts: clip
                .contacts
                .as_ref()
                .map(|contacts| contacts.iter().map(|frame| frame.mirrored()).collect()),
            objects: clip.objects.iter().map(|track| self.mirror_track(track)).collect(),
            floor: clip.floor,
            provenance: clip.provenance.clone(),
        };
        let mut pose = Pose::identity(clip.skeleton.len());
        for frame in 0..clip.len() {
            self.mirror_pose(clip.pose(frame), &mut pose);
            mirrored.push(pose.as_ref());
        }
        mirrored
    }

    fn mirror_track(&self, track: &ObjectTrack) -> ObjectTrack {
        let frames = track.frames.iter().map(|object| self.mirror_object(*object)).collect();
        ObjectTrack { kind: track.kind.clone(), start: track.start, frames }
    }
}

/// A point reflected in the plane x = 0.
pub fn reflect(point: Vec3) -> Vec3 {
    Vec3::new(-point.x, point.y, point.z)
}

/// A rotation reflected in the plane x = 0: S q S with S = diag(-1, 1, 1).
pub fn reflect_rotation(q: Quat) -> Quat {
    Quat::from_xyzw(q.x, -q.y, -q.z, q.w)
}

/// The name of a clip's mirror image; of a mirror image, the name of its clip.
pub fn mirrored_clip_name(name: &str) -> String {
    name.strip_suffix(NAME_SUFFIX).map_or_else(|| format!("{name}{NAME_SUFFIX}"), str::to_owned)
}

fn mirrored_label(label: &Label) -> Label {
    Label { name: mirrored_name(&label.name), ..label.clone() }
}

/// A name with its side exchanged, whether it is a word (`turn_left`) or a letter that ends the
/// name (`pivot_l`).
fn mirrored_name(name: &str) -> String {
    const LETTERS: [(&str, &str); 4] = [("_l", "_r"), ("_r", "_l"), ("_L", "_R"), ("_R", "_L")];
    if let Some(swapped) = swap_words(name) {
        return swapped;
    }
    let by_letter = |(from, to): (&str, &str)| Some(format!("{}{to}", name.strip_suffix(from)?));
    LETTERS.into_iter().find_map(by_letter).unwrap_or_else(|| name.to_owned())
}

/// The counterpart of every joint. Pairs are mutual, and the parents of a pair are a pair.
fn pair_joints(skeleton: &Skeleton, rest: &JointTransforms) -> Vec<Option<JointId>> {
    let size = rest.positions.iter().map(|p| p.length()).fold(0.0, f32::max);
    let mut pairs: Vec<Option<JointId>> = vec![None; skeleton.len()];
    pairs[0] = Some(JointId(0));
    let ids = || (0_u16..).take(skeleton.len()).map(JointId);
    for joint in ids().skip(1) {
        let Some(parent) = skeleton.joint(joint).parent else { continue };
        if pairs[joint.index()].is_some() {
            continue;
        }
        let Some(other_parent) = pairs[parent.index()] else { continue };
        let free: Vec<JointId> =
            skeleton.children(other_parent).filter(|j| pairs[j.index()].is_none()).collect();
        let name = &skeleton.joint(joint).name;
        let by_name =
            free.iter().copied().find(|other| is_opposite(name, &skeleton.joint(*other).name));
        let pair = by_name.or_else(|| nearest_image(skeleton, rest, joint, &free, size));
        if let Some(pair) = pair {
            pairs[joint.index()] = Some(pair);
            pairs[pair.index()] = Some(joint);
        }
    }
    pairs
}

/// The joint among `free` that rests nearest to the mirror image of `joint`, which may be itself.
fn nearest_image(
    skeleton: &Skeleton,
    rest: &JointTransforms,
    joint: JointId,
    free: &[JointId],
    size: f32,
) -> Option<JointId> {
    let name = |joint: JointId| skeleton.joint(joint).name.as_str();
    let names = |other: JointId| free.iter().any(|j| is_opposite(name(other), name(*j)));
    let image = reflect(rest.position(joint));
    let mut best: Option<(f32, JointId)> = None;
    // A joint whose name has its own counterpart is not to be taken by another.
    for other in free.iter().copied().filter(|other| *other == joint || !names(*other)) {
        let distance = rest.position(other).distance(image);
        if best.is_none_or(|(least, _)| distance < least) {
            best = Some((distance, other));
        }
    }
    // Whatever the rest pose looks like, an only child follows its parent and a joint of the
    // midline that nobody else fits is its own image.
    let only = free.len() == 1;
    let fits = |(distance, _): &(f32, JointId)| only || *distance <= PAIR_TOLERANCE * size;
    best.filter(fits).map(|(_, other)| other).or_else(|| free.contains(&joint).then_some(joint))
}

/// Whether two joint names differ in their side only.
fn is_opposite(a: &str, b: &str) -> bool {
    if a == b || a.len().abs_diff(b.len()) > 2 {
        return false;
    }
    let first = |name: &str| name.rfind([':', '|']).map_or(0, |colon| colon + 1);
    let (a, b) = (&a[first(a)..], &b[first(b)..]);
    swap_words(a).is_some_and(|swapped| swapped == b) || differ_by_letter(a, b)
}

/// The text with every `left` made `right` and the other way round; `None` without either.
fn swap_words(text: &str) -> Option<String> {
    const WORDS: [(&str, &str); 3] = [("left", "right"), ("Left", "Right"), ("LEFT", "RIGHT")];
    let mut swapped = String::with_capacity(text.len() + 1);
    let (mut rest, mut any) = (text, false);
    'text: while let Some(letter) = rest.chars().next() {
        for (left, right) in WORDS {
            for (from, to) in [(left, right), (right, left)] {
                if let Some(after) = rest.strip_prefix(from) {
                    swapped.push_str(to);
                    (rest, any) = (after, true);
                    continue 'text;
                }
            }
        }
        swapped.push(letter);
        rest = &rest[letter.len_utf8()..];
    }
    any.then_some(swapped)
}

/// Whether two names are equal but for one L and R, at either end of a word (`l_thigh`, `Thigh.L`,
/// `lfemur`, `Bip01 L Foot`, `HandL`).
fn differ_by_letter(a: &str, b: &str) -> bool {
    if a.len() != b.len() {
        return false;
    }
    let mut differing = a.bytes().zip(b.bytes()).enumerate().filter(|(_, (x, y))| x != y);
    let (Some((at, letters)), None) = (differing.next(), differing.next()) else { return false };
    let is_side = matches!(letters, (b'l', b'r') | (b'r', b'l') | (b'L', b'R') | (b'R', b'L'));
    let bytes = a.as_bytes();
    let starts = at == 0 || !bytes[at - 1].is_ascii_alphanumeric();
    let ends = at + 1 == bytes.len() || !bytes[at + 1].is_ascii_alphanumeric();
    is_side && (starts || ends)
}

/// For each joint the world rotation that makes its rest pose the mirror image of its pair's.
///
/// The identity for a symmetric rest pose. A pair's corrections undo each other under reflection,
/// so that mirroring twice changes nothing.
fn rest_corrections(
    skeleton: &Skeleton,
    rest: &JointTransforms,
    pairs: &[Option<JointId>],
) -> Vec<Quat> {
    let mut corrections = vec![Quat::IDENTITY; skeleton.len()];
    for (joint, pair) in (0_u16..).map(JointId).zip(pairs) {
        let Some(pair) = *pair else { continue };
        if pair < joint {
            continue;
        }
        let fit = fit_rotation(&bones_to_match(skeleton, rest, pairs, joint, pair));
        if pair == joint {
            // On the midline a correction that undoes itself under reflection has no part about x.
            corrections[joint.index()] = unit(Quat::from_xyzw(0.0, fit.y, fit.z, fit.w));
        } else {
            corrections[joint.index()] = fit;
            corrections[pair.index()] = reflect_rotation(fit).conjugate();
        }
    }
    corrections
}

/// The bones that leave a joint in the rest pose, each with the reflected bone of its pair.
fn bones_to_match(
    skeleton: &Skeleton,
    rest: &JointTransforms,
    pairs: &[Option<JointId>],
    joint: JointId,
    pair: JointId,
) -> Vec<(Vec3, Vec3)> {
    let bone = |from: JointId, to: JointId| rest.position(to) - rest.position(from);
    let mut bones: Vec<(Vec3, Vec3)> = skeleton
        .children(joint)
        .filter_map(|child| Some((bone(joint, child), reflect(bone(pair, pairs[child.index()]?)))))
        .collect();
    let tip = |joint: JointId| rest.tip(skeleton, joint) - rest.position(joint);
    bones.push((tip(joint), reflect(tip(pair))));
    bones
}

/// The rotation that best carries the first vector of each pair onto the second, and among equals
/// the smallest: Wahba's problem by Davenport's q-method.
fn fit_rotation(pairs: &[(Vec3, Vec3)]) -> Quat {
    // So little weight for no turn, and less for half a turn about the vertical, decide ties only.
    let mut k = [[0.0_f64; 4]; 4];
    k[3][3] = 1e-6;
    k[1][1] = 1e-7;
    for (from, to) in pairs {
        let (Some(from), Some(to)) = (from.try_normalize(), to.try_normalize()) else { continue };
        let (a, b) = (from.as_dvec3(), to.as_dvec3());
        let cross = a.cross(b).to_array();
        let (a3, b3) = (a.to_array(), b.to_array());
        for i in 0..3 {
            for j in 0..3 {
                k[i][j] += a3[i] * b3[j] + b3[i] * a3[j];
            }
            k[i][i] -= a.dot(b);
            k[i][3] += cross[i];
            k[3][i] += cross[i];
        }
        k[3][3] += a.dot(b);
    }
    let q = unit(Quat::from_array(largest_eigenvector(k).map(|component| component as f32)));
    if q.w < 0.0 { -q } else { q }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_many_tools_are_paired() {
        for (left, right) in [
            ("LeftUpLeg", "RightUpLeg"),
            ("mixamorig:LeftArm", "mixamorig:RightArm"),
            ("lfemur", "rfemur"),
            ("LThumb", "RThumb"),
            ("thigh_l", "thigh_r"),
            ("thigh.L", "thigh.R"),
            ("thigh.L.001", "thigh.R.001"),
            ("Bip01 L Thigh", "Bip01 R Thigh"),
            ("l_hip", "r_hip"),
            ("HandL", "HandR"),
        ] {
            assert!(is_opposite(left, right) && is_opposite(right, left), "{left} {right}");
        }
        for (a, b) in
            [("LeftUpLeg", "RightLeg"), ("Hips", "Hips"), ("Collar", "Corlar"), ("Spine", "Spine1")]
        {
            assert!(!is_opposite(a, b), "{a} {b}");
        }
    }

    #[test]
    fn labels_change_sides() {
        assert_eq!(swap_words("turn_left").as_deref(), Some("turn_right"));
        assert_eq!(swap_words("Right step, left hand").as_deref(), Some("Left step, right hand"));
        assert_eq!(swap_words("walk"), None);
        assert_eq!(mirrored_name("left_hand_holds"), "right_hand_holds");
        assert_eq!(
            (mirrored_name("pivot_l"), mirrored_name("pivot_r")),
            ("pivot_r".into(), "pivot_l".into())
        );
        assert_eq!(
            (mirrored_name("feint_R"), mirrored_name("crawl")),
            ("feint_L".into(), "crawl".into())
        );
        let pass = Label { moment: Some(4), ..Label::new("pass", 2..9) };
        assert_eq!(mirrored_label(&pass), pass);
        assert_eq!(mirrored_clip_name(&mirrored_clip_name("walk")), "walk");
    }

    #[test]
    fn the_fit_finds_a_known_rotation() {
        let turn = crate::math::from_rotation_vector(Vec3::new(0.3, -0.8, 0.5));
        let pairs = [Vec3::X, Vec3::new(0.2, 1.0, 0.0)].map(|v| (v, turn * v));
        assert!(crate::math::angle_between(fit_rotation(&pairs), turn) < 1e-4);
        let opposite = fit_rotation(&[(Vec3::X, Vec3::NEG_X)]);
        assert!((opposite * Vec3::X).abs_diff_eq(Vec3::NEG_X, 1e-5), "{opposite}");
    }
}
