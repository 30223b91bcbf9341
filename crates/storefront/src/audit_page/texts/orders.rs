//! Orders, their payments and parcels, and what is printed and exported of them.

use accounts::view::STAFF_ORDERS_URL;
use edge::Permission;
use kernel::{Key, msg, msg::audit as text};
use orders::{rules::State, view::STAFF_ORDER_URL};

use super::{AuditPartView, LineTexts, Shown, first_word, given, money, number_after, raw, value};

fn method(name: &str) -> Option<Key> {
    Some(match name {
        "card" => msg::payments::CARD,
        "echeck" => msg::payments::ECHECK,
        "cod" => msg::payments::COD,
        "bacs" => msg::payments::BACS,
        _ => return None,
    })
}

fn days(days: &str) -> Option<Key> {
    Some(match days {
        "1" => msg::staff_orders::TODAY,
        "7" => msg::staff_orders::SEVEN_DAYS,
        "30" => msg::staff_orders::THIRTY_DAYS,
        _ => return None,
    })
}

/// The emails that are sent again.
fn email(name: &str) -> Option<Key> {
    Some(match name {
        "received" => msg::staff_orders::EMAIL_RECEIVED,
        "unpaid" => msg::staff_orders::EMAIL_UNPAID,
        "shipped" => msg::staff_orders::EMAIL_SHIPPED,
        "delivered" => msg::staff_orders::EMAIL_DELIVERED,
        "cancelled" => msg::staff_orders::EMAIL_CANCELLED,
        _ => return None,
    })
}

fn paper(name: &str) -> Option<Key> {
    Some(match name {
        "picking" => msg::staff_orders::PRINT_ONE_PICKING,
        "invoice" => msg::staff_orders::PRINT_INVOICE,
        "labels" => msg::staff_orders::PRINT_LABELS,
        _ => return None,
    })
}

impl LineTexts<'_> {
    /// By the number that people know; the log has the id.
    fn order_of(&self, id: i64) -> AuditPartView {
        match self.names.find("order", &id.to_string()) {
            Some(number) => {
                let url = STAFF_ORDER_URL.replace("{id}", &number.text);
                let order = self.text(msg::checkout::ORDER.with("number", number.text.as_str()));
                self.link(order, Permission::OrdersRead, url)
            }
            None => self.identified(msg::staff_orders::COLUMN_ORDER, id),
        }
    }

    pub(super) fn order_state(&self, name: &str) -> AuditPartView {
        self.word(State::parse(name).map(State::label), name)
    }

    fn tagging(&self, name: &str) -> AuditPartView {
        let key = match name {
            "tagged" => Some(text::IS_TAGGED),
            "none" => Some(text::IS_UNTAGGED),
            _ => None,
        };
        self.word(key, name)
    }

    pub(super) fn order(&self, action: &str, subject: &str) -> Option<Shown> {
        let (id, rest) = number_after(subject, "order ")?;
        let shown = Shown::of(self.order_of(id));
        if rest.is_empty() {
            return Some(shown);
        }
        let change = rest.split_once(" -> ");
        Some(match action {
            "order-state" => {
                let (from, to) = change?;
                shown.change(self.order_state(from), self.order_state(to))
            }
            "order-tag" => {
                let (from, to) = change?;
                shown.change(self.tagging(from), self.tagging(to))
            }
            "order-assign" => {
                let (from, to) = change?;
                let name = |text| self.assignee(text, msg::staff_orders::NOBODY);
                shown.change(name(from), name(to))
            }
            "order-shipment" | "order-delivery" => {
                let (parcel, what) = number_after(rest, "parcel ")?;
                let key = match (action, what) {
                    ("order-delivery", "") => msg::orders::STAFF_DELIVER,
                    (_, "") => msg::orders::STAFF_SHIP_SUBMIT,
                    (_, "corrected") => msg::orders::STAFF_CORRECT,
                    (_, "removed") => msg::orders::STAFF_REMOVE,
                    _ => return None,
                };
                shown.with(self.identified(key, parcel))
            }
            "order-pick" => shown.with(given(rest)),
            "order-payment" => shown.with(self.text(match rest {
                "collect" => msg::orders::STAFF_COLLECT,
                "confirm" => msg::orders::STAFF_CONFIRM,
                "refuse" => msg::orders::STAFF_REFUSE,
                _ => return None,
            })),
            "order-proof" => {
                let (file, "") = number_after(rest, "")? else { return None };
                shown.with(self.identified(msg::orders::PROOF, file))
            }
            "order-address" => {
                let (change, "") = number_after(rest, "change ")? else { return None };
                shown.with(self.identified(msg::staff_orders::ADDRESS_EDIT, change))
            }
            "order-note" => {
                let (note, audience) = number_after(rest, "note ")?;
                let key = match audience {
                    "to buyer" => msg::staff_orders::NOTE_TO_BUYER,
                    "to team" => msg::staff_orders::NOTE_TO_TEAM,
                    _ => return None,
                };
                shown.with(self.identified(key, note))
            }
            "email-resend" => shown.with(self.word(email(rest), rest)),
            _ => return None,
        })
    }

    /// An amount, or a request for it.
    pub(super) fn refund(&self, subject: &str) -> Option<Shown> {
        let (id, rest) = number_after(subject, "order ")?;
        let shown = Shown::of(self.order_of(id));
        let amount = |minor: &str| {
            let amount = money(minor.parse().ok()?).text;
            Some(self.labelled(msg::staff_orders::REFUND_AMOUNT, amount))
        };
        let approval = |id| self.numbered(text::APPROVAL, id);
        let sum = |minor: &str| Some(self.field(text::REFUNDED_SUM, money(minor.parse().ok()?)));
        Some(match rest.split(' ').collect::<Vec<_>>().as_slice() {
            [""] => shown,
            [minor, "approval", id] => Shown {
                after: vec![value(self.text(text::APPROVAL_WAITS))],
                ..shown.with(amount(minor)?).with(approval(id))
            },
            ["approval", id, "waiting", "->", "refused"] => shown
                .with(approval(id))
                .change(self.text(text::APPROVAL_WAITS), self.text(text::APPROVAL_REFUSED)),
            [minor, "refunded", before, "->", after, of @ ..] => {
                let shown = shown.with(amount(minor)?);
                let shown = match of {
                    [] => shown,
                    ["approval", id] => shown.with(approval(id)),
                    _ => return None,
                };
                Shown { before: vec![sum(before)?], after: vec![sum(after)?], ..shown }
            }
            _ => return None,
        })
    }

    /// `picking orders 7 8` or `invoice order 7`.
    pub(super) fn print(&self, subject: &str) -> Option<Shown> {
        let (kind, rest) = first_word(subject);
        let paper = Shown::of(self.text(paper(kind)?));
        let ids = rest.strip_prefix("orders ").or_else(|| rest.strip_prefix("order "))?;
        let ids: Option<Vec<i64>> = ids.split(' ').map(|id| id.parse().ok()).collect();
        Some(ids?.into_iter().fold(paper, |shown, id| shown.with(self.order_of(id))))
    }

    pub(super) fn order_list(&self, subject: &str) -> Option<Shown> {
        let (id, what) = number_after(subject, "list ")?;
        let did = match what {
            "saved" => text::DID_SAVE,
            "removed" => text::DID_DELETE,
            _ => return None,
        };
        Some(Shown::of(self.identified(text::SAVED_LIST, id)).with(self.text(did)))
    }

    /// The address of a list, and whether something was searched in it.
    pub(super) fn orders_export(&self, subject: &str) -> Option<Shown> {
        // An address has no spaces.
        let (query, search) = subject.rsplit_once(' ').unwrap_or(match subject {
            "search" => ("", subject),
            query => (query, ""),
        });
        let has_search = match search {
            "" => false,
            "search" => true,
            _ => return None,
        };
        let filters: Vec<(String, String)> = serde_urlencoded::from_str(query).ok()?;
        if filters.is_empty() && !has_search {
            return Some(Shown::of(self.text(text::EVERYTHING)));
        }
        let url = if query.is_empty() {
            STAFF_ORDERS_URL.to_owned()
        } else {
            format!("{STAFF_ORDERS_URL}?{query}")
        };
        let list = self.link(self.text(msg::checkout::STAFF_ORDERS), Permission::OrdersRead, url);
        let shown =
            filters.iter().fold(Shown::of(list), |shown, (name, value)| shown.with(self.filter(name, value)));
        Some(if has_search { shown.with(self.text(text::WITH_SEARCH)) } else { shown })
    }

    fn filter(&self, name: &str, value: &str) -> AuditPartView {
        let unknown = || raw(format!("{name}={value}"));
        let known = match name {
            "state" if value == "unpaid" => Some(self.text(msg::staff_orders::LIST_UNPAID)),
            "state" => State::parse(value).map(|state| self.text(state.label())),
            "payment" if value == "unknown" => Some(self.text(msg::staff_orders::PAYMENT_UNKNOWN)),
            "method" => method(value).map(|key| self.text(key)),
            "days" => days(value).map(|key| self.text(key)),
            "tag" => Some(self.text(msg::staff_orders::CHIP_TAG.with("tag", value))),
            "assignee" if value == "me" => Some(self.text(msg::staff_orders::LIST_MINE)),
            "assignee" => value.parse().ok().map(|id| {
                let name = self.member(id).text;
                self.text(msg::staff_orders::CHIP_ASSIGNEE.with("name", name))
            }),
            "product" => value.parse().ok().map(|id| self.product(id)),
            "booked" => self.span(value),
            _ => None,
        };
        known.unwrap_or_else(unknown)
    }

    /// Two times in seconds: «من … إلى …».
    fn span(&self, stored: &str) -> Option<AuditPartView> {
        let (from, until) = stored.split_once("..")?;
        let moment = |text: &str| {
            let at = chrono::DateTime::from_timestamp(text.parse().ok()?, 0)?;
            Some(self.zone.date_time(at))
        };
        Some(self.text(text::SPAN_BETWEEN.with("from", moment(from)?).with("until", moment(until)?)))
    }
}
