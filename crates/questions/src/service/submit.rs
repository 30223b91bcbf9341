//! Accepting a question or an answer.

use edge::{
    AppError, Shop, Visitor,
    idempotency::{self, Claim, RequestKey},
    purge,
    session::{self, TokenHash},
};
use kernel::EmailAddress;
use moderation::{
    ItemState, StateChange, captcha, form_time,
    signals::{Circumstances, Signal, decide, is_near_duplicate},
};

use super::{form, purge_tag};
use crate::{
    QuestionSettings, jobs,
    rules::{PostKind, Refusal, Submission, check, poses_as},
    store::{self, NewPost},
};

/// What challenges of the proof of work are issued for.
pub const CHALLENGE: &str = "question";

/// A form with everything around it.
#[derive(Debug, Clone, Default)]
pub struct SubmitRequest {
    pub product: i64,
    /// The question that is answered, and the product that the form names for it. `None`: a new question.
    pub question: Option<(i64, i64)>,
    pub form: Submission,
    pub trap: String,
    /// The signed time at which the form was rendered.
    pub rendered: String,
}

impl SubmitRequest {
    pub fn kind(&self) -> PostKind {
        if self.question.is_some() { PostKind::Answer } else { PostKind::Question }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Submitted {
    Published,
    Held,
}

/// Stores a question or an answer, or returns everything that is wrong with it. A repeated request gets the answer of
/// the first.
pub async fn submit(
    shop: &Shop,
    visitor: &Visitor,
    token: &TokenHash,
    key: &RequestKey,
    request: &SubmitRequest,
) -> Result<Result<Submitted, Vec<Refusal>>, AppError> {
    let settings = shop.settings.get::<QuestionSettings>().await?;
    let definition = form::definition(&settings);
    if !settings.is_open || store::find_product(&shop.db, request.product).await?.is_none() {
        return Ok(Err(vec![Refusal::Closed]));
    }
    // A question of another product is nobody's business here.
    if request.question.is_some_and(|(_, product)| product != request.product) {
        return Ok(Err(vec![Refusal::NoQuestion]));
    }
    let mut draft = match check(definition, request.kind(), &request.form) {
        Ok(draft) => draft,
        Err(refusals) => return Ok(Err(refusals)),
    };
    let now = shop.clock.now();
    let customer = session::find_customer(&shop.db, visitor, now).await?.map(|session| session.id);
    let mut is_verified = false;
    if let Some(customer) = customer {
        is_verified = store::has_completed_order(&shop.db, customer).await?;
        // The email about an answer goes to the account, whatever address was typed.
        let author = store::find_author(&shop.db, customer).await?;
        if let Some(email) = author.and_then(|author| EmailAddress::parse(&author.email).ok()) {
            draft.email = email;
        }
    }
    let address = visitor.address.0.to_string();
    let recent = store::recent_texts(&shop.db, request.product, &address, now).await?;

    let mut tx = shop.db.begin().await?;
    let claim = idempotency::claim(&mut tx, "cr_new_qna", token, key, &fingerprint(request), now).await?;
    let mut new = NewPost {
        product: request.product,
        draft: &draft,
        customer,
        signals: &[],
        visitor: &token.0,
        address: &address,
        now,
    };
    // The same form again, by a second click or a retry.
    let repeated = match request.question {
        Some((question, _)) => store::find_repeated_answer(&mut *tx, question, &new).await?,
        None => store::find_repeated_question(&mut *tx, &new).await?,
    };
    if let Some(state) = repeated {
        let is_public = state == ItemState::Published;
        return Ok(Ok(if is_public { Submitted::Published } else { Submitted::Held }));
    }
    if matches!(claim, Claim::Repeated) {
        return Ok(Ok(Submitted::Held));
    }
    let has_token = match captcha::verify(shop, CHALLENGE, &request.form.captcha, now) {
        Some(solved) => captcha::spend(&mut *tx, &solved).await?,
        None => false,
    };
    if definition.captcha_required && !has_token {
        return Ok(Err(vec![Refusal::Captcha]));
    }
    let circumstances = Circumstances {
        is_verified,
        has_token,
        is_trap_filled: !request.trap.is_empty(),
        is_too_fast: form_time::is_too_fast(&shop.nonces, form::nonces::TIME, &request.rendered, now),
        is_near_duplicate: is_near_duplicate(&draft.text, &recent),
    };
    let mut verdict = decide(settings.hold, &circumstances, &[&draft.text, &draft.name]);
    if store::has_recent(&mut *tx, &new).await? {
        verdict = verdict.for_second_item(has_token);
    }
    let signals: Vec<String> = verdict.signals.iter().copied().map(Signal::name).map(str::to_owned).collect();
    let is_published = verdict.is_published && !poses_as(&settings.shop_name, &draft.name);
    new.signals = &signals;
    let publish = StateChange { state: ItemState::Published, reason: "", from: None, now };
    let (id, question) = match request.question {
        Some((question, _)) => {
            let Some(answer) = store::insert_answer(&mut *tx, question, &new).await? else {
                return Ok(Err(vec![Refusal::NoQuestion]));
            };
            if is_published {
                store::change_answer(&mut tx, answer, &publish).await?;
            }
            (answer, question)
        }
        None => {
            let question = store::insert_question(&mut *tx, &new).await?;
            if is_published {
                store::change_question(&mut tx, question, &publish).await?;
            }
            (question, question)
        }
    };
    let mut purges = Vec::new();
    if is_published {
        purges = purge::record(&mut *tx, &[purge_tag(request.product)]).await?;
        jobs::notify_asker(&mut tx, question, now).await?;
    }
    tx.commit().await?;
    if !purges.is_empty() {
        purge::announce(&shop.redis, &purges).await;
    }
    let kind = request.kind();
    tracing::info!(id, ?kind, is_published, ?verdict.signals, "{kind:?} {id} received");
    Ok(Ok(if is_published { Submitted::Published } else { Submitted::Held }))
}

/// What a request with the same idempotency key must repeat.
fn fingerprint(request: &SubmitRequest) -> String {
    let form = &request.form;
    format!("{} {:?} {:?} {:?} {:?}", request.product, request.question, form.text, form.name, form.email)
}
