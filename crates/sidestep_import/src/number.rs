//! Decimal numbers, fast: motion files are megabytes of them.

/// Powers of ten that a double holds exactly.
const POWERS: [f64; 23] = [
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16,
    1e17, 1e18, 1e19, 1e20, 1e21, 1e22,
];

/// Integers up to here are doubles without rounding.
const EXACT: u64 = 1 << 53;

/// Whether a byte separates words: blanks, tabs, line ends and every other control character.
#[inline]
pub(crate) fn is_blank(byte: u8) -> bool {
    byte <= b' '
}

/// The number that starts at `at` and ends before a blank or at the end of the bytes, and where it
/// ends. `None` where the word is no finite number.
///
/// A mantissa below 2⁵³ and a power of ten up to 22 are both exact, so one multiplication or
/// division rounds once, as the standard parser does (Clinger 1990, "How to read floating point
/// numbers accurately"). Everything else goes to the standard parser.
#[inline]
pub(crate) fn read(bytes: &[u8], at: usize) -> Option<(f64, usize)> {
    let negative = bytes.get(at) == Some(&b'-');
    let signed = negative || bytes.get(at) == Some(&b'+');
    let start = at + usize::from(signed);
    let (mut mantissa, mut end) = digits(bytes, start, 0);
    let mut count = end - start;
    let mut power = 0;
    if bytes.get(end) == Some(&b'.') {
        let point = end + 1;
        (mantissa, end) = digits(bytes, point, mantissa);
        power = end - point;
        count += power;
    }
    if let Some(b'e' | b'E') = bytes.get(end) {
        // `1.69e-005` is common; the other exponents are not.
        let (down, after) = match bytes.get(end + 1) {
            Some(b'-') => digits(bytes, end + 2, 0),
            _ => return read_slowly(bytes, at),
        };
        if after == end + 2 || after > end + 5 {
            return read_slowly(bytes, at);
        }
        end = after;
        power += usize::try_from(down).unwrap_or(POWERS.len());
    }
    let ends = bytes.get(end).is_none_or(|byte| is_blank(*byte));
    // Nineteen digits fit into the mantissa without overflow.
    if !ends || count == 0 || count > 19 || mantissa > EXACT || power >= POWERS.len() {
        return read_slowly(bytes, at);
    }
    #[expect(clippy::cast_precision_loss, reason = "at most 2^53")]
    let value = mantissa as f64 / POWERS[power];
    Some((if negative { -value } else { value }, end))
}

/// The end of the word that starts at `at`.
pub(crate) fn word_end(bytes: &[u8], at: usize) -> usize {
    let length = bytes[at..].iter().position(|byte| is_blank(*byte));
    length.map_or(bytes.len(), |length| at + length)
}

#[inline]
fn digits(bytes: &[u8], mut at: usize, mut mantissa: u64) -> (u64, usize) {
    while let Some(byte) = bytes.get(at) {
        let digit = byte.wrapping_sub(b'0');
        if digit > 9 {
            break;
        }
        mantissa = mantissa.wrapping_mul(10).wrapping_add(u64::from(digit));
        at += 1;
    }
    (mantissa, at)
}

#[cold]
fn read_slowly(bytes: &[u8], at: usize) -> Option<(f64, usize)> {
    let end = word_end(bytes, at);
    let text = std::str::from_utf8(&bytes[at..end]).ok()?;
    let value = text.parse::<f64>().ok()?;
    value.is_finite().then_some((value, end))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn reads_what_motion_files_write() {
        let check = |text: &str, expect: f64| {
            assert_eq!(read(text.as_bytes(), 0), Some((expect, text.len())), "{text}");
        };
        check("0", 0.0);
        check("-12.3456", -12.3456);
        check("+0", 0.0);
        check(".0083333", 0.008_333_3);
        check("90.", 90.0);
        check("1.69e-005", 1.69e-5);
        check("9.0E+01", 90.0);
        check("123456789012345678901234567890", 123_456_789_012_345_680_000_000_000_000.0);
        check("0.00000000000000000000000000012", 1.2e-28);
        check("9007199254740993", 9_007_199_254_740_992.0);
    }

    #[test]
    fn stops_at_a_blank_and_refuses_the_rest() {
        assert_eq!(read(b"1.5\t2", 0), Some((1.5, 3)));
        assert_eq!(read(b"1.5 2", 4), Some((2.0, 5)));
        for text in ["", "-", ".", "nan", "-1.#IND", "inf", "1e999", "1,5", "0x10", "1.2.3", "1-2"]
        {
            assert_eq!(read(text.as_bytes(), 0), None, "{text}");
        }
    }

    proptest! {
        #[test]
        fn agrees_with_the_standard_parser(text in "[-+]?[0-9]{0,22}\\.?[0-9]{0,25}([eE][-+]?[0-9]{1,3})?") {
            let standard = text.parse::<f64>().ok().filter(|value| value.is_finite());
            let own = read(text.as_bytes(), 0).map(|(value, _)| value);
            prop_assert_eq!(own.map(f64::to_bits), standard.map(f64::to_bits));
        }

        #[test]
        fn agrees_on_every_double(value in proptest::num::f64::NORMAL) {
            let text = value.to_string();
            prop_assert_eq!(read(text.as_bytes(), 0), Some((value, text.len())));
        }
    }
}
