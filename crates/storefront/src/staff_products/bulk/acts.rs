//! What staff do with a job, and its report as a file.

use accounts::service::{redirect, with_notice};
use axum::{extract::State, response::Response};
use edge::{
    AppError, Fields, PathParam, Shop, ShopZone,
    audit::AuditWriter,
    session::StaffMember,
    spreadsheet::{csv_file, escape_formula, to_csv},
};
use serde::Deserialize;

use super::{
    JOB_URL, job_url, report,
    rows::RowTexts,
    run,
    standing::Standing,
    store::{self, JobState},
};

/// Rows of the report that are read at once.
const CHUNK: i64 = 1_000;

#[derive(Debug, Deserialize)]
pub struct ActForm {
    act: String,
}

pub async fn act(
    State(shop): State<Shop>,
    audit: AuditWriter,
    member: StaffMember,
    PathParam(id): PathParam<i64>,
    Fields(form): Fields<ActForm>,
) -> Result<Response, AppError> {
    let now = shop.clock.now();
    let url = job_url(JOB_URL, id);
    let mut tx = shop.db.begin().await?;
    // A step that runs is waited for: what it changed is in the counts.
    let job = store::lock(&mut tx, id).await?.ok_or(AppError::NotFound)?;
    let counts = report::count(&mut *tx, id).await?;
    let is_undone = store::find_undo(&mut *tx, id).await?.is_some();
    let standing = Standing { job: &job, member: &member, counts: &counts, is_undone, now };
    let Some(act) = standing.acts().into_iter().find(|act| *act == form.act) else {
        return Ok(redirect(&with_notice(&url, "not-changed"), None));
    };
    let (state, note, notice) = match act {
        "start" if standing.needs_second_person() => (JobState::Waiting, "", "asked"),
        "start" | "approve" | "resume" => (JobState::Running, "", "started"),
        "stop" => (JobState::Stopped, "stopped", "stopped"),
        "refuse" => (JobState::Dropped, "refused", "refused"),
        "undo" => {
            let (state, notice) = match standing.undo_needs_second_person() {
                true => (JobState::Waiting, "asked"),
                false => (JobState::Running, "started"),
            };
            let Some(undo) = store::insert_undo(&mut tx, &job, state, member.id, now).await? else {
                return Ok(redirect(&with_notice(&url, "not-changed"), None));
            };
            if state == JobState::Running {
                run::enqueue(&mut *tx, undo).await?;
            }
            let subject =
                format!("bulk job {id}: undo as job {undo} of {} things, {}", counts.done, state.name());
            audit.record(&mut *tx, "bulk-undo", &subject).await?;
            tx.commit().await?;
            return Ok(redirect(&with_notice(&job_url(JOB_URL, undo), notice), None));
        }
        _ => (JobState::Dropped, "dropped", "dropped"),
    };
    if act == "approve" {
        store::set_approved(&mut *tx, id, member.id).await?;
    }
    store::set_state(&mut *tx, id, state, note, now).await?;
    if state == JobState::Running {
        run::enqueue(&mut *tx, id).await?;
    }
    let subject = format!("bulk job {id}: {act}, {} done, {} to do", counts.done, counts.ready);
    let (before, after) = (job.state.name(), state.name());
    audit.record_change(&mut *tx, "bulk", &subject, Some(before), Some(after)).await?;
    tx.commit().await?;
    Ok(redirect(&with_notice(&url, notice), None))
}

const COLUMNS: [&str; 8] = ["product", "variation", "sku", "outcome", "reason", "field", "before", "after"];

fn plain(text: &str) -> String {
    escape_formula(&kernel::text::without_isolates(text))
}

/// Every row of the job; one line for each changed field.
pub async fn download(
    State(shop): State<Shop>,
    audit: AuditWriter,
    PathParam(id): PathParam<i64>,
) -> Result<Response, AppError> {
    store::find(&shop.db, id).await?.ok_or(AppError::NotFound)?;
    audit.record(&shop.db, "bulk-export", &format!("bulk job {id}")).await?;
    let zone = shop.settings.get::<ShopZone>().await?;
    let categories = catalog::service::categories(&shop.db).await?;
    let texts = RowTexts { messages: shop.messages, zone: &zone, categories: &categories };
    let mut table = to_csv([COLUMNS.map(str::to_owned)])?.to_vec();
    let mut after = 0;
    loop {
        let rows = report::list(&shop.db, id, &report::states_of("all"), after, CHUNK).await?;
        let Some(last) = rows.last() else { break };
        after = last.position;
        let lines = rows.iter().flat_map(|row| {
            let (outcome, _) = texts.outcome(row);
            let reason = texts.reason(row).unwrap_or_default();
            let head = [&row.name, &row.label, &row.sku, &outcome, &reason].map(|text| plain(text));
            let line = move |field: &str, before: &str, after: &str| {
                let [name, label, sku, outcome, reason] = head.clone();
                [name, label, sku, outcome, reason, plain(field), plain(before), plain(after)]
            };
            let differences = texts.differences(row);
            if differences.is_empty() {
                return vec![line("", "", "")];
            }
            differences.iter().map(|one| line(&one.label, &one.before, &one.after)).collect::<Vec<_>>()
        });
        table.extend(to_csv(lines)?);
    }
    csv_file(&format!("bulk-{id}.csv"), table)
}
