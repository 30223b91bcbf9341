//! The form of a question or an answer.

use chrono::{DateTime, Utc};
use edge::{PublicShop, Shop, Visitor, session};
use reviews::view::{HiddenInput, ReviewCaptchaView, ReviewFieldError, ReviewTermsView};

use crate::{
    QuestionSettings,
    rules::{FormDefinition, MAX_TEXT_CHARS, Refusal},
    store,
    urls::{AUTHOR_URL, CHALLENGE_URL, WRITE_URL},
    view::{AuthorDefaults, QuestionFormValues, QuestionFormView},
};

/// Nonce actions.
pub mod nonces {
    /// Calls 23 and 24, and the plain form: the product.
    pub const NEW: &str = "questions.new";
    /// The plain vote form.
    pub const VOTE: &str = "questions.vote";
    /// The time at which a form was rendered.
    pub const TIME: &str = "questions.time";
}

/// The field with the signed time of rendering.
const TIME_FIELD: &str = "cr_time";

pub fn definition(settings: &QuestionSettings) -> FormDefinition {
    FormDefinition { has_terms: settings.terms.is_some(), captcha_required: settings.captcha }
}

/// The form on a public page. `None`: the shop accepts no questions.
pub fn form_view(
    shop: &PublicShop,
    settings: &QuestionSettings,
    product: i64,
    now: DateTime<Utc>,
) -> Option<QuestionFormView> {
    let product = product.to_string();
    let time = moderation::form_time::signed(shop, nonces::TIME, now);
    settings.is_open.then(|| QuestionFormView {
        action: WRITE_URL.to_owned(),
        nonce: shop.nonces.sign(nonces::NEW, &product, now),
        product_id: product,
        question_id: None,
        hidden: vec![HiddenInput { name: TIME_FIELD.to_owned(), value: time }],
        terms: settings.terms.as_ref().map(|label| ReviewTermsView { label: label.clone(), link: None }),
        captcha: Some(ReviewCaptchaView { challenge_url: CHALLENGE_URL.to_owned() }),
        defaults_url: Some(AUTHOR_URL.to_owned()),
        max_chars: i64::try_from(MAX_TEXT_CHARS).unwrap_or(i64::MAX),
        values: QuestionFormValues::default(),
        errors: Vec::new(),
    })
}

impl QuestionFormView {
    /// The form on a page of its own, for one visitor.
    pub(crate) fn for_visitor(mut self, question: Option<i64>, values: QuestionFormValues) -> Self {
        self.question_id = question.map(|question| question.to_string());
        self.defaults_url = None;
        self.values = values;
        self
    }

    pub(crate) fn with_refusals(mut self, shop: &PublicShop, refusals: &[Refusal]) -> Self {
        let error = |refusal: &Refusal| ReviewFieldError {
            field: refusal.field().to_owned(),
            text: shop.messages.text(refusal.message()),
        };
        self.errors = refusals.iter().map(error).collect();
        self
    }
}

/// Name and address of the signed-in customer; empty for a guest.
pub async fn author_defaults(shop: &Shop, visitor: &Visitor) -> sqlx::Result<AuthorDefaults> {
    let Some(customer) = session::find_customer(&shop.db, visitor, shop.clock.now()).await? else {
        return Ok(AuthorDefaults::default());
    };
    let author = store::find_author(&shop.db, customer.id).await?;
    Ok(author.map_or_else(AuthorDefaults::default, |author| AuthorDefaults {
        name: author.name,
        email: author.email,
    }))
}
