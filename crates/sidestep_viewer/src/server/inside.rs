//! What a controller thinks, as JSON to draw.

use crate::stage::{actor::Actor, turn::packed};
use serde_json::{Value, json};
use sidestep_control::{CostTerm, Explanation, ValueMap};
use sidestep_motion::{GroundTransform, Skeleton, kinematics::JointTransforms, math::wrap_angle};
use std::{
    f32::consts::{PI, TAU},
    ops::Range,
};

/// The most ghosts, choices and points of a trail that are sent.
const MOST_GHOSTS: usize = 24;
const MOST_CHOICES: usize = 256;
const MOST_POINTS: usize = 128;
const MOST_SAMPLES: usize = 4_096;

/// An `inside` message. `stages` are parts of the last tick with their microseconds.
pub(crate) fn message(
    index: usize,
    tick: u32,
    actor: &Actor,
    explanation: &Explanation,
    stages: &[(&str, f64)],
) -> String {
    let skeleton = actor.character.skeleton();
    let ground = actor.character.ground();
    let ghosts = explanation.ghosts.iter().take(MOST_GHOSTS).map(|ghost| {
        let joints = joints(skeleton, ghost.pose.as_ref());
        json!({ "weight": ghost.weight, "chosen": ghost.chosen, "joints": joints })
    });
    let choices = explanation.choices.iter().take(MOST_CHOICES).map(|choice| {
        let to = choice.leads_to.map(|ground| [ground.x, ground.z, ground.heading]);
        json!({
            "label": choice.label,
            "value": choice.value,
            "chosen": choice.chosen,
            "to": to,
            "way": way(&choice.way),
            "frames": stretch(&choice.frames),
            "costs": terms(&choice.costs),
        })
    });
    let numbers = explanation
        .numbers
        .iter()
        .map(|number| json!({ "label": number.label, "value": number.value, "unit": number.unit }));
    let trails = explanation.trails.iter().map(|trail| way(&trail.points));
    let labels = explanation.trails.iter().map(|trail| trail.label);
    let marks = explanation
        .marks
        .iter()
        .map(|mark| json!({ "label": mark.label, "x": mark.place.x, "z": mark.place.z }));
    let moments = explanation
        .moments
        .iter()
        .map(|moment| json!({ "label": moment.label, "secs": moment.secs }));
    let stages = stages.iter().map(|(label, us)| json!({ "label": label, "us": us }));
    json!({
        "is": "inside",
        "actor": index,
        "tick": tick,
        "ground": [ground.x, ground.z, ground.heading],
        "doing": explanation.doing,
        "ghosts": ghosts.collect::<Vec<_>>(),
        "choices": choices.collect::<Vec<_>>(),
        "plan": explanation.plan.iter().map(stretch).collect::<Vec<_>>(),
        "values": explanation.values.as_ref().map(|map| values(map, ground.heading)),
        "costs": terms(&explanation.costs),
        "numbers": numbers.collect::<Vec<_>>(),
        "trails": trails.collect::<Vec<_>>(),
        "trail_labels": labels.collect::<Vec<_>>(),
        "marks": marks.collect::<Vec<_>>(),
        "moments": moments.collect::<Vec<_>>(),
        "stages": stages.collect::<Vec<_>>(),
    })
    .to_string()
}

/// The parts of a cost.
fn terms(costs: &[CostTerm]) -> Vec<Value> {
    costs.iter().map(|cost| json!({ "label": cost.label, "value": cost.value })).collect()
}

/// Places, to the millimetre: hundreds of them are sent at a time.
fn way(points: &[GroundTransform]) -> Vec<f32> {
    let places = points.iter().take(MOST_POINTS).flat_map(|ground| [ground.x, ground.z]);
    places.map(|place| (place * 1e3).round() / 1e3).collect()
}

/// The first of some frames, and how many there are.
fn stretch(frames: &Range<u32>) -> [u32; 2] {
    [frames.start, frames.end.saturating_sub(frames.start)]
}

fn joints(skeleton: &Skeleton, pose: sidestep_motion::PoseRef<'_>) -> Vec<f32> {
    let mut transforms = JointTransforms::new(skeleton.len());
    transforms.compute(skeleton, pose);
    let joints = transforms.positions.iter().zip(&transforms.rotations);
    joints.flat_map(|(at, turn)| [at.x, at.y, at.z, packed(*turn)]).collect()
}

/// A map over headings becomes a ring around the character, straight ahead first and then to the
/// left; any other stays a plane.
fn values(map: &ValueMap, heading: f32) -> Value {
    let is_ring = map.x.wraps && map.y.is_none() && map.values.len() == map.x.samples;
    if is_ring && !map.values.is_empty() {
        let samples = ring(map, heading);
        let now = map.x.now.map(|now| wrap_angle(now - heading));
        return json!({
            "kind": "polar", "label": map.label, "unit": "", "samples": samples, "at": [now],
        });
    }
    let axes: Vec<_> = std::iter::once(&map.x).chain(&map.y).collect();
    let ends = axes.iter().map(|axis| axis.at(axis.samples.saturating_sub(1)));
    json!({
        "kind": "plane",
        "label": map.label,
        "unit": "",
        "samples": map.values.iter().take(MOST_SAMPLES).collect::<Vec<_>>(),
        "columns": map.x.samples,
        "rows": map.y.as_ref().map_or(1, |axis| axis.samples),
        "axes": axes.iter().map(|axis| json!({ "label": axis.label, "unit": axis.unit }))
            .collect::<Vec<_>>(),
        "from": axes.iter().map(|axis| axis.from).collect::<Vec<_>>(),
        "to": ends.collect::<Vec<_>>(),
        "at": axes.iter().map(|axis| axis.now).collect::<Vec<_>>(),
    })
}

/// The values read off anew at headings as seen from the character.
fn ring(map: &ValueMap, heading: f32) -> Vec<f32> {
    let count = map.values.len();
    let step = if map.x.step.abs() > 1e-6 { map.x.step } else { TAU / count as f32 };
    let read = |sample: usize| {
        let wanted = heading + TAU * sample as f32 / count as f32;
        let place = (wrap_angle(wanted - map.x.from - PI) + PI) / step;
        let (before, part) = (place.floor().max(0.0) as usize, place - place.floor());
        let (a, b) = (map.values[before % count], map.values[(before + 1) % count]);
        a + (b - a) * part
    };
    (0..count).map(read).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use sidestep_control::Axis;

    #[test]
    fn a_ring_begins_straight_ahead_and_goes_to_the_left() {
        let x = Axis::headings(8, Some(0.5));
        let values: Vec<f32> = (0..8).map(|sample| x.at(sample)).collect();
        let map = ValueMap { label: "value", x, y: None, values };
        let ring = ring(&map, PI / 4.0);
        // Each value is its own heading in the world, as seen by one who looks to PI / 4.
        for (sample, value) in ring.iter().enumerate().take(3) {
            let expected = PI / 4.0 * (1.0 + f32::from(u8::try_from(sample).unwrap()));
            assert!((value - expected).abs() < 1e-4, "sample {sample}: {value}, not {expected}");
        }
        let json = super::values(&map, PI / 4.0);
        assert_eq!(
            (&json["kind"], json["samples"].as_array().unwrap().len()),
            (&json!("polar"), 8)
        );
    }
}
