//! Fixed ticks under any frame rate, so that a character's state never depends on it.
//!
//! A tick is run as soon as time enters it, and the pose shown lies between the tick before and
//! the tick itself. At the controller's own rate nothing is interpolated and nothing lags.

use crate::{
    saved::{Reader, Saved, SavedValue, Writer},
    snapshot::SnapshotError,
};

/// Time that is not worth a tick, in seconds: three advances of a third of a tick are one tick,
/// although their sum is rounded.
const TOLERANCE_SECS: f64 = 1e-6;

/// How many ticks at most one advance may catch up with.
pub const MAX_TICKS: u32 = 10;

/// Counts ticks as time passes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TickClock {
    tick_secs: f64,
    /// Time since the beginning of the current tick, from 0 to `tick_secs`.
    elapsed_secs: f64,
}

/// What a stretch of time amounts to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ticks {
    /// Ticks to run now.
    pub count: u32,
    /// Whether the time was negative or no number.
    pub invalid: bool,
    /// Whether time was cut off.
    pub too_long: bool,
}

impl TickClock {
    /// A clock at the end of its first tick, for a rate in ticks a second.
    ///
    /// A rate that is no rate is taken as 30.
    pub fn new(rate_hz: f32) -> Self {
        let rate_hz = if rate_hz.is_finite() && rate_hz > 0.0 { rate_hz } else { 30.0 };
        let tick_secs = f64::from(1.0 / rate_hz);
        Self { tick_secs, elapsed_secs: tick_secs }
    }

    /// Lets time pass and says how many ticks begin in it.
    pub fn advance(&mut self, secs: f32) -> Ticks {
        if !(secs.is_finite() && secs >= 0.0) {
            return Ticks { count: 0, invalid: true, too_long: false };
        }
        let most = self.tick_secs * f64::from(MAX_TICKS);
        let too_long = f64::from(secs) > most;
        self.elapsed_secs += f64::from(secs).min(most);
        let mut count = 0;
        while self.elapsed_secs > self.tick_secs + TOLERANCE_SECS {
            self.elapsed_secs -= self.tick_secs;
            count += 1;
        }
        Ticks { count, invalid: false, too_long }
    }

    /// How much of the current tick has passed, from 0 to 1.
    pub fn fraction(&self) -> f32 {
        ((self.elapsed_secs / self.tick_secs) as f32).clamp(0.0, 1.0)
    }

    /// Length of a tick in seconds.
    pub fn tick_secs(&self) -> f32 {
        self.tick_secs as f32
    }
}

/// The length of a tick is the controller's.
impl Saved for TickClock {
    fn save(&self, to: &mut Writer<'_>) {
        let Self { tick_secs: _, elapsed_secs } = self;
        elapsed_secs.put(to);
    }

    fn load(&mut self, from: &mut Reader<'_>) -> Result<(), SnapshotError> {
        let elapsed_secs = f64::get(from)?;
        if !(0.0..=self.tick_secs + TOLERANCE_SECS).contains(&elapsed_secs) {
            return Err(SnapshotError::Inconsistent { what: "its clock is outside of a tick" });
        }
        self.elapsed_secs = elapsed_secs;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ticks(rate_hz: f32, secs: f32, times: u32) -> u32 {
        let mut clock = TickClock::new(rate_hz);
        (0..times).map(|_| clock.advance(secs).count).sum()
    }

    #[test]
    fn every_frame_rate_gives_the_same_number_of_ticks() {
        for hz in [24, 30, 48, 60, 72, 90, 120, 144, 240] {
            let secs = 1.0 / hz as f32;
            assert_eq!(ticks(30.0, secs, hz * 10), 300, "{hz} Hz");
        }
    }

    #[test]
    fn at_its_own_rate_every_frame_is_a_tick_shown_in_full() {
        let mut clock = TickClock::new(30.0);
        for _ in 0..1000 {
            assert_eq!(clock.advance(1.0 / 30.0).count, 1);
            assert!((clock.fraction() - 1.0).abs() < 1e-6);
        }
    }

    #[test]
    fn half_a_tick_shows_half_of_it() {
        let mut clock = TickClock::new(30.0);
        assert_eq!(clock.advance(0.5 / 30.0).count, 1);
        assert!((clock.fraction() - 0.5).abs() < 1e-6);
        assert_eq!(clock.advance(0.5 / 30.0).count, 0);
        assert!((clock.fraction() - 1.0).abs() < 1e-6);
    }

    #[test]
    fn bad_times_are_told() {
        let mut clock = TickClock::new(30.0);
        assert!(clock.advance(f32::NAN).invalid);
        assert!(clock.advance(-1.0).invalid);
        let ticks = clock.advance(3600.0);
        assert!(ticks.too_long && ticks.count == MAX_TICKS);
    }
}
