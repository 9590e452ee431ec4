//! Whether a character survives states and commands that make no sense, and comes back.

use crate::{
    run::{FRAMES_PER_SEC, Run},
    settings::Settings,
    source::Source,
    statistics::fraction,
    steered::steer_at_random,
    subject::{Subject, draw, state_of},
};
use glam::{Quat, Vec3};
use serde::Serialize;
use sidestep_control::{BodyState, Goal, GroundPoint, Pace, Start, Travel};
use sidestep_motion::{GroundTransform, Pose, chance::Chance, math::unit};
use std::f32::consts::PI;

/// How long garbage is commanded.
const GARBAGE_FRAMES: usize = 2 * FRAMES_PER_SEC;

/// How long a character may take to come back.
const RECOVERY_FRAMES: usize = 3 * FRAMES_PER_SEC;

/// What `measure chaos` reports.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Chaos {
    /// Trials.
    pub n: usize,
    /// Share of them in which every number was finite.
    pub finite_fraction: f32,
    /// Share that is as near to the data as when steered within 3 s of sane commands.
    pub recovered_fraction: f32,
}

/// Begins far outside the library, commands garbage, then something sane.
pub fn chaos(subject: &Subject<'_>, source: &Source, settings: &Settings) -> Chaos {
    let usual = steer_at_random(subject, source, settings).nearest_p99;
    let frames: Vec<_> = subject.frames().collect();
    let (mut finite, mut recovered) = (0, 0);
    for index in 0..settings.n {
        let mut chance = Chance::new(settings.seed, index as u64);
        let state = state_of(subject.library, draw(&frames, &mut chance));
        let state = far_outside(state, &mut chance);
        let mut character = (subject.spawn)(Start::State(&state));
        let garbage = Run::record(&mut *character, GARBAGE_FRAMES, |_, _| garbage(&mut chance));
        let sane = Goal::walk(chance.between(-PI, PI), source.median_speed);
        let mut run = Run::new(&*character, RECOVERY_FRAMES);
        let mut is_back = false;
        for frame in 1..=RECOVERY_FRAMES {
            run.advance(&mut *character, &sane);
            // Looking twice a second is enough and saves most of the time.
            if frame % (FRAMES_PER_SEC / 2) == 0 && !is_back {
                is_back = source.nearest.last_distance(&run.motion) <= usual;
            }
        }
        finite += usize::from(garbage.is_finite && run.is_finite);
        recovered += usize::from(is_back && run.is_finite);
    }
    Chaos {
        n: settings.n,
        finite_fraction: fraction(finite, settings.n),
        recovered_fraction: fraction(recovered, settings.n),
    }
}

/// A state nobody was ever in: every joint turned by chance, fast, at any height and place.
fn far_outside(state: BodyState, chance: &mut Chance) -> BodyState {
    let mut wild = |pose: &Pose| {
        let mut signed = || chance.between(-1.0, 1.0);
        let mut turn = || unit(Quat::from_xyzw(signed(), signed(), signed(), signed()));
        let rotations = pose.rotations.iter().map(|_| turn()).collect();
        let place = Vec3::new(signed(), signed(), signed()) * 3.0;
        Pose { root_position: pose.root_position + place, rotations }
    };
    let (before, now) = (wild(&state.before), wild(&state.now));
    let ground =
        GroundTransform::new(now.root_position.x, now.root_position.z, state.ground.heading);
    BodyState { before, now, ground, ..state }
}

/// A command that makes no sense, or makes sense but not for long.
pub(crate) fn garbage(chance: &mut Chance) -> Goal {
    let mut number = || match chance.below(8) {
        0 => f32::NAN,
        1 => f32::INFINITY,
        2 => f32::NEG_INFINITY,
        3 => f32::MAX,
        4 => -1e30,
        5 => 1e-40,
        _ => chance.between(-10.0, 10.0),
    };
    let (a, b, c, d) = (number(), number(), number(), number());
    let (pace, point) = (Pace::speed(a), GroundPoint::new(b, c));
    Goal::from(match chance.below(5) {
        0 => Travel::Stand { facing: Some(a) },
        1 => Travel::Move { heading: b, pace, facing: Some(c) },
        2 => Travel::Line { through: point, heading: d, pace, facing: None },
        3 => Travel::Reach { target: point, facing: Some(d), pace },
        _ => Travel::Free,
    })
}
