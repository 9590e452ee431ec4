//! How to look while doing something: named numbers from 0 to 1, such as straightness.

use crate::shared::Shared;
use std::sync::Arc;

/// Named numbers from 0 to 1. Cloning it copies nothing.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Manner {
    attributes: Shared<(Arc<str>, f32)>,
}

/// An attribute that is none.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[error("the attribute '{name}' of a manner is {value}; give a number from 0 to 1")]
pub struct MannerError {
    /// Name of the attribute.
    pub name: String,
    /// The number found.
    pub value: f32,
}

impl Manner {
    /// As it comes.
    pub const ANY: Self = Self { attributes: Shared::EMPTY };

    /// Checks the numbers.
    ///
    /// ```
    /// use sidestep_control::Manner;
    /// let manner = Manner::new(&[("straightness", 0.8)])?;
    /// assert_eq!(manner.get("straightness"), Some(0.8));
    /// # Ok::<(), sidestep_control::MannerError>(())
    /// ```
    pub fn new(attributes: &[(&str, f32)]) -> Result<Self, MannerError> {
        if let Some((name, value)) = attributes.iter().find(|(_, x)| !(0.0..=1.0).contains(x)) {
            return Err(MannerError { name: (*name).to_owned(), value: *value });
        }
        let attributes = attributes.iter().map(|(name, value)| (Arc::from(*name), *value));
        Ok(Self { attributes: Shared::new(attributes) })
    }

    /// The number of an attribute, where it was given.
    pub fn get(&self, name: &str) -> Option<f32> {
        self.iter().find(|(known, _)| *known == name).map(|(_, value)| value)
    }

    /// All of them, in the order given.
    pub fn iter(&self) -> impl Iterator<Item = (&str, f32)> {
        self.attributes.as_slice().iter().map(|(name, value)| (&**name, *value))
    }

    /// Whether nothing is asked for.
    pub fn is_empty(&self) -> bool {
        self.attributes.as_slice().is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_outside_are_named() {
        let error = Manner::new(&[("upright", 0.5), ("straight", 1.5)]).unwrap_err();
        let expected = "the attribute 'straight' of a manner is 1.5; give a number from 0 to 1";
        assert_eq!(error.to_string(), expected);
        assert!(Manner::new(&[("upright", f32::NAN)]).is_err());
        assert!(Manner::new(&[]).unwrap() == Manner::ANY);
    }
}
