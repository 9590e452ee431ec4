//! A flat table of plain values that is either owned or lies in a file mapped into memory.

use std::{ops::Deref, sync::Arc};

/// Bytes that stay where they are for as long as somebody holds them: a file mapped into memory.
pub type SharedBytes = Arc<dyn AsRef<[u8]> + Send + Sync>;

/// An immutable slice of `T`. Cloning a shared table copies no data.
#[derive(Clone)]
pub struct Table<T> {
    values: Values<T>,
}

#[derive(Clone)]
enum Values<T> {
    Owned(Arc<[T]>),
    /// `offset` and `bytes` were checked to be a slice of `T` when the table was made.
    Shared {
        bytes: SharedBytes,
        offset: usize,
        length: usize,
    },
}

impl<T: bytemuck::Pod> Table<T> {
    /// A view of `length` bytes from `offset`, or `None` where they are no whole, aligned values.
    pub fn from_shared(bytes: SharedBytes, offset: usize, length: usize) -> Option<Self> {
        let slice = (*bytes).as_ref().get(offset..offset.checked_add(length)?)?;
        bytemuck::try_cast_slice::<u8, T>(slice).ok()?;
        Some(Self { values: Values::Shared { bytes, offset, length } })
    }

    /// The values.
    pub fn as_slice(&self) -> &[T] {
        match &self.values {
            Values::Owned(values) => values,
            Values::Shared { bytes, offset, length } => {
                bytemuck::cast_slice(&(**bytes).as_ref()[*offset..*offset + *length])
            }
        }
    }
}

impl<T: bytemuck::Pod> Deref for Table<T> {
    type Target = [T];

    fn deref(&self) -> &[T] {
        self.as_slice()
    }
}

impl<T> From<Vec<T>> for Table<T> {
    fn from(values: Vec<T>) -> Self {
        Self { values: Values::Owned(values.into()) }
    }
}

impl<T: bytemuck::Pod + std::fmt::Debug> std::fmt::Debug for Table<T> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Table of {}", self.as_slice().len())
    }
}
