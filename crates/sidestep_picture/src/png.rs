//! SVG to PNG, with a font of its own: the machine needs none.

use crate::svg::Svg;
use resvg::{
    tiny_skia::{Pixmap, Transform},
    usvg::{self, fontdb},
};
use std::sync::{Arc, LazyLock};

/// The largest side of a PNG, in pixels.
const MAX_SIDE: f32 = 20_000.0;

/// Why a picture could not be turned into a PNG.
#[derive(Debug, thiserror::Error)]
pub enum PictureError {
    /// The scale is no scale, or the picture would be absurdly large.
    #[error(
        "a picture of {width} x {height} pixels cannot be drawn at scale {scale}; \
         choose a positive scale that keeps both sides below {MAX_SIDE} pixels"
    )]
    Size {
        /// Width of the picture.
        width: f32,
        /// Height of the picture.
        height: f32,
        /// The scale asked for.
        scale: f32,
    },
    /// The SVG could not be read back: a fault of this crate.
    #[error("the picture is not valid SVG; please report this")]
    Svg(#[source] usvg::Error),
    /// The pixels could not be written as PNG.
    #[error("the picture cannot be written as PNG: {reason}")]
    Encoding {
        /// What the encoder said.
        reason: String,
    },
}

impl Svg {
    /// The picture as the bytes of a PNG file; a `scale` of 2 gives two pixels for each of the picture's.
    pub fn to_png(&self, scale: f32) -> Result<Vec<u8>, PictureError> {
        let (width, height) = (self.width(), self.height());
        let size_error = || PictureError::Size { width, height, scale };
        let (wide, high) = ((width * scale).ceil(), (height * scale).ceil());
        let fits = |side: f32| (1.0..=MAX_SIDE).contains(&side);
        if !(fits(wide) && fits(high)) {
            return Err(size_error());
        }
        let tree =
            usvg::Tree::from_str(&self.to_string(), &options()).map_err(PictureError::Svg)?;
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "both sides were checked just above"
        )]
        let mut pixels = Pixmap::new(wide as u32, high as u32).ok_or_else(size_error)?;
        resvg::render(&tree, Transform::from_scale(scale, scale), &mut pixels.as_mut());
        pixels.encode_png().map_err(|error| PictureError::Encoding { reason: error.to_string() })
    }
}

/// Options with the embedded font as the only one.
pub(crate) fn options() -> usvg::Options<'static> {
    static FONTS: LazyLock<Arc<fontdb::Database>> = LazyLock::new(|| {
        let mut fonts = fontdb::Database::new();
        for bytes in [dejavu::sans::regular(), dejavu::sans::bold()] {
            fonts.load_font_source(fontdb::Source::Binary(Arc::new(bytes)));
        }
        fonts.set_sans_serif_family("DejaVu Sans");
        Arc::new(fonts)
    });
    usvg::Options {
        font_family: "DejaVu Sans".to_owned(),
        fontdb: Arc::clone(&FONTS),
        ..usvg::Options::default()
    }
}
