//! Settings as a person writes them: laid over a preset, and typed with errors that name the setting.
//!
//! Every method has its settings in a type of its own. What is read here is JSON, from a controller's
//! file or made from a file of settings; the reader is our own because a person who misspells a name
//! should be told where, and which name is nearest.

use serde::{
    Deserializer,
    de::{
        DeserializeOwned, DeserializeSeed, EnumAccess, Error, Expected, IntoDeserializer,
        MapAccess, SeqAccess, Unexpected, VariantAccess, Visitor,
    },
};
use serde_json::Value;
use std::fmt::{self, Display};

/// A setting that is not known, or not what it must be.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub struct SettingsError {
    /// Where it is, from the outside in.
    pub path: Vec<String>,
    /// What is wrong with it.
    pub problem: String,
}

/// Settings of a type, with everything checked.
pub fn typed<C: DeserializeOwned>(settings: &Value) -> Result<C, SettingsError> {
    C::deserialize(Reader(settings))
}

/// Lays settings over others: what they do not name stays as it was. `false` takes away what is
/// optional and there.
pub fn overlay(settings: &mut Value, over: &Value) {
    match (settings, over) {
        (Value::Object(settings), Value::Object(over)) => {
            for (name, value) in over {
                overlay(settings.entry(name).or_insert(Value::Null), value);
            }
        }
        (settings @ (Value::Null | Value::Object(_)), Value::Bool(false)) => {
            *settings = Value::Null;
        }
        (settings, over) => *settings = over.clone(),
    }
}

impl Display for SettingsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.path.is_empty() {
            true => write!(f, "the settings: {}", self.problem),
            false => write!(f, "the setting {}: {}", self.path.join("."), self.problem),
        }
    }
}

impl SettingsError {
    fn new(path: &[&str], problem: String) -> Self {
        Self { path: path.iter().map(|name| (*name).to_owned()).collect(), problem }
    }

    /// The same seen from one step further out.
    fn under(mut self, name: &str) -> Self {
        self.path.insert(0, name.to_owned());
        self
    }
}

impl Error for SettingsError {
    fn custom<T: Display>(message: T) -> Self {
        Self::new(&[], message.to_string())
    }

    fn invalid_type(found: Unexpected<'_>, expected: &dyn Expected) -> Self {
        Self::new(&[], format!("it is {found}, and must be {expected}"))
    }

    fn invalid_value(found: Unexpected<'_>, expected: &dyn Expected) -> Self {
        Self::invalid_type(found, expected)
    }

    fn unknown_variant(variant: &str, expected: &'static [&'static str]) -> Self {
        Self::new(&[], format!("it cannot be '{variant}'{}", instead(variant, expected)))
    }

    fn unknown_field(field: &str, expected: &'static [&'static str]) -> Self {
        Self::new(&[field], format!("there is no such setting{}", instead(field, expected)))
    }

    fn missing_field(field: &'static str) -> Self {
        Self::new(&[field], "it is missing".to_owned())
    }
}

/// What may have been meant, and what there is.
fn instead(name: &str, known: &[&str]) -> String {
    let all = known.join(", ");
    match nearest(name, known) {
        Some(nearest) => format!("; did you mean '{nearest}'? there are {all}"),
        None => format!("; there are {all}"),
    }
}

/// The name most like `name`, where one is much like it or begins with it.
fn nearest<'a>(name: &str, known: &[&'a str]) -> Option<&'a str> {
    if let Some(longer) = known.iter().find(|other| name.len() > 2 && other.starts_with(name)) {
        return Some(longer);
    }
    let near = known.iter().map(|other| (distance(name, other), *other));
    let (far, nearest) = near.min_by_key(|(far, _)| *far)?;
    (far <= name.chars().count().div_ceil(2).max(2)).then_some(nearest)
}

/// How many letters must be changed, left out or added (Levenshtein's distance).
fn distance(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.to_lowercase().chars().collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for letter in a.to_lowercase().chars() {
        let mut diagonal = row[0];
        row[0] += 1;
        for (at, other) in b.iter().enumerate() {
            let changed = diagonal + usize::from(letter != *other);
            diagonal = row[at + 1];
            row[at + 1] = changed.min(row[at] + 1).min(diagonal + 1);
        }
    }
    row.last().copied().unwrap_or(0)
}

struct Reader<'a>(&'a Value);

impl<'de> Deserializer<'de> for Reader<'de> {
    type Error = SettingsError;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, SettingsError> {
        match self.0 {
            Value::Null => visitor.visit_unit(),
            Value::Bool(value) => visitor.visit_bool(*value),
            Value::Number(number) => match (number.as_u64(), number.as_i64()) {
                (Some(whole), _) => visitor.visit_u64(whole),
                (_, Some(whole)) => visitor.visit_i64(whole),
                _ => visitor.visit_f64(number.as_f64().unwrap_or(f64::NAN)),
            },
            Value::String(text) => visitor.visit_borrowed_str(text),
            Value::Array(values) => visitor.visit_seq(Items { values, next: 0 }),
            Value::Object(fields) => visitor.visit_map(Fields { fields: fields.iter(), at: None }),
        }
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, SettingsError> {
        match self.0 {
            Value::Null => visitor.visit_none(),
            _ => visitor.visit_some(self),
        }
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        visitor: V,
    ) -> Result<V::Value, SettingsError> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, SettingsError> {
        let (name, content) = match self.0 {
            Value::String(name) => (name, &Value::Null),
            Value::Object(fields) if fields.len() == 1 => match fields.iter().next() {
                Some(chosen) => chosen,
                None => return Err(one_of(variants)),
            },
            _ => return Err(one_of(variants)),
        };
        // Capital letters are a matter of Rust, not of whoever writes settings.
        let known = variants.iter().find(|known| known.eq_ignore_ascii_case(name));
        visitor.visit_enum(Choice { name: known.copied().unwrap_or(name), content })
    }

    serde::forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf unit
        unit_struct seq tuple tuple_struct map struct identifier ignored_any
    }
}

fn one_of(variants: &[&str]) -> SettingsError {
    SettingsError::new(&[], format!("it must be one of {}", variants.join(", ")))
}

struct Fields<'a> {
    fields: serde_json::map::Iter<'a>,
    at: Option<(&'a str, &'a Value)>,
}

impl<'de> MapAccess<'de> for Fields<'de> {
    type Error = SettingsError;

    fn next_key_seed<K: DeserializeSeed<'de>>(
        &mut self,
        seed: K,
    ) -> Result<Option<K::Value>, SettingsError> {
        let Some((name, value)) = self.fields.next() else { return Ok(None) };
        self.at = Some((name, value));
        seed.deserialize(name.as_str().into_deserializer()).map(Some)
    }

    fn next_value_seed<S: DeserializeSeed<'de>>(
        &mut self,
        seed: S,
    ) -> Result<S::Value, SettingsError> {
        let (name, value) = self.at.take().unwrap_or(("", &Value::Null));
        seed.deserialize(Reader(value)).map_err(|error| error.under(name))
    }
}

struct Items<'a> {
    values: &'a [Value],
    next: usize,
}

impl<'de> SeqAccess<'de> for Items<'de> {
    type Error = SettingsError;

    fn next_element_seed<T: DeserializeSeed<'de>>(
        &mut self,
        seed: T,
    ) -> Result<Option<T::Value>, SettingsError> {
        let Some(value) = self.values.get(self.next) else { return Ok(None) };
        let number = self.next.to_string();
        self.next += 1;
        seed.deserialize(Reader(value)).map(Some).map_err(|error| error.under(&number))
    }
}

struct Choice<'a> {
    name: &'a str,
    content: &'a Value,
}

impl<'de> EnumAccess<'de> for Choice<'de> {
    type Error = SettingsError;
    type Variant = Self;

    fn variant_seed<V: DeserializeSeed<'de>>(
        self,
        seed: V,
    ) -> Result<(V::Value, Self), SettingsError> {
        Ok((seed.deserialize(self.name.into_deserializer())?, self))
    }
}

impl<'de> VariantAccess<'de> for Choice<'de> {
    type Error = SettingsError;

    fn unit_variant(self) -> Result<(), SettingsError> {
        match self.content {
            Value::Null => Ok(()),
            _ => Err(SettingsError::new(&[self.name], "it takes no settings".to_owned())),
        }
    }

    fn newtype_variant_seed<T: DeserializeSeed<'de>>(
        self,
        seed: T,
    ) -> Result<T::Value, SettingsError> {
        seed.deserialize(Reader(self.content)).map_err(|error| error.under(self.name))
    }

    fn tuple_variant<V: Visitor<'de>>(
        self,
        _: usize,
        visitor: V,
    ) -> Result<V::Value, SettingsError> {
        let read = Reader(self.content).deserialize_any(visitor);
        read.map_err(|error| error.under(self.name))
    }

    fn struct_variant<V: Visitor<'de>>(
        self,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, SettingsError> {
        let read = Reader(self.content).deserialize_any(visitor);
        read.map_err(|error| error.under(self.name))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;
    use sidestep_motion_field::{ClipEnds, FollowerConfig};

    fn changed(change: &Value) -> Result<FollowerConfig, String> {
        let mut settings = json!(FollowerConfig::agile());
        overlay(&mut settings, change);
        typed(&settings).map_err(|error| error.to_string())
    }

    #[test]
    fn what_is_not_named_stays() {
        let agile = FollowerConfig::agile();
        assert_eq!(changed(&json!({})), Ok(agile.clone()));
        let mut wanted = agile.clone();
        wanted.task.speeds = 5;
        wanted.turn_assist = None;
        wanted.ends = ClipEnds::Linked { join_secs: 0.2 };
        let change = json!({
            "task": { "speeds": 5 },
            "turn_assist": false,
            "ends": { "linked": { "join_secs": 0.2_f32 } },
        });
        assert_eq!(changed(&change), Ok(wanted));
    }

    #[test]
    fn what_is_wrong_is_named_with_its_place() {
        let told = |change: Value| changed(&change).unwrap_err();
        let unknown = told(json!({ "task": { "heading": 9 } }));
        assert!(unknown.starts_with("the setting task.heading: there is no such"), "{unknown}");
        assert!(unknown.contains("did you mean 'headings'?"), "{unknown}");
        let short = told(json!({ "compress": 1 }));
        assert!(short.contains("did you mean 'compression'?"), "{short}");
        let far = told(json!({ "qqqqqqqq": 1 }));
        assert!(!far.contains("did you mean") && far.contains("neighbors"), "{far}");
        let word = told(json!({ "follow": { "join_secs": "long" } }));
        assert!(word.starts_with("the setting follow.join_secs: it is string \"long\""), "{word}");
        let negative = told(json!({ "neighbors": -3 }));
        assert!(negative.starts_with("the setting neighbors: it is integer `-3`"), "{negative}");
        let choice = told(json!({ "policy": "greed" }));
        assert!(choice.contains("it cannot be 'greed'; did you mean 'Greedy'?"), "{choice}");
        let inside = told(json!({ "ends": { "Linked": { "secs": 1 } } }));
        assert!(inside.starts_with("the setting ends.Linked.secs"), "{inside}");
    }

    #[test]
    fn letters_are_counted() {
        assert_eq!(distance("kitten", "sitting"), 3);
        assert_eq!(distance("", "abc"), 3);
        assert_eq!(distance("Exact", "exact"), 0);
    }
}
