//! What was asked of a character while it was recorded: one script for each take.
//!
//! The commands that measure write traces beside their runs, and [`crate::score()`] reads both, so that
//! a run of any other system is judged as ours are. `docs/traces.md` teaches the format.

use sidestep_control::{Script, ScriptError};

/// The most takes in a trace.
const MOST_TAKES: usize = 100_000;

/// Takes one after the other, as they lie in the run.
#[derive(Clone, Debug, PartialEq)]
pub struct Trace {
    /// The takes.
    pub takes: Vec<Take>,
}

/// One stretch of a run without a break.
#[derive(Clone, Debug, PartialEq)]
pub struct Take {
    /// What it counts for.
    pub counts: Counts,
    /// What was asked.
    pub script: Script,
}

/// What a take counts for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Counts {
    /// Everything.
    All,
    /// How soon new goals are met.
    Trial,
    /// How the motion looks.
    Steered,
    /// How fast the body turns, and nothing else.
    Turns,
}

impl Counts {
    const NAMED: [(&'static str, Self); 3] =
        [("trial", Self::Trial), ("steered", Self::Steered), ("turns", Self::Turns)];

    fn of(word: &str) -> Option<Self> {
        if word.is_empty() {
            return Some(Self::All);
        }
        Self::NAMED.iter().find(|(name, _)| *name == word).map(|(_, counts)| *counts)
    }

    pub(crate) fn name(self) -> &'static str {
        Self::NAMED.iter().find(|(_, counts)| *counts == self).map_or("", |(name, _)| name)
    }

    /// Whether new goals are judged.
    pub(crate) fn is_judged(self) -> bool {
        matches!(self, Self::All | Self::Trial)
    }

    /// Whether feet, jerks and distances are looked at.
    pub(crate) fn is_looked_at(self) -> bool {
        matches!(self, Self::All | Self::Steered)
    }

    /// Whether its turns are compared with the source's.
    pub(crate) fn has_turns(self) -> bool {
        self != Self::Trial
    }
}

impl Trace {
    /// Reads a trace: a script, or several, each after a line `take`.
    ///
    /// ```
    /// let trace = sidestep_measure::Trace::parse(
    ///     "take trial\n0 move heading=0\n3 move heading=90\n9 end\n\
    ///      take steered\n0 move heading=0\n60 end",
    /// )?;
    /// assert_eq!(trace.takes.len(), 2);
    /// # Ok::<(), sidestep_control::ScriptError>(())
    /// ```
    pub fn parse(text: &str) -> Result<Self, ScriptError> {
        let mut takes = Vec::new();
        let mut block = Block::default();
        for (index, line) in text.lines().enumerate() {
            let said = line.split('#').next().unwrap_or_default().trim();
            let mut words = said.split_whitespace();
            if words.next() != Some("take") {
                block.add(index, line, said)?;
                continue;
            }
            let word = said["take".len()..].trim();
            let wrong = || fail(index, format!("'{word}' is no kind of take; {KINDS}"));
            let counts = Counts::of(word).ok_or_else(wrong)?;
            let next = Block { line: index, counts: Some(counts), ..Block::default() };
            takes.extend(std::mem::replace(&mut block, next).finish()?);
            if takes.len() >= MOST_TAKES {
                return Err(fail(index, format!("more than {MOST_TAKES} takes; split the run")));
            }
        }
        takes.extend(block.finish()?);
        match takes.is_empty() {
            true => Err(fail(0, "there is no take; write goals, such as `0 stand`".to_owned())),
            false => Ok(Self { takes }),
        }
    }
}

const KINDS: &str = "write `take`, `take trial`, `take steered` or `take turns`";

/// The lines of one take.
#[derive(Default)]
struct Block {
    /// Its first line, counted from 0.
    line: usize,
    counts: Option<Counts>,
    /// Where its text begins in the whole, counted from 0.
    first: usize,
    /// Its lines.
    text: String,
    has_words: bool,
    is_over: bool,
}

impl Block {
    fn add(&mut self, index: usize, line: &str, said: &str) -> Result<(), ScriptError> {
        if self.text.is_empty() {
            self.first = index;
        }
        if self.is_over && !said.is_empty() {
            return Err(fail(index, format!("this comes after `end`; {KINDS} before it")));
        }
        self.has_words |= !said.is_empty();
        self.is_over |= said.split_whitespace().nth(1) == Some("end");
        self.text.push_str(line);
        self.text.push('\n');
        Ok(())
    }

    fn finish(self) -> Result<Option<Take>, ScriptError> {
        let counts = match (self.counts, self.has_words) {
            (None, false) => return Ok(None),
            (counts, _) => counts.unwrap_or(Counts::All),
        };
        let no_end =
            || fail(self.line, "this take has no end: close it with `20.0 end`".to_owned());
        let script = Script::parse(&self.text).map_err(|error| match error {
            ScriptError::NoEnd => no_end(),
            // Errors name lines of the whole text.
            ScriptError::Line { line, message } => {
                ScriptError::Line { line: line + self.first, message }
            }
        })?;
        Ok(Some(Take { counts, script }))
    }
}

fn fail(index: usize, message: String) -> ScriptError {
    ScriptError::Line { line: index + 1, message }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn a_script_is_a_trace_of_one_take() {
        let trace = Trace::parse("# a walk\n0 move heading=0\n\n6 end\n\n").unwrap();
        assert_eq!((trace.takes.len(), trace.takes[0].counts), (1, Counts::All));
    }

    #[test]
    fn what_is_wrong_is_told_with_its_line() {
        let check = |text: &str, line: usize, part: &str| {
            let message = Trace::parse(text).unwrap_err().to_string();
            assert!(message.starts_with(&format!("line {line}: ")), "{message}");
            assert!(message.contains(part), "{message}");
        };
        check("", 1, "no take");
        check("take trail\n0 stand\n1 end", 1, "no kind of take");
        check("take\n0 stand\ntake\n0 stand\n1 end", 1, "no end");
        check("take\n0 stand\n1 end\n# so\n2 stand", 5, "after `end`");
        check("take\n0 stand\n1 end\ntake trial\n0 move\n9 end", 5, "heading=DEG is missing");
        check("take\n0 stand\n1 end\ntake trial\n2 stand\n1 end", 6, "put lines in order");
        check("0 stand\nnan stand\n1 end", 2, "no time");
    }

    #[test]
    fn what_is_written_is_read() {
        let text = "take trial\n0 move heading=-12.5 speed=1.25\n3 line x=1 z=-2.5 heading=90\n9 end\n\
                    take steered\n0 stand facing=90\n1 move heading=0 gait=run facing=45\n60 end\n\
                    take\n0 reach x=1.5 z=-3 speed=1 obstacle=0.5,2,0.25\n9 end\n";
        let trace = Trace::parse(text).unwrap();
        assert_eq!(Trace::parse(&trace.to_text()).unwrap(), trace);
    }

    #[test]
    fn pushes_are_written_where_they_begin() {
        let text = "0 stand\n1 push part=chest newtons=200 heading=90 secs=0.25\n2 stand\n3 end\n";
        let written = Trace::parse(text).unwrap().to_text();
        let again = Trace::parse(&written).unwrap();
        let (secs, push) = again.takes[0].script.pushes[0];
        assert_eq!((secs, push.duration_secs), (1.0, 0.25));
        assert!((push.force_newtons.x - 200.0).abs() < 1e-2, "{written}");
    }

    proptest! {
        #[test]
        fn reading_never_breaks(text in "(take( trial| x)?|[0-9.]{1,4} (stand|move heading=3|end|x)|#|[ -~]{0,12}|\n){0,12}") {
            if let Err(error) = Trace::parse(&text) {
                prop_assert!(error.to_string().contains("line"));
            }
        }
    }
}
