//! A stretch of ground with obstacles, and the ways through it.
//!
//! A grid lies over the ground; two neighbouring points of it are joined where a body fits through
//! between them, by exact distances and not by blocked cells. The shortest way on the grid comes from
//! A*; it is then pulled taut. Whatever the grid, every straight piece of a path keeps its clearance.

use crate::{cell::Cell, obstacle::Obstacle, pull};
use glam::Vec2;
use sidestep_control::{GroundPoint, Path};

/// A rectangle of the ground.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Area {
    /// The corner of least x and z.
    pub low: Vec2,
    /// The corner of greatest x and z.
    pub high: Vec2,
}

/// How finely a maze is searched, and for how wide a body.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MazeConfig {
    /// Metres between points of the grid; gaps are found down to about this much wider than a body.
    pub cell: f32,
    /// Metres that paths keep from every obstacle: the radius of the body.
    pub clearance: f32,
}

impl Default for MazeConfig {
    fn default() -> Self {
        Self { cell: 0.25, clearance: 0.35 }
    }
}

/// Obstacles and the grid that leads between them; immutable once made.
#[derive(Clone, Debug)]
pub struct Maze {
    area: Area,
    config: MazeConfig,
    obstacles: Vec<Obstacle>,
    columns: i32,
    rows: i32,
    /// For each point of the grid, a bit for each of [`STEPS`] that can be walked.
    open: Vec<u8>,
}

/// Why there is no maze, or no way through it.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
pub enum MazeError {
    /// The area is empty or not finite, or the cell or clearance makes no sense.
    #[error(
        "a maze needs an area with some width and depth, a cell of more than 0 m and a clearance of 0 m or more"
    )]
    NoArea,
    /// A grid nobody can hold.
    #[error("the maze has {points} grid points, more than 4 million; take larger cells")]
    TooFine {
        /// Points the grid would have.
        points: u64,
    },
    /// An obstacle that is nowhere.
    #[error("obstacle {index} is not finite or has a negative radius")]
    BadObstacle {
        /// Which obstacle, counted from 0.
        index: usize,
    },
    /// A place from which the grid cannot be reached.
    #[error("({x}, {z}) is outside the maze or inside an obstacle")]
    Unreachable {
        /// World x.
        x: f32,
        /// World z.
        z: f32,
    },
    /// Two places that obstacles keep apart.
    #[error("no way is wide enough for a clearance of {clearance} m")]
    NoWay {
        /// The clearance asked for.
        clearance: f32,
    },
}

const MOST_POINTS: u64 = 4_000_000;

/// The eight neighbours of a grid point and the cost of going there, in thousandths of a cell.
const STEPS: [(Cell, u32); 8] = [
    (Cell::new(1, 0), 1000),
    (Cell::new(1, 1), 1415),
    (Cell::new(0, 1), 1000),
    (Cell::new(-1, 1), 1415),
    (Cell::new(-1, 0), 1000),
    (Cell::new(-1, -1), 1415),
    (Cell::new(0, -1), 1000),
    (Cell::new(1, -1), 1415),
];

impl Area {
    /// A square with its middle at the origin.
    pub fn square(side: f32) -> Self {
        Self { low: Vec2::splat(-0.5 * side), high: Vec2::splat(0.5 * side) }
    }

    /// Whether a point lies inside or on the edge.
    pub fn contains(&self, point: Vec2) -> bool {
        point.cmpge(self.low).all() && point.cmple(self.high).all()
    }
}

impl Maze {
    /// Lays the grid and works out where a body fits.
    pub fn new(
        area: Area,
        obstacles: Vec<Obstacle>,
        config: MazeConfig,
    ) -> Result<Self, MazeError> {
        let size = area.high - area.low;
        let sane = area.low.is_finite()
            && size.is_finite()
            && size.min_element() > 0.0
            && config.cell > 0.0
            && config.clearance.is_finite()
            && config.clearance >= 0.0;
        if !sane {
            return Err(MazeError::NoArea);
        }
        if let Some(index) = obstacles.iter().position(|obstacle| !obstacle.is_sound()) {
            return Err(MazeError::BadObstacle { index });
        }
        let count = |metres: f32| (metres / config.cell).floor() as u64 + 1;
        let (columns, rows) = (count(size.x), count(size.y));
        let points = columns.saturating_mul(rows);
        if points > MOST_POINTS {
            return Err(MazeError::TooFine { points });
        }
        let mut maze = Self {
            area,
            config,
            obstacles,
            columns: columns as i32,
            rows: rows as i32,
            open: vec![u8::MAX; points as usize],
        };
        maze.close_edges();
        maze.close_steps();
        Ok(maze)
    }

    /// The obstacles.
    pub fn obstacles(&self) -> &[Obstacle] {
        &self.obstacles
    }

    /// The ground it covers.
    pub fn area(&self) -> Area {
        self.area
    }

    /// Metres that paths keep from every obstacle.
    pub fn clearance(&self) -> f32 {
        self.config.clearance
    }

    /// Whether a body of the maze's clearance can go straight from `a` to `b`.
    pub fn is_clear(&self, a: Vec2, b: Vec2) -> bool {
        self.is_clear_by(a, b, self.config.clearance)
    }

    /// Metres from a point to the nearest surface; infinite in a maze without obstacles.
    pub fn room(&self, point: Vec2) -> f32 {
        self.obstacles.iter().map(|obstacle| obstacle.distance(point)).fold(f32::INFINITY, f32::min)
    }

    /// The way from one place to another: short, taut and nowhere nearer to an obstacle than the
    /// clearance.
    ///
    /// A body that already stands nearer to an obstacle is first led away from it.
    pub fn path(&self, from: GroundPoint, to: GroundPoint) -> Result<Path, MazeError> {
        let (start, end) = (vec2(from), vec2(to));
        if self.can_stand(start) && self.can_stand(end) && self.is_clear(start, end) {
            return finish(&[start, end], self.config.clearance);
        }
        let mut points = self.grid_path(start, end)?;
        pull::taut(&mut points, &|a, b| self.is_clear(a, b));
        finish(&points, self.config.clearance)
    }

    /// The place nearest to `to` that a body can get to from `from` and stand at: `to` itself where it can.
    pub fn nearest_reachable(
        &self,
        from: GroundPoint,
        to: GroundPoint,
    ) -> Result<GroundPoint, MazeError> {
        if self.room(vec2(to)) >= self.config.clearance && self.path(from, to).is_ok() {
            return Ok(to);
        }
        let away = |cell: Cell| self.place(cell).distance_squared(vec2(to));
        let cells = self.reachable(self.enter(vec2(from))?);
        let nearest = cells.into_iter().min_by(|a, b| away(*a).total_cmp(&away(*b)));
        let place = nearest.map(|cell| self.place(cell));
        let nowhere = MazeError::Unreachable { x: to.x, z: to.z };
        place.map(|place| GroundPoint::new(place.x, place.y)).ok_or(nowhere)
    }

    /// The way on the grid alone, with its corners as they are; for comparison.
    pub fn grid_path(&self, from: Vec2, to: Vec2) -> Result<Vec<Vec2>, MazeError> {
        let (first, last) = (self.enter(from)?, self.enter(to)?);
        let found = pathfinding::prelude::astar(
            &first,
            |point| self.neighbours(*point),
            |point| octile(*point, last),
            |point| *point == last,
        );
        let (grid, _) = found.ok_or(MazeError::NoWay { clearance: self.config.clearance })?;
        let mut points = Vec::with_capacity(grid.len() + 2);
        points.push(from);
        points.extend(grid.into_iter().map(|point| self.place(point)));
        points.push(to);
        Ok(points)
    }

    /// The farthest place of `path`, up to `ahead` metres on, that can be gone to straight from
    /// `here`: aiming there follows the path without cutting its corners.
    pub fn aim(&self, path: &Path, here: GroundPoint, ahead: f32) -> GroundPoint {
        const TRIES: u8 = 8;
        let nearest = path.nearest(here);
        // A body beside its path may stand nearer to a wall than paths do; it must still aim ahead.
        let clearance = self.config.clearance.min(0.9 * self.room(vec2(here)).max(0.0));
        for part in (1..=TRIES).rev() {
            let aim = path.at(nearest.along + ahead * f32::from(part) / f32::from(TRIES));
            if self.is_clear_by(vec2(here), vec2(aim), clearance) {
                return aim;
            }
        }
        path.at(nearest.along + ahead / f32::from(TRIES))
    }

    fn is_clear_by(&self, a: Vec2, b: Vec2, clearance: f32) -> bool {
        let (low, high) = (a.min(b), a.max(b));
        self.obstacles.iter().all(|obstacle| {
            let reach = Vec2::splat(clearance + obstacle.radius);
            let beyond = (obstacle.from.max(obstacle.to) + reach).cmplt(low).any()
                || (obstacle.from.min(obstacle.to) - reach).cmpgt(high).any();
            beyond || obstacle.distance_to_way(a, b) >= clearance
        })
    }

    fn can_stand(&self, point: Vec2) -> bool {
        self.area.contains(point)
    }

    fn place(&self, point: Cell) -> Vec2 {
        self.area.low + point.to_vec2() * self.config.cell
    }

    fn index(&self, point: Cell) -> Option<usize> {
        let inside = point.x >= 0 && point.z >= 0 && point.x < self.columns && point.z < self.rows;
        inside.then_some((point.z * self.columns + point.x) as usize)
    }

    fn neighbours(&self, point: Cell) -> impl Iterator<Item = (Cell, u32)> + use<> {
        let open = self.index(point).map_or(0, |index| self.open[index]);
        STEPS
            .into_iter()
            .enumerate()
            .filter(move |(bit, _)| open & (1 << bit) != 0)
            .map(move |(_, (step, cost))| (point + step, cost))
    }

    /// Every point of the grid that can be walked to from one of them, itself included.
    fn reachable(&self, first: Cell) -> Vec<Cell> {
        let mut seen = vec![false; self.open.len()];
        let mut found = vec![first];
        let mut next = 0;
        while let Some(cell) = found.get(next).copied() {
            next += 1;
            for (neighbour, _) in self.neighbours(cell) {
                let index = self.index(neighbour).filter(|index| !seen[*index]);
                if let Some(index) = index {
                    seen[index] = true;
                    found.push(neighbour);
                }
            }
        }
        found
    }

    /// Nothing leads out of the grid.
    fn close_edges(&mut self) {
        for row in 0..self.rows {
            for column in 0..self.columns {
                let at = Cell::new(column, row);
                let inside =
                    column > 0 && row > 0 && column + 1 < self.columns && row + 1 < self.rows;
                if inside {
                    continue;
                }
                for (bit, (step, _)) in STEPS.iter().enumerate() {
                    if self.index(at + *step).is_none() {
                        self.close(at, bit);
                    }
                }
            }
        }
    }

    /// Closes every step that comes too near to an obstacle.
    fn close_steps(&mut self) {
        for i in 0..self.obstacles.len() {
            let obstacle = self.obstacles[i];
            let reach = Vec2::splat(self.config.clearance + obstacle.radius + self.config.cell);
            let cells = |point: Vec2| (point - self.area.low) / self.config.cell;
            let low = Cell::of(cells(obstacle.from.min(obstacle.to) - reach).floor());
            let high = Cell::of(cells(obstacle.from.max(obstacle.to) + reach).ceil());
            for row in low.z.max(0)..=high.z.min(self.rows - 1) {
                for column in low.x.max(0)..=high.x.min(self.columns - 1) {
                    self.close_steps_from(Cell::new(column, row), &obstacle);
                }
            }
        }
    }

    fn close_steps_from(&mut self, at: Cell, obstacle: &Obstacle) {
        for (bit, (step, _)) in STEPS.iter().enumerate() {
            let (a, b) = (self.place(at), self.place(at + *step));
            if obstacle.distance_to_way(a, b) < self.config.clearance {
                self.close(at, bit);
            }
        }
    }

    fn close(&mut self, at: Cell, bit: usize) {
        if let Some(index) = self.index(at) {
            self.open[index] &= !(1 << bit);
        }
    }

    /// The nearest grid point that can be walked to straight from `place`.
    fn enter(&self, place: Vec2) -> Result<Cell, MazeError> {
        let unreachable = MazeError::Unreachable { x: place.x, z: place.y };
        if !place.is_finite() || !self.area.contains(place) {
            return Err(unreachable);
        }
        // Where a body stands too near to a wall already, it may keep that distance while leaving.
        let clearance = self.config.clearance.min(self.room(place)).max(0.0);
        let reach = ((2.0 * self.config.clearance / self.config.cell).ceil() + 2.0).min(64.0);
        let centre = Cell::of(((place - self.area.low) / self.config.cell).round());
        let reach = reach as i32;
        let mut best: Option<(f32, Cell)> = None;
        for dz in -reach..=reach {
            for dx in -reach..=reach {
                let point = centre + Cell::new(dx, dz);
                let open = self.index(point).is_some_and(|index| self.open[index] != 0);
                let distance = self.place(point).distance_squared(place);
                let nearer = best.is_none_or(|(least, _)| distance < least);
                if open && nearer && self.is_clear_by(place, self.place(point), clearance) {
                    best = Some((distance, point));
                }
            }
        }
        best.map(|(_, point)| point).ok_or(unreachable)
    }
}

/// The least cost between two grid points with nothing in the way.
fn octile(a: Cell, b: Cell) -> u32 {
    let (dx, dz) = (a.x.abs_diff(b.x), a.z.abs_diff(b.z));
    1000 * dx.max(dz) + 415 * dx.min(dz)
}

fn finish(points: &[Vec2], clearance: f32) -> Result<Path, MazeError> {
    let points: Vec<GroundPoint> = points.iter().map(|p| GroundPoint::new(p.x, p.y)).collect();
    Path::new(&points).map_err(|_| MazeError::NoWay { clearance })
}

fn vec2(point: GroundPoint) -> Vec2 {
    Vec2::new(point.x, point.z)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn length(points: &[Vec2]) -> f32 {
        points.windows(2).map(|pair| pair[0].distance(pair[1])).sum()
    }

    #[test]
    fn a_taut_way_around_a_pillar_has_the_length_of_a_string() {
        // A string around a disc of 1 m (0.5 m pillar, 0.5 m clearance) between points 3 m before
        // and behind its middle: two tangents of √8 m and the arc between, 2 asin(1/3) rad.
        let obstacles = vec![Obstacle::pillar(Vec2::ZERO, 0.5)];
        let config = MazeConfig { cell: 0.2, clearance: 0.5 };
        let maze = Maze::new(Area::square(10.0), obstacles, config).unwrap();
        let path = maze.path(GroundPoint::new(0.0, -3.0), GroundPoint::new(0.0, 3.0)).unwrap();
        let string = 2.0 * 8.0_f32.sqrt() + 2.0 * 0.339_836_9;
        assert!(
            path.length() >= string - 1e-3 && path.length() < 1.03 * string,
            "{}",
            path.length()
        );
    }

    #[test]
    fn a_closed_wall_is_said_to_be_closed() {
        let v = Vec2::new;
        let wall = vec![Obstacle::wall(v(-9.0, 0.0), v(9.0, 0.0), 0.1)];
        let maze = Maze::new(Area::square(10.0), wall, MazeConfig::default()).unwrap();
        let (south, north) = (GroundPoint::new(0.0, -2.0), GroundPoint::new(0.0, 2.0));
        assert_eq!(maze.path(south, north), Err(MazeError::NoWay { clearance: 0.35 }));
        let outside = maze.path(south, GroundPoint::new(0.0, 20.0));
        assert_eq!(outside, Err(MazeError::Unreachable { x: 0.0, z: 20.0 }));
    }

    #[test]
    fn the_nearest_place_is_on_the_own_side_of_a_wall() {
        let v = Vec2::new;
        let wall = vec![Obstacle::wall(v(-9.0, 0.0), v(9.0, 0.0), 0.1)];
        let maze = Maze::new(Area::square(10.0), wall, MazeConfig::default()).unwrap();
        let nearest = |x, z| {
            let place = maze.nearest_reachable(GroundPoint::new(0.0, -2.0), GroundPoint::new(x, z));
            place.map(|place| (place.x, place.z))
        };
        assert_eq!(nearest(1.0, -3.1), Ok((1.0, -3.1)), "there is a way");
        // The grid has points every 0.25 m; the first that keeps 0.35 m from the wall is at -0.5.
        assert_eq!(nearest(1.0, 2.0), Ok((1.0, -0.5)), "beyond the wall");
        assert_eq!(nearest(2.0, 0.0), Ok((2.0, -0.5)), "in the wall");
        assert_eq!(nearest(0.0, -70.0), Ok((0.0, -5.0)), "outside");
    }

    #[test]
    fn nonsense_is_refused() {
        let maze = |area, cell| {
            Maze::new(
                area,
                vec![Obstacle::pillar(Vec2::NAN, 1.0)],
                MazeConfig { cell, clearance: 0.3 },
            )
            .err()
        };
        assert_eq!(maze(Area::square(0.0), 1.0), Some(MazeError::NoArea));
        assert_eq!(maze(Area::square(1.0), f32::NAN), Some(MazeError::NoArea));
        assert_eq!(maze(Area::square(1.0), 1.0), Some(MazeError::BadObstacle { index: 0 }));
    }

    fn obstacles() -> impl Strategy<Value = Vec<Obstacle>> {
        let place = || (-8.0_f32..8.0, -8.0_f32..8.0).prop_map(|(x, z)| Vec2::new(x, z));
        let pillar = (place(), 0.0_f32..1.5).prop_map(|(at, radius)| Obstacle::pillar(at, radius));
        let wall = (place(), place()).prop_map(|(a, b)| Obstacle::wall(a, b, 0.1));
        prop::collection::vec(prop_oneof![pillar, wall], 0..9)
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(200))]
        #[test]
        fn a_path_keeps_its_clearance_and_is_no_longer_than_the_grid_path(
            obstacles in obstacles(),
            ends in prop::array::uniform4(-9.5_f32..9.5),
        ) {
            let config = MazeConfig { cell: 0.5, clearance: 0.4 };
            let maze = Maze::new(Area::square(20.0), obstacles, config).unwrap();
            let (from, to) = (Vec2::new(ends[0], ends[1]), Vec2::new(ends[2], ends[3]));
            prop_assume!(maze.room(from) > 0.4 && maze.room(to) > 0.4);
            let ground = |p: Vec2| GroundPoint::new(p.x, p.y);
            if let Ok(path) = maze.path(ground(from), ground(to)) {
                let points: Vec<Vec2> = path.points().iter().map(|p| vec2(*p)).collect();
                prop_assert_eq!(points[0], from);
                prop_assert_eq!(points[points.len() - 1], to);
                for pair in points.windows(2) {
                    for obstacle in maze.obstacles() {
                        let room = obstacle.distance_to_way(pair[0], pair[1]);
                        prop_assert!(room > 0.4 - 1e-4, "{} m from {:?}", room, obstacle);
                    }
                }
                if let Ok(grid) = maze.grid_path(from, to) {
                    prop_assert!(length(&points) <= length(&grid) * (1.0 + 1e-5));
                }
                let aim = vec2(maze.aim(&path, ground(from), 2.0));
                prop_assert!(maze.is_clear_by(from, aim, 0.3));
            }
        }
    }
}
