//! Parameters of the query. An invalid one is refused by name, as the platform does.

use chrono::{DateTime, Datelike, NaiveDate, NaiveDateTime, Utc};
use edge::{AppError, PageRequest};
use kernel::msg;

use crate::envelope::invalid_param;

/// No list has more values.
const MAX_VALUES: usize = 100;

pub fn out_of_range(name: &str, min: i64, max: i64) -> AppError {
    invalid_param(name, msg::store_api::PARAM_RANGE.with("min", min).with("max", max))
}

pub fn integer(request: &PageRequest, name: &str, min: i64, max: i64) -> Result<Option<i64>, AppError> {
    let Some(text) = request.query(name) else { return Ok(None) };
    let number: i64 = text.parse().map_err(|_| invalid_param(name, msg::store_api::PARAM_INTEGER))?;
    if (min..=max).contains(&number) { Ok(Some(number)) } else { Err(out_of_range(name, min, max)) }
}

pub fn boolean(request: &PageRequest, name: &str) -> Result<Option<bool>, AppError> {
    match request.query(name) {
        None => Ok(None),
        Some("true" | "1") => Ok(Some(true)),
        Some("false" | "0") => Ok(Some(false)),
        Some(_) => Err(invalid_param(name, msg::store_api::PARAM_BOOLEAN)),
    }
}

/// One of these values, or the first of them.
pub fn one_of<T: Copy>(
    request: &PageRequest,
    name: &str,
    values: &[(&str, T)],
) -> Result<Option<T>, AppError> {
    let Some(text) = request.query(name) else { return Ok(None) };
    match values.iter().find(|(known, _)| *known == text) {
        Some((_, value)) => Ok(Some(*value)),
        None => {
            let names: Vec<&str> = values.iter().map(|(name, _)| *name).collect();
            Err(invalid_param(name, msg::store_api::PARAM_ONE_OF.with("values", names.join(", "))))
        }
    }
}

/// The values of a list, without empty ones.
pub fn list<'r>(request: &'r PageRequest, name: &str) -> Vec<&'r str> {
    let values = request.query(name).unwrap_or_default().split(',').map(str::trim);
    values.filter(|value| !value.is_empty()).take(MAX_VALUES).collect()
}

pub fn integers(request: &PageRequest, name: &str) -> Result<Vec<i64>, AppError> {
    let number = |text: &str| text.parse().map_err(|_| invalid_param(name, msg::store_api::PARAM_INTEGER));
    list(request, name).into_iter().map(number).collect()
}

/// A date and time, in UTC unless it names another zone; a date alone is its beginning.
pub fn moment(request: &PageRequest, name: &str) -> Result<Option<DateTime<Utc>>, AppError> {
    let Some(text) = request.query(name) else { return Ok(None) };
    // A plus sign of a zone arrives as a space unless it was encoded.
    let text = text.replace(' ', "+");
    let zoned = DateTime::parse_from_rfc3339(&text).ok().map(|time| time.with_timezone(&Utc));
    let plain = || NaiveDateTime::parse_from_str(&text, "%Y-%m-%dT%H:%M:%S").ok().map(|time| time.and_utc());
    let day =
        || NaiveDate::parse_from_str(&text, "%Y-%m-%d").ok()?.and_hms_opt(0, 0, 0).map(|time| time.and_utc());
    // The database knows fewer years than the parser.
    let time = zoned.or_else(plain).or_else(day).filter(|time| (1..=9_999).contains(&time.year()));
    time.map(Some).ok_or_else(|| invalid_param(name, msg::store_api::PARAM_DATE))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    fn request(name: &str, value: &str) -> PageRequest {
        PageRequest::new(BTreeMap::new(), BTreeMap::from([(name.to_owned(), value.to_owned())]))
    }

    #[test]
    fn times_are_read_with_and_without_a_zone() {
        let read = |text| moment(&request("after", text), "after").expect("valid").expect("given");
        assert_eq!(read("2026-01-02T03:00:00+03:00"), read("2026-01-02T00:00:00"));
        assert_eq!(read("2026-01-02T03:00:00 03:00"), read("2026-01-02"));
        for refused in ["yesterday", "+99999-01-01", "-99999-01-01", "2026-13-01"] {
            assert!(moment(&request("after", refused), "after").is_err(), "{refused}");
        }
    }

    #[test]
    fn a_list_has_no_empty_values() {
        assert_eq!(list(&request("include", "1,,2, "), "include"), ["1", "2"]);
        assert!(integers(&request("include", "1,x"), "include").is_err());
    }
}
