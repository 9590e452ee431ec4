//! Renews the headline table of a README from the rows of a benchmark, so that no figure is copied by hand.

use crate::files;
use anyhow::{Context, Result};
use serde_json::Value;
use std::path::Path;

const BEGIN: &str = "<!-- benchmark -->";
const END: &str = "<!-- /benchmark -->";

/// Writes the table of FOLDER/rows.json between the marks of a file.
pub(crate) fn renew(readme: &Path, folder: &Path) -> Result<()> {
    let path = folder.join("rows.json");
    let context = || format!("{} is no result of `sidestep benchmark`", path.display());
    let report: Value = serde_json::from_slice(&files::read(&path)?).with_context(context)?;
    let table = sidestep_benchmark::headline_table(&report).with_context(context)?;
    let bytes = files::read(readme)?;
    let text = std::str::from_utf8(&bytes).with_context(|| readme.display().to_string())?;
    let renewed = between(text, &table).with_context(|| {
        format!(
            "{} has no lines `{BEGIN}` and `{END}`; add them where the table shall be",
            readme.display()
        )
    })?;
    files::write(readme, renewed.as_bytes())?;
    eprintln!("{} has the table of {}", readme.display(), path.display());
    Ok(())
}

/// The text with another one between the marks.
fn between(text: &str, table: &str) -> Option<String> {
    let (before, rest) = text.split_once(BEGIN)?;
    let (_, after) = rest.split_once(END)?;
    Some(format!("{before}{BEGIN}\n{table}{END}{after}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_is_between_the_marks_is_renewed() {
        let text = format!("# a\n{BEGIN}\nold\n{END}\nrest");
        assert_eq!(between(&text, "new\n").unwrap(), format!("# a\n{BEGIN}\nnew\n{END}\nrest"));
        assert_eq!(between("no marks", "new"), None);
    }
}
