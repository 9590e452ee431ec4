//! Tasks inferred from raw motion, section 4.2.
//!
//! A sequence follows an episode for six seconds. What the body does some time later is what it is
//! taken to have wanted: the place it gets to, the way it looks there, the time it takes, the way it
//! travels there, how it moves. When that moment is reached, another one is drawn. Which of it the
//! network is told changes as well, so that it serves any part of it.

mod rare;
#[cfg(test)]
mod tests;

use self::rare::{Rare, place, waits};
use crate::{config::LearnConfig, data::Data, moments::Moment, schedule::Phase};
use sidestep_motion::{
    chance::Chance,
    math::{cos, sin},
};
use sidestep_neural::{GoalChannel, HORIZON_SECS, NEAR_SECS, QUALITIES, Serves};
use sidestep_train::{AIM_NUMBERS, Batch, GUIDE, RESTART};

/// The nearest goal lies this far ahead, in seconds.
const NEAREST_SECS: f32 = 0.25;

/// Frames at the end of an episode of which the phase is not known.
const MARGIN: u32 = 18;

/// Stretches that are looked at for a goal that is rare.
const TRIES: usize = 128;

/// Goals that are looked at for one that the body does not wait before.
const DRAWS: usize = 8;

/// A body that holds a place is no farther from it than this, in metres, and no faster, in metres a second.
const HELD: (f32, f32) = (0.15, 0.15);

/// A goal that goes ahead of the body lies between these times before it, in seconds.
const LEAD_SECS: (f32, f32) = (0.4, 1.6);

/// It does so between these times, in seconds.
const LED_SECS: (f32, f32) = (0.5, 4.0);

/// Share of the tasks in which a quality is told.
const TOLD: f32 = 0.15;

/// Share of the tasks in which the action is told: who plays always says what is to be done.
const TOLD_ACTION: f32 = 0.9;

/// Share of the actions whose place is told: of those that meet a ball there, and of the others.
const TOLD_PLACE: (f32, f32) = (0.85, 0.5);

/// What is told (place, facing, time, travel), and how often.
const PROFILES: [([bool; 4], f32); 9] = [
    ([true, true, true, false], 0.30),
    ([true, false, true, false], 0.16),
    ([true, true, false, false], 0.10),
    ([true, false, false, false], 0.12),
    ([false, true, true, true], 0.10),
    ([false, false, true, true], 0.07),
    ([false, true, false, true], 0.05),
    ([false, true, false, false], 0.05),
    ([false, false, false, false], 0.05),
];

/// The sequences of a batch, each with its task.
pub struct Tasks {
    manner: Manner,
    sequences: Vec<Sequence>,
}

/// What holds for all sequences.
#[derive(Clone, Copy)]
struct Manner {
    steps: usize,
    rate_hz: f32,
    serves: Serves,
    stretch_secs: f32,
    redraw: f32,
    even: f32,
    prompt: f32,
    standing: f32,
    hold: f32,
    led: f32,
    action_goals: f32,
    focus: f32,
}

/// One sequence.
struct Sequence {
    chance: Chance,
    /// The frame it stands at.
    at: u32,
    /// The last frame of its stretch.
    end: u32,
    /// The last frame that may be a goal.
    last_goal: u32,
    /// The frame whose state is the goal.
    goal: u32,
    told: [bool; 4],
    told_action: bool,
    qualities: [bool; QUALITIES.len()],
    /// Whether the goal goes on while the body stands there.
    holds: bool,
    /// How many frames the goal stays ahead of the body, and until when it does.
    lead: u32,
    led_until: u32,
    own_root: bool,
    told_phase: bool,
    since_restart: u32,
}

impl Tasks {
    /// Sequences for batches of the sizes that are set.
    pub fn new(config: &LearnConfig, rate_hz: f32) -> Self {
        let sequence = |index: usize| Sequence {
            chance: Chance::new(config.seed ^ 0x7a5c, index as u64),
            at: 0,
            end: 0,
            last_goal: 0,
            goal: 0,
            told: [false; 4],
            told_action: false,
            qualities: [false; QUALITIES.len()],
            holds: false,
            lead: 0,
            led_until: 0,
            own_root: false,
            told_phase: false,
            since_restart: 0,
        };
        let manner = Manner {
            steps: config.steps,
            rate_hz,
            serves: config.serves(),
            stretch_secs: config.stretch_secs,
            redraw: config.redraw,
            even: config.even,
            prompt: config.prompt,
            standing: config.standing,
            hold: config.hold,
            led: config.led,
            action_goals: if config.actions.is_empty() { 0.0 } else { config.action_goals },
            focus: config.focus,
        };
        Self { manner, sequences: (0..config.batch).map(sequence).collect() }
    }

    /// Sends all sequences to other stretches, after the data was replaced.
    pub fn restart(&mut self) {
        self.sequences.iter_mut().for_each(|sequence| sequence.end = 0);
    }

    /// The next batch.
    pub fn next(&mut self, data: &Data, part: Phase) -> Batch {
        let manner = self.manner;
        let steps = manner.steps;
        let count = self.sequences.len();
        let width = manner.serves.channels().len();
        let columns: Vec<Column> =
            self.sequences.iter_mut().map(|sequence| sequence.column(data, part, manner)).collect();
        let mut batch = Batch::zeros(steps, count, width);
        for (b, column) in columns.iter().enumerate() {
            batch.start[b] = column.start;
            batch.own_root[b] = column.own_root;
            for t in 0..steps {
                let (place, goals) = (t * count + b, t * width..(t + 1) * width);
                batch.restart[place] = column.restart[t];
                let aim = &column.aims[t * AIM_NUMBERS..(t + 1) * AIM_NUMBERS];
                batch.aims[place * AIM_NUMBERS..][..AIM_NUMBERS].copy_from_slice(aim);
                batch.given[place * width..][..width].copy_from_slice(&column.given[goals.clone()]);
                batch.expected[place * width..][..width]
                    .copy_from_slice(&column.expected[goals.clone()]);
                batch.select[place * width..][..width].copy_from_slice(&column.select[goals]);
            }
        }
        batch
    }
}

/// The part of a batch that one sequence makes.
struct Column {
    start: u32,
    own_root: f32,
    restart: Vec<f32>,
    aims: Vec<f32>,
    given: Vec<f32>,
    expected: Vec<f32>,
    select: Vec<f32>,
}

/// Where, facing where and which way on the goal is: of a moment its own, else those of its frame.
fn aim(data: &Data, goal: u32) -> [f32; 4] {
    let frame = goal as usize;
    let roots = &data.bank.roots[frame * 3..frame * 3 + 3];
    let moment = data.moment_at(goal);
    let met = moment.and_then(|moment| moment.place);
    let place = met.map_or([roots[0], roots[1]], |place| place.to_array());
    let way = moment.and_then(|moment| moment.throw).unwrap_or(data.travels[frame].0);
    [place[0], place[1], roots[2], way]
}

impl Sequence {
    fn column(&mut self, data: &Data, part: Phase, manner: Manner) -> Column {
        let Manner { steps, rate_hz: rate, serves, .. } = manner;
        let length = u32::try_from(steps).unwrap_or(u32::MAX);
        let width = serves.channels().len();
        let is_new = self.at + length > self.end;
        if is_new {
            self.enter(data, length, manner);
            self.own_root = self.chance.unit() < part.own_root;
            self.told_phase = self.chance.unit() < part.phase;
        }
        let mut column = Column {
            start: self.at,
            own_root: if self.own_root { 1.0 } else { 0.0 },
            restart: vec![0.0; steps],
            aims: Vec::with_capacity(steps * AIM_NUMBERS),
            given: vec![0.0; steps * width],
            expected: vec![0.0; steps * width],
            select: vec![0.0; steps * width],
        };
        if self.chance.unit() < manner.redraw {
            (self.goal, self.led_until) = (0, 0);
        }
        for t in 0..steps {
            column.restart[t] = self.put_back(is_new && t == 0, part);
            let restarts = column.restart[t] == RESTART;
            if self.at < self.led_until {
                self.goal = (self.at + self.lead).min(self.last_goal);
            }
            if self.at >= self.goal && !self.holds(data) {
                self.draw(data, manner);
            }
            let goals = t * width..(t + 1) * width;
            let secs = |frames: u32| frames as f32 / rate;
            let left = self.goal.saturating_sub(self.at);
            column.aims.extend(aim(data, self.goal));
            let more = manner.focus * data.nearness(self.at + 1, rate);
            column.aims.extend([secs(left), secs(left.saturating_sub(1)), more]);
            let channels = serves.channels();
            let here = &mut column.given[goals.clone()];
            given(data, (self.at + 1, self.goal), (secs(left), channels), here);
            let then = secs(left.saturating_sub(1));
            let after = &mut column.expected[goals.clone()];
            given(data, (self.at + 2, self.goal), (then, channels), after);
            let select = &mut column.select[goals.clone()];
            self.select((serves, self.told_phase && !restarts), select);
            for (i, channel) in serves.channels().iter().enumerate() {
                if !serves.serves(*channel) {
                    // Always told, and always the same.
                    column.given[goals.start + i] = 0.0;
                    column.expected[goals.start + i] = 0.0;
                    column.select[goals.start + i] = 1.0;
                }
            }
            self.at += 1;
        }
        column
    }

    /// Goes to a stretch of an episode drawn by chance.
    fn enter(&mut self, data: &Data, steps: u32, manner: Manner) {
        let stretch = manner.stretch_secs * manner.rate_hz;
        let stretch = (stretch as u32).max(1).next_multiple_of(steps);
        (self.since_restart, self.led_until) = (0, 0);
        // Who learns actions mostly begins where one is near.
        let acts = manner.action_goals > 0.0 && self.chance.unit() < manner.action_goals;
        if acts || self.chance.unit() >= manner.even {
            (self.at, self.last_goal) = self.somewhere(data, stretch);
            self.goal = 0;
        } else {
            let rare = Rare::draw(&mut self.chance, manner);
            let mut best = f32::INFINITY;
            for _ in 0..TRIES {
                let (at, last) = self.somewhere(data, stretch.max(rare.frames));
                let goal = (at + rare.frames).min(last);
                let miss = rare.miss(data, at as usize, goal as usize)
                    + manner.prompt * waits(data, (at, goal), manner.rate_hz);
                if miss < best {
                    best = miss;
                    (self.at, self.goal, self.last_goal) = (at, goal, last);
                }
            }
            self.tell(manner);
            self.lead(self.goal - self.at, manner);
        }
        self.end = (self.at + stretch).min(self.last_goal);
    }

    /// A frame by chance that has so many after it, and the last one that may be a goal.
    fn somewhere(&mut self, data: &Data, frames: u32) -> (u32, u32) {
        let episode = &data.episodes[self.chance.below(data.episodes.len())];
        let last = episode.end.saturating_sub(MARGIN);
        let room = last.saturating_sub(episode.start + frames + 1);
        (episode.start + 1 + self.chance.below(room as usize + 1) as u32, last)
    }

    /// Whether the next step begins anew or is shown a frame of the data.
    fn put_back(&mut self, is_new: bool, part: Phase) -> f32 {
        let begins = is_new || (part.guided == 0 && self.since_restart >= part.unroll);
        if begins || self.since_restart >= part.unroll + part.guided {
            self.since_restart = 0;
        }
        let is_guided = self.since_restart >= part.unroll;
        self.since_restart += 1;
        match (begins, is_guided) {
            (true, _) => RESTART,
            (_, true) => GUIDE,
            _ => 0.0,
        }
    }

    /// Draws a goal and what is told of it.
    fn draw(&mut self, data: &Data, manner: Manner) {
        if manner.action_goals > 0.0 && self.chance.unit() < manner.action_goals {
            let most = self.at + (HORIZON_SECS * manner.rate_hz) as u32;
            let next = data.moment_after(self.at).filter(|m| m.frame <= most.min(self.last_goal));
            if let Some(moment) = next {
                return self.ask_for(moment);
            }
        }
        let mut best = f32::INFINITY;
        for _ in 0..if manner.prompt > 0.0 { DRAWS } else { 1 } {
            let ahead = self.chance.between(NEAREST_SECS, HORIZON_SECS) * manner.rate_hz;
            let goal = (self.at + ahead.round() as u32).min(self.last_goal).max(self.at + 1);
            let waits = waits(data, (self.at, goal), manner.rate_hz);
            if waits < best {
                (best, self.goal) = (waits, goal);
            }
        }
        self.tell(manner);
        // Who leads no goals draws the chances of before.
        if manner.led > 0.0 {
            let lead = self.chance.between(LEAD_SECS.0, LEAD_SECS.1) * manner.rate_hz;
            self.lead(lead.round() as u32, manner);
        }
    }

    /// Asks for an action: told is what selects it, and now and then less.
    fn ask_for(&mut self, moment: &Moment) {
        (self.goal, self.led_until, self.holds) = (moment.frame, 0, false);
        let selection = moment.action.selection();
        let told_place = if moment.place.is_some() { TOLD_PLACE.0 } else { TOLD_PLACE.1 };
        let mut tells = |is_selected: bool, share: f32| self.chance.unit() < share && is_selected;
        self.told = [
            tells(selection.place || moment.place.is_some(), told_place),
            tells(true, 0.2),
            tells(selection.time, 0.9),
            tells(moment.throw.is_some() && selection.direction, 0.85),
        ];
        self.told_action = self.chance.unit() < TOLD_ACTION;
        self.qualities = [false; QUALITIES.len()];
    }

    /// Lets some goals go ahead of the body for a while, as who steers asks for them: always as far ahead, in
    /// time, and with the way to look there.
    fn lead(&mut self, frames: u32, Manner { led, rate_hz: rate, .. }: Manner) {
        self.led_until = 0;
        if led <= 0.0 || frames as f32 > LEAD_SECS.1 * rate || self.chance.unit() >= led {
            return;
        }
        self.lead = frames;
        self.led_until = self.at + (self.chance.between(LED_SECS.0, LED_SECS.1) * rate) as u32;
        self.goal = (self.at + frames).min(self.last_goal).max(self.at + 1);
        self.told = [true, true, true, false];
    }

    /// Whether a goal that is reached is asked for on: the body stands there.
    fn holds(&self, data: &Data) -> bool {
        let (at, goal) = (self.at as usize, self.goal as usize);
        let stays = || place(data, at).distance(place(data, goal)) < HELD.0;
        self.holds && self.at < self.last_goal && data.travels[at].1 < HELD.1 && stays()
    }

    /// Draws what is told of a goal.
    fn tell(&mut self, Manner { serves, hold, .. }: Manner) {
        // Who knows no actions draws the chances of before.
        self.told_action = serves.actions && self.chance.unit() < TOLD_ACTION;
        let mut left = self.chance.unit();
        let profile = PROFILES.iter().find(|(_, share)| {
            left -= share;
            left < 0.0
        });
        self.told = profile.map_or([true; 4], |(told, _)| *told);
        // Who does not know travel is told the place instead.
        self.told[0] |= self.told[3] && !serves.travel;
        self.told[3] &= serves.travel;
        self.qualities = std::array::from_fn(|_| self.chance.unit() < TOLD);
        self.holds = hold > 0.0 && self.chance.unit() < hold;
    }

    /// The selection S.
    fn select(&self, (serves, phase): (Serves, bool), out: &mut [f32]) {
        let [place, facing, time, travel] = self.told;
        for (channel, out) in serves.channels().iter().zip(out) {
            let is_told = match channel {
                GoalChannel::PlaceLeft
                | GoalChannel::PlaceForward
                | GoalChannel::NearLeft
                | GoalChannel::NearForward => place,
                GoalChannel::FacingCos | GoalChannel::FacingSin => facing,
                GoalChannel::Time | GoalChannel::NearTime => time,
                GoalChannel::PaceLeft | GoalChannel::PaceForward => place && time,
                GoalChannel::DirectionCos | GoalChannel::DirectionSin | GoalChannel::Speed => {
                    travel
                }
                GoalChannel::Quality(index) => self.qualities[*index],
                GoalChannel::PhaseCos | GoalChannel::PhaseSin => phase,
                GoalChannel::Action(_) => self.told_action,
                GoalChannel::Height => self.told_action && place,
            };
            *out = if is_told { 1.0 } else { 0.0 };
        }
    }
}

/// The normalised control parameters that do not depend on where the body stands.
fn given(
    data: &Data,
    (next, goal): (u32, u32),
    (secs, channels): (f32, &[GoalChannel]),
    out: &mut [f32],
) {
    let moment = data.moment_at(goal);
    let goal = goal as usize;
    let throws = moment.is_some_and(|moment| moment.throw.is_some());
    let action = moment.map(|moment| moment.action.index());
    let action = action.or(data.actions.get(goal).map(|action| usize::from(*action)));
    let phase = data.phases[(next as usize).min(data.phases.len() - 1)];
    for (channel, out) in channels.iter().zip(out) {
        let value = match channel {
            GoalChannel::Time => secs,
            GoalChannel::NearTime => secs.min(NEAR_SECS),
            // How fast a ball is thrown is nothing that the body knows.
            GoalChannel::Speed if throws => channel.normalisation().0,
            GoalChannel::Speed => data.travels[goal].1,
            GoalChannel::Action(number) => {
                if action == Some(*number) {
                    1.0
                } else {
                    0.0
                }
            }
            GoalChannel::Height => moment.map_or(channel.normalisation().0, |moment| moment.height),
            GoalChannel::Quality(index) => data.qualities[goal][*index],
            GoalChannel::PhaseCos => cos(phase),
            GoalChannel::PhaseSin => sin(phase),
            _ => continue,
        };
        let (mean, deviation) = channel.normalisation();
        *out = (value - mean) / deviation;
    }
}
