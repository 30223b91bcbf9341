//! One act about several enquiries. What a colleague changed meanwhile stays as it is.

use accounts::service::redirect;
use axum::{extract::State, response::Response};
use edge::{AppError, Fields, Shop, audit::AuditWriter, session::StaffMember};
use kernel::{Key, msg};
use serde::Deserialize;

use super::{
    one::{record_assignment, record_state},
    part::{InboxQuery, Part},
};
use crate::{
    service::inbox::{self as service, Change},
    store::{self, InboxState},
};

const MAX_ITEMS: usize = 100;

/// Acts that take another one back.
pub const UNDOING: [&str; 3] = ["close", "reopen", "not-spam"];

/// What can be done in a part of the inbox: the value of the form, and its text.
pub fn acts(state: InboxState) -> impl Iterator<Item = (&'static str, Key)> {
    let acts: &[(&str, Key)] = match state {
        InboxState::Open => {
            &[("close", msg::enquiries::INBOX_DO_CLOSE), ("spam", msg::enquiries::INBOX_DO_SPAM)]
        }
        InboxState::Closed => &[("reopen", msg::enquiries::INBOX_DO_REOPEN)],
        InboxState::Spam => &[("not-spam", msg::enquiries::INBOX_DO_NOT_SPAM)],
    };
    acts.iter().copied()
}

/// The act of a name, the act that takes it back, and its word in the audit log.
pub fn parse(name: &str) -> Option<(Change, &'static str, &'static str)> {
    Some(match name {
        "close" => (Change::Close, "reopen", "closed"),
        "reopen" => (Change::Reopen, "close", "reopened"),
        "spam" => (Change::Spam, "not-spam", "held"),
        // The shop's email was sent.
        "not-spam" => (Change::Release, "", "released"),
        _ => return None,
    })
}

#[derive(Debug, Deserialize)]
pub struct BulkForm {
    #[serde(rename = "item[]", default)]
    items: Vec<String>,
    #[serde(rename = "do")]
    action: String,
    #[serde(default)]
    assignee: String,
    /// The list to return to.
    #[serde(default)]
    state: String,
    #[serde(default)]
    form: String,
    #[serde(default)]
    email: String,
    #[serde(default)]
    s: String,
    #[serde(default)]
    who: String,
}

pub async fn act(
    State(shop): State<Shop>,
    audit: AuditWriter,
    member: StaffMember,
    Fields(form): Fields<BulkForm>,
) -> Result<Response, AppError> {
    let mut ids: Vec<i64> = form.items.iter().filter_map(|id| id.parse().ok()).collect();
    if ids.len() != form.items.len() || ids.len() > MAX_ITEMS {
        return Err(AppError::BadRequest("invalid items"));
    }
    // Each once and in the same order: two members may act on the same ones at the same moment.
    ids.sort_unstable();
    ids.dedup();
    let now = shop.clock.now();
    let mut tx = shop.db.begin().await?;
    let mut done = Vec::new();
    let undo = if form.action == "assign" {
        let colleagues = store::colleagues(&mut *tx).await?;
        let wanted = colleagues.iter().find(|one| one.id.to_string() == form.assignee);
        if wanted.is_none() && !form.assignee.is_empty() {
            return Err(AppError::BadRequest("no such member"));
        }
        let to = wanted.map(|one| one.id);
        for &id in &ids {
            let Some(from) = store::assignee(&mut *tx, id).await? else { continue };
            if store::assign(&mut *tx, id, from, to).await? {
                done.push((id, from));
            }
        }
        for &(id, from) in &done {
            record_assignment(&audit, &mut tx, id, from, to).await?;
        }
        ""
    } else {
        let (change, undo, word) = parse(&form.action).ok_or(AppError::BadRequest("no such action"))?;
        for &id in &ids {
            if service::change(&mut tx, id, change, now).await? {
                done.push((id, None));
            }
        }
        for &(id, _) in &done {
            record_state(&audit, &mut tx, id, change, word).await?;
        }
        undo
    };
    tx.commit().await?;
    let query = InboxQuery {
        state: form.state,
        form: form.form,
        email: form.email,
        s: form.s,
        who: form.who,
        ..InboxQuery::default()
    };
    let part = Part::parse(&query, &member);
    if done.is_empty() {
        return Ok(redirect(&part.url(&[("notice", "not-changed".to_owned())]), None));
    }
    let mut more = vec![("notice", "several".to_owned()), ("count", done.len().to_string())];
    let left = ids.len() - done.len();
    if left > 0 {
        more.push(("left", left.to_string()));
    }
    if !undo.is_empty() {
        let ids: Vec<String> = done.iter().map(|(id, _)| id.to_string()).collect();
        more.extend([("undo", undo.to_owned()), ("ids", ids.join("."))]);
    }
    Ok(redirect(&part.url(&more), None))
}
