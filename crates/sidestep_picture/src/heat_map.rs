//! A table of amounts as colours with numbers, such as seconds at each speed and turn rate.

use crate::{
    axis::TICK_SIZE,
    chart::{TITLE, begin, draw_scale, largest, share, short},
    number::{count, number},
    palette::Colour,
    svg::{Paint, Rect, Svg, Type, fitted, text_width},
};
use glam::Vec2;

/// The bins of one side of a map.
#[derive(Clone, Debug, PartialEq)]
pub struct Bins {
    /// What is measured, with its unit, such as `speed (m/s)`.
    pub title: String,
    /// Borders of the bins, one more than there are bins; infinite ones are drawn as open ends.
    pub edges: Vec<f32>,
}

impl Bins {
    /// Bins between borders.
    pub fn new(title: &str, edges: &[f32]) -> Self {
        Self { title: title.to_owned(), edges: edges.to_vec() }
    }

    /// How many bins there are.
    pub fn len(&self) -> usize {
        self.edges.len().saturating_sub(1)
    }

    /// Whether there is no bin.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The bin a value falls into.
    pub fn find(&self, value: f32) -> Option<usize> {
        let after = self.edges.iter().position(|edge| value < *edge)?;
        after.checked_sub(1)
    }
}

/// A map of amounts over two measures.
#[derive(Clone, Debug, PartialEq)]
pub struct HeatMap {
    /// Title of the picture.
    pub title: String,
    /// Bins from left to right.
    pub x: Bins,
    /// Bins from below upwards.
    pub y: Bins,
    /// Amounts, the row of the lowest `y` first, each row from left to right.
    pub values: Vec<f32>,
    /// What the amounts are, such as `seconds`.
    pub value_title: String,
    /// Width and height in pixels.
    pub size: Vec2,
}

/// The map with a number in every cell; cells without an amount stay empty, so that gaps are seen.
pub fn heat_map(map: &HeatMap) -> Svg {
    marked_heat_map(map, &[])
}

/// The map with a frame around the cells whose numbers, as in `values`, are `marked`.
pub fn marked_heat_map(map: &HeatMap, marked: &[usize]) -> Svg {
    let mut svg = begin(map.size, &map.title);
    let area =
        Rect::new(76.0, TITLE + 14.0, svg.width() - 76.0 - 84.0, svg.height() - TITLE - 72.0);
    let most = largest(&map.values);
    let cell =
        Vec2::new(area.width / count(map.x.len().max(1)), area.height / count(map.y.len().max(1)));
    svg.rect(area, 0.0, &Paint::fill(Colour::PANEL));
    for row in 0..map.y.len() {
        for column in 0..map.x.len() {
            let value = map.values.get(row * map.x.len() + column).copied().unwrap_or(0.0);
            let corner =
                Vec2::new(area.x + count(column) * cell.x, area.bottom() - count(row + 1) * cell.y);
            draw_cell(&mut svg, Rect::new(corner.x, corner.y, cell.x, cell.y), value, most);
        }
    }
    for number in marked.iter().filter(|number| **number < map.x.len() * map.y.len()) {
        let (row, column) = (number / map.x.len(), number % map.x.len());
        let (x, y) = (area.x + count(column) * cell.x, area.bottom() - count(row + 1) * cell.y);
        let inner = Rect::new(x + 2.0, y + 2.0, cell.x - 4.0, cell.y - 4.0);
        svg.rect(inner, 2.0, &Paint::stroke(Colour::RIGHT, 2.0));
    }
    svg.rect(area, 0.0, &Paint::stroke(Colour::GRID.mix(Colour::GREY, 0.3), 1.0));
    draw_edges(&mut svg, map, area, cell);
    let scale = Rect::new(area.right() + 22.0, area.y + 14.0, 14.0, area.height - 14.0);
    let scale = Rect { height: scale.height.min(240.0), ..scale };
    draw_scale(&mut svg, scale, most, &fitted(&map.value_title, TICK_SIZE, 62.0));
    svg
}

fn draw_cell(svg: &mut Svg, cell: Rect, value: f32, most: f32) {
    if !(value.is_finite() && value > 0.0) {
        svg.rect(cell, 0.0, &Paint::stroke(Colour::GRID, 0.6));
        return;
    }
    let colour = Colour::ramp(share(value, most));
    svg.rect(cell, 0.0, &Paint::fill(colour).outlined(Colour::PANEL, 0.8));
    let text = short(value);
    let size = (cell.height * 0.42).clamp(7.0, 11.5);
    if text_width(&text, size) < cell.width - 2.0 && cell.height >= 9.0 {
        let at = Vec2::new(cell.x + 0.5 * cell.width, cell.y + 0.5 * cell.height + 0.36 * size);
        svg.text(at, &text, &Type::new(size, colour.text_on()).centred());
    }
}

/// The borders of the bins, as many as there is room for, and the titles of both sides.
fn draw_edges(svg: &mut Svg, map: &HeatMap, area: Rect, cell: Vec2) {
    let text = Type::new(TICK_SIZE, Colour::GREY);
    let widest = map.x.edges.iter().map(|edge| text_width(&edge_text(*edge), TICK_SIZE));
    let stride = every(widest.fold(14.0, f32::max) + 6.0, cell.x);
    for (index, edge) in map.x.edges.iter().enumerate().step_by(stride) {
        let at = Vec2::new(area.x + count(index) * cell.x, area.bottom() + 16.0);
        svg.text(at, &edge_text(*edge), &text.centred());
    }
    for (index, edge) in map.y.edges.iter().enumerate().step_by(every(15.0, cell.y)) {
        let at = Vec2::new(area.x - 6.0, area.bottom() - count(index) * cell.y + 4.0);
        svg.text(at, &edge_text(*edge), &text.ending());
    }
    let title = Type::new(12.0, Colour::INK).centred();
    let below = Vec2::new(area.x + 0.5 * area.width, area.bottom() + 36.0);
    svg.text(below, &map.x.title, &title);
    let beside = Vec2::new(area.x - 52.0, area.y + 0.5 * area.height);
    svg.text(beside, &map.y.title, &title.upwards());
}

fn edge_text(edge: f32) -> String {
    match edge {
        edge if edge == f32::INFINITY => "∞".to_owned(),
        edge if edge == f32::NEG_INFINITY => "−∞".to_owned(),
        edge => number(edge, 2),
    }
}

/// Every how many borders there is room for a text.
fn every(room: f32, cell: f32) -> usize {
    crate::number::index((room / cell.max(1e-3)).ceil()).clamp(1, 1000)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_find_their_bins() {
        let bins = Bins::new("", &[0.0, 1.0, 2.0, f32::INFINITY]);
        assert_eq!(bins.find(0.0), Some(0));
        assert_eq!(bins.find(1.99), Some(1));
        assert_eq!(bins.find(99.0), Some(2));
        assert_eq!(bins.find(-0.1), None);
        assert_eq!(bins.find(f32::NAN), None);
    }
}
