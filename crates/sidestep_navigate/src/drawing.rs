//! Drawings of mazes, made by chance.

/// A drawing for [`crate::Maze::from_text`] with so many rooms on each side, the same for the same seed.
///
/// It is carved by a walk that turns back where it is stuck, so every room can be reached; then two
/// walls more are opened, so that there is more than one way. Room (x, z) is the character in column
/// 2 x + 1 of line 2 z + 1.
pub fn maze_drawing(rooms: usize, seed: u64) -> String {
    let side = 2 * rooms.max(1) + 1;
    let mut solid = vec![vec![true; side]; side];
    let mut chance = Xorshift(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1);
    let mut trail: Vec<(usize, usize)> = vec![(0, 0)];
    solid[1][1] = false;
    while let Some(&(x, z)) = trail.last() {
        let sides = [(1, 0), (0, 1), (usize::MAX, 0), (0, usize::MAX)];
        let beside = sides.map(|(dx, dz): (usize, usize)| (x.wrapping_add(dx), z.wrapping_add(dz)));
        let is_new =
            |&(x, z): &(usize, usize)| x < rooms && z < rooms && solid[2 * z + 1][2 * x + 1];
        let open: Vec<(usize, usize)> = beside.into_iter().filter(is_new).collect();
        if open.is_empty() {
            trail.pop();
            continue;
        }
        let (nx, nz) = open[chance.below(open.len())];
        solid[2 * nz + 1][2 * nx + 1] = false;
        solid[z + nz + 1][x + nx + 1] = false;
        trail.push((nx, nz));
    }
    for _ in 0..2 {
        let (x, z) = (chance.below(rooms.saturating_sub(1)), chance.below(rooms));
        if rooms > 1 {
            solid[2 * z + 1][2 * x + 2] = false;
        }
    }
    let row = |row: &Vec<bool>| row.iter().map(|solid| if *solid { '#' } else { '.' }).collect();
    solid.iter().map(row).collect::<Vec<String>>().join("\n")
}

/// Xorshift, for a drawing that is the same everywhere.
struct Xorshift(u64);

impl Xorshift {
    fn below(&mut self, count: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 >> 33).unwrap_or(0) % count.max(1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Maze, MazeConfig};
    use sidestep_control::GroundPoint;

    #[test]
    fn every_room_of_every_maze_can_be_reached() {
        const METRES: f32 = 2.0;
        for seed in 0..30 {
            let drawing = maze_drawing(5, seed);
            let ways = Maze::from_text(&drawing, METRES, MazeConfig::default()).unwrap();
            let room = |x: u8, z: u8| {
                let middle = |room: u8| (2.0 * f32::from(room) + 1.5) * METRES;
                GroundPoint::new(middle(x), middle(z))
            };
            for (x, z) in [(4, 4), (0, 4), (4, 0), (2, 3)] {
                let path = ways.path(room(0, 0), room(x, z));
                assert!(path.is_ok(), "seed {seed}, room {x} {z}:\n{drawing}");
            }
        }
        assert_ne!(maze_drawing(5, 1), maze_drawing(5, 2));
    }

    #[test]
    fn small_mazes_are_drawn_too() {
        assert_eq!(maze_drawing(1, 7), "###\n#.#\n###");
        assert_eq!(maze_drawing(0, 7).lines().count(), 3);
    }
}
