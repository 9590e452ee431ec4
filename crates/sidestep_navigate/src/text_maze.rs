//! Mazes drawn with characters.

use crate::{
    maze::{Area, Maze, MazeConfig, MazeError},
    obstacle::Obstacle,
};
use glam::Vec2;

impl Maze {
    /// A maze from a drawing: `#` is solid, everything else free; each character is a square of
    /// `metres`. The first line lies at the least z, the first column at the least x.
    ///
    /// ```
    /// use sidestep_control::GroundPoint;
    /// use sidestep_navigate::{Maze, MazeConfig};
    /// let maze = Maze::from_text(".#.\n.#.\n...", 2.0, MazeConfig::default())?;
    /// let path = maze.path(GroundPoint::new(1.0, 1.0), GroundPoint::new(5.0, 1.0))?;
    /// assert!(path.points().len() > 2 && path.length() > 8.0);
    /// # Ok::<(), sidestep_navigate::MazeError>(())
    /// ```
    pub fn from_text(text: &str, metres: f32, config: MazeConfig) -> Result<Self, MazeError> {
        let rows: Vec<&[u8]> = text.lines().map(str::as_bytes).collect();
        let width = rows.iter().map(|row| row.len()).max().unwrap_or(0);
        let solid = |x: usize, z: usize| {
            let row = rows.get(z).copied().unwrap_or(&[]);
            row.get(x) == Some(&b'#')
        };
        let mut walls = Vec::new();
        // A wall stands where solid meets free; walls in one line are one wall.
        for z in 0..=rows.len() {
            let between =
                |x: usize| z > 0 && solid(x, z - 1) != solid(x, z) || z == 0 && solid(x, z);
            runs(width, between, |from, to| walls.push([(from, z), (to, z)]));
        }
        for x in 0..=width {
            let between =
                |z: usize| x > 0 && solid(x - 1, z) != solid(x, z) || x == 0 && solid(x, z);
            runs(rows.len(), between, |from, to| walls.push([(x, from), (x, to)]));
        }
        let place = |(x, z): (usize, usize)| Vec2::new(x as f32, z as f32) * metres;
        let walls = walls.iter().map(|wall| Obstacle::wall(place(wall[0]), place(wall[1]), 0.0));
        let area = Area { low: Vec2::ZERO, high: place((width, rows.len())) };
        Self::new(area, walls.collect(), config)
    }
}

/// Calls `found` with the bounds of every unbroken run of `is_set` below `count`.
fn runs(count: usize, is_set: impl Fn(usize) -> bool, mut found: impl FnMut(usize, usize)) {
    let mut start = None;
    for i in 0..=count {
        match (start, i < count && is_set(i)) {
            (None, true) => start = Some(i),
            (Some(from), false) => {
                found(from, i);
                start = None;
            }
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn walls_in_one_line_are_one_wall() {
        let maze = Maze::from_text("....\n.##.\n....", 1.0, MazeConfig::default()).unwrap();
        assert_eq!(maze.obstacles().len(), 4);
        let top = Obstacle::wall(Vec2::new(1.0, 1.0), Vec2::new(3.0, 1.0), 0.0);
        assert!(maze.obstacles().contains(&top), "{:?}", maze.obstacles());
    }

    #[test]
    fn an_empty_drawing_is_no_maze() {
        assert_eq!(Maze::from_text("", 1.0, MazeConfig::default()).err(), Some(MazeError::NoArea));
    }
}
