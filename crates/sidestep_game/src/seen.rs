//! What a game sees of a player: the output, and nothing of how it is made.

use glam::{Vec2, Vec3};
use sidestep_control::{Ability, Animate, Event};
use sidestep_court::racket_centre;
use sidestep_motion::{
    GroundTransform, Role, Side,
    ball::{BallConfig, ball_in_hand},
    kinematics::JointTransforms,
};

/// Where hands are held that a body does not have, in front of it and above the floor, in metres.
const CHEST: Vec3 = Vec3::new(0.0, 1.25, 0.35);

/// A player in one tick.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SeenPlayer {
    /// Place and heading.
    pub ground: GroundTransform,
    /// Where the hands would have a ball: the mean of both.
    pub hands: Vec3,
    /// The middle of a racket in the right hand.
    pub racket: Vec3,
    /// The ball as this character has it, if it knows of one, and whether it holds it: left, right.
    pub ball: Option<(Vec3, [bool; 2])>,
    /// Which feet stand: left, right.
    pub feet: [bool; 2],
    /// Whether it lets go and takes when it is asked to; others have the ball put into their hands.
    pub acts: bool,
    /// Whether its ball has left its hands or come to them.
    pub moment: bool,
}

impl SeenPlayer {
    /// A character as it is shown; `joints` are those of its pose.
    pub fn of(character: &dyn Animate, joints: &JointTransforms) -> Self {
        let (skeleton, ground) = (character.skeleton(), character.ground());
        let (contacts, chest) = (character.contacts(), ground.transform_point(CHEST));
        let roles = skeleton.roles();
        let hand = |side: Side| {
            let hand = roles.get(Role::Hand(side))?;
            Some(ball_in_hand(joints, skeleton, hand, &BallConfig::default()))
        };
        let hands = match (hand(Side::Left), hand(Side::Right)) {
            (Some(left), Some(right)) => 0.5 * (left + right),
            (Some(one), None) | (None, Some(one)) => one,
            (None, None) => chest,
        };
        let ball = character.objects().first().map(|ball| {
            let holds = Side::BOTH.map(|side| !ball.held_by.is_free() && contacts.hand(side));
            (ball.position, holds)
        });
        let racket = racket_centre(skeleton, &joints.positions, Side::Right);
        Self {
            ground,
            hands,
            racket: racket.unwrap_or(chest),
            ball,
            feet: Side::BOTH.map(|side| contacts.get(side)),
            acts: ball.is_some() && character.abilities().has(Ability::Action),
            moment: character.events().has(Event::ActionMoment),
        }
    }

    /// Somebody of whom nothing was seen yet.
    pub fn at(ground: GroundTransform) -> Self {
        let chest = ground.transform_point(CHEST);
        Self {
            ground,
            hands: chest,
            racket: chest,
            ball: None,
            feet: [true; 2],
            acts: false,
            moment: false,
        }
    }

    /// Where it is (x, z).
    pub fn place(&self) -> Vec2 {
        Vec2::new(self.ground.x, self.ground.z)
    }

    /// Whether a hand holds its ball.
    pub fn holds(&self) -> bool {
        self.ball.is_some_and(|(_, holds)| holds != [false; 2])
    }
}
