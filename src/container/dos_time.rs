//! The date and time of an entry: MS-DOS format, two-second steps, no time zone (APPNOTE 4.4.6).

use super::Modified;

/// Reads the two fields. What is no date of the calendar is [`Modified::Absent`].
pub(super) fn modified(date: u16, time: u16) -> Modified {
    let (year, month, day) = ((date >> 9).saturating_add(1980), (date >> 5) & 15, date & 31);
    let (hour, minute, second) = (time >> 11, (time >> 5) & 63, (time & 31).saturating_mul(2));
    let last_day = match month {
        1 | 3 | 5 | 7 | 8 | 10 | 12 => 31,
        4 | 6 | 9 | 11 => 30,
        2 if is_leap(year) => 29,
        2 => 28,
        _ => 0,
    };
    if day == 0 || day > last_day || hour > 23 || minute > 59 || second > 59 {
        return Modified::Absent;
    }
    if (year, month, day, hour, minute, second) == (1980, 1, 1, 0, 0, 0) {
        return Modified::Epoch;
    }
    Modified::At(format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}"))
}

/// The year after which the format has no dates.
pub(super) const LAST_YEAR: &str = "2107-";

fn is_leap(year: u16) -> bool {
    // The format ends in 2107: of the century years only 2000 and 2100 count.
    year.is_multiple_of(4) && year != 2100
}

#[cfg(test)]
#[expect(clippy::arithmetic_side_effects, reason = "small numbers of a test")]
mod tests {
    use super::*;

    fn dos(year: u16, month: u16, day: u16, hour: u16, minute: u16, second: u16) -> Modified {
        modified(((year - 1980) << 9) | (month << 5) | day, (hour << 11) | (minute << 5) | (second / 2))
    }

    #[test]
    fn a_date_is_read_without_a_time_zone() {
        assert_eq!(dos(2024, 10, 18, 15, 2, 0), Modified::At("2024-10-18T15:02:00".to_owned()));
        assert_eq!(dos(2107, 12, 31, 23, 59, 58), Modified::At("2107-12-31T23:59:58".to_owned()));
    }

    #[test]
    fn the_first_date_of_the_format_is_an_epoch_and_no_build_time() {
        assert_eq!(dos(1980, 1, 1, 0, 0, 0), Modified::Epoch);
        assert_eq!(dos(1980, 1, 1, 0, 0, 2), Modified::At("1980-01-01T00:00:02".to_owned()));
    }

    #[test]
    fn what_is_no_date_of_the_calendar_is_absent() {
        assert_eq!(modified(0, 0), Modified::Absent);
        assert_eq!(modified(0xffff, 0xffff), Modified::Absent);
        for date in [(2023, 2, 29), (2100, 2, 29), (2024, 4, 31), (2024, 13, 1), (2024, 1, 0)] {
            assert_eq!(dos(date.0, date.1, date.2, 0, 0, 0), Modified::Absent, "{date:?}");
        }
        assert_eq!(dos(2024, 2, 29, 0, 0, 0), Modified::At("2024-02-29T00:00:00".to_owned()));
    }
}
