//! How a body lies that fell, and the postures on the way there and up again.

use crate::posture::{Key, Posture};
use sidestep_motion::Side;
use std::f32::consts::{FRAC_PI_2, PI};

/// Who lies on a side has rolled over after this time, in seconds.
const ROLLED_SECS: f32 = 0.9;

/// How a body lies; it fell the way that is named.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lying {
    /// Face down.
    Face,
    /// On its back.
    Back,
    /// On its left side.
    Left,
    /// On its right side.
    Right,
}

impl Lying {
    /// All of them, in the order of their numbers.
    pub const ALL: [Self; 4] = [Self::Face, Self::Back, Self::Left, Self::Right];

    /// Its number.
    pub fn index(self) -> usize {
        self as usize
    }

    /// The way that a body falls to lie so, as seen by it: 0 ahead, growing to the left, in radians.
    pub fn way(self) -> f32 {
        [0.0, PI, FRAC_PI_2, -FRAC_PI_2][self.index()]
    }

    /// How far a body has turned some time after it began to get up: who lies on a side rolls over and
    /// looks that way.
    pub fn turned(self, secs: f32) -> f32 {
        let turn = [0.0, 0.0, FRAC_PI_2, -FRAC_PI_2][self.index()];
        let s = (secs / ROLLED_SECS).clamp(0.0, 1.0);
        turn * s * s * (3.0 - 2.0 * s)
    }

    /// The foot that bears the body last, and first again.
    pub fn foot(self) -> Side {
        if self == Self::Right { Side::Right } else { Side::Left }
    }

    /// On the way to the floor.
    pub fn down(self) -> &'static [Key] {
        &DOWN[self.index()]
    }

    /// On the way up again.
    pub fn up(self) -> &'static [Key] {
        UP[self.index()]
    }
}

const DOWN: [[Key; 3]; 4] = [
    [(0.0, STANDING), (0.32, TIPS_FORWARD), (0.72, PRONE)],
    [(0.0, STANDING), (0.32, TIPS_BACK), (0.72, SUPINE)],
    [(0.0, STANDING), (0.32, TIPS_ASIDE), (0.72, ON_SIDE)],
    [(0.0, STANDING), (0.32, TIPS_ASIDE.mirrored()), (0.72, ON_SIDE.mirrored())],
];

const UP: [&[Key]; 4] = [
    &[(0.0, PRONE), (0.8, ON_ALL_FOURS), (1.5, KNEELS), (2.3, STANDING)],
    &[(0.0, SUPINE), (0.8, SITS), (1.5, SQUATS), (2.2, STANDING)],
    &[
        (0.0, ON_SIDE),
        (0.45, ON_ELBOW),
        (ROLLED_SECS, ON_ALL_FOURS),
        (1.6, KNEELS),
        (2.4, STANDING),
    ],
    &[
        (0.0, ON_SIDE.mirrored()),
        (0.45, ON_ELBOW.mirrored()),
        (ROLLED_SECS, ON_ALL_FOURS.mirrored()),
        (1.6, KNEELS.mirrored()),
        (2.4, STANDING),
    ],
];

const STANDING: Posture = Posture {
    tilt: 0.0,
    roll: 0.0,
    spine: 0.0,
    neck: 0.0,
    hips: [0.0; 2],
    knees: [0.0; 2],
    ankles: [0.0; 2],
    arms: [[0.0; 2]; 2],
    elbows: [[0.0; 2]; 2],
    foot_stays: 1.0,
};

const TIPS_FORWARD: Posture = Posture {
    tilt: 38.0,
    roll: 0.0,
    spine: 10.0,
    neck: -15.0,
    hips: [-40.0, -25.0],
    knees: [50.0, 45.0],
    ankles: [-15.0, 5.0],
    arms: [[-55.0, 15.0]; 2],
    elbows: [[-35.0, 0.0]; 2],
    foot_stays: 1.0,
};

const PRONE: Posture = Posture {
    tilt: 86.0,
    roll: 0.0,
    spine: -4.0,
    neck: -18.0,
    hips: [0.0, 2.0],
    knees: [8.0, 14.0],
    ankles: [50.0, 50.0],
    arms: [[0.0, 95.0]; 2],
    elbows: [[0.0, 65.0]; 2],
    foot_stays: 0.0,
};

const ON_ALL_FOURS: Posture = Posture {
    tilt: 70.0,
    roll: 0.0,
    spine: 6.0,
    neck: -25.0,
    hips: [-75.0, -68.0],
    knees: [88.0, 82.0],
    ankles: [45.0, 45.0],
    arms: [[-76.0, 6.0]; 2],
    elbows: [[-6.0, 0.0]; 2],
    foot_stays: 0.0,
};

const KNEELS: Posture = Posture {
    tilt: 26.0,
    roll: 0.0,
    spine: 12.0,
    neck: -20.0,
    hips: [-100.0, -22.0],
    knees: [88.0, 98.0],
    ankles: [-14.0, 20.0],
    arms: [[-35.0, 10.0]; 2],
    elbows: [[-35.0, 0.0]; 2],
    foot_stays: 1.0,
};

const TIPS_BACK: Posture = Posture {
    tilt: -30.0,
    roll: 0.0,
    spine: 18.0,
    neck: 18.0,
    hips: [-50.0, -42.0],
    knees: [62.0, 55.0],
    ankles: [-5.0, -5.0],
    arms: [[-40.0, 25.0]; 2],
    elbows: [[-25.0, 0.0]; 2],
    foot_stays: 1.0,
};

const SUPINE: Posture = Posture {
    tilt: -86.0,
    roll: 0.0,
    spine: 4.0,
    neck: 10.0,
    hips: [-26.0, -12.0],
    knees: [48.0, 24.0],
    ankles: [12.0, 12.0],
    arms: [[0.0, 42.0]; 2],
    elbows: [[0.0, 12.0]; 2],
    foot_stays: 0.0,
};

const SITS: Posture = Posture {
    tilt: -18.0,
    roll: 0.0,
    spine: 18.0,
    neck: 4.0,
    hips: [-122.0, -115.0],
    knees: [112.0, 100.0],
    ankles: [8.0, 12.0],
    arms: [[28.0, 18.0]; 2],
    elbows: [[-4.0, 0.0]; 2],
    foot_stays: 0.3,
};

const SQUATS: Posture = Posture {
    tilt: 40.0,
    roll: 0.0,
    spine: 15.0,
    neck: -25.0,
    hips: [-112.0, -106.0],
    knees: [116.0, 112.0],
    ankles: [-26.0, -26.0],
    arms: [[-50.0, 8.0]; 2],
    elbows: [[-20.0, 0.0]; 2],
    foot_stays: 1.0,
};

const TIPS_ASIDE: Posture = Posture {
    tilt: 8.0,
    roll: 40.0,
    spine: 8.0,
    neck: -6.0,
    hips: [-34.0, -40.0],
    knees: [50.0, 62.0],
    ankles: [-15.0, -10.0],
    arms: [[-50.0, 40.0], [-45.0, 15.0]],
    elbows: [[-35.0, 0.0], [-45.0, 0.0]],
    foot_stays: 1.0,
};

/// On its left side.
const ON_SIDE: Posture = Posture {
    tilt: 8.0,
    roll: 84.0,
    spine: 10.0,
    neck: 4.0,
    hips: [-24.0, -48.0],
    knees: [42.0, 70.0],
    ankles: [20.0, 20.0],
    arms: [[-78.0, 10.0], [-50.0, -40.0]],
    elbows: [[-50.0, 0.0], [-50.0, 0.0]],
    foot_stays: 0.0,
};

/// Half rolled over from the left side, on its elbow.
const ON_ELBOW: Posture = Posture {
    tilt: 72.0,
    roll: 30.0,
    spine: 6.0,
    neck: -15.0,
    hips: [-24.0, -6.0],
    knees: [30.0, 36.0],
    ankles: [40.0, 40.0],
    arms: [[-72.0, 8.0], [-60.0, -10.0]],
    elbows: [[-30.0, 0.0], [-35.0, 0.0]],
    foot_stays: 0.0,
};
