//! Pictures as files.

use crate::files;
use anyhow::Result;
use sidestep_picture::Svg;
use std::path::{Path, PathBuf};

/// Another file beside one, with a word added to its name.
pub(crate) fn beside(path: &Path, word: &str) -> PathBuf {
    path.with_file_name(format!(
        "{}-{word}.{}",
        path.file_stem().unwrap_or_default().to_string_lossy(),
        path.extension().unwrap_or_default().to_string_lossy()
    ))
}

/// Writes a picture as what the ending of its file says.
pub(crate) fn write_picture(path: &Path, drawn: &Svg) -> Result<()> {
    let is_png = path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("png"));
    let bytes = if is_png { drawn.to_png(1.5)? } else { drawn.to_string().into_bytes() };
    files::write(path, &bytes)
}
