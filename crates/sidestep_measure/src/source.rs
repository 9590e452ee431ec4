//! What the source did: the figures that a controller's are held against.

use crate::{
    nearest::NearestSpace,
    quality::{ContactFigures, fastest_turn, frame_accelerations, jerks, moving_contacts},
    run::{FRAMES_PER_SEC, RATE_HZ},
    statistics::{fraction, percentile},
};
use sidestep_control::median_moving_speed;
use sidestep_motion::{ClipId, JointMotion, MotionLibrary, Pose, facing::smoothed_headings};

/// Figures of a library, computed once for all measures.
#[derive(Clone, Debug)]
pub struct Source {
    /// Median speed of the frames that move, in m/s.
    pub median_speed: f32,
    /// Fastest heading change within half a second, in radians.
    pub half_second_turn: f32,
    /// Fastest heading change within a second, in radians.
    pub second_turn: f32,
    /// 95th percentile of joint jerk, in m/s³.
    pub jerk_p95: f32,
    /// 99.9th percentile of the largest joint angular acceleration of a frame, in rad/s².
    pub acceleration_p999: f32,
    /// Contacts and skate, by the same detector as for outputs.
    pub contacts: ContactFigures,
    /// Share of the time that a foot is down, mean of both, while moving at about the median speed.
    pub moving_contact_fraction: f32,
    /// The space in which distances to the data are measured.
    pub nearest: NearestSpace,
}

impl Source {
    /// Computes the figures of a library.
    pub fn of(library: &MotionLibrary) -> Self {
        let clips = 0..u16::try_from(library.clips().len()).unwrap_or(u16::MAX);
        let motions: Vec<ClipMotion> =
            clips.map(|id| ClipMotion::of(library, ClipId(id))).collect();
        let mut jerk = Vec::new();
        let mut accelerations = Vec::new();
        let mut contacts = ContactFigures::default();
        let (mut half_second_turn, mut second_turn) = (0.0_f32, 0.0_f32);
        let median_speed = median_moving_speed(library);
        let (mut down, mut all) = (0, 0);
        for clip in &motions {
            jerks(&clip.motion, &mut jerk);
            accelerations.extend(frame_accelerations(&clip.poses));
            contacts.add(&clip.motion, &clip.motion);
            let moving = moving_contacts(&clip.motion, (0.6 * median_speed, 1.4 * median_speed));
            (down, all) = (down + moving.0, all + moving.1);
            let headings = smoothed_headings(&clip.motion);
            half_second_turn = half_second_turn.max(fastest_turn(&headings, FRAMES_PER_SEC / 2));
            second_turn = second_turn.max(fastest_turn(&headings, FRAMES_PER_SEC));
        }
        Self {
            median_speed,
            half_second_turn,
            second_turn,
            jerk_p95: percentile(jerk, 0.95),
            acceleration_p999: percentile(accelerations, 0.999),
            contacts,
            moving_contact_fraction: fraction(down, all),
            nearest: NearestSpace::new(motions.iter().map(|clip| &clip.motion)),
        }
    }
}

/// A clip of the library at the rate of all measures.
struct ClipMotion {
    motion: JointMotion,
    poses: Vec<Pose>,
}

impl ClipMotion {
    fn of(library: &MotionLibrary, id: ClipId) -> Self {
        let mut clip = library.to_clip(id);
        // Back on y = 0, where the library and every output stand.
        let floor = clip.floor.take().unwrap_or(0.0);
        clip.root_positions.iter_mut().for_each(|position| position.y -= floor);
        let clip = if clip.rate_hz == RATE_HZ {
            clip
        } else {
            sidestep_motion::resample::resample(&clip, RATE_HZ)
        };
        let poses = (0..clip.len()).map(|frame| clip.pose(frame).to_pose()).collect();
        Self { motion: JointMotion::of(&clip), poses }
    }
}
