//! The page of shipping: zones with their methods in order, what was removed, and the trial.

use std::collections::HashMap;

use accounts::service::redirect;
use axum::{extract::State, response::Response};
use cart::service::{
    Rates,
    shipping::{self, EditedMethod, EditedZone},
};
use edge::{
    AppError, Fields, PathParam, Shop, Visitor, audit::AuditWriter, changes::Patch, session::StaffMember,
    settings_cache::Cached, view::LinkView,
};
use http::StatusCode;
use kernel::{Key, Messages, Money, msg::settings as msg};
use serde::Deserialize;
use serde_json::json;

use super::{
    METHOD_URL, NEW_METHOD_URL, NEW_ZONE_URL, NONCE, ORDER_URL, SHIPPING_URL, ZONE_URL,
    page::{Context, PageQuery, tabs},
    row_url,
    save::{Edit, Editor, Saved},
    target::Target,
    things::{self, Caller},
    trial::{self, Question},
    view::{MethodLine, SettingAct, ShippingPageView, ZoneBlock},
};
use crate::staff_products::view::StaffNotice;

const MAX_REMOVED: i64 = 20;

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub struct ShippingQuery {
    notice: String,
    /// What was removed, with the version that did it.
    removed: String,
    id: Option<i64>,
    version: Option<i64>,
    country: String,
    city: String,
    weight: String,
    amount: String,
}

pub async fn show(
    State(shop): State<Shop>,
    visitor: Visitor,
    member: StaffMember,
    Fields(query): Fields<ShippingQuery>,
) -> Result<Response, AppError> {
    let zones = shipping::list_zones(&shop.db).await?;
    let methods = shipping::list_methods(&shop.db).await?;
    let removed_methods = shipping::list_removed_methods(&shop.db, MAX_REMOVED).await?;
    // From the database itself: what was saved a moment ago is tried by its new values.
    let rates = Rates::read(&shop.db).await?;
    let context = Context::new(&shop, &visitor, &member).await?;
    let link = |name: &str, url: &str, id: i64| LinkView::new(name, row_url(url, id));
    let removed = zones
        .iter()
        .filter(|zone| zone.fields.is_removed)
        .map(|zone| link(&zone.fields.name, ZONE_URL, zone.id))
        .chain(removed_methods.iter().map(|method| link(&method.fields.title, METHOD_URL, method.id)));
    let nonce = context.session.nonce(&shop, NONCE);
    let blocks = Blocks { messages: shop.messages, methods: &methods, nonce: &nonce };
    let question =
        Question { country: &query.country, city: &query.city, weight: &query.weight, amount: &query.amount };
    let view = ShippingPageView {
        url: SHIPPING_URL.to_owned(),
        parts: tabs(&shop, &member, SHIPPING_URL),
        notice: notice(&context, &query).await?,
        new_zone_url: NEW_ZONE_URL.to_owned(),
        removed: removed.collect(),
        zones: zones.iter().filter(|zone| !zone.fields.is_removed).map(|zone| blocks.zone(zone)).collect(),
        trial: trial::view(shop.messages, &rates, &question, shop.clock.now())?,
    };
    let title = shop.messages.text(msg::PART_SHIPPING);
    context.session.render_page(&shop, SHIPPING_URL, &title, &view, StatusCode::OK).await
}

async fn notice(context: &Context<'_>, query: &ShippingQuery) -> Result<Option<StaffNotice>, AppError> {
    let shop = context.shop;
    let plain = |key: Key, is_error| StaffNotice { text: shop.messages.text(key), is_error, undo: None };
    match query.notice.as_str() {
        "moved" => return Ok(Some(plain(msg::MOVED, false))),
        "order-conflict" => return Ok(Some(plain(msg::ORDER_CONFLICT, true))),
        _ => {}
    }
    let (Some(id), Some(version)) = (query.id, query.version) else { return Ok(None) };
    let target = match query.removed.as_str() {
        "shipping_zone" => Target::Zone(id),
        "shipping_method" => Target::Method(id),
        _ => return Ok(None),
    };
    let mut db = shop.db.acquire().await?;
    // Nothing is said about what has come back since.
    let found = target.find(&mut db, false).await?.filter(|stored| stored.is_removed());
    Ok(found.map(|stored| StaffNotice {
        text: shop.messages.text(msg::REMOVED.with("name", stored.name())),
        is_error: false,
        undo: Some(context.undo_form(target, version)),
    }))
}

struct Blocks<'a> {
    messages: &'a Messages,
    methods: &'a [EditedMethod],
    nonce: &'a str,
}

impl Blocks<'_> {
    fn zone(&self, zone: &EditedZone) -> ZoneBlock {
        let fields = &zone.fields;
        let mut text = match fields.countries.len() {
            0 => self.messages.text(msg::EVERYWHERE),
            count => self.messages.text(msg::COUNTRIES_COUNT.with("count", count)),
        };
        if fields.methods.is_empty() {
            text = format!("{text}. {}", self.messages.text(msg::ZONE_IDLE));
        }
        let found = |id: &i64| self.methods.iter().find(|method| method.id == *id);
        ZoneBlock {
            name: fields.name.clone(),
            text,
            url: row_url(ZONE_URL, zone.id),
            edit_label: self.messages.text(msg::EDIT_OF.with("name", &fields.name)),
            new_method: LinkView::new(
                self.messages.text(msg::NEW_METHOD_IN.with("name", &fields.name)),
                row_url(NEW_METHOD_URL, zone.id),
            ),
            methods: fields
                .methods
                .iter()
                .filter_map(found)
                .map(|method| self.method(zone, method))
                .collect(),
        }
    }

    fn method(&self, zone: &EditedZone, method: &EditedMethod) -> MethodLine {
        let fields = &method.fields;
        let price = |minor: i64| Money::from_minor(minor).format();
        let cost = match fields.kind.as_str() {
            "flat" => price(fields.cost_minor),
            "weight" => self.messages.text(
                msg::COST_BY_WEIGHT
                    .with("cost", price(fields.cost_minor))
                    .with("kilo", price(fields.per_kilo_minor)),
            ),
            _ => self.messages.text(msg::FREE),
        };
        let mut kind = self.messages.text(trial::kind_label(&fields.kind));
        if fields.from_minor > 0 {
            let from = self.messages.text(msg::FROM_AMOUNT.with("amount", price(fields.from_minor)));
            kind = format!("{kind}، {from}");
        }
        let ids = &zone.fields.methods;
        let place = ids.iter().position(|id| *id == method.id).unwrap_or_default();
        let swapped = |other: usize| {
            let mut ids = ids.clone();
            ids.swap(place, other);
            ids
        };
        let mut moves = Vec::new();
        if place > 0 {
            moves.push(self.order(zone, &swapped(place - 1), msg::UP, msg::MOVE_UP, &fields.title));
        }
        if place + 1 < ids.len() {
            moves.push(self.order(zone, &swapped(place + 1), msg::DOWN, msg::MOVE_DOWN, &fields.title));
        }
        MethodLine {
            title: fields.title.clone(),
            kind,
            cost,
            url: row_url(METHOD_URL, method.id),
            edit_label: self.messages.text(msg::EDIT_OF.with("name", &fields.title)),
            moves,
        }
    }

    fn order(&self, zone: &EditedZone, ids: &[i64], label: Key, name: Key, title: &str) -> SettingAct {
        let ids: Vec<String> = ids.iter().map(i64::to_string).collect();
        SettingAct {
            action: row_url(ORDER_URL, zone.id),
            label: self.messages.text(label),
            name: self.messages.text(name.with("name", title)),
            hidden: vec![
                ("nonce".to_owned(), self.nonce.to_owned()),
                ("version".to_owned(), zone.version.to_string()),
                ("order".to_owned(), ids.join(" ")),
            ],
        }
    }
}

#[derive(Debug, Deserialize)]
pub struct OrderFields {
    version: i64,
    order: String,
}

/// Puts the methods of a zone into another order.
pub async fn order(
    State(shop): State<Shop>,
    audit: AuditWriter,
    member: StaffMember,
    PathParam(id): PathParam<i64>,
    Fields(form): Fields<OrderFields>,
) -> Result<Response, AppError> {
    let back = |code: &str| Ok(redirect(&format!("{SHIPPING_URL}?notice={code}"), None));
    let wanted: Option<Vec<i64>> = form.order.split(' ').map(|id| id.parse().ok()).collect();
    let wanted = wanted.ok_or(AppError::BadRequest("no such method"))?;
    let zone = shipping::find_zone(&shop.db, id).await?.ok_or(AppError::NotFound)?;
    let sorted = |ids: &[i64]| {
        let mut ids = ids.to_vec();
        ids.sort_unstable();
        ids
    };
    // A method has come or gone meanwhile: the order that was seen is no more.
    if sorted(&wanted) != sorted(&zone.fields.methods) {
        return back("order-conflict");
    }
    let patch = Patch([("methods".to_owned(), json!(wanted))].into_iter().collect());
    let edit = Edit { target: Target::Zone(id), version: form.version, patch, undoes: None };
    match (Editor { shop: &shop, audit: &audit, member: &member }).save(&edit).await? {
        Saved::Done { .. } | Saved::Unchanged => back("moved"),
        Saved::Conflict(_) | Saved::Refused { .. } => back("order-conflict"),
    }
}

pub async fn show_new_zone(
    State(shop): State<Shop>,
    visitor: Visitor,
    member: StaffMember,
) -> Result<Response, AppError> {
    let caller = Caller { shop: &shop, visitor: &visitor, member: &member };
    things::show(&caller, Target::NewZone, &PageQuery::default(), None).await
}

pub async fn add_zone(
    State(shop): State<Shop>,
    audit: AuditWriter,
    visitor: Visitor,
    member: StaffMember,
    Fields(form): Fields<HashMap<String, String>>,
) -> Result<Response, AppError> {
    let caller = Caller { shop: &shop, visitor: &visitor, member: &member };
    things::save(&caller, &audit, Target::NewZone, &form, None).await
}
