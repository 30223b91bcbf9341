//! Which reviews are accepted. The browser repeats these checks; the server's answer counts.

use std::collections::BTreeMap;

use kernel::{EmailAddress, Message, digits, msg, text};
use serde::{Deserialize, Serialize};

pub const MAX_TEXT_CHARS: usize = 5_000;
pub const MAX_NAME_CHARS: usize = 100;
pub const MAX_ANSWER_CHARS: usize = 500;

/// A named rating that a form asks for besides the overall one.
#[derive(Debug, Clone)]
pub struct Criterion {
    pub id: i64,
    pub label: String,
    pub is_required: bool,
}

impl Criterion {
    /// Name of the form field.
    pub fn field(&self) -> String {
        format!("cr_criterion_{}", self.id)
    }
}

#[derive(Debug, Clone)]
pub struct Question {
    pub id: i64,
    pub label: String,
    pub is_number: bool,
    pub is_required: bool,
}

impl Question {
    /// Name of the form field.
    pub fn field(&self) -> String {
        format!("cr_question_{}", self.id)
    }
}

/// What the form of a shop asks for.
#[derive(Debug, Clone, Default)]
pub struct FormDefinition {
    pub rating_required: bool,
    pub criteria: Vec<Criterion>,
    pub questions: Vec<Question>,
    pub has_terms: bool,
    /// The captcha flag: a form without a token is refused.
    pub captcha_required: bool,
}

/// A form as it was sent.
#[derive(Debug, Clone, Default)]
pub struct Submission {
    pub rating: String,
    pub text: String,
    pub name: String,
    pub email: String,
    /// Answers to criteria and questions, by field name.
    pub answers: BTreeMap<String, String>,
    pub accepts_terms: bool,
    pub captcha: String,
}

/// A rating by criterion, as it is stored with the review: criteria may be renamed or deleted later.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct StoredRating {
    pub label: String,
    pub rating: u8,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct StoredAnswer {
    pub question: String,
    pub answer: String,
}

/// A form that passed all checks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReviewDraft {
    pub rating: Option<u8>,
    pub text: String,
    pub name: String,
    pub email: EmailAddress,
    pub criteria: Vec<StoredRating>,
    pub answers: Vec<StoredAnswer>,
}

/// Why a review is not accepted. Each case has one text in `reviews.ftl`.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    #[error("no rating, or one outside 1 to 5")]
    Rating,
    #[error("no text")]
    Text,
    #[error("no name")]
    Name,
    #[error("invalid email address")]
    Email,
    #[error("no rating by the criterion {label:?}")]
    Criterion { field: String, label: String },
    #[error("the question {label:?} is not answered, or not by a number")]
    Question { field: String, label: String },
    #[error("terms not accepted")]
    Terms,
    #[error("no captcha token")]
    Captcha,
    #[error("this address has reviewed the item before")]
    AlreadyReviewed,
    #[error("too many files")]
    TooManyFiles,
    #[error("a file is not the visitor's or still being uploaded")]
    Files,
    #[error("no such item, or reviews are closed")]
    Closed,
}

impl Refusal {
    /// The `code` of the answer: never 0.
    pub fn code(&self) -> i32 {
        match self {
            Self::Rating => 1,
            Self::Text => 2,
            Self::Name => 3,
            Self::Email => 4,
            Self::Criterion { .. } => 5,
            Self::Question { .. } => 6,
            Self::Terms => 7,
            Self::Captcha => 8,
            Self::AlreadyReviewed => 9,
            Self::TooManyFiles => 10,
            Self::Files => 11,
            Self::Closed => 12,
        }
    }

    pub fn message(&self) -> Message {
        match self {
            Self::Rating => msg::reviews::RATING_REQUIRED.into(),
            Self::Text => msg::reviews::FIELD_TEXT_ERROR.into(),
            Self::Name => msg::reviews::FIELD_NAME_ERROR.into(),
            Self::Email => msg::reviews::FIELD_EMAIL_ERROR.into(),
            Self::Criterion { label, .. } => msg::reviews::CRITERION_MISSING.with("name", label),
            Self::Question { label, .. } => msg::reviews::QUESTION_MISSING.with("question", label),
            Self::Terms => msg::reviews::TERMS.into(),
            Self::Captcha => msg::reviews::CAPTCHA.into(),
            Self::AlreadyReviewed => msg::reviews::ALREADY_REVIEWED.into(),
            Self::TooManyFiles => msg::reviews::UPLOAD_TOO_MANY.into(),
            Self::Files => msg::reviews::UPLOAD_GONE.into(),
            Self::Closed => msg::reviews::CLOSED.into(),
        }
    }

    /// The form field that the refusal is about; empty if it is about the whole form.
    pub fn field(&self) -> &str {
        match self {
            Self::Rating => "rating",
            Self::Text => "review",
            Self::Name => "name",
            Self::Email => "email",
            Self::Criterion { field, .. } | Self::Question { field, .. } => field,
            Self::Terms => "terms",
            Self::Captcha | Self::AlreadyReviewed | Self::TooManyFiles | Self::Files | Self::Closed => "",
        }
    }
}

/// Returns the review, or everything that is wrong with the form, in the order of its fields.
pub fn check(definition: &FormDefinition, form: &Submission) -> Result<ReviewDraft, Vec<Refusal>> {
    let mut refusals = Vec::new();
    let rating = parse_rating(&form.rating);
    if rating == Err(()) || rating == Ok(None) && definition.rating_required {
        refusals.push(Refusal::Rating);
    }
    let mut criteria = Vec::new();
    for criterion in &definition.criteria {
        let given = form.answers.get(&criterion.field()).map_or("", String::as_str);
        match parse_rating(given) {
            Ok(Some(rating)) => criteria.push(StoredRating { label: criterion.label.clone(), rating }),
            Ok(None) if !criterion.is_required => {}
            _ => {
                refusals.push(Refusal::Criterion { field: criterion.field(), label: criterion.label.clone() })
            }
        }
    }
    let review = text::clean_lines(&form.text, MAX_TEXT_CHARS);
    if review.is_empty() {
        refusals.push(Refusal::Text);
    }
    let mut answers = Vec::new();
    for question in &definition.questions {
        let given = form.answers.get(&question.field()).map_or("", String::as_str);
        let answer = text::clean(given, MAX_ANSWER_CHARS);
        let fits = !question.is_number || is_number(&answer);
        match answer.is_empty() {
            true if !question.is_required => {}
            false if fits => answers.push(StoredAnswer { question: question.label.clone(), answer }),
            _ => refusals.push(Refusal::Question { field: question.field(), label: question.label.clone() }),
        }
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
    match (rating, email) {
        (Ok(rating), Ok(email)) if refusals.is_empty() => {
            Ok(ReviewDraft { rating, text: review, name, email, criteria, answers })
        }
        _ => Err(refusals),
    }
}

/// `Ok(None)`: no star is selected, which forms send as an empty field or as 0.
fn parse_rating(given: &str) -> Result<Option<u8>, ()> {
    let folded = digits::fold(given.trim());
    if folded.is_empty() || folded == "0" {
        return Ok(None);
    }
    folded.parse().ok().filter(|rating| (1..=5).contains(rating)).map(Some).ok_or(())
}

fn is_number(answer: &str) -> bool {
    let folded = digits::fold(answer).replace('٫', ".");
    folded.parse::<f64>().is_ok_and(f64::is_finite)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn definition() -> FormDefinition {
        FormDefinition {
            rating_required: true,
            criteria: vec![
                Criterion { id: 1, label: "الجودة".to_owned(), is_required: true },
                Criterion { id: 2, label: "التغليف".to_owned(), is_required: false },
            ],
            questions: vec![
                Question {
                    id: 1, label: "لمن اشتريته؟".to_owned(), is_number: false, is_required: true
                },
                Question {
                    id: 2, label: "كم فردًا؟".to_owned(), is_number: true, is_required: false
                },
            ],
            has_terms: true,
            captcha_required: false,
        }
    }

    fn form() -> Submission {
        Submission {
            rating: "5".to_owned(),
            text: "  عسل ممتاز \r\nوسريع ".to_owned(),
            name: " سلمى ".to_owned(),
            email: "salma@example.com".to_owned(),
            answers: [("cr_criterion_1", "٤"), ("cr_question_1", "هدية"), ("cr_question_2", "٣")]
                .into_iter()
                .map(|(name, value)| (name.to_owned(), value.to_owned()))
                .collect(),
            accepts_terms: true,
            captcha: String::new(),
        }
    }

    #[test]
    fn a_complete_form_is_trimmed_and_keeps_its_lines() {
        let draft = check(&definition(), &form()).expect("complete");
        assert_eq!(
            (draft.rating, draft.text.as_str(), draft.name.as_str()),
            (Some(5), "عسل ممتاز \nوسريع", "سلمى")
        );
        assert_eq!(draft.criteria, [StoredRating { label: "الجودة".to_owned(), rating: 4 }]);
        assert_eq!(draft.answers.len(), 2);
    }

    #[test]
    fn everything_wrong_is_reported_in_the_order_of_the_fields() {
        let empty = Submission::default();
        let refusals = check(&definition(), &empty).expect_err("empty");
        let fields: Vec<&str> = refusals.iter().map(Refusal::field).collect();
        assert_eq!(fields, ["rating", "cr_criterion_1", "review", "cr_question_1", "name", "email", "terms"]);
        assert!(refusals.iter().all(|refusal| refusal.code() != 0));
    }

    #[test]
    fn a_rating_is_a_whole_number_from_one_to_five() {
        for wrong in ["6", "-1", "4.5", "خمسة", "0"] {
            let form = Submission { rating: wrong.to_owned(), ..form() };
            assert_eq!(check(&definition(), &form), Err(vec![Refusal::Rating]), "{wrong}");
        }
        let optional = FormDefinition { rating_required: false, ..definition() };
        let unrated = Submission { rating: String::new(), ..form() };
        assert_eq!(check(&optional, &unrated).expect("optional").rating, None);
        let wrong = Submission { rating: "6".to_owned(), ..form() };
        assert_eq!(check(&optional, &wrong), Err(vec![Refusal::Rating]));
    }

    #[test]
    fn an_answer_to_a_number_question_is_a_number() {
        let mut form = form();
        form.answers.insert("cr_question_2".to_owned(), "كثير".to_owned());
        let refusals = check(&definition(), &form).expect_err("no number");
        assert_eq!(refusals[0].field(), "cr_question_2");
    }

    #[test]
    fn a_token_is_needed_only_with_the_captcha_flag() {
        let flag = FormDefinition { captcha_required: true, ..definition() };
        assert_eq!(check(&flag, &form()), Err(vec![Refusal::Captcha]));
        assert!(check(&flag, &Submission { captcha: "x".to_owned(), ..form() }).is_ok());
    }

    #[test]
    fn direction_overrides_and_control_characters_are_removed() {
        let trick = Submission { name: "\u{202e}سلمى\u{0}".to_owned(), ..form() };
        assert_eq!(check(&definition(), &trick).expect("valid").name, "سلمى");
        let blank = Submission { text: " \u{202e}\n ".to_owned(), ..form() };
        assert_eq!(check(&definition(), &blank), Err(vec![Refusal::Text]));
    }
}
