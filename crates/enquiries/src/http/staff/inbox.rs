//! The staff's inbox: list, one enquiry, and what staff do with it. Every change is recorded in the audit log.

use accounts::{
    service::{FormSession, redirect},
    view::STAFF_INBOX_URL,
};
use axum::{extract::State, response::Response};
use chrono::SecondsFormat;
use edge::{
    AppError, Fields, PathParam, Permission, Shop, ShopZone, Visitor, audit::AuditWriter,
    session::StaffMember, view::LinkView,
};
use http::StatusCode;
use kernel::{Key, Zone, msg, text};
use media::service::MediaContext;
use moderation::signals::Signal;
use serde::Deserialize;

use super::NONCE;
use crate::{
    jobs::RETENTION,
    service::inbox::{self as service, Change},
    store::{self, InboxFilter, InboxState, ListedEnquiry, ListedForm, OpenedEnquiry},
    urls::{STAFF_PERSON_URL, enquiry_url, preview_url, version_url},
    view::*,
};

const PAGE_SIZE: usize = 50;
pub const MAX_EMAIL: usize = 254;

#[derive(Debug, Default, Deserialize)]
pub struct InboxQuery {
    #[serde(default)]
    state: String,
    /// Empty, or not a number: all forms.
    #[serde(default)]
    form: String,
    #[serde(default)]
    email: String,
    /// The last number of the page before.
    #[serde(default)]
    before: String,
    #[serde(default)]
    notice: String,
    /// Of an erasure.
    #[serde(default)]
    count: String,
}

/// The part of the inbox that a page shows.
#[derive(Debug, Clone)]
struct Part {
    state: InboxState,
    filter: InboxFilter,
}

impl Part {
    fn parse(query: &InboxQuery) -> Self {
        let email = text::clean(&query.email, MAX_EMAIL).trim().to_lowercase();
        Self {
            state: InboxState::parse(&query.state).unwrap_or(InboxState::Open),
            filter: InboxFilter {
                form: query.form.parse().ok(),
                email: Some(email).filter(|email| !email.is_empty()),
            },
        }
    }

    fn with(&self, state: InboxState) -> Self {
        Self { state, filter: self.filter.clone() }
    }

    fn url(&self, before: Option<i64>) -> String {
        let mut pairs = vec![("state", self.state.name().to_owned())];
        pairs.extend(self.filter.form.map(|form| ("form", form.to_string())));
        pairs.extend(self.filter.email.clone().map(|email| ("email", email)));
        pairs.extend(before.map(|before| ("before", before.to_string())));
        format!("{STAFF_INBOX_URL}?{}", serde_urlencoded::to_string(pairs).unwrap_or_default())
    }
}

pub async fn list(
    State(shop): State<Shop>,
    visitor: Visitor,
    member: StaffMember,
    Fields(query): Fields<InboxQuery>,
) -> Result<Response, AppError> {
    let part = Part::parse(&query);
    let before = query.before.parse().ok();
    let limit = i64::try_from(PAGE_SIZE + 1).unwrap_or(i64::MAX);
    let mut rows = store::list_enquiries(&shop.db, part.state, &part.filter, before, limit).await?;
    let has_more = rows.len() > PAGE_SIZE;
    rows.truncate(PAGE_SIZE);
    let last = rows.last().map(|row| row.id).filter(|_| has_more);
    let mut tabs = Vec::new();
    for state in InboxState::ALL {
        tabs.push(InboxTab {
            label: shop.messages.text(state_label(state)),
            url: part.with(state).url(None),
            count: store::count_enquiries(&shop.db, state, &part.filter).await?,
            current: state == part.state,
        });
    }
    let forms = store::list_forms(&shop.db).await?;
    let zone = shop.settings.get::<ShopZone>().await?;
    let session = FormSession::for_staff(&visitor)?;
    let person = part.filter.email.clone().map(|email| InboxPersonView {
        email,
        action: STAFF_PERSON_URL.to_owned(),
        nonce: session.nonce(&shop, NONCE),
        is_allowed: member.may(Permission::PrivacyAct),
    });
    let view = InboxPageView {
        tabs,
        action: STAFF_INBOX_URL.to_owned(),
        state: part.state.name().to_owned(),
        forms: form_options(&shop, &forms, part.filter.form),
        email: part.filter.email.clone().unwrap_or_default(),
        rows: rows.into_iter().map(|row| row_view(&shop, &zone, row)).collect(),
        next_url: last.map(|last| part.url(Some(last))),
        newest_url: before.map(|_| part.url(None)),
        previews: forms
            .iter()
            .filter(|_| member.may(Permission::ContentWrite))
            .map(|form| LinkView::new(&form.title, preview_url(form.id)))
            .collect(),
        person,
        retention: shop.messages.text(msg::enquiries::INBOX_RETENTION.with("days", RETENTION.num_days())),
        notice: notice(&shop, &query.notice, query.count.parse().unwrap_or(0)),
    };
    let title = shop.messages.text(msg::enquiries::INBOX_TITLE);
    session.render_page(&shop, STAFF_INBOX_URL, &title, &view, StatusCode::OK).await
}

fn form_options(shop: &Shop, forms: &[ListedForm], chosen: Option<i64>) -> Vec<InboxFormOption> {
    let all = InboxFormOption {
        value: String::new(),
        label: shop.messages.text(msg::enquiries::INBOX_ALL_FORMS),
        is_chosen: chosen.is_none(),
    };
    let one = |form: &ListedForm| InboxFormOption {
        value: form.id.to_string(),
        label: form.title.clone(),
        is_chosen: chosen == Some(form.id),
    };
    std::iter::once(all).chain(forms.iter().map(one)).collect()
}

fn state_label(state: InboxState) -> Key {
    match state {
        InboxState::Open => msg::enquiries::INBOX_OPEN,
        InboxState::Closed => msg::enquiries::INBOX_CLOSED,
        InboxState::Spam => msg::enquiries::INBOX_SPAM,
    }
}

fn row_view(shop: &Shop, zone: &Zone, row: ListedEnquiry) -> InboxRow {
    InboxRow {
        number: row.id.to_string(),
        url: enquiry_url(row.id),
        form: row.form_title,
        sender: row.email.unwrap_or_else(|| shop.messages.text(msg::enquiries::INBOX_GUEST)),
        date: zone.date_time(row.created_at),
        datetime: row.created_at.to_rfc3339_opts(SecondsFormat::Secs, true),
        files: row.files,
    }
}

/// The text of a notice that a redirect names.
fn notice(shop: &Shop, code: &str, count: i64) -> Option<InboxNotice> {
    let (key, is_error) = match code {
        "closed" => (msg::enquiries::INBOX_NOTICE_CLOSED, false),
        "reopened" => (msg::enquiries::INBOX_NOTICE_REOPENED, false),
        "released" => (msg::enquiries::INBOX_NOTICE_NOT_SPAM, false),
        "deleted" => (msg::enquiries::INBOX_NOTICE_DELETED, false),
        "not-changed" => (msg::enquiries::INBOX_NOTICE_NOT_CHANGED, true),
        "unconfirmed" => (msg::enquiries::INBOX_NOTICE_UNCONFIRMED, true),
        "scanning" => (msg::enquiries::INBOX_NOTICE_SCANNING, true),
        "infected" => (msg::enquiries::INBOX_NOTICE_INFECTED, true),
        "missing" => (msg::enquiries::INBOX_NOTICE_MISSING, true),
        "erased" => {
            let text = shop.messages.text(msg::enquiries::INBOX_ERASED.with("count", count));
            return Some(InboxNotice { text, is_error: false });
        }
        _ => return None,
    };
    Some(InboxNotice { text: shop.messages.text(key), is_error })
}

#[derive(Debug, Default, Deserialize)]
pub struct NoticeQuery {
    #[serde(default)]
    notice: String,
}

pub async fn show(
    State(shop): State<Shop>,
    State(media): State<MediaContext>,
    visitor: Visitor,
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
    let view = EnquiryPageView {
        title: title.clone(),
        form: enquiry.definition.0.title.clone(),
        version_url: version_url(enquiry.version_id),
        inbox_url: STAFF_INBOX_URL.to_owned(),
        date: zone.date_time(enquiry.created_at),
        datetime: enquiry.created_at.to_rfc3339_opts(SecondsFormat::Secs, true),
        state: shop.messages.text(state_label(state)),
        facts: facts(&shop, &zone, &enquiry),
        answers: service::answers(shop.messages, &enquiry.definition.0, &enquiry.fields.0, files),
        signals: signals.map(|signal| shop.messages.text(signal.label())).collect(),
        action: enquiry_url(id),
        nonce: session.nonce(&shop, NONCE),
        can_close: state == InboxState::Open,
        can_reopen: state == InboxState::Closed,
        can_release: state == InboxState::Spam,
        notice: notice(&shop, &query.notice, 0),
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

#[derive(Debug, Deserialize)]
pub struct ChangeForm {
    #[serde(rename = "do")]
    action: String,
    /// Needed to delete.
    #[serde(default)]
    confirm: String,
}

pub async fn change(
    State(shop): State<Shop>,
    audit: AuditWriter,
    PathParam(id): PathParam<i64>,
    Fields(form): Fields<ChangeForm>,
) -> Result<Response, AppError> {
    let back = |code: &str| redirect(&format!("{}?notice={code}", enquiry_url(id)), None);
    let (change, code) = match form.action.as_str() {
        "close" => (Change::Close, "closed"),
        "reopen" => (Change::Reopen, "reopened"),
        "not-spam" => (Change::Release, "released"),
        "delete" if form.confirm.is_empty() => return Ok(back("unconfirmed")),
        "delete" => (Change::Delete, "deleted"),
        _ => return Err(AppError::BadRequest("no such action")),
    };
    let mut tx = shop.db.begin().await?;
    if !service::change(&mut tx, id, change, shop.clock.now()).await? {
        tx.rollback().await?;
        return match change {
            Change::Delete => Err(AppError::NotFound),
            _ => Ok(back("not-changed")),
        };
    }
    audit.record(&mut *tx, "enquiry", &format!("{id} {code}")).await?;
    tx.commit().await?;
    Ok(match change {
        Change::Delete => redirect(&format!("{STAFF_INBOX_URL}?notice=deleted"), None),
        _ => back(code),
    })
}
