//! Proofs of transfers: private files. The buyer sends them and staff look at them; nothing of them opens in the browser.

use accounts::{service::FormSession, service::redirect, view::NONCE};
use axum::{extract::State, response::Response};
use edge::{
    AppError, Fields, PathParam, Shop, Visitor, audit::AuditWriter, policy::RateClass, session,
    upload::Upload,
};
use kernel::{Key, msg};
use media::{
    MediaContext,
    rules::RefusalReason,
    service::{
        self as files, Acceptance, Owner, PrivateFile, PrivateState, Purpose, UploadRefusal, UploadSubject,
    },
};
use payments::PaymentContext;
use serde::Deserialize;

use super::{actions::page_url, nonces, staff};
use crate::{
    jobs::{self, OrderNotification},
    rules::OrderEvent,
    service::open,
    store::{self, Order},
    view::{PROOF_URL, ProofFileView, ProofFormView, STAFF_PROOF_URL},
};

pub const MAX_PROOF_BYTES: usize = 10 * 1024 * 1024;
/// Files of one order.
const MAX_PROOFS: usize = 5;
/// What a phone's camera, a screenshot or a bank's program makes.
const ENDINGS: [&str; 7] = ["jpg", "jpeg", "png", "webp", "heic", "heif", "pdf"];
const FIELD: &str = "proof";

/// Why a proof was not taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ProofRefusal {
    Missing,
    Type,
    Size,
    Many,
    Failed,
    /// The order does not wait for a transfer.
    Late,
}

impl ProofRefusal {
    const ALL: [Self; 6] = [Self::Missing, Self::Type, Self::Size, Self::Many, Self::Failed, Self::Late];

    fn name(self) -> &'static str {
        match self {
            Self::Missing => "proof-missing",
            Self::Type => "proof-type",
            Self::Size => "proof-size",
            Self::Many => "proof-many",
            Self::Failed => "proof-failed",
            Self::Late => "proof-late",
        }
    }

    fn message(self) -> Key {
        match self {
            Self::Missing => msg::orders::PROOF_MISSING,
            Self::Type => msg::orders::PROOF_TYPE,
            Self::Size => msg::orders::PROOF_SIZE,
            Self::Many => msg::orders::PROOF_MANY,
            Self::Failed => msg::orders::PROOF_FAILED,
            Self::Late => msg::orders::PROOF_LATE,
        }
    }

    /// The text of a notice in the page's address.
    pub fn text_of(notice: &str) -> Option<Key> {
        Self::ALL.into_iter().find(|refusal| refusal.name() == notice).map(Self::message)
    }
}

/// Whether the end of the name is one of a picture or a PDF. The content is compared with it while it arrives.
fn is_taken(name: &str) -> bool {
    let end = name.rsplit_once('.').map(|(_, end)| end.to_ascii_lowercase());
    end.is_some_and(|end| ENDINGS.contains(&end.as_str()))
}

/// The form on the pages of an order that waits for a transfer, with the files that were sent.
pub async fn form_view(
    shop: &Shop,
    media: &MediaContext,
    form_session: &FormSession,
    order: &Order,
) -> Result<ProofFormView, AppError> {
    let sent = files::list_private(media, &shop.db, Owner::Order(order.id.0)).await?;
    let url = |file: &PrivateFile| {
        format!("{}?key={}&file={}", PROOF_URL.replace("{id}", &order.number.to_string()), order.key, file.id)
    };
    Ok(ProofFormView {
        action: PROOF_URL.replace("{id}", &order.number.to_string()),
        hidden: vec![
            (NONCE.to_owned(), form_session.nonce(shop, nonces::BUYER)),
            ("key".to_owned(), order.key.clone()),
        ],
        name: FIELD,
        accept: ENDINGS.map(|end| format!(".{end}")).join(","),
        can_send: sent.len() < MAX_PROOFS,
        files: file_views(shop, &sent, url),
    })
}

/// The files for staff.
pub async fn staff_files(
    shop: &Shop,
    media: &MediaContext,
    order: &Order,
) -> Result<Vec<ProofFileView>, AppError> {
    let sent = files::list_private(media, &shop.db, Owner::Order(order.id.0)).await?;
    let page = STAFF_PROOF_URL.replace("{id}", &order.number.to_string());
    Ok(file_views(shop, &sent, |file| format!("{page}?file={}", file.id)))
}

fn file_views(shop: &Shop, sent: &[PrivateFile], url: impl Fn(&PrivateFile) -> String) -> Vec<ProofFileView> {
    let view = |file: &PrivateFile| ProofFileView {
        name: file.name.clone(),
        url: (file.state == PrivateState::Ready).then(|| url(file)),
        note: match file.state {
            PrivateState::Ready => None,
            PrivateState::Scanning => Some(shop.messages.text(msg::orders::PROOF_SCANNING)),
            PrivateState::Infected => Some(shop.messages.text(msg::orders::PROOF_INFECTED)),
        },
    };
    sent.iter().map(view).collect()
}

/// Takes a proof. The order's key gives access, as it does to the order's page.
pub async fn send(
    State(shop): State<Shop>,
    State(context): State<PaymentContext>,
    State(media): State<MediaContext>,
    visitor: Visitor,
    PathParam(number): PathParam<i64>,
    mut upload: Upload,
) -> Result<Response, AppError> {
    let key = upload.field("key").unwrap_or_default().to_owned();
    let order = open(&context, number, &key).await?;
    let session = FormSession::for_anyone(&shop, &visitor).await?;
    let notice = match receive(&shop, &media, &visitor, &session, &order, &mut upload).await? {
        Ok(()) => "proof-sent",
        Err(refusal) => refusal.name(),
    };
    let url = page_url(&shop, &visitor, &order, &format!("notice={notice}")).await?;
    let mut response = redirect(&url, None);
    session.append_cookie(&mut response);
    Ok(response)
}

async fn receive(
    shop: &Shop,
    media: &MediaContext,
    visitor: &Visitor,
    session: &FormSession,
    order: &Order,
    upload: &mut Upload,
) -> Result<Result<(), ProofRefusal>, AppError> {
    if !order.waits_for_transfer() {
        return Ok(Err(ProofRefusal::Late));
    }
    // A browser sends a part without a name if no file was chosen.
    if !upload.has_file() || upload.file_name().is_empty() || upload.part_name() != FIELD {
        return Ok(Err(ProofRefusal::Missing));
    }
    if !is_taken(upload.file_name()) {
        return Ok(Err(ProofRefusal::Type));
    }
    let limited = shop.rate_limiter.check(RateClass::Upload, visitor.token.as_ref(), visitor.address).await;
    if matches!(limited, Err(AppError::TooManyRequests { .. })) {
        return Ok(Err(ProofRefusal::Failed));
    }
    limited?;
    let acceptance = Acceptance::Inert { max_bytes: MAX_PROOF_BYTES as u64, matches_name: true };
    let spooled = match files::spool(media, upload, acceptance).await? {
        Ok(spooled) => spooled,
        Err(UploadRefusal::File(RefusalReason::Size)) => return Ok(Err(ProofRefusal::Size)),
        Err(UploadRefusal::File(_)) => return Ok(Err(ProofRefusal::Type)),
        Err(UploadRefusal::Unavailable) => return Ok(Err(ProofRefusal::Failed)),
    };
    let now = shop.clock.now();
    let customer = session::find_customer(&shop.db, visitor, now).await?;
    let digest = spooled.sha256().iter().map(|byte| format!("{byte:02x}")).collect::<String>();
    let subject = UploadSubject {
        session: session.token,
        customer: customer.map(|customer| customer.id.0),
        purpose: Purpose::Enquiry,
        item: None,
        // The same file again is the same proof.
        request_key: Some(format!("proof {} {digest}", order.id)),
    };
    let Ok(received) = files::receive(media, &shop.db, subject, spooled).await? else {
        return Ok(Err(ProofRefusal::Failed));
    };
    attach(shop, media, session, order, received.id).await
}

/// Gives the file to its order, whose lock makes the limit hold.
async fn attach(
    shop: &Shop,
    media: &MediaContext,
    session: &FormSession,
    order: &Order,
    file: i64,
) -> Result<Result<(), ProofRefusal>, AppError> {
    let now = shop.clock.now();
    let owner = Owner::Order(order.id.0);
    let mut tx = shop.db.begin().await?;
    let order = store::lock(&mut *tx, order.id).await?.ok_or(AppError::NotFound)?;
    let sent = files::list_private(media, &mut *tx, owner).await?;
    if sent.iter().any(|sent| sent.id == file) {
        return Ok(Ok(()));
    }
    if !order.waits_for_transfer() {
        return Ok(Err(ProofRefusal::Late));
    }
    if sent.len() >= MAX_PROOFS {
        return Ok(Err(ProofRefusal::Many));
    }
    if files::attach_inert(&mut tx, &session.token, &[file], owner, now).await? != 1 {
        return Ok(Err(ProofRefusal::Failed));
    }
    store::record_event(&mut *tx, order.id, OrderEvent::ProofSent, "", "", now).await?;
    jobs::notify(&mut tx, order.id, OrderNotification::ShopProof { file }, now).await?;
    tx.commit().await?;
    Ok(Ok(()))
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub struct ProofQuery {
    key: String,
    file: i64,
}

/// The file of this order, if it can be read.
async fn find(shop: &Shop, media: &MediaContext, order: &Order, id: i64) -> Result<PrivateFile, AppError> {
    let sent = files::list_private(media, &shop.db, Owner::Order(order.id.0)).await?;
    let file = sent.into_iter().find(|file| file.id == id && file.state == PrivateState::Ready);
    file.ok_or(AppError::NotFound)
}

pub async fn download(
    State(shop): State<Shop>,
    State(context): State<PaymentContext>,
    State(media): State<MediaContext>,
    PathParam(number): PathParam<i64>,
    Fields(query): Fields<ProofQuery>,
) -> Result<Response, AppError> {
    let order = open(&context, number, &query.key).await?;
    let file = find(&shop, &media, &order, query.file).await?;
    media::attachment(&media, file.id, &file.name).await?.ok_or(AppError::NotFound)
}

/// The audit line is written before the first byte is sent.
pub async fn staff_download(
    State(shop): State<Shop>,
    State(media): State<MediaContext>,
    audit: AuditWriter,
    PathParam(number): PathParam<i64>,
    Fields(query): Fields<ProofQuery>,
) -> Result<Response, AppError> {
    let order = staff::find(&shop, number).await?;
    let file = find(&shop, &media, &order, query.file).await?;
    audit.record(&shop.db, "order-proof", &format!("order {} {}", order.id, file.id)).await?;
    media::attachment(&media, file.id, &file.name).await?.ok_or(AppError::NotFound)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pictures_and_documents_are_proofs() {
        for name in ["إيصال.jpg", "IMG_1.HEIC", "receipt.v2.pdf"] {
            assert!(is_taken(name), "{name}");
        }
        for name in ["a.svg", "a.html", "pdf", "a.pdf.exe", ""] {
            assert!(!is_taken(name), "{name}");
        }
    }

    #[test]
    fn every_refusal_has_its_text() {
        for refusal in ProofRefusal::ALL {
            assert_eq!(ProofRefusal::text_of(refusal.name()), Some(refusal.message()));
        }
        assert_eq!(ProofRefusal::text_of("proof-sent"), None);
    }
}
