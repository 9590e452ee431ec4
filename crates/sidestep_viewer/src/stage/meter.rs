//! What something takes, over the last second.

use crate::stage::TICKS_PER_SEC;

/// Costs of the last second of ticks. Motion plays at fewer frames a second than there are ticks, so
/// that a single tick may have had nothing to do.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Meter {
    costs: [f32; TICKS_PER_SEC as usize],
    ticks: usize,
}

impl Default for Meter {
    fn default() -> Self {
        Self { costs: [0.0; TICKS_PER_SEC as usize], ticks: 0 }
    }
}

impl Meter {
    /// Takes note of a tick.
    pub fn note(&mut self, cost: f32) {
        self.costs[self.ticks % self.costs.len()] = cost;
        self.ticks += 1;
    }

    /// The mean cost of the last second, or of the ticks there were; zero before the first.
    pub fn mean(&self) -> f32 {
        let known = self.ticks.min(self.costs.len());
        let count = known.max(1) as f32;
        // Not `sum`, which is -0 where there is nothing.
        self.costs[..known].iter().fold(0.0, |sum, cost| sum + cost) / count
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ticks_with_nothing_to_do_count_and_old_ones_are_forgotten() {
        let mut meter = Meter::default();
        assert_eq!(meter.mean().to_bits(), 0);
        for cost in [500.0, 0.0] {
            meter.note(cost);
        }
        assert_eq!(meter.mean(), 250.0);
        for _ in 0..30 {
            meter.note(0.0);
            meter.note(8.0);
        }
        assert_eq!(meter.mean(), 4.0);
    }
}
