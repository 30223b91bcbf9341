//! The words of a promise.

use chrono::{Datelike, NaiveDate};
use kernel::{Message, date, msg};

use crate::Promise;

/// «يصلك بين الثلاثاء 17 والخميس 19 نوفمبر», «يصلك الاثنين 16 نوفمبر», or «جاهز للاستلام الاثنين 16 نوفمبر».
pub fn arrival(promise: &Promise) -> Message {
    let Promise { first, last, .. } = *promise;
    if promise.is_pickup {
        return msg::delivery::READY_ON.with("day", date::weekday_and_day(first));
    }
    if first == last {
        return msg::delivery::ARRIVES_ON.with("day", date::weekday_and_day(first));
    }
    msg::delivery::ARRIVES_BETWEEN
        .with("first", beginning(first, last))
        .with("last", date::weekday_and_day(last))
}

/// The month is said once if both days are in it.
fn beginning(first: NaiveDate, last: NaiveDate) -> String {
    if (first.year(), first.month()) == (last.year(), last.month()) {
        date::weekday_and_number(first)
    } else {
        date::weekday_and_day(first)
    }
}

#[cfg(test)]
mod tests {
    use kernel::Messages;

    use super::*;

    fn promise(first: &str, last: &str) -> Promise {
        let first = first.parse().expect("a day");
        let last = last.parse().expect("a day");
        let changes_at = "2026-11-15T11:00:00Z".parse().expect("a time");
        Promise { dispatch: first, first, last, changes_at, is_pickup: false }
    }

    fn text(promise: &Promise) -> String {
        let text = Messages::arabic().text(arrival(promise));
        kernel::text::without_isolates(&text).replace('\u{a0}', " ")
    }

    #[test]
    fn the_month_is_said_once_unless_it_changes() {
        let text = |first, last| text(&promise(first, last));
        assert_eq!(text("2026-11-17", "2026-11-19"), "يصلك بين الثلاثاء 17 والخميس 19 نوفمبر");
        assert_eq!(text("2026-11-16", "2026-11-16"), "يصلك الاثنين 16 نوفمبر");
        assert_eq!(text("2026-11-30", "2026-12-02"), "يصلك بين الاثنين 30 نوفمبر والأربعاء 2 ديسمبر");
        assert_eq!(text("2026-11-17", "2027-11-17"), "يصلك بين الثلاثاء 17 نوفمبر والأربعاء 17 نوفمبر");
    }

    #[test]
    fn goods_to_pick_up_are_ready_from_the_first_day_on() {
        let ready = Promise { is_pickup: true, ..promise("2026-11-16", "2026-11-18") };
        assert_eq!(text(&ready), "جاهز للاستلام الاثنين 16 نوفمبر");
    }
}
