//! Background work: offering pieces that arrived, and sending.
//!
//! An alert is queued together with its email in the outbox, and the counter of the SKU changes in the same transaction. So
//! a worker that dies leaves either the step before or the step after, and the outbox sends an email at most once.

use graphile_worker::{IntoTaskHandlerResult, TaskHandler, WorkerContext};
use kernel::{EmailAddress, Quantity, msg};
use mail::{Email, Mailer, MailingList, jobs::mailer, service::OutboxId};
use serde::{Deserialize, Serialize};
use sqlx::PgConnection;

use crate::{
    rules::Offer,
    service::LIST,
    store::{self, QueuedAlert, Subject},
    view::STOP_URL,
};

/// People who are notified in one transaction.
const BATCH: i64 = 200;

/// Pieces of a SKU arrived. Enqueued by a trigger on the ledger of the stock.
#[derive(Debug, Serialize, Deserialize)]
pub struct NotifyWaiting {
    pub sku: String,
}

impl TaskHandler for NotifyWaiting {
    const IDENTIFIER: &'static str = "stock_alerts.notify";

    async fn run(self, context: WorkerContext) -> impl IntoTaskHandlerResult {
        let mailer = mailer(&context)?;
        offer_all(&mailer, &self.sku).await.map_err(|error| format!("{error:#}"))
    }
}

/// Records outcomes, offers what no arrival announced (a hold that ended, pieces that nobody wanted), and sweeps.
#[derive(Debug, Default, Serialize, Deserialize)]
pub struct MaintainStockAlerts {}

impl TaskHandler for MaintainStockAlerts {
    const IDENTIFIER: &'static str = "stock_alerts.maintain";

    async fn run(self, context: WorkerContext) -> impl IntoTaskHandlerResult {
        let mailer = mailer(&context)?;
        maintain(&mailer).await.map_err(|error| format!("{error:#}"))
    }
}

pub async fn maintain(mailer: &Mailer) -> anyhow::Result<()> {
    store::settle(&mailer.db, None).await?;
    for sku in store::list_skus_to_offer(&mailer.db).await? {
        offer_all(mailer, &sku).await?;
    }
    while store::sweep(&mailer.db, mailer.clock.now()).await? > 0 {}
    Ok(())
}

async fn offer_all(mailer: &Mailer, sku: &str) -> anyhow::Result<()> {
    while offer(mailer, sku).await? {}
    Ok(())
}

/// Queues the emails to the next people, as many as the pieces allow. Returns whether there are more of both.
async fn offer(mailer: &Mailer, sku: &str) -> anyhow::Result<bool> {
    let now = mailer.clock.now();
    let mut tx = mailer.db.begin().await?;
    let Some(stock) = store::lock_stock(&mut tx, sku).await? else { return Ok(false) };
    let offer = Offer {
        people: stock.people,
        arrived: stock.arrived,
        available: stock.available,
        offered_at: stock.offered_at,
    };
    let allowed = offer.people_to_notify(now);
    let next = store::lock_next(&mut tx, &stock, allowed.min(BATCH)).await?;
    for person in &next {
        let key = format!("{}-{}", person.id, person.rounds);
        let content = AlertContent { alert: person.id };
        // Never `None`: each round has a key of its own.
        if let Some(outbox_id) = mail::service::insert(&mut tx, "stock-alert", &key, &content, now).await? {
            store::set_queued(&mut *tx, person.id, outbox_id).await?;
            edge::jobs::enqueue(&mut *tx, &SendStockAlert { outbox_id }, None).await?;
        }
    }
    let notified = i64::try_from(next.len()).unwrap_or(BATCH);
    // A person who asks later waits for the next arrival. Fewer people than pieces is not enough to know that nobody waits: a
    // person whose alert was being cancelled is left out.
    let left = if store::is_awaited(&mut *tx, &stock).await? { allowed - notified } else { 0 };
    let offered_at = if notified > 0 { Some(now) } else { stock.offered_at };
    store::save_offer(&mut *tx, sku, stock.last_seq, left, offered_at).await?;
    tx.commit().await?;
    Ok(left > 0)
}

/// The content of the email in the outbox: no address.
#[derive(Debug, Serialize, Deserialize)]
pub struct AlertContent {
    pub alert: i64,
}

#[derive(Debug, Serialize, Deserialize)]
pub struct SendStockAlert {
    pub outbox_id: OutboxId,
}

impl TaskHandler for SendStockAlert {
    const IDENTIFIER: &'static str = "stock_alerts.send";

    async fn run(self, context: WorkerContext) -> impl IntoTaskHandlerResult {
        let mailer = mailer(&context)?;
        send(&mailer, self.outbox_id).await.map_err(|error| format!("{error:#}"))
    }
}

async fn send(mailer: &Mailer, outbox_id: OutboxId) -> anyhow::Result<()> {
    let compose = async |_: AlertContent| compose(mailer, outbox_id).await;
    let guard: mail::Guard =
        |db, outbox_id, _| Box::pin(async move { Ok(may_send(db, outbox_id).await?.is_some()) });
    let delivered = mailer.deliver_if(outbox_id, compose, guard).await;
    store::settle(&mailer.db, Some(outbox_id)).await?;
    delivered
}

/// Locks the alert of an email. `None`: it was cancelled, or the goods are gone again and the person waits on. Runs before
/// the email is composed, and again in the transaction that hands it over.
async fn may_send(
    db: &mut PgConnection,
    outbox_id: OutboxId,
) -> anyhow::Result<Option<(QueuedAlert, store::FoundProduct)>> {
    let Some(alert) = store::lock_queued(&mut *db, outbox_id).await? else { return Ok(None) };
    let subject = Subject { product: alert.product, variation: alert.variation };
    match store::find_product(&mut *db, subject).await?.filter(|product| product.is_available) {
        Some(product) => Ok(Some((alert, product))),
        None => {
            store::put_back(&mut *db, alert.id).await?;
            metrics::counter!("matjar_stock_alerts_put_back_total").increment(1);
            Ok(None)
        }
    }
}

async fn compose(mailer: &Mailer, outbox_id: OutboxId) -> anyhow::Result<Option<Email>> {
    let mut tx = mailer.db.begin().await?;
    let found = may_send(&mut tx, outbox_id).await?;
    let Some((alert, product)) = found else {
        tx.commit().await?;
        return Ok(None);
    };
    // A new link for each attempt, so that no table contains a usable one.
    let stop = store::new_token();
    store::set_stop_link(&mut *tx, alert.id, &stop).await?;
    tx.commit().await?;
    let to = EmailAddress::parse(&alert.person)?;
    let url = mailer.url(&cart::view::product_url(&product.slug));
    let list = MailingList {
        id: LIST,
        name: mailer.messages.text(msg::stock_alerts::LIST),
        unsubscribe_url: mailer.url(&STOP_URL.replace("{key}", &stop)),
    };
    // The address was typed by anybody, so no name is used with it.
    let mut email = Email::new(to, "", msg::stock_alerts::MAIL_SUBJECT.with("name", product.name.as_str()))
        .paragraph(msg::stock_alerts::MAIL_TEXT.with("name", product.name.as_str()));
    if let Some(pieces) = Quantity::from_units(product.available).to_whole() {
        email = email.paragraph(msg::stock_alerts::MAIL_LEFT.with("count", pieces));
    }
    let email = email
        .button(msg::stock_alerts::MAIL_BUTTON, url)
        .note(msg::stock_alerts::MAIL_FIRST_COME)
        .note(msg::stock_alerts::MAIL_ONCE)
        .for_list(list);
    Ok(Some(email))
}
