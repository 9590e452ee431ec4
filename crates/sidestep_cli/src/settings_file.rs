//! Settings as TOML: files of them are read and laid over others, and settings are written so that
//! they can be read again.

use crate::files;
use anyhow::{Context, Result, anyhow};
use serde_json::{Map, Number, Value};
use sidestep::settings::{SettingsError, overlay};
use std::{fmt::Write, path::Path};
use toml::de::DeTable;

/// Lays a file of settings over `settings`, as far as `check` finds that they can be.
pub(crate) fn lay_over(
    settings: &mut Value,
    file: &Path,
    check: impl Fn(&Value) -> Result<(), SettingsError>,
) -> Result<()> {
    let bytes = files::read(file)?;
    let text = std::str::from_utf8(&bytes).with_context(|| not_toml(file))?;
    let mut over = settings.clone();
    let table: toml::Table = toml::from_str(text).with_context(|| not_toml(file))?;
    let table = json(toml::Value::Table(table)).map_err(|error| told(file, text, &error))?;
    overlay(&mut over, &table);
    check(&over).map_err(|error| told(file, text, &error))?;
    *settings = over;
    Ok(())
}

fn not_toml(file: &Path) -> String {
    format!("{} is no TOML", file.display())
}

/// The error with the line of the setting it is about.
fn told(file: &Path, text: &str, error: &SettingsError) -> anyhow::Error {
    match line_of(text, &error.path) {
        Some(line) => anyhow!("{}, line {line}: {error}", file.display()),
        None => anyhow!("{}: {error}", file.display()),
    }
}

/// The line of a setting, or of the innermost table around it that the text has.
fn line_of(text: &str, path: &[String]) -> Option<usize> {
    let whole = DeTable::parse(text).ok()?;
    let mut table = whole.get_ref();
    let mut found = None;
    for name in path {
        let Some((key, value)) = table.iter().find(|(key, _)| key.get_ref() == name) else { break };
        found = Some(key.span().start);
        let Some(inner) = value.get_ref().as_table() else { break };
        table = inner;
    }
    let before = text.get(..found?)?;
    Some(before.lines().count().max(1) + usize::from(before.ends_with('\n')))
}

/// The same as JSON, which has no dates and no infinite numbers.
fn json(value: toml::Value) -> Result<Value, SettingsError> {
    let wrong = |problem: &str| SettingsError { path: Vec::new(), problem: problem.to_owned() };
    let under = |mut error: SettingsError, name: String| {
        error.path.insert(0, name);
        error
    };
    match value {
        toml::Value::String(text) => Ok(text.into()),
        toml::Value::Integer(number) => Ok(number.into()),
        toml::Value::Float(number) => {
            let number = Number::from_f64(number);
            number.map(Value::Number).ok_or_else(|| wrong("it must be a finite number"))
        }
        toml::Value::Boolean(value) => Ok(value.into()),
        toml::Value::Datetime(_) => Err(wrong("it cannot be a date")),
        toml::Value::Array(values) => {
            let item = |(number, value): (usize, toml::Value)| {
                json(value).map_err(|error| under(error, number.to_string()))
            };
            values.into_iter().enumerate().map(item).collect()
        }
        toml::Value::Table(table) => {
            let field = |(name, value): (String, toml::Value)| {
                let value = json(value).map_err(|error| under(error, name.clone()))?;
                Ok((name, value))
            };
            let fields: Result<Map<_, _>, _> = table.into_iter().map(field).collect();
            Ok(Value::Object(fields?))
        }
    }
}

/// Settings as a text that [`lay_over`] reads; what is switched off is `false`.
pub(crate) fn text(settings: &Value) -> String {
    let mut out = String::new();
    write_table(&mut Vec::new(), settings, &mut out);
    out
}

fn write_table<'a>(path: &mut Vec<&'a str>, table: &'a Value, out: &mut String) {
    let fields = || table.as_object().into_iter().flatten();
    for (name, value) in fields().filter(|(_, value)| !value.is_object()) {
        let _ = writeln!(out, "{name} = {}", scalar(value));
    }
    for (name, value) in fields().filter(|(_, value)| value.is_object()) {
        path.push(name);
        let _ = writeln!(out, "\n[{}]", path.join("."));
        write_table(path, value, out);
        path.pop();
    }
}

fn scalar(value: &Value) -> String {
    match value {
        Value::Null => "false".to_owned(),
        Value::Number(number) if number.is_f64() => {
            let exact = number.as_f64().unwrap_or(0.0);
            // Settings are single numbers: the shortest text for one is what somebody wrote.
            let single = exact as f32;
            let is_single = f64::from(single).to_bits() == exact.to_bits();
            if is_single { format!("{single:?}") } else { format!("{exact:?}") }
        }
        Value::Array(values) => {
            format!("[{}]", values.iter().map(scalar).collect::<Vec<_>>().join(", "))
        }
        other => other.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sidestep::METHODS;

    fn file(text: &str) -> tempfile::NamedTempFile {
        let file = tempfile::NamedTempFile::new().unwrap();
        std::fs::write(file.path(), text).unwrap();
        file
    }

    #[test]
    fn what_is_printed_is_read_again_for_every_preset_of_every_method() {
        for method in &METHODS {
            let presets = method.presets();
            for preset in &presets {
                let printed = file(&text(&preset.config));
                // Over another preset everything must be named, or it would stay as it was there.
                for other in &presets {
                    let mut settings = other.config.clone();
                    lay_over(&mut settings, printed.path(), |s| method.check(s)).unwrap();
                    let (method, name) = (method.name, preset.name);
                    assert_eq!(text(&settings), text(&preset.config), "{method} {name}");
                }
            }
        }
    }

    #[test]
    fn mistakes_are_told_with_file_line_setting_and_the_nearest_name() {
        let method = sidestep::method("mobility").unwrap();
        let told = |text: &str| {
            let mut settings = method.preset(None).unwrap().config;
            let file = file(text);
            let check = |settings: &Value| method.check(settings);
            lay_over(&mut settings, file.path(), check).unwrap_err().to_string()
        };
        let unknown = told("[graph]\nthreshold = 2.0\nmost_jump = 3\n");
        assert!(unknown.contains("line 3: the setting graph.most_jump"), "{unknown}");
        assert!(unknown.contains("did you mean 'most_jumps'?"), "{unknown}");
        let kind = told("# a map\n\n[steering]\njoin_secs = \"long\"\n");
        assert!(kind.contains("line 4: the setting steering.join_secs: it is string"), "{kind}");
        let table = told("[grahp]\nthreshold = 2.0\n");
        assert!(
            table.contains("line 1: the setting grahp") && table.contains("'graph'"),
            "{table}"
        );
        let endless = told("[graph]\nthreshold = inf\n");
        assert!(endless.contains("line 2: the setting graph.threshold"), "{endless}");
        let broken = told("[graph\n");
        assert!(broken.contains("is no TOML"), "{broken}");
    }
}
