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
/// A mantissa below 2⁵³ and a power of ten up to 22 are both exact, so one division rounds once, as
/// the standard parser does (Clinger 1990, "How to read floating point numbers accurately").
/// Everything else goes to the standard parser.
#[inline]
pub(crate) fn read(bytes: &[u8], at: usize) -> Option<(f64, usize)> {
    match read_short(bytes, at) {
        Some(found) => Some(found),
        None => read_long(bytes, at),
    }
}

/// A number of at most eight digits and point, all of them looked at in one go. `None` where it is
/// longer, stands at the very end, or is written in another way.
///
/// PERF: lengths of words are random, so a loop over digits costs two wrong guesses of the
/// processor for each number; this has no loop and is about twice as fast.
#[inline]
fn read_short(bytes: &[u8], at: usize) -> Option<(f64, usize)> {
    let first = *bytes.get(at)?;
    let start = at + usize::from(first == b'-' || first == b'+');
    let word = bytes.get(start..start + 9)?;
    let (eight, next) = (u64::from_le_bytes(word[..8].try_into().ok()?), word[8]);
    // The first byte below 0x21, then the first point before it: marked by the top bit of the byte.
    let blanks = eight.wrapping_sub(0x21 * ONES) & !eight & TOPS;
    let length = blanks.trailing_zeros() / 8;
    if length == 8 && !is_blank(next) {
        return None;
    }
    let text = eight & low_bytes(length);
    let not_point = text ^ (u64::from(b'.') * ONES);
    let points = not_point.wrapping_sub(ONES) & !not_point & TOPS;
    let point = (points.trailing_zeros() / 8).min(length);
    let has_point = u32::from(point < length);
    let count = length - has_point;
    let after = shift_down(text, point + has_point);
    let digits = (text & low_bytes(point)) | shift_up(after, point);
    // Zeros in front, so that the last digit stands in the last byte.
    let digits = shift_up(digits, 8 - count) | ((u64::from(b'0') * ONES) & low_bytes(8 - count));
    let high = digits & (0xf0 * ONES);
    let carried = digits.wrapping_add(6 * ONES) & (0xf0 * ONES);
    if count == 0 || (high | (carried >> 4)) != 0x33 * ONES {
        return None;
    }
    let value = f64::from(eight_digits(digits)) / POWERS[(count - point) as usize];
    let end = start + length as usize;
    Some((if first == b'-' { -value } else { value }, end))
}

const ONES: u64 = 0x0101_0101_0101_0101;
const TOPS: u64 = 0x80 * ONES;

/// A mask of the first `count` bytes, at most eight.
#[inline]
fn low_bytes(count: u32) -> u64 {
    !shift_up(u64::MAX, count)
}

/// Moves bytes up by `count`, at most eight: two shifts, since one by 64 bits is not defined.
#[inline]
fn shift_up(bytes: u64, count: u32) -> u64 {
    (bytes << (4 * count)) << (4 * count)
}

#[inline]
fn shift_down(bytes: u64, count: u32) -> u64 {
    (bytes >> (4 * count)) >> (4 * count)
}

/// Eight digits, the first in the lowest byte: pairs, then fours, then all, in one register.
#[inline]
fn eight_digits(text: u64) -> u32 {
    let digits = text & (0x0f * ONES);
    let pairs = (digits * 10 + (digits >> 8)) & 0x00ff_00ff_00ff_00ff;
    let fours = (pairs * 100 + (pairs >> 16)) & 0x0000_ffff_0000_ffff;
    (fours * 10_000 + (fours >> 32)) as u32
}

fn read_long(bytes: &[u8], at: usize) -> Option<(f64, usize)> {
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
        fn agrees_on_short_words(text in "[-+]?[0-9]{0,6}\\.?[0-9]{0,5}", after in "[ \t\n][ 0-9.a-z-]{9}") {
            let standard = text.parse::<f64>().ok().map(|value| (value.to_bits(), text.len()));
            let own = read((text.clone() + &after).as_bytes(), 0);
            prop_assert_eq!(own.map(|(value, end)| (value.to_bits(), end)), standard);
        }

        #[test]
        fn agrees_on_any_short_word(text in "[-+.0-9e/:a\u{80}]{1,9}") {
            let standard = text.parse::<f64>().ok().filter(|value| value.is_finite());
            let own = read((text.clone() + " 123456789").as_bytes(), 0).map(|(value, _)| value);
            prop_assert_eq!(own.map(f64::to_bits), standard.map(f64::to_bits));
        }

        #[test]
        fn agrees_on_every_double(value in proptest::num::f64::NORMAL) {
            let text = value.to_string();
            prop_assert_eq!(read(text.as_bytes(), 0), Some((value, text.len())));
        }
    }
}
