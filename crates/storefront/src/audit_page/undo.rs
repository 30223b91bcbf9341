//! Which acts of the log can be taken back from their line, and by whom: by the form of the thing's own page, which brings the
//! values from before and asks about those that were changed since. Money, emails, movements of stock and erasures have none.

use chrono::{DateTime, TimeDelta, Utc};
use edge::{Permission, session::StaffMember};

use super::{store::Line, texts::patch};
use crate::{
    media_library, staff_products,
    staff_settings::{self, PARTS, Target},
};

/// Later an act is taken back on the page of its thing alone.
const UNDO_TIME: TimeDelta = TimeDelta::days(30);

/// The form that takes an act back.
#[derive(Debug, PartialEq, Eq)]
pub struct Undo {
    pub action: String,
    /// What its nonce is for.
    pub nonce: &'static str,
    pub version: i64,
}

impl Undo {
    /// `None`: it has none, it is too long ago, or the member may not write what it changed.
    pub fn of(line: &Line, member: &StaffMember, now: DateTime<Utc>) -> Option<Self> {
        // What was made from nothing has no values from before.
        let before = patch::read(line.before.as_deref()?)?;
        let (kind, name, version) = thing(&line.subject)?;
        let fields: Vec<&str> = before.iter().map(|(field, _)| *field).collect();
        if line.at < now - UNDO_TIME {
            return None;
        }
        let id = || name.parse::<i64>().ok();
        let (action, nonce) = match kind {
            "product" => staff_products::undo_form(id()?, &fields, member)?,
            "bundle" => staff_products::bundle_undo_form(id()?, &fields, member)?,
            "picture" => member.may(Permission::ContentWrite).then(|| media_library::undo_form(name))?,
            _ => {
                let (target, permission) = setting(kind, name)?;
                member.may(permission).then(|| (target.undo_url(), staff_settings::NONCE))?
            }
        };
        Some(Self { action, nonce, version })
    }
}

/// The thing of a subject such as `product 42 v7`, and the version that the act has made of it.
fn thing(subject: &str) -> Option<(&str, &str, i64)> {
    let mut words = subject.split(' ');
    let (kind, name, version) = (words.next()?, words.next()?, words.next()?);
    let version = version.strip_prefix('v')?.parse().ok()?;
    words.next().is_none().then_some((kind, name, version))
}

fn setting(kind: &str, name: &str) -> Option<(Target, Permission)> {
    let row = |target: fn(i64) -> Target| Some((target(name.parse().ok()?), Permission::SettingsWrite));
    match kind {
        "settings" => {
            let part = PARTS.iter().find(|part| part.group == name)?;
            Some((Target::Part(part), part.permission))
        }
        "shipping_zone" => row(Target::Zone),
        "shipping_method" => row(Target::Method),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use edge::{permission::Permissions, session::StaffRole};

    use super::*;

    fn member(permissions: &[Permission], scopes: &[&str]) -> StaffMember {
        let role = StaffRole {
            name: "own".to_owned(),
            title: "دور".to_owned(),
            permissions: Permissions::from_iter(permissions.iter().copied()),
            scopes: scopes.iter().map(|&scope| scope.to_owned()).collect(),
            refund_limit: None,
            stock_limit: None,
        };
        StaffMember { id: 1, name: "نورة".to_owned(), role, stores: Vec::new(), is_viewing: false }
    }

    fn line(subject: &str, before: Option<&str>) -> Line {
        Line {
            seq: 1,
            at: DateTime::from_timestamp(1_700_000_000, 0).expect("a time"),
            actor: "staff 1".to_owned(),
            action: String::new(),
            subject: subject.to_owned(),
            before: before.map(str::to_owned),
            after: None,
        }
    }

    fn action(line: &Line, member: &StaffMember, days: i64) -> Option<(String, i64)> {
        let undo = Undo::of(line, member, line.at + TimeDelta::days(days))?;
        Some((undo.action, undo.version))
    }

    /// [D09]
    #[test]
    fn an_edit_is_taken_back_by_the_form_of_its_thing() {
        let owner = member(&Permission::ALL, &[]);
        for (subject, wanted) in [
            ("product 42 v7", "/ar/wp-admin/products/42/undo/"),
            ("bundle 42 v2", "/ar/wp-admin/products/42/bundle/undo/"),
            ("picture scene v2", "/ar/wp-admin/media/scene/undo/"),
            ("settings cart v3", "/ar/wp-admin/settings/cart/undo/"),
            ("settings payment_methods v3", "/ar/wp-admin/settings/payments/undo/"),
            ("shipping_zone 2 v4", "/ar/wp-admin/settings/shipping/zones/2/undo/"),
            ("shipping_method 6 v4", "/ar/wp-admin/settings/shipping/methods/6/undo/"),
        ] {
            let found = action(&line(subject, Some("name: \"a\"")), &owner, 0).expect(subject);
            assert_eq!(found.0, wanted);
            assert_eq!(format!("v{}", found.1), subject.rsplit(' ').next().expect("a version"));
        }
        let edit = line("product 42 v7", Some("name: \"a\""));
        assert!(action(&edit, &owner, 30).is_some() && action(&edit, &owner, 31).is_none());
        assert_eq!(action(&line("product 42 v1", None), &owner, 0), None, "made from nothing");
    }

    /// [D11]
    #[test]
    fn money_emails_movements_and_erasures_are_not_taken_back() {
        let owner = member(&Permission::ALL, &[]);
        for subject in [
            "order 3 5000 refunded 0 -> 5000",
            "order 3 received",
            "order 3 processing -> shipped",
            "order 3 change 9",
            "AB-1 in store 1: delivery",
            "increase-stock of AB-1 in store 1: 6",
            "0a1b2c 4",
            "staff 7 manager",
            "bulk job 1: start, 0 done, 12 to do",
            "product 42",
            "product x v1",
            "order 3 v2",
        ] {
            assert_eq!(action(&line(subject, Some("a: 1")), &owner, 0), None, "{subject}");
        }
    }

    #[test]
    fn a_member_takes_back_what_they_may_write() {
        let texts = member(&[Permission::CatalogWrite], &["texts-and-pictures"]);
        let goods = member(&[Permission::CatalogWrite], &[]);
        let prices = member(&[Permission::CatalogWrite, Permission::PricesWrite], &[]);
        let may = |values: &str| {
            let edit = line("product 42 v7", Some(values));
            [&texts, &goods, &prices].map(|member| action(&edit, member, 0).is_some())
        };
        assert_eq!(may("name: \"a\""), [true, true, true]);
        assert_eq!(may("name: \"a\"; sku: \"B-1\""), [false, true, true]);
        assert_eq!(may("regular_minor: 1450"), [false, false, true]);
        let setting = line("settings payment_methods v3", Some("a: 1"));
        assert_eq!(action(&setting, &member(&[Permission::SettingsWrite], &[]), 0), None);
    }
}
