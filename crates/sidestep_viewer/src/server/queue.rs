//! Queues that are bounded in bytes as well as in number, so that nobody can fill the memory with a
//! few large messages.

use std::sync::{
    Arc,
    atomic::{AtomicUsize, Ordering},
};

/// How many bytes wait somewhere.
#[derive(Clone, Debug, Default)]
pub(crate) struct Waiting(Arc<AtomicUsize>);

/// Bytes that are counted for as long as this lives.
#[derive(Debug)]
pub(crate) struct Counted {
    waiting: Waiting,
    bytes: usize,
}

impl Waiting {
    /// Counts bytes; `None` where that would make more than `most`. Something always fits when
    /// nothing waits.
    pub(crate) fn count(&self, bytes: usize, most: usize) -> Option<Counted> {
        let fits = |before: usize| {
            let after = before.saturating_add(bytes);
            (before == 0 || after <= most).then_some(after)
        };
        let counted = self.0.fetch_update(Ordering::AcqRel, Ordering::Acquire, fits);
        counted.ok().map(|_| Counted { waiting: self.clone(), bytes })
    }
}

impl Drop for Counted {
    fn drop(&mut self) {
        self.waiting.0.fetch_sub(self.bytes, Ordering::AcqRel);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_are_counted_while_they_wait() {
        let waiting = Waiting::default();
        let first = waiting.count(70, 100);
        assert!(first.is_some() && waiting.count(31, 100).is_none());
        let second = waiting.count(30, 100);
        drop(first);
        assert!(waiting.count(70, 100).is_some());
        drop(second);
        assert!(waiting.count(1_000, 100).is_some(), "alone, anything fits");
    }
}
