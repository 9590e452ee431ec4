//! The animated page holds what it should and nothing it should not.

mod support;

use glam::Vec3;
use sidestep_motion::{Clip, Object, ObjectKind, ObjectTrack};
use sidestep_picture::animated_page;
use std::path::PathBuf;
use support::{Walk, walk};

fn clips() -> Vec<Clip> {
    let straight = Walk { secs: 4.0, rate_hz: 60.0, speed: 1.3, turn: 0.0 };
    let circle = Walk { secs: 12.0, turn: 0.6, ..straight };
    let named = |name: &str, how: Walk| Clip { name: name.to_owned(), ..walk(how) };
    vec![named("straight ahead", straight), named("round and round", circle)]
}

#[test]
fn the_page_stands_alone() {
    let page = animated_page(&clips(), "Two <walks>");
    assert!(page.starts_with("<!doctype html>") && page.ends_with("</html>\n"));
    assert!(page.contains("<title>Two &lt;walks&gt;</title>"));
    for word in ["http:", "https:", "src=", "@import", "fetch(", "{{", "NaN", "inf,"] {
        assert!(!page.contains(word), "the page holds {word}");
    }
    assert_eq!(page.matches("\"rootStep\"").count(), 2);
    assert_eq!(page.matches("\"shapes\"").count(), 1, "both clips share one body");
}

#[test]
fn the_page_is_small_and_always_the_same() {
    let page = animated_page(&clips(), "walks");
    // 16 s at 30 Hz: about 7 kB a second, and some 25 kB of page.
    assert!(page.len() < 200_000, "{} bytes", page.len());
    assert_eq!(page, animated_page(&clips(), "walks"));
}

#[test]
fn a_page_of_nothing_is_a_page() {
    let mut empty = clips().remove(0);
    empty.root_positions.clear();
    empty.rotations.clear();
    for clips in [vec![], vec![empty]] {
        assert!(animated_page(&clips, "nothing").contains("\"clips\":[]"));
    }
}

#[test]
fn the_page_holds_the_ball_where_there_is_one() {
    let mut clips = clips();
    let kind = ObjectKind { name: "ball".to_owned(), radius: 0.125 };
    let place = Vec3::new(clips[0].root_positions[120].x, 0.5, clips[0].root_positions[120].z);
    let object = Object { position: place, ..Object::ORIGIN };
    clips[0].objects = vec![ObjectTrack { kind, start: 4, frames: vec![object; 5] }];
    clips[0].labels[0].moment = Some(8);
    let page = animated_page(&clips, "ball");
    // 60 Hz become 30: frames 4 to 8 are 2 to 4 here.
    assert!(page.contains("\"objects\":[{\"radius\":0.125,\"places\":[null,null,["));
    assert_eq!(page.matches("0.5,").count().min(3), 3);
    assert!(page.contains("\"moment\":4}"));
    assert_eq!(page.matches("\"objects\":[]").count(), 1);
}

#[test]
fn a_name_cannot_end_the_script() {
    let mut clips = clips();
    clips[0].name = "</script><b>".to_owned();
    assert!(!animated_page(&clips, "").contains("</script><b>"));
}

/// Writes the page into the folder named by `SIDESTEP_PICTURES`, to look at.
#[test]
fn a_page_to_look_at() {
    let Some(folder) = std::env::var_os("SIDESTEP_PICTURES").map(PathBuf::from) else {
        println!("skipped: SIDESTEP_PICTURES is not set");
        return;
    };
    std::fs::write(folder.join("page.html"), animated_page(&clips(), "Synthetic walks")).unwrap();
}
