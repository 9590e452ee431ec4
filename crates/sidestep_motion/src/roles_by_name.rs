//! Roles from joint names, over the naming worlds of CMU, MotionBuilder, Mixamo, Unreal, Unity,
//! VRM, 3ds Max, Daz, Blender, ASF and SMPL.
//!
//! A name is cut into lower-case words (`mixamorig:LeftUpLeg`: left, up, leg), the side is taken
//! out, and what remains is looked up. Some words mean different joints in different worlds
//! (`LeftShoulder` is a collar bone for MotionBuilder and a shoulder joint for SMPL), so for each
//! side the clear words are settled first and the others take what is left.

use crate::{
    joint::{Joint, JointId},
    joint_tree::{hangs_from, id},
    role::{Role, Roles},
    side::Side,
};

/// Words of limb joints, the clearest first.
const THIGH: &[&str] = &["thigh", "femur", "upleg", "upperleg", "thighbend", "hip"];
const SHANK: &[&str] = &["calf", "shin", "tibia", "lowleg", "lowerleg", "shank", "knee", "leg"];
const FOOT: &[&str] = &["ankle", "foot"];
const TOE: &[&str] = &["toebase", "ball", "toe", "toes", "toe0", "toe1"];
const CLAVICLE: &[&str] = &["clavicle", "collar", "collarbone"];
const UPPER_ARM: &[&str] =
    &["upperarm", "uparm", "humerus", "shldr", "shldrbend", "arm", "shoulderjoint"];
const FOREARM: &[&str] = &["forearm", "lowerarm", "lowarm", "radius", "forearmbend", "elbow"];
const HAND: &[&str] = &["wrist", "hand"];
/// The collar bone, or the shoulder joint where nothing else is.
const SHOULDER: &[&str] = &["shoulder", "shoulder1"];

/// Words of joints on the middle line.
const HIPS: &[&str] = &["hips", "pelvis", "hip"];
const NECK: &[&str] = &["neck", "neck0", "neck1", "neck01", "lowerneck", "necklower"];
const HEAD: &[&str] = &["head", "skull"];

/// A joint with one of these words helps the rig and is no part of the body.
const HELPERS: &[&str] = &[
    "ik", "fk", "twist", "roll", "end", "site", "nub", "pole", "ctrl", "target", "helper", "share",
    "hipjoint",
];

/// Fills in every role that a name tells.
pub(crate) fn by_name(joints: &[Joint], roles: &mut Roles) {
    let names: Vec<Option<Name>> = joints.iter().map(|joint| Name::parse(&joint.name)).collect();
    for side in Side::BOTH {
        limbs(&names, side, roles);
    }
    let find = |words| find(&names, None, words);
    roles.set(Role::Neck, find(NECK));
    roles.set(Role::Head, find(HEAD));
    roles.set(Role::Hips, hips(joints, &names, roles));
}

fn limbs(names: &[Option<Name>], side: Side, roles: &mut Roles) {
    let find = |words| find(names, Some(side), words);
    let mut thigh = find(THIGH);
    let mut shank = find(SHANK);
    let leg = find(&["leg"]);
    if thigh.is_none() && shank != leg {
        thigh = leg;
    }
    if shank == thigh {
        shank = None;
    }
    let foot = find(FOOT);
    // SMPL calls the ankle an ankle and the ball of the foot a foot.
    let toe = find(TOE).or_else(|| find(&["foot"]).filter(|joint| Some(*joint) != foot));
    roles.set(Role::Thigh(side), thigh);
    roles.set(Role::Shank(side), shank);
    roles.set(Role::Foot(side), foot);
    roles.set(Role::Toe(side), toe);

    let shoulder = find(SHOULDER);
    let collar = find(CLAVICLE);
    let upper_arm = find(UPPER_ARM);
    let (clavicle, upper_arm) = match (collar, upper_arm) {
        (collar, None) => (collar, shoulder),
        (collar, upper_arm) => (collar.or(shoulder), upper_arm),
    };
    roles.set(Role::Clavicle(side), clavicle);
    roles.set(Role::UpperArm(side), upper_arm);
    roles.set(Role::Forearm(side), find(FOREARM));
    roles.set(Role::Hand(side), find(HAND));
}

/// Of several joints named like hips the deepest one that carries both legs.
fn hips(joints: &[Joint], names: &[Option<Name>], roles: &Roles) -> Option<JointId> {
    let thighs = Side::BOTH.map(|side| roles.get(Role::Thigh(side)));
    let [Some(left), Some(right)] = thighs else { return find(names, None, HIPS) };
    let carries = |index: &usize| {
        hangs_from(joints, left, id(*index)) && hangs_from(joints, right, id(*index))
    };
    let is_named = |index: &usize| {
        let name = names[*index].as_ref();
        name.is_some_and(|name| name.side.is_none() && name.rank(HIPS).is_some())
    };
    (0..joints.len()).rev().filter(carries).find(is_named).map(id)
}

/// The joint of a side whose name says one of `words`: the name with the fewest foreign words
/// before it wins, then the clearest word, then the first joint.
fn find(names: &[Option<Name>], side: Option<Side>, words: &[&str]) -> Option<JointId> {
    let rank = |(index, name): (usize, &Option<Name>)| {
        let name = name.as_ref().filter(|name| name.side == side)?;
        let (word, foreign) = name.rank(words)?;
        Some((foreign, word, index))
    };
    names.iter().enumerate().filter_map(rank).min().map(|(_, _, index)| id(index))
}

/// A joint name taken apart.
struct Name {
    side: Option<Side>,
    words: Vec<String>,
}

impl Name {
    /// `None` for the helpers of a rig.
    fn parse(name: &str) -> Option<Self> {
        let name = name.rsplit([':', '|', '/']).next().unwrap_or(name);
        let mut words = split_words(name);
        let mut side = None;
        words.retain(|word| match side_of_word(word) {
            Some(found) if side.is_none() => {
                side = Some(found);
                false
            }
            _ => true,
        });
        if side.is_none() {
            side = words.iter_mut().find_map(take_side_prefix);
        }
        let joined = words.concat();
        let is_helper =
            |helper: &&str| words.iter().any(|word| word == helper) || joined == **helper;
        if HELPERS.iter().any(is_helper) { None } else { Some(Self { side, words }) }
    }

    /// The place of the matching word in `table`, and how many foreign words stand before it.
    fn rank(&self, table: &[&str]) -> Option<(usize, usize)> {
        (0..self.words.len()).find_map(|foreign| {
            let said = self.words[foreign..].concat();
            let word = table.iter().position(|word| *word == said)?;
            Some((word, foreign))
        })
    }
}

/// Cuts at separators, before digits and at the humps of camel case; lower case.
fn split_words(name: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut previous = ' ';
    let mut rest = name.chars().peekable();
    while let Some(letter) = rest.next() {
        let next_is_lower = rest.peek().is_some_and(|next| next.is_lowercase());
        let hump = letter.is_uppercase()
            && (previous.is_lowercase() || (previous.is_uppercase() && next_is_lower));
        let digit = letter.is_ascii_digit() != previous.is_ascii_digit();
        if hump || digit || !letter.is_alphanumeric() {
            words.push(String::new());
        }
        if let (true, Some(word)) = (letter.is_alphanumeric(), words.last_mut()) {
            word.extend(letter.to_lowercase());
        }
        previous = letter;
    }
    words.retain(|word| !word.is_empty());
    words
}

fn side_of_word(word: &str) -> Option<Side> {
    match word {
        "left" | "l" => Some(Side::Left),
        "right" | "r" => Some(Side::Right),
        _ => None,
    }
}

/// Names of one word hide their side at its start: `lfemur`, `leftarm`.
fn take_side_prefix(word: &mut String) -> Option<Side> {
    let limb = |rest: &str| {
        [THIGH, SHANK, FOOT, TOE, CLAVICLE, UPPER_ARM, FOREARM, HAND, SHOULDER, &["hipjoint"]]
            .iter()
            .any(|table| table.contains(&rest))
    };
    let prefixes =
        [("left", Side::Left), ("right", Side::Right), ("l", Side::Left), ("r", Side::Right)];
    let (rest, side) = prefixes.into_iter().find_map(|(prefix, side)| {
        let rest = word.strip_prefix(prefix).filter(|rest| limb(rest))?;
        Some((rest.to_owned(), side))
    })?;
    *word = rest;
    Some(side)
}
