//! Composing a follow-up. It is composed when it is sent, so that no table contains a usable link.

use accounts::view::UNSUBSCRIBE_URL;
use kernel::{CartId, EmailAddress, msg, text};
use mail::{Email, Mailer, MailingList, service::OutboxId};
use sqlx::PgConnection;

use super::may_send;
use crate::{
    rules::{Cause, Template, Values, default_template, paragraphs, render},
    store::{self, CauseSettings, Followup, NewLinks},
    urls::{RESTORE_URL, STOP_URL},
};

/// Products that one email requests reviews of.
const MAX_REVIEWED: usize = 5;
/// Products that an email names.
const MAX_NAMED: usize = 10;

const SHOP_URL: &str = "/ar/";

/// What an email is about, before its text.
struct Subject {
    /// First name; empty if it is not known to belong to the address.
    name: String,
    products: Vec<String>,
    number: Option<i64>,
    /// Path of the button.
    link: String,
    /// Further products to review, with their paths.
    further: Vec<(String, String)>,
    links: NewLinks,
}

/// `None`: the email is not sent, and the reason is recorded.
pub async fn compose(mailer: &Mailer, outbox_id: OutboxId) -> anyhow::Result<Option<Email>> {
    let now = mailer.clock.now();
    let mut tx = mailer.db.begin().await?;
    let Some((followup, settings)) = may_send(&mut tx, outbox_id, now).await? else {
        tx.commit().await?;
        return Ok(None);
    };
    let Some(subject) = load(mailer, &mut tx, &followup).await? else { return Ok(None) };
    let Some(list) = mailing_list(mailer, &mut tx, &followup, &settings, &subject.links).await? else {
        return Ok(None);
    };
    store::set_links(&mut *tx, followup.id, &subject.links, now).await?;
    let template = match store::newest_template(&mut *tx, followup.cause).await? {
        Some(stored) => stored.template(),
        None => default_template(followup.cause),
    };
    let shop = store::shop_name(&mut *tx).await?.unwrap_or_default();
    tx.commit().await?;
    let to = EmailAddress::parse(&followup.person)?;
    Ok(write(mailer, to, &template, &shop, subject).map(|email| email.for_list(list)))
}

fn write(
    mailer: &Mailer,
    to: EmailAddress,
    template: &Template,
    shop: &str,
    subject: Subject,
) -> Option<Email> {
    let link = mailer.url(&subject.link);
    let named: Vec<&str> = subject.products.iter().take(MAX_NAMED).map(String::as_str).collect();
    let values = Values {
        name: match subject.name.as_str() {
            "" => mailer.messages.text(msg::followups::NAME_UNKNOWN),
            name => name.to_owned(),
        },
        shop: shop.to_owned(),
        items: u32::try_from(subject.products.len()).unwrap_or(u32::MAX),
        product: named.first().copied().unwrap_or_default().to_owned(),
        products: named.join("، "),
        number: subject.number.map(|number| number.to_string()).unwrap_or_default(),
        link: link.clone(),
    };
    let plain = |text: String| msg::mail::PLAIN.with("text", text);
    let subject_line = text::clean(&render(&template.subject, &values)?, 200);
    let mut email = Email::new(to, &subject.name, plain(subject_line));
    for paragraph in paragraphs(&render(&template.body, &values)?) {
        email = email.paragraph(plain(paragraph));
    }
    email = email.button(plain(render(&template.button, &values)?), link);
    for (name, path) in subject.further {
        let further = msg::mail::REVIEW_REQUEST_FURTHER.with("name", name);
        email = email.note(further.with("url", mailer.url(&path)));
    }
    Some(email)
}

async fn load(
    mailer: &Mailer,
    db: &mut PgConnection,
    followup: &Followup,
) -> anyhow::Result<Option<Subject>> {
    match followup.cause {
        Cause::AbandonedCart => load_cart(db, followup).await,
        Cause::ReviewRequest => load_review_request(mailer, db, followup).await,
        Cause::AfterPurchase | Cause::WinBack => load_order(db, followup).await,
    }
}

async fn load_cart(db: &mut PgConnection, followup: &Followup) -> anyhow::Result<Option<Subject>> {
    let Some(cart) = followup.cart_id else { return Ok(None) };
    let lines = cart::service::saved_lines(&mut *db, CartId(cart)).await?;
    let ids: Vec<i64> = lines.iter().map(|line| line.product).collect();
    let products = store::product_names(&mut *db, &ids).await?;
    if products.is_empty() {
        return Ok(None);
    }
    // The address was typed by anybody, so the email contains no name that was typed with it.
    let owner = store::find_owner(&mut *db, &followup.person).await?;
    let restore = store::new_token();
    Ok(Some(Subject {
        name: owner.map(|owner| owner.first_name).unwrap_or_default(),
        products,
        number: None,
        link: RESTORE_URL.replace("{key}", &restore),
        further: Vec::new(),
        links: NewLinks { stop: store::new_token(), restore: Some((restore, lines)) },
    }))
}

async fn load_order(db: &mut PgConnection, followup: &Followup) -> anyhow::Result<Option<Subject>> {
    let Some(order) = store::order_content(db, followup.occasion).await? else { return Ok(None) };
    Ok(Some(Subject {
        name: order.first_name,
        products: order.products,
        number: Some(order.number),
        link: SHOP_URL.to_owned(),
        further: Vec::new(),
        links: NewLinks { stop: store::new_token(), restore: None },
    }))
}

async fn load_review_request(
    mailer: &Mailer,
    db: &mut PgConnection,
    followup: &Followup,
) -> anyhow::Result<Option<Subject>> {
    let Some(order) = store::order_content(&mut *db, followup.occasion).await? else { return Ok(None) };
    let mut lines = reviews::service::list_order_lines(&mut *db, followup.occasion).await?;
    lines.truncate(MAX_REVIEWED);
    let mut links = Vec::new();
    for line in &lines {
        let path = reviews::service::invite(&mut *db, followup.occasion, line, mailer.clock.now()).await?;
        links.push((line.product_name.clone(), path));
    }
    if links.is_empty() {
        return Ok(None);
    }
    let further = links.split_off(1);
    let Some((first, link)) = links.pop() else { return Ok(None) };
    let products = std::iter::once(first).chain(further.iter().map(|(name, _)| name.clone())).collect();
    Ok(Some(Subject {
        name: order.first_name,
        products,
        number: Some(order.number),
        link,
        further,
        links: NewLinks { stop: store::new_token(), restore: None },
    }))
}

/// The list of the email, with the link that ends it: the customer's own subscription, or for a guest the follow-up.
async fn mailing_list(
    mailer: &Mailer,
    db: &mut PgConnection,
    followup: &Followup,
    settings: &CauseSettings,
    links: &NewLinks,
) -> anyhow::Result<Option<MailingList>> {
    let Some(list) = settings.list else { return Ok(None) };
    if let Some(owner) = store::find_owner(&mut *db, &followup.person).await? {
        let own = accounts::service::find_subscription(&mailer.db, owner.customer, list).await?;
        return Ok(own.map(|own| MailingList {
            id: list,
            name: own.list_name,
            unsubscribe_url: mailer.url(&UNSUBSCRIBE_URL.replace("{key}", &own.key)),
        }));
    }
    let Some(name) = store::list_name(db, list).await? else { return Ok(None) };
    let unsubscribe_url = mailer.url(&STOP_URL.replace("{key}", &links.stop));
    Ok(Some(MailingList { id: list, name, unsubscribe_url }))
}
