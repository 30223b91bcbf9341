//! Which questions and answers are accepted. The browser repeats these checks; the server's answer counts.

use kernel::{EmailAddress, Message, msg, text};

pub const MAX_TEXT_CHARS: usize = 2_000;
pub const MAX_NAME_CHARS: usize = 100;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PostKind {
    Question,
    Answer,
}

#[derive(Debug, Clone, Copy, Default)]
pub struct FormDefinition {
    pub has_terms: bool,
    pub captcha_required: bool,
}

/// A form as it was sent.
#[derive(Debug, Clone, Default)]
pub struct Submission {
    pub text: String,
    pub name: String,
    pub email: String,
    pub accepts_terms: bool,
    pub captcha: String,
}

/// A form that passed all checks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Draft {
    pub text: String,
    pub name: String,
    pub email: EmailAddress,
}

/// Why a question or an answer is not accepted. Each case has one text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    #[error("no text")]
    Text(PostKind),
    #[error("no name")]
    Name,
    #[error("invalid email address")]
    Email,
    #[error("terms not accepted")]
    Terms,
    #[error("no captcha token")]
    Captcha,
    #[error("no such product, or questions are closed")]
    Closed,
    #[error("the product has no such public question")]
    NoQuestion,
}

impl Refusal {
    /// The `code` of the answer: never 0.
    pub fn code(self) -> i32 {
        match self {
            Self::Text(_) => 1,
            Self::Name => 2,
            Self::Email => 3,
            Self::Terms => 4,
            Self::Captcha => 5,
            Self::Closed => 6,
            Self::NoQuestion => 7,
        }
    }

    pub fn message(self) -> Message {
        match self {
            Self::Text(PostKind::Question) => msg::questions::FIELD_QUESTION_ERROR,
            Self::Text(PostKind::Answer) => msg::questions::FIELD_ANSWER_ERROR,
            Self::Name => msg::questions::FIELD_NAME_ERROR,
            Self::Email => msg::questions::FIELD_EMAIL_ERROR,
            Self::Terms => msg::questions::TERMS,
            Self::Captcha => msg::questions::CAPTCHA,
            Self::Closed => msg::questions::CLOSED,
            Self::NoQuestion => msg::questions::GONE,
        }
        .into()
    }

    /// The form field that the refusal is about; empty if it is about the whole form.
    pub fn field(self) -> &'static str {
        match self {
            Self::Text(_) => "text",
            Self::Name => "name",
            Self::Email => "email",
            Self::Terms => "terms",
            Self::Captcha | Self::Closed | Self::NoQuestion => "",
        }
    }
}

/// Returns the draft, or everything that is wrong with the form, in the order of its fields.
pub fn check(definition: FormDefinition, kind: PostKind, form: &Submission) -> Result<Draft, Vec<Refusal>> {
    let mut refusals = Vec::new();
    let text = text::clean_lines(&form.text, MAX_TEXT_CHARS);
    if text.is_empty() {
        refusals.push(Refusal::Text(kind));
    }
    let name = text::clean(&form.name, MAX_NAME_CHARS);
    if name.is_empty() {
        refusals.push(Refusal::Name);
    }
    let email = EmailAddress::parse(&form.email);
    if email.is_err() {
        refusals.push(Refusal::Email);
    }
    if definition.has_terms && !form.accepts_terms {
        refusals.push(Refusal::Terms);
    }
    if definition.captcha_required && form.captcha.trim().is_empty() {
        refusals.push(Refusal::Captcha);
    }
    match email {
        Ok(email) if refusals.is_empty() => Ok(Draft { text, name, email }),
        _ => Err(refusals),
    }
}

/// Whether a writer calls themselves like the shop. Such an answer is never published without staff.
pub fn poses_as(shop_name: &str, name: &str) -> bool {
    let (shop, name) = (search::fold(shop_name), search::fold(name));
    !shop.is_empty() && name.contains(&shop)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn form() -> Submission {
        Submission {
            text: " هل يُشحن إلى جدة؟ \r\n".to_owned(),
            name: " سلمى ".to_owned(),
            email: "salma@example.com".to_owned(),
            ..Submission::default()
        }
    }

    #[test]
    fn a_complete_form_is_trimmed() {
        let draft = check(FormDefinition::default(), PostKind::Question, &form()).expect("complete");
        assert_eq!((draft.text.as_str(), draft.name.as_str()), ("هل يُشحن إلى جدة؟", "سلمى"));
    }

    #[test]
    fn everything_wrong_is_reported_in_the_order_of_the_fields() {
        let definition = FormDefinition { has_terms: true, captcha_required: true };
        let refusals =
            check(definition, PostKind::Answer, &Submission::default()).expect_err("nothing is filled in");
        let fields: Vec<&str> = refusals.iter().map(|refusal| refusal.field()).collect();
        assert_eq!(fields, ["text", "name", "email", "terms", ""]);
        assert!(refusals.iter().all(|refusal| refusal.code() != 0));
        assert_eq!(refusals[0], Refusal::Text(PostKind::Answer));
    }

    #[test]
    fn a_guest_with_the_name_of_the_shop_is_recognised() {
        for name in ["متجر النخلة", "مَتجر النخله", "فريق متجر النخلة"] {
            assert!(poses_as("متجر النخلة", name), "{name}");
        }
        assert!(!poses_as("متجر النخلة", "سلمى"));
        assert!(!poses_as("", "سلمى"));
    }
}
