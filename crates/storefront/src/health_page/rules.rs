//! When a figure is well, the words of background tasks, and what of an error may be shown.

use chrono::{DateTime, TimeDelta, Utc};
use kernel::{Key, msg::health as text};

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Level {
    Well,
    Watch,
    Bad,
}

impl Level {
    pub const fn name(self) -> &'static str {
        match self {
            Self::Well => "well",
            Self::Watch => "watch",
            Self::Bad => "bad",
        }
    }
}

/// A payment without an answer is asked about again and again; after an hour a member of staff should look.
pub fn payments(oldest: Option<DateTime<Utc>>, now: DateTime<Utc>) -> Level {
    waiting(oldest, now, TimeDelta::minutes(5), TimeDelta::hours(1))
}

pub fn mail(oldest: Option<DateTime<Utc>>, now: DateTime<Utc>) -> Level {
    waiting(oldest, now, TimeDelta::minutes(5), TimeDelta::hours(1))
}

pub fn queue(oldest: Option<DateTime<Utc>>, now: DateTime<Utc>) -> Level {
    waiting(oldest, now, TimeDelta::minutes(2), TimeDelta::minutes(30))
}

fn waiting(oldest: Option<DateTime<Utc>>, now: DateTime<Utc>, watch: TimeDelta, bad: TimeDelta) -> Level {
    match oldest.map(|oldest| now - oldest) {
        Some(age) if age >= bad => Level::Bad,
        Some(age) if age >= watch => Level::Watch,
        _ => Level::Well,
    }
}

/// Some of a thing that should not be.
pub const fn none(count: i64, otherwise: Level) -> Level {
    if count == 0 { Level::Well } else { otherwise }
}

/// As `/readyz` says it.
pub const fn clock(difference: TimeDelta) -> Level {
    match difference.num_seconds() {
        ..=5 => Level::Well,
        6..=60 => Level::Watch,
        _ => Level::Bad,
    }
}

/// The tasks of the worker, by the names that the queue has. One of another release is shown by its name.
pub const TASKS: &[(&str, Key)] = &[
    ("accounts.sweep", text::TASK_ACCOUNTS_SWEEP),
    ("accounts.send_link", text::TASK_ACCOUNTS_SEND_LINK),
    ("accounts.send_notification", text::TASK_ACCOUNTS_SEND_NOTIFICATION),
    ("accounts.make_export", text::TASK_ACCOUNTS_MAKE_EXPORT),
    ("accounts.erase", text::TASK_ACCOUNTS_ERASE),
    ("affiliates.settle", text::TASK_AFFILIATES_SETTLE),
    ("affiliates.maintain", text::TASK_AFFILIATES_MAINTAIN),
    ("attribution.sweep_visits", text::TASK_ATTRIBUTION_SWEEP_VISITS),
    ("barcodes.sweep_actions", text::TASK_BARCODES_SWEEP_ACTIONS),
    ("barcodes.find_attention", text::TASK_BARCODES_FIND_ATTENTION),
    ("cart.sweep_visitors", text::TASK_CART_SWEEP_VISITORS),
    ("checkout.sweep_drafts", text::TASK_CHECKOUT_SWEEP_DRAFTS),
    ("content.maintain", text::TASK_CONTENT_MAINTAIN),
    ("enquiries.send_email", text::TASK_ENQUIRIES_SEND_EMAIL),
    ("enquiries.maintain", text::TASK_ENQUIRIES_MAINTAIN),
    ("events.sweep", text::TASK_EVENTS_SWEEP),
    ("followups.maintain", text::TASK_FOLLOWUPS_MAINTAIN),
    ("followups.send", text::TASK_FOLLOWUPS_SEND),
    ("mail.sweep_outbox", text::TASK_MAIL_SWEEP_OUTBOX),
    ("media_process", text::TASK_MEDIA_PROCESS),
    ("media_publish", text::TASK_MEDIA_PUBLISH),
    ("media_withdraw", text::TASK_MEDIA_WITHDRAW),
    ("media_scan", text::TASK_MEDIA_SCAN),
    ("media_purge", text::TASK_MEDIA_PURGE),
    ("media_fetch", text::TASK_MEDIA_FETCH),
    ("orders.cancel_stale", text::TASK_ORDERS_CANCEL_STALE),
    ("checkout.send_notification", text::TASK_ORDERS_SEND_NOTIFICATION),
    ("checkout.save_method", text::TASK_ORDERS_SAVE_METHOD),
    ("orders.cancel_overdue_transfers", text::TASK_ORDERS_CANCEL_OVERDUE_TRANSFERS),
    ("orders.remind_transfers", text::TASK_ORDERS_REMIND_TRANSFERS),
    ("checkout.refund", text::TASK_PAYMENTS_REFUND),
    ("questions.send_email", text::TASK_QUESTIONS_SEND_EMAIL),
    ("questions.maintain", text::TASK_QUESTIONS_MAINTAIN),
    ("reviews.maintain", text::TASK_REVIEWS_MAINTAIN),
    ("reviews.send_email", text::TASK_REVIEWS_SEND_EMAIL),
    ("stock_alerts.notify", text::TASK_STOCK_ALERTS_NOTIFY),
    ("stock_alerts.maintain", text::TASK_STOCK_ALERTS_MAINTAIN),
    ("stock_alerts.send", text::TASK_STOCK_ALERTS_SEND),
    ("storefront.purge_pictures", text::TASK_STOREFRONT_PURGE_PICTURES),
    ("storefront.maintain_listings", text::TASK_STOREFRONT_MAINTAIN_LISTINGS),
    ("storefront.maintain_search", text::TASK_STOREFRONT_MAINTAIN_SEARCH),
    ("storefront.maintain_changes", text::TASK_STOREFRONT_MAINTAIN_CHANGES),
    ("storefront.publish", text::TASK_STOREFRONT_PUBLISH),
    ("storefront.run_bulk_job", text::TASK_STOREFRONT_RUN_BULK_JOB),
];

pub fn task_label(task: &str) -> Option<Key> {
    TASKS.iter().find(|(name, _)| *name == task).map(|(_, label)| *label)
}

/// Whether this server can answer shoppers, as `/readyz` says it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Readiness {
    Ready,
    /// Its clock and that of the database differ.
    Clock,
    Database,
}

const MAX_ERROR: usize = 160;

/// The first line of an error, without addresses and without numbers that could be a card's or a phone's.
pub fn shown_error(error: &str) -> String {
    let line = error.lines().next().unwrap_or_default();
    let is_hidden = |word: &str| word.contains('@') || word.chars().filter(char::is_ascii_digit).count() > 6;
    let words: Vec<&str> =
        line.split_whitespace().map(|word| if is_hidden(word) { "…" } else { word }).collect();
    kernel::text::clean(&words.join(" "), MAX_ERROR)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_waits_gets_worse_with_time() {
        let now: DateTime<Utc> = "2026-11-15T12:00:00Z".parse().expect("a time");
        let since = |minutes| Some(now - TimeDelta::minutes(minutes));
        assert_eq!(payments(None, now), Level::Well);
        assert_eq!(payments(since(4), now), Level::Well);
        assert_eq!(payments(since(5), now), Level::Watch);
        assert_eq!(payments(since(60), now), Level::Bad);
        assert_eq!(mail(since(22), now), Level::Watch);
        assert_eq!(queue(since(1), now), Level::Well);
        assert_eq!(queue(since(30), now), Level::Bad);
        assert_eq!([none(0, Level::Bad), none(1, Level::Bad)], [Level::Well, Level::Bad]);
        assert_eq!(
            [5, 6, 60, 61].map(|seconds| clock(TimeDelta::seconds(seconds))),
            [Level::Well, Level::Watch, Level::Watch, Level::Bad]
        );
    }

    /// [D36]
    #[test]
    fn an_error_names_nobody_and_no_number() {
        assert_eq!(
            shown_error("550 no mailbox salma@example.com for +966501234567\nstack of the program"),
            "550 no mailbox … for …"
        );
        assert!(shown_error(&"كلمة ".repeat(100)).chars().count() <= MAX_ERROR);
    }
}
