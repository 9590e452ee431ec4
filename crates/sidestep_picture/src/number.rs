//! Numbers as text, the same on every machine.

/// `value` with at most `decimals` digits after the point; what is no number is written as 0.
pub(crate) fn number(value: f32, decimals: usize) -> String {
    if !value.is_finite() {
        return "0".to_owned();
    }
    let text = format!("{value:.decimals$}");
    let text = if text.contains('.') {
        text.trim_end_matches('0').trim_end_matches('.')
    } else {
        text.as_str()
    };
    if text == "-0" { "0".to_owned() } else { text.to_owned() }
}

/// A coordinate of a picture, to a tenth of a pixel.
pub(crate) fn pixel(value: f32) -> String {
    number(value, 1)
}

/// A count as a number of the picture.
pub(crate) fn count(value: usize) -> f32 {
    value as f32
}

/// A number that is not negative as an index; what is no number is 0.
pub(crate) fn index(value: f32) -> usize {
    value as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_short_and_always_numbers() {
        assert_eq!(number(1.50, 2), "1.5");
        assert_eq!(number(100.0, 1), "100");
        assert_eq!(number(-0.04, 1), "0");
        assert_eq!(number(f32::NAN, 1), "0");
        assert_eq!(number(f32::INFINITY, 1), "0");
        assert_eq!(index(-3.0), 0);
        assert_eq!(index(f32::NAN), 0);
    }
}
