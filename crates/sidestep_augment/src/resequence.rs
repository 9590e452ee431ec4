//! New sequences of the frames there are: a random walk, joined where it jumps.

use crate::footing::{Feet, FootPose, plant};
use sidestep_motion::{
    Clip, FrameId, GroundTransform, MotionLibrary, Pose, Provenance, Side,
    chance::Chance,
    inertialize::{Approach, Inertializer},
    kinematics::JointTransforms,
    leg_ik::Leg,
};
use sidestep_pose_graph::{Pruned, Walk, WalkConfig, WalkStep};

/// Walks so many frames from a place drawn by chance.
pub(crate) fn resequence(
    library: &MotionLibrary,
    connected: &Pruned,
    (config, join_secs): (&WalkConfig, f32),
    frames: usize,
    chance: &mut Chance,
) -> Clip {
    let kept = (0_u32..).zip(&connected.kept).filter(|(_, kept)| **kept);
    let start = kept.map(|(frame, _)| frame).nth(chance.below(connected.kept_frames));
    let start = FrameId(start.unwrap_or(0));
    let own = Chance::new(chance.below(usize::MAX) as u64, 0);
    let walk = Walk::from(connected, config, start, own);
    let first = WalkStep { frame: start, is_jump: false, cost: 0.0 };
    played(library, join_secs, std::iter::once(first).chain(walk.take(frames.saturating_sub(1))))
}

/// Plays steps into a clip, with its joins faded and its feet kept.
pub(crate) fn played(
    library: &MotionLibrary,
    join_secs: f32,
    steps: impl IntoIterator<Item = WalkStep>,
) -> Clip {
    let mut player = Player::new(library, join_secs);
    steps.into_iter().for_each(|step| player.play(step));
    plant(&mut player.clip, &player.legs, &player.feet);
    player.clip
}

/// Plays frames one after the other into a clip.
struct Player<'a> {
    library: &'a MotionLibrary,
    join_secs: f32,
    join: Inertializer,
    /// Where the frames that play lie in the world.
    world_from_clip: GroundTransform,
    /// The frame played last.
    last: Option<FrameId>,
    clip: Clip,
    pose: Pose,
    joints: JointTransforms,
    legs: [Option<Leg>; 2],
    feet: Vec<Feet>,
}

impl<'a> Player<'a> {
    fn new(library: &'a MotionLibrary, join_secs: f32) -> Self {
        let skeleton = library.skeleton();
        Self {
            library,
            join_secs,
            join: Inertializer::new(skeleton.len()),
            world_from_clip: GroundTransform::IDENTITY,
            last: None,
            clip: Clip {
                contacts: Some(Vec::new()),
                ..Clip::empty("", skeleton, library.rate_hz())
            },
            pose: Pose::identity(skeleton.len()),
            joints: JointTransforms::new(skeleton.len()),
            legs: Side::BOTH.map(|side| Leg::of(skeleton, side)),
            feet: Vec::new(),
        }
    }

    fn play(&mut self, step: WalkStep) {
        let frame = step.frame;
        let mut before = None;
        match self.last {
            None => {
                self.world_from_clip = self.library.ground(frame).inverse();
                self.clip.provenance = self.provenance(frame);
            }
            Some(last) if step.is_jump => before = Some(self.jump(last, frame)),
            Some(_) => {}
        }
        self.pose.copy_from(self.library.pose(frame));
        self.world_from_clip.transform_pose(&mut self.pose);
        self.joints.compute(self.library.skeleton(), self.pose.as_ref());
        self.feet.push(Feet { now: feet(&self.legs, &self.joints), before });
        self.join.apply(self.library.frame_secs(), &mut self.pose);
        self.clip.push(self.pose.as_ref());
        if let Some(contacts) = &mut self.clip.contacts {
            contacts.push(self.library.contacts(frame));
        }
        self.last = Some(frame);
    }

    /// The frame before the one entered takes the place of the last one played; gives its feet.
    fn jump(&mut self, last: FrameId, entered: FrameId) -> [FootPose; 2] {
        let start = self.library.clips()[self.library.clip_of(entered).index()].frames.start;
        let back = |frames: u32| FrameId(entered.0.saturating_sub(frames).max(start));
        let ground = self.world_from_clip * self.library.ground(last);
        self.world_from_clip = ground * self.library.ground(back(1)).inverse();
        let placed = |frame: FrameId| {
            let mut pose = self.library.pose(frame).to_pose();
            self.world_from_clip.transform_pose(&mut pose);
            pose
        };
        let (before, at) = (placed(back(2)), placed(back(1)));
        let shown = self.clip.len() - 1;
        let shown = Approach::new(self.clip.pose(shown.saturating_sub(1)), self.clip.pose(shown));
        let entered = Approach::new(before.as_ref(), at.as_ref());
        self.join.join(shown, entered, self.library.frame_secs(), self.join_secs);
        self.joints.compute(self.library.skeleton(), at.as_ref());
        feet(&self.legs, &self.joints)
    }

    /// An episode has the licence of the clip it begins in, and names it.
    fn provenance(&self, frame: FrameId) -> Provenance {
        self.library.clips()[self.library.clip_of(frame).index()].provenance.clone()
    }
}

fn feet(legs: &[Option<Leg>; 2], joints: &JointTransforms) -> [FootPose; 2] {
    let of = |leg: &Option<Leg>| {
        let foot = leg.as_ref()?.foot;
        Some(FootPose { position: joints.position(foot), rotation: joints.rotation(foot) })
    };
    [of(&legs[0]).unwrap_or_default(), of(&legs[1]).unwrap_or_default()]
}
