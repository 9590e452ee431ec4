//! What the data of a controller lacks, in words, with what to capture: so that nobody has to find
//! out by steering.

use crate::{
    gaits::{FrameGaits, Gaits},
    travel::Gait,
    usual_speed::{STANDING_SPEED, ground_speed},
    usual_turn::{LITTLE_TURN, furthest_turn},
};
use sidestep_motion::{ClipInfo, FrameId, MotionLibrary};

/// Standing for less than this in one go is a pause in a step, in seconds.
const LEAST_STAND_SECS: f32 = 0.7;

/// Speeds within this of each other are one speed, in metres a second.
const LEAST_RANGE: f32 = 0.3;

/// A gait held for less than this in one go is on the way to another, in seconds.
const LEAST_GAIT_SECS: f32 = 0.3;

/// The gaits, and standing.
const MANNERS: usize = Gait::ALL.len() + 1;

/// What a library lacks for being steered: standing, a range of speeds, gaits, and ways from one gait
/// to another. Every sentence says what happens instead and what to capture.
///
/// `served` are the gaits that the controller can be asked for.
pub fn lacking(library: &MotionLibrary, gaits: &FrameGaits, served: Gaits) -> Vec<String> {
    let speeds: Vec<f32> =
        (0_u32..).take(library.len()).map(|frame| ground_speed(library, FrameId(frame))).collect();
    let mut notices = Vec::new();
    notices.extend(no_standing(library, &speeds));
    notices.extend(no_range(&speeds));
    notices.extend(no_turns(library));
    notices.extend(no_gait(served));
    notices.extend(islands(library, gaits));
    notices
}

fn no_standing(library: &MotionLibrary, speeds: &[f32]) -> Option<String> {
    let least = frames_in(library, LEAST_STAND_SECS);
    let stands = library.clips().iter().any(|clip| {
        let of_clip = &speeds[clip.frames.start as usize..clip.frames.end as usize];
        of_clip.split(|speed| *speed >= STANDING_SPEED).any(|still| still.len() >= least)
    });
    (!stands).then(|| {
        "no standing in the data: asked to stand, the character holds the stillest pose there is; \
         capture 5 s of quiet standing, and a stop and a start"
            .to_owned()
    })
}

fn no_range(speeds: &[f32]) -> Option<String> {
    let mut moving: Vec<f32> =
        speeds.iter().copied().filter(|speed| *speed > STANDING_SPEED).collect();
    moving.sort_by(f32::total_cmp);
    let last = moving.len().checked_sub(1)?;
    let (low, middle, high) = (moving[last / 20], moving[last / 2], moving[last - last / 20]);
    (high - low < LEAST_RANGE).then(|| {
        format!(
            "no range of speeds in the data: whatever speed is asked for, the character goes at \
             about {middle:.1} m/s; capture slower and faster takes, and speeding up in between"
        )
    })
}

fn no_turns(library: &MotionLibrary) -> Option<String> {
    (furthest_turn(library) < LITTLE_TURN).then(|| {
        let degrees = furthest_turn(library).to_degrees();
        format!(
            "hardly a turn in the data, {degrees:.0}° in half a second at the most: asked to turn, \
             the character goes in a wide arc and may never face the wanted way; capture turns of \
             45, 90 and 180° to both sides"
        )
    })
}

fn no_gait(served: Gaits) -> Option<String> {
    let missing: Vec<&str> =
        Gait::ALL.into_iter().filter(|gait| !served.has(*gait)).map(Gait::name).collect();
    (!missing.is_empty()).then(|| {
        let has: Vec<&str> = served.iter().map(Gait::name).collect();
        let has = if has.is_empty() { "none".to_owned() } else { has.join(" and ") };
        format!(
            "gaits that can be asked for: {has}; a wish to {} is reported and not served; capture \
             10 s of it, with a start, a stop and turns",
            missing.join(" or ")
        )
    })
}

/// Gaits that no take leads to, not even through standing.
fn islands(library: &MotionLibrary, gaits: &FrameGaits) -> Vec<String> {
    let ways = ways(library, gaits);
    let held = || gaits.held().iter();
    let apart = |from: Gait, to: Gait| from != to && !ways[from as usize][to as usize];
    let mut notices = Vec::new();
    for from in held() {
        for to in held().filter(|to| apart(from, *to)) {
            // Both ways at once are said once.
            let back = apart(to, from);
            if back && from > to {
                continue;
            }
            let (a, b) = (from.name(), to.name());
            let both = if back { " nor back" } else { "" };
            notices.push(format!(
                "no take leads from {a} to {b}{both}: the change is a blend that nobody captured; \
                 capture three takes that go over from {a} to {b} and back within 5 s"
            ));
        }
    }
    notices
}

/// Which gait can be got into from which by what takes show, one after another; the last one is
/// standing.
fn ways(library: &MotionLibrary, gaits: &FrameGaits) -> [[bool; MANNERS]; MANNERS] {
    let mut ways = [[false; MANNERS]; MANNERS];
    for clip in library.clips() {
        for pair in manners(library, gaits, clip).windows(2) {
            ways[pair[0]][pair[1]] = true;
        }
    }
    // Warshall's closure.
    for middle in 0..MANNERS {
        for from in 0..MANNERS {
            for to in 0..MANNERS {
                ways[from][to] |= ways[from][middle] && ways[middle][to];
            }
        }
    }
    ways
}

/// What a clip does, one manner after another, without what does not last.
fn manners(library: &MotionLibrary, gaits: &FrameGaits, clip: &ClipInfo) -> Vec<usize> {
    let least = frames_in(library, LEAST_GAIT_SECS);
    let of = |frame: u32| gaits.at(FrameId(frame)).map_or(Gait::ALL.len(), |gait| gait as usize);
    let all: Vec<usize> = clip.frames.clone().map(of).collect();
    let lasting = all.chunk_by(|a, b| a == b).filter(|same| same.len() >= least);
    let mut manners: Vec<usize> = lasting.filter_map(|same| same.first().copied()).collect();
    manners.dedup();
    manners
}

fn frames_in(library: &MotionLibrary, secs: f32) -> usize {
    ((secs * library.rate_hz()).round() as usize).max(1)
}
