//! What is wrong with a value, and its text.

use kernel::{Message, msg};

use super::{element::Element, files::FileRefusal};

/// Why a value is not accepted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FieldError {
    Required,
    TooShort { min: u32 },
    TooLong { max: u32 },
    EmailInvalid,
    PhoneInvalid,
    NumberInvalid,
    NumberBelow { min: i64 },
    NumberAbove { max: i64 },
    ChoiceInvalid,
    DigitsOnly,
    CodeOnly,
    NotIdentical,
    DateIncomplete,
    DateInvalid,
    DatePast,
    DateFuture,
    CaptchaWrong,
    File { name: String, refusal: FileRefusal },
}

impl FieldError {
    /// The name in the vectors and in the browser, and its argument.
    pub fn code(&self) -> (&'static str, String) {
        let plain = |code| (code, String::new());
        match self {
            Self::Required => plain("required"),
            Self::TooShort { min } => ("too-short", min.to_string()),
            Self::TooLong { max } => ("too-long", max.to_string()),
            Self::EmailInvalid => plain("email"),
            Self::PhoneInvalid => plain("phone"),
            Self::NumberInvalid => plain("number"),
            Self::NumberBelow { min } => ("number-min", min.to_string()),
            Self::NumberAbove { max } => ("number-max", max.to_string()),
            Self::ChoiceInvalid => plain("choice"),
            Self::DigitsOnly => plain("digits"),
            Self::CodeOnly => plain("code"),
            Self::NotIdentical => plain("identical"),
            Self::DateIncomplete => plain("date-incomplete"),
            Self::DateInvalid => plain("date"),
            Self::DatePast => plain("date-past"),
            Self::DateFuture => plain("date-future"),
            Self::CaptchaWrong => plain("captcha-wrong"),
            Self::File { name, refusal } => match refusal {
                FileRefusal::TooMany => plain("file-too-many"),
                FileRefusal::TypeNotAllowed => ("file-type", name.clone()),
                FileRefusal::TooBig => ("file-size", name.clone()),
            },
        }
    }

    /// The standard text.
    pub fn message(&self) -> Message {
        match self {
            Self::Required => msg::enquiries::FIELD_REQUIRED.into(),
            Self::TooShort { min } => msg::enquiries::TOO_SHORT.with("min", i64::from(*min)),
            Self::TooLong { max } => msg::enquiries::TOO_LONG.with("max", i64::from(*max)),
            Self::EmailInvalid => msg::enquiries::EMAIL_INVALID.into(),
            Self::PhoneInvalid => msg::enquiries::PHONE_INVALID.into(),
            Self::NumberInvalid => msg::enquiries::NUMBER_INVALID.into(),
            Self::NumberBelow { min } => msg::enquiries::NUMBER_MIN.with("min", *min),
            Self::NumberAbove { max } => msg::enquiries::NUMBER_MAX.with("max", *max),
            Self::ChoiceInvalid => msg::enquiries::CHOICE_INVALID.into(),
            Self::DigitsOnly => msg::enquiries::DIGITS_ONLY.into(),
            Self::CodeOnly => msg::enquiries::CODE_ONLY.into(),
            Self::NotIdentical => msg::enquiries::NOT_IDENTICAL.into(),
            Self::DateIncomplete => msg::enquiries::DATE_ERROR.into(),
            Self::DateInvalid => msg::enquiries::DATE_INVALID.into(),
            Self::DatePast => msg::enquiries::DATE_PAST.into(),
            Self::DateFuture => msg::enquiries::DATE_FUTURE.into(),
            Self::CaptchaWrong => msg::enquiries::CAPTCHA_WRONG.into(),
            Self::File { refusal, .. } => refusal.message().into(),
        }
    }

    /// The owner's own text for this error, if the element has one.
    pub fn own_text<'a>(&self, element: &'a Element) -> Option<&'a str> {
        let text = match self {
            Self::Required | Self::DateIncomplete => &element.required_message,
            Self::CaptchaWrong | Self::File { .. } => return None,
            _ => &element.invalid_message,
        };
        Some(text.as_str()).filter(|text| !text.is_empty())
    }
}
