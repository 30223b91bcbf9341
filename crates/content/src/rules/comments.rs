//! What a comment must have.

use kernel::{EmailAddress, Message, msg, text};

pub const MAX_COMMENT_CHARS: usize = 5_000;
pub const MAX_NAME_CHARS: usize = 100;
/// Levels of a thread. An answer to the last level joins it.
pub const MAX_DEPTH: usize = 5;

/// The fields that a visitor typed.
#[derive(Debug, Clone, Default)]
pub struct CommentFields {
    pub comment: String,
    pub author: String,
    pub email: String,
}

/// A comment that can be stored.
#[derive(Debug, Clone)]
pub struct CommentDraft {
    pub text: String,
    pub name: String,
    pub email: EmailAddress,
}

/// Why a comment is not accepted. Each case has one text in `content.ftl`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    #[error("comments are closed")]
    Closed,
    #[error("the answered comment does not exist")]
    ParentGone,
    #[error("no text")]
    TextMissing,
    #[error("text too long")]
    TextTooLong,
    #[error("no name")]
    NameMissing,
    #[error("invalid email address")]
    EmailInvalid,
    #[error("no valid captcha token")]
    Captcha,
}

impl Refusal {
    /// Name of the field; empty for the whole form.
    pub fn field(self) -> &'static str {
        match self {
            Self::Closed | Self::ParentGone | Self::Captcha => "",
            Self::TextMissing | Self::TextTooLong => "comment",
            Self::NameMissing => "author",
            Self::EmailInvalid => "email",
        }
    }

    pub fn message(self) -> Message {
        match self {
            Self::Closed => msg::content::COMMENT_REFUSED_CLOSED.into(),
            Self::ParentGone => msg::content::COMMENT_PARENT_GONE.into(),
            Self::TextMissing => msg::content::COMMENT_TEXT_MISSING.into(),
            Self::TextTooLong => msg::content::COMMENT_TEXT_TOO_LONG.into(),
            Self::NameMissing => msg::content::COMMENT_NAME_MISSING.into(),
            Self::EmailInvalid => msg::content::COMMENT_EMAIL_INVALID.into(),
            Self::Captcha => msg::content::COMMENT_CAPTCHA.into(),
        }
    }
}

/// Checks a form. Returns everything that is wrong with it, in the order of the fields.
pub fn check(fields: &CommentFields) -> Result<CommentDraft, Vec<Refusal>> {
    let comment = text::clean_lines(&fields.comment, MAX_COMMENT_CHARS + 1);
    let name = text::clean(&fields.author, MAX_NAME_CHARS);
    let email = EmailAddress::parse(fields.email.trim());
    let mut refusals = Vec::new();
    if comment.trim().is_empty() {
        refusals.push(Refusal::TextMissing);
    } else if comment.chars().count() > MAX_COMMENT_CHARS {
        refusals.push(Refusal::TextTooLong);
    }
    if name.trim().is_empty() {
        refusals.push(Refusal::NameMissing);
    }
    match email {
        Ok(email) if refusals.is_empty() => {
            Ok(CommentDraft { text: comment.trim().to_owned(), name: name.trim().to_owned(), email })
        }
        Ok(_) => Err(refusals),
        Err(_) => {
            refusals.push(Refusal::EmailInvalid);
            Err(refusals)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fields(comment: &str, author: &str, email: &str) -> CommentFields {
        CommentFields { comment: comment.to_owned(), author: author.to_owned(), email: email.to_owned() }
    }

    #[test]
    fn everything_wrong_is_named_in_the_order_of_the_fields() {
        let draft = check(&fields(" وصفة\nجميلة ", " غادة ", "ghada@example.com")).expect("a draft");
        assert_eq!((draft.text.as_str(), draft.name.as_str()), ("وصفة\nجميلة", "غادة"));
        assert_eq!(
            check(&fields(" \n ", "", "x")).expect_err("refused"),
            [Refusal::TextMissing, Refusal::NameMissing, Refusal::EmailInvalid]
        );
        let long = "ا".repeat(MAX_COMMENT_CHARS + 1);
        assert_eq!(check(&fields(&long, "غ", "g@example.com")).expect_err("refused"), [Refusal::TextTooLong]);
    }
}
