//! One enquiry: what was sent, who takes care of it, notes and answers.

use accounts::{
    service::{FormSession, redirect},
    view::STAFF_INBOX_URL,
};
use axum::{extract::State, response::Response};
use chrono::SecondsFormat;
use edge::{AppError, Fields, PathParam, Shop, ShopZone, Visitor, audit::AuditWriter, session::StaffMember};
use http::StatusCode;
use kernel::{Zone, msg, text};
use media::service::MediaContext;
use moderation::signals::Signal;
use serde::Deserialize;
use sqlx::PgConnection;

use super::{
    NONCE, bulk,
    part::{self, members, sees_emails, state_label},
};
use crate::{
    jobs::RETENTION,
    rules::ElementKind,
    service::inbox::{self as service, Change, Written},
    store::{self, InboxState, OpenedEnquiry, StaffMessage},
    urls::{enquiry_url, version_url},
    view::*,
};

/// Of a note or an answer.
const MAX_TEXT: usize = 5_000;

#[derive(Debug, Default, Deserialize)]
pub struct NoticeQuery {
    #[serde(default)]
    notice: String,
}

pub async fn show(
    State(shop): State<Shop>,
    State(media): State<MediaContext>,
    visitor: Visitor,
    member: StaffMember,
    PathParam(id): PathParam<i64>,
    Fields(query): Fields<NoticeQuery>,
) -> Result<Response, AppError> {
    let enquiry = store::find_enquiry(&shop.db, id).await?.ok_or(AppError::NotFound)?;
    let files = service::files(&media, &shop.db, id).await?;
    let state = enquiry.inbox_state();
    let zone = shop.settings.get::<ShopZone>().await?;
    let session = FormSession::for_staff(&visitor)?;
    let title = shop.messages.text(msg::enquiries::INBOX_ONE.with("number", id));
    let title = text::without_isolates(&title);
    let signals = enquiry.signals.iter().filter_map(|name| Signal::parse(name));
    let has_emails = sees_emails(&member);
    let mut definition = enquiry.definition.0.clone();
    if !has_emails {
        definition.elements.retain(|element| !matches!(element.kind, ElementKind::Email {}));
    }
    let colleagues = store::colleagues(&shop.db).await?;
    let written = store::list_messages(&shop.db, id).await?;
    let guest = || shop.messages.text(msg::enquiries::INBOX_GUEST);
    let answer_to = enquiry.email.clone().filter(|_| state != InboxState::Spam);
    let view = EnquiryPageView {
        title: title.clone(),
        form: enquiry.definition.0.title.clone(),
        version_url: version_url(enquiry.version_id),
        inbox_url: STAFF_INBOX_URL.to_owned(),
        date: zone.date_time(enquiry.created_at),
        datetime: enquiry.created_at.to_rfc3339_opts(SecondsFormat::Secs, true),
        state: shop.messages.text(state_label(state)),
        facts: facts(&shop, &zone, &enquiry),
        answers: service::answers(shop.messages, &definition, &enquiry.fields.0, files),
        signals: signals.map(|signal| shop.messages.text(signal.label())).collect(),
        action: enquiry_url(id),
        nonce: session.nonce(&shop, NONCE),
        can_close: state == InboxState::Open,
        can_reopen: state == InboxState::Closed,
        can_release: state == InboxState::Spam,
        can_spam: state == InboxState::Open,
        members: members(&shop, &colleagues),
        assignee: enquiry.assignee_id.map(|id| id.to_string()).unwrap_or_default(),
        messages: written.into_iter().map(|one| message_view(&shop, &zone, one)).collect(),
        answer_to: answer_to.map(|email| if has_emails { email } else { guest() }),
        notice: part::notice(&shop, &query.notice),
    };
    session.render_page(&shop, &enquiry_url(id), &title, &view, StatusCode::OK).await
}

fn facts(shop: &Shop, zone: &Zone, enquiry: &OpenedEnquiry) -> Vec<InboxFact> {
    let fact = |label, value| InboxFact { label: shop.messages.text(label), value };
    let page = Some(&enquiry.page_url).filter(|url| !url.is_empty());
    let page = page.map(|url| fact(msg::enquiries::INBOX_PAGE, url.clone()));
    let customer = enquiry.customer_id.map(|id| fact(msg::enquiries::INBOX_CUSTOMER, id.to_string()));
    let fixed = [
        fact(msg::enquiries::INBOX_VERSION, enquiry.version_number.to_string()),
        fact(msg::enquiries::INBOX_EXPIRES, zone.date(enquiry.created_at + RETENTION)),
    ];
    page.into_iter().chain(customer).chain(fixed).collect()
}

fn message_view(shop: &Shop, zone: &Zone, message: StaffMessage) -> InboxMessage {
    let state = message.mail_state.as_deref().map(|state| match state {
        "sent" => msg::enquiries::INBOX_MAIL_SENT,
        "waiting" | "sending" => msg::enquiries::INBOX_MAIL_WAITING,
        _ => msg::enquiries::INBOX_MAIL_FAILED,
    });
    InboxMessage {
        who: message.actor,
        date: zone.date_time(message.at),
        datetime: message.at.to_rfc3339_opts(SecondsFormat::Secs, true),
        text: message.text,
        is_answer: message.is_answer,
        state: state.map(|key| shop.messages.text(key)),
    }
}

#[derive(Debug, Deserialize)]
pub struct ChangeForm {
    #[serde(rename = "do")]
    action: String,
    /// Needed to delete.
    #[serde(default)]
    confirm: String,
    #[serde(default)]
    text: String,
    /// A member, or empty for nobody; and who it was when the form was shown.
    #[serde(default)]
    assignee: String,
    #[serde(default)]
    was: String,
}

pub async fn change(
    State(shop): State<Shop>,
    audit: AuditWriter,
    member: StaffMember,
    PathParam(id): PathParam<i64>,
    Fields(form): Fields<ChangeForm>,
) -> Result<Response, AppError> {
    let back = |code: &str| Ok(redirect(&format!("{}?notice={code}", enquiry_url(id)), None));
    let now = shop.clock.now();
    let mut tx = shop.db.begin().await?;
    match form.action.as_str() {
        "delete" if form.confirm.is_empty() => back("unconfirmed"),
        "delete" => {
            if !service::change(&mut tx, id, Change::Delete, now).await? {
                return Err(AppError::NotFound);
            }
            audit.record(&mut *tx, "enquiry", &format!("{id} deleted")).await?;
            tx.commit().await?;
            Ok(redirect(&format!("{STAFF_INBOX_URL}?notice=deleted"), None))
        }
        "assign" => {
            let from = store::assignee(&mut *tx, id).await?.ok_or(AppError::NotFound)?;
            let wanted = store::colleagues(&mut *tx).await?;
            let wanted = wanted.iter().find(|one| one.id.to_string() == form.assignee);
            if wanted.is_none() && !form.assignee.is_empty() {
                return Err(AppError::BadRequest("no such member"));
            }
            let to = wanted.map(|one| one.id);
            if form.was.parse::<i64>().ok() != from || !store::assign(&mut *tx, id, from, to).await? {
                return back("not-changed");
            }
            record_assignment(&audit, &mut tx, id, from, to).await?;
            tx.commit().await?;
            back("assigned")
        }
        "note" | "answer" | "answer-close" => {
            let is_answer = form.action != "note";
            let text = text::clean_lines(&form.text, MAX_TEXT);
            let text = text.trim();
            if text.is_empty() {
                return back("no-text");
            }
            // Locked, so that a second press waits for the first.
            store::assignee(&mut *tx, id).await?.ok_or(AppError::NotFound)?;
            let written = service::write(&mut tx, id, &member.name, text, is_answer, now).await?;
            let is_closed = form.action == "answer-close"
                && written != Written::NoAddress
                && service::change(&mut tx, id, Change::Close, now).await?;
            match written {
                Written::NoAddress => return back("no-address"),
                Written::Before => {}
                Written::Now(message) => {
                    let act = if is_answer { "enquiry-answer" } else { "enquiry-note" };
                    audit.record(&mut *tx, act, &format!("{id} message {message}")).await?;
                }
            }
            if is_closed {
                record_state(&audit, &mut tx, id, Change::Close, "closed").await?;
            }
            tx.commit().await?;
            back(if is_answer { "answered" } else { "noted" })
        }
        action => {
            let (change, _, word) = bulk::parse(action).ok_or(AppError::BadRequest("no such action"))?;
            if !service::change(&mut tx, id, change, now).await? {
                return back("not-changed");
            }
            record_state(&audit, &mut tx, id, change, word).await?;
            tx.commit().await?;
            back(word)
        }
    }
}

/// Writes the audit line of a changed state.
pub async fn record_state(
    audit: &AuditWriter,
    db: &mut PgConnection,
    id: i64,
    change: Change,
    word: &str,
) -> Result<(), AppError> {
    let (before, after) = match change {
        Change::Close => ("open", "closed"),
        Change::Reopen => ("closed", "open"),
        Change::Spam => ("open", "held"),
        Change::Release => ("held", "open"),
        Change::Delete => ("stored", "deleted"),
    };
    audit.record_change(&mut *db, "enquiry", &format!("{id} {word}"), Some(before), Some(after)).await?;
    Ok(())
}

/// The same for who takes care of it.
pub async fn record_assignment(
    audit: &AuditWriter,
    db: &mut PgConnection,
    id: i64,
    from: Option<i64>,
    to: Option<i64>,
) -> Result<(), AppError> {
    let named = |member: Option<i64>| member.map_or_else(|| "nobody".to_owned(), |id| format!("staff {id}"));
    let (from, to) = (named(from), named(to));
    audit.record_change(&mut *db, "enquiry-assign", &id.to_string(), Some(&from), Some(&to)).await?;
    Ok(())
}
