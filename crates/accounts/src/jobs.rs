//! Background jobs: account emails, data exports, erasure and cleanup.

mod emails;
mod privacy;

use chrono::{DateTime, Utc};
use edge::{AppError, Shop, Visitor};
use graphile_worker::{IntoTaskHandlerResult, TaskHandler, WorkerContext};
use kernel::CustomerId;
use mail::jobs::mailer;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use sqlx::{PgConnection, PgPool};

use emails::AccountNotificationPayload;
pub use emails::{AccountNotification, EmailLinkRequest, SendAccountNotification, SendLinkEmail};
pub use privacy::{Erase, MakeExport};

use crate::{
    rules::ThrottlePolicy,
    store::{self, ThrottledAction},
};

/// Enqueues an email with a link. Does not check whether the account exists; the job does, so that the response time
/// reveals nothing. Requests above the limit of `subject` are dropped silently. Each kind of request has its own
/// counter, so one kind cannot exhaust the limit of another.
pub async fn request_email_link(
    shop: &Shop,
    visitor: &Visitor,
    subject: &str,
    request: EmailLinkRequest,
) -> Result<(), AppError> {
    let now = shop.clock.now();
    let client_ip = visitor.address.0.to_string();
    let policy = ThrottlePolicy::LINK_EMAILS_PER_IP.scaled(shop.rate_limiter.factor());
    let sender = ThrottledAction { kind: "link emails from", subject: &client_ip, policy };
    if let Err(retry_after) = store::check_throttle(&shop.db, &sender, now).await? {
        return Err(AppError::TooManyRequests { retry_after });
    }
    let action = ThrottledAction { kind: request.kind(), subject, policy: ThrottlePolicy::LINK_EMAILS };
    if store::check_throttle(&shop.db, &action, now).await?.is_err() {
        return Ok(());
    }
    let mut tx = shop.db.begin().await?;
    enqueue_link_email(&mut tx, &request, now).await?;
    tx.commit().await?;
    Ok(())
}

/// Enqueues the email of an invitation, in the transaction that opens it.
pub async fn send_invitation(
    db: &mut PgConnection,
    invitation: i64,
    now: DateTime<Utc>,
) -> anyhow::Result<()> {
    let request = EmailLinkRequest::StaffInvitation { invitation };
    let key = format!("staff invitation {invitation}");
    mail::service::enqueue(db, "link", &key, &request, now, |outbox_id| SendLinkEmail { outbox_id }).await?;
    Ok(())
}

/// Enqueues the email of a request in the caller's transaction, without limits.
pub async fn enqueue_link_email(
    db: &mut PgConnection,
    request: &EmailLinkRequest,
    now: DateTime<Utc>,
) -> anyhow::Result<()> {
    let key = hex::encode(rand::random::<[u8; 16]>());
    mail::service::enqueue(db, "link", &key, request, now, |outbox_id| SendLinkEmail { outbox_id }).await?;
    Ok(())
}

/// Short digest of a password hash. A job compares it to detect that the password changed after the request.
pub fn proof(password_hash: &str) -> String {
    hex::encode(&Sha256::digest(password_hash)[..16])
}

/// Enqueues a notification email in the transaction that makes the change.
pub async fn notify(
    db: &mut PgConnection,
    customer: CustomerId,
    notification: AccountNotification,
    now: DateTime<Utc>,
) -> anyhow::Result<()> {
    let key = notification.key(customer, now);
    let topic = notification.topic();
    let content = AccountNotificationPayload { customer: customer.0, notification };
    mail::service::enqueue(db, topic, &key, &content, now, |outbox_id| SendAccountNotification { outbox_id })
        .await?;
    Ok(())
}

/// Deletes expired rows and enqueues the erasure of customers whose last open order is closed.
#[derive(Debug, Default, Serialize, Deserialize)]
pub struct SweepAccounts {}

impl TaskHandler for SweepAccounts {
    const IDENTIFIER: &'static str = "accounts.sweep";

    async fn run(self, context: WorkerContext) -> impl IntoTaskHandlerResult {
        let mailer = mailer(&context)?;
        let (db, now) = (&mailer.db, mailer.clock.now());
        sweep(db, now).await.map_err(|error| error.to_string())?;
        erase_leavers(db).await.map_err(|error| format!("{error:#}"))
    }
}

/// Deletes in batches until nothing is left; one long delete would hold its locks too long.
async fn sweep(db: &PgPool, now: DateTime<Utc>) -> sqlx::Result<()> {
    while store::sweep_throttle_counters(db, now).await? > 0 {}
    while store::sweep_email_tokens(db, now).await? > 0 {}
    while store::sweep_devices(db, now).await? > 0 {}
    while store::sweep_emails(db, now).await? > 0 {}
    while store::sweep_exports(db, now).await? > 0 {}
    while store::sweep_invitations(db, now).await? > 0 {}
    Ok(())
}

/// Enqueues the erasure of a customer, once per customer.
pub async fn erase_later(db: &mut PgConnection, customer: CustomerId) -> anyhow::Result<()> {
    let job = Erase { customer: customer.0 };
    edge::jobs::enqueue(db, &job, Some(&format!("erase {customer}"))).await
}

/// Enqueues the erasure of every leaving customer who has no open order any more.
async fn erase_leavers(db: &PgPool) -> anyhow::Result<()> {
    let mut db = db.acquire().await?;
    for customer in store::leavers(&mut *db).await? {
        erase_later(&mut db, customer).await?;
    }
    Ok(())
}
