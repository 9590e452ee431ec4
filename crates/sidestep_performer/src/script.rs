//! What the actor is told to do: a take is a list of acts, each a command held for a while.

use sidestep_motion::Side;

/// One command, held for `secs`. Angles are in radians and grow to the left.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Act {
    /// Name of the frames it covers.
    pub(crate) label: &'static str,
    /// How long the command stands.
    pub(crate) secs: f64,
    /// Commanded speed, in metres a second.
    pub(crate) speed: f64,
    /// Change of the way the body shall face, at the start of the act; travel turns along.
    pub(crate) turn: f64,
    /// Rate at which facing and travel turn throughout the act.
    pub(crate) bend: f64,
    /// Rate at which facing alone turns, while travel keeps its course.
    pub(crate) spin: f64,
    /// Direction of travel against facing, taken at the start of the act: 0 ahead, π/2 to the left.
    pub(crate) drift: Option<f64>,
    /// Largest acceleration the actor is willing to use, in metres a second squared.
    pub(crate) effort: f64,
    /// 0 upright to 1 crouched.
    pub(crate) crouch: f64,
    /// The foot to start with when standing; chosen by the actor where none is given.
    pub(crate) lead: Option<Side>,
    /// A push at the start of the act: direction against facing, and change of speed it causes.
    pub(crate) push: Option<(f64, f64)>,
    /// A hand stretched out and drawn back once, at the start of the act.
    pub(crate) reach: Option<Reach>,
}

/// Where a hand is stretched to, as seen from the chest.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Reach {
    pub(crate) side: Side,
    /// Angle from straight ahead, outwards.
    pub(crate) outward: f64,
    /// Angle above the horizontal.
    pub(crate) upward: f64,
}

/// Acceleration of an unhurried person.
pub(crate) const EASY: f64 = 2.4;
/// Acceleration of a runner.
pub(crate) const BRISK: f64 = 3.2;
/// Acceleration of a player in a game.
pub(crate) const AGILE: f64 = 6.8;

impl Act {
    /// A command to move straight ahead.
    pub(crate) fn new(label: &'static str, secs: f64, speed: f64) -> Self {
        Self {
            label,
            secs,
            speed,
            turn: 0.0,
            bend: 0.0,
            spin: 0.0,
            drift: None,
            effort: if speed > 2.2 { BRISK } else { EASY },
            crouch: 0.0,
            lead: None,
            push: None,
            reach: None,
        }
    }

    pub(crate) fn stand(secs: f64) -> Self {
        Self::new("stand", secs, 0.0)
    }

    pub(crate) fn turn(self, degrees: f64) -> Self {
        Self { turn: degrees.to_radians(), ..self }
    }

    pub(crate) fn bend(self, degrees_per_sec: f64) -> Self {
        Self { bend: degrees_per_sec.to_radians(), ..self }
    }

    pub(crate) fn spin(self, degrees_per_sec: f64) -> Self {
        Self { spin: degrees_per_sec.to_radians(), ..self }
    }

    pub(crate) fn drift(self, degrees: f64) -> Self {
        Self { drift: Some(degrees.to_radians()), ..self }
    }

    pub(crate) fn effort(self, effort: f64) -> Self {
        Self { effort, ..self }
    }

    pub(crate) fn crouch(self, crouch: f64) -> Self {
        Self { crouch, ..self }
    }

    pub(crate) fn lead(self, side: Side) -> Self {
        Self { lead: Some(side), ..self }
    }

    pub(crate) fn push(self, degrees: f64, speed_change: f64) -> Self {
        Self { push: Some((degrees.to_radians(), speed_change)), ..self }
    }

    pub(crate) fn reach(self, side: Side, outward: f64, upward: f64) -> Self {
        let (outward, upward) = (outward.to_radians(), upward.to_radians());
        Self { reach: Some(Reach { side, outward, upward }), ..self }
    }

    /// The same act with left and right exchanged.
    pub(crate) fn mirrored(self) -> Self {
        Self {
            turn: -self.turn,
            bend: -self.bend,
            spin: -self.spin,
            drift: self.drift.map(|angle| -angle),
            lead: self.lead.map(Side::other),
            push: self.push.map(|(angle, speed)| (-angle, speed)),
            reach: self.reach.map(|reach| Reach { side: reach.side.other(), ..reach }),
            ..self
        }
    }
}

/// One clip to be performed.
#[derive(Clone, Debug)]
pub(crate) struct Take {
    /// Name of the clip.
    pub(crate) name: String,
    /// What happens, in order.
    pub(crate) acts: Vec<Act>,
    /// Seconds cut off at the start, so that a clip may open in full motion.
    pub(crate) cut_secs: f64,
}

impl Take {
    /// Seconds of the acts together.
    pub(crate) fn secs(&self) -> f64 {
        self.acts.iter().map(|act| act.secs).sum()
    }
}
