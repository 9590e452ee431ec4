//! Stories of whole crowds on the toy map.

use crate::{Census, Crowd, CrowdConfig, Detail, Figures, Scene, SceneKind, toy};

fn run(kind: SceneKind, characters: usize, secs: u32, config: CrowdConfig) -> (Crowd, Figures) {
    let scene = Scene::new(kind, characters, 1).unwrap();
    let mut crowd = Crowd::new(&toy::repertoire(), scene, config);
    let mut census = Census::new();
    for _ in 0..secs * 30 {
        crowd.advance();
        census.observe(&crowd);
    }
    (crowd, census.figures())
}

fn avoiding() -> CrowdConfig {
    CrowdConfig { avoid: true, ..CrowdConfig::default() }
}

#[test]
fn trial() {
    for (kind, n) in [
        (SceneKind::Crossing, 200),
        (SceneKind::CircleSwap, 40),
        (SceneKind::Bottleneck, 40),
        (SceneKind::Station, 80),
    ] {
        let (_, figures) = run(kind, n, 90, avoiding());
        println!("{kind:?} {figures:#?}");
    }
    let (_, figures) = run(
        SceneKind::Field,
        100,
        60,
        CrowdConfig { detail: Detail::Near, ..CrowdConfig::default() },
    );
    println!("{figures:#?}");
}

#[test]
fn who_is_stuck() {
    for (kind, n) in
        [(SceneKind::Crossing, 200), (SceneKind::Bottleneck, 40), (SceneKind::Station, 80)]
    {
        let (crowd, _) = run(kind, n, 90, avoiding());
        for i in 0..n {
            if crowd.reached(i) == 0 {
                let p = crowd.placements()[i];
                println!(
                    "{kind:?} {i} at {:.2} {:.2} facing {:.2} frame {} target {} corr {:?}",
                    p.x,
                    p.z,
                    p.heading,
                    p.frame,
                    crowd.target(i),
                    crowd.correction(i)
                );
                for (j, q) in crowd.placements().iter().enumerate() {
                    let d = ((q.x - p.x).powi(2) + (q.z - p.z).powi(2)).sqrt();
                    if j != i && d < 1.5 {
                        println!(
                            "     {j} at {:.2} {:.2} {d:.2} reached {} frame {}",
                            q.x,
                            q.z,
                            crowd.reached(j),
                            q.frame
                        );
                    }
                }
            }
        }
    }
}
