//! Plays a clip at changing speed.

use sidestep_motion::{Clip, Contacts, Label, Pose};

/// Frames over which one speed passes into the next.
const EASE_FRAMES: usize = 6;

/// Plays each stretch of frames (its number of frames, and how many times as fast as before).
///
/// Poses lie between those of the clip, contacts and labels are those of the nearest frame.
pub fn warp_time(clip: &Clip, rates: &[(usize, f32)]) -> Clip {
    let rates = eased(rates, clip.len());
    let mut times = Vec::with_capacity(clip.len());
    let (mut at, last) = (0.0_f64, clip.len().saturating_sub(1));
    while at <= last as f64 {
        times.push(at);
        let frame = at as usize;
        at += f64::from(rates[frame.min(last)]).max(1e-3);
    }
    resampled(clip, &times)
}

/// The clip with the pose of each of these times, counted in frames.
pub(crate) fn resampled(clip: &Clip, times: &[f64]) -> Clip {
    let joints = clip.skeleton.len();
    let mut out = Clip {
        name: clip.name.clone(),
        skeleton: clip.skeleton.clone(),
        rate_hz: clip.rate_hz,
        root_positions: Vec::with_capacity(times.len()),
        rotations: Vec::with_capacity(times.len() * joints),
        labels: clip.labels.iter().map(|label| moved(label, times)).collect(),
        contacts: clip.contacts.as_ref().map(|contacts| nearest(contacts, times)),
        objects: Vec::new(),
        floor: clip.floor,
        provenance: clip.provenance.clone(),
    };
    let mut pose = Pose::identity(joints);
    let last = clip.len().saturating_sub(1);
    for time in times {
        let frame = (*time as usize).min(last);
        let part = (time - frame as f64) as f32;
        let next = clip.pose((frame + 1).min(last));
        clip.pose(frame).interpolate_into(next, part, &mut pose);
        out.push(pose.as_ref());
    }
    out
}

fn nearest(contacts: &[Contacts], times: &[f64]) -> Vec<Contacts> {
    let at = |time: &f64| contacts[(time.round() as usize).min(contacts.len().saturating_sub(1))];
    times.iter().map(at).collect()
}

fn moved(label: &Label, times: &[f64]) -> Label {
    let place = |frame: u32| times.partition_point(|time| *time < f64::from(frame));
    let moved = |frame: u32| place(frame).min(times.len()) as u32;
    let last = u32::try_from(times.len().saturating_sub(1)).unwrap_or(u32::MAX);
    Label {
        name: label.name.clone(),
        frames: moved(label.frames.start)..moved(label.frames.end),
        moment: label.moment.map(|moment| moved(moment).min(last)),
    }
}

/// The rate of every frame, passing slowly from one stretch to the next.
fn eased(rates: &[(usize, f32)], frames: usize) -> Vec<f32> {
    let steps = rates.iter().flat_map(|(count, rate)| std::iter::repeat_n(*rate, *count));
    let last = rates.last().map_or(1.0, |(_, rate)| *rate);
    let steps: Vec<f32> = steps.chain(std::iter::repeat(last)).take(frames).collect();
    let mean = |frame: usize| {
        let from = frame.saturating_sub(EASE_FRAMES);
        let to = (frame + EASE_FRAMES + 1).min(frames);
        let sum: f32 = steps[from..to].iter().sum();
        let count = (to - from) as f32;
        sum / count
    };
    (0..frames).map(mean).collect()
}
