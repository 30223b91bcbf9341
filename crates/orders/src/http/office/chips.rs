//! The filters of the list: those that apply, as chips, and those that can be chosen.

use accounts::view::OptionView;
use edge::{AppError, Shop};
use kernel::{Key, msg};
use payments::service::form::method_title;

use super::query::{DAYS, ME, METHODS, OrdersQuery, UNKNOWN, UNPAID, method_name};
use crate::{
    rules::State,
    store::office::{self, Colleague},
    view::{FilterChip, OrderFilter},
};

fn days_label(days: u64) -> Key {
    match days {
        1 => msg::staff_orders::TODAY,
        7 => msg::staff_orders::SEVEN_DAYS,
        _ => msg::staff_orders::THIRTY_DAYS,
    }
}

/// What a filter says on its chip; `None` if its value means nothing.
async fn label(
    shop: &Shop,
    query: &OrdersQuery,
    members: &[Colleague],
    name: &str,
    value: &str,
) -> Result<Option<String>, AppError> {
    let text = |key: Key| shop.messages.text(key);
    Ok(match name {
        "state" if value == UNPAID => Some(text(msg::staff_orders::LIST_UNPAID)),
        "state" => State::parse(value).map(|state| text(state.label())),
        "payment" => (value == UNKNOWN).then(|| text(msg::staff_orders::PAYMENT_UNKNOWN)),
        "method" => query.method().map(|kind| text(method_title(kind))),
        "days" => DAYS.iter().find(|days| days.to_string() == value).map(|days| text(days_label(*days))),
        "tag" => Some(shop.messages.text(msg::staff_orders::CHIP_TAG.with("tag", value))),
        "assignee" if value == ME => Some(text(msg::staff_orders::LIST_MINE)),
        "assignee" => members.iter().find(|member| member.id.to_string() == value).map(|member| {
            shop.messages.text(msg::staff_orders::CHIP_ASSIGNEE.with("name", member.name.clone()))
        }),
        "product" => match value.parse() {
            Ok(id) => office::product_name(&shop.db, id).await?,
            Err(_) => None,
        },
        "booked" => query.booked().map(|_| text(msg::staff_orders::CHIP_BOOKED)),
        _ => Some(value.to_owned()),
    })
}

pub async fn chips(
    shop: &Shop,
    query: &OrdersQuery,
    members: &[Colleague],
) -> Result<Vec<FilterChip>, AppError> {
    let mut chips = Vec::new();
    for (name, value) in query.filters() {
        let Some(label) = label(shop, query, members, name, value).await? else { continue };
        let remove = msg::staff_orders::REMOVE_FILTER.with("filter", label.clone());
        chips.push(FilterChip { remove_label: shop.messages.text(remove), url: query.without(name), label });
    }
    Ok(chips)
}

pub fn filters(shop: &Shop, query: &OrdersQuery, members: &[Colleague]) -> Vec<OrderFilter> {
    let text = |key: Key| shop.messages.text(key);
    let option = |value: &str, label: String| OptionView { value: value.to_owned(), label };
    let filter = |name: &str, label: Key, value: &str, options: Vec<OptionView>| OrderFilter {
        name: name.to_owned(),
        label: text(label),
        value: value.to_owned(),
        options,
    };
    let any = || option("", text(msg::staff_orders::ANY));
    let states = [any(), option(UNPAID, text(msg::staff_orders::LIST_UNPAID))]
        .into_iter()
        .chain(State::ALL.map(|state| option(state.name(), text(state.label()))));
    let methods =
        std::iter::once(any()).chain(METHODS.map(|kind| option(method_name(kind), text(method_title(kind)))));
    let days =
        std::iter::once(any()).chain(DAYS.map(|days| option(&days.to_string(), text(days_label(days)))));
    let assignees = [any(), option(ME, text(msg::staff_orders::LIST_MINE))]
        .into_iter()
        .chain(members.iter().map(|member| option(&member.id.to_string(), member.name.clone())));
    vec![
        filter("state", msg::checkout::STATE, &query.state, states.collect()),
        filter("days", msg::staff_orders::PERIOD, &query.days, days.collect()),
        filter("method", msg::payments::TITLE, &query.method, methods.collect()),
        filter("assignee", msg::staff_orders::ASSIGNEE, &query.assignee, assignees.collect()),
        filter("tag", msg::staff_orders::TAG, &query.tag, Vec::new()),
    ]
}
