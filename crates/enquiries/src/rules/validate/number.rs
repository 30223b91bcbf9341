//! Typed numbers.

use kernel::digits;

use super::super::errors::FieldError;

/// Larger numbers are no answers of a form; these stay exact in the browser.
const MAX_WHOLE_DIGITS: usize = 9;
const MAX_DECIMALS: usize = 4;

/// A number as it is stored: Western digits, no separators, no zeros that say nothing.
pub fn check(
    text: &str,
    min: Option<i64>,
    max: Option<i64>,
    decimals: u8,
) -> Result<String, Vec<FieldError>> {
    let folded = digits::fold(text);
    let (number, units) = parse(&folded, usize::from(decimals).min(MAX_DECIMALS))
        .ok_or_else(|| vec![FieldError::NumberInvalid])?;
    let scale = 10_i64.pow(4);
    match (min, max) {
        (Some(min), _) if units < min.saturating_mul(scale) => Err(vec![FieldError::NumberBelow { min }]),
        (_, Some(max)) if units > max.saturating_mul(scale) => Err(vec![FieldError::NumberAbove { max }]),
        _ => Ok(number),
    }
}

/// The number as text, and in ten-thousandths.
fn parse(text: &str, decimals: usize) -> Option<(String, i64)> {
    let (sign, rest) = text.strip_prefix('-').map_or(("", text), |rest| ("-", rest));
    let (whole, fraction) = rest.split_once('.').map_or((rest, None), |(whole, rest)| (whole, Some(rest)));
    let whole = without_groups(whole)?;
    let fraction = match fraction {
        None => "",
        Some(digits) if is_digits(digits) && digits.len() <= decimals => digits.trim_end_matches('0'),
        Some(_) => return None,
    };
    let whole = match whole.trim_start_matches('0') {
        "" => "0",
        digits if digits.len() <= MAX_WHOLE_DIGITS => digits,
        _ => return None,
    };
    let units: i64 = format!("{whole}{fraction:0<4}").parse().ok()?;
    let sign = if units == 0 { "" } else { sign };
    let point = if fraction.is_empty() { "" } else { "." };
    Some((format!("{sign}{whole}{point}{fraction}"), if sign.is_empty() { units } else { -units }))
}

/// Digits, or groups of three with commas between them.
fn without_groups(whole: &str) -> Option<String> {
    let mut groups = whole.split(',');
    let first = groups.next().filter(|first| is_digits(first))?;
    let rest: Vec<&str> = groups.collect();
    let is_grouped = first.len() <= 3 && rest.iter().all(|group| is_digits(group) && group.len() == 3);
    (rest.is_empty() || is_grouped).then(|| format!("{first}{}", rest.concat()))
}

fn is_digits(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}
