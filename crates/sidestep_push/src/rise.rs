//! Getting up as the data does it: the stretch from lying to standing, where a clip has one.

use glam::Vec3;
use sidestep_motion::{
    FrameId, GroundTransform, MotionLibrary, Pose, Role, Side, kinematics::JointTransforms,
    math::atan2,
};

/// A body lies while its pelvis is lower than this, as a share of how high it is when it stands.
const LOW: f32 = 0.32;

/// A body stands while its pelvis is higher than this.
const HIGH: f32 = 0.94;

/// How upright the trunk of a body is at the most that lies, and at the least that stands.
const UPRIGHT: [f32; 2] = [0.45, 0.93];

/// How far the breast must look down, or up, for a body to lie on it, or on its back.
const FLAT: f32 = 0.6;

/// Getting up takes these seconds at the least and at the most; rolling over takes longer.
const SECS: [f32; 2] = [0.6, 3.4];

/// A way from the floor to the feet.
#[derive(Clone, Debug)]
pub(crate) struct Rise {
    /// Each seen from its own place.
    poses: Vec<Pose>,
    /// The places: below the pelvis, looking where it looks.
    grounds: Vec<GroundTransform>,
    rate_hz: f32,
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
    ground: GroundTransform,
}

impl Bearing {
    fn lies(self, on_back: bool) -> bool {
        let breast = if on_back { self.breast } else { -self.breast };
        self.height < LOW && self.upright.abs() < UPRIGHT[0] && breast > FLAT
    }

    fn stands(self) -> bool {
        self.height > HIGH && self.upright > UPRIGHT[1]
    }
}

impl Rise {
    /// The quickest of a library, from lying face down and from lying on the back; `standing` is how
    /// high its pelvis stands.
    pub(crate) fn both(library: &MotionLibrary, standing: f32) -> [Option<Self>; 2] {
        let mut at = JointTransforms::new(library.skeleton().len());
        let frames = (0_u32..).take(library.len()).map(FrameId);
        let bearings: Vec<Option<Bearing>> =
            frames.map(|frame| bearing(library, frame, standing, &mut at)).collect();
        [false, true].map(|on_back| {
            let stretches = stretches(library, &bearings, on_back);
            let quickest = stretches.into_iter().min_by_key(|[from, to]| to - from);
            quickest.map(|stretch| Self::of(library, &bearings, stretch))
        })
    }

    fn of(library: &MotionLibrary, bearings: &[Option<Bearing>], [from, to]: [usize; 2]) -> Self {
        let frames = (0_u32..).map(FrameId).take(to + 1).skip(from);
        let (mut poses, mut grounds) = (Vec::new(), Vec::new());
        for (frame, bearing) in frames.zip(&bearings[from..=to]) {
            let ground = bearing.map_or(library.ground(frame), |bearing| bearing.ground);
            let mut pose = library.pose(frame).to_pose();
            ground.inverse().transform_pose(&mut pose);
            poses.push(pose);
            grounds.push(ground);
        }
        Self { poses, grounds, rate_hz: library.rate_hz() }
    }

    /// How long it takes.
    #[expect(clippy::cast_precision_loss, reason = "a few hundred frames")]
    pub(crate) fn secs(&self) -> f32 {
        (self.poses.len() - 1) as f32 / self.rate_hz
    }

    /// The way on the floor from one time to another, as seen from the first.
    pub(crate) fn way(&self, from_secs: f32, to_secs: f32) -> GroundTransform {
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
    #[expect(
        clippy::cast_precision_loss,
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "a few hundred frames"
    )]
    fn frame(&self, secs: f32) -> (usize, f32) {
        let place = (secs * self.rate_hz).clamp(0.0, (self.poses.len() - 1) as f32);
        let frame = (place as usize).min(self.poses.len() - 2);
        (frame, place - frame as f32)
    }
}

/// From the last frame that lies to the first that stands, wherever a clip has that.
fn stretches(
    library: &MotionLibrary,
    bearings: &[Option<Bearing>],
    on_back: bool,
) -> Vec<[usize; 2]> {
    let mut found = Vec::new();
    let mut lay: Option<(usize, u32)> = None;
    for (frame, number) in (0..bearings.len()).zip(0_u32..) {
        let Some(bearing) = bearings[frame] else { continue };
        if bearing.lies(true) || bearing.lies(false) {
            lay = bearing.lies(on_back).then_some((frame, number));
        } else if bearing.stands() {
            let Some((from, began)) = lay.take() else { continue };
            #[expect(clippy::cast_precision_loss, reason = "a few hundred frames")]
            let secs = (frame - from) as f32 / library.rate_hz();
            let is_one = library.clip_of(FrameId(began)) == library.clip_of(FrameId(number));
            if is_one && (SECS[0]..SECS[1]).contains(&secs) {
                found.push([from, frame]);
            }
        }
    }
    found
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
    let left = (at.position(left?) - at.position(right?)).try_normalize()?;
    let trunk = (at.position(head) - at.positions[0]).try_normalize()?;
    let flat = left.with_y(0.0).try_normalize()?;
    let ahead = flat.cross(Vec3::Y);
    let place = at.positions[0];
    Some(Bearing {
        height: place.y / standing.max(1e-3),
        upright: trunk.y,
        breast: left.cross(trunk).y,
        ground: GroundTransform::new(place.x, place.z, atan2(ahead.x, ahead.z)),
    })
}
