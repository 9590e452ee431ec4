//! What is remembered of a body that somebody holds, or did a moment ago.

use crate::{damped::Damped, fall::Fall, footfall::Footfall, give::Give, stance::Stance};
use glam::{Vec2, Vec3};
use sidestep_control::saved_value;
use sidestep_motion::{GroundTransform, JointId};

/// A force on a part of the body, for so many ticks more.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Pull {
    pub(crate) joint: JointId,
    pub(crate) newtons: Vec3,
    pub(crate) ticks: f32,
}

/// What is remembered of a body that is held, or was a moment ago.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Held {
    /// Below the pelvis.
    pub(crate) ground: GroundTransform,
    /// Of the pelvis, on the floor.
    pub(crate) velocity: Vec3,
    pub(crate) pull: Option<Pull>,
    pub(crate) give: Give,
    /// How far the pelvis has sunk, along x.
    pub(crate) sink: Damped,
    pub(crate) feet: [Footfall; 2],
    /// How far the body is ready to follow, in metres.
    pub(crate) yielded: f32,
    /// For how long the feet were a good way from where they must be.
    pub(crate) beyond_secs: f32,
    /// Since when nobody pulls.
    pub(crate) free_secs: f32,
    pub(crate) fall: Option<Fall>,
}

saved_value!(Pull { joint, newtons, ticks });
saved_value!(Held {
    ground,
    velocity,
    pull,
    give,
    sink,
    feet,
    yielded,
    beyond_secs,
    free_secs,
    fall
});
/// How bodies of one skeleton are held.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Hold<'a> {
    pub(crate) stance: &'a Stance,
    pub(crate) mass_kg: f32,
    pub(crate) tick_secs: f32,
}

impl Held {
    /// The way that it is ready to go with the pull, in metres.
    pub(crate) fn following(&self) -> Vec2 {
        let newtons = self.newtons();
        Vec2::new(newtons.x, newtons.z).normalize_or_zero() * self.yielded
    }

    /// The force that acts, in newtons.
    pub(crate) fn newtons(&self) -> Vec3 {
        self.pull.map_or(Vec3::ZERO, |pull| pull.newtons)
    }

    /// Whether it can have been saved of a body with so many joints.
    pub(crate) fn is_sound(&self, joints: usize) -> bool {
        let amounts = [self.velocity.length(), self.sink.value.length(), self.give.left()];
        let times = [self.yielded, self.beyond_secs, self.free_secs];
        self.give.joint.index() < joints
            && amounts.iter().all(|amount| *amount < 100.0)
            && times.iter().all(|secs| (0.0..1e6).contains(secs))
            && self.fall.is_none_or(|fall| fall.is_sound())
    }

    /// Goes along to another place of the world.
    pub(crate) fn carry(&mut self, moved: GroundTransform) {
        self.ground = moved * self.ground;
        let turn = |vector: Vec3| moved.transform_vector(vector);
        self.velocity = turn(self.velocity);
        self.give = self.give.turned(turn);
        self.feet.iter_mut().for_each(|foot| foot.carry(moved));
        if let Some(pull) = &mut self.pull {
            pull.newtons = turn(pull.newtons);
        }
        if let Some(fall) = &mut self.fall {
            fall.carry(moved);
        }
    }
}
