//! What one may set about augmentation, with the bounds of section 6.1.

use serde::{Deserialize, Serialize};
use sidestep_motion::setting::{SettingError, check};
use sidestep_pose_graph::GraphConfig;
use std::f32::consts::FRAC_PI_4;

/// Settings of augmentation.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct AugmentConfig {
    /// The pose graph that is walked.
    pub graph: GraphConfig,
    /// A jump of this cost is 1/e times as likely as going on.
    pub walk_softness: f32,
    /// So long is played after a jump before the next.
    pub least_secs: f32,
    /// How long a jump takes to fade.
    pub join_secs: f32,
    /// Length of an episode.
    pub episode_secs: f32,
    /// Whether every other walk is mirrored.
    pub mirror: bool,
    /// Share of the episodes that are bent, shortened and warped; the rest is as walked.
    pub perturbed: f32,
    /// Shortest and longest stretch that is bent and shortened as one.
    pub stretch_secs: (f32, f32),
    /// Least and most length of a stretch, as a share of what it was.
    pub length: (f32, f32),
    /// Most that a stretch is bent to either side, in radians.
    pub angle: f32,
    /// Least and most speed, as a share of what it was.
    pub speed: (f32, f32),
    /// Whether hands keep a ball in play: no walk jumps while it is in the air, and every episode gets its
    /// ball.
    pub ball: bool,
}

impl Default for AugmentConfig {
    fn default() -> Self {
        Self {
            graph: GraphConfig::default(),
            walk_softness: 0.5,
            least_secs: 0.7,
            join_secs: 0.3,
            episode_secs: 20.0,
            mirror: true,
            perturbed: 0.8,
            stretch_secs: (0.7, 2.5),
            length: (0.7, 1.0),
            angle: FRAC_PI_4,
            speed: (0.8, 1.2),
            ball: false,
        }
    }
}

impl AugmentConfig {
    /// Fails on a setting that makes no sense.
    pub fn check(&self) -> Result<(), SettingError> {
        let within = |name, (least, most): (f32, f32), from: f32, to: f32| {
            check((name, least), least >= from && least <= most, "in order and above 0")?;
            check((name, most), most <= to, "no more than ten times")
        };
        within("length", self.length, 0.05, 10.0)?;
        within("speed", self.speed, 0.05, 10.0)?;
        within("stretch_secs", self.stretch_secs, 0.1, 1000.0)?;
        let amounts = [
            ("walk_softness", self.walk_softness, 1e6),
            ("least_secs", self.least_secs, 1e3),
            ("join_secs", self.join_secs, 10.0),
            ("perturbed", self.perturbed, 1.0),
            ("angle", self.angle, 3.0),
        ];
        for (name, value, most) in amounts {
            check((name, value), (0.0..=most).contains(&value), "0 or more, and not too much")?;
        }
        let secs = self.episode_secs;
        check(("episode_secs", secs), (1.0..=3600.0).contains(&secs), "from 1 to 3600")
    }
}
