//! Modified policy iteration over anything that can be swept.

/// A way to sweep over all values of a problem.
pub trait Sweep {
    /// What is chosen for a value: the number of an action, as narrow as it may be.
    type Choice: Copy + Default;

    /// One sweep over all that can be done; writes the best value and its choice everywhere, and
    /// returns the largest change.
    fn improve(&self, values: &[f32], next: &mut [f32], policy: &mut [Self::Choice]) -> f32;

    /// Sweeps over what a policy chooses, which costs a fraction of an improvement; as often as pays.
    fn evaluate(&self, policy: &[Self::Choice], values: &mut Vec<f32>);
}

/// When to stop.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Limits {
    /// Values have settled when no improvement changes one by this much.
    pub tolerance: f32,
    /// Improvements after which it ends in any case.
    pub most_improvements: usize,
}

/// What value iteration came to.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Convergence {
    /// Improvements of the policy.
    pub improvements: usize,
    /// Largest change of a value in the last of them.
    pub last_change: f32,
}

/// Improves and evaluates until values settle, beginning with these.
pub fn iterate(
    sweep: &impl Sweep,
    limits: &Limits,
    mut values: Vec<f32>,
) -> (Vec<f32>, Convergence) {
    let mut next = values.clone();
    let mut policy = vec![Default::default(); values.len()];
    let mut convergence = Convergence { improvements: 0, last_change: f32::INFINITY };
    while convergence.improvements < limits.most_improvements {
        convergence.last_change = sweep.improve(&values, &mut next, &mut policy);
        convergence.improvements += 1;
        std::mem::swap(&mut values, &mut next);
        if convergence.last_change < limits.tolerance {
            break;
        }
        sweep.evaluate(&policy, &mut values);
    }
    (values, convergence)
}
