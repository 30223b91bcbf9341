//! The page of a job: preview, progress, report; and the list of jobs.

use accounts::{service::FormSession, view::NoticeView};
use axum::{Json, extract::State, response::Response};
use catalog::Category;
use chrono::{DateTime, TimeDelta, Utc};
use edge::{
    AppError, Fields, PathParam, Shop, ShopZone, Visitor, changes::Patch, session::StaffMember, view::LinkView,
};
use http::StatusCode;
use kernel::{Message, Messages, Money, Zone, msg};
use serde::Deserialize;

use super::{
    ACT_URL, JOB_URL, JOBS_URL, NONCE, REPORT_URL, job_url, reasons,
    report::{self, Counts, GROUPS, ReportRow},
    rules::SECOND_PERSON_ABOVE,
    store::{self, BulkJob, JobState},
    view::*,
};
use crate::{
    staff_products::{
        PRODUCT_URL, PRODUCTS_URL, form::FIELDS, product_url, save::may_write, texts, view::ListTab,
    },
    store::staff_names,
};

const PAGE_SIZE: i64 = 50;
const MAX_JOBS: i64 = 50;
/// A second person has a day.
const APPROVAL_TIME: TimeDelta = TimeDelta::hours(24);
/// How long a job can be taken back.
const UNDO_TIME: TimeDelta = TimeDelta::days(30);

/// The rights and the state that decide what a member can do with a job.
pub struct Standing<'a> {
    pub job: &'a BulkJob,
    pub member: &'a StaffMember,
    pub counts: &'a Counts,
    pub is_undone: bool,
    pub now: DateTime<Utc>,
}

impl Standing<'_> {
    fn may_write(&self) -> bool {
        self.job.changes.fields().into_iter().all(|field| may_write(self.member, field))
    }

    fn is_own(&self) -> bool {
        self.job.created_by == self.member.id
    }

    pub fn has_lapsed(&self) -> bool {
        self.job.asked_at.is_some_and(|asked| asked + APPROVAL_TIME < self.now)
    }

    pub const fn needs_second_person(&self) -> bool {
        self.counts.ready > SECOND_PERSON_ABOVE
    }

    /// The acts that are open to the member now.
    pub fn acts(&self) -> Vec<&'static str> {
        let mut acts = Vec::new();
        let may = self.may_write();
        match self.job.state {
            JobState::Planning if self.is_own() => acts.push("drop"),
            JobState::Planned if self.is_own() && may => {
                if self.counts.ready > 0 {
                    acts.push("start");
                }
                acts.push("drop");
            }
            JobState::Waiting if self.is_own() => acts.push("drop"),
            JobState::Waiting if may => {
                if !self.has_lapsed() {
                    acts.push("approve");
                }
                acts.push("refuse");
            }
            JobState::Running => acts.push("stop"),
            JobState::Done | JobState::Stopped if may => {
                let is_stopped = self.job.state == JobState::Stopped && self.job.note == "stopped";
                if is_stopped && self.counts.ready > 0 && !self.is_undone {
                    acts.push("resume");
                }
                let is_recent = self.job.ended_at.is_some_and(|ended| ended + UNDO_TIME > self.now);
                if self.counts.done > 0 && self.job.undoes.is_none() && !self.is_undone && is_recent {
                    acts.push("undo");
                }
            }
            _ => {}
        }
        acts
    }
}

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
    let lead = msg::bulk::LEAD.with("name", name(job.created_by)).with("when", zone.date_time(job.created_at));
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
    let heading = view.title.clone();
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

/// What the job will do or has done, in sentences.
fn notes(messages: &Messages, standing: &Standing<'_>) -> Vec<String> {
    let (job, counts) = (standing.job, standing.counts);
    let mut notes: Vec<Message> = Vec::new();
    match job.state {
        JobState::Planned | JobState::Waiting => {
            notes.push(msg::bulk::WILL_CHANGE.with("count", counts.ready));
            if counts.rising > 0 {
                notes.push(msg::bulk::RISING.with("count", counts.rising));
            }
            if counts.falling > 0 {
                notes.push(msg::bulk::FALLING.with("count", counts.falling));
            }
            if counts.largest > 0 {
                notes.push(msg::bulk::LARGEST.with("amount", Money::from_minor(counts.largest)));
            }
            if counts.refused > 0 {
                notes.push(msg::bulk::WILL_REFUSE.with("count", counts.refused));
            }
            if job.state == JobState::Waiting {
                notes.push(Message::from(if standing.has_lapsed() {
                    msg::bulk::LAPSED
                } else {
                    msg::bulk::WAITS
                }));
            } else if standing.needs_second_person() {
                notes.push(msg::bulk::SECOND_PERSON.with("most", SECOND_PERSON_ABOVE));
            }
        }
        JobState::Done | JobState::Stopped => {
            notes.push(msg::bulk::WERE_CHANGED.with("count", counts.done));
            if counts.changed > 0 {
                notes.push(msg::bulk::LEFT_ALONE.with("count", counts.changed));
            }
            if counts.refused + counts.failed > 0 {
                notes.push(msg::bulk::WERE_REFUSED.with("count", counts.refused + counts.failed));
            }
            if counts.ready > 0 {
                notes.push(msg::bulk::NOT_REACHED.with("count", counts.ready));
            }
            if job.note == "rights" {
                notes.push(Message::from(msg::bulk::WITHOUT_RIGHTS));
            }
        }
        JobState::Planning | JobState::Running => notes.push(Message::from(msg::bulk::MAY_LEAVE)),
        JobState::Dropped => {}
    }
    notes.into_iter().map(|note| messages.text(note)).collect()
}

fn act_view(messages: &Messages, standing: &Standing<'_>, act: &'static str) -> BulkAct {
    let label = match act {
        "start" if standing.needs_second_person() => Message::from(msg::bulk::ASK),
        "start" => msg::bulk::START.with("count", standing.counts.ready),
        "approve" => msg::bulk::APPROVE.with("count", standing.counts.ready),
        "refuse" => Message::from(msg::bulk::REFUSE),
        "stop" => Message::from(msg::bulk::STOP),
        "resume" => Message::from(msg::bulk::RESUME),
        "undo" => Message::from(msg::bulk::UNDO_ALL),
        _ => Message::from(msg::bulk::DROP),
    };
    BulkAct {
        act,
        label: messages.text(label),
        is_primary: matches!(act, "start" | "approve" | "resume"),
    }
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

/// Rows as people read them, on the page and in the file.
pub struct RowTexts<'a> {
    pub messages: &'static Messages,
    pub zone: &'a Zone,
    pub categories: &'a [Category],
}

impl RowTexts<'_> {
    pub fn differences(&self, row: &ReportRow) -> Vec<BulkDifference> {
        let shown =
            |field: &str, patch: &Patch| texts::shown(self.messages, self.zone, self.categories, field, patch);
        let difference = |field: &&'static str| BulkDifference {
            label: self.messages.text(texts::label(field)),
            before: shown(field, &row.before),
            after: shown(field, &row.after),
        };
        FIELDS.iter().filter(|field| row.after.has(field)).map(difference).collect()
    }

    pub fn outcome(&self, row: &ReportRow) -> (String, &'static str) {
        let (key, level) = match row.state.as_str() {
            "new" => (msg::bulk::ROW_NEW, "watch"),
            "ready" => (msg::bulk::ROW_READY, "watch"),
            "done" => (msg::bulk::ROW_DONE, "well"),
            "refused" => (msg::bulk::ROW_REFUSED, "bad"),
            "changed" => (msg::bulk::ROW_CHANGED, "watch"),
            "gone" => (msg::bulk::ROW_GONE, "watch"),
            "same" => (msg::bulk::ROW_SAME, "watch"),
            _ => (msg::bulk::ROW_FAILED, "bad"),
        };
        (self.messages.text(key), level)
    }

    pub fn reason(&self, row: &ReportRow) -> Option<String> {
        let (label, reason) = reasons::read(self.messages, &row.reason)?;
        Some(format!("{label}: {reason}"))
    }

    fn row(&self, row: &ReportRow) -> BulkRow {
        let (state, level) = self.outcome(row);
        BulkRow {
            id: row.position.to_string(),
            name: row.name.clone(),
            label: row.label.clone(),
            sku: row.sku.clone(),
            url: product_url(PRODUCT_URL, row.product_id),
            differences: self.differences(row),
            state,
            level,
            reason: self.reason(row),
        }
    }
}
