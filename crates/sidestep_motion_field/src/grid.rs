//! The grid of task parameters: how far the heading is off, and for lines how far the place is.

use sidestep_motion::{
    GroundTransform,
    math::{sin_cos, wrap_angle},
};
use std::f32::consts::TAU;

/// Task parameters: θ, the wanted heading minus the character's, and d, metres left of the line.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct TaskPoint {
    pub(crate) theta: f32,
    pub(crate) offset: f32,
}

/// Uniform samples of θ on the circle and, for lines, of d on an interval.
///
/// A cell is `heading * offsets + offset`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Grid {
    pub(crate) headings: usize,
    pub(crate) offsets: usize,
    /// The largest |d|, in metres.
    pub(crate) reach: f32,
}

/// A place between two samples.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Between {
    pub(crate) low: usize,
    pub(crate) high: usize,
    /// Share of the higher one.
    pub(crate) share: f32,
}

/// Turning that is added to that of the data, in radians a frame.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct TurnAssist {
    /// Share of what is missing.
    pub(crate) gain: f32,
    /// Most that is added.
    pub(crate) most: f32,
    /// Most altogether.
    pub(crate) cap: f32,
    /// Most by which it changes from frame to frame.
    pub(crate) change: f32,
    /// What a radian of it costs.
    pub(crate) price: f32,
}

impl TurnAssist {
    /// What to add after a step that turned by `turned` and left `theta` to go.
    pub(crate) fn turn(&self, theta: f32, turned: f32) -> f32 {
        // No faster than can be braked: ω² = 2 a θ.
        let brakeable = (2.0 * self.change * theta.abs()).sqrt();
        let most = self.most.min(brakeable);
        let wanted = (theta * self.gain).clamp(-most, most);
        // Where the data turns faster than the cap, nothing is taken away.
        let (low, high) = ((-self.cap - turned).min(0.0), (self.cap - turned).max(0.0));
        wanted.clamp(low, high)
    }

    /// What it costs to add a turn.
    pub(crate) fn cost(&self, added: f32) -> f32 {
        self.price * added.abs()
    }

    /// The assist of a frame that follows one with `before`, where `wanted` would be best.
    pub(crate) fn ease(&self, before: f32, wanted: f32) -> f32 {
        before + (wanted - before).clamp(-self.change, self.change)
    }
}

impl Grid {
    /// A grid of directions alone.
    pub(crate) fn directions(headings: usize) -> Self {
        Self { headings, offsets: 1, reach: 0.0 }
    }

    pub(crate) fn cells(&self) -> usize {
        self.headings * self.offsets
    }

    /// The parameters at a cell.
    pub(crate) fn point(&self, cell: usize) -> TaskPoint {
        let theta = wrap_angle(TAU * (cell / self.offsets) as f32 / self.headings as f32);
        TaskPoint { theta, offset: self.offset_at(cell) }
    }

    /// d at a cell.
    pub(crate) fn offset_at(&self, cell: usize) -> f32 {
        match self.offsets {
            1 => 0.0,
            n => self.reach * (2.0 * (cell % n) as f32 / (n - 1) as f32 - 1.0),
        }
    }

    /// Where θ lies among the headings.
    pub(crate) fn heading(&self, theta: f32) -> Between {
        let turned = if theta < 0.0 { theta + TAU } else { theta };
        let place = (turned * (self.headings as f32 / TAU)).max(0.0);
        let low = (place as usize).min(self.headings - 1);
        let high = if low + 1 == self.headings { 0 } else { low + 1 };
        Between { low, high, share: (place - low as f32).min(1.0) }
    }

    /// Where d lies among the offsets; beyond the last it is the last.
    pub(crate) fn offset(&self, offset: f32) -> Between {
        if self.offsets < 2 {
            return Between { low: 0, high: 0, share: 0.0 };
        }
        let last = (self.offsets - 1) as f32;
        let place = ((offset / self.reach + 1.0) * 0.5 * last).clamp(0.0, last);
        let low = (place as usize).min(self.offsets - 2);
        Between { low, high: low + 1, share: place - low as f32 }
    }
}

impl TaskPoint {
    /// The parameters after the character has gone `way`, with the turn added by the assist.
    pub(crate) fn after(self, way: GroundTransform, assist: &TurnAssist) -> (Self, f32) {
        let (theta, added) = turned(self.theta, way, assist);
        let offset = self.offset + sideways(sin_cos(self.theta), way);
        (Self { theta, offset }, added)
    }
}

/// θ after the character has gone `way`, and what the assist turned.
pub(crate) fn turned(theta: f32, way: GroundTransform, assist: &TurnAssist) -> (f32, f32) {
    let theta = wrap_angle(theta - way.heading);
    let added = assist.turn(theta, way.heading);
    (wrap_angle(theta - added), added)
}

/// Metres to the left of the line that a way leads, where θ has this sine and cosine.
///
/// The way lies in the frame of the heading, which is θ to the right of the line's.
pub(crate) fn sideways((sin, cos): (f32, f32), way: GroundTransform) -> f32 {
    cos * way.x - sin * way.z
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::f32::consts::{FRAC_PI_2, PI};

    #[test]
    fn cells_are_found_again() {
        let grid = Grid { headings: 18, offsets: 13, reach: 2.0 };
        for cell in 0..grid.cells() {
            let point = grid.point(cell);
            let (h, o) = (grid.heading(point.theta), grid.offset(point.offset));
            let near = |b: Between| if b.share > 0.5 { b.high } else { b.low };
            assert_eq!(near(h) * 13 + near(o), cell);
        }
    }

    #[test]
    fn the_circle_closes() {
        let grid = Grid::directions(18);
        let last = grid.heading(-TAU / 36.0);
        assert_eq!((last.low, last.high), (17, 0));
        assert!((last.share - 0.5).abs() < 1e-4);
        assert_eq!(grid.heading(-1e-9).high, 0);
        assert_eq!(grid.heading(PI).low, 9);
    }

    /// Facing a quarter right of the line (the goal is a quarter to the left), one metre ahead leads
    /// one metre to the right of the line.
    #[test]
    fn going_ahead_beside_a_line() {
        let point = TaskPoint { theta: FRAC_PI_2, offset: 0.5 };
        let way = GroundTransform::new(0.0, 1.0, 0.1);
        let (after, added) = point.after(way, &TurnAssist::default());
        assert!((after.offset + 0.5).abs() < 1e-6 && added == 0.0);
        assert!((after.theta - (FRAC_PI_2 - 0.1)).abs() < 1e-6);
    }

    #[test]
    fn assistance_is_bounded() {
        let assist = TurnAssist { gain: 0.5, most: 0.03, cap: 0.1, change: 0.01, price: 0.0 };
        assert_eq!(assist.turn(0.02, 0.0), 0.01);
        assert_eq!(assist.ease(0.0, 0.03), 0.01);
        // From 0.0002 rad a rate of √(2 · 0.01 · 0.0002) = 0.002 could be braked, 0.0001 is wanted.
        assert!((assist.turn(0.0002, 0.0) - 0.0001).abs() < 1e-9);
        assert_eq!(assist.turn(1.0, 0.0), 0.03);
        assert!((assist.turn(1.0, 0.09) - 0.01).abs() < 1e-6);
        assert_eq!(assist.turn(1.0, 0.2), 0.0);
        assert!((assist.turn(-1.0, 0.09) + 0.03).abs() < 1e-6);
    }
}
