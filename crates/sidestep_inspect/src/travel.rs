//! How a body travels and turns, smoothed over half a second so that the sway of a step is gone.

use crate::clip_view::{ClipView, level};
use sidestep_motion::math::{atan2, wrap_angle};

/// Half the width of the window of speeds and turn rates, in seconds.
const HALF_WINDOW_SECS: f32 = 0.25;

/// Speed, turning and direction of travel in every frame of a clip.
pub(crate) struct Travel {
    /// Speed of the root over the ground, in metres a second.
    pub(crate) speeds: Vec<f32>,
    /// Change of heading, in radians a second, to the left positive.
    pub(crate) turn_rates: Vec<f32>,
    /// Direction of travel against the heading, in radians, to the left positive.
    pub(crate) directions: Vec<f32>,
    /// Headings without jumps.
    pub(crate) headings: Vec<f32>,
}

impl Travel {
    pub(crate) fn of(clip: &ClipView<'_>) -> Self {
        let headings = unwrapped(clip);
        let reach = clip.frames_in(HALF_WINDOW_SECS).max(1);
        let last = clip.len().saturating_sub(1);
        let mut travel = Self {
            speeds: Vec::with_capacity(clip.len()),
            turn_rates: Vec::with_capacity(clip.len()),
            directions: Vec::with_capacity(clip.len()),
            headings,
        };
        for frame in 0..clip.len() {
            let (from, to) = (frame.saturating_sub(reach), (frame + reach).min(last));
            let secs = clip.secs(to - from).max(clip.frame_secs());
            let way = level(clip.grounds[to].position() - clip.grounds[from].position());
            travel.speeds.push(way.length() / secs);
            travel.turn_rates.push((travel.headings[to] - travel.headings[from]) / secs);
            let heading = clip.grounds[frame].heading;
            let direction = if way.length() > 1e-6 { atan2(way.x, way.z) } else { heading };
            travel.directions.push(wrap_angle(direction - heading));
        }
        travel
    }
}

fn unwrapped(clip: &ClipView<'_>) -> Vec<f32> {
    let mut at = clip.grounds.first().map_or(0.0, |ground| ground.heading);
    let step = |ground: &sidestep_motion::GroundTransform| {
        at += wrap_angle(ground.heading - at);
        at
    };
    clip.grounds.iter().map(step).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_clips::{library, walk};
    use sidestep_motion::GroundTransform;

    #[test]
    fn a_walk_to_the_left_while_turning_right() {
        let clip = walk("walk", 6.0, |t| GroundTransform::new(0.5 * t, 0.0, 1.0 - 0.5 * t));
        let library = library(&[clip]);
        let travel = Travel::of(&ClipView::all(&library)[0]);
        // After 2 s the heading is 0, so travel along +X is travel to the left.
        assert!((travel.directions[120] - std::f32::consts::FRAC_PI_2).abs() < 0.05);
        assert!((travel.speeds[120] - 0.5).abs() < 0.01);
        // The trunk sways by a few degrees with every step.
        assert!((travel.turn_rates[120] + 0.5).abs() < 0.1, "{}", travel.turn_rates[120]);
    }
}
