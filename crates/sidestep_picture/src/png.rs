//! SVG to PNG, with a font of its own: the machine needs none.

use crate::{
    number::count,
    svg::{Photo, Svg},
};
use resvg::{
    tiny_skia::{ColorU8, FilterQuality, Pixmap, PixmapPaint, Transform},
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
        let mut pixels = Pixmap::new(wide as u32, high as u32).ok_or_else(size_error)?;
        resvg::render(&tree, Transform::from_scale(scale, scale), &mut pixels.as_mut());
        for photo in self.photos() {
            photo.draw(scale, &mut pixels);
        }
        pixels.encode_png().map_err(|error| PictureError::Encoding { reason: error.to_string() })
    }
}

impl Photo {
    /// The image alone, as the bytes of a PNG file.
    pub(crate) fn to_png(&self) -> Option<Vec<u8>> {
        self.pixmap()?.encode_png().ok()
    }

    /// Draws the image on a picture that is `scale` times as large.
    ///
    /// The drawing library is built without its readers of images, so it leaves them out.
    fn draw(&self, scale: f32, picture: &mut Pixmap) {
        let Some(own) = self.pixmap() else { return };
        let [across, down] = self.size.map(count);
        let sizes = (scale * self.rect.width / across, scale * self.rect.height / down);
        let to_picture = Transform::from_row(
            sizes.0,
            0.0,
            0.0,
            sizes.1,
            scale * self.rect.x,
            scale * self.rect.y,
        );
        let paint = PixmapPaint { quality: FilterQuality::Bicubic, ..PixmapPaint::default() };
        picture.draw_pixmap(0, 0, own.as_ref(), &paint, to_picture, None);
    }

    fn pixmap(&self) -> Option<Pixmap> {
        let [width, height] = self.size.map(|side| u32::try_from(side).ok());
        let mut pixmap = Pixmap::new(width?, height?)?;
        for (own, [red, green, blue, cover]) in pixmap.pixels_mut().iter_mut().zip(&self.pixels) {
            *own = ColorU8::from_rgba(*red, *green, *blue, *cover).premultiply();
        }
        Some(pixmap)
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
