//! What frames are compared by besides, where a gait is wanted: how high the pelvis is and how fast
//! the body goes.
//!
//! Feet, hips and the way ahead alone keep a character in what is most like it: the lowest walks after a
//! crouch, the slowest after standing.

use crate::spans::{clip_of, frames};
use sidestep_control::{FrameGaits, Gait};
use sidestep_motion::{FrameId, MotionLibrary};

/// Numbers that say how a frame goes: height and speed.
pub(crate) const DIMS: usize = 2;

/// Both are means over this time from the frame on. If it began later, what is about to go as wanted
/// would be as good as what does, and a character would join it again and again and never go so.
const AHEAD_SECS: f32 = 0.5;

/// How much height and speed count, in units of their spread over the library: more than all else
/// together, so that who is asked for a gait goes in it.
const WEIGHTS: [f32; DIMS] = [6.0, 4.0];

/// How every frame goes.
#[derive(Clone, Debug)]
pub(crate) struct Manners {
    rows: Vec<[f32; DIMS]>,
    scales: [f32; DIMS],
    /// The usual height of each gait.
    heights: [f32; Gait::ALL.len()],
}

impl Manners {
    pub(crate) fn new(library: &MotionLibrary, gaits: &FrameGaits) -> Self {
        let all = || (0_u32..).take(library.len());
        let mut rows: Vec<[f32; DIMS]> = all().map(|frame| seen(library, frame)).collect();
        let mut scales = WEIGHTS;
        for (dim, scale) in scales.iter_mut().enumerate() {
            *scale /= spread(rows.iter().map(|row| row[dim])).max(1e-3);
            rows.iter_mut().for_each(|row| row[dim] *= *scale);
        }
        Self { rows, scales, heights: Gait::ALL.map(|gait| gaits.usual_height(gait)) }
    }

    /// How a frame goes.
    pub(crate) fn row(&self, frame: u32) -> [f32; DIMS] {
        self.rows[frame as usize]
    }

    /// How a frame should go.
    pub(crate) fn wanted(&self, gait: Gait, speed: f32) -> [f32; DIMS] {
        [self.heights[gait as usize] * self.scales[0], speed * self.scales[1]]
    }

    pub(crate) fn bytes(&self) -> usize {
        size_of_val(self.rows.as_slice())
    }
}

/// Mean height of the pelvis and mean speed from a frame on.
fn seen(library: &MotionLibrary, frame: u32) -> [f32; DIMS] {
    let last = clip_of(library, frame).frames.end.saturating_sub(1);
    let to = (frame + frames(library, AHEAD_SECS)).min(last);
    let heights = (frame..=to).map(|frame| library.pose(FrameId(frame)).root_position.y);
    let place = |frame: u32| library.ground(FrameId(frame)).position();
    let secs = (to - frame) as f32 * library.frame_secs();
    let speed = if to > frame { place(frame).distance(place(to)) / secs } else { 0.0 };
    [heights.sum::<f32>() / (to - frame + 1) as f32, speed]
}

/// The standard deviation.
fn spread(values: impl Iterator<Item = f32> + Clone) -> f32 {
    let n = values.clone().count().max(1) as f32;
    let mean = values.clone().sum::<f32>() / n;
    (values.map(|value| (value - mean) * (value - mean)).sum::<f32>() / n).sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::features::leads_to;
    use glam::{Quat, Vec3};
    use sidestep_motion::{
        Clip, Contacts, Joint, Label, Provenance, Skeleton, contact_detection::ContactConfig,
    };
    use std::sync::Arc;

    const RATE_HZ: f32 = 30.0;

    /// Straight on, as high and as fast as each frame says, both feet down.
    fn take(name: &str, frames: &[(f32, f32)]) -> Clip {
        let (offset, rest) = (Vec3::ZERO, Quat::IDENTITY);
        let hips = Joint { name: "Hips".to_owned(), parent: None, offset, rest, tip: None };
        let mut z = 0.0;
        let place = |(height, speed): &(f32, f32)| {
            z += speed / RATE_HZ;
            Vec3::new(0.0, *height, z)
        };
        Clip {
            name: name.to_owned(),
            skeleton: Arc::new(Skeleton::new(vec![hips]).unwrap()),
            rate_hz: RATE_HZ,
            root_positions: frames.iter().map(place).collect(),
            rotations: vec![Quat::IDENTITY; frames.len()],
            labels: vec![Label::new(name, 0..u32::try_from(frames.len()).unwrap())],
            contacts: Some(vec![Contacts::new(true, true); frames.len()]),
            objects: Vec::new(),
            floor: Some(0.0),
            provenance: Provenance::default(),
        }
    }

    /// A walk of 90 frames, a metre high and 1.5 m/s fast, and a crouch as long, 0.75 m and 0.5 m/s.
    fn library() -> MotionLibrary {
        let clips = [take("walk", &[(1.0, 1.5); 90]), take("crouch", &[(0.75, 0.5); 90])];
        MotionLibrary::from_clips(&clips, &ContactConfig::default()).unwrap()
    }

    fn close(a: [f32; DIMS], b: [f32; DIMS]) -> bool {
        a.iter().zip(b).all(|(a, b)| (a - b).abs() < 1e-2)
    }

    #[test]
    fn height_and_speed_are_means_over_what_comes() {
        // It sinks at once after a second and goes on at half the speed.
        let mut frames = [(1.0, 1.0); 60];
        frames[30..].fill((0.5, 0.5));
        let clips = [take("walk", &frames), take("run", &[(2.0, 3.0); 60])];
        let library = MotionLibrary::from_clips(&clips, &ContactConfig::default()).unwrap();
        assert!(close(seen(&library, 0), [1.0, 1.0]), "{:?}", seen(&library, 0));
        // 15 frames are ahead: eight frames high and eight low, seven steps fast and eight slow.
        let half = seen(&library, 22);
        assert!(close(half, [0.75, (7.0 + 8.0 * 0.5) / 15.0]), "{half:?}");
        // What was does not count, and what another clip does neither.
        assert!(close(seen(&library, 30), [0.5, 0.5]));
        assert!(close(seen(&library, 55), [0.5, 0.5]), "{:?}", seen(&library, 55));
        assert_eq!(seen(&library, 59), [0.5, 0.0], "nothing is left");
    }

    #[test]
    fn what_is_wanted_is_how_the_gait_goes_in_the_same_units() {
        let library = library();
        let manners = Manners::new(&library, &FrameGaits::of(&library));
        let [walk, crouch] = [10, 100].map(|frame| manners.row(frame));
        assert!(close(manners.wanted(Gait::Walk, 1.5), walk), "{walk:?}");
        assert!(close(manners.wanted(Gait::Crouch, 0.5), crouch), "{crouch:?}");
        // Half of the frames lie on either side: they are two spreads apart, but for the ends of clips.
        let apart = [0, 1].map(|dim| (walk[dim] - crouch[dim]) / (2.0 * WEIGHTS[dim]));
        assert!(apart.iter().all(|share| (0.9..1.01).contains(share)), "{apart:?}");
    }

    #[test]
    fn a_frame_leads_to_a_gait_that_soon_begins_and_lasts() {
        // A second of walking, a crouch of so many frames, and walking again.
        let with_crouch = |frames: u32| {
            let mut take = take("walk", &[(1.0, 1.0); 120]);
            take.labels = vec![Label::new("walk", 0..30), Label::new("crouch", 30..30 + frames)];
            let end = u32::try_from(take.len()).unwrap();
            take.labels.push(Label::new("walk", 30 + frames..end));
            MotionLibrary::from_clips(&[take], &ContactConfig::default()).unwrap()
        };
        let leading = |library: &MotionLibrary| -> Vec<u32> {
            let gaits = FrameGaits::of(library);
            (0..120).filter(|frame| leads_to(library, &gaits, *frame, Gait::Crouch)).collect()
        };
        // From 0.2 s before it on, until half a second is left of it.
        assert_eq!(leading(&with_crouch(30)), (24..=45).collect::<Vec<u32>>());
        assert_eq!(leading(&with_crouch(14)), [0; 0], "over before one is in it");
    }
}
