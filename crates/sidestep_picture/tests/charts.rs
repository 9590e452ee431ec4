//! Charts of sound and of odd numbers.

use glam::Vec2;
use sidestep_picture::{
    Axis, BarChart, Bins, HeatMap, LineChart, PolarMap, Series, Svg, bar_chart, beside, heat_map,
    line_chart, polar_map, stacked,
};
use std::path::PathBuf;

fn check(svg: &Svg) -> String {
    let text = svg.to_string();
    for word in ["NaN", "inf", "Infinity"] {
        assert!(!text.contains(word), "a chart holds {word}: {text}");
    }
    assert!(svg.to_png(1.0).is_ok_and(|png| png.len() > 500));
    text
}

/// More time straight ahead and slow; nothing at high speed in sharp turns.
fn coverage() -> HeatMap {
    let x = Bins::new("speed (m/s)", &[0.0, 0.5, 1.0, 1.5, 2.0, 2.5, 3.0, 3.5, 4.0]);
    let turns: Vec<f32> = (-6..=6).map(|turn| 30.0 * turn as f32).collect();
    let y = Bins::new("turn rate, left up (°/s)", &turns);
    let mut values = Vec::new();
    for row in 0..y.len() {
        for column in 0..x.len() {
            let (turn, speed) = (row as f32 - 5.5, column as f32);
            values.push((40.0 / (1.0 + turn * turn) / (1.0 + 0.3 * speed) - 1.0).max(0.0));
        }
    }
    HeatMap {
        title: "Coverage: speed and turn rate".to_owned(),
        x,
        y,
        values,
        value_title: "seconds".to_owned(),
        size: Vec2::new(640.0, 460.0),
    }
}

fn directions() -> PolarMap {
    let radius = Bins::new("speed (m/s)", &[0.3, 1.0, 2.0, 4.0]);
    let values = (0..36).map(|cell| {
        let away = (cell % 12).min(12 - cell % 12) as f32;
        if cell == 17 { 0.0 } else { 60.0 / (1.0 + away * away) / (1 + cell / 12) as f32 }
    });
    PolarMap {
        title: "Travel against facing".to_owned(),
        directions: 12,
        radius,
        values: values.collect(),
        value_title: "seconds".to_owned(),
        size: Vec2::new(500.0, 460.0),
    }
}

fn curves(count: usize) -> LineChart {
    let curve = |number: usize| Series {
        name: format!("controller {number}"),
        points: (0..50)
            .map(|x| x as f32 * 0.1)
            .map(|x| Vec2::new(x, (x - number as f32).abs() * (1.0 + number as f32 * 0.2)))
            .collect(),
    };
    LineChart::new("Heading error", "time (s)", "error (°)", (0..count).map(curve).collect())
}

fn bars() -> BarChart {
    let bars = [("walk", 301.4), ("run", 96.7), ("turn in place, left", 67.9), ("pivot", 0.4)];
    BarChart {
        title: "Seconds of each label".to_owned(),
        value_title: "seconds".to_owned(),
        bars: bars.map(|(name, value)| (name.to_owned(), value)).to_vec(),
        width: 640.0,
    }
}

#[test]
fn a_heat_map_names_what_it_shows() {
    let map = coverage();
    let text = check(&heat_map(&map));
    for word in ["Coverage: speed and turn rate", "speed (m/s)", "turn rate, left up", "seconds"] {
        assert!(text.contains(word), "{word} is missing");
    }
    // The largest amount stands in its cell: 40 / 1.25 - 1 = 31.
    assert!(text.contains(">31</text>"));
}

#[test]
fn maps_of_nothing_or_of_odd_numbers_are_drawn() {
    let empty = HeatMap {
        x: Bins::new("", &[]),
        y: Bins::new("", &[1.0]),
        values: Vec::new(),
        ..coverage()
    };
    check(&heat_map(&empty));
    let odd = [f32::NAN, f32::INFINITY, -1.0, 3.0].repeat(24);
    check(&heat_map(&HeatMap { values: odd.clone(), size: Vec2::NAN, ..coverage() }));
    check(&polar_map(&PolarMap { values: odd, ..directions() }));
    check(&polar_map(&PolarMap { directions: 0, ..directions() }));
    check(&polar_map(&PolarMap { directions: 1, ..directions() }));
}

#[test]
fn line_charts_of_any_number_of_curves_are_drawn() {
    for count in [0, 1, 3, 14] {
        check(&line_chart(&curves(count)));
    }
    let gap = Series { name: "gap".to_owned(), points: vec![Vec2::ZERO, Vec2::NAN, Vec2::ONE] };
    let chart = LineChart { x: Axis::new("x", f32::NAN, 0.0), series: vec![gap], ..curves(0) };
    assert_eq!(check(&line_chart(&chart)).matches("<ellipse").count(), 2);
}

#[test]
fn bars_carry_their_amounts() {
    let text = check(&bar_chart(&bars()));
    assert!(text.contains(">301</text>") && text.contains(">turn in place, left</text>"));
    let odd = vec![("negative".to_owned(), -3.0), ("none".to_owned(), f32::NAN)];
    check(&bar_chart(&BarChart { bars: odd, ..bars() }));
    check(&bar_chart(&BarChart { bars: Vec::new(), ..bars() }));
}

#[test]
fn charts_are_joined_into_one_sheet() {
    let row = beside(&[heat_map(&coverage()), polar_map(&directions())], 12.0);
    assert_eq!(row.width(), 640.0 + 12.0 + 500.0);
    let sheet = stacked(&[row, line_chart(&curves(3)), bar_chart(&bars())], 8.0);
    check(&sheet);
    assert!(beside(&[], 8.0).to_png(1.0).is_ok());
    let Some(folder) = std::env::var_os("SIDESTEP_PICTURES").map(PathBuf::from) else {
        println!("skipped: SIDESTEP_PICTURES is not set");
        return;
    };
    std::fs::write(folder.join("charts.png"), sheet.to_png(1.0).unwrap()).unwrap();
}
