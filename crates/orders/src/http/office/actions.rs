//! What staff do with one order: notes, a corrected address, emails sent again, who prepares it and its tags.

use accounts::{
    rules::AddressKind,
    service::{FormSession, redirect, with_notice},
    view::{FieldKind, FieldView, FormView, OptionView},
};
use axum::{extract::State, response::Response};
use edge::{AppError, Fields, PathParam, Shop, ShopZone, audit::AuditWriter, session::StaffMember};
use kernel::{Key, msg, text};
use serde::Deserialize;

use super::bulk::{MAX_TAG, set_assignee};
use crate::{
    http::{
        nonces,
        staff::{find, url},
    },
    jobs::{self, OrderNotification, ResentEmail},
    rules::{OrderEvent, State as OrderState},
    store::{
        self, Buyer, Order,
        office::{self, Colleague, Tagged},
    },
    view::{EmailRow, STAFF_ADDRESS_URL, STAFF_ASSIGN_URL, STAFF_NOTE_URL, STAFF_RESEND_URL, STAFF_TAG_URL},
};

const MAX_NOTE: usize = 2_000;

fn action(pattern: &str, order: &Order) -> String {
    pattern.replace("{id}", &order.number.to_string())
}

/// Whether the buyer's address still decides where the goods go. A gift goes to its recipient.
pub fn may_correct(order: &Order, has_parcels: bool) -> bool {
    let is_open = matches!(
        order.state,
        OrderState::Pending | OrderState::OnHold | OrderState::Processing | OrderState::Failed
    );
    is_open && !has_parcels && order.recipient().is_none()
}

/// What the form of the address shows. A form that showed something else does not overwrite it.
fn shown_address(buyer: &Buyer) -> String {
    [
        &buyer.first_name,
        &buyer.last_name,
        &buyer.phone,
        &buyer.city,
        &buyer.address_1,
        &buyer.home_number,
        &buyer.postcode,
    ]
    .map(String::as_str)
    .join(" · ")
}

pub fn address_form(shop: &Shop, form_session: &FormSession, order: &Order) -> FormView {
    let field = |name: &str, kind: FieldKind, label: Key, value: &str| {
        FieldView::new(name, kind, label, shop.messages).value(value).half()
    };
    let buyer = &order.buyer;
    form_session
        .form(shop, &action(STAFF_ADDRESS_URL, order), nonces::STAFF, msg::staff_orders::ADDRESS_SAVE)
        .with_hidden("was", shown_address(buyer))
        .with(field("first_name", FieldKind::Text, msg::accounts::FIRST_NAME, &buyer.first_name))
        .with(field("last_name", FieldKind::Text, msg::accounts::LAST_NAME, &buyer.last_name))
        .with(field("phone", FieldKind::Phone, msg::accounts::PHONE, &buyer.phone))
        .with(field("city", FieldKind::Text, msg::accounts::CITY, &buyer.city))
        .with(field("address_1", FieldKind::Text, msg::staff_orders::STREET, &buyer.address_1))
        .with(
            field("home_number", FieldKind::Text, msg::accounts::HOME_NUMBER, &buyer.home_number).optional(),
        )
        .with(field("postcode", FieldKind::Latin, msg::accounts::POSTCODE, &buyer.postcode).optional())
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub struct OrderAddressForm {
    first_name: String,
    last_name: String,
    phone: String,
    city: String,
    address_1: String,
    home_number: String,
    postcode: String,
    was: String,
}

pub async fn change_address(
    State(shop): State<Shop>,
    audit: AuditWriter,
    member: StaffMember,
    PathParam(number): PathParam<i64>,
    Fields(form): Fields<OrderAddressForm>,
) -> Result<Response, AppError> {
    let order = find(&shop, number).await?;
    let answer = |notice: &str| Ok(redirect(&with_notice(&url(&order), notice), None));
    let now = shop.clock.now();
    let mut tx = shop.db.begin().await?;
    let order = store::lock(&mut *tx, order.id).await?.ok_or(AppError::NotFound)?;
    let has_parcels = !store::shipments(&mut *tx, order.id).await?.is_empty();
    if !may_correct(&order, has_parcels) || order.buyer.email.is_empty() {
        return answer("address-late");
    }
    if form.was != shown_address(&order.buyer) {
        return answer("address-meanwhile");
    }
    let after = Buyer {
        first_name: text::clean(&form.first_name, 60),
        last_name: text::clean(&form.last_name, 60),
        // Costs of shipping and taxes are those of the country: it stays.
        country: order.buyer.country.clone(),
        city: text::clean(&form.city, 80),
        address_1: text::clean(&form.address_1, 200),
        home_number: text::clean(&form.home_number, 40),
        postcode: text::clean(&form.postcode, 20),
        phone: kernel::digits::fold(&text::clean(&form.phone, 30)).into_owned(),
        email: order.buyer.email.clone(),
    };
    if !after.validate(AddressKind::Billing, |_| true).is_empty() {
        return answer("address-wrong");
    }
    if after == order.buyer {
        return answer("address-changed");
    }
    let change = office::change_address(&mut *tx, &order, &after, &member.name, now).await?;
    store::record_event(&mut *tx, order.id, OrderEvent::AddressChanged, "", &member.name, now).await?;
    // The change holds both versions: the audit log contains no addresses.
    audit.record(&mut *tx, "order-address", &format!("order {} change {change}", order.id)).await?;
    tx.commit().await?;
    answer("address-changed")
}

pub fn note_action(order: &Order) -> String {
    action(STAFF_NOTE_URL, order)
}

#[derive(Debug, Deserialize)]
pub struct NoteForm {
    #[serde(default)]
    text: String,
    #[serde(default)]
    to: String,
}

pub async fn add_note(
    State(shop): State<Shop>,
    audit: AuditWriter,
    member: StaffMember,
    PathParam(number): PathParam<i64>,
    Fields(form): Fields<NoteForm>,
) -> Result<Response, AppError> {
    let order = find(&shop, number).await?;
    let answer = |notice: &str| Ok(redirect(&with_notice(&url(&order), notice), None));
    let note = text::clean_lines(&form.text, MAX_NOTE);
    if note.is_empty() {
        return answer("no-note");
    }
    let to_buyer = form.to == "buyer";
    if to_buyer && order.buyer.email.is_empty() {
        return answer("no-buyer");
    }
    let now = shop.clock.now();
    let sent = if to_buyer { "note-sent" } else { "note-saved" };
    let mut tx = shop.db.begin().await?;
    let order = store::lock(&mut *tx, order.id).await?.ok_or(AppError::NotFound)?;
    let added = office::add_note(&mut *tx, order.id, &member.name, &note, to_buyer, now).await?;
    let Some(id) = added else { return answer(sent) };
    if to_buyer {
        jobs::notify(&mut tx, order.id, OrderNotification::Note { note: id }, now).await?;
    }
    let audience = if to_buyer { "buyer" } else { "team" };
    audit.record(&mut *tx, "order-note", &format!("order {} note {id} to {audience}", order.id)).await?;
    tx.commit().await?;
    answer(sent)
}

fn email_label(name: &str) -> Option<Key> {
    Some(match name {
        "received" => msg::staff_orders::EMAIL_RECEIVED,
        "unpaid" => msg::staff_orders::EMAIL_UNPAID,
        "cancelled" => msg::staff_orders::EMAIL_CANCELLED,
        "shipped" | "parcel" => msg::staff_orders::EMAIL_SHIPPED,
        "delivered" => msg::staff_orders::EMAIL_DELIVERED,
        "transfer" => msg::staff_orders::EMAIL_TRANSFER,
        "refunded" => msg::staff_orders::EMAIL_REFUNDED,
        "note" => msg::staff_orders::EMAIL_NOTE,
        _ => return None,
    })
}

pub async fn email_rows(shop: &Shop, order: &Order) -> Result<Vec<EmailRow>, AppError> {
    let zone = shop.settings.get::<ShopZone>().await?;
    let row = |email: &office::SentEmail| {
        let mut words = email.key.split(' ');
        let first = words.next()?;
        // «resent ORDER NAME MINUTE»
        let is_resent = first == "resent";
        let label = email_label(if is_resent { words.nth(1)? } else { first })?;
        let state = match email.state.as_str() {
            "sent" => msg::staff_orders::EMAIL_SENT,
            "waiting" | "sending" => msg::staff_orders::EMAIL_WAITING,
            _ => msg::staff_orders::EMAIL_NOT_SENT,
        };
        let label = shop.messages.text(label);
        Some(EmailRow {
            label: match is_resent {
                true => shop.messages.text(msg::staff_orders::EMAIL_AGAIN.with("email", label)),
                false => label,
            },
            note: format!("{} · {}", zone.date_time(email.at), shop.messages.text(state)),
        })
    };
    Ok(office::emails(&shop.db, order.id).await?.iter().filter_map(row).collect())
}

pub fn resend_form(shop: &Shop, form_session: &FormSession, order: &Order) -> Option<FormView> {
    let email = ResentEmail::for_order(order)?;
    let form =
        form_session.form(shop, &action(STAFF_RESEND_URL, order), nonces::STAFF, msg::staff_orders::RESEND);
    Some(form.with_hidden("email", email.name()))
}

#[derive(Debug, Deserialize)]
pub struct ResendForm {
    email: String,
}

pub async fn resend(
    State(shop): State<Shop>,
    audit: AuditWriter,
    member: StaffMember,
    PathParam(number): PathParam<i64>,
    Fields(form): Fields<ResendForm>,
) -> Result<Response, AppError> {
    let order = find(&shop, number).await?;
    let answer = |notice: &str| Ok(redirect(&with_notice(&url(&order), notice), None));
    let now = shop.clock.now();
    let mut tx = shop.db.begin().await?;
    let order = store::lock(&mut *tx, order.id).await?.ok_or(AppError::NotFound)?;
    let Some(email) = ResentEmail::for_order(&order).filter(|email| email.name() == form.email) else {
        return answer("not-resent");
    };
    // One in a minute: a form that is sent twice sends one email, and the history has it once.
    if !jobs::try_notify(&mut tx, order.id, OrderNotification::Resent { email }, now).await? {
        return answer("resent-before");
    }
    store::record_event(&mut *tx, order.id, OrderEvent::EmailResent, "", &member.name, now).await?;
    audit.record(&mut *tx, "email-resend", &format!("order {} {}", order.id, email.name())).await?;
    tx.commit().await?;
    answer("resent")
}

pub fn assign_form(
    shop: &Shop,
    form_session: &FormSession,
    order: &Order,
    members: &[Colleague],
    now_with: Option<&Colleague>,
) -> FormView {
    let nobody = OptionView { value: String::new(), label: shop.messages.text(msg::staff_orders::NOBODY) };
    let option = |one: &Colleague| OptionView { value: one.id.to_string(), label: one.name.clone() };
    let field = FieldView::new("assignee", FieldKind::Select, msg::staff_orders::ASSIGNEE, shop.messages)
        .options([nobody].into_iter().chain(members.iter().map(option)).collect())
        .value(now_with.map(|one| one.id.to_string()).unwrap_or_default())
        .optional();
    form_session
        .form(shop, &action(STAFF_ASSIGN_URL, order), nonces::STAFF, msg::staff_orders::ASSIGN)
        .with(field)
}

#[derive(Debug, Deserialize)]
pub struct AssignForm {
    #[serde(default)]
    assignee: String,
}

pub async fn assign(
    State(shop): State<Shop>,
    audit: AuditWriter,
    member: StaffMember,
    PathParam(number): PathParam<i64>,
    Fields(form): Fields<AssignForm>,
) -> Result<Response, AppError> {
    let order = find(&shop, number).await?;
    let members = office::colleagues(&shop.db).await?;
    let assignee = members.iter().find(|one| one.id.to_string() == form.assignee);
    if assignee.is_none() && !form.assignee.is_empty() {
        return Ok(redirect(&with_notice(&url(&order), "not-changed"), None));
    }
    let mut tx = shop.db.begin().await?;
    set_assignee(&shop, &mut tx, &audit, &member, order.id, assignee).await?;
    tx.commit().await?;
    Ok(redirect(&with_notice(&url(&order), "assigned"), None))
}

pub fn tag_form(shop: &Shop, form_session: &FormSession, order: &Order) -> FormView {
    let field = FieldView::new("tag", FieldKind::Text, msg::staff_orders::TAG_NEW, shop.messages);
    form_session
        .form(shop, &action(STAFF_TAG_URL, order), nonces::STAFF, msg::staff_orders::TAG_ADD)
        .with(field)
}

pub fn untag_form(shop: &Shop, form_session: &FormSession, order: &Order, tag: &str) -> FormView {
    form_session
        .form(shop, &action(STAFF_TAG_URL, order), nonces::STAFF, msg::staff_orders::TAG_REMOVE)
        .with_hidden("tag", tag)
        .with_hidden("act", "remove")
}

#[derive(Debug, Deserialize)]
pub struct TagForm {
    #[serde(default)]
    tag: String,
    #[serde(default)]
    act: String,
}

pub async fn tag(
    State(shop): State<Shop>,
    audit: AuditWriter,
    PathParam(number): PathParam<i64>,
    Fields(form): Fields<TagForm>,
) -> Result<Response, AppError> {
    let order = find(&shop, number).await?;
    let tag = text::clean(&form.tag, MAX_TAG);
    let answer = |notice: &str| Ok(redirect(&with_notice(&url(&order), notice), None));
    if tag.is_empty() {
        return answer("no-tag");
    }
    let mut tx = shop.db.begin().await?;
    let (is_changed, what) = match form.act.as_str() {
        "remove" => (office::remove_tag(&mut *tx, order.id, &tag).await?, "tagged -> none"),
        _ => match office::add_tag(&mut *tx, order.id, &tag).await? {
            Tagged::Full => return answer("tags-full"),
            tagged => (tagged == Tagged::Added, "none -> tagged"),
        },
    };
    if is_changed {
        audit.record(&mut *tx, "order-tag", &format!("order {} {what}", order.id)).await?;
    }
    tx.commit().await?;
    answer("tagged")
}
