//! What the source did: the figures that a controller's are held against.

use crate::{
    by_speed::BySpeed,
    liveliness::LimbSpeeds,
    nearest::NearestSpace,
    quality::{
        ContactFigures, accelerations, fastest_turn, frame_accelerations, jerks, moving_contacts,
        root_jerks, turns,
    },
    run::{FRAMES_PER_SEC, RATE_HZ},
    statistics::{fraction, percentile},
    whole_foot::{FootFigures, WholeFoot},
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
    /// 95th percentile of the jerk of the root alone, in m/s³.
    pub root_jerk_p95: f32,
    /// 99.9th percentile of joint acceleration, in m/s².
    pub pop_p999: f32,
    /// Largest joint acceleration, in m/s².
    pub pop_max: f32,
    /// What whole feet do.
    pub feet: WholeFoot,
    /// How fast limbs move at which speed of travel.
    pub limbs: LimbSpeeds,
    /// Median, 95th and 99th percentile of heading changes within half a second, in degrees.
    pub half_second_turn_percentiles_deg: [f32; 3],
    /// 99.9th percentile of the largest joint angular acceleration of a frame, in rad/s².
    pub acceleration_p999: f32,
    /// Contacts and skate, by the same detector as for outputs.
    pub contacts: ContactFigures,
    /// Share of the feet that are down, by speed of travel.
    pub contacts_by_speed: BySpeed,
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
        let mut sums = Sums::default();
        let median_speed = median_moving_speed(library);
        let speeds = (0.6 * median_speed, 1.4 * median_speed);
        motions.iter().for_each(|clip| sums.add(clip, speeds));
        let half_second = sums.half_second_turns.iter().copied().fold(0.0, f32::max);
        let pop_max = sums.pops.iter().copied().fold(0.0, f32::max);
        Self {
            median_speed,
            half_second_turn: half_second,
            second_turn: sums.second_turn,
            jerk_p95: percentile(sums.jerks, 0.95),
            root_jerk_p95: percentile(sums.root_jerks, 0.95),
            pop_p999: percentile(sums.pops, 0.999),
            pop_max,
            feet: sums.feet.figures(),
            limbs: sums.limbs,
            half_second_turn_percentiles_deg: turn_percentiles_deg(sums.half_second_turns),
            acceleration_p999: percentile(sums.angular_accelerations, 0.999),
            contacts: sums.contacts,
            contacts_by_speed: sums.contacts_by_speed,
            moving_contact_fraction: fraction(sums.moving_contacts.0, sums.moving_contacts.1),
            nearest: NearestSpace::new(motions.iter().map(|clip| &clip.motion)),
        }
    }
}

/// Median, 95th and 99th percentile of some angles, in degrees.
pub(crate) fn turn_percentiles_deg(turns: Vec<f32>) -> [f32; 3] {
    [0.5, 0.95, 0.99].map(|share| percentile(turns.clone(), share).to_degrees())
}

/// What the clips come to together.
#[derive(Default)]
struct Sums {
    jerks: Vec<f32>,
    root_jerks: Vec<f32>,
    pops: Vec<f32>,
    angular_accelerations: Vec<f32>,
    half_second_turns: Vec<f32>,
    second_turn: f32,
    contacts: ContactFigures,
    contacts_by_speed: BySpeed,
    /// Frames of feet in contact, and all, while moving at about the median speed.
    moving_contacts: (usize, usize),
    feet: FootFigures,
    limbs: LimbSpeeds,
}

impl Sums {
    fn add(&mut self, ClipMotion { motion, poses }: &ClipMotion, speeds: (f32, f32)) {
        jerks(motion, &mut self.jerks);
        root_jerks(motion, &mut self.root_jerks);
        accelerations(motion, &mut self.pops);
        self.angular_accelerations.extend(frame_accelerations(poses));
        let headings = smoothed_headings(motion);
        self.half_second_turns.extend(turns(&headings, FRAMES_PER_SEC / 2));
        self.second_turn = self.second_turn.max(fastest_turn(&headings, FRAMES_PER_SEC));
        self.contacts.add(motion, motion);
        self.contacts_by_speed.add_contacts(motion);
        let (down, all) = moving_contacts(motion, speeds);
        self.moving_contacts.0 += down;
        self.moving_contacts.1 += all;
        self.feet.add(motion);
        self.limbs.add(motion);
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
