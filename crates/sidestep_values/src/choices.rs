//! Choices with prices: the value of every state of a graph is what it costs from there on.

use crate::iteration::{Convergence, Limits, Sweep, iterate};
use std::ops::Range;

/// The edges of a graph in compressed rows, each with its price and what later prices count after it.
///
/// The value of a state is the least of price + left × value over its edges. Values settle where
/// `left` is below 1.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Choices {
    /// Where the edges of each state begin; one entry more than there are states.
    pub starts: Vec<u32>,
    /// The state that each edge leads to.
    pub targets: Vec<u32>,
    /// The price of each edge, and the share of later prices that is left after it.
    pub prices: Vec<(f32, f32)>,
}

impl Choices {
    /// How many states there are.
    pub fn states(&self) -> usize {
        self.starts.len().saturating_sub(1)
    }

    /// The values of all states, beginning with none.
    pub fn solve(&self, limits: &Limits) -> (Vec<f32>, Convergence) {
        iterate(self, limits, vec![0.0; self.states()])
    }

    /// The least price from a state on, and the edge that has it.
    ///
    /// A state without edges has no end to its price.
    pub fn best(&self, values: &[f32], state: usize) -> (f32, u32) {
        let mut best = (f32::INFINITY, 0);
        for edge in self.edges_of(state) {
            let (price, left) = self.prices[edge as usize];
            let value = price + left * values[self.targets[edge as usize] as usize];
            if value < best.0 {
                best = (value, edge);
            }
        }
        best
    }

    fn edges_of(&self, state: usize) -> Range<u32> {
        self.starts[state]..self.starts[state + 1]
    }
}

/// States are swept from the last to the first, and each sees what was found before it in the same
/// sweep: in graphs of frames most edges lead onwards, so values run backwards fastest.
impl Sweep for Choices {
    type Choice = u32;

    fn improve(&self, values: &[f32], next: &mut [f32], policy: &mut [u32]) -> f32 {
        next.copy_from_slice(values);
        let mut change = 0.0_f32;
        for state in (0..values.len()).rev() {
            let (value, edge) = self.best(next, state);
            change = change.max((value - next[state]).abs());
            (next[state], policy[state]) = (value, edge);
        }
        change
    }

    /// An improvement looks at a few edges of a state and so costs little more than this would.
    fn evaluate(&self, _: &[u32], _: &mut Vec<f32>) {}
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Three states: 0 costs 1 to leave and leads to 1; 1 stays for 0.1 or goes to 2 for 0.05; 2
    /// stays for nothing. With half of every price left, 1 is worth 0.05, and 0 is worth 1.025.
    #[test]
    fn values_of_a_drawing() {
        let choices = Choices {
            starts: vec![0, 1, 3, 4],
            targets: vec![1, 1, 2, 2],
            prices: vec![(1.0, 0.5), (0.1, 0.5), (0.05, 0.5), (0.0, 0.5)],
        };
        let limits = Limits { tolerance: 1e-4, most_improvements: 500 };
        let (values, convergence) = choices.solve(&limits);
        assert!((values[0] - 1.025).abs() < 1e-3 && (values[1] - 0.05).abs() < 1e-3, "{values:?}");
        assert_eq!(choices.best(&values, 1).1, 2);
        assert!(convergence.last_change < 1e-4 && convergence.improvements < 10);
    }

    /// A ring whose values have no end before the limit: it stops all the same, and says so.
    #[test]
    fn what_does_not_settle_is_reported() {
        let choices =
            Choices { starts: vec![0, 1, 2], targets: vec![1, 0], prices: vec![(1.0, 1.0); 2] };
        let (values, convergence) =
            choices.solve(&Limits { tolerance: 1e-4, most_improvements: 9 });
        assert_eq!((convergence.improvements, convergence.last_change), (9, 2.0));
        assert_eq!(values, [18.0, 17.0]);
    }
}
