//! Writes inputs to begin fuzzing snapshots with: characters of every method in the middle of what
//! they do, and the same with damage. Run it when the form of snapshots changes:
//! `cargo run --release -p sidestep --example write_snapshots -- fuzz/corpora/snapshot.bin`.
//!
//! An input is the number of a controller and the bytes of a snapshot after its header; the file holds
//! them back to back, each after its length in four bytes.

use sidestep::{
    control::{Goal, Travel},
    decode_controller,
    motion::{GroundTransform, chance::Chance},
};
use std::{error::Error, fs, sync::Arc};

/// The controllers of the fuzz target, in its order.
const CONTROLLERS: [&str; 5] =
    ["clips_default", "matching_default", "field_paper", "field_agile", "mobility_agile"];

/// Bytes of a snapshot before what a character writes.
const HEADER: usize = 40;

/// Ticks between two snapshots: from standing into a walk, into a stop, and on the spot.
const TICKS: [usize; 6] = [1, 12, 25, 6, 14, 40];

fn main() -> Result<(), Box<dyn Error>> {
    let out = std::env::args().nth(1).ok_or("name the file to write")?;
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fixtures/0.1");
    let mut packed = Vec::new();
    let mut chance = Chance::new(1, 0);
    for (number, name) in (0_u8..).zip(CONTROLLERS) {
        let file = fs::read(format!("{folder}/{name}.controller"))?;
        let controller = decode_controller(Arc::new(file))?;
        let mut character = controller.spawn(GroundTransform::IDENTITY);
        for (moment, ticks) in TICKS.into_iter().enumerate() {
            let goal = match moment {
                0 => Goal::STAND,
                1 | 2 => Goal::walk(0.5, 1.2),
                3 | 4 => Goal::STAND,
                _ => Goal::from(Travel::Stand { facing: Some(2.0) }),
            };
            for _ in 0..ticks {
                character.advance(&goal, 1.0 / 30.0);
            }
            let mut bytes = Vec::new();
            character.save_into(&mut bytes);
            let mut input = vec![number];
            input.extend_from_slice(&bytes[HEADER..]);
            pack(&input, &mut packed);
            pack(&input[..input.len() / 2], &mut packed);
            for _ in 0..3 {
                let place = 1 + chance.below(input.len() - 1);
                let mut damaged = input.clone();
                damaged[place] ^= 0xff;
                pack(&damaged, &mut packed);
            }
        }
    }
    fs::write(out, packed)?;
    Ok(())
}

/// Appends one input after its length.
fn pack(input: &[u8], packed: &mut Vec<u8>) {
    let length = u32::try_from(input.len()).unwrap_or(u32::MAX);
    packed.extend_from_slice(&length.to_le_bytes());
    packed.extend_from_slice(input);
}
