//! Curves over the updates of a training, as an SVG file.

use crate::files;
use anyhow::Result;
use std::{fmt::Write, path::Path};

const WIDTH: f64 = 640.0;
const HEIGHT: f64 = 160.0;
const MARGIN: f64 = 40.0;

/// Draws each curve into a panel of its own, one below the other.
pub(crate) fn draw(path: &Path, curves: &[(&str, Vec<(f64, f64)>)]) -> Result<()> {
    let mut svg = String::new();
    let height = HEIGHT * curves.len() as f64;
    write!(
        svg,
        r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" font-family="sans-serif" font-size="11"><rect width="100%" height="100%" fill="white"/>"#
    )?;
    for (index, (name, points)) in curves.iter().enumerate() {
        panel(&mut svg, name, points, HEIGHT * index as f64)?;
    }
    svg.push_str("</svg>\n");
    files::write(path, svg.as_bytes())
}

fn panel(svg: &mut String, name: &str, points: &[(f64, f64)], top: f64) -> Result<()> {
    let most = |values: &mut dyn Iterator<Item = f64>| values.fold(1e-9, f64::max);
    let (right, high) =
        (most(&mut points.iter().map(|p| p.0)), most(&mut points.iter().map(|p| p.1)));
    let x = |update: f64| MARGIN + (WIDTH - 2.0 * MARGIN) * update / right;
    let y = |value: f64| top + HEIGHT - 24.0 - (HEIGHT - 48.0) * value / high;
    write!(
        svg,
        r#"<text x="{MARGIN}" y="{}">{name}, up to {high:.3}; {right} updates</text>"#,
        top + 14.0
    )?;
    write!(
        svg,
        r##"<path d="M{MARGIN} {} H{}" stroke="#999" fill="none"/>"##,
        y(0.0),
        WIDTH - MARGIN
    )?;
    let line: Vec<String> = points
        .iter()
        .map(|(update, value)| format!("{:.1},{:.1}", x(*update), y(*value)))
        .collect();
    write!(svg, r##"<polyline points="{}" stroke="#1f5fa8" fill="none"/>"##, line.join(" "))?;
    Ok(())
}
