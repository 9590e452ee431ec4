//! How fast BVH text becomes numbers, and clips: bytes of text a second on one core.

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use sidestep_import::{ImportOptions, bvh, read};
use std::{fmt::Write, fs, hint::black_box, path::PathBuf};

const JOINTS: usize = 31;
const FRAMES: usize = 4000;

/// A take as capture software writes it: 31 joints, four decimals.
fn synthesised() -> String {
    let mut text =
        "HIERARCHY\nROOT Hips\n{\nOFFSET 0 0 0\nCHANNELS 6 Xposition Yposition Zposition \
                    Zrotation Yrotation Xrotation\n"
            .to_owned();
    for joint in 1..JOINTS {
        let line = format!(
            "JOINT Joint{joint}\n{{\nOFFSET 0 0.1 0\nCHANNELS 3 Zrotation Yrotation Xrotation\n"
        );
        text.push_str(&line);
    }
    text.push_str("End Site\n{\nOFFSET 0 0.1 0\n}\n");
    text.push_str(&"}\n".repeat(JOINTS));
    write!(text, "MOTION\nFrames: {FRAMES}\nFrame Time: 0.0083333\n").expect("strings grow");
    let mut noise = 1_u32;
    for _ in 0..FRAMES {
        for channel in 0..3 * (JOINTS + 1) {
            noise = noise.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            let value = f64::from(noise >> 8) / f64::from(1 << 24) * 180.0 - 90.0;
            let blank = if channel == 0 { "" } else { " " };
            write!(text, "{blank}{value:.4}").expect("strings grow");
        }
        text.push('\n');
    }
    text
}

fn recording() -> Option<Vec<u8>> {
    let root = std::env::var_os("SIDESTEP_MOCAP").map(PathBuf::from)?;
    fs::read(root.join("cmu/bvh/69_12.bvh")).ok()
}

fn bench(c: &mut Criterion) {
    let texts = [("synthesised", Some(synthesised().into_bytes())), ("recording", recording())];
    for (name, text) in texts {
        let Some(text) = text else { continue };
        let mut group = c.benchmark_group(name);
        group.throughput(Throughput::Bytes(text.len() as u64)).sample_size(20);
        group.bench_function("parse", |b| b.iter(|| bvh::parse("a.bvh", black_box(&text))));
        for (label, target_rate_hz) in [("clip", None), ("clip at 30 Hz", Some(30.0))] {
            let options = ImportOptions { target_rate_hz, ..ImportOptions::default() };
            group.bench_function(label, |b| {
                b.iter(|| read("a.bvh", black_box(&text), &options, &|_| None));
            });
        }
        group.finish();
    }
}

criterion_group!(benches, bench);
criterion_main!(benches);
