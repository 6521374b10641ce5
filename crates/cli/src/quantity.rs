//! Sizes and durations as people write them: `4G`, `512M`, `30s`, `1.5h`.

use std::time::Duration;

/// Reads a size: a number and one of `K M G T` (powers of 1024), `B` allowed after it.
///
/// # Errors
/// If the text is no such size.
pub(crate) fn size(text: &str) -> Result<u64, String> {
    let (number, unit) = split(text);
    let unit = unit.to_ascii_lowercase();
    let unit = unit.strip_suffix("ib").or(unit.strip_suffix('b')).unwrap_or(&unit);
    let factor = match unit {
        "" => 1u64,
        "k" => 1 << 10,
        "m" => 1 << 20,
        "g" => 1 << 30,
        "t" => 1 << 40,
        _ => return Err("expected a size such as 512M or 4G".to_owned()),
    };
    let bytes = positive(number)? * factor as f64;
    if bytes < 1.0 || u64::MAX as f64 <= bytes {
        return Err("expected a size such as 512M or 4G".to_owned());
    }
    Ok(bytes as u64)
}

/// Reads a duration: a number and one of `ms s m h` (`s` if there is none).
///
/// # Errors
/// If the text is no such duration.
pub(crate) fn duration(text: &str) -> Result<Duration, String> {
    let (number, unit) = split(text);
    let seconds = match unit {
        "ms" => 0.001,
        "" | "s" => 1.0,
        "m" | "min" => 60.0,
        "h" => 3600.0,
        _ => return Err("expected a duration such as 30s, 5m or 1h".to_owned()),
    };
    Duration::try_from_secs_f64(positive(number)? * seconds)
        .map_err(|_| "this duration is too long".to_owned())
}

/// Reads `NAME=VALUE`, or `NAME` for `NAME=1`.
///
/// # Errors
/// If there is no name.
pub(crate) fn define(text: &str) -> Result<(String, String), String> {
    let (name, value) = text.split_once('=').unwrap_or((text, "1"));
    if name.is_empty() {
        return Err("expected NAME or NAME=VALUE".to_owned());
    }
    Ok((name.to_owned(), value.to_owned()))
}

/// The number in front and the unit behind.
fn split(text: &str) -> (&str, &str) {
    let text = text.trim();
    let end = text.find(|it: char| !it.is_ascii_digit() && it != '.').unwrap_or(text.len());
    (&text[..end], text[end..].trim())
}

fn positive(number: &str) -> Result<f64, String> {
    number.parse().map_err(|_| "expected a number with a unit".to_owned())
}

#[cfg(test)]
mod tests {
    use super::{define, duration, size};
    use std::time::Duration;

    #[test]
    fn sizes_have_binary_units() {
        assert_eq!(size("4G"), Ok(4 << 30));
        assert_eq!(size("1.5KiB"), Ok(1536));
        assert_eq!(size("100 MB"), Ok(100 << 20));
        assert_eq!(size("77"), Ok(77));
        for wrong in ["", "G", "4X", "-1G", "0", "99999999999T", "1.2.3G"] {
            assert!(size(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn durations_default_to_seconds() {
        assert_eq!(duration("30s"), Ok(Duration::from_secs(30)));
        assert_eq!(duration("5m"), Ok(Duration::from_secs(300)));
        assert_eq!(duration("0.5"), Ok(Duration::from_millis(500)));
        assert_eq!(duration("20ms"), Ok(Duration::from_millis(20)));
        for wrong in ["", "s", "5 parsecs", "99999999999999999999h"] {
            assert!(duration(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn a_macro_without_a_value_is_one() {
        assert_eq!(define("N=3"), Ok(("N".to_owned(), "3".to_owned())));
        assert_eq!(define("N"), Ok(("N".to_owned(), "1".to_owned())));
        assert_eq!(define("N=a=b"), Ok(("N".to_owned(), "a=b".to_owned())));
        assert!(define("=3").is_err());
    }
}
