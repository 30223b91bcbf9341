//! The page and, as JSON, the answers of the palette.

use accounts::{service::FormSession, view::STAFF_ORDERS_URL};
use axum::{extract::State, response::Response};
use edge::{AppError, Fields, Permission, Shop, Visitor, session::StaffMember};
use http::StatusCode;
use kernel::{EmailAddress, Key, Messages, msg, text};
use orders::view::STAFF_ORDER_URL;
use serde::Deserialize;

use super::{
    FIND_URL,
    rules::{MAX_CHARS, Match, Reading},
    store,
    view::{FindGroup, FindItem, FindPageView},
};
use crate::{
    audit_page::{self, view::AuditPartView},
    server::admin_menu,
    staff_products,
};

const MAX_GOODS: i64 = 5;
const MAX_ORDERS: i64 = 5;
const MAX_TITLES: i64 = 1_000;
const MAX_PAGES: usize = 4;
const MAX_ENTRIES: usize = 6;
const MAX_RECENT: usize = 5;

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub struct FindQuery {
    q: String,
}

pub async fn find(
    State(shop): State<Shop>,
    visitor: Visitor,
    member: StaffMember,
    Fields(form): Fields<FindQuery>,
) -> Result<Response, AppError> {
    let query = text::clean(&form.q, MAX_CHARS);
    let reading = Reading::of(&query);
    let mut finder = Finder { shop: &shop, member: &member, reading, is_swapped: false, groups: Vec::new() };
    if query.is_empty() {
        finder.recent().await?;
        finder.whole_menu();
    } else {
        finder.goods(&query).await?;
        finder.orders(&query).await?;
        finder.people(&query).await?;
        finder.pages().await?;
        finder.entries();
    }
    let Finder { reading, is_swapped, groups, .. } = finder;
    let view = FindPageView {
        action: FIND_URL.to_owned(),
        understood: reading.meant.filter(|_| is_swapped),
        query,
        groups,
    };
    let title = shop.messages.text(msg::admin::FIND);
    let session = FormSession::for_staff(&visitor)?;
    session.render_page(&shop, FIND_URL, &title, &view, StatusCode::OK).await
}

struct Finder<'a> {
    shop: &'a Shop,
    member: &'a StaffMember,
    reading: Reading,
    /// Something was found by the other keyboard layout.
    is_swapped: bool,
    groups: Vec<FindGroup>,
}

impl Finder<'_> {
    fn messages(&self) -> &'static Messages {
        self.shop.messages
    }

    fn push(&mut self, label: Key, items: Vec<FindItem>) {
        if !items.is_empty() {
            self.groups.push(FindGroup { label: self.messages().text(label), items });
        }
    }

    /// Of all states. Who reads the catalogue opens the editor, with the fields that they may write.
    async fn goods(&mut self, query: &str) -> Result<(), AppError> {
        if !self.member.may(Permission::CatalogRead) {
            return Ok(());
        }
        let mut found = staff_products::search_ids(self.shop, query, MAX_GOODS).await?;
        found.ids.truncate(usize::try_from(MAX_GOODS).unwrap_or(usize::MAX));
        self.is_swapped |= found.is_swapped;
        let rows = catalog::service::staff_list::load_rows(&self.shop.db, &found.ids).await?;
        let item = |row: catalog::service::staff_list::StaffRow| FindItem {
            url: staff_products::PRODUCT_URL.replace("{id}", &row.id.to_string()),
            label: row.name,
            detail: String::new(),
            fact: String::new(),
            icon: "tag",
        };
        self.push(msg::admin::GOODS, rows.into_iter().map(item).collect());
        Ok(())
    }

    /// By number, and by the address of the buyer.
    async fn orders(&mut self, query: &str) -> Result<(), AppError> {
        let number = self.reading.order_number();
        let email = EmailAddress::parse(query).ok();
        if !self.member.may(Permission::OrdersRead) || (number.is_none() && email.is_none()) {
            return Ok(());
        }
        let email = email.as_ref().map(EmailAddress::as_str);
        let found = store::find_orders(&self.shop.db, number, email, MAX_ORDERS).await?;
        let item = |order: &store::OrderHit| FindItem {
            label: self.messages().text(msg::admin::ORDER.with("number", order.number.to_string())),
            detail: order.name.clone(),
            fact: order.total.format(),
            url: STAFF_ORDER_URL.replace("{id}", &order.number.to_string()),
            icon: "order",
        };
        let items = found.iter().map(item).collect();
        self.push(msg::admin::ORDERS, items);
        Ok(())
    }

    async fn people(&mut self, query: &str) -> Result<(), AppError> {
        let Ok(email) = EmailAddress::parse(query) else { return Ok(()) };
        let may = self.member.may(Permission::CustomersRead) && self.member.may(Permission::OrdersRead);
        if !may || !store::is_customer(&self.shop.db, email.as_str()).await? {
            return Ok(());
        }
        let search = serde_urlencoded::to_string([("search", email.as_str())]).unwrap_or_default();
        let item = FindItem {
            label: email.as_str().to_owned(),
            detail: self.messages().text(msg::admin::ORDERS_OF_CUSTOMER),
            fact: String::new(),
            url: format!("{STAFF_ORDERS_URL}?{search}"),
            icon: "users",
        };
        self.push(msg::admin::CUSTOMERS, vec![item]);
        Ok(())
    }

    async fn pages(&mut self) -> Result<(), AppError> {
        if !self.member.may(Permission::ContentWrite) {
            return Ok(());
        }
        let titles = store::list_titles(&self.shop.db, MAX_TITLES).await?;
        let mut items = Vec::new();
        for page in titles {
            let Some(how) = self.reading.matches(&page.title) else { continue };
            self.is_swapped |= how == Match::Swapped;
            items.push(FindItem {
                label: page.title,
                detail: self.messages().text(match page.kind.as_str() {
                    "post" => msg::admin::POST,
                    _ => msg::admin::PAGE,
                }),
                fact: String::new(),
                url: format!("{}?id={}", content::urls::STAFF_EDIT_URL, page.id),
                icon: "page",
            });
            if items.len() == MAX_PAGES {
                break;
            }
        }
        self.push(msg::admin::CONTENT, items);
        Ok(())
    }

    /// Entries of the menu and commands that the query names.
    fn entries(&mut self) {
        let mut items = Vec::new();
        for place in admin_menu::places(self.messages(), self.member) {
            let named = [&place.label, &place.group, &place.words].map(|text| self.reading.matches(text));
            // The words of one entry, wherever they stand: «تقرير مبيعات».
            let whole = self.reading.matches(&format!("{} {} {}", place.label, place.group, place.words));
            let Some(how) = named.into_iter().flatten().chain(whole).min() else { continue };
            self.is_swapped |= how == Match::Swapped;
            items.push((how, items.len(), item_of(place)));
        }
        items.sort_by_key(|(how, at, _)| (*how, *at));
        let items = items.into_iter().take(MAX_ENTRIES).map(|(_, _, item)| item).collect();
        self.push(msg::admin::PLACES, items);
    }

    /// Orders and products that the member worked on last, before anything is typed. The audit log knows them: nothing about orders
    /// stays in a browser that another member may use next, and rights are those of now.
    async fn recent(&mut self) -> Result<(), AppError> {
        let addresses = [STAFF_ORDERS_URL, staff_products::PRODUCTS_URL];
        let things = audit_page::recent_things(self.shop, self.member, &addresses, MAX_RECENT).await?;
        let item = |thing: AuditPartView| {
            let url = thing.url?;
            let icon = if url.starts_with(STAFF_ORDERS_URL) { "order" } else { "tag" };
            Some(FindItem { label: thing.text, detail: String::new(), fact: String::new(), url, icon })
        };
        self.push(msg::admin::RECENT, things.into_iter().filter_map(item).collect());
        Ok(())
    }

    /// Before anything is typed.
    fn whole_menu(&mut self) {
        let items = admin_menu::places(self.messages(), self.member).into_iter().map(item_of).collect();
        self.push(msg::admin::PLACES, items);
    }
}

fn item_of(place: admin_menu::Place) -> FindItem {
    FindItem {
        label: place.label,
        detail: place.group,
        fact: String::new(),
        url: place.url.to_owned(),
        icon: place.icon,
    }
}
