//! Account emails. They are composed when they are sent, so that no table contains a usable link.

use chrono::{DateTime, Utc};
use graphile_worker::{IntoTaskHandlerResult, TaskHandler, WorkerContext};
use kernel::{CustomerId, EmailAddress, msg};
use mail::{Email, Mailer, MailingList, jobs::mailer, service::OutboxId};
use serde::{Deserialize, Serialize};

use crate::{
    rules::ThrottlePolicy,
    store::{self, Customer, EmailToken, Purpose, ThrottledAction},
    view::*,
};

/// A request for an email with a link, made before the requester has proven their identity.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum EmailLinkRequest {
    Reset {
        login: String,
    },
    Register {
        email: String,
        first_name: String,
        last_name: String,
    },
    /// `proof` is the digest of the password at request time; the request is dropped if the password changed since.
    Email {
        customer: i64,
        email: String,
        proof: String,
    },
    /// Made by an owner for another member.
    StaffInvitation {
        invitation: i64,
    },
    /// Confirms an address that was typed into the form of the footer.
    Subscribe {
        email: String,
    },
    /// The address was confirmed.
    Subscribed {
        email: String,
    },
}

impl EmailLinkRequest {
    pub fn kind(&self) -> &'static str {
        match self {
            Self::Reset { .. } => "link email reset",
            Self::Register { .. } => "link email register",
            Self::Email { .. } => "link email change",
            Self::StaffInvitation { .. } => "link email invitation",
            Self::Subscribe { .. } => "link email subscribe",
            Self::Subscribed { .. } => "link email subscribed",
        }
    }
}

#[derive(Debug, Serialize, Deserialize)]
pub struct SendLinkEmail {
    pub outbox_id: OutboxId,
}

impl TaskHandler for SendLinkEmail {
    const IDENTIFIER: &'static str = "accounts.send_link";

    async fn run(self, context: WorkerContext) -> impl IntoTaskHandlerResult {
        let mailer = mailer(&context)?;
        let compose = async |request: EmailLinkRequest| compose_link(&mailer, &request).await;
        mailer.deliver(self.outbox_id, compose).await.map_err(|error| format!("{error:#}"))
    }
}

async fn compose_link(mailer: &Mailer, request: &EmailLinkRequest) -> anyhow::Result<Option<Email>> {
    match request {
        EmailLinkRequest::Reset { login } => compose_reset(mailer, login).await,
        EmailLinkRequest::Register { email, first_name, last_name } => {
            let address = EmailAddress::parse(email)?;
            compose_registration(mailer, address, first_name, last_name).await
        }
        EmailLinkRequest::Email { customer, email, proof } => {
            let address = EmailAddress::parse(email)?;
            compose_email_change(mailer, address, CustomerId(*customer), proof).await
        }
        EmailLinkRequest::StaffInvitation { invitation } => compose_invitation(mailer, *invitation).await,
        EmailLinkRequest::Subscribe { email } => {
            compose_subscription(mailer, EmailAddress::parse(email)?).await
        }
        EmailLinkRequest::Subscribed { email } => {
            compose_subscribed(mailer, EmailAddress::parse(email)?).await
        }
    }
}

/// The same email for every address, whether it has an account or is subscribed already.
async fn compose_subscription(mailer: &Mailer, address: EmailAddress) -> anyhow::Result<Option<Email>> {
    let Some(list) = store::newsletter(&mailer.db).await? else { return Ok(None) };
    let link = EmailToken {
        purpose: Purpose::Subscribe,
        customer: None,
        email: address.to_string(),
        first_name: String::new(),
        last_name: String::new(),
    };
    let url = link_url(mailer, CONFIRM_NEWSLETTER_URL, &link).await?;
    let message = Email::new(address, "", msg::mail::SUBSCRIBE)
        .paragraph(msg::mail::SUBSCRIBE_TEXT.with("list", list.name))
        .button(msg::mail::SUBSCRIBE_BUTTON, url);
    Ok(Some(message.note(msg::mail::NOT_YOU)))
}

async fn compose_subscribed(mailer: &Mailer, address: EmailAddress) -> anyhow::Result<Option<Email>> {
    let Some(list) = store::newsletter(&mailer.db).await? else { return Ok(None) };
    // It may have ended before this job ran.
    let own = store::find_subscription_by_email(&mailer.db, &address, list.id).await?;
    let Some(own) = own else { return Ok(None) };
    let name = own.list_name;
    let message = Email::new(address, "", msg::mail::SUBSCRIBED.with("list", name.as_str()))
        .paragraph(msg::mail::SUBSCRIBED_TEXT.with("list", name.as_str()));
    Ok(Some(message.for_list(MailingList {
        id: list.id,
        name,
        unsubscribe_url: mailer.url(&UNSUBSCRIBE_URL.replace("{key}", &own.key)),
    })))
}

async fn compose_reset(mailer: &Mailer, login: &str) -> anyhow::Result<Option<Email>> {
    let Some(customer) = store::find_by_login(&mailer.db, login).await? else { return Ok(None) };
    // The request may name the email or the user name; both count for one customer.
    let subject = customer.id.to_string();
    let action = ThrottledAction { kind: "reset of", subject: &subject, policy: ThrottlePolicy::LINK_EMAILS };
    if store::check_throttle(&mailer.db, &action, mailer.clock.now()).await?.is_err() {
        return Ok(None);
    }
    let link = EmailToken {
        purpose: Purpose::Reset,
        customer: Some(customer.id),
        email: String::new(),
        first_name: customer.first_name.clone(),
        last_name: String::new(),
    };
    let url = link_url(mailer, SET_PASSWORD_URL, &link).await?;
    let message = email_to(&customer, msg::mail::PASSWORD_RESET)?
        .paragraph(msg::mail::PASSWORD_RESET_TEXT)
        .button(msg::mail::PASSWORD_RESET_BUTTON, url);
    Ok(Some(with_expiry_note(message)))
}

async fn compose_registration(
    mailer: &Mailer,
    address: EmailAddress,
    first_name: &str,
    last_name: &str,
) -> anyhow::Result<Option<Email>> {
    if let Some(customer) = store::find_by_email(&mailer.db, &address).await? {
        return already_registered(mailer, &customer).map(Some);
    }
    let link = EmailToken {
        purpose: Purpose::Register,
        customer: None,
        email: address.to_string(),
        first_name: first_name.to_owned(),
        last_name: last_name.to_owned(),
    };
    let url = link_url(mailer, SET_PASSWORD_URL, &link).await?;
    // The address is not verified yet, so the email contains nothing that the requester typed.
    let message = Email::new(address, "", msg::mail::REGISTER)
        .paragraph(msg::mail::REGISTER_TEXT)
        .button(msg::mail::REGISTER_BUTTON, url);
    Ok(Some(with_expiry_note(message)))
}

async fn compose_email_change(
    mailer: &Mailer,
    address: EmailAddress,
    customer: CustomerId,
    proof: &str,
) -> anyhow::Result<Option<Email>> {
    if let Some(owner) = store::find_by_email(&mailer.db, &address).await? {
        return already_registered(mailer, &owner).map(Some);
    }
    let customer = store::find(&mailer.db, customer).await?;
    let Some(customer) = customer.filter(|customer| super::proof(&customer.password_hash) == proof) else {
        return Ok(None);
    };
    let link = EmailToken {
        purpose: Purpose::Email,
        customer: Some(customer.id),
        email: address.to_string(),
        first_name: String::new(),
        last_name: String::new(),
    };
    let url = link_url(mailer, CONFIRM_EMAIL_URL, &link).await?;
    let message = Email::new(address, "", msg::mail::EMAIL_CHANGE)
        .paragraph(msg::mail::EMAIL_CHANGE_TEXT)
        .button(msg::mail::EMAIL_CHANGE_BUTTON, url);
    Ok(Some(with_expiry_note(message)))
}

/// Nothing is sent for an invitation that was taken back meanwhile.
async fn compose_invitation(mailer: &Mailer, invitation: i64) -> anyhow::Result<Option<Email>> {
    let found = store::create_invitation_key(&mailer.db, invitation, mailer.clock.now()).await?;
    let Some((key, person)) = found else { return Ok(None) };
    let url = mailer.url(&format!("{STAFF_INVITATION_URL}?key={key}"));
    let email = Email::new(EmailAddress::parse(&person.email)?, &person.name, msg::mail::STAFF_INVITATION)
        .paragraph(msg::mail::STAFF_INVITATION_TEXT)
        .button(msg::mail::STAFF_INVITATION_BUTTON, url)
        .note(msg::mail::STAFF_INVITATION_LIFE.with("days", store::INVITATION_LIFE.num_days()))
        .note(msg::mail::NOT_YOU);
    Ok(Some(email))
}

fn email_to(customer: &Customer, subject: kernel::Key) -> anyhow::Result<Email> {
    Ok(Email::new(customer.address()?, &customer.first_name, subject))
}

/// Sent to the owner of the address instead of a link; the requester sees the usual response.
fn already_registered(mailer: &Mailer, customer: &Customer) -> anyhow::Result<Email> {
    Ok(email_to(customer, msg::mail::REGISTERED_ALREADY)?
        .paragraph(msg::mail::REGISTERED_ALREADY_TEXT)
        .button(msg::mail::REGISTERED_ALREADY_BUTTON, mailer.url(ACCOUNT_URL)))
}

async fn link_url(mailer: &Mailer, path: &str, link: &EmailToken) -> anyhow::Result<String> {
    let key = store::create_email_token(&mailer.db, link, mailer.clock.now()).await?;
    Ok(mailer.url(&format!("{path}?key={key}")))
}

fn with_expiry_note(email: Email) -> Email {
    email.note(msg::mail::LIFE.with("minutes", store::LINK_LIFE.num_minutes())).note(msg::mail::NOT_YOU)
}

/// An event that the customer is notified of by email.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum AccountNotification {
    PasswordChanged,
    EmailChanged {
        old: String,
        new: String,
    },
    Subscribed {
        list: i64,
    },
    ExportReady {
        id: String,
    },
    /// Erasure was requested and is postponed until the last open order is closed.
    ErasureWaits,
    /// Carries the address and the name, because the account row is deleted.
    Erased {
        email: String,
        first_name: String,
    },
}

impl AccountNotification {
    pub fn topic(&self) -> &'static str {
        match self {
            Self::PasswordChanged => "password-changed",
            Self::EmailChanged { .. } => "email-changed",
            Self::Subscribed { .. } => "subscribed",
            Self::ExportReady { .. } => "export-ready",
            Self::ErasureWaits => "erasure-waits",
            Self::Erased { .. } => "erased",
        }
    }

    /// Outbox key; a notification with the same key is sent once. Events that can repeat include a timestamp. A
    /// subscription is confirmed once a day at most, however often it is toggled.
    pub fn key(&self, customer: CustomerId, now: DateTime<Utc>) -> String {
        match self {
            Self::PasswordChanged | Self::EmailChanged { .. } => {
                format!("{customer} {}", now.timestamp_micros())
            }
            Self::Subscribed { list } => format!("{customer} {list} {}", now.date_naive()),
            Self::ExportReady { id } => id.clone(),
            Self::ErasureWaits | Self::Erased { .. } => customer.to_string(),
        }
    }
}

#[derive(Debug, Serialize, Deserialize)]
pub struct SendAccountNotification {
    pub outbox_id: OutboxId,
}

#[derive(Debug, Serialize, Deserialize)]
pub struct AccountNotificationPayload {
    pub customer: i64,
    pub notification: AccountNotification,
}

impl TaskHandler for SendAccountNotification {
    const IDENTIFIER: &'static str = "accounts.send_notification";

    async fn run(self, context: WorkerContext) -> impl IntoTaskHandlerResult {
        let mailer = mailer(&context)?;
        let compose = async |payload: AccountNotificationPayload| {
            compose_notification(&mailer, CustomerId(payload.customer), &payload.notification).await
        };
        mailer.deliver(self.outbox_id, compose).await.map_err(|error| format!("{error:#}"))
    }
}

async fn compose_notification(
    mailer: &Mailer,
    id: CustomerId,
    notification: &AccountNotification,
) -> anyhow::Result<Option<Email>> {
    if let AccountNotification::Erased { email, first_name } = notification {
        let address = EmailAddress::parse(email)?;
        return Ok(Some(
            Email::new(address, first_name, msg::mail::ERASED).paragraph(msg::mail::ERASED_TEXT),
        ));
    }
    let Some(customer) = store::find(&mailer.db, id).await? else { return Ok(None) };
    let email = match notification {
        AccountNotification::PasswordChanged => email_to(&customer, msg::mail::PASSWORD_CHANGED)?
            .paragraph(msg::mail::PASSWORD_CHANGED_TEXT)
            .button(msg::mail::PASSWORD_CHANGED_BUTTON, mailer.url(LOST_URL)),
        AccountNotification::EmailChanged { old, new } => {
            Email::new(EmailAddress::parse(old)?, &customer.first_name, msg::mail::EMAIL_CHANGED)
                .paragraph(msg::mail::EMAIL_CHANGED_TEXT.with("email", new.as_str()))
        }
        AccountNotification::Subscribed { list } => {
            // The customer may have unsubscribed before this job ran.
            let Some(own) = store::find_subscription(&mailer.db, id, *list).await? else { return Ok(None) };
            let name = own.list_name;
            Email::new(
                customer.address()?,
                &customer.first_name,
                msg::mail::SUBSCRIBED.with("list", name.as_str()),
            )
            .paragraph(msg::mail::SUBSCRIBED_TEXT.with("list", name.as_str()))
            .button(msg::mail::SUBSCRIBED_BUTTON, mailer.url(SUBSCRIPTIONS_URL))
            .for_list(MailingList {
                id: *list,
                name,
                unsubscribe_url: mailer.url(&UNSUBSCRIBE_URL.replace("{key}", &own.key)),
            })
        }
        AccountNotification::ExportReady { .. } => email_to(&customer, msg::mail::EXPORT_READY)?
            .paragraph(msg::mail::EXPORT_READY_TEXT)
            .button(msg::mail::EXPORT_READY_BUTTON, mailer.url(PRIVACY_URL))
            .note(msg::mail::EXPORT_READY_DAYS.with("days", store::EXPORT_LIFE.num_days())),
        AccountNotification::ErasureWaits => {
            email_to(&customer, msg::mail::ERASURE_WAITS)?.paragraph(msg::mail::ERASURE_WAITS_TEXT)
        }
        AccountNotification::Erased { .. } => return Ok(None),
    };
    Ok(Some(email))
}
