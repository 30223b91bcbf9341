//! The parts of the settings that are one group of the table `settings` each.

use cart::view::CartSettings;
use edge::Permission;
use kernel::{Key, msg::settings as msg};
use payments::settings::PaymentMethodSettings;
use reviews::ReviewSettings;
use serde::{Serialize, de::DeserializeOwned};
use serde_json::{Map, Value};

use super::spec::{Kind, Spec};
use crate::server::layout::ShopSettings;

#[derive(Debug)]
pub struct Section {
    pub title: Key,
    pub text: Option<Key>,
    pub fields: &'static [Spec],
}

#[derive(Debug)]
pub struct Part {
    /// In `changes`; never reused.
    pub id: i64,
    /// In the table `settings`.
    pub group: &'static str,
    pub title: Key,
    pub url: &'static str,
    pub undo_url: &'static str,
    pub permission: Permission,
    pub sections: &'static [Section],
    /// What the shop uses without a stored group.
    pub defaults: fn() -> Value,
    /// Whether the shop can read the group.
    pub is_readable: fn(&Value) -> bool,
}

fn defaults<T: Serialize + Default>() -> Value {
    serde_json::to_value(T::default()).unwrap_or_else(|_| Value::Object(Map::new()))
}

fn is_readable<T: DeserializeOwned>(value: &Value) -> bool {
    serde_json::from_value::<T>(value.clone()).is_ok()
}

const fn field(name: &'static str, label: Key, kind: Kind) -> Spec {
    Spec { name, label, hint: None, kind }
}

const fn hinted(name: &'static str, label: Key, hint: Key, kind: Kind) -> Spec {
    Spec { name, label, hint: Some(hint), kind }
}

const fn line(max: usize) -> Kind {
    Kind::Line { max, is_required: false, is_ltr: false }
}

const LTR: Kind = Kind::Line { max: 60, is_required: false, is_ltr: true };

pub const SHOP: usize = 0;
pub const CART: usize = 1;
pub const REVIEWS: usize = 2;
pub const PAYMENTS: usize = 3;

pub static PARTS: [Part; 4] = [
    Part {
        id: 1,
        group: "shop",
        title: msg::PART_SHOP,
        url: "/ar/wp-admin/settings/shop/",
        undo_url: "/ar/wp-admin/settings/shop/undo/",
        permission: Permission::SettingsWrite,
        sections: &SHOP_SECTIONS,
        defaults: defaults::<ShopSettings>,
        is_readable: is_readable::<ShopSettings>,
    },
    Part {
        id: 2,
        group: "cart",
        title: msg::PART_CART,
        url: "/ar/wp-admin/settings/cart/",
        undo_url: "/ar/wp-admin/settings/cart/undo/",
        permission: Permission::SettingsWrite,
        sections: &CART_SECTIONS,
        defaults: defaults::<CartSettings>,
        is_readable: is_readable::<CartSettings>,
    },
    Part {
        id: 3,
        group: "reviews",
        title: msg::PART_REVIEWS,
        url: "/ar/wp-admin/settings/reviews/",
        undo_url: "/ar/wp-admin/settings/reviews/undo/",
        permission: Permission::SettingsWrite,
        sections: &REVIEW_SECTIONS,
        defaults: defaults::<ReviewSettings>,
        is_readable: is_readable::<ReviewSettings>,
    },
    Part {
        id: 4,
        group: "payment_methods",
        title: msg::PART_PAYMENTS,
        url: "/ar/wp-admin/settings/payments/",
        undo_url: "/ar/wp-admin/settings/payments/undo/",
        permission: Permission::PaymentsSettings,
        sections: &PAYMENT_SECTIONS,
        defaults: defaults::<PaymentMethodSettings>,
        is_readable: is_readable::<PaymentMethodSettings>,
    },
];

static SHOP_SECTIONS: [Section; 3] = [
    Section {
        title: msg::SECTION_IDENTITY,
        text: Some(msg::SECTION_IDENTITY_TEXT),
        fields: &[
            field("name", msg::SHOP_NAME, Kind::Line { max: 80, is_required: true, is_ltr: false }),
            field("tagline", msg::TAGLINE, line(200)),
            field("address", msg::ADDRESS, line(200)),
            hinted("taxNumber", msg::TAX_NUMBER, msg::TAX_NUMBER_HINT, line(80)),
        ],
    },
    Section {
        title: msg::SECTION_CONTACT,
        text: Some(msg::SECTION_CONTACT_TEXT),
        fields: &[
            field("email", msg::EMAIL, Kind::Email),
            field("phone", msg::PHONE, LTR),
            field("whatsapp", msg::WHATSAPP, LTR),
            field("hours", msg::HOURS, line(120)),
            hinted("contactUrl", msg::CONTACT_URL, msg::CONTACT_URL_HINT, Kind::Path),
        ],
    },
    Section {
        title: msg::SECTION_LANGUAGE,
        text: Some(msg::SECTION_LANGUAGE_TEXT),
        fields: &[
            hinted("timeZone", msg::TIME_ZONE, msg::TIME_ZONE_HINT, Kind::TimeZone),
            hinted(
                "popularSearches",
                msg::POPULAR_SEARCHES,
                msg::POPULAR_SEARCHES_HINT,
                Kind::Lines { most: 10, max: 40, is_ltr: false },
            ),
        ],
    },
];

static CART_SECTIONS: [Section; 3] = [
    Section {
        title: msg::SECTION_ADDING,
        text: None,
        fields: &[
            field("ajaxAdd", msg::AJAX_ADD, Kind::Switch),
            field("redirectAfterAdd", msg::REDIRECT_AFTER_ADD, Kind::Switch),
            hinted("skip", msg::SKIP, msg::SKIP_HINT, Kind::Lines { most: 20, max: 120, is_ltr: true }),
        ],
    },
    Section {
        title: msg::SECTION_SIDE_CART,
        text: None,
        fields: &[
            field("autoOpen", msg::AUTO_OPEN, Kind::Switch),
            field("autoClose", msg::AUTO_CLOSE, Kind::Switch),
            field(
                "layout",
                msg::LAYOUT,
                Kind::Choice(&[("rows", msg::LAYOUT_ROWS), ("cards", msg::LAYOUT_CARDS)]),
            ),
            hinted("cardFlip", msg::CARD_FLIP, msg::CARD_FLIP_HINT, Kind::Switch),
            field(
                "showBasket",
                msg::SHOW_BASKET,
                Kind::Choice(&[
                    ("always_hide", msg::BASKET_HIDDEN),
                    ("always_show", msg::BASKET_ALWAYS),
                    ("hide_empty", msg::BASKET_HIDE_EMPTY),
                ]),
            ),
        ],
    },
    Section {
        title: msg::SECTION_TIMES,
        text: None,
        fields: &[
            field("notificationTime", msg::NOTIFICATION_TIME, Kind::Number { min: 1_000, max: 60_000 }),
            field("quantityDelay", msg::QUANTITY_DELAY, Kind::Number { min: 0, max: 5_000 }),
        ],
    },
];

static REVIEW_SECTIONS: [Section; 2] = [
    Section {
        title: msg::SECTION_WRITING,
        text: None,
        fields: &[
            field("isOpen", msg::REVIEWS_OPEN, Kind::Switch),
            field("ratingRequired", msg::RATING_REQUIRED, Kind::Switch),
            field(
                "hold",
                msg::HOLD,
                Kind::Choice(&[
                    ("unverified", msg::HOLD_UNVERIFIED),
                    ("everyone", msg::HOLD_EVERYONE),
                    ("nobody", msg::HOLD_NOBODY),
                ]),
            ),
            hinted("captcha", msg::CAPTCHA, msg::CAPTCHA_HINT, Kind::Switch),
            hinted("terms", msg::TERMS, msg::TERMS_HINT, Kind::OptionalLine { max: 200 }),
        ],
    },
    Section {
        title: msg::SECTION_LIST,
        text: None,
        fields: &[
            hinted("isClassic", msg::CLASSIC, msg::CLASSIC_HINT, Kind::Switch),
            field("pageSize", msg::PAGE_SIZE, Kind::Number { min: 1, max: 50 }),
            field("showsBadge", msg::SHOWS_BADGE, Kind::Switch),
            hinted("shopName", msg::REPLY_NAME, msg::REPLY_NAME_HINT, line(80)),
        ],
    },
];

static PAYMENT_SECTIONS: [Section; 2] = [
    Section {
        title: msg::SECTION_COD,
        text: None,
        fields: &[
            field("cod.enabled", msg::OFFERED, Kind::Switch),
            hinted("cod.minTotalMinor", msg::MIN_TOTAL, msg::TOTAL_HINT, Kind::OptionalMoney),
            hinted("cod.maxTotalMinor", msg::MAX_TOTAL, msg::TOTAL_HINT, Kind::OptionalMoney),
            hinted("cod.countries", msg::METHOD_COUNTRIES, msg::COUNTRIES_ALL_HINT, Kind::Countries),
            field("cod.maxOpenOrders", msg::MAX_OPEN, Kind::Number { min: 1, max: 1_000 }),
        ],
    },
    Section {
        title: msg::SECTION_BACS,
        text: Some(msg::SECTION_BACS_TEXT),
        fields: &[
            field("bacs.enabled", msg::OFFERED, Kind::Switch),
            hinted("bacs.accounts", msg::ACCOUNTS, msg::ACCOUNTS_HINT, Kind::Accounts),
            hinted("bacs.minTotalMinor", msg::MIN_TOTAL, msg::TOTAL_HINT, Kind::OptionalMoney),
            hinted("bacs.maxTotalMinor", msg::MAX_TOTAL, msg::TOTAL_HINT, Kind::OptionalMoney),
            hinted("bacs.countries", msg::METHOD_COUNTRIES, msg::COUNTRIES_ALL_HINT, Kind::Countries),
            field("bacs.maxOpenOrders", msg::MAX_OPEN, Kind::Number { min: 1, max: 1_000 }),
            field("bacs.days", msg::BACS_DAYS, Kind::Number { min: 1, max: 60 }),
            hinted(
                "bacs.reminderHours",
                msg::REMINDER_HOURS,
                msg::REMINDER_HINT,
                Kind::Number { min: 0, max: 720 },
            ),
        ],
    },
];

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::{
        super::paths::{at, put},
        *,
    };

    #[test]
    fn every_field_of_a_part_is_one_that_the_shop_reads_back() {
        for part in &PARTS {
            let mut group = (part.defaults)();
            let names: Vec<_> = part.sections.iter().flat_map(|one| one.fields).map(|one| one.name).collect();
            assert_eq!(names.iter().collect::<BTreeSet<_>>().len(), names.len(), "{}", part.group);
            for spec in part.sections.iter().flat_map(|section| section.fields) {
                let shown = at(&group, spec.name).cloned().unwrap_or_else(|| spec.kind.empty());
                let read = spec.kind.read(&spec.kind.text(&shown));
                assert_eq!(read.as_ref().ok(), Some(&shown), "{} {}", part.group, spec.name);
                put(&mut group, spec.name, shown);
            }
            assert!((part.is_readable)(&group), "{}: {group}", part.group);
        }
    }
}
