//! A small body that tests write as BVH in the dialect they want.
#![allow(dead_code, unreachable_pub, reason = "each test uses a part of it")]

use std::fmt::Write;

/// Name, parent and offset in metres, Y up, facing +Z, in a T-pose; a fourth column is the tip.
pub const BODY: [(&str, Option<usize>, [f64; 3]); 14] = [
    ("Hips", None, [0.0, 0.0, 0.0]),
    ("LeftUpLeg", Some(0), [0.1, -0.05, 0.0]),
    ("LeftLeg", Some(1), [0.0, -0.42, 0.0]),
    ("LeftFoot", Some(2), [0.0, -0.41, 0.0]),
    ("RightUpLeg", Some(0), [-0.1, -0.05, 0.0]),
    ("RightLeg", Some(4), [0.0, -0.42, 0.0]),
    ("RightFoot", Some(5), [0.0, -0.41, 0.0]),
    ("Spine", Some(0), [0.0, 0.3, 0.0]),
    ("LeftArm", Some(7), [0.15, 0.2, 0.0]),
    ("LeftForeArm", Some(8), [0.28, 0.0, 0.0]),
    ("LeftHand", Some(9), [0.26, 0.0, 0.0]),
    ("RightArm", Some(7), [-0.15, 0.2, 0.0]),
    ("RightForeArm", Some(11), [-0.28, 0.0, 0.0]),
    ("RightHand", Some(12), [-0.26, 0.0, 0.0]),
];

const HEAD: (&str, Option<usize>, [f64; 3]) = ("Head", Some(7), [0.0, 0.3, 0.0]);

/// How a file is written.
#[derive(Clone, Copy)]
pub struct Dialect {
    /// Metres of one unit.
    pub unit_m: f64,
    /// Brings +Y to the file's up axis.
    pub turn: fn([f64; 3]) -> [f64; 3],
    /// Whether a joint `Reference` that never moves stands above the hips.
    pub ground: bool,
}

pub const PLAIN: Dialect = Dialect { unit_m: 1.0, turn: |v| v, ground: false };

/// One frame: where the hips are in metres, Y up, and degrees about the file's X for both arms and
/// forearms.
#[derive(Clone, Copy)]
pub struct Frame {
    pub hips: [f64; 3],
    pub arm_degrees: f64,
}

/// The body as BVH. Non-root joints have the channels Zrotation Yrotation Xrotation; all are zero
/// but the Z rotation of the arms, in opposite directions.
pub fn bvh(dialect: Dialect, frames: &[Frame]) -> String {
    let mut text = "HIERARCHY\n".to_owned();
    let joints: Vec<_> = BODY.iter().chain([&HEAD]).copied().collect();
    if dialect.ground {
        text.push_str(
            "ROOT Reference\n{\nOFFSET 0 0 0\nCHANNELS 3 Xrotation Yrotation Zrotation\n",
        );
    }
    let mut values = Vec::new();
    write_joint(&mut text, dialect, &joints, 0, &mut values);
    text.push_str(if dialect.ground { "}\n" } else { "" });
    write!(text, "MOTION\nFrames: {}\nFrame Time: 0.01\n", frames.len()).unwrap();
    for frame in frames {
        let hips = (dialect.turn)(frame.hips).map(|part| part / dialect.unit_m);
        if dialect.ground {
            text.push_str("0 0 0 ");
        }
        for name in &values {
            match *name {
                "Hips" => write!(text, "{} {} {} 0 0 0 ", hips[0], hips[1], hips[2]).unwrap(),
                "LeftArm" => write!(text, "{} 0 0 ", -frame.arm_degrees).unwrap(),
                "RightArm" => write!(text, "{} 0 0 ", frame.arm_degrees).unwrap(),
                _ => text.push_str("0 0 0 "),
            }
        }
        text.push('\n');
    }
    text
}

type Row = (&'static str, Option<usize>, [f64; 3]);

fn write_joint(
    text: &mut String,
    dialect: Dialect,
    joints: &[Row],
    index: usize,
    order: &mut Vec<&'static str>,
) {
    let (name, parent, offset) = joints[index];
    let kind = if parent.is_none() && !dialect.ground { "ROOT" } else { "JOINT" };
    let [x, y, z] = (dialect.turn)(offset).map(|part| part / dialect.unit_m);
    let channels = match parent {
        None => "6 Xposition Yposition Zposition Zrotation Yrotation Xrotation",
        Some(_) => "3 Zrotation Yrotation Xrotation",
    };
    writeln!(text, "{kind} {name}\n{{\nOFFSET {x} {y} {z}\nCHANNELS {channels}").unwrap();
    order.push(name);
    let children: Vec<usize> =
        (0..joints.len()).filter(|child| joints[*child].1 == Some(index)).collect();
    for child in &children {
        write_joint(text, dialect, joints, *child, order);
    }
    if children.is_empty() {
        let [x, y, z] = (dialect.turn)([0.0, 0.05, 0.0]).map(|part| part / dialect.unit_m);
        writeln!(text, "End Site\n{{\nOFFSET {x} {y} {z}\n}}").unwrap();
    }
    text.push_str("}\n");
}
