//! The form of a new review.

use edge::PublicShop;
use kernel::msg;
use moderation::form_time;

use super::views::ReviewItem;
use crate::{
    ReviewSettings,
    rules::{FormDefinition, Refusal},
    store::ReviewForm,
    urls::*,
    view::*,
};

/// Nonce actions.
pub mod nonces {
    /// Calls 17 and 18, and the vote form.
    pub const LIST: &str = "reviews.list";
    /// Call 27.
    pub const UPLOAD: &str = "reviews.upload";
    /// Call 28: the attachment.
    pub const ATTACHMENT: &str = "reviews.attachment";
    /// The time at which a form was rendered.
    pub const TIME: &str = "reviews.time";
    pub const TOPICS: &str = "reviews.topics";
    /// What a proof of work is for.
    pub const CAPTCHA: &str = "review";
}

/// Names of fields besides those of call 26.
pub mod fields {
    pub const TIME: &str = "cr_time";
    pub const INVITATION: &str = "cr_key";
    /// Not visible: only a program fills it in.
    pub const TRAP: &str = "cr_website";
}

/// What a form is rendered with besides the settings.
#[derive(Debug, Clone, Default)]
pub struct FormContext {
    pub values: ReviewFormValues,
    pub errors: Vec<ReviewFieldError>,
    /// Token of an invitation; empty for none.
    pub invitation: String,
}

impl FormContext {
    pub fn with_refusals(mut self, refusals: &[Refusal], shop: &PublicShop) -> Self {
        let error = |refusal: &Refusal| ReviewFieldError {
            field: refusal.field().to_owned(),
            text: shop.messages.text(refusal.message()),
        };
        self.errors = refusals.iter().map(error).collect();
        self
    }
}

pub async fn definition(shop: &PublicShop) -> sqlx::Result<FormDefinition> {
    let settings = shop.settings.get::<ReviewSettings>().await?;
    let form = shop.settings.get::<ReviewForm>().await?;
    Ok(FormDefinition {
        rating_required: settings.rating_required,
        criteria: form.criteria.clone(),
        questions: form.questions.clone(),
        has_terms: settings.terms.is_some(),
        captcha_required: settings.captcha,
    })
}

/// `None`: the shop accepts no reviews.
pub async fn form_view(
    shop: &PublicShop,
    item: &ReviewItem,
    context: FormContext,
) -> sqlx::Result<Option<ReviewFormView>> {
    let settings = shop.settings.get::<ReviewSettings>().await?;
    if !settings.is_open {
        return Ok(None);
    }
    let definition = definition(shop).await?;
    let now = shop.clock.now();
    let mut hidden = vec![HiddenInput {
        name: fields::TIME.to_owned(),
        value: form_time::signed(shop, nonces::TIME, now),
    }];
    if !context.invitation.is_empty() {
        hidden.push(HiddenInput { name: fields::INVITATION.to_owned(), value: context.invitation });
    }
    let mut view = item.view.clone();
    if item.product.is_none() {
        view.name = shop.messages.text(msg::reviews::SHOP_ITEM.with("shop", settings.shop_name.as_str()));
    }
    Ok(Some(ReviewFormView {
        nonce: shop.nonces.sign(nonces::UPLOAD, &view.id, now),
        item: view,
        action: WRITE_URL.to_owned(),
        hidden,
        rating_required: definition.rating_required,
        criteria: definition
            .criteria
            .iter()
            .map(|one| ReviewCriterionField {
                name: one.field(),
                label: one.label.clone(),
                required: one.is_required,
            })
            .collect(),
        questions: definition
            .questions
            .iter()
            .map(|one| ReviewQuestionField {
                name: one.field(),
                label: one.label.clone(),
                kind: if one.is_number { QuestionKind::Number } else { QuestionKind::Text },
                required: one.is_required,
            })
            .collect(),
        terms: settings.terms.as_ref().map(|label| ReviewTermsView { label: label.clone(), link: None }),
        captcha: settings.captcha.then(|| ReviewCaptchaView { challenge_url: CHALLENGE_URL.to_owned() }),
        max_files: u32::try_from(media::rules::MAX_FILES).unwrap_or(5),
        max_bytes: i64::try_from(media::rules::MAX_FILE_BYTES).unwrap_or(i64::MAX),
        accepted: ACCEPTED_TYPES.iter().map(|&mime| mime.to_owned()).collect(),
        values: context.values,
        errors: context.errors,
    }))
}

/// The MIME types of the specification.
const ACCEPTED_TYPES: [&str; 10] = [
    "image/jpeg",
    "image/png",
    "image/jpg",
    "image/gif",
    "video/mp4",
    "video/mpeg",
    "video/ogg",
    "video/webm",
    "video/quicktime",
    "video/x-msvideo",
];
