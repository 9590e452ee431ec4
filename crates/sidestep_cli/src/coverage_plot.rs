//! The coverage of a library as a picture: speeds against turn rates, and directions of travel.

use sidestep_inspect::{Coverage, Direction};
use sidestep_picture::{Bins, HeatMap, PolarMap, Svg, beside, heat_map, polar_map};

/// Draws what a library holds, so that gaps are seen at a glance.
pub(crate) fn draw(coverage: &Coverage) -> Svg {
    beside(&[heat_map(&speeds_and_turns(coverage)), polar_map(&directions(coverage))], 16.0)
}

/// In the order of a polar map: ahead, then over the left.
fn sides(coverage: &Coverage) -> [&Direction; 4] {
    [&coverage.forward, &coverage.left, &coverage.backward, &coverage.right]
}

fn speeds_and_turns(coverage: &Coverage) -> HeatMap {
    let (speeds, turns) = (&coverage.speed_edges_m_per_s, &coverage.turn_edges_deg_per_s);
    let seconds = |speed: usize, turn: usize| -> f32 {
        let of = |side: &Direction| {
            side.seconds_by_speed_and_turn.get(speed).and_then(|row| row.get(turn)).copied()
        };
        sides(coverage).into_iter().filter_map(of).sum()
    };
    let (rows, columns) = (speeds.len().saturating_sub(1), turns.len().saturating_sub(1));
    let values = (0..rows).flat_map(|speed| (0..columns).map(move |turn| (speed, turn)));
    HeatMap {
        title: format!("{:.0} s of motion: speed and turn rate", coverage.seconds),
        x: Bins::new("turn rate (deg/s, left positive)", turns),
        y: Bins::new("speed (m/s)", speeds),
        values: values.map(|(speed, turn)| seconds(speed, turn)).collect(),
        value_title: "seconds".to_owned(),
        size: [760.0, 480.0].into(),
    }
}

/// Rings of two bins of speed each: finer ones would leave no room for their numbers.
fn directions(coverage: &Coverage) -> PolarMap {
    let edges: Vec<f32> = coverage.speed_edges_m_per_s.iter().copied().step_by(2).collect();
    let rings = edges.len().saturating_sub(1);
    let seconds = |ring: usize, side: &Direction| -> f32 {
        side.seconds_by_speed_and_turn.iter().skip(2 * ring).take(2).flatten().sum()
    };
    let values = (0..rings).flat_map(|ring| sides(coverage).map(|side| seconds(ring, side)));
    PolarMap {
        title: "direction of travel, seen from the body".to_owned(),
        directions: 4,
        values: values.collect(),
        radius: Bins::new("speed (m/s)", &edges),
        value_title: "seconds".to_owned(),
        size: [480.0, 480.0].into(),
    }
}
