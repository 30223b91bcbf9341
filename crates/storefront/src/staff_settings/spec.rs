//! What a form of the settings asks: fields with their kinds. A kind reads a text, refuses it, and shows a stored value.

use kernel::{EmailAddress, Key, Message, Money, Zone, digits, msg::settings as msg, text};
use serde_json::{Value, json};

use super::accounts;

/// A field of a form.
#[derive(Debug)]
pub struct Spec {
    /// The path of the value in the stored thing: `cod.enabled`.
    pub name: &'static str,
    pub label: Key,
    pub hint: Option<Key>,
    pub kind: Kind,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// One line of text.
    Line {
        max: usize,
        is_required: bool,
        is_ltr: bool,
    },
    /// The same, stored as null if it is empty.
    OptionalLine {
        max: usize,
    },
    Email,
    /// An address in this shop, or empty.
    Path,
    /// A name of a time zone, or empty.
    TimeZone,
    Lines {
        most: usize,
        max: usize,
        is_ltr: bool,
    },
    Switch,
    Number {
        min: i64,
        max: i64,
    },
    OptionalNumber {
        min: i64,
        max: i64,
    },
    /// In minor units; empty is zero.
    Money,
    /// In minor units, or null.
    OptionalMoney,
    Choice(&'static [(&'static str, Key)]),
    Countries,
    /// Numbers of weekdays, 0 for Sunday.
    Weekdays,
    Time,
    /// Bank accounts, one in a line.
    Accounts,
    /// Changed by buttons of their own.
    Order,
    Removed,
}

/// Why a value is refused at its field.
#[derive(Debug, Clone, PartialEq)]
pub struct Refused {
    pub field: &'static str,
    pub message: Message,
}

impl Refused {
    pub fn new(field: &'static str, message: impl Into<Message>) -> Self {
        Self { field, message: message.into() }
    }
}

/// The largest amount that a form takes: 10,000,000.00.
const MAX_MINOR: i64 = 1_000_000_000;

impl Kind {
    /// Of a thing that lacks the field.
    pub fn empty(self) -> Value {
        match self {
            Self::Switch | Self::Removed => json!(false),
            Self::Number { min, .. } => json!(min),
            Self::Money => json!(0),
            Self::OptionalLine { .. } | Self::OptionalNumber { .. } | Self::OptionalMoney => Value::Null,
            Self::Lines { .. } | Self::Countries | Self::Weekdays | Self::Accounts | Self::Order => json!([]),
            Self::Choice(choices) => json!(choices.first().map_or("", |one| one.0)),
            Self::Line { .. } | Self::Email | Self::Path | Self::TimeZone | Self::Time => json!(""),
        }
    }

    /// Whether the form shows the field.
    pub const fn is_open(self) -> bool {
        !matches!(self, Self::Order | Self::Removed)
    }

    /// Boxes send nothing when none is ticked.
    pub const fn has_boxes(self) -> bool {
        matches!(self, Self::Switch | Self::Countries | Self::Weekdays)
    }

    /// As the form sends it.
    pub fn text(self, value: &Value) -> String {
        match (self, value) {
            (Self::Switch | Self::Removed, value) => {
                if value.as_bool().unwrap_or_default() { "1" } else { "0" }.to_owned()
            }
            (Self::Money | Self::OptionalMoney, Value::Number(minor)) => {
                Money::from_minor(minor.as_i64().unwrap_or_default()).to_decimal()
            }
            (Self::Accounts, value) => accounts::text(value),
            (Self::Countries | Self::Weekdays, Value::Array(values)) => {
                let mut values: Vec<String> = values.iter().map(plain).collect();
                values.sort();
                values.join(" ")
            }
            (Self::Lines { .. }, Value::Array(values)) => {
                values.iter().map(plain).collect::<Vec<_>>().join("\n")
            }
            (Self::Order, Value::Array(values)) => values.iter().map(plain).collect::<Vec<_>>().join(" "),
            (_, value) => plain(value),
        }
    }

    /// Reads what was typed.
    pub fn read(self, given: &str) -> Result<Value, Message> {
        // A character more than is allowed: nothing is cut off in silence.
        let line = |max: usize| {
            let text = text::clean(given, max + 1);
            if text.chars().count() > max { Err(msg::ERROR_TOO_LONG.with("max", max)) } else { Ok(text) }
        };
        let number = |min: i64, max: i64| {
            let bad = || msg::ERROR_RANGE.with("min", min).with("max", max);
            let folded = digits::fold(given.trim()).replace(',', "");
            let number = folded.parse::<i64>().map_err(|_| bad())?;
            if (min..=max).contains(&number) { Ok(json!(number)) } else { Err(bad()) }
        };
        let is_empty = given.trim().is_empty();
        match self {
            Self::Number { .. } | Self::Time if is_empty => Err(msg::ERROR_EMPTY.into()),
            Self::Line { max, is_required, .. } => {
                let text = line(max)?;
                if is_required && text.is_empty() { Err(msg::ERROR_EMPTY.into()) } else { Ok(json!(text)) }
            }
            Self::OptionalLine { max } => {
                let text = line(max)?;
                Ok(if text.is_empty() { Value::Null } else { json!(text) })
            }
            Self::Email | Self::Path | Self::TimeZone | Self::OptionalNumber { .. } | Self::OptionalMoney
                if is_empty =>
            {
                Ok(self.empty())
            }
            Self::Email => match EmailAddress::parse(given) {
                Ok(email) => Ok(json!(email.as_str())),
                Err(_) => Err(msg::ERROR_EMAIL.into()),
            },
            Self::Path => {
                let path = line(200)?;
                let is_ours = path.starts_with("/ar/") && !path.contains(char::is_whitespace);
                if is_ours { Ok(json!(path)) } else { Err(msg::ERROR_PATH.into()) }
            }
            Self::TimeZone => {
                let name = line(60)?;
                if Zone::find(&name).is_some() { Ok(json!(name)) } else { Err(msg::ERROR_TIME_ZONE.into()) }
            }
            Self::Lines { most, max, .. } => lines(given, most, max),
            Self::Switch | Self::Removed => Ok(json!(given == "1")),
            Self::Number { min, max } | Self::OptionalNumber { min, max } => number(min, max),
            Self::Money if is_empty => Ok(json!(0)),
            Self::Money | Self::OptionalMoney => match catalog::rules::edit::parse_price(given) {
                Ok(Some(minor)) if (0..=MAX_MINOR).contains(&minor) => Ok(json!(minor)),
                _ => Err(msg::ERROR_MONEY.into()),
            },
            Self::Choice(choices) => match choices.iter().find(|one| one.0 == given) {
                Some(choice) => Ok(json!(choice.0)),
                None => Err(msg::ERROR_UNKNOWN.into()),
            },
            Self::Countries => {
                let is_code = |code: &str| code.len() == 2 && code.bytes().all(|b| b.is_ascii_uppercase());
                set(given)
                    .into_iter()
                    .map(|code| is_code(code).then(|| json!(code)))
                    .collect::<Option<Value>>()
                    .ok_or_else(|| msg::ERROR_UNKNOWN.into())
            }
            Self::Weekdays => {
                let day = |text: &str| text.parse::<i16>().ok().filter(|day| (0..7).contains(day));
                set(given)
                    .into_iter()
                    .map(|text| day(text).map(|day| json!(day)))
                    .collect::<Option<Value>>()
                    .ok_or_else(|| msg::ERROR_UNKNOWN.into())
            }
            Self::Time => {
                let folded = digits::fold(given.trim()).into_owned();
                match chrono::NaiveTime::parse_from_str(folded.get(..5).unwrap_or(&folded), "%H:%M") {
                    Ok(time) => Ok(json!(time.format("%H:%M").to_string())),
                    Err(_) => Err(msg::ERROR_TIME.into()),
                }
            }
            Self::Accounts => accounts::read(given),
            Self::Order => {
                let ids = set(given).into_iter().map(|id| id.parse::<i64>().ok().map(|id| json!(id)));
                ids.collect::<Option<Value>>().ok_or_else(|| msg::ERROR_UNKNOWN.into())
            }
        }
    }
}

fn plain(value: &Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::String(text) => text.clone(),
        other => other.to_string(),
    }
}

fn set(given: &str) -> Vec<&str> {
    given.split_whitespace().collect()
}

fn lines(given: &str, most: usize, max: usize) -> Result<Value, Message> {
    let mut found: Vec<String> = Vec::new();
    for one in given.lines() {
        let one = text::clean(one, max + 1);
        if one.chars().count() > max {
            return Err(msg::ERROR_TOO_LONG.with("max", max));
        }
        if !one.is_empty() && !found.contains(&one) {
            found.push(one);
        }
    }
    if found.len() > most { Err(msg::ERROR_TOO_MANY.with("most", most)) } else { Ok(json!(found)) }
}
