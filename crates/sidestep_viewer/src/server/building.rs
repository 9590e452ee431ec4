//! What the playground can build: a method of the list with one of its presets.

use serde_json::Value;
use sidestep::{BuiltController, METHODS, MethodEntry};
use sidestep_control::method::{Effort, News};
use sidestep_motion::MotionLibrary;
use std::sync::Arc;
use xxhash_rust::xxh3::xxh3_64;

/// What stands best on its data is called so, in the data room and in names of controllers.
pub(crate) const BEST: &str = "best";

/// A method with its settings.
#[derive(Clone, Debug)]
pub struct Recipe {
    method: &'static MethodEntry,
    preset: &'static str,
    is_default: bool,
    config: Value,
}

/// Takes what is being done, and how much of it is done, from 0 to 1.
pub(crate) type Observe<'a> = &'a mut dyn FnMut(&str, f32);

impl Recipe {
    /// The recipe of a method by name, with a preset by name or its first.
    pub fn named(method: &str, preset: Option<&str>) -> Result<Self, String> {
        let known = || METHODS.iter().map(|method| method.name).collect::<Vec<_>>().join(", ");
        let method = sidestep::method(method)
            .ok_or_else(|| format!("there is no method '{method}'; there are {}", known()))?;
        let presets = || method.presets().iter().map(|preset| preset.name).collect::<Vec<_>>();
        let preset = method.preset(preset).ok_or_else(|| {
            let (preset, presets) = (preset.unwrap_or_default(), presets().join(", "));
            format!("{} has no preset '{preset}'; it has {presets}", method.name)
        })?;
        let is_default = presets().first() == Some(&preset.name);
        Ok(Self { method, preset: preset.name, is_default, config: preset.config })
    }

    /// What is built of a library that is opened: every method that does not take hours.
    pub fn unasked() -> Vec<Self> {
        let quick = METHODS.iter().filter(|method| method.effort < Effort::Hours);
        quick.filter_map(|method| Self::named(method.name, None).ok()).collect()
    }

    /// Its name for people.
    pub fn title(&self) -> String {
        match self.is_default {
            true => self.method.title.to_owned(),
            false => format!("{} ({})", self.method.title, self.preset),
        }
    }

    pub(crate) fn key(&self) -> String {
        match self.is_default {
            true => self.method.name.to_owned(),
            false => format!("{}_{}", self.method.name, self.preset),
        }
    }

    /// Where what was built of a library is kept, if it is worth it. The name holds all that the
    /// controller depends on: method, settings, algorithm and data.
    pub(crate) fn file_name(&self, library: &MotionLibrary) -> Option<String> {
        if self.method.effort == Effort::Moment {
            return None;
        }
        let settings = xxh3_64(self.config.to_string().as_bytes());
        let library = xxh3_64(&sidestep::encode_library(library));
        let (name, version) = (self.method.name, self.method.version);
        Some(format!("{name}-{version}-{settings:016x}-{library:016x}.controller"))
    }

    /// Builds a controller.
    pub(crate) fn build(
        &self,
        library: &Arc<MotionLibrary>,
        observe: Observe<'_>,
    ) -> Result<BuiltController, String> {
        let title = self.method.title;
        let mut tell = |news: News<'_>| {
            if let News::Stage(stage) = news {
                observe(&format!("{title}: {}", stage.name.replace('_', " ")), stage.done);
            }
        };
        self.method.build(library, &self.config, &mut tell).map_err(|error| error.to_string())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sidestep_motion::contact_detection::ContactConfig;

    #[test]
    fn what_a_controller_depends_on_is_in_the_name_of_its_file() {
        let clips = sidestep_performer::perform(&Default::default());
        let library = |clips| MotionLibrary::from_clips(clips, &ContactConfig::default());
        let (one, other) =
            (library(&clips[..1]).expect("one"), library(&clips[1..2]).expect("two"));
        let field = Recipe::named("field", None).expect("a method");
        let name = field.file_name(&one).expect("it takes long");
        assert_eq!(field.file_name(&one).as_ref(), Some(&name));
        assert_ne!(field.file_name(&other).as_ref(), Some(&name));
        let paper = Recipe::named("field", Some("paper")).expect("a preset");
        assert_ne!(paper.file_name(&one).as_ref(), Some(&name));
        let mut changed = field.clone();
        changed.config["neighbors"] = 47.into();
        assert_ne!(changed.file_name(&one).as_ref(), Some(&name));
        static LATER: MethodEntry = {
            let mut entry = MethodEntry::of::<sidestep_motion_field::Field>();
            entry.version += 1;
            entry
        };
        let later = Recipe { method: &LATER, ..field };
        assert_ne!(later.file_name(&one).as_ref(), Some(&name));
        assert_eq!(Recipe::named("clips", None).expect("a method").file_name(&one), None);
    }

    #[test]
    fn what_is_not_there_is_told_with_what_is() {
        let method = Recipe::named("clip", None).expect_err("no such method");
        assert!(method.contains("clips, matching"), "{method}");
        let preset = Recipe::named("field", Some("swift")).expect_err("no such preset");
        assert!(preset.contains("quick, paper"), "{preset}");
    }
}
