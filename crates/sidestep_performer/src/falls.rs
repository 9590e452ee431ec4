//! Falling and getting up: an actor that stands, bent through postures and back.

use crate::{
    chance::Chance,
    lying::Lying,
    perform::{RATE_HZ, perform_take},
    posture::{Key, Posture, Standing, clearance},
    script::{Act, Take},
};
use glam::Vec3;
use sidestep_motion::{
    Clip, Contacts, GroundTransform, Label, Pose, Role, Side, kinematics::JointTransforms,
};

/// How long it stands before and after, and lies between, in seconds.
const STANDS_SECS: f32 = 0.6;
const LIES_SECS: f32 = 0.4;
/// Streams of chance that no other take has.
const STREAM: u64 = 1 << 32;

/// So many falls, by turns on the face, on the back and on each side, none as fast as another.
pub(crate) fn falls(count: u32, seed: u64) -> Vec<Clip> {
    (0..count).map(|number| fall(number, seed)).collect()
}

fn fall(number: u32, seed: u64) -> Clip {
    const NAMES: [&str; 4] = ["fall_forward", "fall_back", "fall_left", "fall_right"];
    let lying = Lying::ALL[number as usize % Lying::ALL.len()];
    let mut chance = Chance::new(seed, STREAM + u64::from(number));
    let pace = chance.between(0.9, 1.12) as f32;
    let course = Course::new(lying, pace);
    let take = Take {
        name: format!("{}_{}", NAMES[lying.index()], number / 4 + 1),
        acts: vec![Act::stand(f64::from(course.secs()))],
        cut_secs: 0.0,
    };
    course.bent(perform_take(&take, seed, STREAM + u64::from(number)))
}

/// When what happens.
struct Course {
    lying: Lying,
    /// How much longer than usual everything takes.
    pace: f32,
    /// When it begins to fall, lies, begins to get up and stands again.
    turns: [f32; 4],
}

impl Course {
    fn new(lying: Lying, pace: f32) -> Self {
        let secs = |keys: &[Key]| pace * keys.last().map_or(0.0, |(secs, _)| *secs);
        let lies = STANDS_SECS + secs(lying.down());
        let rises = lies + LIES_SECS;
        Self { lying, pace, turns: [STANDS_SECS, lies, rises, rises + secs(lying.up())] }
    }

    fn secs(&self) -> f32 {
        self.turns[3] + STANDS_SECS
    }

    fn posture(&self, secs: f32) -> Posture {
        let [falls, _, rises, _] = self.turns;
        if secs < rises {
            Posture::along(self.lying.down(), ((secs - falls) / self.pace).max(0.0))
        } else {
            Posture::along(self.lying.up(), (secs - rises) / self.pace)
        }
    }

    /// The clip of an actor that stands, bent.
    fn bent(&self, standing: Clip) -> Clip {
        let mut clip = Clip {
            root_positions: Vec::new(),
            rotations: Vec::new(),
            labels: self.labels(standing.len()),
            contacts: standing.contacts.as_ref().map(|contacts| self.contacts(contacts)),
            ..standing.clone()
        };
        let mut bending = Bending::new(&standing, self.lying.foot());
        for frame in 0..standing.len() {
            let posture = self.posture(secs_of(frame));
            bending.ground.heading =
                self.lying.turned((secs_of(frame) - self.turns[2]) / self.pace);
            bending.bend(&posture, standing.pose(frame).to_pose());
            clip.push(bending.pose.as_ref());
        }
        clip
    }

    fn labels(&self, frames: usize) -> Vec<Label> {
        let last = u32::try_from(frames).unwrap_or(u32::MAX);
        let [falls, lies, rises, stands] =
            self.turns.map(|secs| ((secs * RATE_HZ).round() as u32).min(last));
        let stretches = [
            ("stand", 0..falls),
            ("fall", falls..lies),
            ("lie", lies..rises),
            ("get_up", rises..stands),
            ("stand", stands..last),
        ];
        stretches.into_iter().map(|(name, frames)| Label::new(name, frames)).collect()
    }

    /// Feet that stand; on the way down and up nothing is said of them.
    fn contacts(&self, standing: &[Contacts]) -> Vec<Contacts> {
        let [falls, .., stands] = self.turns;
        let at = |(frame, contacts): (usize, &Contacts)| {
            let is_up = secs_of(frame) < falls || secs_of(frame) >= stands;
            if is_up { *contacts } else { Contacts::NONE }
        };
        standing.iter().enumerate().map(at).collect()
    }
}

/// Brings an actor that stands into postures; a foot stays where it is while it bears the body.
struct Bending<'a> {
    standing: &'a Clip,
    ground: GroundTransform,
    bearing: Side,
    /// The ankle of that side as seen from the pelvis, on the floor.
    foot: Option<Vec3>,
    pose: Pose,
    at: JointTransforms,
    stood: JointTransforms,
}

impl<'a> Bending<'a> {
    fn new(standing: &'a Clip, bearing: Side) -> Self {
        let joints = standing.skeleton.len();
        let root = standing.pose(0).root_position;
        Self {
            standing,
            ground: GroundTransform::new(root.x, root.z, 0.0),
            bearing,
            foot: None,
            pose: Pose::identity(joints),
            at: JointTransforms::new(joints),
            stood: JointTransforms::new(joints),
        }
    }

    fn bend(&mut self, posture: &Posture, stands: Pose) {
        let skeleton = &self.standing.skeleton;
        self.stood.compute(skeleton, stands.as_ref());
        let clearance = clearance(skeleton, &self.stood);
        let standing =
            Standing { skeleton, pose: stands.as_ref(), at: &self.stood, clearance: &clearance };
        posture.write(&standing, self.ground, &mut self.pose, &mut self.at);
        let Some(ankle) = skeleton.roles().get(Role::Foot(self.bearing)) else { return };
        let foot = (self.at.position(ankle) - self.pose.root_position).with_y(0.0);
        let way = self.foot.map_or(Vec3::ZERO, |before| (before - foot) * posture.foot_stays);
        self.foot = Some(foot);
        self.ground.x += way.x;
        self.ground.z += way.z;
        self.pose.root_position += way;
    }
}

fn secs_of(frame: usize) -> f32 {
    frame as f32 / RATE_HZ
}
