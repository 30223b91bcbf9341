//! The staff's list of causes.

use accounts::service::FormSession;
use axum::{extract::State, response::Response};
use chrono::TimeDelta;
use edge::{AppError, Shop, Visitor};
use http::StatusCode;
use kernel::msg;

use crate::{
    rules::{Cause, StopReason},
    store::{self, CauseSettings, Figures},
    urls::{STAFF_CAUSE_URL, STAFF_FOLLOW_UPS_URL},
    view::{CauseRowView, FollowupsPageView},
};

/// The figures of finished follow-ups are those of this time.
const FIGURES_OF: TimeDelta = TimeDelta::days(30);

pub fn cause_url(cause: Cause) -> String {
    STAFF_CAUSE_URL.replace("{cause}", cause.name())
}

pub async fn show(State(shop): State<Shop>, visitor: Visitor) -> Result<Response, AppError> {
    let settings = store::causes(&shop.db).await?;
    let figures = store::figures(&shop.db, shop.clock.now() - FIGURES_OF).await?;
    let view = FollowupsPageView {
        notice: None,
        causes: settings.iter().map(|settings| row(&shop, settings, &figures)).collect(),
    };
    let title = shop.messages.text(msg::followups::TITLE);
    let session = FormSession::for_staff(&visitor)?;
    session.render_page(&shop, STAFF_FOLLOW_UPS_URL, &title, &view, StatusCode::OK).await
}

fn row(shop: &Shop, settings: &CauseSettings, figures: &[Figures]) -> CauseRowView {
    let text = |key| shop.messages.text(key);
    let cause = settings.cause;
    let count = |states: &[&str], reason: Option<&str>| -> i64 {
        let own = figures.iter().filter(|row| row.cause == cause.name());
        own.filter(|row| states.contains(&row.state.as_str()) && row.reason.as_deref() == reason)
            .map(|row| row.count)
            .sum()
    };
    let stopped = StopReason::ALL.into_iter().filter_map(|reason| {
        let stopped = count(&["stopped"], Some(reason.name()));
        (stopped > 0).then(|| (text(reason.label()), stopped.to_string()))
    });
    CauseRowView {
        name: text(cause.label()),
        hint: text(cause.hint()),
        url: cause_url(cause),
        is_on: settings.is_on,
        state: text(if settings.is_on { msg::followups::ON } else { msg::followups::OFF }),
        delay: delay_text(shop, settings.delay_hours),
        planned: count(&["planned", "queued"], None).to_string(),
        sent: count(&["sent"], None).to_string(),
        stopped: stopped.collect(),
    }
}

/// Whole days as days, anything else as hours.
pub fn delay_text(shop: &Shop, hours: i32) -> String {
    match hours {
        0 => shop.messages.text(msg::followups::AT_ONCE),
        hours if hours % 24 == 0 => shop.messages.text(msg::followups::DELAY_DAYS.with("days", hours / 24)),
        hours => shop.messages.text(msg::followups::DELAY_HOURS.with("hours", hours)),
    }
}
