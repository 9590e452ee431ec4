//! Characters that travel: saved as bytes, loaded in another process, rolled back over a slow line,
//! and never harmed by bytes that are none.

#![cfg(not(target_family = "wasm"))]
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

mod methods;

use glam::Vec3;
use methods::{build, library};
use sidestep::{
    BuiltController,
    control::{
        Animate, Goal, GroundPoint, Pace, Path, Push, Snapshot, SnapshotError, Travel,
        seal_snapshot,
    },
    decode_controller, encode_controller,
    motion::{GroundTransform, JointId, chance::Chance},
};
use sidestep_push::PushConfig;
use std::{
    collections::VecDeque,
    path,
    process::Command,
    sync::{Arc, LazyLock},
};

const METHODS: [&str; 6] =
    ["clips", "matching", "field paper", "follower", "mobility", "clip-control"];
const TICK_SECS: f32 = 1.0 / 30.0;

/// No snapshot is larger, on any skeleton of a person.
const MOST_BYTES: usize = 16 * 1024;

/// Names the folder that a test left for its own second run.
const FOLDER: &str = "SIDESTEP_SNAPSHOT_FOLDER";

/// Every method, as the bytes of its file.
static FILES: LazyLock<Vec<(&str, Vec<u8>)>> = LazyLock::new(|| {
    let library = library();
    METHODS.iter().map(|method| (*method, encode_controller(&build(method, &library)))).collect()
});

/// How characters are made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Plain,
    Pushed,
    PushedAsInThePaper,
}

const KINDS: [Kind; 3] = [Kind::Plain, Kind::Pushed, Kind::PushedAsInThePaper];

type Spawn = Box<dyn Fn() -> Box<dyn Animate>>;

fn spawner(controller: &BuiltController, kind: Kind) -> Spawn {
    let controller = match kind {
        Kind::Plain => controller.clone(),
        Kind::Pushed => controller.pushable(PushConfig::default()).unwrap(),
        Kind::PushedAsInThePaper => controller.pushable(PushConfig::paper()).unwrap(),
    };
    Box::new(move || controller.spawn(GroundTransform::IDENTITY))
}

/// Tries a promise on every method, pushed and not.
fn each(mut promise: impl FnMut(&str, &Spawn)) {
    for (method, file) in FILES.iter() {
        let controller = decode_controller(Arc::new(file.clone())).unwrap();
        for kind in KINDS {
            promise(&format!("{method}, {kind:?}"), &spawner(&controller, kind));
        }
    }
}

/// A way that crosses itself.
static PATH: LazyLock<Path> = LazyLock::new(|| {
    let points = [(0.0, 0.0), (2.0, 2.0), (2.0, -2.0), (-2.0, 2.0), (-2.0, -2.0)];
    Path::new(&points.map(|(x, z)| GroundPoint::new(x, z))).unwrap()
});

/// What a restless player wants.
fn goal_at(frame: u32) -> Goal {
    let (target, pace) = (GroundPoint::new(1.0, -2.0), Pace::ANY);
    Goal::from(match frame / 23 % 6 {
        0 => Travel::walk(0.4, 1.3),
        1 => Travel::STAND,
        2 => Travel::Move { heading: -2.0, pace, facing: Some(0.5) },
        3 => Travel::Reach { target, facing: Some(1.0), pace },
        4 => Travel::Path { path: PATH.clone(), pace, facing: None },
        _ => Travel::Free,
    })
}

/// A push now and then, which those who cannot feel it do not mind.
fn push_at(frame: u32) -> Option<Push> {
    let force_newtons = Vec3::new(150.0, 0.0, if frame.is_multiple_of(2) { 90.0 } else { -120.0 });
    let push = Push { joint: JointId(0), force_newtons, duration_secs: 0.3 };
    (frame % 37 == 11).then_some(push)
}

/// One frame of a player.
fn play(character: &mut dyn Animate, frame: u32) {
    if let Some(push) = push_at(frame) {
        character.push(&push);
    }
    character.advance(&goal_at(frame), TICK_SECS);
}

fn bytes(character: &dyn Animate) -> Vec<u8> {
    let mut bytes = Vec::new();
    character.save_into(&mut bytes);
    bytes
}

#[test]
fn what_is_loaded_is_what_was_saved_and_goes_on_with_equal_bits() {
    each(|method, spawn| {
        let (mut one, mut other) = (spawn(), spawn());
        let mut saved = Vec::new();
        for frame in 0..200 {
            play(&mut *one, frame);
            if frame % 9 == 5 {
                one.save_into(&mut saved);
                assert!(saved.len() <= MOST_BYTES, "{method}: {} bytes", saved.len());
                other.load(&saved).unwrap();
                assert_eq!(bytes(&*other), saved, "{method}, frame {frame}");
            } else if frame > 5 {
                play(&mut *other, frame);
            }
            if frame > 5 {
                assert_eq!(one.pose(), other.pose(), "{method}, frame {frame}");
                assert_eq!(one.unlocked_pose(), other.unlocked_pose(), "{method}, frame {frame}");
                assert_eq!(one.contacts(), other.contacts(), "{method}, frame {frame}");
                assert_eq!(one.root_delta(), other.root_delta(), "{method}, frame {frame}");
                assert_eq!(one.problems(), other.problems(), "{method}, frame {frame}");
            }
        }
    });
}

#[test]
fn only_characters_of_equal_controllers_load_a_snapshot() {
    let mut spawners: Vec<Spawn> = Vec::new();
    for (_, file) in FILES.iter() {
        let controller = decode_controller(Arc::new(file.clone())).unwrap();
        spawners.extend(KINDS.map(|kind| spawner(&controller, kind)));
    }
    let snapshots: Vec<Snapshot> = spawners.iter().map(|spawn| spawn().snapshot()).collect();
    let mut index = 0;
    each(|method, spawn| {
        for (other, snapshot) in snapshots.iter().enumerate() {
            // The file was decoded once more, so the own one is of an equal controller.
            let loaded = spawn().load(snapshot.as_bytes());
            let is_foreign = matches!(loaded, Err(SnapshotError::Foreign { .. }));
            assert_eq!((loaded.is_ok(), is_foreign), (index == other, index != other), "{method}");
        }
        index += 1;
    });
}

/// Every beginning of a snapshot is refused, and so is every one of 10,000 with a byte changed.
#[test]
fn truncated_and_altered_bytes_are_refused() {
    each(|method, spawn| {
        let mut character = spawn();
        (0..50).for_each(|frame| play(&mut *character, frame));
        let mut saved = bytes(&*character);
        for length in 0..saved.len() {
            assert!(character.load(&saved[..length]).is_err(), "{method}: {length} bytes");
        }
        let mut chance = Chance::new(7, 0);
        for _ in 0..10_000 {
            let (at, change) = draw(&mut chance, saved.len());
            saved[at] ^= change;
            assert!(character.load(&saved).is_err(), "{method}: byte {at} by {change}");
            saved[at] ^= change;
        }
        assert_eq!(bytes(&*character), saved, "{method}: refused bytes have left a trace");
        assert_eq!(character.load(&saved), Ok(()), "{method}");
    });
}

/// Bytes that somebody has altered on purpose, checksum and all: refused, or harmless. 10,500 of them
/// over all kinds of characters.
#[test]
fn forged_bytes_are_refused_or_harmless() {
    let mut chance = Chance::new(7, 0);
    each(|method, spawn| {
        let mut character = spawn();
        (0..50).for_each(|frame| play(&mut *character, frame));
        let saved = bytes(&*character);
        let (mut refused, mut loaded) = (0, 0);
        for number in 0..700_u32 {
            let mut forged = saved.clone();
            for _ in 0..=number % 4 {
                // The header is tried above.
                let (at, change) = draw(&mut chance, saved.len() - 40);
                forged[40 + at] ^= change;
            }
            seal_snapshot(&mut forged);
            let is_loaded = character.load(&forged).is_ok();
            *(if is_loaded { &mut loaded } else { &mut refused }) += 1;
            for frame in 0..3 {
                play(&mut *character, 48 + frame);
                assert!(character.pose().is_finite(), "{method}");
            }
        }
        assert!(refused > 0 && loaded > 0, "{method}: {refused} refused, {loaded} loaded");
    });
}

/// A place, and what to change about the byte there.
fn draw(chance: &mut Chance, length: usize) -> (usize, u8) {
    let change = u8::try_from(1 + chance.below(255)).unwrap();
    (chance.below(length), change)
}

/// Whoever has saved a character can go on with it in a process that has never seen it.
#[test]
fn a_fresh_process_goes_on_with_equal_bits() {
    if let Ok(folder) = std::env::var(FOLDER) {
        return go_on_in(path::Path::new(&folder));
    }
    let folder = path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("snapshots");
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    let mut expected = Vec::new();
    for (method, file) in FILES.iter() {
        std::fs::write(folder.join(format!("{method}.controller")), file).unwrap();
        let controller = decode_controller(Arc::new(file.clone())).unwrap();
        for kind in KINDS {
            let mut character = spawner(&controller, kind)();
            // A push has begun five frames ago.
            (0..90).for_each(|frame| play(&mut *character, frame));
            let name = format!("{method} {kind:?}");
            std::fs::write(folder.join(format!("{name}.snapshot")), bytes(&*character)).unwrap();
            (90..200).for_each(|frame| play(&mut *character, frame));
            expected.push((name, bytes(&*character)));
        }
    }
    let test = "a_fresh_process_goes_on_with_equal_bits";
    let fresh = Command::new(std::env::current_exe().unwrap())
        .args(["--exact", test])
        .env(FOLDER, &folder)
        .output()
        .unwrap();
    assert!(fresh.status.success(), "{}", String::from_utf8_lossy(&fresh.stdout));
    // A second run that ran nothing would leave nothing.
    for (name, expected) in expected {
        let found = std::fs::read(folder.join(format!("{name}.after"))).unwrap();
        assert!(found == expected, "{name}: other bits in a fresh process");
    }
}

fn go_on_in(folder: &path::Path) {
    for method in METHODS {
        let file = std::fs::read(folder.join(format!("{method}.controller"))).unwrap();
        let controller = decode_controller(Arc::new(file)).unwrap();
        for kind in KINDS {
            let name = format!("{method} {kind:?}");
            let mut character = spawner(&controller, kind)();
            let saved = std::fs::read(folder.join(format!("{name}.snapshot"))).unwrap();
            character.load(&saved).unwrap();
            (90..200).for_each(|frame| play(&mut *character, frame));
            std::fs::write(folder.join(format!("{name}.after")), bytes(&*character)).unwrap();
        }
    }
}

/// One side of a game between two: it knows its own player at once, and the other's late.
struct Peer {
    /// Both characters; the own one and the other's.
    characters: Vec<Box<dyn Animate>>,
    /// How both were before each of the last frames, the oldest first.
    past: VecDeque<Vec<Snapshot>>,
    /// The wishes of both, as far as they are known.
    known: [Vec<u32>; 2],
}

/// Frames that a wish is under way.
const DELAY: usize = 8;

impl Peer {
    /// A frame in which both do what they are known or guessed to want.
    fn frame(&mut self, frame: usize) {
        self.past.push_back(self.characters.iter().map(|one| one.snapshot()).collect());
        if self.past.len() > DELAY + 1 {
            self.past.pop_front();
        }
        for (character, known) in self.characters.iter_mut().zip(&self.known) {
            let wish = known.get(frame).or(known.last()).copied().unwrap_or(0);
            play(&mut **character, wish);
        }
    }

    /// Goes back to an earlier frame and comes again to the present one.
    fn roll_back(&mut self, to: usize, present: usize) {
        let from = self.past.len() - (present - to);
        for (character, snapshot) in self.characters.iter_mut().zip(&self.past[from]) {
            character.restore(snapshot).unwrap();
        }
        self.past.truncate(from);
        (to..present).for_each(|frame| self.frame(frame));
    }
}

/// Whatever a character did before, what it loads is all that matters: one frame later its bits are
/// those of the character that was saved.
#[test]
fn nothing_but_the_snapshot_matters() {
    each(|method, spawn| {
        let mut one = spawn();
        for frame in 0..150 {
            let mut other = spawn();
            let earlier = frame % 7;
            (0..earlier).for_each(|step| play(&mut *other, 17 * step));
            other.load(&bytes(&*one)).unwrap();
            let wish = frame / 11 * 55;
            play(&mut *one, wish);
            play(&mut *other, wish);
            assert!(bytes(&*one) == bytes(&*other), "{method}, frame {frame}");
        }
    });
}

#[test]
fn two_peers_with_delayed_inputs_end_with_equal_bits() {
    // Each player presses other keys at other times; a wish is the frame of the script it is like.
    let wish = |player: usize, frame: usize| {
        let times = [7, 11][player];
        u32::try_from((frame / times * times * 5 + 31 * player) % 400).unwrap()
    };
    each(|method, spawn| {
        let mut peers = [0, 1].map(|_| Peer {
            characters: vec![spawn(), spawn()],
            past: VecDeque::new(),
            known: [Vec::new(), Vec::new()],
        });
        let frames = 150;
        let mut rolled_back = 0;
        for frame in 0..frames + DELAY {
            for (me, peer) in peers.iter_mut().enumerate() {
                if frame < frames {
                    peer.known[me].push(wish(me, frame));
                }
                // What the other wanted eight frames ago arrives now.
                if let Some(late) = frame.checked_sub(DELAY) {
                    let other = 1 - me;
                    let guessed = peer.known[other].last().copied().unwrap_or(0);
                    let truth = wish(other, late);
                    peer.known[other].push(truth);
                    if guessed != truth {
                        peer.roll_back(late, frame.min(frames));
                        rolled_back += 1;
                    }
                }
                if frame < frames {
                    peer.frame(frame);
                }
            }
        }
        assert!(rolled_back > 20, "{method}: {rolled_back} rollbacks");
        let [one, other] = &peers;
        for (a, b) in one.characters.iter().zip(&other.characters) {
            assert!(bytes(&**a) == bytes(&**b), "{method}: the peers have drifted apart");
        }
        let mut alone = spawn();
        (0..frames).for_each(|frame| play(&mut *alone, wish(0, frame)));
        assert!(bytes(&*alone) == bytes(&*one.characters[0]), "{method}: not what was wished");
    });
}

/// Bytes of a character that has just begun, which tell the layout. Whoever changes what a character
/// or a memory holds makes `SNAPSHOT_FORM` one more and pastes what the failing test prints here.
const SIZES: [(&str, usize); 6] = [
    ("clips, Plain", 2730),
    ("clips, Pushed", 3885),
    ("matching, Plain", 3222),
    ("field paper, Plain", 2675),
    ("follower, Plain", 2745),
    ("mobility, Plain", 3136),
];

#[test]
fn the_layout_is_that_of_its_form() {
    let mut found = Vec::new();
    each(|method, spawn| {
        if SIZES.iter().any(|(name, _)| *name == method) {
            found.push((method.to_owned(), bytes(&*spawn()).len()));
        }
    });
    let expected = SIZES.map(|(name, size)| (name.to_owned(), size));
    assert!(found == expected, "the layout has changed: make SNAPSHOT_FORM one more; {found:#?}");
}
