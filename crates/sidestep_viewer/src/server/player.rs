//! Runs the stage of one session on a thread of its own: time passes here, and nowhere else.

use crate::{
    server::{
        complaints::{self, Complaints},
        hub::Hub,
        inside,
        order::{Direction, MOST_STEPS, Order},
        queue::{Counted, Waiting},
        say,
    },
    stage::{
        Setting, Stage, StageError, TICKS_PER_SEC,
        event::Event,
        frame::{self, FrameHead},
        play::Play,
    },
};
use axum::body::Bytes;
use serde_json::json;
use sidestep_control::Explanation;
use std::{
    sync::{
        Arc,
        mpsc::{Receiver, RecvTimeoutError},
    },
    time::{Duration, Instant},
};
use tokio::sync::mpsc::Sender;

/// Frames sent and not yet drawn; no more are sent until one is.
const MOST_UNDRAWN: u32 = 2;

/// Time that is made up for when the machine was busy; more is lost.
const MOST_LATE_TICKS: u32 = 4;

/// Orders that are obeyed between two ticks.
const MOST_ORDERS_A_TICK: usize = 64;

/// Ticks between two computations of the live figures.
const FIGURES_TICKS: u32 = 12;

/// Ticks between two messages about moving shapes.
const SHAPES_TICKS: u32 = 3;

/// Ticks between two looks inside.
const INSIDE_TICKS: u32 = 6;

/// Ticks between two messages about the timeline.
const TIMELINE_TICKS: u32 = TICKS_PER_SEC / 2;

const TICK: Duration = Duration::from_nanos(1_000_000_000 / TICKS_PER_SEC as u64);

/// The most bytes that wait for a client.
const MOST_WAITING: usize = 8 * 1024 * 1024;

/// What goes to the client.
#[derive(Debug)]
pub(crate) enum Outgoing {
    /// A message.
    Text(String),
    /// A frame.
    Frame(Bytes),
}

/// The way to the client: bounded in number and in bytes.
#[derive(Clone)]
pub(crate) struct Outbox {
    sender: Sender<(Outgoing, Counted)>,
    waiting: Waiting,
}

/// An order and the bytes it is counted for.
pub(crate) type Counting = (Order, Counted);

impl Outbox {
    /// A way that holds `most` messages at once, and its other end.
    pub(crate) fn new(most: usize) -> (Self, tokio::sync::mpsc::Receiver<(Outgoing, Counted)>) {
        let (sender, receiver) = tokio::sync::mpsc::channel(most);
        (Self { sender, waiting: Waiting::default() }, receiver)
    }

    /// Sends; returns whether there was room.
    pub(crate) fn send(&self, outgoing: Outgoing) -> bool {
        let bytes = match &outgoing {
            Outgoing::Text(text) => text.len(),
            Outgoing::Frame(bytes) => bytes.len(),
        };
        let counted = self.waiting.count(bytes, MOST_WAITING);
        counted.is_some_and(|counted| self.sender.try_send((outgoing, counted)).is_ok())
    }

    fn is_closed(&self) -> bool {
        self.sender.is_closed()
    }
}

/// The client does not read, or is gone: the session ends.
#[derive(Debug, PartialEq, Eq)]
struct Gone;

/// The stage of one session, and how it is run.
pub(crate) struct Player {
    hub: Arc<Hub>,
    out: Outbox,
    begun: Instant,
    play: Option<Play>,
    manual: bool,
    paused: bool,
    next_tick: Instant,
    undrawn: u32,
    /// Whether something was not shown yet.
    dirty: bool,
    head: FrameHead,
    buffer: Vec<u8>,
    shown: Shown,
    /// The actor that is looked into.
    inside: Option<usize>,
    explanation: Explanation,
    /// What the figures and the last frame took, in microseconds.
    costs: Costs,
}

#[derive(Clone, Copy, Debug, Default)]
struct Costs {
    figures: f64,
    frame: f64,
    explaining: f64,
}

/// What the client was told last.
#[derive(Debug, Default)]
struct Shown {
    cast: u32,
    shapes: u32,
    shapes_tick: u32,
    timeline: u32,
    inside: Option<u32>,
    complaints: Vec<Complaints>,
}

impl Player {
    pub(crate) fn new(hub: Arc<Hub>, out: Outbox) -> Self {
        let now = Instant::now();
        Self {
            hub,
            out,
            begun: now,
            play: None,
            manual: false,
            paused: false,
            next_tick: now,
            undrawn: 0,
            dirty: false,
            head: FrameHead::default(),
            buffer: Vec::new(),
            shown: Shown::default(),
            inside: None,
            explanation: Explanation::default(),
            costs: Costs::default(),
        }
    }

    /// Runs until the session ends.
    pub(crate) fn run(mut self, orders: &Receiver<Counting>) {
        loop {
            let wait = if self.is_running() {
                self.next_tick.saturating_duration_since(Instant::now())
            } else {
                Duration::from_secs(1)
            };
            let mut result = match orders.recv_timeout(wait) {
                Ok((order, _counted)) => self.obey(order),
                Err(RecvTimeoutError::Timeout) => Ok(()),
                Err(RecvTimeoutError::Disconnected) => return,
            };
            // Whatever else has come in meanwhile, so that a slow stage still obeys at once.
            for (order, _counted) in orders.try_iter().take(MOST_ORDERS_A_TICK) {
                result = result.and_then(|()| self.obey(order));
            }
            if result.and_then(|()| self.pass_time()) == Err(Gone) {
                return;
            }
        }
    }

    fn is_running(&self) -> bool {
        self.play.is_some() && !self.manual && !self.paused
    }

    /// Runs the ticks that are due and shows the last of them.
    fn pass_time(&mut self) -> Result<(), Gone> {
        let now = Instant::now();
        if self.is_running() && now >= self.next_tick {
            let late = now.duration_since(self.next_tick);
            if late > TICK * MOST_LATE_TICKS {
                self.next_tick = now - TICK * MOST_LATE_TICKS;
            }
            while self.is_running() && self.next_tick <= now {
                self.tick();
                self.next_tick += TICK;
            }
            self.tell_news()?;
        }
        if self.dirty && self.undrawn < MOST_UNDRAWN {
            self.show(0)?;
        }
        Ok(())
    }

    fn tick(&mut self) {
        let begun = self.begun;
        let Some(play) = &mut self.play else { return };
        let was_replaying = play.is_replaying();
        play.advance(&|| micros(begun));
        if play.stage().tick().is_multiple_of(FIGURES_TICKS) {
            let before = micros(begun);
            play.refresh_figures();
            self.costs.figures = micros(begun) - before;
        }
        self.dirty = true;
        if was_replaying && !play.is_replaying() {
            // The end of a recording is the end of time, until somebody resumes.
            self.paused = true;
            self.shown.timeline = u32::MAX;
        }
    }

    /// Does what the client asks for. Only a client that is gone is an error here.
    fn obey(&mut self, order: Order) -> Result<(), Gone> {
        let result = match order {
            Order::Happen(event) => {
                let result = self.happen(&event);
                if let Some(remark) = self.remark(&event).filter(|_| result.is_ok()) {
                    self.say(remark)?;
                }
                result
            }
            Order::Direct(direction) => self.direct(direction)?,
        };
        match result {
            Ok(()) => Ok(()),
            Err(error) => self.say(say::tell("error", &error.to_string())),
        }
    }

    fn happen(&mut self, event: &Event) -> Result<(), StageError> {
        let catalogue = self.hub.catalogue();
        let play = self.play.as_mut().ok_or(NO_STAGE)?;
        if let Event::Swap { .. } = event {
            play.stage_mut().set_catalogue(&catalogue);
        }
        play.happen(event)?;
        if let Event::Wish { clock: Some(clock), .. } = event {
            self.head.echo_clock = *clock;
        }
        Ok(())
    }

    /// What the world has to say about a wish.
    fn remark(&self, event: &Event) -> Option<String> {
        let Event::Wish { wish, .. } = event else { return None };
        let remark = self.play.as_ref()?.stage().remark(wish)?;
        Some(say::tell("info", remark))
    }

    fn direct(&mut self, direction: Direction) -> Result<Result<(), StageError>, Gone> {
        match direction {
            Direction::Start { world, controllers, seed, manual, count, scene } => {
                let seed = seed.unwrap_or(self.hub.seed);
                let setting = Setting { world, controllers, seed, count, scene };
                match Play::new(&setting, &self.hub.catalogue()) {
                    Ok(play) => self.begin(play, manual)?,
                    Err(error) => return Ok(Err(error)),
                }
            }
            Direction::Replay { recording, controllers } => {
                let catalogue = self.hub.catalogue();
                match Play::replay(&recording, controllers.as_deref(), &catalogue) {
                    Ok(play) => self.begin(play, self.manual)?,
                    Err(error) => return Ok(Err(error)),
                }
            }
            Direction::Ack { .. } => self.undrawn = self.undrawn.saturating_sub(1),
            Direction::Pause {} => self.pause()?,
            Direction::Resume {} => self.resume()?,
            Direction::Step { ticks } => return self.step(ticks),
            Direction::Seek { tick } => return self.seek(tick),
            Direction::Recording {} => return self.tell_recording(),
            Direction::Inside { on, actor } => {
                self.inside = on.then_some(actor);
                self.shown.inside = None;
                self.tell_news()?;
            }
        }
        Ok(Ok(()))
    }

    fn begin(&mut self, play: Play, manual: bool) -> Result<(), Gone> {
        self.manual = manual;
        self.paused = false;
        self.next_tick = Instant::now();
        self.undrawn = 0;
        self.head.stage_serial += 1;
        self.shown = Shown {
            cast: play.stage().cast_serial(),
            shapes: play.stage().shapes_serial(),
            complaints: vec![Complaints::default(); play.stage().actors().len()],
            ..Shown::default()
        };
        self.play = Some(play);
        self.tell_stage()?;
        self.show(0)
    }

    fn pause(&mut self) -> Result<(), Gone> {
        self.paused = true;
        self.dirty = true;
        self.tell_timeline()
    }

    fn resume(&mut self) -> Result<(), Gone> {
        if let Some(play) = &mut self.play {
            play.watch_again();
        }
        self.paused = false;
        self.next_tick = Instant::now();
        self.tell_timeline()
    }

    fn step(&mut self, ticks: u32) -> Result<Result<(), StageError>, Gone> {
        if self.play.is_none() {
            return Ok(Err(NO_STAGE));
        }
        if self.is_running() {
            return Ok(Err(StageError::Wrong("pause first, or start with `manual`")));
        }
        if ticks > MOST_STEPS {
            return Ok(Err(StageError::Wrong("600 ticks at most in one step")));
        }
        for _ in 0..ticks {
            self.tick();
        }
        self.tell_news()?;
        if let Some(play) = &mut self.play {
            play.refresh_figures();
        }
        self.show(0)?;
        let tick = self.play.as_ref().map_or(0, |play| play.stage().tick());
        self.say(json!({ "is": "stepped", "tick": tick }).to_string())?;
        Ok(Ok(()))
    }

    fn seek(&mut self, tick: u32) -> Result<Result<(), StageError>, Gone> {
        let begun = self.begun;
        let Some(play) = &mut self.play else { return Ok(Err(NO_STAGE)) };
        self.paused = true;
        play.seek(tick, &|| micros(begun));
        self.shown.inside = None;
        self.tell_news()?;
        self.show(frame::SOUGHT)?;
        self.tell_timeline()?;
        Ok(Ok(()))
    }

    /// Sends the stage as it is now, drawn or not.
    fn show(&mut self, flags: u32) -> Result<(), Gone> {
        let Some(play) = &self.play else { return Ok(()) };
        let paused = if self.paused { frame::PAUSED } else { 0 };
        let replaying = if play.is_replaying() { frame::REPLAYING } else { 0 };
        self.head.flags = flags | paused | replaying;
        let before = micros(self.begun);
        frame::write(play.stage(), &self.head, play.figures(), &mut self.buffer);
        self.costs.frame = micros(self.begun) - before;
        let frame = Outgoing::Frame(Bytes::copy_from_slice(&self.buffer));
        self.dirty = false;
        // A frame for which there is no room is one that the client would draw too late.
        self.undrawn += u32::from(self.out.send(frame));
        if self.out.is_closed() { Err(Gone) } else { Ok(()) }
    }

    /// What the client should know of the tick that has passed.
    fn tell_news(&mut self) -> Result<(), Gone> {
        let Some(play) = &self.play else { return Ok(()) };
        let stage = play.stage();
        let tick = stage.tick();
        if stage.cast_serial() != self.shown.cast {
            self.shown.cast = stage.cast_serial();
            self.head.stage_serial += 1;
            return self.tell_stage();
        }
        let mut texts = Vec::new();
        if stage.shapes_serial() != self.shown.shapes
            && tick.abs_diff(self.shown.shapes_tick) >= SHAPES_TICKS
        {
            self.shown.shapes = stage.shapes_serial();
            self.shown.shapes_tick = tick;
            texts.push(say::shapes(stage));
        }
        let news = complaints::gather(&mut self.shown.complaints, stage);
        texts.extend(news.iter().map(|(text, actors)| say::problem(actors, text)));
        let inside_is_due =
            self.shown.inside.is_none_or(|last| tick.abs_diff(last) >= INSIDE_TICKS);
        if let Some(index) = self.inside.filter(|_| inside_is_due) {
            self.shown.inside = Some(tick);
            texts.extend(look_inside(
                stage,
                index,
                &mut self.explanation,
                self.begun,
                &mut self.costs,
            ));
        }
        let is_due = play.to().abs_diff(self.shown.timeline) >= TIMELINE_TICKS;
        for text in texts {
            self.say(text)?;
        }
        if is_due { self.tell_timeline() } else { Ok(()) }
    }

    fn tell_stage(&mut self) -> Result<(), Gone> {
        let Some(play) = &self.play else { return Ok(()) };
        self.say(say::stage(play.stage(), self.head.stage_serial, self.manual))
    }

    fn tell_timeline(&mut self) -> Result<(), Gone> {
        let Some(play) = &self.play else { return Ok(()) };
        self.shown.timeline = play.to();
        let text = json!({
            "is": "timeline",
            "from": play.from(),
            "to": play.to(),
            "paused": self.paused,
            "at": play.stage().tick(),
        });
        self.say(text.to_string())
    }

    fn tell_recording(&mut self) -> Result<Result<(), StageError>, Gone> {
        let Some(play) = &self.play else { return Ok(Err(NO_STAGE)) };
        match play.recording() {
            Ok(recording) => {
                let text = json!({ "is": "recording", "recording": recording });
                self.say(text.to_string())?;
                Ok(Ok(()))
            }
            Err(error) => Ok(Err(error)),
        }
    }

    fn say(&self, text: String) -> Result<(), Gone> {
        // A client that lets its messages pile up does not read.
        if self.out.send(Outgoing::Text(text)) { Ok(()) } else { Err(Gone) }
    }
}

/// What an actor thinks of what it would do next.
fn look_inside(
    stage: &Stage,
    index: usize,
    explanation: &mut Explanation,
    begun: Instant,
    costs: &mut Costs,
) -> Option<String> {
    let actor = stage.actors().get(index)?;
    let before = micros(begun);
    actor.character.explain(&actor.state.goal, explanation);
    stage.explain(index, explanation);
    costs.explaining = micros(begun) - before;
    let everybody: f64 = stage.actors().iter().map(|actor| f64::from(actor.step_us.mean())).sum();
    let stages = [
        ("this actor's step", f64::from(actor.step_us.mean())),
        ("everybody's steps", everybody),
        ("the world", (f64::from(stage.tick_us()) - everybody).max(0.0)),
        ("live figures (5 a second)", costs.figures),
        ("writing the frame", costs.frame),
        ("explaining itself (10 a second)", costs.explaining),
    ];
    let tick = stage.tick();
    explanation.is_finite().then(|| inside::message(index, tick, actor, explanation, &stages))
}

fn micros(begun: Instant) -> f64 {
    begun.elapsed().as_secs_f64() * 1e6
}

const NO_STAGE: StageError = StageError::Wrong("there is no stage yet; send `start` first");
