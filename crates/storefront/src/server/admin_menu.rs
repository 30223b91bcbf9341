//! The menu of the admin, which leads to pages of several capabilities.

use accounts::view::{
    STAFF_AFFILIATES_URL, STAFF_BARCODES_URL, STAFF_CONTENT_URL, STAFF_EVENTS_URL, STAFF_FOLLOW_UPS_URL,
    STAFF_INBOX_URL, STAFF_ORDERS_URL, STAFF_REPORTS_URL, STAFF_REVIEWS_URL, STAFF_SEARCH_URL,
    STAFF_SITE_URL, STAFF_URL,
};
use edge::{
    session::StaffMember,
    view::{AdminLayoutView, AdminLink, AdminMenuGroup},
};
use kernel::{Key, Messages, msg};

struct Entry {
    label: Key,
    url: &'static str,
    icon: &'static str,
}

const fn entry(label: Key, url: &'static str, icon: &'static str) -> Entry {
    Entry { label, url, icon }
}

const HOME: Entry = entry(msg::admin::HOME, STAFF_URL, "home");
const ORDERS: Entry = entry(msg::admin::ORDERS, STAFF_ORDERS_URL, "order");
const SCAN: Entry = entry(msg::admin::SCAN, STAFF_BARCODES_URL, "barcode");
const CONTENT: Entry = entry(msg::content::STAFF_TITLE, STAFF_CONTENT_URL, "page");

const MENU: &[(Key, &[Entry])] = &[
    (msg::admin::DAILY, &[HOME, ORDERS]),
    (
        msg::admin::GOODS,
        &[
            entry(msg::barcodes::TITLE, STAFF_BARCODES_URL, "barcode"),
            entry(msg::barcodes::COUNTS, barcodes::urls::COUNTS_URL, "stack"),
            entry(msg::search::TITLE, STAFF_SEARCH_URL, "search"),
        ],
    ),
    (
        msg::admin::CUSTOMERS,
        &[
            entry(msg::moderation::TITLE, STAFF_REVIEWS_URL, "star"),
            entry(msg::enquiries::INBOX_TITLE, STAFF_INBOX_URL, "inbox"),
        ],
    ),
    (msg::admin::CONTENT, &[CONTENT, entry(msg::site::STAFF_TITLE, STAFF_SITE_URL, "list")]),
    (
        msg::admin::GROWTH,
        &[
            entry(msg::attribution::REPORT_TITLE, STAFF_REPORTS_URL, "chart"),
            entry(msg::followups::TITLE, STAFF_FOLLOW_UPS_URL, "mail"),
            entry(msg::affiliates::STAFF_TITLE, STAFF_AFFILIATES_URL, "share"),
        ],
    ),
    (msg::admin::SHOP, &[entry(msg::events::TITLE, STAFF_EVENTS_URL, "link")]),
];

/// At the lower edge of a phone, before the button of the whole menu.
const BAR: &[Entry] = &[HOME, ORDERS, SCAN, CONTENT];

/// The layout of the page at `path`.
pub fn layout(messages: &Messages, member: &StaffMember, path: &str) -> AdminLayoutView {
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
    let role = if member.is_admin { msg::accounts::ROLE_ADMIN } else { msg::accounts::ROLE_STAFF };
    AdminLayoutView {
        home_url: STAFF_URL.to_owned(),
        shop_url: "/ar/".to_owned(),
        member: member.name.clone(),
        role: messages.text(role),
        menu: MENU
            .iter()
            .map(|(label, entries)| AdminMenuGroup {
                label: messages.text(*label),
                links: entries.iter().map(link).collect(),
            })
            .collect(),
        bar: BAR.iter().map(link).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn current(path: &str) -> Vec<String> {
        let member = StaffMember { id: 1, name: "نورة".to_owned(), is_admin: true, stores: Vec::new() };
        let layout = layout(Messages::arabic(), &member, path);
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
}
