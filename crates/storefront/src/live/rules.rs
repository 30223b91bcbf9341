//! Kinds of things, places in the history of changes, and what a change is told as.

use chrono::{DateTime, TimeDelta, Utc};
use edge::{Permission, session::StaffMember};

use super::view::LiveChange;

/// Changes are read again for this long: a transaction becomes visible only at its end, and clocks of servers differ.
pub const OVERLAP: TimeDelta = TimeDelta::seconds(10);
/// What somebody missed is told for this long.
const OLDEST: TimeDelta = TimeDelta::minutes(10);
/// More changes of one kind at once are told as one: a bulk edit.
const MAX_AT_ONCE: usize = 50;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Kind {
    Product,
    Order,
}

impl Kind {
    pub const ALL: [Self; 2] = [Self::Product, Self::Order];

    pub const fn name(self) -> &'static str {
        match self {
            Self::Product => "product",
            Self::Order => "order",
        }
    }

    /// Who may read such things.
    pub const fn permission(self) -> Permission {
        match self {
            Self::Product => Permission::CatalogRead,
            Self::Order => Permission::OrdersRead,
        }
    }
}

/// A thing that a page shows: `product-12`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Place {
    pub kind: Kind,
    pub id: i64,
}

impl Place {
    /// `None` also for a thing that the member may not read.
    pub fn parse(text: &str, member: &StaffMember) -> Option<Self> {
        let (name, id) = text.split_once('-')?;
        let kind = Kind::ALL.into_iter().find(|kind| kind.name() == name)?;
        let id = id.parse::<i64>().ok().filter(|id| *id > 0)?;
        member.may(kind.permission()).then_some(Self { kind, id })
    }

    pub fn name(self) -> String {
        format!("{}:{}", self.kind.name(), self.id)
    }
}

/// A change as it was read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Change {
    pub key: String,
    pub kind: Kind,
    /// `None`: many things.
    pub id: Option<i64>,
    pub version: i64,
    pub actor: String,
    /// The name of the actor.
    pub by: String,
}

impl Change {
    /// Stands for all changes of a kind.
    pub fn many(kind: Kind, key: String) -> Self {
        Self { key, kind, id: None, version: 0, actor: String::new(), by: String::new() }
    }
}

/// What a member is told of changes.
pub fn visible_changes(changes: &[Change], member: &StaffMember) -> Vec<LiveChange> {
    let actor = member.actor();
    let readable = changes.iter().filter(|change| member.may(change.kind.permission()));
    let change = |change: &Change| LiveChange {
        key: change.key.clone(),
        kind: change.kind.name(),
        id: change.id.map(|id| id.to_string()).unwrap_or_default(),
        version: change.version.to_string(),
        by: change.by.clone(),
        is_own: change.actor == actor,
    };
    readable.map(change).collect()
}

/// Replaces the changes of a kind by one if there are too many to tell.
pub fn gathered(mut changes: Vec<Change>) -> Vec<Change> {
    for kind in Kind::ALL {
        let of_kind = |change: &&Change| change.kind == kind;
        if changes.iter().filter(of_kind).count() > MAX_AT_ONCE {
            let last = changes.iter().rfind(of_kind).map(|change| change.key.clone());
            changes.retain(|change| change.kind != kind);
            changes.push(Change::many(kind, format!("many-{}", last.unwrap_or_default())));
        }
    }
    changes
}

/// A place in the history: a time for edits, the newest id for events of orders.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Cursor {
    pub at: DateTime<Utc>,
    pub order_event: i64,
}

impl Cursor {
    /// `None` if it is none, or older than anybody wants to hear about.
    pub fn parse(text: &str, now: DateTime<Utc>) -> Option<Self> {
        let (at, order_event) = text.split_once('-')?;
        let at = DateTime::from_timestamp_millis(at.parse().ok()?)?;
        let order_event = order_event.parse().ok()?;
        (at > now - OLDEST && at <= now + OVERLAP).then_some(Self { at, order_event })
    }

    pub fn text(self) -> String {
        format!("{}-{}", self.at.timestamp_millis(), self.order_event)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cursor_comes_back_and_an_old_or_strange_one_is_none() {
        let now: DateTime<Utc> = "2026-11-19T12:00:00Z".parse().expect("a time");
        let cursor = Cursor { at: now, order_event: 7 };
        assert_eq!(Cursor::parse(&cursor.text(), now), Some(cursor));
        assert_eq!(Cursor::parse(&cursor.text(), now + TimeDelta::minutes(11)), None);
        assert_eq!(Cursor::parse(&cursor.text(), now - TimeDelta::minutes(1)), None, "from the future");
        for strange in ["", "7", "x-7", "99999999999999999-1", "1-"] {
            assert_eq!(Cursor::parse(strange, now), None, "{strange}");
        }
    }

    #[test]
    fn a_bulk_edit_is_told_as_one_change() {
        let change = |kind, id: i64| Change {
            key: format!("{id}"),
            id: Some(id),
            ..Change::many(kind, String::new())
        };
        let few: Vec<Change> = (0..50).map(|id| change(Kind::Product, id)).collect();
        assert_eq!(gathered(few.clone()), few);
        let many: Vec<Change> = (0..51).map(|id| change(Kind::Product, id)).collect();
        let order = change(Kind::Order, 9);
        let all = [many, vec![order.clone()]].concat();
        assert_eq!(gathered(all), [order, Change::many(Kind::Product, "many-50".to_owned())]);
    }
}
