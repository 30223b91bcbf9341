//! Accepting a form: checked by the server's own rules, stored once, with its files, and notified once.

use std::collections::{BTreeMap, BTreeSet};

use edge::{
    AppError, Shop, ShopZone, Visitor,
    fields::RawFields,
    session::{self, TokenHash},
};
use kernel::msg;
use media::service::Owner;
use moderation::signals::{Circumstances, HoldPolicy, Signal, decide};
use sha2::{Digest, Sha256};
use sqlx::PgConnection;

use super::{
    captcha::{self, Issued},
    error_text,
    fields::{content_hash, read_values},
    token::FormToken,
};
use crate::{
    jobs,
    rules::{
        Accepted, CaptchaState, Element, ElementId, ElementKind, Facts, FieldError, FileValue, StoredValue,
        Values, validate, visible_elements,
    },
    store::{self, FormVersion, NewEnquiry, WaitingFile},
};

/// What challenges of the proof of work are issued for.
pub const CHALLENGE: &str = "enquiry";

/// Signals that let an enquiry wait with the spam. Others are only shown to staff: a link or a telephone number is
/// usual in an enquiry.
const HOLDING: [Signal; 4] = [Signal::NoToken, Signal::Trap, Signal::TooFast, Signal::NearDuplicate];

/// A form with everything around it.
pub struct Submission<'a> {
    pub version: &'a FormVersion,
    /// `None`: the form has sent no token of this shop.
    pub token: Option<&'a FormToken>,
    /// Files of the form wait under this token.
    pub own_token: &'a FormToken,
    pub fields: &'a RawFields,
    pub pictures: &'a [Issued],
    /// Texts about files inside the form that were not accepted.
    pub file_errors: BTreeMap<ElementId, Vec<String>>,
    pub page_url: &'a str,
    /// The visitor has had no session, or one that has ended: files that were sent before belong to no session now.
    pub is_new_session: bool,
}

/// Why a form is not accepted.
#[derive(Debug, Clone, Default)]
pub struct Refused {
    /// What was typed, with the files that are stored.
    pub values: Values,
    pub elements: BTreeMap<ElementId, Vec<String>>,
    /// About the whole form.
    pub form: Option<String>,
    /// Not an error in a field: it counts as a form that was sent.
    pub counts: bool,
}

impl Submission<'_> {
    fn field(&self, name: &str) -> &str {
        self.fields.get(name).unwrap_or_default()
    }

    /// What makes the form unique: its own token. A shared one is unique with the sender's address and the content.
    fn uid_hash(&self, visitor: &Visitor, content: &[u8; 32], files: &[WaitingFile]) -> [u8; 32] {
        match self.token.filter(|token| token.is_own) {
            Some(token) => token.hash(),
            None => {
                let mut hash = Sha256::new();
                hash.update(self.token.map(FormToken::as_str).unwrap_or_default());
                hash.update(format!(" {} {} ", self.version.form_id, visitor.address.0));
                hash.update(content);
                for file in files {
                    hash.update(format!(" {} {:?} {}", file.element_id, file.name, file.bytes));
                }
                hash.finalize().into()
            }
        }
    }

    fn captcha_element(&self, visible: &BTreeSet<ElementId>) -> Option<&Element> {
        let mut elements = self.version.definition.elements.iter();
        elements
            .find(|element| matches!(element.kind, ElementKind::Captcha {}) && visible.contains(&element.id))
    }
}

/// Stores an enquiry, or returns everything that is wrong with it. The same form again gets the answer of the first and
/// changes nothing.
pub async fn submit(
    shop: &Shop,
    visitor: &Visitor,
    session: &TokenHash,
    submission: &Submission<'_>,
) -> Result<Result<(), Refused>, AppError> {
    let now = shop.clock.now();
    let (version, form) = (submission.version, submission.version.form_id);
    let definition = &version.definition.0;
    let waiting = store::list_waiting(&shop.db, session, &submission.own_token.hash(), form).await?;
    let content = content_hash(form, definition, submission.fields);
    let uid_hash = submission.uid_hash(visitor, &content, &waiting);
    if let Some(earlier) = store::find_earlier(&shop.db, &uid_hash).await? {
        return repeated(&earlier, &content);
    }
    let values = read_values(form, definition, submission.fields, by_element(&waiting));
    let refuse = |elements, form, counts| Ok(Err(Refused { values: values.clone(), elements, form, counts }));
    if !version.is_open {
        return refuse(BTreeMap::new(), Some(shop.messages.text(msg::enquiries::CLOSED)), false);
    }
    let proof = moderation::captcha::verify(shop, CHALLENGE, submission.field("cptcha"), now);
    let facts = Facts {
        today: shop.settings.get::<ShopZone>().await?.local(now).date(),
        captcha: if proof.is_some() { CaptchaState::Passed } else { CaptchaState::Unchecked },
    };
    let visible = visible_elements(definition, &values);
    let mut errors = submission.file_errors.clone();
    for gone in waiting.iter().filter(|file| file.name.is_none()) {
        errors.entry(element_id(gone)).or_default().push(shop.messages.text(msg::enquiries::UPLOAD_MISSING));
    }
    if submission.is_new_session {
        for element in store::list_foreign(&shop.db, session, &submission.own_token.hash()).await? {
            let id = ElementId(u32::try_from(element).unwrap_or_default());
            errors.entry(id).or_default().push(shop.messages.text(msg::enquiries::UPLOAD_MISSING));
        }
    }
    let accepted = validate(definition, &values, facts);
    if let Err(found) = &accepted {
        for (id, found) in found {
            let Some(element) = definition.element(*id) else { continue };
            let texts = found.iter().map(|error| error_text(shop.messages, element, error));
            errors.entry(*id).or_default().extend(texts);
        }
    }
    errors.retain(|id, _| visible.contains(id));
    let accepted = match accepted {
        Ok(accepted) if errors.is_empty() => accepted,
        _ => {
            forget_gone(shop, &waiting).await?;
            return refuse(errors, None, false);
        }
    };

    let mut tx = shop.db.begin().await?;
    // The same form twice at once: the second one waits, and is then a repetition.
    store::lock_uid(&mut *tx, &uid_hash).await?;
    if let Some(earlier) = store::find_earlier(&mut *tx, &uid_hash).await? {
        return repeated(&earlier, &content);
    }
    let has_proof = match &proof {
        Some(solved) => moderation::captcha::spend(&mut *tx, solved).await?,
        None => false,
    };
    let captcha_element = submission.captcha_element(&visible);
    let has_digits = match captcha_element {
        Some(element) if !has_proof => {
            let typed = values.get(&element.id).map(|value| value.text()).unwrap_or_default();
            captcha::check(shop, &mut tx, submission.pictures, typed, now).await?
        }
        _ => false,
    };
    if let Some(element) = captcha_element.filter(|_| !has_proof && !has_digits) {
        // The pictures are used up all the same.
        tx.commit().await?;
        let text = error_text(shop.messages, element, &FieldError::CaptchaWrong);
        return refuse(BTreeMap::from([(element.id, vec![text])]), None, true);
    }
    let customer = session::find_customer(&shop.db, visitor, now).await?.map(|customer| customer.id);
    let circumstances = Circumstances {
        is_verified: customer.is_some(),
        has_token: has_proof || has_digits,
        is_trap_filled: !submission.field("cr_website").is_empty(),
        is_too_fast: submission.token.is_none_or(|token| token.is_too_young(now)),
        is_near_duplicate: store::is_repeated(&mut *tx, &content, now).await?,
    };
    let signals = signals(definition.elements.as_slice(), &accepted, &circumstances);
    let is_spam = signals.iter().any(|signal| HOLDING.contains(signal));
    let signals: Vec<String> = signals.into_iter().map(|signal| signal.name().to_owned()).collect();
    let address = visitor.address.0.to_string();
    let new = NewEnquiry {
        form,
        version: version.version_id,
        uid_hash: &uid_hash,
        content_hash: &content,
        is_spam,
        signals: &signals,
        values: &accepted.values,
        email: sender(submission, &accepted),
        customer,
        visitor: &session.0,
        address: &address,
        page_url: submission.page_url,
        now,
    };
    let Some(id) = store::insert_enquiry(&mut *tx, &new).await? else { return Ok(Ok(())) };
    let sent: Vec<&WaitingFile> = waiting.iter().filter(|file| visible.contains(&element_id(file))).collect();
    if !attach(&mut tx, session, id, &sent, now).await? {
        tx.rollback().await?;
        forget_all(shop, &waiting).await?;
        let text = shop.messages.text(msg::enquiries::UPLOAD_MISSING);
        let errors = sent.iter().map(|file| (element_id(file), vec![text.clone()]));
        return refuse(errors.collect(), None, false);
    }
    if !is_spam {
        jobs::notify(&mut tx, id, now).await?;
    }
    tx.commit().await?;
    metrics::counter!("matjar_enquiries_total", "spam" => if is_spam { "yes" } else { "no" }).increment(1);
    tracing::info!(id, form, is_spam, ?signals, "enquiry {id} received");
    Ok(Ok(()))
}

/// The same form was accepted before; with other values its token is used up.
fn repeated(earlier: &store::EarlierEnquiry, content: &[u8; 32]) -> Result<Result<(), Refused>, AppError> {
    if earlier.content_hash.as_deref() == Some(content.as_slice()) {
        Ok(Ok(()))
    } else {
        Err(AppError::KeyReused)
    }
}

fn element_id(file: &WaitingFile) -> ElementId {
    ElementId(u32::try_from(file.element_id).unwrap_or_default())
}

fn by_element(waiting: &[WaitingFile]) -> BTreeMap<ElementId, Vec<FileValue>> {
    let mut files: BTreeMap<ElementId, Vec<FileValue>> = BTreeMap::new();
    for file in waiting {
        let Some(name) = &file.name else { continue };
        let value = FileValue { name: name.clone(), bytes: u64::try_from(file.bytes).unwrap_or_default() };
        files.entry(element_id(file)).or_default().push(value);
    }
    files
}

fn signals(elements: &[Element], accepted: &Accepted, circumstances: &Circumstances) -> Vec<Signal> {
    // Addresses and numbers have elements of their own.
    let is_text = |id: &ElementId| {
        let element = elements.iter().find(|element| element.id == *id);
        element.is_some_and(|element| {
            matches!(element.kind, ElementKind::Text {} | ElementKind::Textarea { .. })
        })
    };
    let texts = accepted.values.iter().filter_map(|(id, value)| match value {
        StoredValue::Text(text) if is_text(id) => Some(text.as_str()),
        _ => None,
    });
    let texts: Vec<&str> = texts.collect();
    decide(HoldPolicy::Nobody, circumstances, &texts).signals
}

fn sender<'a>(submission: &Submission<'_>, accepted: &'a Accepted) -> Option<&'a str> {
    let element = submission.version.definition.sender_element()?;
    match accepted.values.get(&element) {
        Some(StoredValue::Text(email)) => Some(email),
        _ => None,
    }
}

/// Returns false if a file was deleted or refused meanwhile.
async fn attach(
    db: &mut PgConnection,
    session: &TokenHash,
    enquiry: i64,
    files: &[&WaitingFile],
    now: chrono::DateTime<chrono::Utc>,
) -> Result<bool, AppError> {
    let ids: Vec<i64> = files.iter().map(|file| file.file_id).collect();
    let owner = Owner::Enquiry(enquiry);
    let attached = media::service::attach_inert(&mut *db, session, &ids, owner, now).await?;
    let given = store::give_files(&mut *db, enquiry, &ids).await?;
    Ok(attached == ids.len() && given == ids.len() as u64)
}

/// Forgets files that `media` has deleted: the form is accepted without them once the visitor knows.
async fn forget_gone(shop: &Shop, waiting: &[WaitingFile]) -> sqlx::Result<()> {
    let gone: Vec<i64> = waiting.iter().filter(|file| file.name.is_none()).map(|file| file.file_id).collect();
    store::forget_waiting(&shop.db, &gone).await
}

async fn forget_all(shop: &Shop, waiting: &[WaitingFile]) -> sqlx::Result<()> {
    let all: Vec<i64> = waiting.iter().map(|file| file.file_id).collect();
    store::forget_waiting(&shop.db, &all).await
}

/// What was typed, for a form that is shown again.
pub fn typed_values(version: &FormVersion, fields: &RawFields) -> Values {
    read_values(version.form_id, &version.definition, fields, BTreeMap::new())
}
