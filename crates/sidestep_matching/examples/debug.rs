//! debug
use sidestep::motion::table::SharedBytes;
use sidestep_control::{Animate, Character, Goal, Start};
use sidestep_matching::{MatchingConfig, build};
use sidestep_measure::subject::state_of;
use sidestep_motion::{FrameId, math::*};
use std::sync::Arc;
fn main() {
    let path = std::env::args().nth(1).unwrap();
    let bytes: SharedBytes = Arc::new(std::fs::read(&path).unwrap());
    let library = Arc::new(sidestep::decode_library(bytes).unwrap());
    let source = sidestep_measure::Source::of(&library);
    println!("median {} halfturn {}", source.median_speed, source.half_second_turn.to_degrees());
    let m = Arc::new(build(&library, &MatchingConfig::default()).unwrap());
    for s in 0..6u32 {
        let f = FrameId(300 + s * 600);
        let mut c = Character::new(&m, Start::State(&state_of(&library, f)));
        let mut p = c.ground();
        for t in 0..180 {
            let h = if t < 60 { 0.0 } else { 1.5 };
            c.advance(&Goal::walk(h, source.median_speed), 1.0 / 30.0);
            if t % 5 == 4 {
                let g = c.ground();
                let d = g.position() - p.position();
                println!(
                    "{s} {t} err {:.1} travel {:.1} speed {:.2} {}",
                    wrap_angle(g.heading - h).to_degrees(),
                    wrap_angle(atan2(d.x, d.z) - h).to_degrees(),
                    d.length() * 6.0,
                    c.memory().debug(&m)
                );
                p = g;
            }
        }
    }
}
