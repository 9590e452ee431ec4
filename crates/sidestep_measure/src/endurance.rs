//! Whether characters last: hours of commands that are extreme or contradict each other.

use crate::{
    chaos::garbage,
    liveliness::LimbSpeeds,
    run::{FRAMES_PER_SEC, Run},
    settings::Settings,
    source::Source,
    statistics::fraction,
    steered::steer_at_random,
    subject::{Subject, draw},
};
use serde::Serialize;
use sidestep_control::{Animate, Goal};
use sidestep_motion::{JointMotion, chance::Chance};
use std::f32::consts::PI;

/// Characters that share the commands.
const CHARACTERS: usize = 16;

/// How long an extreme command lasts, and the sane one after it: 10,000 of both are an hour for each.
const EXTREME_FRAMES: usize = 53;
const SANE_FRAMES: usize = 120;

/// How soon a character must be back.
const RECOVERY_FRAMES: usize = 3 * FRAMES_PER_SEC;

/// The lowest joint of a body on the floor is never below the first and within every command above the
/// second for some time, in metres.
const FLOOR: (f32, f32) = (-0.1, 0.15);

/// What `measure endurance` reports.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Endurance {
    /// Extreme commands, in all.
    pub n: usize,
    /// Characters.
    pub characters: usize,
    /// Simulated time of each, in hours.
    pub hours_each: f32,
    /// Share of the commands through which every number was finite.
    pub finite_fraction: f32,
    /// Share of the commands through which the body stayed on the floor.
    pub on_floor_fraction: f32,
    /// Share after which the body is as near to the data as when steered, within 3 s of sane commands.
    pub recovered_fraction: f32,
    /// Liveliness after those 3 s.
    pub liveliness: f32,
}

/// Commands garbage and sane things in turn, on and on, without ever beginning anew.
pub fn endurance(subject: &Subject<'_>, source: &Source, settings: &Settings) -> Endurance {
    let usual = steer_at_random(subject, source, settings).nearest_p99;
    let frames: Vec<_> = subject.frames().collect();
    let (mut finite, mut on_floor, mut recovered) = (0, 0, 0);
    let mut limbs = LimbSpeeds::default();
    let each = settings.n.div_ceil(CHARACTERS);
    for index in 0..CHARACTERS {
        let mut chance = Chance::new(settings.seed, index as u64);
        let mut character = subject.spawn_at(draw(&frames, &mut chance));
        for _ in 0..each {
            let command = contradictory(&mut chance);
            let extreme = Run::record(&mut *character, EXTREME_FRAMES, |_, _| command.clone());
            let sane = Goal::walk(chance.between(-PI, PI), source.median_speed);
            let (run, is_back) = recovery(&mut *character, &sane, (source, usual));
            let after =
                Run::record(&mut *character, SANE_FRAMES - RECOVERY_FRAMES, |_, _| sane.clone());
            limbs.add(&after.motion);
            let runs = [&extreme, &run, &after];
            finite += usize::from(runs.iter().all(|run| run.is_finite));
            on_floor += usize::from(is_on_floor(&runs.map(|run| &run.motion)));
            recovered += usize::from(is_back);
        }
    }
    let n = each * CHARACTERS;
    Endurance {
        n,
        characters: CHARACTERS,
        hours_each: fraction(each * (EXTREME_FRAMES + SANE_FRAMES), 3600 * FRAMES_PER_SEC),
        finite_fraction: fraction(finite, n),
        on_floor_fraction: fraction(on_floor, n),
        recovered_fraction: fraction(recovered, n),
        liveliness: limbs.over(&source.limbs),
    }
}

/// Nonsense, at a time that makes no sense either.
fn contradictory(chance: &mut Chance) -> Goal {
    let mut goal = garbage(chance);
    let times = [None, Some(0.0), Some(0.05), Some(-3.0), Some(f32::INFINITY), Some(f32::NAN)];
    goal.arrive_in_secs = times[chance.below(times.len())];
    goal
}

/// Three seconds of something sane, and whether the body came near to the data in them.
fn recovery(
    character: &mut dyn Animate,
    sane: &Goal,
    (source, usual): (&Source, f32),
) -> (Run, bool) {
    let mut run = Run::new(character, RECOVERY_FRAMES);
    let mut is_back = false;
    for frame in 1..=RECOVERY_FRAMES {
        run.advance(character, sane);
        if frame % (FRAMES_PER_SEC / 2) == 0 && !is_back {
            is_back = source.nearest.last_distance(&run.motion) <= usual;
        }
    }
    (run, is_back)
}

fn is_on_floor(motions: &[&JointMotion; 3]) -> bool {
    let lowest = |motion: &JointMotion, frame: usize| {
        motion.frame(frame).iter().map(|place| place.y).fold(f32::INFINITY, f32::min)
    };
    let all = |motion: &&JointMotion| -> Vec<f32> {
        (0..motion.len()).map(|frame| lowest(motion, frame)).collect()
    };
    let heights: Vec<f32> = motions.iter().flat_map(all).collect();
    heights.iter().all(|y| *y > FLOOR.0) && heights.iter().any(|y| *y < FLOOR.1)
}
