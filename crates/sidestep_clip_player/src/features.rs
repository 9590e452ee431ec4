//! What frames are compared by: feet, hips and contacts now, and the way ahead.

use crate::config::FeatureWeights;
use glam::Vec3;
use sidestep_motion::{
    Contacts, FrameId, GroundTransform, JointId, MotionLibrary, Side,
    kinematics::JointTransforms,
    math::{cos, sin},
};

/// How far ahead the way is compared, in seconds.
pub(crate) const HORIZONS_SECS: [f32; 3] = [0.33, 0.67, 1.0];

/// Where the features of the way ahead begin; those of the body come before.
pub(crate) const BODY: usize = 18;

/// Features of one frame.
pub(crate) const DIMS: usize = BODY + 4 * HORIZONS_SECS.len();

/// The features of one frame, in units of their weighted spread.
pub(crate) type Row = [f32; DIMS];

/// The joints that are compared.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ComparedJoints {
    pub(crate) hips: JointId,
    pub(crate) feet: [JointId; 2],
}

/// Hips and feet at one moment, as seen from the character.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Body {
    pub(crate) feet: [Vec3; 2],
    pub(crate) hips: Vec3,
}

/// The features of all frames.
#[derive(Clone, Debug)]
pub(crate) struct FeatureTable {
    rows: Vec<Row>,
    scales: Row,
}

impl Body {
    /// Hips and feet of `transforms` as seen from `ground`.
    pub(crate) fn new(
        joints: ComparedJoints,
        transforms: &JointTransforms,
        ground: GroundTransform,
    ) -> Self {
        let from_world = ground.inverse();
        let seen = |joint| from_world.transform_point(transforms.position(joint));
        Self { feet: joints.feet.map(seen), hips: seen(joints.hips) }
    }
}

impl FeatureTable {
    /// Computes the features of every frame of the library.
    pub(crate) fn new(
        library: &MotionLibrary,
        joints: ComparedJoints,
        weights: &FeatureWeights,
    ) -> Self {
        let mut rows = Vec::with_capacity(library.len());
        let mut transforms = JointTransforms::new(library.skeleton().len());
        for clip in library.clips() {
            let (start, last) = (clip.frames.start, clip.frames.end.saturating_sub(1));
            for frame in clip.frames.clone() {
                let (from, to) = (frame.saturating_sub(1).max(start), (frame + 1).min(last));
                let ground = library.ground(FrameId(frame));
                let mut body = |frame: u32| {
                    transforms.compute(library.skeleton(), library.pose(FrameId(frame)));
                    Body::new(joints, &transforms, ground)
                };
                let (before, now, after) = (body(from), body(frame), body(to));
                let secs = seconds(to - from, library).max(1e-6);
                let contacts = library.contacts(FrameId(frame));
                let mut row = [0.0; DIMS];
                write_body(&now, (&before, &after, secs), contacts, &mut row);
                for (index, ahead_secs) in HORIZONS_SECS.into_iter().enumerate() {
                    write_future(index, future(library, frame, ahead_secs), &mut row);
                }
                rows.push(row);
            }
        }
        let scales = scales(&rows, weights);
        rows.iter_mut().for_each(|row| scale(row, &scales));
        Self { rows, scales }
    }

    /// The features of a frame.
    pub(crate) fn row(&self, frame: u32) -> &Row {
        &self.rows[frame as usize]
    }

    /// The features of a body in motion that is in no library; the way ahead is left at zero.
    pub(crate) fn of_body(&self, before: &Body, now: &Body, secs: f32, contacts: Contacts) -> Row {
        let mut row = [0.0; DIMS];
        write_body(now, (before, now, secs.max(1e-6)), contacts, &mut row);
        scale(&mut row, &self.scales);
        row
    }

    /// Replaces the way ahead in `row` by a wanted one.
    pub(crate) fn set_future(&self, row: &mut Row, wanted: &[GroundTransform]) {
        for (index, ahead) in wanted.iter().enumerate() {
            write_future(index, *ahead, row);
        }
        for (value, scale) in row[BODY..].iter_mut().zip(&self.scales[BODY..]) {
            *value *= scale;
        }
    }

    /// Bytes it takes.
    pub(crate) fn bytes(&self) -> usize {
        size_of_val(self.rows.as_slice())
    }
}

/// Squared distance of the first features, or of all.
pub(crate) fn cost(a: &Row, b: &Row, dims: std::ops::Range<usize>) -> f32 {
    a[dims.clone()].iter().zip(&b[dims]).map(|(a, b)| (a - b) * (a - b)).sum()
}

/// The way from a frame to `ahead_secs` later, as seen from the frame. Where the clip ends before,
/// it is taken to go on as it ended.
pub(crate) fn future(library: &MotionLibrary, frame: u32, ahead_secs: f32) -> GroundTransform {
    let clip = &library.clips()[library.clip_of(FrameId(frame)).index()];
    let last = clip.frames.end.saturating_sub(1);
    let ahead = (ahead_secs * library.rate_hz()).round() as u32;
    let reached = (frame + ahead).min(last);
    let way = library.ground(FrameId(frame)).delta_to(library.ground(FrameId(reached)));
    let missing = frame + ahead - reached;
    if missing == 0 || last == clip.frames.start {
        return way;
    }
    // Over several frames, so that the end of a step counts and not a single twitch.
    let from = last.saturating_sub(5).max(clip.frames.start);
    let step = library.ground(FrameId(from)).delta_to(library.ground(FrameId(last)));
    let share = seconds(missing, library) / seconds(last - from, library);
    way * GroundTransform::new(step.x * share, step.z * share, 0.0)
}

fn seconds(frames: u32, library: &MotionLibrary) -> f32 {
    frames as f32 * library.frame_secs()
}

fn write_body(now: &Body, around: (&Body, &Body, f32), contacts: Contacts, row: &mut Row) {
    let (before, after, secs) = around;
    let vectors = [
        now.feet[0],
        now.feet[1],
        (after.feet[0] - before.feet[0]) / secs,
        (after.feet[1] - before.feet[1]) / secs,
        (after.hips - before.hips) / secs,
    ];
    for (slot, vector) in row.chunks_exact_mut(3).zip(vectors) {
        slot.copy_from_slice(&vector.to_array());
    }
    row[15] = now.hips.y;
    for side in Side::BOTH {
        row[16 + side.index()] = if contacts.get(side) { 1.0 } else { 0.0 };
    }
}

fn write_future(index: usize, ahead: GroundTransform, row: &mut Row) {
    let values = [ahead.x, ahead.z, sin(ahead.heading), cos(ahead.heading)];
    row[BODY + 4 * index..][..4].copy_from_slice(&values);
}

/// Weight over spread, one for each group of like features so that none is torn apart.
fn scales(rows: &[Row], weights: &FeatureWeights) -> Row {
    let mut scales = [1.0; DIMS];
    let mut set = |group: &[usize], weight: f32| {
        let spread = group.iter().map(|dim| deviation(rows, *dim)).sum::<f32>();
        let spread = (spread / group.len() as f32).max(1e-3);
        group.iter().for_each(|dim| scales[*dim] = weight / spread);
    };
    for foot in 0..2 {
        set(&[3 * foot, 3 * foot + 1, 3 * foot + 2], weights.foot_position);
        set(&[6 + 3 * foot, 7 + 3 * foot, 8 + 3 * foot], weights.foot_velocity);
    }
    set(&[12, 13, 14], weights.hip_velocity);
    set(&[15], weights.hip_height);
    set(&[16, 17], weights.contact);
    for index in 0..HORIZONS_SECS.len() {
        let at = BODY + 4 * index;
        set(&[at, at + 1], weights.future_position);
        set(&[at + 2, at + 3], weights.future_facing);
    }
    scales
}

fn deviation(rows: &[Row], dim: usize) -> f32 {
    let n = rows.len().max(1) as f64;
    let mean = rows.iter().map(|row| f64::from(row[dim])).sum::<f64>() / n;
    let square = |row: &Row| (f64::from(row[dim]) - mean) * (f64::from(row[dim]) - mean);
    let variance = rows.iter().map(square).sum::<f64>() / n;
    variance.sqrt() as f32
}

fn scale(row: &mut Row, scales: &Row) {
    row.iter_mut().zip(scales).for_each(|(value, scale)| *value *= scale);
}
