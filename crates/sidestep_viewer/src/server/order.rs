//! What a client may say, read with suspicion.

use crate::stage::{
    event::{EVENTS, Event},
    recording::Recording,
};
use serde::Deserialize;
use serde_json::Value;

/// The longest message, but for a recording.
pub(crate) const MOST_BYTES: usize = 256 * 1024;

/// The longest message of all: a recording to replay.
pub(crate) const MOST_REPLAY_BYTES: usize = 4 * 1024 * 1024;

/// The most ticks of one step.
pub(crate) const MOST_STEPS: u32 = 600;

/// Something a client says: what happens on the stage, or how it is looked at.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Order {
    /// What happens on the stage.
    Happen(Event),
    /// Everything else.
    Direct(Direction),
}

/// How a stage is run and looked at.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(tag = "do", rename_all = "lowercase", deny_unknown_fields)]
pub(crate) enum Direction {
    /// Sets a stage.
    Start {
        /// The world.
        world: String,
        /// The controllers, one for each actor.
        controllers: Vec<String>,
        /// Chance of the world; that of the server where not given.
        #[serde(default)]
        seed: Option<u64>,
        /// Whether time passes by `step` alone.
        #[serde(default)]
        manual: bool,
        /// How many are in the crowd.
        #[serde(default)]
        count: Option<usize>,
        /// What the crowd does.
        #[serde(default)]
        scene: Option<String>,
    },
    /// A frame was drawn.
    Ack {
        /// The tick of the frame.
        tick: u32,
    },
    /// Stops time.
    Pause {},
    /// Lets time pass again.
    Resume {},
    /// Some ticks at once.
    Step {
        /// How many.
        ticks: u32,
    },
    /// Goes to a tick.
    Seek {
        /// Which.
        tick: u32,
    },
    /// Looks inside an actor, or no more.
    Inside {
        /// Whether to.
        on: bool,
        /// Whom.
        #[serde(default)]
        actor: usize,
    },
    /// Asks for what was done so far.
    Recording {},
    /// Plays a recording.
    Replay {
        /// The recording.
        recording: Box<Recording>,
        /// Other controllers to play it on.
        #[serde(default)]
        controllers: Option<Vec<String>>,
    },
}

/// A recording to replay: the one long message, read without keeping it twice.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct LongReplay {
    #[serde(rename = "do")]
    _do: ReplayWord,
    recording: Box<Recording>,
    #[serde(default)]
    controllers: Option<Vec<String>>,
}

#[derive(Deserialize)]
enum ReplayWord {
    #[serde(rename = "replay")]
    Replay,
}

impl Order {
    /// Reads a message. The error is for the one who sent it.
    pub(crate) fn read(text: &str) -> Result<Self, String> {
        match text.len() {
            0..=MOST_BYTES => Self::read_short(text),
            _ if text.len() <= MOST_REPLAY_BYTES => Self::read_long(text),
            _ => Err(too_long(MOST_REPLAY_BYTES)),
        }
    }

    fn read_short(text: &str) -> Result<Self, String> {
        let value: Value = serde_json::from_str(text).map_err(|e| format!("no JSON: {e}"))?;
        let kind = value.get("do").and_then(Value::as_str);
        let kind = kind.ok_or("a message is an object with a word in `do`")?;
        let order = if EVENTS.contains(&kind) {
            Event::deserialize(&value).map(Self::Happen)
        } else {
            Direction::deserialize(&value).map(Self::Direct)
        };
        let order = order.map_err(shortened)?;
        match &order {
            Self::Happen(Event::Wish { wish, .. }) => match wish.fault() {
                Some(fault) => Err(fault.to_owned()),
                None => Ok(order),
            },
            _ => Ok(order),
        }
    }

    fn read_long(text: &str) -> Result<Self, String> {
        let long: LongReplay = serde_json::from_str(text)
            .map_err(|error| format!("{}: {}", too_long(MOST_BYTES), shortened(error)))?;
        let LongReplay { recording, controllers, .. } = long;
        Ok(Self::Direct(Direction::Replay { recording, controllers }))
    }
}

fn shortened(error: serde_json::Error) -> String {
    error.to_string().chars().take(300).collect()
}

fn too_long(most: usize) -> String {
    format!("the message is longer than {most} bytes")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stage::wish::Wish;
    use proptest::prelude::*;

    #[test]
    fn what_the_page_sends_is_read() {
        let wish = r#"{"do":"wish","wish":{"kind":"stand"},"actor":null,"clock":12.5}"#;
        let expected = Event::Wish { wish: Wish::STAND, actor: None, clock: Some(12.5) };
        assert_eq!(Order::read(wish), Ok(Order::Happen(expected)));
        let ack = r#"{"do":"ack","tick":7}"#;
        assert_eq!(Order::read(ack), Ok(Order::Direct(Direction::Ack { tick: 7 })));
        assert_eq!(Order::read(r#"{"do":"pause"}"#), Ok(Order::Direct(Direction::Pause {})));
    }

    #[test]
    fn errors_say_what_is_wrong() {
        let error = |text: &str| Order::read(text).unwrap_err();
        assert!(error("[").starts_with("no JSON"));
        assert!(error("[]").contains("`do`"));
        assert!(error(r#"{"do":"dance"}"#).contains("unknown variant `dance`"));
        assert!(error(r#"{"do":"pause","now":1}"#).contains("unknown field `now`"));
        assert!(error(r#"{"do":"ack","tick":-1}"#).contains("expected u32"));
        assert!(error(r#"{"do":"ack"}"#).contains("missing field `tick`"));
        let long = format!(r#"{{"do":"pause","x":"{}"}}"#, "x".repeat(MOST_BYTES));
        assert!(error(&long).contains("262144"));
        let points = "[0,0],".repeat(2_000);
        let path = format!(r#"{{"do":"wish","wish":{{"kind":"path","points":[{points}[1,1]]}}}}"#);
        assert!(error(&path).contains("2,000 points"));
    }

    #[test]
    fn a_long_recording_is_read() {
        let event = r#"[1,{"do":"wish","wish":{"kind":"stand","facing":null},"actor":null}]"#;
        let events = vec![event; 5_000].join(",");
        let text = format!(
            r#"{{"do":"replay","recording":{{"version":1,"world":"floor","seed":1,"controllers":["a"],"ticks":9,"events":[{events}]}}}}"#
        );
        assert!(text.len() > MOST_BYTES);
        let Ok(Order::Direct(Direction::Replay { recording, .. })) = Order::read(&text) else {
            panic!("it was not read");
        };
        assert_eq!(recording.events.len(), 5_000);
    }

    proptest! {
        /// Whatever comes in, reading it ends with an order or a short error.
        #[test]
        fn reading_never_fails_otherwise(text in ".{0,200}", word in "[a-z]{0,8}",
            number in any::<f64>()) {
            for text in [
                text.clone(),
                format!(r#"{{"do":"{word}","{text}":{number}}}"#),
                format!(r#"{{"do":"wish","wish":{{"kind":"{word}","heading":{number}}}}}"#),
                format!(r#"{{"do":"push","actor":{number},"joint":1,"force":[1,2,{number}],"secs":1}}"#),
            ] {
                if let Err(error) = Order::read(&text) {
                    prop_assert!(error.len() < 2_000);
                }
            }
        }
    }
}
