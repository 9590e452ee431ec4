//! Figure 9 of Lee, Lee and Lee 2018: the time to a target 6 m away over the hours of augmentation.
//!
//! `cargo run -p sidestep_picture --example agility -- FILE.svg HOURS:SECS…` draws it; the seconds are
//! `untimed_secs` of `sidestep measure reach` for a network that learnt from so many hours.

use glam::Vec2;
use sidestep_picture::{Axis, LineChart, Series, line_chart};
use std::error::Error;

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let file =
        arguments.next().ok_or("name the file to write, then HOURS:SECS for each network")?;
    let mut points = Vec::new();
    for argument in arguments {
        let (hours, secs) = argument.split_once(':').ok_or("write HOURS:SECS")?;
        points.push(Vec2::new(hours.parse()?, secs.parse()?));
    }
    let series = vec![Series { name: "mean time".to_owned(), points }];
    let (x, y) = ("hours of augmentation", "seconds to a target 6 m away");
    let chart = LineChart::new("Agility by data augmentation", x, y, series);
    let most = chart.series[0].points.iter().map(|point| point.y).fold(1.0, f32::max);
    let chart = LineChart { y: Axis::new(y, 0.0, 1.1 * most), ..chart };
    std::fs::write(file, line_chart(&chart).to_string())?;
    Ok(())
}
