//! What a world must offer: where actors begin, what a wish means there, what stops them.

use crate::{
    catalogue::LibraryEntry,
    stage::{event::BallAction, shape::Shape, thing::Thing, wish::Wish},
};
use glam::{Vec2, Vec3};
use sidestep_control::{Abilities, Animate, Explanation, Goal, GroundPoint};
use sidestep_crowd::Placement;
use sidestep_game::Plan as TacticsPlan;
use sidestep_motion::{GroundTransform, kinematics::JointTransforms};
use std::sync::Arc;

/// An actor as a world sees it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Me {
    /// Its number.
    pub index: usize,
    /// Where it is.
    pub ground: GroundTransform,
    /// Where it began: what all are asked for is moved by this, so that they stay side by side.
    pub offset: (f32, f32),
    /// The speed at which its actor usually moves.
    pub usual_speed: f32,
    /// How fast it is.
    pub speed: f32,
    /// What it can be asked for.
    pub abilities: Abilities,
}

/// A crowd as it is shown: frames of a library, put down somewhere.
#[derive(Clone, Copy)]
pub struct CrowdView<'a> {
    /// The library.
    pub library: &'a Arc<LibraryEntry>,
    /// One for each character.
    pub placements: &'a [Placement],
}

/// A place to be in. Cloning one is a snapshot: what changes over time must be in it.
pub trait World: Send + Sync {
    /// Everything that stands there or is drawn on its ground.
    fn shapes(&self) -> &[Shape];

    /// Where actor `index` of `count` begins.
    fn start(&self, index: usize, count: usize) -> GroundTransform {
        side_by_side(index, count)
    }

    /// How many actors there are here where so many controllers were given; further ones have the first ones'.
    fn cast(&self, given: usize) -> usize {
        given
    }

    /// What a wish means here. Called when somebody wishes, so it may take its time.
    fn plan(&self, wish: &Wish, me: &Me) -> Goal {
        wish.to_goal(me.offset)
    }

    /// What a person should know of the plan that was made of a wish.
    fn remark(&self, wish: &Wish, plan: &Goal) -> Option<&'static str> {
        let _ = (wish, plan);
        None
    }

    /// What to do about a plan just now. Called in every tick, so it does not allocate.
    fn steer(&mut self, plan: &Goal, me: &Me) -> Goal {
        let _ = me;
        plan.clone()
    }

    /// Where an actor heads for on its way around something, if it does.
    fn detour(&self, index: usize) -> Option<GroundPoint> {
        let _ = index;
        None
    }

    /// Where a step from `me.ground` to `to` ends instead, if something is in the way.
    fn block(&self, me: &Me, to: GroundTransform) -> Option<GroundTransform> {
        let _ = (me, to);
        None
    }

    /// How far a point of a body is to be moved, along x and z, so as not to be inside of something.
    fn out_of(&self, point: Vec3) -> Vec2 {
        let _ = point;
        Vec2::ZERO
    }

    /// Looks at an actor's body, before every tick of the world; it does not allocate.
    fn watch(&mut self, index: usize, character: &dyn Animate, joints: &JointTransforms) {
        let _ = (index, character, joints);
    }

    /// Has the player under control do something with the ball; returns whether he can.
    fn act(&mut self, action: BallAction) -> bool {
        let _ = action;
        false
    }

    /// What moves here beside actors. Where there is something, actors show no ball of their own.
    fn things(&self) -> &[Thing] {
        &[]
    }

    /// The plan that is acted out, where there is one.
    fn tactics(&self) -> Option<&TacticsPlan> {
        None
    }

    /// Adds what the world knows to what an actor thinks.
    fn explain(&self, index: usize, explanation: &mut Explanation) {
        let _ = (index, explanation);
    }

    /// Takes note of an actor, before every tick of the world.
    fn notice(&mut self, me: &Me) {
        let _ = me;
    }

    /// Moves what moves by itself, a tick on. Returns whether a shape has moved.
    fn tick(&mut self, secs: f32) -> bool {
        let _ = secs;
        false
    }

    /// Moves a shape; returns whether it can be moved. Plans may be out of date after it.
    fn drag(&mut self, shape: u32, to: GroundPoint) -> bool {
        let _ = (shape, to);
        false
    }

    /// Takes note of where the beholder is; returns whether it matters.
    fn look_from(&mut self, place: GroundPoint) -> bool {
        let _ = place;
        false
    }

    /// The crowd, where there is one.
    fn crowd(&self) -> Option<CrowdView<'_>> {
        None
    }

    /// About how many bytes a copy of it takes.
    fn bytes(&self) -> usize {
        4_096
    }

    /// The same world once more.
    fn boxed(&self) -> Box<dyn World>;
}

/// Places in a row across the view, all facing +Z.
pub fn side_by_side(index: usize, count: usize) -> GroundTransform {
    let place = (count.saturating_sub(1)) as f32 * 0.5 - index as f32;
    GroundTransform::new(1.5 * place, 0.0, 0.0)
}
