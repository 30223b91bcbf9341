//! What the account writes to its owner. Letters are composed when they are sent, so that links lie in no table.

use chrono::{DateTime, Utc};
use graphile_worker::{IntoTaskHandlerResult, TaskHandler, WorkerContext};
use kernel::{CustomerId, EmailAddress, msg};
use mail::{Letter, Postman, ToList, jobs::postman, store::Slot};
use serde::{Deserialize, Serialize};

use crate::{
    rules::Pace,
    store::{self, Customer, Link, Purpose, Tried},
    view::*,
};

/// What somebody asked for who has not shown yet who they are.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Wish {
    Reset {
        who: String,
    },
    Register {
        email: String,
        first_name: String,
        last_name: String,
    },
    /// `proof`: of the password they had when they asked. Whoever changed it since did not want this.
    Email {
        customer: i64,
        email: String,
        proof: String,
    },
}

impl Wish {
    pub fn kind(&self) -> &'static str {
        match self {
            Self::Reset { .. } => "letter reset",
            Self::Register { .. } => "letter register",
            Self::Email { .. } => "letter email",
        }
    }
}

#[derive(Debug, Serialize, Deserialize)]
pub struct SendLink {
    pub slot: Slot,
}

impl TaskHandler for SendLink {
    const IDENTIFIER: &'static str = "accounts.send_link";

    async fn run(self, context: WorkerContext) -> impl IntoTaskHandlerResult {
        let postman = postman(&context)?;
        let compose = async |wish: Wish| compose_link(&postman, &wish).await;
        postman.deliver(self.slot, compose).await.map_err(|error| format!("{error:#}"))
    }
}

async fn compose_link(postman: &Postman, wish: &Wish) -> anyhow::Result<Option<Letter>> {
    let db = &postman.db;
    match wish {
        Wish::Reset { who } => {
            let Some(customer) = store::by_login(db, who).await? else { return Ok(None) };
            // By address and by name: one mailbox all the same.
            let whose = customer.id.to_string();
            let tried = Tried { kind: "reset of", whose: &whose, pace: Pace::LETTERS };
            if store::try_for(db, &tried, postman.clock.now()).await?.is_err() {
                return Ok(None);
            }
            let link = Link {
                purpose: Purpose::Reset,
                customer: Some(customer.id),
                email: String::new(),
                first_name: customer.first_name.clone(),
                last_name: String::new(),
            };
            let url = link_url(postman, SET_PASSWORD_URL, &link).await?;
            let letter = to(&customer, msg::mail::PASSWORD_RESET)?
                .saying(msg::mail::PASSWORD_RESET_TEXT)
                .button(msg::mail::PASSWORD_RESET_BUTTON, url);
            Ok(Some(with_life(letter)))
        }
        Wish::Register { email, first_name, last_name } => {
            let address = EmailAddress::parse(email)?;
            if let Some(customer) = store::by_email(db, &address).await? {
                return already(postman, &customer).map(Some);
            }
            let link = Link {
                purpose: Purpose::Register,
                customer: None,
                email: address.to_string(),
                first_name: first_name.clone(),
                last_name: last_name.clone(),
            };
            let url = link_url(postman, SET_PASSWORD_URL, &link).await?;
            // Nobody has shown yet that it is theirs: nothing that a stranger typed is sent to it.
            let letter = Letter::new(address, "", msg::mail::REGISTER)
                .saying(msg::mail::REGISTER_TEXT)
                .button(msg::mail::REGISTER_BUTTON, url);
            Ok(Some(with_life(letter)))
        }
        Wish::Email { customer, email, proof } => {
            let address = EmailAddress::parse(email)?;
            if let Some(owner) = store::by_email(db, &address).await? {
                return already(postman, &owner).map(Some);
            }
            let customer = store::find(db, CustomerId(*customer)).await?;
            let Some(customer) = customer.filter(|customer| super::proof(&customer.password_hash) == *proof)
            else {
                return Ok(None);
            };
            let link = Link {
                purpose: Purpose::Email,
                customer: Some(customer.id),
                email: address.to_string(),
                first_name: String::new(),
                last_name: String::new(),
            };
            let url = link_url(postman, CONFIRM_EMAIL_URL, &link).await?;
            let letter = Letter::new(address, "", msg::mail::EMAIL_CHANGE)
                .saying(msg::mail::EMAIL_CHANGE_TEXT)
                .button(msg::mail::EMAIL_CHANGE_BUTTON, url);
            Ok(Some(with_life(letter)))
        }
    }
}

fn to(customer: &Customer, subject: kernel::Key) -> anyhow::Result<Letter> {
    Ok(Letter::new(customer.address()?, &customer.first_name, subject))
}

/// Only its owner is told that an address has an account.
fn already(postman: &Postman, customer: &Customer) -> anyhow::Result<Letter> {
    Ok(to(customer, msg::mail::REGISTERED_ALREADY)?
        .saying(msg::mail::REGISTERED_ALREADY_TEXT)
        .button(msg::mail::REGISTERED_ALREADY_BUTTON, postman.url(ACCOUNT_URL)))
}

async fn link_url(postman: &Postman, path: &str, link: &Link) -> anyhow::Result<String> {
    let key = store::put_link(&postman.db, link, postman.clock.now()).await?;
    Ok(postman.url(&format!("{path}?key={key}")))
}

fn with_life(letter: Letter) -> Letter {
    letter.note(msg::mail::LIFE.with("minutes", store::LINK_LIFE.num_minutes())).note(msg::mail::NOT_YOU)
}

/// What an account's owner should know.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum News {
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
    /// They asked to be forgotten, and have paid for something that is not with them yet.
    ErasureWaits,
    /// There is no account left to look up.
    Erased {
        email: String,
        first_name: String,
    },
}

impl News {
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

    /// Told once. What may happen again to the same customer is told apart by its moment; that they are on a list is
    /// said once a day at most, however often the box is ticked.
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
pub struct SendNews {
    pub slot: Slot,
}

/// What is told, and to whom.
#[derive(Debug, Serialize, Deserialize)]
pub struct Told {
    pub customer: i64,
    pub news: News,
}

impl TaskHandler for SendNews {
    const IDENTIFIER: &'static str = "accounts.send_news";

    async fn run(self, context: WorkerContext) -> impl IntoTaskHandlerResult {
        let postman = postman(&context)?;
        let compose = async |told: Told| compose_news(&postman, CustomerId(told.customer), &told.news).await;
        postman.deliver(self.slot, compose).await.map_err(|error| format!("{error:#}"))
    }
}

async fn compose_news(postman: &Postman, id: CustomerId, news: &News) -> anyhow::Result<Option<Letter>> {
    if let News::Erased { email, first_name } = news {
        let address = EmailAddress::parse(email)?;
        return Ok(Some(Letter::new(address, first_name, msg::mail::ERASED).saying(msg::mail::ERASED_TEXT)));
    }
    let Some(customer) = store::find(&postman.db, id).await? else { return Ok(None) };
    let letter = match news {
        News::PasswordChanged => to(&customer, msg::mail::PASSWORD_CHANGED)?
            .saying(msg::mail::PASSWORD_CHANGED_TEXT)
            .button(msg::mail::PASSWORD_CHANGED_BUTTON, postman.url(LOST_URL)),
        News::EmailChanged { old, new } => {
            Letter::new(EmailAddress::parse(old)?, &customer.first_name, msg::mail::EMAIL_CHANGED)
                .saying(msg::mail::EMAIL_CHANGED_TEXT.with("email", new.as_str()))
        }
        News::Subscribed { list } => {
            // They may have changed their mind before this ran.
            let Some(own) = store::subscribed(&postman.db, id, *list).await? else { return Ok(None) };
            let name = own.list_name;
            Letter::new(
                customer.address()?,
                &customer.first_name,
                msg::mail::SUBSCRIBED.with("list", name.as_str()),
            )
            .saying(msg::mail::SUBSCRIBED_TEXT.with("list", name.as_str()))
            .button(msg::mail::SUBSCRIBED_BUTTON, postman.url(SUBSCRIPTIONS_URL))
            .for_list(ToList {
                id: *list,
                name,
                unsubscribe_url: postman.url(&UNSUBSCRIBE_URL.replace("{key}", &own.key)),
            })
        }
        News::ExportReady { .. } => to(&customer, msg::mail::EXPORT_READY)?
            .saying(msg::mail::EXPORT_READY_TEXT)
            .button(msg::mail::EXPORT_READY_BUTTON, postman.url(PRIVACY_URL))
            .note(msg::mail::EXPORT_READY_DAYS.with("days", store::EXPORT_LIFE.num_days())),
        News::ErasureWaits => to(&customer, msg::mail::ERASURE_WAITS)?.saying(msg::mail::ERASURE_WAITS_TEXT),
        News::Erased { .. } => return Ok(None),
    };
    Ok(Some(letter))
}
