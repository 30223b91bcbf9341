//! The handler of the home page.

use accounts::{
    service::{FormSession, logout_form},
    view::STAFF_URL,
};
use axum::{extract::State, response::Response};
use chrono::Timelike;
use edge::{AppError, Permission, Shop, ShopZone, Visitor, session::StaffMember};
use http::StatusCode;
use kernel::msg;

use super::{figures::sales, goods::LowStock, view::StaffHomePageView, work::work};
use crate::{
    audit_page::{self, AUDIT_URL},
    health_page::RecentChecks,
};

/// Acts of the team at the end of the page.
const ACTS: i64 = 5;

pub async fn show(
    State(shop): State<Shop>,
    State(recent): State<RecentChecks>,
    visitor: Visitor,
    member: StaffMember,
) -> Result<Response, AppError> {
    let text = |key| shop.messages.text(key);
    let form_session = FormSession::for_staff(&visitor)?;
    let zone = shop.settings.get::<ShopZone>().await?;
    let now = shop.clock.now();
    let greeting = match zone.local(now).hour() {
        3..12 => msg::staff_orders::GOOD_MORNING,
        _ => msg::staff_orders::GOOD_EVENING,
    };
    let stores: Vec<_> = member.stores.iter().map(i16::to_string).collect();
    let mut facts = vec![(text(msg::accounts::STAFF_ROLE), member.role.title.clone())];
    if !stores.is_empty() {
        facts.push((text(msg::accounts::STAFF_STORES), stores.join("، ")));
    }
    let reads_sales = member.may(Permission::ReportsRead) && member.may(Permission::OrdersRead);
    let low_stock = LowStock::of(&shop, &member).await?;
    let acts = match member.may(Permission::AuditRead) {
        true => audit_page::newest_acts(&shop, &form_session, &member, ACTS).await?,
        false => Vec::new(),
    };
    let view = StaffHomePageView {
        title: shop.messages.text(greeting.with("name", member.name.clone())),
        lead: shop.messages.text(msg::staff_orders::HOME_LEAD.with("time", zone.weekday_and_time(now))),
        work: work(&shop, &member, low_stock.as_ref(), &recent).await?,
        sales: if reads_sales { Some(sales(&shop).await?) } else { None },
        low_stock: low_stock.and_then(|goods| goods.view(&shop)),
        acts,
        acts_url: AUDIT_URL.to_owned(),
        facts,
        logout: logout_form(&shop, &form_session),
    };
    let title = text(msg::admin::HOME);
    form_session.render_page(&shop, STAFF_URL, &title, &view, StatusCode::OK).await
}
