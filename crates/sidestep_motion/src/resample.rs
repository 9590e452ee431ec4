//! Clips at another rate, and parts of clips.
//!
//! Times are counted in double precision: an hour at 120 Hz drifts by no fraction of a frame.

use crate::{
    clip::{Clip, Label},
    math::slerp,
    object::ObjectTrack,
};
use std::ops::Range;

/// Rates that differ by no more than this share are the same rate: files write 1/120 s as
/// `.0083333` and 1/30 s as `0.033333`.
const SAME_RATE: f64 = 1e-4;

/// Frames this close to the border of a trim, as a share of a frame, lie on it: manifests round
/// their times to milliseconds.
const BORDER: f64 = 0.1;

/// The clip at `rate_hz`: frames at exact multiples of the new frame time, from the first frame on
/// up to the last.
///
/// At its own rate a clip comes back bit for bit, and every n-th frame is copied where the rates
/// differ by a whole n. Between frames rotations are slerped and places lerped; contacts and moments
/// of labels are those of the nearest frame. A rate that is no positive number leaves the clip as it is.
pub fn resample(clip: &Clip, rate_hz: f32) -> Clip {
    if !(rate_hz.is_finite() && rate_hz > 0.0 && clip.rate_hz.is_finite() && clip.rate_hz > 0.0) {
        return clip.clone();
    }
    let times = SourceTimes::new(clip, rate_hz);
    let mut result = Clip {
        rate_hz,
        root_positions: Vec::with_capacity(times.len),
        rotations: Vec::with_capacity(times.len * clip.skeleton.len()),
        labels: clip.labels.iter().filter_map(|label| times.label(label)).collect(),
        objects: clip.objects.iter().filter_map(|track| times.track(track)).collect(),
        ..like(clip)
    };
    for frame in 0..times.len {
        push_between(clip, times.at(frame), &mut result);
    }
    result.contacts = clip.contacts.as_ref().map(|contacts| {
        let nearest = |frame: usize| contacts[times.nearest(frame).min(contacts.len() - 1)];
        if contacts.is_empty() { Vec::new() } else { (0..times.len).map(nearest).collect() }
    });
    result
}

/// The frames with `start_secs` <= t < `end_secs`, where the first frame has t = 0.
///
/// Labels and objects are cut to the part that remains, and dropped where nothing does; a label
/// whose moment is cut off goes on without it. Times beyond the clip
/// are cut to it; a range that holds no frame gives a clip without frames.
pub fn trim(clip: &Clip, start_secs: f64, end_secs: f64) -> Clip {
    let rate_hz = f64::from(clip.rate_hz);
    let frame_at = |secs: f64| whole(secs * rate_hz - BORDER).min(clip.len());
    let start = frame_at(start_secs);
    let frames = start..frame_at(end_secs).max(start);
    let joints = clip.skeleton.len();
    Clip {
        root_positions: clip.root_positions[frames.clone()].to_vec(),
        rotations: clip.rotations[frames.start * joints..frames.end * joints].to_vec(),
        labels: clip.labels.iter().filter_map(|label| cut_label(label, &frames)).collect(),
        contacts: clip.contacts.as_ref().map(|contacts| {
            contacts[frames.start.min(contacts.len())..frames.end.min(contacts.len())].to_vec()
        }),
        objects: clip.objects.iter().filter_map(|track| cut_track(track, &frames)).collect(),
        ..like(clip)
    }
}

/// Name, skeleton, rate, floor and origin of a clip, without its frames.
fn like(clip: &Clip) -> Clip {
    Clip {
        floor: clip.floor,
        provenance: clip.provenance.clone(),
        ..Clip::empty(&clip.name, &clip.skeleton, clip.rate_hz)
    }
}

/// Where the frames of the new rate lie among those of the source.
struct SourceTimes {
    /// Source frames from one new frame to the next.
    step: f64,
    /// Number of new frames.
    len: usize,
}

impl SourceTimes {
    fn new(clip: &Clip, rate_hz: f32) -> Self {
        let ratio = f64::from(clip.rate_hz) / f64::from(rate_hz);
        let step = snap(ratio).or_else(|| snap(1.0 / ratio).map(|n| 1.0 / n)).unwrap_or(ratio);
        // A frame that misses the last one by rounding alone still counts.
        let fit = |last: usize| ((last as f64 + 1e-6) / step).floor() as usize + 1;
        Self { step, len: clip.len().checked_sub(1).map_or(0, fit) }
    }

    /// Time of a new frame, in source frames.
    fn at(&self, frame: usize) -> f64 {
        frame as f64 * self.step
    }

    fn nearest(&self, frame: usize) -> usize {
        self.at(frame).round() as usize
    }

    /// The frames that lie within a label; at least one, unless the label ends before it begins.
    fn label(&self, label: &Label) -> Option<Label> {
        let first_from = |frame: u32| {
            let frame = whole(f64::from(frame) / self.step - 1e-6);
            u32::try_from(frame.min(self.len)).unwrap_or(u32::MAX)
        };
        let last = u32::try_from(self.len).unwrap_or(u32::MAX).checked_sub(1)?;
        if label.frames.is_empty() {
            return None;
        }
        let start = first_from(label.frames.start).min(last);
        let end = first_from(label.frames.end).max(start + 1);
        let nearest = |moment: u32| self.nearest_new(moment).min(last);
        Some(Label {
            name: label.name.clone(),
            frames: start..end,
            moment: label.moment.map(nearest),
        })
    }

    /// The new frame that lies nearest to a source frame.
    fn nearest_new(&self, frame: u32) -> u32 {
        (f64::from(frame) / self.step).round() as u32
    }

    /// The frames that lie within a track, if there are any.
    fn track(&self, track: &ObjectTrack) -> Option<ObjectTrack> {
        let start = whole(f64::from(track.start) / self.step - 1e-6);
        let at = |frame: usize| {
            let (before, share) = split(self.at(frame) - f64::from(track.start));
            let object = *track.frames.get(before)?;
            match track.frames.get(before + 1) {
                Some(after) if share >= 1e-6 => Some(object.interpolate(*after, share)),
                _ if share < 1e-6 => Some(object),
                _ => None,
            }
        };
        let frames: Vec<_> = (start..self.len).map_while(at).collect();
        let start = u32::try_from(start).ok()?;
        (!frames.is_empty()).then(|| ObjectTrack { kind: track.kind.clone(), start, frames })
    }
}

/// The whole number a ratio is meant to be.
fn snap(ratio: f64) -> Option<f64> {
    let whole = ratio.round();
    (whole >= 1.0 && (ratio - whole).abs() <= SAME_RATE * whole).then_some(whole)
}

/// The least whole number that is not below `value`.
fn whole(value: f64) -> usize {
    value.ceil().max(0.0) as usize
}

/// A time in source frames as the frame before it and the share of the way to the next one.
fn split(time: f64) -> (usize, f32) {
    // A time that misses a frame by rounding alone is on it.
    let time = (time + 1e-9).max(0.0);
    let before = time.floor();
    (before as usize, (time - before) as f32)
}

/// Appends the pose at a time given in source frames.
fn push_between(clip: &Clip, time: f64, result: &mut Clip) {
    let last = clip.len() - 1;
    let before = (time.floor() as usize).min(last);
    let share = (time - before as f64) as f32;
    if share < 1e-6 || before == last {
        result.push(clip.pose(before));
        return;
    }
    let (a, b) = (clip.pose(before), clip.pose(before + 1));
    result.root_positions.push(a.root_position.lerp(b.root_position, share));
    let pairs = a.rotations.iter().zip(b.rotations);
    result.rotations.extend(pairs.map(|(a, b)| slerp(*a, *b, share)));
}

fn cut_label(label: &Label, frames: &Range<usize>) -> Option<Label> {
    let within = |frame: u32| {
        let frame = (frame as usize).clamp(frames.start, frames.end) - frames.start;
        u32::try_from(frame).unwrap_or(u32::MAX)
    };
    let stretch = within(label.frames.start)..within(label.frames.end);
    let moment = label.moment.filter(|moment| frames.contains(&(*moment as usize))).map(within);
    (!stretch.is_empty()).then(|| Label { name: label.name.clone(), frames: stretch, moment })
}

fn cut_track(track: &ObjectTrack, frames: &Range<usize>) -> Option<ObjectTrack> {
    let from = (track.start as usize).max(frames.start);
    let to = track.end().min(frames.end);
    if from >= to {
        return None;
    }
    let start = track.start as usize;
    Some(ObjectTrack {
        kind: track.kind.clone(),
        start: u32::try_from(from - frames.start).ok()?,
        frames: track.frames[from - start..to - start].to_vec(),
    })
}
