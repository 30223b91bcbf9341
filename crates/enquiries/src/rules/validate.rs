//! Which values are accepted.

mod number;

use std::collections::{BTreeMap, BTreeSet};

use chrono::{Datelike, NaiveDate};
use kernel::{EmailAddress, digits, text};

use super::{
    definition::FormDefinition,
    element::{Element, ElementId, ElementKind, Validator},
    errors::FieldError,
    files::check_file,
    values::{DateParts, StoredValue, StoredValues, Value, Values},
    visibility::visible_elements,
};

/// Characters of a line, and of a text of several lines.
pub const MAX_LINE_CHARS: u32 = 200;
pub const MAX_TEXT_CHARS: u32 = 5_000;

const PHONE_DIGITS: std::ops::RangeInclusive<usize> = 7..=15;

/// What the rules cannot know by themselves.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Facts {
    pub today: NaiveDate,
    pub captcha: CaptchaState,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CaptchaState {
    /// Only an empty answer is an error.
    Unchecked,
    /// The digits are right, or a proof of work stands in for them.
    Passed,
    Wrong,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Accepted {
    /// Every element that is shown. Files of others are not stored.
    pub visible: BTreeSet<ElementId>,
    /// Values of the shown elements that are not empty.
    pub values: StoredValues,
}

/// Checks what was sent. Hidden elements are neither required nor stored; the value of a hidden field is that of the
/// definition, whatever was sent. Every element has its errors in the order in which they are found.
pub fn validate(
    form: &FormDefinition,
    values: &Values,
    facts: Facts,
) -> Result<Accepted, BTreeMap<ElementId, Vec<FieldError>>> {
    let visible = visible_elements(form, values);
    let mut stored = StoredValues::new();
    let mut errors = BTreeMap::new();
    for element in form.elements.iter().filter(|element| visible.contains(&element.id)) {
        let other = |id: ElementId| match visible.contains(&id) {
            true => values.get(&id).map(|value| line(value.text(), MAX_LINE_CHARS)).unwrap_or_default(),
            false => String::new(),
        };
        match check_element(element, values.get(&element.id), facts, &other) {
            Ok(Some(value)) => {
                stored.insert(element.id, value);
            }
            Ok(None) => {}
            Err(found) => {
                errors.insert(element.id, found);
            }
        }
    }
    if errors.is_empty() { Ok(Accepted { visible, values: stored }) } else { Err(errors) }
}

type Checked = Result<Option<StoredValue>, Vec<FieldError>>;

fn check_element(
    element: &Element,
    value: Option<&Value>,
    facts: Facts,
    other: &dyn Fn(ElementId) -> String,
) -> Checked {
    let typed = value.map(Value::text).unwrap_or_default();
    let missing = || if element.required { Err(vec![FieldError::Required]) } else { Ok(None) };
    let text = match &element.kind {
        ElementKind::Heading {} | ElementKind::Note { .. } => return Ok(None),
        ElementKind::Hidden { value } => {
            return Ok(Some(StoredValue::Text(value.clone())).filter(|_| !value.is_empty()));
        }
        ElementKind::Captcha {} => return check_captcha(typed, facts.captcha),
        ElementKind::Upload { .. } => return check_files(element, value),
        ElementKind::Select { options } | ElementKind::Radio { options } => {
            // Compared as it was sent, as conditions do.
            return match options.iter().find(|option| option.value == typed) {
                Some(option) => Ok(Some(StoredValue::Text(option.value.clone()))),
                None if typed.is_empty() => missing(),
                None => Err(vec![FieldError::ChoiceInvalid]),
            };
        }
        ElementKind::Checkboxes { options } => {
            let list = value.map(Value::list).unwrap_or_default();
            let is_known = |chosen: &String| options.iter().any(|option| option.value == *chosen);
            if !list.iter().all(is_known) {
                return Err(vec![FieldError::ChoiceInvalid]);
            }
            // In the order of the form, each once.
            let chosen = options.iter().map(|option| &option.value).filter(|value| list.contains(value));
            let chosen: Vec<String> = chosen.cloned().collect();
            return if chosen.is_empty() { missing() } else { Ok(Some(StoredValue::List(chosen))) };
        }
        ElementKind::Date { first_year, last_year } => {
            let Some(Value::Date(parts)) = value.filter(|value| !is_empty_date(value)) else {
                return if element.required { Err(vec![FieldError::DateIncomplete]) } else { Ok(None) };
            };
            return check_date(element, parts, (*first_year, *last_year), facts.today);
        }
        ElementKind::Textarea { .. } => text::clean_lines(typed, MAX_TEXT_CHARS as usize + 1),
        _ => line(typed, MAX_LINE_CHARS + 1),
    };
    if text.is_empty() {
        return missing();
    }
    check_text(element, text, other).map(|text| Some(StoredValue::Text(text)))
}

fn line(typed: &str, max_chars: u32) -> String {
    text::clean(typed, max_chars as usize)
}

fn is_empty_date(value: &Value) -> bool {
    !matches!(value, Value::Date(parts) if !parts.is_empty())
}

/// Checks a text that is not empty, and returns it as it is stored.
fn check_text(
    element: &Element,
    text: String,
    other: &dyn Fn(ElementId) -> String,
) -> Result<String, Vec<FieldError>> {
    let is_long = matches!(element.kind, ElementKind::Textarea { .. });
    let max = if is_long { MAX_TEXT_CHARS } else { MAX_LINE_CHARS };
    let chars = u32::try_from(text.chars().count()).unwrap_or(u32::MAX);
    if chars > max {
        return Err(vec![FieldError::TooLong { max }]);
    }
    let text = match &element.kind {
        ElementKind::Email {} => EmailAddress::parse(&text)
            .map(|address| address.as_str().to_owned())
            .map_err(|_| vec![FieldError::EmailInvalid])?,
        ElementKind::Phone {} => phone(&text).ok_or_else(|| vec![FieldError::PhoneInvalid])?,
        ElementKind::Number { min, max, decimals } => number::check(&text, *min, *max, *decimals)?,
        _ => text,
    };
    let folds = |validator: &Validator| matches!(validator, Validator::Digits {} | Validator::Code {});
    let text = match element.validators.iter().any(folds) {
        true => digits::fold(&text).into_owned(),
        false => text,
    };
    let errors: Vec<FieldError> =
        element.validators.iter().filter_map(|validator| violation(validator, &text, other)).collect();
    if errors.is_empty() { Ok(text) } else { Err(errors) }
}

fn violation(validator: &Validator, text: &str, other: &dyn Fn(ElementId) -> String) -> Option<FieldError> {
    let chars = u32::try_from(text.chars().count()).unwrap_or(u32::MAX);
    match validator {
        Validator::Length { min, .. } if chars < *min => Some(FieldError::TooShort { min: *min }),
        Validator::Length { max: Some(max), .. } if chars > *max => Some(FieldError::TooLong { max: *max }),
        Validator::Digits {} if !text.bytes().all(|byte| byte.is_ascii_digit()) => {
            Some(FieldError::DigitsOnly)
        }
        Validator::Code {} if !text.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-') => {
            Some(FieldError::CodeOnly)
        }
        Validator::Identical { element_id } if other(*element_id) != text => Some(FieldError::NotIdentical),
        _ => None,
    }
}

/// Digits with the usual marks between them, and a plus in front. `None`: not a phone number.
fn phone(text: &str) -> Option<String> {
    let text = digits::fold(text).into_owned();
    let rest = text.strip_prefix('+').unwrap_or(&text);
    let digits = rest.bytes().filter(u8::is_ascii_digit).count();
    let is_phone = PHONE_DIGITS.contains(&digits)
        && rest.chars().all(|c| c.is_ascii_digit() || matches!(c, ' ' | '-' | '(' | ')' | '.' | '/'));
    is_phone.then_some(text)
}

fn check_date(element: &Element, parts: &DateParts, years: (u16, u16), today: NaiveDate) -> Checked {
    if [&parts.day, &parts.month, &parts.year].into_iter().any(|part| part.trim().is_empty()) {
        return Err(vec![FieldError::DateIncomplete]);
    }
    let date = parts
        .date()
        .filter(|date| (i32::from(years.0)..=i32::from(years.1)).contains(&date.year()))
        .ok_or_else(|| vec![FieldError::DateInvalid])?;
    let errors: Vec<FieldError> = element
        .validators
        .iter()
        .filter_map(|validator| match validator {
            Validator::FromToday {} if date < today => Some(FieldError::DatePast),
            Validator::UntilToday {} if date > today => Some(FieldError::DateFuture),
            _ => None,
        })
        .collect();
    if errors.is_empty() { Ok(Some(StoredValue::Text(date.to_string()))) } else { Err(errors) }
}

fn check_captcha(typed: &str, state: CaptchaState) -> Checked {
    match state {
        CaptchaState::Passed => Ok(None),
        _ if line(typed, MAX_LINE_CHARS).is_empty() => Err(vec![FieldError::Required]),
        CaptchaState::Unchecked => Ok(None),
        CaptchaState::Wrong => Err(vec![FieldError::CaptchaWrong]),
    }
}

fn check_files(element: &Element, value: Option<&Value>) -> Checked {
    let files = value.map(Value::files).unwrap_or_default();
    if files.is_empty() && element.required {
        return Err(vec![FieldError::Required]);
    }
    let errors: Vec<FieldError> = files
        .iter()
        .enumerate()
        .filter_map(|(index, file)| {
            let refusal = check_file(&element.kind, index, &file.name, file.bytes).err()?;
            Some(FieldError::File { name: file.name.clone(), refusal })
        })
        .collect();
    if errors.is_empty() { Ok(None) } else { Err(errors) }
}
