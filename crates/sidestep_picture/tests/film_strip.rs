//! Film strips of sound and of broken motion.

mod support;

use glam::{Quat, Vec3};
use proptest::prelude::{ProptestConfig, any, prop_assert, proptest};
use sidestep_motion::{Clip, Joint, JointMotion, Object, ObjectKind, ObjectTrack, Skeleton};
use sidestep_picture::{
    CameraMotion, FilmStripOptions, Layout, Subject, Svg, View, animated_page, film_strip,
    film_strip_of,
};
use std::{path::PathBuf, sync::Arc};
use support::{Walk, walk};

const STRAIGHT: Walk = Walk { secs: 3.0, rate_hz: 60.0, speed: 1.3, turn: 0.0 };

fn in_rows() -> FilmStripOptions {
    FilmStripOptions { layout: Layout::Strip, ..FilmStripOptions::default() }
}

/// Every picture is well formed, finite and of the size it claims.
fn check(svg: &Svg) -> String {
    let text = svg.to_string();
    let numbers = numbers_of(&text);
    for word in ["NaN", "inf", "Infinity"] {
        assert!(!numbers.contains(word), "a picture holds {word}");
    }
    let png = svg.to_png(0.5).expect("a picture of this size can be drawn");
    let side = |at: usize| u32::from_be_bytes([0, 1, 2, 3].map(|byte| png[at + byte])) as f32;
    assert_eq!(side(16), (svg.width() * 0.5).ceil());
    assert_eq!(side(20), (svg.height() * 0.5).ceil());
    assert!(png.len() > 500, "a blank picture");
    text
}

/// The text around pixels, which are written in letters.
fn numbers_of(text: &str) -> String {
    let mut parts = text.split("base64,");
    let first = parts.next().into_iter();
    first.chain(parts.filter_map(|part| part.split_once('"')).map(|(_, after)| after)).collect()
}

fn bodies(text: &str) -> usize {
    text.matches(r#"class="figure""#).count()
}

#[test]
fn a_walk_is_drawn_in_every_way() {
    let clip = walk(STRAIGHT);
    for view in [View::ThreeQuarter, View::Side, View::Front] {
        for camera in [CameraMotion::Fixed, CameraMotion::FollowsHeading] {
            for layout in [Layout::Auto, Layout::Strip, Layout::Path] {
                let options = FilmStripOptions { view, camera, layout, ..Default::default() };
                let text = check(&film_strip(&clip, &options));
                assert!((7..=12).contains(&bodies(&text)), "{} bodies", bodies(&text));
            }
        }
    }
}

#[test]
fn the_number_of_bodies_is_the_one_asked_for() {
    let clip = walk(STRAIGHT);
    for figures in [1, 5, 12, 13, 40] {
        let options = FilmStripOptions { figures: Some(figures), ..in_rows() };
        assert_eq!(bodies(&check(&film_strip(&clip, &options))), figures);
    }
}

#[test]
fn the_same_clip_gives_the_same_bytes() {
    let strip = || film_strip(&walk(STRAIGHT), &FilmStripOptions::default());
    assert_eq!(strip().to_string(), strip().to_string());
    assert_eq!(strip().to_png(1.0).unwrap(), strip().to_png(1.0).unwrap());
}

#[test]
fn long_and_short_clips_fit() {
    for secs in [0.0, 0.02, 0.5, 10.0, 60.0, 600.0] {
        let clip = walk(Walk { secs, turn: 0.4, ..STRAIGHT });
        let svg = film_strip(&clip, &FilmStripOptions::default());
        check(&svg);
        assert!(svg.height() < 1600.0, "{secs} s take {} pixels", svg.height());
    }
}

#[test]
fn tiny_and_huge_bodies_fit() {
    for factor in [1e-3_f32, 1e3] {
        let small = walk(STRAIGHT);
        let mut joints = small.skeleton.joints().to_vec();
        for joint in &mut joints {
            joint.offset *= factor;
            joint.tip = joint.tip.map(|tip| tip * factor);
        }
        let skeleton = Arc::new(Skeleton::new(joints).unwrap());
        let root_positions = small.root_positions.iter().map(|p| *p * factor).collect();
        let clip = Clip { skeleton, root_positions, ..small };
        let svg = film_strip(&clip, &in_rows());
        assert_eq!(bodies(&check(&svg)), 12);
        assert!((400.0..1600.0).contains(&svg.height()), "{}", svg.height());
    }
}

#[test]
fn broken_motion_is_drawn_too() {
    let mut clip = walk(STRAIGHT);
    clip.root_positions[7] = Vec3::NAN;
    clip.root_positions[0] = Vec3::splat(f32::INFINITY);
    clip.root_positions[90] = Vec3::splat(1e30);
    clip.rotations[40] = Quat::from_xyzw(f32::NAN, 0.0, 0.0, 1.0);
    clip.rate_hz = f32::NAN;
    clip.floor = Some(f32::NAN);
    clip.contacts = Some(Vec::new());
    clip.name = "a <b> & \"c\" \u{1}".to_owned();
    clip.labels[0].name = "x".repeat(5000);
    clip.labels[1].frames = 5..u32::MAX;
    check(&film_strip(&clip, &FilmStripOptions::default()));
    check(&film_strip(&clip, &in_rows()));
}

/// A ball of 12 cm in every frame of the first half of a clip, one metre to the side.
fn with_ball(clip: Clip) -> Clip {
    let kind = ObjectKind { name: "ball".to_owned(), radius: 0.12 };
    let place = |root: &Vec3| Object { position: *root + Vec3::X, ..Object::ORIGIN };
    let frames = clip.root_positions[..clip.len() / 2].iter().map(place).collect();
    Clip { objects: vec![ObjectTrack { kind, start: 0, frames }], ..clip }
}

#[test]
fn a_ball_is_drawn_with_every_body_that_has_one() {
    let colour = sidestep_picture::Colour::OBJECT.to_string();
    let images = |clip: &Clip| -> Vec<String> {
        let svg = check(&film_strip(clip, &in_rows()));
        svg.split("<image").skip(1).map(str::to_owned).collect()
    };
    let plain = walk(STRAIGHT);
    let (with, without) = (images(&with_ball(plain.clone())), images(&plain));
    // A ball a metre beside the body makes its image broader than high.
    let number = |image: &str, name: &str| -> f32 {
        let digits = image.split(name).nth(1).and_then(|rest| rest.split('"').next());
        digits.unwrap().parse().unwrap()
    };
    let breadth = |image: &String| number(image, " width=\"") / number(image, " height=\"");
    let broader: Vec<f32> =
        with.iter().zip(&without).map(|(a, b)| breadth(a) / breadth(b)).collect();
    assert_eq!((with.len(), without.len()), (12, 12));
    assert!(broader[..6].iter().all(|times| *times > 1.1), "{broader:?}");
    assert!(broader[6..].iter().all(|times| *times < 1.05), "{broader:?}");
    let mut broken = with_ball(plain);
    broken.objects[0].frames[0].position = Vec3::NAN;
    broken.objects[0].kind.radius = f32::INFINITY;
    check(&film_strip(&broken, &FilmStripOptions::default()));
    let mut moment = walk(STRAIGHT);
    assert!(!check(&film_strip(&moment, &in_rows())).contains(&colour));
    moment.labels[0].moment = Some(3);
    assert!(check(&film_strip(&moment, &in_rows())).contains(&colour));
}

#[test]
fn an_empty_clip_says_so() {
    let clip = walk(STRAIGHT);
    let empty = Clip {
        root_positions: Vec::new(),
        rotations: Vec::new(),
        contacts: None,
        labels: Vec::new(),
        ..clip
    };
    assert!(check(&film_strip(&empty, &FilmStripOptions::default())).contains("no frame"));
}

#[test]
fn a_skeleton_without_roles_is_drawn_as_bones() {
    let joint = |name: &str, parent: Option<u16>| Joint {
        name: name.to_owned(),
        parent: parent.map(sidestep_motion::JointId),
        offset: Vec3::Y * 0.5,
        rest: Quat::IDENTITY,
        tip: None,
    };
    let chain = vec![joint("a", None), joint("b", Some(0)), joint("c", Some(1))];
    let skeleton = Arc::new(Skeleton::new(chain).unwrap());
    for joints in [1, 3] {
        let skeleton = if joints == 3 {
            Arc::clone(&skeleton)
        } else {
            Arc::new(Skeleton::new(vec![joint("a", None)]).unwrap())
        };
        let clip = Clip {
            skeleton,
            root_positions: vec![Vec3::ZERO; 10],
            rotations: vec![Quat::IDENTITY; 10 * joints],
            contacts: None,
            labels: Vec::new(),
            ..walk(STRAIGHT)
        };
        assert_eq!(bodies(&check(&film_strip(&clip, &in_rows()))), 10);
    }
}

#[test]
fn bare_joint_positions_give_nearly_the_same_sheet() {
    let clip = walk(STRAIGHT);
    let motion = JointMotion::of(&clip);
    let subject = Subject::of_motion(&clip.name, &motion, clip.contacts.as_deref());
    let text = check(&film_strip_of(&subject, &in_rows()));
    assert_eq!(bodies(&text), 12);
}

#[test]
fn text_shows_without_fonts_of_the_machine() {
    let clip = walk(STRAIGHT);
    let named = film_strip(&clip, &in_rows()).to_png(1.0).unwrap();
    let other = film_strip(&Clip { name: "unlike".to_owned(), ..clip }, &in_rows());
    assert_ne!(named, other.to_png(1.0).unwrap());
}

#[test]
fn an_absurd_scale_is_refused() {
    let svg = film_strip(&walk(STRAIGHT), &in_rows());
    for scale in [0.0, -1.0, f32::NAN, f32::INFINITY, 1e9] {
        let error = svg.to_png(scale).unwrap_err().to_string();
        assert!(error.contains("scale"), "{error}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn any_numbers_at_all_give_a_picture(
        numbers in proptest::collection::vec(any::<f32>(), 3 * 40),
        rate_hz in any::<f32>(),
        figures in 0..30_usize,
        width in any::<f32>(),
    ) {
        let mut clip = walk(STRAIGHT);
        clip.rate_hz = rate_hz;
        for (position, number) in clip.root_positions.iter_mut().zip(numbers.chunks(3)) {
            *position = Vec3::new(number[0], number[1], number[2]);
        }
        let options = FilmStripOptions { width, figures: Some(figures), ..Default::default() };
        let text = numbers_of(&film_strip(&clip, &options).to_string());
        prop_assert!(!text.contains("NaN") && !text.contains("inf"));
        let page = animated_page(&[clip], "any");
        prop_assert!(!page.contains("NaN") && !page.contains(":inf"));
    }
}

/// Writes sheets into the folder named by `SIDESTEP_PICTURES`, to look at.
#[test]
fn sheets_to_look_at() {
    let Some(folder) = std::env::var_os("SIDESTEP_PICTURES").map(PathBuf::from) else {
        println!("skipped: SIDESTEP_PICTURES is not set");
        return;
    };
    let turning = Walk { secs: 12.0, turn: 0.5, ..STRAIGHT };
    let slow = Walk { speed: 0.3, ..STRAIGHT };
    let long = Walk { secs: 60.0, turn: 0.2, ..STRAIGHT };
    for (name, clip) in
        [("straight", STRAIGHT), ("turning", turning), ("slow", slow), ("long", long)]
    {
        let svg = film_strip(&walk(clip), &FilmStripOptions::default());
        std::fs::write(folder.join(format!("{name}.svg")), svg.to_string()).unwrap();
        std::fs::write(folder.join(format!("{name}.png")), svg.to_png(1.0).unwrap()).unwrap();
    }
    let options = FilmStripOptions { view: View::Side, ..in_rows() };
    let svg = film_strip(&walk(STRAIGHT), &options);
    std::fs::write(folder.join("side.png"), svg.to_png(1.0).unwrap()).unwrap();
    let fast = Walk { secs: 5.0, speed: 2.2, turn: 0.3, ..STRAIGHT };
    let options = FilmStripOptions { layout: Layout::Path, figures: Some(8), ..in_rows() };
    let svg = film_strip(&walk(fast), &options);
    std::fs::write(folder.join("scene.png"), svg.to_png(1.0).unwrap()).unwrap();
}
