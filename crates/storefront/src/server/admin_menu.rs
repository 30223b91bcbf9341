//! The menu of the admin, which leads to pages of several capabilities.

use accounts::view::{
    STAFF_AFFILIATES_URL, STAFF_BARCODES_URL, STAFF_CONTENT_URL, STAFF_EVENTS_URL, STAFF_FOLLOW_UPS_URL,
    STAFF_INBOX_URL, STAFF_ORDERS_URL, STAFF_REPORTS_URL, STAFF_REVIEWS_URL, STAFF_SEARCH_URL,
    STAFF_SITE_URL, STAFF_TEAM_URL, STAFF_URL,
};
use edge::{
    Permission,
    permission::StaffAccess,
    session::StaffMember,
    view::{AdminLayoutView, AdminLink, AdminMenuGroup},
};
use kernel::{Key, Messages, msg};

use crate::{
    audit_page::AUDIT_URL, finder::FIND_URL, health_page::HEALTH_URL, media_library::MEDIA_URL,
    staff_settings::SETTINGS_URL,
};

struct Entry {
    label: Key,
    url: &'static str,
    icon: &'static str,
    /// As the policy of the page says: a test holds the two together.
    access: StaffAccess,
}

const fn entry(label: Key, url: &'static str, icon: &'static str, permission: Permission) -> Entry {
    Entry { label, url, icon, access: StaffAccess::With(permission) }
}

const HOME: Entry =
    Entry { label: msg::admin::HOME, url: STAFF_URL, icon: "home", access: StaffAccess::AnyMember };
const ORDERS: Entry = entry(msg::admin::ORDERS, STAFF_ORDERS_URL, "order", Permission::OrdersRead);
const PRODUCTS: Entry =
    entry(msg::staff_products::TITLE, crate::staff_products::PRODUCTS_URL, "tag", Permission::CatalogRead);
const SCAN: Entry = entry(msg::admin::SCAN, STAFF_BARCODES_URL, "barcode", Permission::StockMove);
const REVIEWS: Entry = entry(msg::moderation::TITLE, STAFF_REVIEWS_URL, "star", Permission::ReviewsModerate);
const CONTENT: Entry = entry(msg::content::STAFF_TITLE, STAFF_CONTENT_URL, "page", Permission::ContentWrite);

const MENU: &[(Key, &[Entry])] = &[
    (msg::admin::DAILY, &[HOME, ORDERS]),
    (
        msg::admin::GOODS,
        &[
            PRODUCTS,
            entry(
                msg::staff_stock::TITLE,
                crate::staff_stock::STOCK_LIST_URL,
                "stack",
                Permission::StockMove,
            ),
            entry(msg::barcodes::TITLE, STAFF_BARCODES_URL, "barcode", Permission::StockMove),
            entry(msg::barcodes::COUNTS, barcodes::urls::COUNTS_URL, "stack", Permission::StockMove),
            entry(msg::search::TITLE, STAFF_SEARCH_URL, "search", Permission::ReportsRead),
        ],
    ),
    (
        msg::admin::CUSTOMERS,
        &[REVIEWS, entry(msg::enquiries::INBOX_TITLE, STAFF_INBOX_URL, "inbox", Permission::InboxAct)],
    ),
    (
        msg::admin::CONTENT,
        &[
            CONTENT,
            entry(msg::site::STAFF_TITLE, STAFF_SITE_URL, "list", Permission::ContentWrite),
            entry(msg::media_library::TITLE, MEDIA_URL, "image", Permission::ContentWrite),
        ],
    ),
    (
        msg::admin::GROWTH,
        &[
            entry(msg::attribution::REPORT_TITLE, STAFF_REPORTS_URL, "chart", Permission::ReportsRead),
            entry(msg::followups::TITLE, STAFF_FOLLOW_UPS_URL, "mail", Permission::GrowthWrite),
            entry(msg::affiliates::STAFF_TITLE, STAFF_AFFILIATES_URL, "share", Permission::GrowthWrite),
        ],
    ),
    (
        msg::admin::SHOP,
        &[
            entry(msg::accounts::TEAM, STAFF_TEAM_URL, "users", Permission::TeamWrite),
            entry(msg::audit::TITLE, AUDIT_URL, "history", Permission::AuditRead),
            entry(msg::health::TITLE, HEALTH_URL, "pulse", Permission::JobsAct),
            entry(msg::events::TITLE, STAFF_EVENTS_URL, "link", Permission::JobsAct),
            entry(msg::settings::TITLE, SETTINGS_URL, "gear", Permission::SettingsWrite),
        ],
    ),
];

/// What an entry is also called, and what is done there: the search of the admin finds it by these words too.
const WORDS: &[(&str, Key)] = &[
    (STAFF_ORDERS_URL, msg::admin::WORDS_ORDERS),
    (crate::staff_stock::STOCK_LIST_URL, msg::admin::WORDS_STOCK),
    (STAFF_BARCODES_URL, msg::admin::WORDS_BARCODES),
    (barcodes::urls::COUNTS_URL, msg::admin::WORDS_COUNTS),
    (STAFF_SEARCH_URL, msg::admin::WORDS_SEARCH),
    (STAFF_REVIEWS_URL, msg::admin::WORDS_REVIEWS),
    (STAFF_INBOX_URL, msg::admin::WORDS_INBOX),
    (STAFF_CONTENT_URL, msg::admin::WORDS_CONTENT),
    (STAFF_SITE_URL, msg::admin::WORDS_SITE),
    (MEDIA_URL, msg::admin::WORDS_MEDIA),
    (STAFF_REPORTS_URL, msg::admin::WORDS_REPORTS),
    (STAFF_FOLLOW_UPS_URL, msg::admin::WORDS_FOLLOW_UPS),
    (STAFF_AFFILIATES_URL, msg::admin::WORDS_AFFILIATES),
    (STAFF_TEAM_URL, msg::admin::WORDS_TEAM),
    (AUDIT_URL, msg::admin::WORDS_AUDIT),
    (HEALTH_URL, msg::admin::WORDS_HEALTH),
    (STAFF_EVENTS_URL, msg::admin::WORDS_EVENTS),
    (SETTINGS_URL, msg::admin::WORDS_SETTINGS),
];

/// An entry of the menu as the search of the admin lists it.
#[derive(Debug)]
pub struct Place {
    pub label: String,
    pub group: String,
    pub words: String,
    pub url: &'static str,
    pub icon: &'static str,
}

/// Every entry that the member may open, in the order of the menu.
pub fn places(messages: &Messages, member: &StaffMember) -> Vec<Place> {
    let words = |url: &str| {
        let found = WORDS.iter().find(|(of, _)| *of == url);
        found.map(|(_, key)| messages.text(*key)).unwrap_or_default()
    };
    let entries = MENU.iter().flat_map(|(group, entries)| entries.iter().map(move |entry| (group, entry)));
    entries
        .filter(|(_, entry)| entry.access.admits(member.role.permissions))
        .map(|(group, entry)| Place {
            label: messages.text(entry.label),
            group: messages.text(*group),
            words: words(entry.url),
            url: entry.url,
            icon: entry.icon,
        })
        .collect()
}

/// At the lower edge of a phone, before the button of the whole menu.
const BAR: &[Entry] = &[HOME, ORDERS, SCAN, PRODUCTS, REVIEWS, CONTENT];
const BAR_LENGTH: usize = 4;

/// The layout of the page at `path`.
pub fn layout(messages: &Messages, member: &StaffMember, path: &str, is_copy: bool) -> AdminLayoutView {
    // Of two entries that lead here, the one with the longer address is meant: `barcodes/counts/` is below `barcodes/`.
    let current = MENU
        .iter()
        .flat_map(|(_, entries)| *entries)
        .map(|entry| entry.url)
        .filter(|url| *url == path || (*url != STAFF_URL && path.starts_with(url)))
        .max_by_key(|url| url.len());
    let link = |entry: &Entry| AdminLink {
        label: messages.text(entry.label),
        url: entry.url.to_owned(),
        icon: entry.icon,
        is_current: current == Some(entry.url),
    };
    let is_allowed = |entry: &&Entry| entry.access.admits(member.role.permissions);
    AdminLayoutView {
        is_copy,
        role_band: None,
        home_url: STAFF_URL.to_owned(),
        shop_url: "/ar/".to_owned(),
        find_url: FIND_URL.to_owned(),
        member: member.name.clone(),
        role: member.role.title.clone(),
        menu: MENU
            .iter()
            .map(|(label, entries)| AdminMenuGroup {
                label: messages.text(*label),
                links: entries.iter().filter(is_allowed).map(link).collect(),
            })
            .filter(|group: &AdminMenuGroup| !group.links.is_empty())
            .collect(),
        bar: BAR.iter().filter(is_allowed).take(BAR_LENGTH).map(link).collect(),
    }
}

#[cfg(test)]
mod tests {
    use edge::{permission::Permissions, session::StaffRole};

    use super::*;

    fn member(permissions: impl IntoIterator<Item = Permission>) -> StaffMember {
        let role = StaffRole {
            name: "own".to_owned(),
            title: "دور".to_owned(),
            permissions: Permissions::from_iter(permissions),
            scopes: Vec::new(),
            refund_limit: None,
            stock_limit: None,
        };
        StaffMember { id: 1, name: "نورة".to_owned(), role, stores: Vec::new(), is_viewing: false }
    }

    fn current(path: &str) -> Vec<String> {
        let layout = layout(Messages::arabic(), &member(Permission::ALL), path, false);
        let links = layout.menu.into_iter().flat_map(|group| group.links);
        links.filter(|link| link.is_current).map(|link| link.url).collect()
    }

    #[test]
    fn the_entry_of_a_page_is_the_nearest_one_above_it() {
        assert_eq!(current("/ar/wp-admin/"), [STAFF_URL]);
        assert_eq!(current("/ar/wp-admin/orders/10482/"), [STAFF_ORDERS_URL]);
        assert_eq!(current("/ar/wp-admin/barcodes/"), [STAFF_BARCODES_URL]);
        assert_eq!(current("/ar/wp-admin/barcodes/counts/7/"), [barcodes::urls::COUNTS_URL]);
        assert_eq!(current("/ar/wp-admin/unknown/"), [""; 0]);
    }

    #[test]
    fn a_member_sees_what_they_may_open_and_no_empty_group() {
        let layout = layout(Messages::arabic(), &member([Permission::ReviewsModerate]), STAFF_URL, false);
        let urls = |links: &[AdminLink]| links.iter().map(|link| link.url.clone()).collect::<Vec<_>>();
        let menu: Vec<_> = layout.menu.iter().map(|group| urls(&group.links)).collect();
        assert_eq!(menu, [[STAFF_URL], [STAFF_REVIEWS_URL]]);
        assert_eq!(urls(&layout.bar), [STAFF_URL, STAFF_REVIEWS_URL]);
    }
}
