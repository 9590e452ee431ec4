//! Pushes the characters of a controller file: figures on stdout, or a library to look at.
//!
//! `push_trials CONTROLLER N [standing | passive | paper]` prints what `measure push` reports of N pushes.
//! `push_trials CONTROLLER OUT.motion [paper]` writes a clip for each of eight pushes; make film
//! strips of them with `sidestep export OUT.motion --clip NAME -o strip.png`.

use glam::Vec3;
use sidestep_control::{Animate, Goal, Push, Start, Travel};
use sidestep_measure::{Pushed, Settings, Source, Subject};
use sidestep_motion::{
    Clip, ClipId, GroundTransform, JointMotion, MotionLibrary, Role, Side, Skeleton,
    contact_detection::ContactConfig,
};
use sidestep_push::PushConfig;
use std::{error::Error, sync::Arc};

type Spawn = Box<dyn Fn(Start<'_>) -> Box<dyn Animate>>;

fn main() -> Result<(), Box<dyn Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [file, what, rest @ ..] = args.as_slice() else {
        return Err("give a controller, and a number of pushes or a library to write".into());
    };
    let (config, pushed) = match rest.first().map(String::as_str) {
        Some("paper") => (PushConfig::paper(), Pushed::Steered),
        Some("standing") => (PushConfig::default(), Pushed::Standing),
        Some("passive") => (PushConfig::default(), Pushed::Passive),
        _ => (PushConfig::default(), Pushed::Steered),
    };
    let controller = sidestep::decode_controller(Arc::new(std::fs::read(file)?))?;
    let of_library = controller.library().ok_or("the controller has no library inside")?;
    let pushable = controller.pushable(config).ok_or("the controller cannot be pushed")?;
    let spawn: Spawn = Box::new(move |start| pushable.spawn_from(start));
    if let Ok(n) = what.parse() {
        let library = of_library;
        let subject = Subject { library, spawn: &*spawn };
        let settings = Settings { n, ..Settings::default() };
        let figures = sidestep_measure::push(&subject, &Source::of(library), &settings, pushed);
        serde_json::to_writer_pretty(std::io::stdout().lock(), &figures)?;
        return Ok(());
    }
    let skeleton = of_library.skeleton();
    let clips: Vec<Clip> = pushes(skeleton).iter().map(|push| film(&*spawn, push)).collect();
    let source = (0..of_library.clips().len()).filter_map(|id| u16::try_from(id).ok());
    let source = source.map(|id| of_library.to_clip(ClipId(id)));
    let most = source.map(|clip| knee_rate(&clip)).fold(0.0, f32::max);
    eprintln!("fastest knee of the library: {most:.1} rad/s");
    clips.iter().for_each(describe);
    let library = MotionLibrary::from_clips(&clips, &ContactConfig::default())?;
    std::fs::write(what, sidestep::encode_library(&library))?;
    Ok(())
}

/// A push, what the character is told meanwhile, and a name.
struct Scene {
    name: &'static str,
    goal: Goal,
    push: Push,
}

fn pushes(skeleton: &Skeleton) -> Vec<Scene> {
    let walk = Goal::walk(0.0, 1.3);
    let stand = Goal::from(Travel::Stand { facing: None });
    let scene = |name, goal: &Goal, role, newtons: f32, along: Vec3| Scene {
        name,
        goal: goal.clone(),
        push: Push {
            joint: skeleton.roles().get(role).unwrap_or(sidestep_motion::JointId(0)),
            force_newtons: along * newtons,
            duration_secs: 0.2,
        },
    };
    vec![
        scene("walk_chest_side_400", &walk, Role::Chest, 400.0, Vec3::X),
        scene("walk_chest_back_400", &walk, Role::Chest, 400.0, Vec3::NEG_Z),
        scene("walk_chest_front_200", &walk, Role::Chest, 200.0, Vec3::Z),
        scene("walk_hand_300", &walk, Role::Hand(Side::Left), 300.0, Vec3::X),
        scene("walk_head_200", &walk, Role::Head, 200.0, Vec3::X),
        scene("walk_shank_300", &walk, Role::Shank(Side::Left), 300.0, Vec3::Z),
        scene("stand_left_100", &stand, Role::Chest, 100.0, Vec3::X),
        scene("stand_left_200", &stand, Role::Chest, 200.0, Vec3::X),
        scene("stand_left_400", &stand, Role::Chest, 400.0, Vec3::X),
        scene("stand_back_100", &stand, Role::Chest, 100.0, Vec3::NEG_Z),
        scene("stand_back_200", &stand, Role::Chest, 200.0, Vec3::NEG_Z),
        scene("stand_back_400", &stand, Role::Chest, 400.0, Vec3::NEG_Z),
        scene("stand_front_100", &stand, Role::Chest, 100.0, Vec3::Z),
        scene("stand_front_200", &stand, Role::Chest, 200.0, Vec3::Z),
        scene("stand_front_400", &stand, Role::Chest, 400.0, Vec3::Z),
    ]
}

/// The fastest turn of a knee from frame to frame, in radians a second.
fn knee_rate(clip: &Clip) -> f32 {
    let roles = clip.skeleton.roles();
    let knees = Side::BOTH.into_iter().filter_map(|side| roles.get(Role::Shank(side)));
    let turn = |knee: usize, frame: usize| {
        let (a, b) = (clip.pose(frame - 1).rotations[knee], clip.pose(frame).rotations[knee]);
        2.0 * (1.0 - a.dot(b).abs().min(1.0).powi(2)).sqrt() * clip.rate_hz
    };
    let knees = knees
        .map(|knee| (1..clip.len()).map(|frame| turn(knee.index(), frame)).fold(0.0, f32::max));
    knees.fold(0.0, f32::max)
}

/// Prints how far a body went, its steps, how its planted feet slid and how fast its knees turned.
fn describe(clip: &Clip) {
    let motion = JointMotion::of(clip);
    let flat = |v: Vec3| Vec3::new(v.x, 0.0, v.z);
    let root = |frame: usize| flat(motion.frame(frame)[0]);
    let away: Vec<f32> = (0..clip.len()).map(|frame| root(frame).distance(root(0))).collect();
    let (mut steps, mut slide, mut slid) = (0, 0.0_f32, 0.0_f32);
    let contacts = clip.contacts.as_deref().unwrap_or_default();
    for side in Side::BOTH {
        let joint = |role| clip.skeleton.roles().get(role).map_or(0, |j| j.index());
        let (ankle, toe) = (joint(Role::Foot(side)), joint(Role::Toe(side)));
        for frame in 1..clip.len() {
            let (was, is) = (contacts[frame - 1].get(side), contacts[frame].get(side));
            steps += usize::from(is && !was);
            let way = |j: usize| flat(motion.frame(frame)[j] - motion.frame(frame - 1)[j]).length();
            let gap = |j: usize| {
                let least = (0..clip.len()).map(|f| motion.frame(f)[j].y).fold(9.0, f32::min);
                motion.frame(frame)[j].y - least
            };
            if was && is && gap(ankle).min(gap(toe)) < 0.02 {
                slide = slide.max(way(ankle).min(way(toe)) * clip.rate_hz);
                slid += way(ankle).min(way(toe));
            }
        }
    }
    eprintln!(
        "{:>22}: root {:.2} m at most, {:.2} m at the end; {steps} steps; planted feet slide \
         {:.0} cm/s at most, {:.1} cm in all; knees {:.1} rad/s",
        clip.name,
        away.iter().copied().fold(0.0, f32::max),
        away.last().copied().unwrap_or(0.0),
        100.0 * slide,
        100.0 * slid,
        knee_rate(clip),
    );
}

fn film(spawn: &dyn Fn(Start<'_>) -> Box<dyn Animate>, scene: &Scene) -> Clip {
    let mut character = spawn(Start::Rest(GroundTransform::IDENTITY));
    for _ in 0..90 {
        character.advance(&scene.goal, 1.0 / 30.0);
    }
    let mut clip =
        Clip { contacts: Some(Vec::new()), ..Clip::empty(scene.name, character.skeleton(), 30.0) };
    for frame in 0..75 {
        if frame == 3 {
            character.push(&scene.push);
        }
        let pose = character.advance(&scene.goal, 1.0 / 30.0).clone();
        clip.push(pose.as_ref());
        if let Some(contacts) = &mut clip.contacts {
            contacts.push(character.contacts());
        }
    }
    clip
}
