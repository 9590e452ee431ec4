//! What the numbers of a frame mean, and how much each of them counts.
//!
//! The network sees and gives rows of *channels*: first those of the frame (the body, its contacts, a
//! ball), then those of the goal. Its input is the frame of now and the goal G of section 3, its
//! output the frame of the next tick and the prediction P of the goal. All channels are normalised;
//! the terms of the loss that speak of metres take the means and deviations to get back to them.

/// Channels of the root among those of a frame: step to the left, step forward (m), turn (rad), all
/// seen from the ground transform of the frame before.
pub const ROOT_CHANNELS: usize = 3;

/// The channels of a model.
#[derive(Clone, Debug, PartialEq)]
pub struct Layout {
    /// How many channels a frame has.
    pub frame: usize,
    /// What each goal channel is.
    pub goals: Vec<GoalChannel>,
    /// Mean of every channel, goals last.
    pub means: Vec<f32>,
    /// Deviation of every channel, goals last; above 0.
    pub deviations: Vec<f32>,
    /// The first of the three channels of the root.
    pub root: usize,
    /// Joints that must not slide while they touch the ground, eq. 3.
    pub feet: Vec<Touch>,
    /// Pairs of joints whose distance must not change, eq. 4.
    pub links: Vec<Link>,
    /// The ball, section 5.
    pub ball: Option<Ball>,
    /// Bound of the near companions of a place, in metres (section 3, bounded parameters).
    pub near_bound: f32,
    /// Bound of the velocity that is needed, in metres a second.
    pub pace_bound: f32,
    /// Less time than this is taken as this, where a velocity is needed, in seconds.
    pub pace_secs: f32,
}

/// Where a goal channel comes from.
///
/// All but [`GoalChannel::Given`] are computed from the aim and the root at every step, so that a
/// character may see its goal from where it brought itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GoalChannel {
    /// Given with the batch for every step: times, actions, manners, speeds.
    Given,
    /// How far to the left the aim is, in metres.
    PlaceLeft,
    /// How far ahead the aim is, in metres.
    PlaceForward,
    /// [`GoalChannel::PlaceLeft`], bounded.
    NearLeft,
    /// [`GoalChannel::PlaceForward`], bounded.
    NearForward,
    /// Cosine of the angle to the aim's facing.
    FacingCos,
    /// Sine of the angle to the aim's facing.
    FacingSin,
    /// Cosine of the angle to the direction of travel that is asked for.
    DirectionCos,
    /// Sine of the angle to the direction of travel that is asked for.
    DirectionSin,
    /// The velocity to the left that brings one to the aim in time, bounded, in metres a second.
    PaceLeft,
    /// The same ahead.
    PaceForward,
}

/// A joint and the flag that says that it touches something.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Touch {
    /// The first of the three channels of its position.
    pub position: usize,
    /// The channel of its contact; the data's is taken, not the network's.
    pub contact: usize,
}

/// Two joints of one rigid link.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Link {
    /// The first of the three channels of one joint.
    pub from: usize,
    /// The first of the three channels of the other.
    pub to: usize,
    /// Their distance in metres.
    pub length: f32,
}

/// A ball among the channels.
#[derive(Clone, Debug, PartialEq)]
pub struct Ball {
    /// The first of the three channels of its position.
    pub position: usize,
    /// The channel that says whether there is a ball at all; without one, nothing of it counts.
    pub possession: usize,
    /// Its radius in metres.
    pub radius: f32,
    /// Distance from the joint of a hand to the middle of the ball in it, in metres.
    pub reach: f32,
    /// The hands and their contacts with it.
    pub hands: Vec<Touch>,
}

/// How much every term of the loss counts.
#[derive(Clone, Debug, PartialEq)]
pub struct LossWeights {
    /// Of the squared error of each normalised channel, goals last (eq. 2 and the prediction P).
    pub channels: Vec<f32>,
    /// Foot slide per tick, per m² (eq. 3).
    pub slide: f32,
    /// Wrong lengths of links, per m² (eq. 4).
    pub link: f32,
    /// Distance of the own root from the data's in the world, per m²; only of sequences that see their
    /// goal from there, since others cannot know of it.
    pub place: f32,
    /// A distance beyond this pulls no more, in metres.
    pub place_bound: f32,
    /// One minus the cosine of the error of the own heading, likewise.
    pub heading: f32,
    /// Ball away from the hand that touches it, per m² (eq. 6).
    pub hand: f32,
    /// Ball that turns back before the ground, per m² (eq. 7).
    pub bounce: f32,
}

impl Default for LossWeights {
    /// No channels; of the rest what the authors give: foot slide 6, bones 0.5, ball 4 and 1. The root in
    /// the world does not count.
    fn default() -> Self {
        Self {
            channels: Vec::new(),
            slide: 6.0,
            link: 0.5,
            place: 0.0,
            place_bound: 1.5,
            heading: 0.0,
            hand: 4.0,
            bounce: 1.0,
        }
    }
}

/// Why a layout cannot be used.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum LayoutError {
    /// A list of numbers for all channels has another length.
    #[error("{what} has {found} numbers, but there are {wanted} channels")]
    Length {
        /// Which list.
        what: &'static str,
        /// Its length.
        found: usize,
        /// Frame and goal channels together.
        wanted: usize,
    },
    /// A channel past the end of the frame.
    #[error("{what} needs channel {channel}, but a frame has {frame}")]
    Channel {
        /// What names it.
        what: &'static str,
        /// The channel.
        channel: usize,
        /// Channels of a frame.
        frame: usize,
    },
    /// A number that is not finite, or a deviation that is not above 0.
    #[error("{what} must be finite, and deviations above 0")]
    Number {
        /// Which number.
        what: &'static str,
    },
}

impl Layout {
    /// All channels: those of the frame and those of the goal.
    pub fn channels(&self) -> usize {
        self.frame + self.goals.len()
    }

    /// Whether everything fits together, with these weights.
    pub fn check(&self, weights: &LossWeights) -> Result<(), LayoutError> {
        let wanted = self.channels();
        let lists = [
            ("means", &self.means),
            ("deviations", &self.deviations),
            ("the weights of the channels", &weights.channels),
        ];
        for (what, list) in lists {
            if list.len() != wanted {
                return Err(LayoutError::Length { what, found: list.len(), wanted });
            }
            if list.iter().any(|number| !number.is_finite()) {
                return Err(LayoutError::Number { what });
            }
        }
        if self.deviations.iter().any(|deviation| *deviation <= 0.0) {
            return Err(LayoutError::Number { what: "deviations" });
        }
        let scalars = [
            weights.slide,
            weights.link,
            weights.place,
            weights.place_bound,
            weights.heading,
            weights.hand,
            weights.bounce,
            self.near_bound,
            self.pace_bound,
            self.pace_secs,
        ];
        if scalars.iter().any(|weight| !weight.is_finite()) {
            return Err(LayoutError::Number { what: "weights of the loss" });
        }
        self.check_channels()
    }

    fn check_channels(&self) -> Result<(), LayoutError> {
        let within = |what, channel: usize, width: usize| match channel.checked_add(width) {
            Some(end) if end <= self.frame => Ok(()),
            _ => Err(LayoutError::Channel { what, channel, frame: self.frame }),
        };
        within("the root", self.root, ROOT_CHANNELS)?;
        for foot in &self.feet {
            within("a foot", foot.position, 3)?;
            within("a foot's contact", foot.contact, 1)?;
        }
        for link in &self.links {
            within("a link", link.from, 3)?;
            within("a link", link.to, 3)?;
        }
        let Some(ball) = &self.ball else { return Ok(()) };
        within("the ball", ball.position, 3)?;
        within("the ball's possession", ball.possession, 1)?;
        for hand in &ball.hands {
            within("a hand", hand.position, 3)?;
            within("a hand's contact", hand.contact, 1)?;
        }
        Ok(())
    }
}
