//! The address of the staff's list of orders: everything that it shows is in it.

use chrono::{DateTime, Days, NaiveDate, NaiveTime, TimeDelta, Utc};
use kernel::Zone;
use payments::provider::PaymentMethodKind;
use serde::Deserialize;

use crate::{rules::State, view::STAFF_ORDERS_URL};

#[derive(Debug, Default, Clone, Deserialize)]
#[serde(default)]
pub struct OrdersQuery {
    pub search: String,
    /// The name of a state, or `unpaid`.
    pub state: String,
    /// `unknown`: with a payment whose outcome is not known.
    pub payment: String,
    pub method: String,
    /// A number of days until today.
    pub days: String,
    pub tag: String,
    /// A member's id, or `me`.
    pub assignee: String,
    /// A product's id.
    pub product: String,
    /// Orders booked in a span: `FROM..UNTIL`, seconds of Unix time.
    pub booked: String,
    /// The number of the order that the page before ended with.
    pub before: String,
    pub notice: String,
    /// How many orders a bulk act changed.
    pub done: String,
    /// Which it did not, with reasons.
    pub not: String,
}

pub const UNPAID: &str = "unpaid";
pub const UNKNOWN: &str = "unknown";
pub const ME: &str = "me";
pub const DAYS: [u64; 3] = [1, 7, 30];
/// The links of the home page and of reports have shorter ones.
const LONGEST_SPAN: TimeDelta = TimeDelta::days(366);
pub const METHODS: [PaymentMethodKind; 4] =
    [PaymentMethodKind::Card, PaymentMethodKind::Echeck, PaymentMethodKind::Cod, PaymentMethodKind::Bacs];

pub fn method_name(kind: PaymentMethodKind) -> &'static str {
    match kind {
        PaymentMethodKind::Card => "card",
        PaymentMethodKind::Echeck => "echeck",
        PaymentMethodKind::Cod => "cod",
        PaymentMethodKind::Bacs => "bacs",
    }
}

impl OrdersQuery {
    /// Reads the query of a saved list; what does not parse is left out.
    pub fn parse(query: &str) -> Self {
        let query: Self = serde_urlencoded::from_str(query).unwrap_or_default();
        // Encoded twice, a control character passes the check of the form.
        let is_text = query.filters().iter().all(|(_, value)| !value.contains(char::is_control));
        if is_text { query } else { Self::default() }
    }

    /// What the list shows, without the page and without answers. In a fixed order, so that equal lists are equal texts.
    pub fn filters(&self) -> Vec<(&'static str, &str)> {
        [
            ("search", &self.search),
            ("state", &self.state),
            ("payment", &self.payment),
            ("method", &self.method),
            ("days", &self.days),
            ("tag", &self.tag),
            ("assignee", &self.assignee),
            ("product", &self.product),
            ("booked", &self.booked),
        ]
        .into_iter()
        .filter(|(_, value)| !value.is_empty())
        .map(|(name, value)| (name, value.as_str()))
        .collect()
    }

    /// What can be stored of it: what is searched may be a buyer's name, address or phone number.
    pub fn without_search(&self) -> Self {
        Self { search: String::new(), ..self.clone() }
    }

    pub fn to_query(&self) -> String {
        serde_urlencoded::to_string(self.filters()).expect("text pairs can be encoded")
    }

    pub fn url(&self) -> String {
        list_url(&self.to_query())
    }

    /// The same list without one of its filters.
    pub fn without(&self, name: &str) -> String {
        let left: Vec<_> = self.filters().into_iter().filter(|(other, _)| *other != name).collect();
        list_url(&serde_urlencoded::to_string(left).expect("text pairs can be encoded"))
    }

    pub fn states(&self) -> Vec<State> {
        match self.state.as_str() {
            UNPAID => vec![State::Pending, State::OnHold],
            name => State::parse(name).into_iter().collect(),
        }
    }

    pub fn method(&self) -> Option<PaymentMethodKind> {
        METHODS.into_iter().find(|kind| method_name(*kind) == self.method)
    }

    pub fn booked(&self) -> Option<(DateTime<Utc>, DateTime<Utc>)> {
        let (from, until) = self.booked.split_once("..")?;
        let moment = |text: &str| DateTime::from_timestamp(text.parse().ok()?, 0);
        let (from, until) = (moment(from)?, moment(until)?);
        let is_span = from >= DateTime::UNIX_EPOCH && from < until && until - from <= LONGEST_SPAN;
        is_span.then_some((from, until))
    }

    /// The beginning of the first of so many days, by the shop's clock.
    pub fn since(&self, zone: &Zone, now: DateTime<Utc>) -> Option<DateTime<Utc>> {
        let days: u64 = self.days.parse().ok().filter(|days| DAYS.contains(days))?;
        Some(day_start(zone, zone.local(now).date() - Days::new(days - 1)))
    }
}

pub fn day_start(zone: &Zone, day: NaiveDate) -> DateTime<Utc> {
    zone.moment(day.and_time(NaiveTime::MIN))
}

fn list_url(query: &str) -> String {
    match query {
        "" => STAFF_ORDERS_URL.to_owned(),
        query => format!("{STAFF_ORDERS_URL}?{query}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_says_what_the_list_shows_and_nothing_about_its_page() {
        let query = OrdersQuery {
            search: "سلمى".to_owned(),
            state: "processing".to_owned(),
            before: "10482".to_owned(),
            notice: "saved".to_owned(),
            ..OrdersQuery::default()
        };
        let again = OrdersQuery::parse(&query.to_query());
        assert_eq!(again.filters(), [("search", "سلمى"), ("state", "processing")]);
        assert_eq!(query.without("search"), "/ar/wp-admin/orders/?state=processing");
        assert_eq!(OrdersQuery::default().url(), "/ar/wp-admin/orders/");
    }

    #[test]
    fn a_saved_list_with_control_characters_is_empty() {
        assert!(OrdersQuery::parse("tag=%00&state=processing").filters().is_empty());
    }

    #[test]
    fn days_begin_at_midnight_of_the_shop() {
        let query = |days: &str| OrdersQuery { days: days.to_owned(), ..OrdersQuery::default() };
        let now: DateTime<Utc> = "2026-11-15T09:00:00Z".parse().expect("a time");
        let zone = Zone::default();
        let local = |days| query(days).since(&zone, now).map(|at| zone.local(at).to_string());
        assert_eq!(local("1").as_deref(), Some("2026-11-15 00:00:00"));
        assert_eq!(local("7").as_deref(), Some("2026-11-09 00:00:00"));
        assert_eq!(local("8"), None);
    }

    #[test]
    fn a_span_that_cannot_be_read_is_no_filter() {
        let booked = |text: &str| OrdersQuery { booked: text.to_owned(), ..OrdersQuery::default() }.booked();
        assert!(booked("1763164800..1763251200").is_some());
        for wrong in [
            "",
            "1763164800",
            "a..b",
            "..",
            "-8000000000000..0",
            "1763251200..1763164800",
            "1700000000..1800000000",
        ] {
            assert_eq!(booked(wrong), None, "{wrong}");
        }
    }
}
