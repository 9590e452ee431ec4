//! A tennis court: two players who rally over the net.

use crate::{
    catalogue::Catalogue,
    stage::{
        Setting,
        shape::Shape,
        thing::Thing,
        wish::Wish,
        world::{Me, World},
        worlds::{
            Listing,
            lines::{set_rally, tennis_shapes},
        },
    },
};
use glam::Vec3;
use sidestep_control::{Animate, Explanation, Goal, Travel};
use sidestep_game::{SeenPlayer, Tennis};
use sidestep_motion::{GroundTransform, Role, Side, kinematics::JointTransforms};

pub(crate) const LISTING: Listing = Listing {
    id: "tennis",
    title: "Tennis",
    says: "Two players rally. Steer number 1 between two balls: it still strokes those that come.",
    wishes: &["move", "stand", "reach"],
    needs: &[],
    wants: &["action"],
    make: |setting, catalogue| Ok(make(setting, catalogue)),
};

/// Half of the length of a racket's head, in metres.
const HEAD: f32 = 0.15;

#[derive(Clone)]
struct TennisCourt {
    game: Tennis,
    shapes: Vec<Shape>,
    /// The ball and two rackets.
    things: [Thing; 3],
    rally: u32,
}

fn make(setting: &Setting, _: &Catalogue) -> Box<dyn World> {
    let game = Tennis::new(setting.seed);
    // It is drawn larger than it is, or nobody would see it.
    let ball = Thing::ball(2.0 * game.court().ball.radius, Vec3::NAN);
    let racket = Thing { name: "racket", radius: HEAD, at: Vec3::NAN, held_at: Vec3::NAN };
    let mut shapes = tennis_shapes();
    set_rally(&mut shapes, 0);
    Box::new(TennisCourt { game, shapes, things: [ball, racket, racket], rally: 0 })
}

impl World for TennisCourt {
    fn shapes(&self) -> &[Shape] {
        &self.shapes
    }

    fn cast(&self, _: usize) -> usize {
        2
    }

    fn start(&self, index: usize, _: usize) -> GroundTransform {
        Tennis::start(index)
    }

    fn plan(&self, wish: &Wish, me: &Me) -> Goal {
        if me.index == 0 { wish.to_goal((0.0, 0.0)) } else { Goal::STAND }
    }

    fn watch(&mut self, index: usize, character: &dyn Animate, joints: &JointTransforms) {
        let seen = SeenPlayer::of(character, joints);
        self.game.see(index, seen);
        let hand = character.skeleton().roles().get(Role::Hand(Side::Right));
        let held_at = hand.map_or(seen.racket, |hand| joints.position(hand));
        if let Some(racket) = self.things.get_mut(1 + index) {
            *racket = Thing { at: seen.racket, held_at, ..*racket };
        }
    }

    fn tick(&mut self, secs: f32) -> bool {
        self.game.tick(secs);
        self.things[0].put(self.game.ball().unwrap_or(Vec3::NAN));
        let has_changed = self.rally != self.game.rally();
        if has_changed {
            self.rally = self.game.rally();
            set_rally(&mut self.shapes, self.rally);
        }
        has_changed
    }

    fn steer(&mut self, plan: &Goal, me: &Me) -> Goal {
        let goal = self.game.goal(me.index).clone();
        let is_led = me.index == 0 && !matches!(plan.travel, Travel::Stand { .. });
        if is_led && self.game.striker() != Some(0) {
            return goal.with_travel(plan.travel.clone());
        }
        goal
    }

    fn things(&self) -> &[Thing] {
        &self.things
    }

    fn explain(&self, index: usize, explanation: &mut Explanation) {
        let next = match self.game.striker() {
            Some(striker) if striker == index => "stroke",
            _ => "return",
        };
        explanation.doing = format!("next: {next}; {}", explanation.doing);
    }

    fn boxed(&self) -> Box<dyn World> {
        Box::new(self.clone())
    }
}
