//! The coverage of a motion field as a picture: states at each speed and turn rate, with what is
//! missing marked.

use sidestep_motion_field::survey::{Coverage, Survey};
use sidestep_picture::{Bins, HeatMap, Svg, marked_heat_map};

/// Draws how many states there are, with a frame around the cells that have too few.
pub(crate) fn draw(survey: &Survey) -> Svg {
    let coverage: &Coverage = &survey.coverage;
    let values = coverage.cells.iter().map(|cell| cell.states as f32).collect();
    let map = HeatMap {
        title: format!("{} states by speed and turn rate; framed: too few", survey.states),
        x: Bins::new(
            "turn rate (deg/s, left positive; outermost: and beyond)",
            &coverage.turn_edges_deg_per_s,
        ),
        y: Bins::new("speed (m/s)", &coverage.speed_edges_m_per_s),
        values,
        value_title: "states".to_owned(),
        size: [760.0, 480.0].into(),
    };
    let cells = coverage.cells.iter().enumerate();
    let poor: Vec<usize> = cells.filter(|(_, cell)| cell.is_poor).map(|(at, _)| at).collect();
    marked_heat_map(&map, &poor)
}
