//! The keeper of the till: asks the provider about payments whose end is not known, reads what it told us, and compares
//! its books with ours. One server at a time does this.

use std::{collections::HashMap, time::Duration};

use chrono::TimeDelta;
use payments::{
    provider::{Fate, Payment},
    rules::AttemptState,
    store::{self as attempts, Attempt, Difference},
};

use super::{money::take_report, watch};
use crate::{
    settle::{self, ABSENT, Report},
    store,
    till::Till,
};

/// How often it looks whether there is something to do.
const TICK: Duration = Duration::from_millis(500);
/// Attempts asked about at once.
const BATCH: i64 = 500;
/// Anything of ours; the database lets one session hold it.
const TURN: i64 = 0x6d61_746a_6172;

/// How often the figures are made new.
const BETWEEN_LOOKS: TimeDelta = TimeDelta::seconds(5);

/// The longest that it waits after a round that failed.
const LONGEST_WAIT: Duration = Duration::from_secs(8);

/// Runs as long as the server does. A provider that is gone is asked less and less often, and is told of once.
pub async fn keep(till: Till) {
    let mut tidied = till.clock.now();
    let mut looked = tidied;
    let mut wait = TICK;
    loop {
        tokio::time::sleep(wait).await;
        // Every server, and first: a provider that is gone keeps nobody from seeing how things stand.
        let now = till.clock.now();
        if now - looked > BETWEEN_LOOKS
            && let Ok(standing) = watch::look(&till).await
        {
            looked = now;
            watch::show(&standing);
        }
        match turn(&till, &mut tidied).await {
            Ok(()) => wait = TICK,
            Err(error) => {
                if wait == TICK {
                    tracing::warn!(
                        error = format!("{error:#}"),
                        "the till could not be kept; it will be tried again"
                    );
                }
                wait = (wait * 2).min(LONGEST_WAIT);
            }
        }
    }
}

/// One round, by the one server whose turn it is.
async fn turn(till: &Till, tidied: &mut chrono::DateTime<chrono::Utc>) -> anyhow::Result<()> {
    let mut turn = till.db.acquire().await?;
    let mine = sqlx::query_scalar!(r#"select pg_try_advisory_lock($1) as "mine!""#, TURN)
        .fetch_one(&mut *turn)
        .await?;
    if !mine {
        return Ok(());
    }
    let done = async {
        read_notices(till).await?;
        look_up_due(till).await?;
        compare_when_due(till).await?;
        let now = till.clock.now();
        if now - *tidied > TimeDelta::seconds(30) {
            *tidied = now;
            tidy(till).await?;
        }
        anyhow::Ok(())
    }
    .await;
    sqlx::query_scalar!("select pg_advisory_unlock($1)", TURN).fetch_one(&mut *turn).await?;
    done
}

/// Asks about every attempt that is due, all in one look through the provider's books.
pub async fn look_up_due(till: &Till) -> anyhow::Result<usize> {
    let now = till.clock.now();
    let due = attempts::due(&till.db, now, BATCH).await?;
    if due.is_empty() {
        return Ok(0);
    }
    for lost in due.iter().filter(|attempt| attempt.state == AttemptState::Submitting) {
        settle::doubt(&till.db, &till.pace, &lost.key, now).await?;
    }
    // Those that have a name at the provider are asked for by it; the others are looked for in its list.
    let count = due.len();
    let (named, due): (Vec<_>, Vec<_>) = due.into_iter().partition(|attempt| attempt.reference.is_some());
    for attempt in &named {
        ask_by_name(till, attempt).await?;
    }
    if due.is_empty() {
        return Ok(count);
    }
    let keys: Vec<String> = due.iter().map(|attempt| attempt.key.clone()).collect();
    let since = due.iter().map(|attempt| attempt.created_at).min().unwrap_or(now) - TimeDelta::minutes(2);
    let found = match till.provider.look_up(&keys, since).await {
        Ok(found) => found,
        Err(error) => {
            for attempt in &due {
                attempts::look_at(&till.db, &attempt.key, Some(now + till.pace.next(attempt.looks))).await?;
            }
            return Err(error.into());
        }
    };
    let mut by_key: HashMap<&str, &Payment> = HashMap::new();
    for payment in &found {
        let known = by_key.entry(&payment.key).or_insert(payment);
        // One that moved money counts before one that did not.
        if known.fate == Fate::Declined {
            *known = payment;
        }
    }
    for attempt in &due {
        match by_key.get(attempt.key.as_str()) {
            Some(payment) => known(till, attempt, payment).await?,
            None => unheard_of(till, attempt).await?,
        }
    }
    Ok(count)
}

/// How long a bank may take back what it paid by eCheck.
const RETURNS: TimeDelta = TimeDelta::days(60);

async fn ask_by_name(till: &Till, attempt: &Attempt) -> anyhow::Result<()> {
    let now = till.clock.now();
    let reference = attempt.reference.as_deref().unwrap_or_default();
    // Whatever comes of it, the next one is asked about before this one is asked about again.
    let next = match attempt.state {
        AttemptState::Captured if now - attempt.created_at > RETURNS => None,
        AttemptState::Captured => Some(now + TimeDelta::days(1)),
        _ => Some(now + till.pace.next(attempt.looks)),
    };
    attempts::look_at(&till.db, &attempt.key, next).await?;
    match till.provider.details(reference).await {
        Ok(payment) => {
            if agrees(till, attempt, &payment).await? {
                take_report(till, &attempt.key, &Report::from(payment)).await?;
            }
            Ok(())
        }
        Err(payments::provider::ProviderError::Refused { .. }) => missing(till, attempt, reference).await,
        Err(error) => Err(error.into()),
    }
}

async fn known(till: &Till, attempt: &Attempt, payment: &Payment) -> anyhow::Result<()> {
    if !agrees(till, attempt, payment).await? {
        return Ok(());
    }
    let news = take_report(till, &attempt.key, &Report::from((*payment).clone())).await?;
    if !news {
        let next = till.clock.now() + till.pace.next(attempt.looks);
        attempts::look_at(&till.db, &attempt.key, Some(next)).await?;
    }
    Ok(())
}

/// A payment that is not what was asked for changes nothing by itself: somebody must look.
async fn agrees(till: &Till, attempt: &Attempt, payment: &Payment) -> anyhow::Result<bool> {
    if payment.amount == attempt.amount {
        return Ok(true);
    }
    let difference = Difference {
        kind: "amount",
        reference: &payment.reference,
        attempt_key: &attempt.key,
        ours: &attempt.amount.to_decimal(),
        theirs: &payment.amount.to_decimal(),
        settled_by: None,
    };
    attempts::put_difference(&till.db, &difference, till.clock.now()).await?;
    Ok(false)
}

/// The provider has no such payment. It may still be on its way; later it never was.
async fn unheard_of(till: &Till, attempt: &Attempt) -> anyhow::Result<()> {
    let now = till.clock.now();
    let unsure = matches!(attempt.state, AttemptState::Unknown | AttemptState::Submitting);
    if unsure && now - attempt.created_at >= till.pace.absent {
        take_report(till, &attempt.key, &Report::never(ABSENT)).await?;
    } else {
        attempts::look_at(&till.db, &attempt.key, Some(now + till.pace.next(attempt.looks))).await?;
    }
    Ok(())
}

/// Works on what the provider told us: a notice is a hint, the truth is in its books.
pub async fn read_notices(till: &Till) -> anyhow::Result<usize> {
    let provider = till.provider.name();
    let waiting = attempts::waiting_notices(&till.db, provider).await?;
    for notice in &waiting {
        if let Some(reference) = &notice.reference {
            match till.provider.details(reference).await {
                Ok(payment) => believe(till, &payment).await?,
                Err(payments::provider::ProviderError::Refused { .. }) => {
                    tracing::warn!("a notice names a payment that the provider does not know");
                }
                Err(error) => return Err(error.into()),
            }
        }
        attempts::finish_notice(&till.db, provider, &notice.event_id, till.clock.now()).await?;
    }
    Ok(waiting.len())
}

/// What one payment in the provider's books means for ours.
async fn believe(till: &Till, payment: &Payment) -> anyhow::Result<()> {
    if payment.refund_of.is_some() {
        // Ours are recorded by the job that asked for them.
        return Ok(());
    }
    match attempts::find(&till.db, &payment.key).await? {
        Some(attempt) => compare(till, &attempt, payment).await,
        None => orphan(till, payment, "").await,
    }
}

async fn compare(till: &Till, attempt: &Attempt, payment: &Payment) -> anyhow::Result<()> {
    if !agrees(till, attempt, payment).await? {
        return Ok(());
    }
    // A second payment under one key: the provider's rule against that failed.
    if attempt.reference.as_ref().is_some_and(|reference| *reference != payment.reference) {
        return orphan(till, payment, &attempt.key).await;
    }
    let moved = matches!(payment.fate, Fate::Captured | Fate::Authorised | Fate::Processing);
    if moved && matches!(attempt.state, AttemptState::Declined | AttemptState::Voided) {
        return orphan(till, payment, &attempt.key).await;
    }
    take_report(till, &attempt.key, &Report::from(payment.clone())).await?;
    Ok(())
}

/// Money that nothing in our books stands for goes back at once, and the difference is written down.
async fn orphan(till: &Till, payment: &Payment, key: &str) -> anyhow::Result<()> {
    let moved = matches!(payment.fate, Fate::Captured | Fate::Authorised | Fate::Processing);
    // Whoever else uses the same account at the provider has keys of another shape.
    if !moved || payment.key.len() != 20 {
        return Ok(());
    }
    if attempts::is_settled(&till.db, "orphan", &payment.reference).await? {
        return Ok(());
    }
    // A void or a refund, by how far it has come: the provider's adapter knows.
    let back = payments::provider::Refund {
        key: attempts::new_key(),
        reference: payment.reference.clone(),
        amount: payment.amount,
        of: payment.amount,
    };
    let undone = till.provider.refund(&back).await;
    if let Err(error) = &undone {
        tracing::error!(%error, "a payment without an order could not be undone");
    }
    let difference = Difference {
        kind: "orphan",
        reference: &payment.reference,
        attempt_key: key,
        ours: "",
        theirs: &payment.amount.to_decimal(),
        settled_by: undone.ok().map(|_| "voided"),
    };
    attempts::put_difference(&till.db, &difference, till.clock.now()).await?;
    metrics::counter!("matjar_payment_differences_total", "kind" => "orphan").increment(1);
    Ok(())
}

async fn compare_when_due(till: &Till) -> anyhow::Result<()> {
    let last = attempts::compared_at(&till.db, till.provider.name()).await?;
    let now = till.clock.now();
    if last.is_none_or(|last| now - last >= till.pace.compare) {
        compare_books(till).await?;
    }
    Ok(())
}

/// Both books, both ways, for the time since they were last compared and a while before it.
pub async fn compare_books(till: &Till) -> anyhow::Result<usize> {
    let now = till.clock.now();
    let name = till.provider.name();
    let last = attempts::compared_at(&till.db, name).await?;
    let since = last.unwrap_or(now - TimeDelta::hours(24)) - till.pace.absent - TimeDelta::minutes(10);
    let theirs = till.provider.list(since).await?;
    let keys: Vec<String> = theirs.iter().map(|payment| payment.key.clone()).collect();
    let ours = attempts::find_all(&till.db, &keys).await?;
    let by_key: HashMap<&str, &Attempt> =
        ours.iter().map(|attempt| (attempt.key.as_str(), attempt)).collect();
    for payment in theirs.iter().filter(|payment| payment.refund_of.is_none()) {
        match by_key.get(payment.key.as_str()) {
            // The common case: both say the same.
            Some(attempt) if says_the_same(attempt, payment) => {}
            Some(attempt) => compare(till, attempt, payment).await?,
            None => orphan(till, payment, "").await?,
        }
    }
    // A void whose answer was lost is found in their books.
    for reference in attempts::open_orphans(&till.db).await? {
        let gone = |payment: &&Payment| matches!(payment.fate, Fate::Voided | Fate::Refunded);
        let theirs = theirs.iter().find(|payment| payment.reference == reference);
        if let Some(payment) = theirs.filter(gone) {
            let difference = Difference {
                kind: "orphan",
                reference: &reference,
                attempt_key: &payment.key,
                ours: "",
                theirs: "",
                settled_by: Some("voided"),
            };
            attempts::put_difference(&till.db, &difference, now).await?;
        }
    }
    let known: std::collections::HashSet<&str> =
        theirs.iter().map(|payment| payment.reference.as_str()).collect();
    for attempt in attempts::captured_since(&till.db, since + TimeDelta::minutes(1)).await? {
        let reference = attempt.reference.as_deref().unwrap_or_default();
        if !known.contains(reference) {
            missing(till, &attempt, reference).await?;
        }
    }
    attempts::set_compared(&till.db, name, now).await?;
    Ok(theirs.len())
}

fn says_the_same(attempt: &Attempt, payment: &Payment) -> bool {
    attempt.amount == payment.amount
        && attempt.reference.as_deref() == Some(payment.reference.as_str())
        && attempt.state == AttemptState::from(payment.fate)
}

/// Ours says paid; the list does not have it. It may have been settled since: the provider is asked for it alone.
async fn missing(till: &Till, attempt: &Attempt, reference: &str) -> anyhow::Result<()> {
    let theirs = match till.provider.details(reference).await {
        Ok(payment) if payment.key == attempt.key => return compare(till, attempt, &payment).await,
        Ok(payment) => payment.key,
        Err(payments::provider::ProviderError::Refused { code }) => code,
        Err(error) => return Err(error.into()),
    };
    let difference = Difference {
        kind: "missing",
        reference,
        attempt_key: &attempt.key,
        ours: attempt.state.name(),
        theirs: &theirs,
        settled_by: None,
    };
    attempts::put_difference(&till.db, &difference, till.clock.now()).await?;
    metrics::counter!("matjar_payment_differences_total", "kind" => "missing").increment(1);
    Ok(())
}

/// What is left lying: methods that the provider should forget, refunds whose job was lost, orders that nobody paid.
pub async fn tidy(till: &Till) -> anyhow::Result<()> {
    let now = till.clock.now();
    for (profile, method) in attempts::to_forget(&till.db).await? {
        till.provider.delete_method(&profile, &method).await?;
        attempts::forgotten(&till.db, &profile, &method).await?;
    }
    for key in store::open_refunds(&till.db, now - TimeDelta::minutes(2)).await? {
        if let Err(error) = super::give_back(till, &key).await {
            tracing::warn!(error = format!("{error:#}"), "a refund is still to be made");
        }
    }
    store::cancel_stale(&till.db, now - TimeDelta::days(7), now).await?;
    Ok(())
}
