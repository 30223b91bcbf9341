//! The staff's inbox: the list. Its state is its address.

use accounts::{service::FormSession, view::STAFF_INBOX_URL};
use axum::{extract::State, response::Response};
use chrono::SecondsFormat;
use edge::{AppError, Fields, Permission, Shop, ShopZone, Visitor, session::StaffMember, view::LinkView};
use http::StatusCode;
use kernel::{Key, Zone, msg};

use super::{
    NONCE, bulk,
    part::{self, InboxQuery, Part, members, sees_emails, state_label},
};
use crate::{
    jobs::RETENTION,
    store::{self, InboxState, ListedEnquiry, ListedForm},
    urls::{STAFF_PERSON_URL, enquiry_url, preview_url},
    view::*,
};

const PAGE_SIZE: usize = 50;

pub async fn list(
    State(shop): State<Shop>,
    visitor: Visitor,
    member: StaffMember,
    Fields(query): Fields<InboxQuery>,
) -> Result<Response, AppError> {
    let part = Part::parse(&query, &member);
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
            url: part.with(state).url(&[]),
            count: store::count_enquiries(&shop.db, state, &part.filter).await?,
            current: state == part.state,
        });
    }
    let forms = store::list_forms(&shop.db).await?;
    let colleagues = store::colleagues(&shop.db).await?;
    let zone = shop.settings.get::<ShopZone>().await?;
    let session = FormSession::for_staff(&visitor)?;
    let nonce = session.nonce(&shop, NONCE);
    let person = part.filter.email.clone().map(|email| InboxPersonView {
        email,
        action: STAFF_PERSON_URL.to_owned(),
        nonce: nonce.clone(),
        is_allowed: member.may(Permission::PrivacyAct),
    });
    let mut hidden = vec![("nonce".to_owned(), nonce)];
    hidden.extend(part.pairs().into_iter().map(|(name, value)| (name.to_owned(), value)));
    let text = |key: Key| shop.messages.text(key);
    let choice = |value: &str, key: Key| InboxChoice { value: value.to_owned(), label: text(key) };
    let has_emails = sees_emails(&member);
    let view = InboxPageView {
        tabs,
        action: STAFF_INBOX_URL.to_owned(),
        state: part.state.name().to_owned(),
        forms: form_options(&shop, &forms, part.filter.form),
        words: part.filter.words.clone().unwrap_or_default(),
        who: part.who.to_owned(),
        whos: vec![
            choice("", msg::enquiries::INBOX_ANYBODY),
            choice("me", msg::enquiries::INBOX_MINE),
            choice("nobody", msg::enquiries::INBOX_NOBODY),
        ],
        email: has_emails.then(|| part.filter.email.clone().unwrap_or_default()),
        clear_url: part.is_filtered().then(|| format!("{STAFF_INBOX_URL}?state={}", part.state.name())),
        bulk: InboxBulk {
            action: STAFF_INBOX_URL.to_owned(),
            acts: bulk::acts(part.state).map(|(name, key)| choice(name, key)).collect(),
            members: members(&shop, &colleagues),
            hidden: hidden.clone(),
        },
        rows: rows.into_iter().map(|row| row_view(&shop, &zone, has_emails, row)).collect(),
        next_url: last.map(|last| part.url(&[("before", last.to_string())])),
        newest_url: before.map(|_: i64| part.url(&[])),
        previews: forms
            .iter()
            .filter(|_| member.may(Permission::ContentWrite))
            .map(|form| LinkView::new(&form.title, preview_url(form.id)))
            .collect(),
        person,
        retention: shop.messages.text(msg::enquiries::INBOX_RETENTION.with("days", RETENTION.num_days())),
        notice: notice(&shop, &query, hidden),
    };
    let title = text(msg::enquiries::INBOX_TITLE);
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

fn row_view(shop: &Shop, zone: &Zone, has_emails: bool, row: ListedEnquiry) -> InboxRow {
    let sender = row.email.filter(|_| has_emails);
    InboxRow {
        number: row.id.to_string(),
        url: enquiry_url(row.id),
        form: row.form_title,
        sender: sender.unwrap_or_else(|| shop.messages.text(msg::enquiries::INBOX_GUEST)),
        date: zone.date_time(row.created_at),
        datetime: row.created_at.to_rfc3339_opts(SecondsFormat::Secs, true),
        files: row.files,
        excerpt: row.excerpt,
        assignee: row.assignee.unwrap_or_default(),
    }
}

/// What the last act did; `hidden`: the fields that every form of the page has.
fn notice(shop: &Shop, query: &InboxQuery, hidden: Vec<(String, String)>) -> Option<InboxNotice> {
    let count = query.count.parse::<i64>().unwrap_or(0);
    let key = match query.notice.as_str() {
        "erased" => msg::enquiries::INBOX_ERASED,
        "several" => msg::enquiries::INBOX_CHANGED,
        other => return part::notice(shop, other),
    };
    let mut text = shop.messages.text(key.with("count", count));
    let left = query.left.parse::<i64>().unwrap_or(0);
    if left > 0 {
        let left = shop.messages.text(msg::enquiries::INBOX_LEFT.with("count", left));
        text = format!("{text} {left}");
    }
    let undo = bulk::UNDOING.contains(&query.undo.as_str()).then(|| {
        let items = query.ids.split('.').filter(|id| id.parse::<i64>().is_ok());
        let items = items.map(|id| ("item[]".to_owned(), id.to_owned()));
        hidden.into_iter().chain([("do".to_owned(), query.undo.clone())]).chain(items).collect()
    });
    Some(InboxNotice { text, is_error: false, undo })
}
