//! Motion as a network learns it: rows of numbers, and what tasks are inferred from.

use crate::moments::{GameOf, Moment, away};
use glam::Vec2;
use rayon::prelude::*;
use sidestep_motion::{
    ClipId, FrameId, GroundTransform, JointMotion, MotionLibrary, kinematics::JointTransforms,
    math::atan2,
};
use sidestep_neural::{Body, QUALITIES, ROOT, Representation, phase::phases, qualities};
use sidestep_train::Bank;
use std::ops::Range;

/// Travel is taken over this long before and after a frame, in seconds.
const TRAVEL_SECS: f32 = 0.33;

/// Slower than this, a body looks where it goes, in metres a second.
const STANDING: f32 = 0.15;

/// Nobody is asked for what happens in fewer frames.
const AHEAD: u32 = 4;

/// Frames this near to a moment are of it, in seconds, and those farther than the second are not.
const FOCUS_SECS: (f32, f32) = (0.1, 0.33);

/// Motion as a network learns it.
#[derive(Clone, Debug, Default)]
pub struct Data {
    /// Frames and roots.
    pub bank: Bank,
    /// The frames of each episode.
    pub episodes: Vec<Range<u32>>,
    /// The phase of the gait, which grows.
    pub phases: Vec<f32>,
    /// The qualities.
    pub qualities: Vec<[f32; QUALITIES.len()]>,
    /// Direction in the world and speed of travel.
    pub travels: Vec<(f32, f32)>,
    /// The action of each frame, by its number; going somewhere where nothing else is done.
    pub actions: Vec<u8>,
    /// The moments at which actions have their effect, in order.
    pub moments: Vec<Moment>,
}

/// Means and deviations of the channels of a frame.
#[derive(Clone, Debug, PartialEq)]
pub struct Scale {
    /// Means.
    pub means: Vec<f32>,
    /// Deviations, with a floor for channels that hardly change.
    pub deviations: Vec<f32>,
}

impl Data {
    /// The motion of a library, in metres and radians.
    pub fn of(library: &MotionLibrary, representation: &Representation) -> Self {
        let clips = u16::try_from(library.clips().len()).unwrap_or(u16::MAX);
        let parts: Vec<Self> = (0..clips)
            .into_par_iter()
            .map(|clip| Self::of_clip(library, ClipId(clip), representation))
            .collect();
        let mut all = Self::default();
        for part in parts {
            let start = u32::try_from(all.phases.len()).unwrap_or(u32::MAX);
            let frames = u32::try_from(part.phases.len()).unwrap_or(u32::MAX);
            all.bank.frames.extend(part.bank.frames);
            all.bank.roots.extend(part.bank.roots);
            all.phases.extend(part.phases);
            all.qualities.extend(part.qualities);
            all.travels.extend(part.travels);
            all.actions.extend(part.actions);
            let later = |moment: Moment| Moment { frame: moment.frame + start, ..moment };
            all.moments.extend(part.moments.into_iter().map(later));
            all.episodes.push(start..start + frames);
        }
        all
    }

    fn of_clip(library: &MotionLibrary, id: ClipId, representation: &Representation) -> Self {
        let info = &library.clips()[id.index()];
        let frames: Vec<FrameId> = info.frames.clone().map(FrameId).collect();
        let count = frames.len();
        let grounds: Vec<GroundTransform> = frames.iter().map(|f| library.ground(*f)).collect();
        let contacts: Vec<_> = frames.iter().map(|frame| library.contacts(*frame)).collect();
        let mut joints = JointTransforms::new(library.skeleton().len());
        let mut motion = JointMotion::new(library.skeleton(), library.rate_hz(), count);
        for frame in &frames {
            joints.compute(library.skeleton(), library.pose(*frame));
            motion.push(&joints);
        }
        let width = representation.channels();
        let mut rows = vec![0.0; count * width];
        let game = GameOf { library, info, motion: &motion };
        let (actions, moments) = (game.actions(), game.moments());
        let is_away = away(&moments, count);
        for (i, row) in rows.chunks_exact_mut(width).enumerate() {
            let (before, after) = (i.saturating_sub(1), (i + 1).min(count - 1));
            // The first frame came from somewhere too: as the second came from it.
            let step = i.max(1).min(count - 1);
            let secs = library.frame_secs() * if after - before == 2 { 2.0 } else { 1.0 };
            let body = Body {
                pose: library.pose(frames[i]),
                ground: grounds[i],
                step: grounds[step - usize::from(step > 0)].delta_to(grounds[step]),
                touches: representation.touching(
                    contacts[i],
                    motion.frame(before),
                    motion.frame(after),
                    secs,
                ),
            };
            representation.encode(&body, &mut joints, row);
            if let Some(channels) = representation.ball() {
                let ball = library.objects(frames[i]).next().map(|(_, ball)| ball);
                // A ball that was thrown or has yet to come is not the player's.
                let ball = ball.filter(|_| !is_away[i]);
                channels.encode(ball, contacts[i], grounds[i], row);
            }
        }
        let roots = grounds.iter().flat_map(|ground| [ground.x, ground.z, ground.heading]);
        Self {
            bank: Bank { frames: rows, roots: roots.collect() },
            episodes: Vec::new(),
            phases: phases(&contacts, library.rate_hz()),
            qualities: qualities(&motion, &grounds),
            travels: (0..count).map(|i| travel(&grounds, i, library.rate_hz())).collect(),
            actions,
            moments,
        }
    }

    /// The moment that lies on a frame.
    pub fn moment_at(&self, frame: u32) -> Option<&Moment> {
        let at = self.moments.binary_search_by_key(&frame, |moment| moment.frame).ok()?;
        self.moments.get(at)
    }

    /// How near a frame is to the moment of an action: 1 within a tenth of a second, 0 a third of one away.
    pub fn nearness(&self, frame: u32, rate_hz: f32) -> f32 {
        let next = self.moments.partition_point(|moment| moment.frame < frame);
        let around = self.moments[next.saturating_sub(1)..].iter().take(2);
        let nearest = around.map(|moment| moment.frame.abs_diff(frame)).min();
        let secs = nearest.map_or(f32::INFINITY, |frames| frames as f32 / rate_hz);
        ((FOCUS_SECS.1 - secs) / (FOCUS_SECS.1 - FOCUS_SECS.0)).clamp(0.0, 1.0)
    }

    /// The first moment after a frame, a few frames later at the least.
    pub fn moment_after(&self, frame: u32) -> Option<&Moment> {
        self.moments.get(self.moments.partition_point(|moment| moment.frame < frame + AHEAD))
    }

    /// The number of frames.
    pub fn len(&self) -> usize {
        self.phases.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.phases.is_empty()
    }

    /// Means and deviations of the channels.
    pub fn scale(&self, representation: &Representation) -> Scale {
        let width = representation.channels();
        let rows = self.bank.frames.chunks_exact(width);
        let count = self.len().max(1) as f64;
        let (mut sums, mut squares) = (vec![0.0_f64; width], vec![0.0_f64; width]);
        for row in rows {
            for (i, x) in row.iter().enumerate() {
                sums[i] += f64::from(*x);
                squares[i] += f64::from(*x) * f64::from(*x);
            }
        }
        let (positions, rotations) = (representation.positions(), representation.rotations());
        let ball = representation.ball().map(|ball| ball.place());
        let held = ball.or(representation.racket()).unwrap_or(0..0);
        let floor = |channel: usize| match channel {
            c if c < ROOT => 2e-3,
            c if positions.contains(&c) || held.contains(&c) => 0.02,
            c if rotations.contains(&c) => 0.05,
            _ => 0.3,
        };
        let deviation = |(i, square): (usize, &f64)| {
            let mean = sums[i] / count;
            ((square / count - mean * mean).max(0.0).sqrt() as f32).max(floor(i))
        };
        Scale {
            deviations: squares.iter().enumerate().map(deviation).collect(),
            means: sums.iter().map(|sum| (sum / count) as f32).collect(),
        }
    }

    /// Takes means and deviations out of all frames.
    pub fn normalise(&mut self, scale: &Scale) {
        let width = scale.means.len();
        self.bank.frames.par_chunks_mut(width).for_each(|row| {
            for (x, (mean, deviation)) in
                row.iter_mut().zip(scale.means.iter().zip(&scale.deviations))
            {
                *x = (*x - mean) / deviation;
            }
        });
    }
}

fn travel(grounds: &[GroundTransform], frame: usize, rate_hz: f32) -> (f32, f32) {
    let reach = (TRAVEL_SECS * rate_hz).round().max(1.0) as usize;
    let (from, to) = (frame.saturating_sub(reach), (frame + reach).min(grounds.len() - 1));
    let place = |i: usize| Vec2::new(grounds[i].x, grounds[i].z);
    let way = place(to) - place(from);
    let speed = way.length() * rate_hz / (to - from).max(1) as f32;
    let heading = if speed < STANDING { grounds[frame].heading } else { atan2(way.x, way.y) };
    (heading, speed)
}
