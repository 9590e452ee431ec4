//! From a take to a clip: plan the feet, solve the body over them, then hang the joints on it.

use crate::{
    arms::{Arm, arm, reach_out},
    body::{joint, skeleton},
    carriage::{Pelvis, Trunk, carriage},
    chance::Chance,
    curve::{TICKS_PER_FRAME, frame_tick, smooth, ticks},
    feet::{FootTracks, rough_tracks, stride, tracks},
    footsteps::footsteps,
    legs::reach,
    path::{MARGIN_SECS, path},
    pendulum::course,
    roll::{Foot, rolls},
    script::Take,
};
use glam::{DQuat, DVec3, Quat, Vec3};
use sidestep_motion::{Clip, Contacts, Label, Pose, Provenance, Side, math::unit};

/// Frames a second of every clip.
pub const RATE_HZ: f32 = 60.0;

/// One take; `number` names its stream of chance.
pub(crate) fn perform_take(take: &Take, seed: u64, number: u64) -> Clip {
    let mut chance = Chance::new(seed, number);
    let path = path(take);
    let stances = footsteps(&path, &mut chance);
    let rolls = rolls(&path, &stances);
    let mut course = course(&path, &rolls, &mut chance);
    let rough = stride(&path, &rough_tracks(&path, &rolls));
    let (pelvis, trunk) = carriage(&path, &course, &rough, &mut chance);
    course.settle(&path, |side, tick| pelvis.hip_from_root(side, tick));
    let pelvis = pelvis.on(&course);
    let feet = tracks(&path, &pelvis, &rolls);
    let stride = smooth(&stride(&path, &feet), 0.02);
    let mut arms = Side::BOTH.map(|side| arm(side, &trunk, &stride, &mut chance));
    reach_out(take, &mut arms);
    let body = Body { pelvis, trunk, feet, arms };
    clip(take, &body)
}

/// Every part of the body at every tick.
struct Body {
    pelvis: Pelvis,
    trunk: Trunk,
    feet: FootTracks,
    arms: [Vec<Arm>; 2],
}

fn clip(take: &Take, body: &Body) -> Clip {
    let start = ticks(MARGIN_SECS) + frame_tick(take.cut_secs);
    let end = ticks(MARGIN_SECS) + frame_tick(take.secs());
    let frames: Vec<usize> = (start..end).step_by(TICKS_PER_FRAME).collect();
    let mut clip = Clip {
        name: take.name.clone(),
        skeleton: skeleton(),
        rate_hz: RATE_HZ,
        root_positions: Vec::with_capacity(frames.len()),
        rotations: Vec::with_capacity(frames.len() * joint::COUNT),
        labels: labels(take, frames.len()),
        contacts: Some(frames.iter().map(|tick| contacts(&body.feet, *tick)).collect()),
        objects: Vec::new(),
        floor: Some(0.0),
        provenance: Provenance {
            source: "sidestep performer".to_owned(),
            licence: "MIT OR Apache-2.0".to_owned(),
            performer: "synthetic".to_owned(),
        },
    };
    let mut pose = Pose::identity(joint::COUNT);
    for tick in frames {
        body.pose_at(tick, &mut pose);
        clip.push(pose.as_ref());
    }
    clip
}

fn contacts(feet: &FootTracks, tick: usize) -> Contacts {
    Contacts::new(feet[0][tick].stands, feet[1][tick].stands)
}

/// The acts of a take as stretches of frames; neighbours of the same name become one.
fn labels(take: &Take, frames: usize) -> Vec<Label> {
    let mut labels: Vec<Label> = Vec::new();
    let mut secs = -take.cut_secs;
    for act in &take.acts {
        let frame = |secs: f64| u32::try_from(frame_tick(secs.max(0.0)) / TICKS_PER_FRAME);
        let last = u32::try_from(frames).unwrap_or(u32::MAX);
        let (begin, end) = (frame(secs).unwrap_or(last), frame(secs + act.secs).unwrap_or(last));
        secs += act.secs;
        match labels.last_mut() {
            _ if begin >= end.min(last) => {}
            Some(label) if label.name == act.label => label.frames.end = end.min(last),
            _ => labels.push(Label::new(act.label, begin..end.min(last))),
        }
    }
    labels
}

impl Body {
    fn pose_at(&self, tick: usize, pose: &mut Pose) {
        let pelvis = self.pelvis.rotation(tick);
        pose.root_position = vec3(self.pelvis.root(tick));
        let mut set = |joint: usize, rotation: DQuat| pose.rotations[joint] = quat(rotation);
        set(joint::HIPS, pelvis);
        let thorax = pelvis.inverse() * self.trunk.thorax[tick];
        let lower = DQuat::IDENTITY.slerp(thorax, 0.5);
        set(joint::SPINE, lower);
        set(joint::SPINE1, lower.inverse() * thorax);
        let head = self.trunk.thorax[tick].inverse() * self.trunk.head[tick];
        let neck = DQuat::IDENTITY.slerp(head, 0.45);
        set(joint::NECK, neck);
        set(joint::HEAD, neck.inverse() * head);
        for side in Side::BOTH {
            let (first, arm) = (joint::shoulder(side), self.arms[side.index()][tick]);
            let chain = [arm.clavicle, arm.upper, arm.fore, arm.hand];
            chain.into_iter().enumerate().for_each(|(i, rotation)| set(first + i, rotation));
            let (first, leg) = (joint::thigh(side), self.leg(side, tick));
            leg.into_iter().enumerate().for_each(|(i, rotation)| set(first + i, rotation));
        }
    }

    /// Thigh, shank, foot and toes, each against its parent.
    fn leg(&self, side: Side, tick: usize) -> [DQuat; 4] {
        let foot: Foot = self.feet[side.index()][tick];
        let forward = self.pelvis.knee_forward(tick, foot.yaw);
        let leg = reach(self.pelvis.hip(side, tick), foot.ankle, forward);
        [
            self.pelvis.rotation(tick).inverse() * leg.thigh,
            leg.thigh.inverse() * leg.shank,
            leg.shank.inverse() * foot.rotation(),
            DQuat::from_rotation_x(foot.pitch - foot.toe_pitch),
        ]
    }
}

fn vec3(v: DVec3) -> Vec3 {
    Vec3::new(v.x as f32, v.y as f32, v.z as f32)
}

fn quat(q: DQuat) -> Quat {
    let q = if q.w < 0.0 { -q } else { q };
    unit(Quat::from_xyzw(q.x as f32, q.y as f32, q.z as f32, q.w as f32))
}
