//! Accepting a review.

use chrono::{DateTime, Utc};
use edge::{
    AppError, Shop, Visitor,
    idempotency::{self, Claim, RequestKey},
    session::{self, TokenHash},
};
use kernel::{CustomerId, EmailAddress};
use media::service::MediaContext;
use moderation::{
    ItemState as ReviewState, captcha, form_time,
    signals::{Circumstances, Signal, decide, is_near_duplicate},
};
use sqlx::PgConnection;

use super::{
    form::{self, nonces},
    media_owner,
    pages::figure_tags,
};
use crate::{
    ReviewSettings, jobs,
    rules::{Refusal, ReviewDraft, Submission, check},
    store::{self, NewReview, PurchasedLine},
};

/// A form with everything around it.
#[derive(Debug, Clone, Default)]
pub struct SubmitRequest {
    /// 0: the shop.
    pub item: i64,
    pub form: Submission,
    /// Ids and keys of uploaded files.
    pub files: Vec<(i64, String)>,
    /// Token of an invitation; empty for none.
    pub invitation: String,
    pub trap: String,
    /// The signed time at which the form was rendered.
    pub rendered: String,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Submitted {
    Published,
    Held,
}

/// Stores a review, or returns everything that is wrong with it. A repeated request gets the answer of the first.
pub async fn submit(
    shop: &Shop,
    media: &MediaContext,
    visitor: &Visitor,
    token: &TokenHash,
    key: &RequestKey,
    request: SubmitRequest,
) -> Result<Result<Submitted, Vec<Refusal>>, AppError> {
    let public = shop.public();
    let settings = shop.settings.get::<ReviewSettings>().await?;
    let definition = form::definition(&public).await?;
    let product = Some(request.item).filter(|item| *item != 0);
    if !settings.is_open || !is_reviewable(shop, product).await? {
        return Ok(Err(vec![Refusal::Closed]));
    }
    let mut draft = match check(&definition, &request.form) {
        Ok(draft) => draft,
        Err(refusals) => return Ok(Err(refusals)),
    };
    if request.files.len() > media::rules::MAX_FILES {
        return Ok(Err(vec![Refusal::TooManyFiles]));
    }
    let now = shop.clock.now();
    let customer = session::find_customer(&shop.db, visitor, now).await?.map(|session| session.id);
    let address = visitor.address.0.to_string();
    let recent = store::recent_texts(&shop.db, product, &address, now).await?;

    let mut tx = shop.db.begin().await?;
    let fingerprint = fingerprint(&request);
    let claim = idempotency::claim(&mut tx, "cr_submit_review", token, key, &fingerprint, now).await?;
    // The same form again, by a second click or a retry.
    let repeated = store::find_repeated(&mut *tx, product, &draft.text, &token.0, &address, now).await?;
    if let Some(before) = repeated {
        return Ok(Ok(if before.is_published { Submitted::Published } else { Submitted::Held }));
    }
    if matches!(claim, Claim::Repeated) {
        return Ok(Ok(Submitted::Held));
    }
    let proof = prove_purchase(&mut tx, product, customer, &request.invitation, now).await?;
    if let Some(email) = proof.email {
        draft.email = email;
    }
    let has_token = match captcha::verify(shop, nonces::CAPTCHA, &request.form.captcha, now) {
        Some(solved) => captcha::spend(&mut *tx, &solved).await?,
        None => false,
    };
    if definition.captcha_required && !has_token {
        return Ok(Err(vec![Refusal::Captcha]));
    }
    let circumstances = Circumstances {
        is_verified: proof.line.is_some(),
        has_token,
        is_trap_filled: !request.trap.is_empty(),
        is_too_fast: form_time::is_too_fast(&shop.nonces, nonces::TIME, &request.rendered, now),
        is_near_duplicate: is_near_duplicate(&draft.text, &recent),
    };
    let mut verdict = decide(settings.hold, &circumstances, &seen_texts(&draft));
    // Someone who bought three things may review all three: each order line is reviewed once.
    if proof.line.is_none() && store::has_recent(&mut *tx, &token.0, &address, now).await? {
        verdict = verdict.for_second_item(has_token);
    }
    let signals: Vec<String> = verdict.signals.iter().copied().map(Signal::name).map(str::to_owned).collect();
    let new = NewReview {
        product,
        draft: &draft,
        customer,
        purchase: proof.line,
        is_confirmed: proof.line.is_some(),
        signals: &signals,
        visitor: &token.0,
        address: &address,
        now,
    };
    let Some(review) = store::insert(&mut *tx, &new).await? else {
        return Ok(Err(vec![Refusal::AlreadyReviewed]));
    };
    if !request.files.is_empty() {
        let attached = media_owner::attach(&mut tx, media, token, &request.files, review).await?;
        if attached != request.files.len() {
            return Ok(Err(vec![Refusal::Files]));
        }
        let count = i16::try_from(attached).unwrap_or(i16::MAX);
        store::set_media_count(&mut *tx, review, count).await?;
    }
    let mut purges = Vec::new();
    if verdict.is_published {
        store::change_state(&mut tx, review, ReviewState::Published, "", now).await?;
        media_owner::publish(&mut tx, review).await?;
        purges = edge::purge::record(&mut *tx, &figure_tags(product)).await?;
    } else if proof.line.is_none() && customer.is_none() {
        jobs::confirm_later(&mut tx, review, &draft.email, now).await?;
    }
    tx.commit().await?;
    if !purges.is_empty() {
        edge::purge::announce(&shop.redis, &purges).await;
    }
    tracing::info!(review, is_published = verdict.is_published, ?verdict.signals, "review {review} received");
    Ok(Ok(if verdict.is_published { Submitted::Published } else { Submitted::Held }))
}

async fn is_reviewable(shop: &Shop, product: Option<i64>) -> sqlx::Result<bool> {
    match product {
        Some(product) => Ok(store::find_product(&shop.db, product).await?.is_some()),
        None => Ok(true),
    }
}

/// What makes the writer a verified buyer.
#[derive(Default)]
struct Proof {
    line: Option<PurchasedLine>,
    /// The address that belongs to the purchase, whatever was typed.
    email: Option<EmailAddress>,
}

async fn prove_purchase(
    db: &mut PgConnection,
    product: Option<i64>,
    customer: Option<CustomerId>,
    invitation: &str,
    now: DateTime<Utc>,
) -> anyhow::Result<Proof> {
    if let Some(product) = product.filter(|_| !invitation.is_empty())
        && let Some((line, email)) = store::use_invitation(&mut *db, invitation, product, now).await?
    {
        let is_valid = store::is_verifiable_by(&mut *db, line.order_id).await?;
        return Ok(Proof { line: Some(line).filter(|_| is_valid), email: EmailAddress::parse(&email).ok() });
    }
    let Some(customer) = customer else { return Ok(Proof::default()) };
    let line = store::find_purchase(&mut *db, customer, product).await?;
    let email = match line {
        Some(_) => store::customer_email(&mut *db, customer).await?,
        None => None,
    };
    Ok(Proof { line, email: email.and_then(|email| EmailAddress::parse(&email).ok()) })
}

/// Everything of a review that others will read.
fn seen_texts(draft: &ReviewDraft) -> Vec<&str> {
    [draft.text.as_str(), draft.name.as_str()]
        .into_iter()
        .chain(draft.answers.iter().map(|answer| answer.answer.as_str()))
        .collect()
}

/// What a request with the same idempotency key must repeat.
fn fingerprint(request: &SubmitRequest) -> String {
    let form = &request.form;
    format!("{} {:?} {:?} {:?} {:?}", request.item, form.rating, form.text, form.name, form.email)
}
