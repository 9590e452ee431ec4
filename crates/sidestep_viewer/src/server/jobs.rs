//! Work that takes longer than a person waits: performing, importing, building.

use std::sync::atomic::{AtomicU32, Ordering};

/// The most jobs at once.
pub(crate) const MOST_JOBS: usize = 2;

/// How many finished jobs are remembered.
const MOST_REMEMBERED: usize = 16;

/// Where a job stands.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct JobState {
    pub(crate) id: u32,
    pub(crate) title: String,
    /// What it is doing.
    pub(crate) stage: String,
    /// How much is done, from 0 to 1.
    pub(crate) fraction: f32,
    pub(crate) done: bool,
    /// Why it failed.
    pub(crate) error: Option<String>,
    /// Whether it is one of those of which only so many may run.
    counts: bool,
}

/// The jobs that run, and those that ran last.
#[derive(Debug, Default)]
pub(crate) struct Jobs {
    next: AtomicU32,
    states: std::sync::Mutex<Vec<JobState>>,
}

/// Why a job was not begun.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{MOST_JOBS} jobs are running already; wait until one is done")]
pub(crate) struct TooManyJobs;

impl Jobs {
    /// Takes up a new job.
    pub(crate) fn begin(&self, title: &str) -> Result<JobState, TooManyJobs> {
        let mut states = self.lock();
        if states.iter().filter(|state| !state.done && state.counts).count() >= MOST_JOBS {
            return Err(TooManyJobs);
        }
        Ok(self.remember(&mut states, title, true))
    }

    /// Takes up work that is bounded elsewhere.
    pub(crate) fn welcome(&self, title: &str) -> JobState {
        self.remember(&mut self.lock(), title, false)
    }

    fn remember(&self, states: &mut Vec<JobState>, title: &str, counts: bool) -> JobState {
        let state = JobState {
            id: self.next.fetch_add(1, Ordering::Relaxed) + 1,
            title: title.to_owned(),
            stage: String::new(),
            fraction: 0.0,
            done: false,
            error: None,
            counts,
        };
        if states.len() >= MOST_REMEMBERED {
            let oldest = states.iter().position(|state| state.done);
            oldest.map(|index| states.remove(index));
        }
        states.push(state.clone());
        state
    }

    /// Takes note of where a job stands.
    pub(crate) fn note(&self, state: &JobState) {
        if let Some(known) = self.lock().iter_mut().find(|known| known.id == state.id) {
            *known = state.clone();
        }
    }

    /// All that are remembered.
    pub(crate) fn all(&self) -> Vec<JobState> {
        self.lock().clone()
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Vec<JobState>> {
        // A thread that panicked while it held the lock left whole states behind.
        self.states.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_at_once_and_sixteen_remembered() {
        let jobs = Jobs::default();
        for _ in 0..40 {
            let first = jobs.begin("a").unwrap();
            let second = jobs.begin("b").unwrap();
            assert_eq!(jobs.begin("c"), Err(TooManyJobs));
            for state in [first, second] {
                jobs.note(&JobState { done: true, ..state });
            }
        }
        assert!(jobs.all().len() <= MOST_REMEMBERED);
    }
}
