//! Curves under a film strip: speed, turn rate, contacts and labels over one time axis.

use crate::{
    axis::{Axis, PlotArea, TICK_SIZE, step},
    label_rows::label_rows,
    number::{count, index},
    palette::Colour,
    subject::Subject,
    svg::{Paint, Rect, Svg, Type, fitted},
};
use glam::Vec2;
use sidestep_motion::{Label, Side};

/// Room left of the panels, for their numbers.
const LEFT: f32 = 64.0;
const SPEED_HEIGHT: f32 = 92.0;
const TURN_HEIGHT: f32 = 74.0;
const BAR_HEIGHT: f32 = 13.0;
const GAP: f32 = 12.0;
/// Room above a curve, for its name.
pub(crate) const CAPTION: f32 = 24.0;

/// Most rows of labels.
const LABEL_ROWS: usize = 4;

/// Draws all curves into `rect`, whose height is [`height`]; `instants` are marked.
pub(crate) fn draw_curves(svg: &mut Svg, subject: &Subject, instants: &[usize], rect: Rect) {
    let time = Axis::new("time (s)", 0.0, subject.duration_secs());
    let panel = |y: f32, height: f32, axis: Axis| PlotArea {
        rect: Rect::new(rect.x + LEFT, y, rect.width - LEFT, height),
        x: time.clone(),
        y: axis,
    };
    let speeds = subject.speeds();
    let top = speeds.iter().copied().fold(0.5, f32::max);
    let speed_axis = Axis::around("m/s", [0.0, top].into_iter());
    let area = panel(rect.y + CAPTION, SPEED_HEIGHT, speed_axis);
    draw_curve(svg, &area, subject, &speeds, Colour::SERIES[2], "speed");
    draw_instants(svg, &area, subject, instants);

    let turns: Vec<f32> = subject.turn_rates().iter().map(|turn| turn.to_degrees()).collect();
    // A round number at the ends as well, so that a low panel has more than its zero to read by.
    let most = step(turns.iter().map(|turn| turn.abs()).fold(45.0, f32::max), 1);
    let area = panel(area.rect.bottom() + CAPTION, TURN_HEIGHT, Axis::new("°/s", -most, most));
    draw_curve(svg, &area, subject, &turns, Colour::SERIES[3], "turn rate, left up");

    let mut y = area.rect.bottom() + GAP;
    for side in Side::BOTH {
        draw_contacts(svg, &panel(y, BAR_HEIGHT, Axis::new("", 0.0, 1.0)), subject, side);
        y += BAR_HEIGHT + 3.0;
    }
    let mut last = panel(y - BAR_HEIGHT - 3.0, BAR_HEIGHT, Axis::new("", 0.0, 1.0));
    let rows = label_rows(&subject.labels);
    for (number, row) in rows.iter().take(LABEL_ROWS).enumerate() {
        let title = match rows.len().saturating_sub(LABEL_ROWS) {
            more if more > 0 && number + 1 == LABEL_ROWS => format!("+ {more} rows"),
            _ if number == 0 => "labels".to_owned(),
            _ => String::new(),
        };
        last = panel(y + 3.0, BAR_HEIGHT + 3.0, Axis::new("", 0.0, 1.0));
        draw_labels(svg, &last, subject, row, &title);
        y += BAR_HEIGHT + 6.0;
    }
    draw_time(svg, &last);
}

/// The height [`draw_curves`] needs.
pub(crate) fn height(subject: &Subject) -> f32 {
    let rows = count(label_rows(&subject.labels).len().min(LABEL_ROWS));
    SPEED_HEIGHT
        + TURN_HEIGHT
        + GAP
        + 2.0 * CAPTION
        + 2.0 * (BAR_HEIGHT + 3.0)
        + rows * (BAR_HEIGHT + 6.0)
        + 36.0
}

fn draw_curve(
    svg: &mut Svg,
    area: &PlotArea,
    subject: &Subject,
    values: &[f32],
    colour: Colour,
    name: &str,
) {
    area.draw_x(svg, false);
    area.draw_y(svg);
    // A pixel holds one point at the most: longer clips are thinned.
    let stride = index(count(values.len()) / area.rect.width.max(1.0)).max(1);
    let last = values.len().saturating_sub(1);
    let frames = (0..last).step_by(stride).chain(std::iter::once(last));
    let points: Vec<Vec2> = frames
        .filter_map(|frame| Some(area.pixel(subject.secs(frame), *values.get(frame)?)))
        .collect();
    svg.polyline(&points, &Paint::stroke(colour, 1.8));
    area.draw_frame(svg);
    let title = format!("{name} ({})", area.y.title);
    draw_caption(svg, area, &title);
}

/// What a curve shows, above its panel.
fn draw_caption(svg: &mut Svg, area: &PlotArea, title: &str) {
    let at = Vec2::new(area.rect.x, area.rect.y - 8.0);
    svg.text(at, title, &Type::new(TICK_SIZE, Colour::INK));
}

/// Small marks at the upper edge where the bodies above are drawn.
fn draw_instants(svg: &mut Svg, area: &PlotArea, subject: &Subject, instants: &[usize]) {
    for frame in instants {
        let x = area.x_pixel(subject.secs(*frame));
        let (top, bottom) = (Vec2::new(x, area.rect.y), Vec2::new(x, area.rect.y + 5.0));
        svg.line(top, bottom, &Paint::stroke(Colour::GREY, 1.2));
    }
}

fn draw_contacts(svg: &mut Svg, area: &PlotArea, subject: &Subject, side: Side) {
    svg.rect(area.rect, 0.0, &Paint::fill(Colour::GRID).opacity(0.5));
    let half = 0.5 / subject.rate_hz;
    for (first, last) in subject.stances(side) {
        let from = area.x_pixel(subject.secs(first) - half);
        let to = area.x_pixel(subject.secs(last) + half);
        let bar = Rect::new(from, area.rect.y, (to - from).max(0.5), area.rect.height);
        svg.rect(bar, 0.0, &Paint::fill(Colour::of_side(Some(side))));
    }
    let name = match side {
        Side::Left => "left foot",
        Side::Right => "right foot",
    };
    let at = Vec2::new(area.rect.x - 6.0, area.rect.bottom() - 3.0);
    svg.text(at, name, &Type::new(TICK_SIZE, Colour::of_side(Some(side))).ending());
}

fn draw_labels(svg: &mut Svg, area: &PlotArea, subject: &Subject, row: &[Label], title: &str) {
    svg.rect(area.rect, 0.0, &Paint::fill(Colour::GRID).opacity(0.5));
    for label in row {
        let secs = |frame: u32| subject.secs(frame as usize);
        let (from, to) =
            (area.x_pixel(secs(label.frames.start)), area.x_pixel(secs(label.frames.end)));
        let bar = Rect::new(from, area.rect.y, (to - from).max(0.5), area.rect.height);
        let paint =
            Paint::fill(Colour::SERIES[2].mix(Colour::PANEL, 0.72)).outlined(Colour::PANEL, 1.0);
        svg.rect(bar, 2.0, &paint);
        if let Some(moment) = label.moment {
            let x = area.x_pixel(secs(moment));
            let ends = [area.rect.y, area.rect.bottom()].map(|y| Vec2::new(x, y));
            svg.line(ends[0], ends[1], &Paint::stroke(Colour::OBJECT, 1.6));
        }
        let text = fitted(&label.name, 10.5, bar.width - 6.0);
        if !text.is_empty() {
            let at = Vec2::new(bar.x + 0.5 * bar.width, bar.bottom() - 4.0);
            svg.text(at, &text, &Type::new(10.5, Colour::INK).centred());
        }
    }
    let at = Vec2::new(area.rect.x - 6.0, area.rect.bottom() - 4.0);
    svg.text(at, title, &Type::new(TICK_SIZE, Colour::GREY).ending());
}

fn draw_time(svg: &mut Svg, area: &PlotArea) {
    let text = Type::new(TICK_SIZE, Colour::GREY).centred();
    let bottom = area.rect.bottom();
    for (value, label) in area.x.ticks(index(area.rect.width / 55.0).clamp(2, 20)) {
        let x = area.x_pixel(value);
        svg.line(
            Vec2::new(x, bottom),
            Vec2::new(x, bottom + 4.0),
            &Paint::stroke(Colour::GREY, 1.0),
        );
        svg.text(Vec2::new(x, bottom + 16.0), &label, &text);
    }
    let at = Vec2::new(area.rect.x + 0.5 * area.rect.width, bottom + 31.0);
    svg.text(at, &area.x.title, &Type::new(TICK_SIZE, Colour::INK).centred());
}
