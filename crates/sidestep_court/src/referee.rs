//! The rules that can be seen from outside: travelling and double dribble.

use glam::Vec2;

/// The rules that are looked at, in words.
pub const RULES: [(&str, &str); 2] = [
    (
        "travelling",
        "who takes the ball while standing has the foot that stays for a pivot, who takes it while going or \
         in a step, or ends a dribble, the foot that lands first: it may be lifted, but not put down again before the ball is gone (so who \
         goes has two steps; who lands on both feet at once may choose)",
    ),
    (
        "double dribble",
        "who has held the ball after a dribble, in both hands or for a second in one, may not let it bounce again \
         before somebody else has had it",
    ),
];

/// A rule that was broken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Break {
    /// Too many steps with the ball.
    Travelling,
    /// Another dribble after a dribble.
    DoubleDribble,
}

/// What a referee sees of a player in one frame.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Seen {
    /// Which hands hold the ball.
    pub hands: [bool; 2],
    /// Which feet stand.
    pub feet: [bool; 2],
    /// Where the player is (x, z).
    pub place: Vec2,
    /// Whether the ball is this player's: in hand, or on its way back to the hand that pushed it down.
    pub has_ball: bool,
    /// Whether the ball met the floor in this frame.
    pub bounced: bool,
}

/// A hand that pushes a ball down and takes it up again touches it no longer than this, in seconds.
const TOUCH_SECS: f32 = 0.75;

/// Who holds the ball in one hand for so long has ended his dribble, in seconds.
const ONE_HAND_SECS: f32 = 1.0;

/// Faster than this a player was going when he took the ball, in m/s.
const GOING: f32 = 0.4;

/// A foot must be up or down for so long to count, in seconds: detectors flicker.
const FOOT_SECS: f32 = 0.1;

/// Whoever was not seen for so long before he took the ball may have been going, in seconds.
const KNOWN_SECS: f32 = 0.3;

/// Feet that come down within this time come down together, in seconds.
const TOGETHER_SECS: f32 = 0.12;

/// Watches one player.
#[derive(Clone, Debug)]
pub struct Referee {
    rate_hz: f32,
    frame: u32,
    last: Option<Seen>,
    speed: f32,
    /// Feet as they count, and for how long each has been otherwise.
    feet: [bool; 2],
    unlike: [u32; 2],
    /// Frames the ball has been in hand without a break.
    held: u32,
    /// Whether both hands have held it in that time.
    both: bool,
    /// Whether it bounced since the player has it, and whether that has ended.
    dribbled: bool,
    ended: bool,
    steps: Steps,
}

/// The feet since the ball was taken.
#[derive(Clone, Copy, Debug, Default)]
struct Steps {
    /// Whether feet count at all: the ball is held, not dribbled.
    counts: bool,
    /// Whether a foot must land before there is a pivot: the player was going.
    awaits_landing: bool,
    /// When a foot first came down since.
    first_landed: Option<u32>,
    pivot: Option<usize>,
    pivot_up: bool,
    is_broken: bool,
}

impl Referee {
    /// Watches somebody of whom so many frames are seen a second.
    pub fn new(rate_hz: f32) -> Self {
        Self {
            rate_hz: rate_hz.max(1.0),
            frame: 0,
            last: None,
            speed: 0.0,
            feet: [true; 2],
            unlike: [0; 2],
            held: 0,
            both: false,
            dribbled: false,
            ended: false,
            steps: Steps::default(),
        }
    }

    /// Looks at the next frame.
    pub fn watch(&mut self, seen: Seen) -> Option<Break> {
        let lands = self.look_at_feet(&seen);
        if let Some(last) = self.last {
            let speed = last.place.distance(seen.place) * self.rate_hz;
            self.speed += 0.2 * (speed - self.speed);
        }
        let (was_held, is_held) = (self.held > 0, seen.hands != [false; 2]);
        let found = if seen.has_ball { self.rules(&seen, lands) } else { None };
        if !seen.has_ball {
            (self.dribbled, self.ended) = (false, false);
        }
        if !is_held {
            (self.held, self.both, self.steps) = (0, false, Steps::default());
        } else if was_held || self.last.is_none() {
            self.held += 1;
        } else {
            self.held = 1;
        }
        self.last = Some(seen);
        self.frame += 1;
        found
    }

    fn rules(&mut self, seen: &Seen, lands: [bool; 2]) -> Option<Break> {
        let mut found = None;
        if seen.bounced {
            if self.ended {
                // Named once; the dribble goes on.
                self.ended = false;
                found = Some(Break::DoubleDribble);
            }
            self.dribbled = true;
        }
        if seen.hands == [false; 2] {
            return found;
        }
        self.both |= seen.hands == [true; 2];
        let secs = self.seconds(self.held + 1);
        self.ended |= self.dribbled && (self.both || secs > ONE_HAND_SECS);
        // In one hand for a moment it may be a dribble; then feet do not count.
        let counts = self.both || secs > TOUCH_SECS;
        if counts && !self.steps.counts {
            self.begin();
        } else if counts {
            found = found.or(self.count(lands));
        }
        found
    }

    /// The ball is held from now on. Of whom nothing was seen before, nothing is known: he was going.
    fn begin(&mut self) {
        let is_new = self.seconds(self.frame.saturating_sub(self.held)) < KNOWN_SECS;
        let steps = self.feet != [true; 2];
        let awaits_landing = self.dribbled || is_new || steps || self.speed > GOING;
        self.steps = Steps { counts: true, awaits_landing, ..Steps::default() };
    }

    fn count(&mut self, lands: [bool; 2]) -> Option<Break> {
        let feet = self.feet;
        let (now, together) = (self.frame, (TOGETHER_SECS * self.rate_hz) as u32);
        let steps = &mut self.steps;
        if lands != [false; 2] && steps.first_landed.is_none() {
            steps.first_landed = Some(now);
        }
        if steps.pivot.is_none() {
            let landed = steps.first_landed.is_some_and(|first| now - first > together);
            // Who was going chooses by the foot that lands first, who stood or landed on both by the one that stays.
            if !steps.awaits_landing || landed {
                steps.pivot = only(feet);
            }
            return None;
        }
        let pivot = steps.pivot?;
        let breaks = steps.pivot_up && lands[pivot];
        steps.pivot_up |= !feet[pivot];
        let is_new = breaks && !steps.is_broken;
        steps.is_broken |= breaks;
        is_new.then_some(Break::Travelling)
    }

    /// Which feet come down in this frame, flickering left out.
    fn look_at_feet(&mut self, seen: &Seen) -> [bool; 2] {
        if self.last.is_none() {
            self.feet = seen.feet;
        }
        let mut lands = [false; 2];
        for (foot, lands) in lands.iter_mut().enumerate() {
            if seen.feet[foot] == self.feet[foot] {
                self.unlike[foot] = 0;
                continue;
            }
            self.unlike[foot] += 1;
            if self.seconds(self.unlike[foot]) >= FOOT_SECS {
                self.feet[foot] = seen.feet[foot];
                self.unlike[foot] = 0;
                *lands = seen.feet[foot];
            }
        }
        lands
    }

    fn seconds(&self, frames: u32) -> f32 {
        frames as f32 / self.rate_hz
    }
}

/// The foot that stands, where only one does.
fn only(feet: [bool; 2]) -> Option<usize> {
    match feet {
        [true, false] => Some(0),
        [false, true] => Some(1),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NONE: [bool; 2] = [false; 2];
    const BOTH: [bool; 2] = [true; 2];
    const RIGHT: [bool; 2] = [false, true];
    const LEFT: [bool; 2] = [true, false];

    /// A story: hands, feet, frames of each part, at 30 Hz and so many metres a second, of somebody who was seen
    /// without the ball before.
    fn breaks(parts: &[([bool; 2], [bool; 2], usize)], speed: f32) -> Vec<Break> {
        let mut referee = Referee::new(30.0);
        let (mut found, mut way) = (Vec::new(), 0.0);
        for _ in 0..20 {
            way += speed / 30.0;
            let place = Vec2::new(0.0, way);
            let before = Seen { hands: NONE, feet: BOTH, place, has_ball: false, bounced: false };
            assert_eq!(referee.watch(before), None);
        }
        for (hands, feet, frames) in parts {
            for frame in 0..*frames {
                way += speed / 30.0;
                // A flight of a dribble meets the floor in its middle.
                let bounced = *hands == NONE && frame == frames / 2;
                let seen = Seen {
                    hands: *hands,
                    feet: *feet,
                    place: Vec2::new(0.0, way),
                    has_ball: true,
                    bounced,
                };
                found.extend(referee.watch(seen));
            }
        }
        found
    }

    #[test]
    fn a_pivot_foot_may_be_lifted_but_not_put_down_again() {
        let pivots = [(BOTH, BOTH, 10), (BOTH, LEFT, 10), (BOTH, BOTH, 10), (BOTH, LEFT, 10)];
        assert_eq!(breaks(&pivots, 0.0), []);
        let lifts = [(BOTH, BOTH, 10), (BOTH, LEFT, 10), (BOTH, BOTH, 10), (BOTH, RIGHT, 10)];
        assert_eq!(breaks(&lifts, 0.0), []);
        let travels = [lifts.as_slice(), &[(BOTH, BOTH, 10)]].concat();
        assert_eq!(breaks(&travels, 0.0), [Break::Travelling]);
    }

    #[test]
    fn who_goes_has_two_steps() {
        let step = |feet| (BOTH, feet, 8);
        let two = [step(LEFT), step(NONE), step(RIGHT), step(NONE), step(LEFT), step(NONE)];
        let before = [(RIGHT, LEFT, 8), (NONE, RIGHT, 8), (RIGHT, LEFT, 8)];
        assert_eq!(breaks(&[before.as_slice(), &two].concat(), 3.0), []);
        let three = [before.as_slice(), &two, &[step(RIGHT)]].concat();
        assert_eq!(breaks(&three, 3.0), [Break::Travelling]);
    }

    /// Two steps, then one foot stays and the other goes round it as often as it likes.
    #[test]
    fn who_has_stopped_may_pivot() {
        let step = |feet| (BOTH, feet, 8);
        let stops = [step(LEFT), step(RIGHT), step(BOTH)];
        let pivots = [step(RIGHT), step(BOTH)].repeat(4);
        assert_eq!(breaks(&[stops.as_slice(), &pivots].concat(), 1.0), []);
        let other = [step(LEFT), step(BOTH)];
        let travels = [stops.as_slice(), &pivots, &other].concat();
        assert_eq!(breaks(&travels, 1.0), [Break::Travelling]);
    }

    /// Who is first seen with the ball may have come in any way.
    #[test]
    fn who_was_not_seen_before_is_not_accused() {
        let mut referee = Referee::new(30.0);
        let feet = [BOTH, LEFT, BOTH, RIGHT, BOTH].into_iter().flat_map(|feet| [feet; 8]);
        for feet in feet {
            let seen =
                Seen { hands: BOTH, feet, place: Vec2::ZERO, has_ball: true, bounced: false };
            assert_eq!(referee.watch(seen), None);
        }
    }

    #[test]
    fn who_dribbles_may_go_as_far_as_he_likes() {
        let cycle = [(RIGHT, LEFT, 12), (NONE, RIGHT, 10)];
        assert_eq!(breaks(&cycle.repeat(20), 3.0), []);
    }

    #[test]
    fn a_dribble_that_was_ended_cannot_begin_again() {
        let cycle = [(RIGHT, BOTH, 12), (NONE, BOTH, 10)];
        let story = [cycle.repeat(3).as_slice(), &[(BOTH, BOTH, 20)]].concat();
        assert_eq!(breaks(&story, 0.0), []);
        let story = [story.as_slice(), &cycle].concat();
        assert_eq!(breaks(&story, 0.0), [Break::DoubleDribble]);
    }
}
