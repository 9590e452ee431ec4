//! Edits that meet constraints of place, facing and time.

use crate::{follow::follow, path::Path, solve::bent, time::resampled};
use glam::Vec2;
use sidestep_motion::{Clip, JointMotion, facing::ground_transforms, math::wrap_angle};

/// A constraint: what shall be true of one frame of a clip. What is `None` is free.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Pin {
    /// The frame, as the clip has it.
    pub frame: usize,
    /// Where the body is on the ground (x, z).
    pub place: Option<Vec2>,
    /// The way it looks, in radians.
    pub facing: Option<f32>,
    /// When that is, in seconds after the first frame.
    pub secs: Option<f32>,
}

/// Why an edit cannot be made.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum EditError {
    /// A frame that the clip does not have.
    #[error("frame {frame} is pinned, but the clip has {frames}")]
    NoSuchFrame {
        /// The frame.
        frame: usize,
        /// Frames of the clip.
        frames: usize,
    },
    /// Two pins for one frame.
    #[error("frame {frame} is pinned twice; say all about it in one pin")]
    Twice {
        /// The frame.
        frame: usize,
    },
    /// A number that is not finite.
    #[error("the pin of frame {frame} holds a number that is not finite")]
    NotFinite {
        /// The frame.
        frame: usize,
    },
    /// Times that do not grow.
    #[error("frame {frame} shall be at {secs} s, which is not after the pin before it")]
    Time {
        /// The frame.
        frame: usize,
        /// The time asked for.
        secs: f32,
    },
    /// Two places are asked for with hardly a step between them that could be bent.
    #[error(
        "the body goes less than a third as far as the pin of frame {frame} asks for, so it would have \
         to glide; pin a place nearer, or a frame after it has moved"
    )]
    Stands {
        /// The later of the two pins.
        frame: usize,
    },
}

/// The clip with its pins met, bent as rigidly as possible, and with its feet kept.
///
/// Places and times are met exactly. A facing is met by the shape, and missed by as much as steps are
/// then turned to have their lengths back.
///
/// The first frame stays where it is unless it is pinned. Objects are left out.
pub fn edit(clip: &Clip, pins: &[Pin]) -> Result<Clip, EditError> {
    let pins = checked(clip, pins)?;
    let grounds = ground_transforms(&JointMotion::of(clip));
    let path = Path::of(&grounds);
    let place = |frame: usize| Vec2::new(grounds[frame].x, grounds[frame].z);
    let first = pins.first().filter(|pin| pin.frame == 0).and_then(|pin| pin.place);
    let mut places = vec![(0, first.unwrap_or(place(0)))];
    let later = pins.iter().filter(|pin| pin.frame > 0);
    places.extend(later.filter_map(|pin| Some((pin.frame, pin.place?))));
    let last = path.steps().len().saturating_sub(1);
    let turn = |pin: &Pin| {
        let turn = wrap_angle(pin.facing? - grounds[pin.frame].heading);
        Some((pin.frame.min(last), turn))
    };
    let turns: Vec<(usize, f32)> = pins.iter().filter_map(turn).collect();
    let edited = if places.len() > 1 || first.is_some() || !turns.is_empty() {
        let by = bent(path.steps(), &places, &turns)
            .map_err(|index| EditError::Stands { frame: places[index].0 })?;
        let edited = path.scaled(&by).begun_at(places[0].1);
        follow(clip, &grounds, &edited.grounds(&grounds))
    } else {
        clip.clone()
    };
    Ok(timed(&edited, &pins))
}

fn checked(clip: &Clip, pins: &[Pin]) -> Result<Vec<Pin>, EditError> {
    let mut pins = pins.to_vec();
    pins.sort_by_key(|pin| pin.frame);
    let (mut before, mut at) = (None, 0.0);
    for pin in &pins {
        let frame = pin.frame;
        if frame >= clip.len() {
            return Err(EditError::NoSuchFrame { frame, frames: clip.len() });
        }
        if before == Some(frame) {
            return Err(EditError::Twice { frame });
        }
        before = Some(frame);
        let numbers = [pin.place.map_or(0.0, |place| place.x + place.y), pin.facing.unwrap_or(0.0)];
        let secs = pin.secs.unwrap_or(at);
        if numbers.iter().any(|number| !number.is_finite()) || !secs.is_finite() {
            return Err(EditError::NotFinite { frame });
        }
        if pin.secs.is_some_and(|secs| secs < at || (frame > 0 && secs <= at)) {
            return Err(EditError::Time { frame, secs });
        }
        at = secs;
    }
    Ok(pins)
}

/// The clip with its pinned frames at their times; in between it is evenly faster or slower.
fn timed(clip: &Clip, pins: &[Pin]) -> Clip {
    let rate = f64::from(clip.rate_hz);
    let last = clip.len().saturating_sub(1);
    let mut knots = vec![(0.0, 0.0)];
    for pin in pins.iter().filter(|pin| pin.frame > 0) {
        if let Some(secs) = pin.secs {
            knots.push((f64::from(secs) * rate, pin.frame as f64));
        }
    }
    if knots.len() == 1 {
        return clip.clone();
    }
    // After the last of them the clip goes on as it was.
    let (time, frame) = knots[knots.len() - 1];
    knots.push((time + last as f64 - frame, last as f64));
    let mut times = Vec::new();
    let mut knot = 0;
    let frames = knots[knots.len() - 1].0.round() as usize;
    for at in 0..=frames {
        while knot + 2 < knots.len() && knots[knot + 1].0 <= at as f64 {
            knot += 1;
        }
        let ((t0, f0), (t1, f1)) = (knots[knot], knots[knot + 1]);
        let share = if t1 > t0 { (at as f64 - t0) / (t1 - t0) } else { 1.0 };
        times.push((f0 + (f1 - f0) * share).clamp(0.0, last as f64));
    }
    resampled(clip, &times)
}
