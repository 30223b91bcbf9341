//! The page of a job: preview, progress, report; and the list of jobs.

use accounts::{service::FormSession, view::NoticeView};
use axum::{Json, extract::State, response::Response};
use edge::{AppError, Fields, PathParam, Shop, ShopZone, Visitor, session::StaffMember, view::LinkView};
use http::StatusCode;
use kernel::{Messages, msg};
use serde::Deserialize;

use super::{
    ACT_URL, JOB_URL, JOBS_URL, NONCE, REPORT_URL, job_url,
    report::{self, Counts, GROUPS},
    rows::RowTexts,
    standing::{Standing, act_view, notes},
    store::{self, BulkJob, JobState},
    view::*,
};
use crate::{
    staff_products::{PRODUCTS_URL, view::ListTab},
    store::staff_names,
};

const PAGE_SIZE: i64 = 50;
const MAX_JOBS: i64 = 50;

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub struct JobQuery {
    rows: String,
    after: String,
    notice: String,
}

pub async fn show(
    State(shop): State<Shop>,
    visitor: Visitor,
    member: StaffMember,
    PathParam(id): PathParam<i64>,
    Fields(query): Fields<JobQuery>,
) -> Result<Response, AppError> {
    let job = store::find(&shop.db, id).await?.ok_or(AppError::NotFound)?;
    let counts = report::count(&shop.db, id).await?;
    let undo = store::find_undo(&shop.db, id).await?;
    let zone = shop.settings.get::<ShopZone>().await?;
    let categories = catalog::service::categories(&shop.db).await?;
    let session = FormSession::for_staff(&visitor)?;
    let now = shop.clock.now();
    let messages = shop.messages;
    let actors = [Some(job.created_by), job.approved_by].into_iter().flatten();
    let actors: Vec<String> = actors.map(|member| format!("staff {member}")).collect();
    let names = staff_names(&shop.db, actors.iter().map(String::as_str)).await?;
    let name = |member: i64| names.get(&format!("staff {member}")).cloned().unwrap_or_default();
    let standing = Standing { job: &job, member: &member, counts: &counts, is_undone: undo.is_some(), now };
    let chosen = GROUPS.iter().map(|(name, _)| *name).find(|name| *name == query.rows);
    let group = chosen.unwrap_or(if counts.wanted() > 0 { "wanted" } else { "all" });
    let after = query.after.parse().unwrap_or(0);
    let mut rows = report::list(&shop.db, id, &report::states_of(group), after, PAGE_SIZE + 1).await?;
    let has_more = rows.len() > usize::try_from(PAGE_SIZE).unwrap_or(0);
    rows.truncate(usize::try_from(PAGE_SIZE).unwrap_or(0));
    let url = job_url(JOB_URL, id);
    let other = match (job.undoes, undo) {
        (Some(of), _) => Some((msg::bulk::UNDOES_LINK, of)),
        (None, Some(by)) => Some((msg::bulk::UNDONE_LINK, by)),
        (None, None) => None,
    };
    let shown = RowTexts { messages, zone: &zone, categories: &categories };
    let (state, level) = state(messages, &job);
    let lead =
        msg::bulk::LEAD.with("name", name(job.created_by)).with("when", zone.date_time(job.created_at));
    let mut notes = notes(messages, &standing);
    if let Some(second) = job.approved_by {
        notes.push(messages.text(msg::bulk::APPROVED_BY.with("name", name(second))));
    }
    let view = BulkJobPageView {
        title: title(messages, &job),
        lead: messages.text(lead),
        state,
        level,
        notice: notice(messages, &query.notice),
        notes,
        progress: is_under_way(&job).then(|| {
            let (done, all) = progress_of(&job, &counts);
            BulkProgress {
                job: id.to_string(),
                nonce: session.nonce(&shop, NONCE),
                url: url.clone(),
                done,
                all,
                text: progress_text(messages, done, all),
            }
        }),
        action: job_url(ACT_URL, id),
        nonce: session.nonce(&shop, NONCE),
        acts: standing.acts().into_iter().map(|act| act_view(messages, &standing, act)).collect(),
        groups: groups(messages, &url, &counts, group),
        next_url: rows
            .last()
            .filter(|_| has_more)
            .map(|row| format!("{url}?rows={group}&after={}", row.position)),
        empty: rows.is_empty().then(|| messages.text(msg::bulk::NO_ROWS)),
        rows: rows.iter().map(|row| shown.row(row)).collect(),
        report_action: (!is_under_way(&job) && counts.all > 0).then(|| job_url(REPORT_URL, id)),
        other: other.map(|(label, id)| LinkView::new(messages.text(label), job_url(JOB_URL, id))),
        jobs_url: JOBS_URL.to_owned(),
        products_url: PRODUCTS_URL.to_owned(),
    };
    let heading = kernel::text::without_isolates(&view.title);
    session.render_page(&shop, &url, &heading, &view, StatusCode::OK).await
}

pub async fn list(State(shop): State<Shop>, visitor: Visitor) -> Result<Response, AppError> {
    let jobs = store::list(&shop.db, MAX_JOBS).await?;
    let zone = shop.settings.get::<ShopZone>().await?;
    let actors: Vec<String> = jobs.iter().map(|job| format!("staff {}", job.created_by)).collect();
    let names = staff_names(&shop.db, actors.iter().map(String::as_str)).await?;
    let lines = jobs.iter().zip(&actors).map(|(job, actor)| {
        let (state, level) = state(shop.messages, job);
        BulkJobLine {
            title: title(shop.messages, job),
            url: job_url(JOB_URL, job.id),
            who: names.get(actor).cloned().unwrap_or_default(),
            when: zone.date_time(job.created_at),
            state,
            level,
        }
    });
    let view = BulkJobsPageView { products_url: PRODUCTS_URL.to_owned(), jobs: lines.collect() };
    let session = FormSession::for_staff(&visitor)?;
    let title = shop.messages.text(msg::bulk::JOBS);
    session.render_page(&shop, JOBS_URL, &title, &view, StatusCode::OK).await
}

#[derive(Debug, Deserialize)]
pub struct ProgressFields {
    job: i64,
}

/// How far a job is.
pub async fn progress(
    State(shop): State<Shop>,
    Fields(fields): Fields<ProgressFields>,
) -> Result<Json<BulkProgressAnswer>, AppError> {
    let job = store::find(&shop.db, fields.job).await?.ok_or(AppError::NotFound)?;
    let counts = report::count(&shop.db, job.id).await?;
    let (done, all) = progress_of(&job, &counts);
    let text = progress_text(shop.messages, done, all);
    Ok(Json(BulkProgressAnswer { done, all, text, is_over: !is_under_way(&job) }))
}

const fn is_under_way(job: &BulkJob) -> bool {
    matches!(job.state, JobState::Planning | JobState::Running)
}

const fn progress_of(job: &BulkJob, counts: &Counts) -> (i64, i64) {
    let left = if matches!(job.state, JobState::Planning) { counts.open } else { counts.ready };
    (counts.all - left, counts.all)
}

fn progress_text(messages: &Messages, done: i64, all: i64) -> String {
    messages.text(msg::bulk::PROGRESS.with("done", done).with("all", all))
}

fn title(messages: &Messages, job: &BulkJob) -> String {
    match job.undoes {
        Some(_) => messages.text(msg::bulk::UNDO_TITLE.with("title", job.title.as_str())),
        None => job.title.clone(),
    }
}

fn state(messages: &Messages, job: &BulkJob) -> (String, &'static str) {
    let (key, level) = match job.state {
        JobState::Planning => (msg::bulk::STATE_PLANNING, "watch"),
        JobState::Planned => (msg::bulk::STATE_PLANNED, "watch"),
        JobState::Waiting => (msg::bulk::STATE_WAITING, "watch"),
        JobState::Running => (msg::bulk::STATE_RUNNING, "watch"),
        JobState::Done => (msg::bulk::STATE_DONE, "well"),
        JobState::Stopped => (msg::bulk::STATE_STOPPED, "bad"),
        JobState::Dropped => (msg::bulk::STATE_DROPPED, "watch"),
    };
    (messages.text(key), level)
}

fn notice(messages: &Messages, code: &str) -> Option<NoticeView> {
    Some(match code {
        "started" => NoticeView::ok(msg::bulk::STARTED, messages),
        "asked" => NoticeView::info(msg::bulk::ASKED, messages),
        "stopped" => NoticeView::ok(msg::bulk::STOPPED_NOW, messages),
        "dropped" => NoticeView::ok(msg::bulk::DROPPED_NOW, messages),
        "refused" => NoticeView::ok(msg::bulk::REFUSED_NOW, messages),
        "not-changed" => NoticeView::error(msg::bulk::NOT_CHANGED, messages),
        _ => return None,
    })
}

/// The outcomes that there are, with their counts.
fn groups(messages: &Messages, url: &str, counts: &Counts, current: &str) -> Vec<ListTab> {
    let of = |name: &str| match name {
        "wanted" => (msg::bulk::GROUP_WANTED, counts.wanted()),
        "refused" => (msg::bulk::GROUP_REFUSED, counts.refused + counts.failed),
        "changed" => (msg::bulk::GROUP_CHANGED, counts.changed),
        "same" => (msg::bulk::GROUP_SAME, counts.same),
        _ => (msg::bulk::GROUP_ALL, counts.all),
    };
    let tab = |name: &str| {
        let (label, count) = of(name);
        (count > 0).then(|| ListTab {
            label: messages.text(label.with("count", count)),
            url: format!("{url}?rows={name}"),
            is_current: name == current,
        })
    };
    GROUPS.iter().filter_map(|&(name, _)| tab(name)).collect()
}
