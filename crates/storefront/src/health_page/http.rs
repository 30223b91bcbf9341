//! The page, and retrying and stopping a job.

use std::time::Duration;

use accounts::{
    service::{FormSession, redirect, with_notice},
    view::{NoticeView, STAFF_ORDERS_URL},
};
use axum::{extract::State, response::Response};
use edge::{
    AppError, Fields, Permission, Shop, ShopZone, Visitor,
    audit::{AuditWriter, seals},
    session::StaffMember,
};
use http::StatusCode;
use kernel::{Key, Message, Messages, msg, msg::health as text};
use serde::Deserialize;

use super::{
    HEALTH_URL, RecentChecks, STAFF, Summary,
    rules::{self, Level, Readiness, task_label},
    store::{self, Figures, Job},
    view::{CheckGroupView, CheckView, HealthPageView, JobView},
};
use crate::{
    audit_page::{self, AUDIT_URL, view::ChainView},
    server::database,
};

const MAX_JOBS: i64 = 50;
/// How long the renderers may take to answer.
const RENDERER_TIMEOUT: Duration = Duration::from_millis(250);

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub struct HealthQuery {
    notice: String,
}

pub async fn show(
    State(shop): State<Shop>,
    visitor: Visitor,
    member: StaffMember,
    Fields(query): Fields<HealthQuery>,
) -> Result<Response, AppError> {
    let now = shop.clock.now();
    let zone = shop.settings.get::<ShopZone>().await?;
    let (groups, chain) = check_all(&shop, &member, &zone, now).await?;
    let worst = worst(&groups);
    let messages = shop.messages;
    let jobs = store::list_jobs(&shop.db, MAX_JOBS).await?;
    let session = FormSession::for_staff(&visitor)?;
    let view = HealthPageView {
        action: HEALTH_URL.to_owned(),
        nonce: session.nonce(&shop, STAFF),
        notice: notice(messages, &query.notice),
        level: worst.name(),
        state: messages.text(state(worst)),
        checked_at: zone.date_time(now),
        chain: chain.is_broken.then_some(chain),
        groups: groups.into_iter().map(|(_, group)| group).collect(),
        jobs: jobs.into_iter().map(|job| job_view(messages, &zone, job)).collect(),
    };
    let title = messages.text(text::TITLE);
    session.render_page(&shop, HEALTH_URL, &title, &view, StatusCode::OK).await
}

fn worst(groups: &[Group]) -> Level {
    groups.iter().map(|(level, _)| *level).max().unwrap_or(Level::Well)
}

fn state(worst: Level) -> Key {
    match worst {
        Level::Well => text::ALL_WELL,
        Level::Watch => text::SOMETHING_WAITS,
        Level::Bad => text::SOMETHING_BAD,
    }
}

/// How the shop is, as it was some seconds ago at most.
pub async fn summary(shop: &Shop, member: &StaffMember, recent: &RecentChecks) -> Result<Summary, AppError> {
    let now = shop.clock.now();
    if let Some(summary) = recent.find(now) {
        return Ok(summary);
    }
    let zone = shop.settings.get::<ShopZone>().await?;
    let (groups, _) = check_all(shop, member, &zone, now).await?;
    let worst = worst(&groups);
    let checks = groups.into_iter().flat_map(|(_, group)| group.checks);
    let summary = Summary {
        is_well: worst == Level::Well,
        state: shop.messages.text(state(worst)),
        checks: checks.filter(|one| one.level != Level::Well.name()).map(|one| one.label).collect(),
    };
    recent.keep(now, &summary);
    Ok(summary)
}

/// Every check as it is now, in groups, and the audit log.
async fn check_all(
    shop: &Shop,
    member: &StaffMember,
    zone: &ShopZone,
    now: chrono::DateTime<chrono::Utc>,
) -> Result<(Vec<Group>, ChainView), AppError> {
    let figures = store::figures(&shop.db, now).await?;
    let renders = shop.renderer.ready(RENDERER_TIMEOUT).await;
    let ready = match database::inspect(&shop.db, now).await {
        Ok(difference) if difference.num_seconds() > 60 => Readiness::Clock,
        Ok(_) => Readiness::Ready,
        Err(error) => {
            tracing::warn!(error = format!("{error:#}"), "health: the database is not as it should be");
            Readiness::Database
        }
    };
    let audit = seals::state(&shop.db).await?;
    let messages = shop.messages;
    let chain = audit_page::chain(messages, zone, audit.as_ref());
    let page = Checks { messages, figures: &figures };
    let mut groups = vec![
        page.shoppers(renders, ready),
        page.money(member.may(Permission::OrdersRead), now),
        page.machines(&chain, member.may(Permission::AuditRead), now),
        page.mail(now),
    ];
    groups.retain(|(_, group)| !group.checks.is_empty());
    Ok((groups, chain))
}

fn notice(messages: &Messages, code: &str) -> Option<NoticeView> {
    match code {
        "retried" => Some(NoticeView::ok(text::RETRIED, messages)),
        "stopped" => Some(NoticeView::ok(text::STOPPED_NOW, messages)),
        "not-changed" => Some(NoticeView::error(text::NOT_CHANGED, messages)),
        _ => None,
    }
}

/// The checks of one group, and the worst of them.
type Group = (Level, CheckGroupView);

struct Checks<'a> {
    messages: &'static Messages,
    figures: &'a Figures,
}

impl Checks<'_> {
    fn check(&self, level: Level, label: impl Into<Message>, say: impl Into<Message>) -> (Level, CheckView) {
        let state = match level {
            Level::Well => text::WELL,
            Level::Watch => text::WATCH,
            Level::Bad => text::BAD,
        };
        let view = CheckView {
            level: level.name(),
            state: self.messages.text(state),
            label: self.messages.text(label),
            text: self.messages.text(say),
            url: None,
        };
        (level, view)
    }

    fn group(&self, label: impl Into<Message>, checks: Vec<(Level, CheckView)>) -> Group {
        let worst = checks.iter().map(|(level, _)| *level).max().unwrap_or(Level::Well);
        let checks = checks.into_iter().map(|(_, check)| check).collect();
        (worst, CheckGroupView { label: self.messages.text(label), checks })
    }

    fn shoppers(&self, renders: bool, ready: Readiness) -> Group {
        let pages = match renders {
            true => self.check(Level::Well, text::PAGES, text::PAGES_WELL),
            false => self.check(Level::Bad, text::PAGES, text::PAGES_BAD),
        };
        let server = match ready {
            Readiness::Ready => self.check(Level::Well, text::SERVER, text::READY),
            Readiness::Clock => self.check(Level::Bad, text::SERVER, text::READY_CLOCK),
            Readiness::Database => self.check(Level::Bad, text::SERVER, text::READY_DATABASE),
        };
        self.group(text::SHOPPERS, vec![pages, server])
    }

    fn money(&self, may_open_orders: bool, now: chrono::DateTime<chrono::Utc>) -> Group {
        let one = self.figures;
        let mut unknown = self.check(
            rules::payments(one.oldest_unknown, now),
            text::UNKNOWN_PAYMENTS,
            text::UNKNOWN_PAYMENTS_TEXT.with("count", one.unknown_payments),
        );
        unknown.1.url = (may_open_orders && one.unknown_payments > 0).then(|| STAFF_ORDERS_URL.to_owned());
        let differences = self.check(
            rules::none(one.discrepancies, Level::Bad),
            text::DIFFERENCES,
            text::DIFFERENCES_TEXT.with("count", one.discrepancies),
        );
        let holds = self.check(
            rules::none(one.overdue_holds, Level::Watch),
            text::HOLDS,
            text::HOLDS_TEXT.with("count", one.held),
        );
        self.group(text::MONEY, vec![unknown, differences, holds])
    }

    fn machines(&self, chain: &ChainView, may_open_log: bool, now: chrono::DateTime<chrono::Utc>) -> Group {
        let one = self.figures;
        let difference = (one.database_now - now).abs();
        let clock = self.check(
            rules::clock(difference),
            text::DATABASE,
            text::DATABASE_TEXT.with("seconds", difference.num_seconds()),
        );
        let mut queue = self.check(
            rules::queue(one.jobs_oldest, now).max(rules::none(one.jobs_stopped, Level::Watch)),
            text::QUEUE,
            text::QUEUE_TEXT.with("waiting", one.jobs_waiting).with("stopped", one.jobs_stopped),
        );
        queue.1.url = (one.jobs_stopped > 0).then(|| "#jobs".to_owned());
        let level = if chain.is_broken { Level::Bad } else { Level::Well };
        let (level, view) = self.check(level, msg::audit::TITLE, text::WELL);
        let url = may_open_log.then(|| AUDIT_URL.to_owned());
        let log = (level, CheckView { text: chain.label.clone(), url, ..view });
        self.group(text::MACHINES, vec![clock, queue, log])
    }

    fn mail(&self, now: chrono::DateTime<chrono::Utc>) -> Group {
        let one = self.figures;
        let waiting = self.check(
            rules::mail(one.mail_oldest, now),
            text::MAIL_WAITING,
            text::MAIL_WAITING_TEXT.with("count", one.mail_waiting),
        );
        let sent =
            self.check(Level::Well, text::MAIL_SENT, text::MAIL_SENT_TEXT.with("count", one.mail_sent));
        let refused = self.check(
            rules::none(one.mail_refused, Level::Watch),
            text::MAIL_REFUSED,
            text::MAIL_REFUSED_TEXT.with("count", one.mail_refused),
        );
        self.group(text::MAIL, vec![waiting, sent, refused])
    }
}

fn job_view(messages: &Messages, zone: &ShopZone, job: Job) -> JobView {
    let (level, state) = match (job.is_running, job.is_stopped) {
        (true, _) => (Level::Well, text::JOB_RUNNING),
        (_, true) => (Level::Bad, text::JOB_STOPPED),
        _ => (Level::Watch, text::JOB_FAILING),
    };
    let task = task_label(&job.task).map(|key| messages.text(key));
    JobView {
        id: job.id.to_string(),
        is_raw_task: task.is_none(),
        task: task.unwrap_or(job.task),
        level: level.name(),
        state: messages.text(state),
        tries: messages.text(
            text::TRIES.with("tries", i64::from(job.attempts)).with("most", i64::from(job.max_attempts)),
        ),
        when: zone.date_time(job.run_at),
        error: rules::shown_error(&job.last_error),
        can_retry: !job.is_running && job.attempts > 0,
        can_stop: !job.is_running && !job.is_stopped && job.attempts > 0,
    }
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub struct JobForm {
    #[serde(rename = "do")]
    action: String,
    job: String,
}

pub async fn change(
    State(shop): State<Shop>,
    audit: AuditWriter,
    Fields(form): Fields<JobForm>,
) -> Result<Response, AppError> {
    let id: i64 = form.job.parse().map_err(|_| AppError::BadRequest("no such job"))?;
    let mut tx = shop.db.begin().await?;
    let (task, action, code) = match form.action.as_str() {
        "retry" => (store::retry_job(&mut *tx, id).await?, "job-retry", "retried"),
        "stop" => (store::stop_job(&mut *tx, id).await?, "job-stop", "stopped"),
        _ => return Err(AppError::BadRequest("no such action")),
    };
    let Some(task) = task else {
        return Ok(redirect(&with_notice(HEALTH_URL, "not-changed"), None));
    };
    let (before, after) = match action {
        "job-retry" => ("failed", "waiting"),
        _ => ("waiting", "stopped"),
    };
    audit.record_change(&mut *tx, action, &format!("job {id} {task}"), Some(before), Some(after)).await?;
    tx.commit().await?;
    Ok(redirect(&with_notice(HEALTH_URL, code), None))
}
