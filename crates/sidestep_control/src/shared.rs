//! A list that is made once and then handed round.

use std::sync::Arc;

/// An immutable list; cloning it copies nothing, and an empty one takes no room.
#[derive(Clone, Debug)]
pub(crate) struct Shared<T>(Option<Arc<[T]>>);

impl<T> Shared<T> {
    pub(crate) const EMPTY: Self = Self(None);

    pub(crate) fn new(items: impl Iterator<Item = T>) -> Self {
        let items: Arc<[T]> = items.collect();
        Self((!items.is_empty()).then_some(items))
    }

    pub(crate) fn as_slice(&self) -> &[T] {
        self.0.as_deref().unwrap_or_default()
    }
}

impl<T> Default for Shared<T> {
    fn default() -> Self {
        Self::EMPTY
    }
}

impl<T: PartialEq> PartialEq for Shared<T> {
    fn eq(&self, other: &Self) -> bool {
        self.as_slice() == other.as_slice()
    }
}
