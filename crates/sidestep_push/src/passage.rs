//! Falling and getting up as the data does: the stretches between standing and lying, where clips have
//! them.

use glam::{Mat3, Quat, Vec3};
use sidestep_motion::{
    FrameId, GroundTransform, MotionLibrary, Pose, Role, Side,
    kinematics::JointTransforms,
    math::{atan2, wrap_angle},
};
use sidestep_performer::Lying;

/// A body lies while its pelvis is lower than this, as a share of how high it is when it stands.
const LOW: f32 = 0.32;

/// A body stands while its pelvis is higher than this.
const HIGH: f32 = 0.94;

/// How upright the trunk of a body is at the most that lies, and at the least that stands.
const UPRIGHT: [f32; 2] = [0.45, 0.93];

/// How far the breast must look down, or up, for a body to lie on it, or on its back; else it lies on
/// the side that looks down as far.
const FLAT: f32 = 0.6;

/// Falling takes these seconds at the least and at the most: who lies down takes longer.
const DOWN_SECS: [f32; 2] = [0.3, 1.6];

/// So does getting up: rolling over takes longer.
const UP_SECS: [f32; 2] = [0.6, 3.4];

/// A body that lies is still while its pelvis is slower than this, in metres a second.
const STILL: f32 = 0.15;

/// It comes to rest within this time, in seconds.
const REST_SECS: f32 = 0.6;

/// A way from the feet to the floor, or back.
#[derive(Clone, Debug)]
pub(crate) struct Passage {
    /// How the body lies on the floor.
    pub(crate) lying: Lying,
    /// The way from the feet to the head of the body that lies, as seen from where it began.
    pub(crate) along: f32,
    /// Each seen from its own place.
    poses: Vec<Pose>,
    /// The places: below the pelvis, looking where it looks.
    grounds: Vec<GroundTransform>,
    rate_hz: f32,
}

/// What a library knows of falling.
#[derive(Clone, Debug)]
pub(crate) struct Passages {
    /// By the way of the fall.
    pub(crate) down: [Option<Passage>; 4],
    /// By how the body lies.
    pub(crate) up: [Option<Passage>; 4],
}

/// How a frame lies or stands.
#[derive(Clone, Copy)]
struct Bearing {
    /// Height of the pelvis as a share of its height when it stands.
    height: f32,
    /// 1 where the trunk is upright, 0 where it is level.
    upright: f32,
    /// 1 where the breast looks up, -1 where it looks down.
    breast: f32,
    /// 1 where the left side looks up, -1 where it looks down.
    left: f32,
    /// From the pelvis to the neck, along the floor.
    head: f32,
    place: Vec3,
    ground: GroundTransform,
}

impl Bearing {
    fn lying(self) -> Option<Lying> {
        if self.height > LOW || self.upright.abs() > UPRIGHT[0] {
            return None;
        }
        let ways = [
            (-self.breast, Lying::Face),
            (self.breast, Lying::Back),
            (-self.left, Lying::Left),
            (self.left, Lying::Right),
        ];
        ways.into_iter().find(|(down, _)| *down > FLAT).map(|(_, lying)| lying)
    }

    fn stands(self) -> bool {
        self.height > HIGH && self.upright > UPRIGHT[1]
    }
}

/// Frames of one clip, and how its body lies at one end of them.
#[derive(Clone, Copy)]
struct Stretch {
    from: usize,
    to: usize,
    lying: Lying,
}

impl Passages {
    /// The quickest of a library of each kind; `standing` is how high its pelvis stands.
    pub(crate) fn of(library: &MotionLibrary, standing: f32) -> Self {
        let mut at = JointTransforms::new(library.skeleton().len());
        let frames = (0_u32..).take(library.len()).map(FrameId);
        let bearings: Vec<Option<Bearing>> =
            frames.map(|frame| bearing(library, frame, standing, &mut at)).collect();
        let (down, up) = stretches(library, &bearings);
        let made = |stretches: &[Stretch]| -> Vec<Passage> {
            stretches.iter().map(|stretch| Passage::of(library, &bearings, *stretch)).collect()
        };
        let (down, up) = (made(&down), made(&up));
        Self {
            down: Lying::ALL.map(|way| quickest(&down, |passage| passage.way() == way)),
            up: Lying::ALL.map(|lying| quickest(&up, |passage| passage.lying == lying)),
        }
    }
}

fn quickest(passages: &[Passage], is_one: impl Fn(&Passage) -> bool) -> Option<Passage> {
    let some = passages.iter().filter(|passage| is_one(passage));
    some.min_by_key(|passage| passage.poses.len()).cloned()
}

/// The way that a body falls to lie so that falls along `angle`, as seen by it.
pub(crate) fn nearest_way(angle: f32) -> Lying {
    let away = |way: &Lying| wrap_angle(angle - way.way()).abs();
    Lying::ALL.into_iter().min_by(|a, b| away(a).total_cmp(&away(b))).unwrap_or(Lying::Face)
}

impl Passage {
    fn of(library: &MotionLibrary, bearings: &[Option<Bearing>], stretch: Stretch) -> Self {
        let Stretch { from, to, lying } = stretch;
        let frames = (0_u32..).map(FrameId).take(to + 1).skip(from);
        let (mut poses, mut grounds) = (Vec::new(), Vec::new());
        for (frame, bearing) in frames.zip(&bearings[from..=to]) {
            let ground = bearing.map_or(library.ground(frame), |bearing| bearing.ground);
            let mut pose = library.pose(frame).to_pose();
            ground.inverse().transform_pose(&mut pose);
            poses.push(pose);
            grounds.push(ground);
        }
        let head = bearings[to].map_or(0.0, |bearing| bearing.head);
        let along = wrap_angle(head - grounds[0].heading);
        Self { lying, along, poses, grounds, rate_hz: library.rate_hz() }
    }

    /// The way of a fall.
    fn way(&self) -> Lying {
        nearest_way(self.along)
    }

    /// How long it takes.
    pub(crate) fn secs(&self) -> f32 {
        (self.poses.len() - 1) as f32 / self.rate_hz
    }

    /// The way on the floor from one time to another, as seen from the first.
    pub(crate) fn moved(&self, from_secs: f32, to_secs: f32) -> GroundTransform {
        let at = |secs: f32| {
            let (frame, t) = self.frame(secs);
            self.grounds[frame].lerp(self.grounds[frame + 1], t)
        };
        at(from_secs).delta_to(at(to_secs))
    }

    /// Writes the body at a time, at a place.
    pub(crate) fn write(&self, secs: f32, ground: GroundTransform, pose: &mut Pose) {
        let (frame, t) = self.frame(secs);
        self.poses[frame].as_ref().interpolate_into(self.poses[frame + 1].as_ref(), t, pose);
        ground.transform_pose(pose);
    }

    /// The frame before a time, and how far it is to the next.
    fn frame(&self, secs: f32) -> (usize, f32) {
        let place = (secs * self.rate_hz).clamp(0.0, (self.poses.len() - 1) as f32);
        let frame = (place as usize).min(self.poses.len() - 2);
        (frame, place - frame as f32)
    }
}

/// Falls and getting up, wherever a clip has one: between the last frame that lies, or stands, and the
/// first that does the other.
fn stretches(
    library: &MotionLibrary,
    bearings: &[Option<Bearing>],
) -> (Vec<Stretch>, Vec<Stretch>) {
    let (mut down, mut up) = (Vec::new(), Vec::new());
    let mut stood: Option<usize> = None;
    let mut lay: Option<(usize, Lying)> = None;
    for (frame, number) in (0..bearings.len()).zip(0_u32..) {
        let is_new =
            number == 0 || library.clip_of(FrameId(number)) != library.clip_of(FrameId(number - 1));
        if is_new {
            (stood, lay) = (None, None);
        }
        let Some(bearing) = bearings[frame] else { continue };
        if let Some(lying) = bearing.lying() {
            if let Some(from) = stood.take() {
                let to = at_rest(library, bearings, frame, true);
                let lying = bearings[to].and_then(Bearing::lying).unwrap_or(lying);
                down.push(Stretch { from, to, lying });
            }
            lay = Some((frame, lying));
        } else if bearing.stands() {
            if let Some((from, lying)) = lay.take() {
                let from = at_rest(library, bearings, from, false);
                let lying = bearings[from].and_then(Bearing::lying).unwrap_or(lying);
                up.push(Stretch { from, to: frame, lying });
            }
            stood = Some(frame);
        }
    }
    let takes = |stretch: &Stretch, secs: [f32; 2]| {
        let took = (stretch.to - stretch.from) as f32 / library.rate_hz();
        (secs[0]..secs[1] + REST_SECS).contains(&took)
    };
    down.retain(|stretch| takes(stretch, DOWN_SECS));
    up.retain(|stretch| takes(stretch, UP_SECS));
    (down, up)
}

/// The frame in which a body that lies has come to rest, or the last before it moves.
fn at_rest(
    library: &MotionLibrary,
    bearings: &[Option<Bearing>],
    lies: usize,
    forward: bool,
) -> usize {
    let most = (REST_SECS * library.rate_hz()) as usize;
    let mut frame = lies;
    for _ in 0..most {
        let next = if forward { Some(frame + 1) } else { frame.checked_sub(1) };
        let Some(next) = next.filter(|next| *next < bearings.len()) else { break };
        let (Some(now), Some(then)) = (bearings[frame], bearings[next]) else { break };
        let speed = now.place.distance(then.place) * library.rate_hz();
        if then.lying().is_none() || speed < STILL {
            break;
        }
        frame = next;
    }
    frame
}

fn bearing(
    library: &MotionLibrary,
    frame: FrameId,
    standing: f32,
    at: &mut JointTransforms,
) -> Option<Bearing> {
    let skeleton = library.skeleton();
    let roles = skeleton.roles();
    at.compute(skeleton, library.pose(frame));
    let [left, right] = [Side::Left, Side::Right].map(|side| roles.get(Role::Thigh(side)));
    let head = roles.get(Role::Neck).or_else(|| roles.get(Role::Head))?;
    let place = at.positions[0];
    let trunk = (at.position(head) - place).try_normalize()?;
    let left = at.position(left?) - at.position(right?);
    let left = (left - trunk * left.dot(trunk)).try_normalize()?;
    let breast = left.cross(trunk);
    // The turn about the vertical alone: a body that lies on a side looks where it looked when it stood.
    let turn = Quat::from_mat3(&Mat3::from_cols(left, trunk, breast));
    let heading = wrap_angle(2.0 * atan2(turn.y, turn.w));
    Some(Bearing {
        height: place.y / standing.max(1e-3),
        upright: trunk.y,
        breast: breast.y,
        left: left.y,
        head: atan2(trunk.x, trunk.z),
        place,
        ground: GroundTransform::new(place.x, place.z, heading),
    })
}
