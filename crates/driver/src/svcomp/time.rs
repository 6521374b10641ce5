//! The time of day as witnesses write it.

use std::time::{SystemTime, UNIX_EPOCH};

/// Now, or the time that `SOURCE_DATE_EPOCH` gives, so that runs can be repeated to the byte.
pub(super) fn now() -> String {
    let given = std::env::var("SOURCE_DATE_EPOCH").ok().and_then(|it| it.parse().ok());
    let clock = || SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |it| it.as_secs());
    iso_8601(given.unwrap_or_else(clock))
}

/// Seconds since 1970 as a date and time of day.
fn iso_8601(seconds: u64) -> String {
    let (mut days, time) = (seconds / 86400, seconds % 86400);
    let is_leap =
        |year: u64| year.is_multiple_of(4) && !year.is_multiple_of(100) || year.is_multiple_of(400);
    let mut year = 1970;
    loop {
        let length = 365 + u64::from(is_leap(year));
        if days < length {
            break;
        }
        days -= length;
        year += 1;
    }
    let february = 28 + u64::from(is_leap(year));
    let mut month = 1;
    for length in [31, february, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31] {
        if days < length {
            break;
        }
        days -= length;
        month += 1;
    }
    let (hour, minute, second) = (time / 3600, time / 60 % 60, time % 60);
    format!("{year:04}-{month:02}-{:02}T{hour:02}:{minute:02}:{second:02}Z", days + 1)
}

#[cfg(test)]
mod tests {
    use super::iso_8601;

    #[test]
    fn dates() {
        assert_eq!(iso_8601(0), "1970-01-01T00:00:00Z");
        assert_eq!(iso_8601(951_782_399), "2000-02-28T23:59:59Z");
        assert_eq!(iso_8601(951_782_400), "2000-02-29T00:00:00Z");
        assert_eq!(iso_8601(1_767_225_599), "2025-12-31T23:59:59Z");
    }
}
