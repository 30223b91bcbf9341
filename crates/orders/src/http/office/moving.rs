//! Moves an order to another state: from its own page, or many from the list.

use chrono::{DateTime, Utc};
use edge::session::StaffMember;
use kernel::{Key, OrderId, msg};
use payments::{
    PaymentContext,
    service::{attempts, offline},
};
use sqlx::PgConnection;

use crate::{
    http::payment,
    jobs::{self, OrderNotification},
    rules::{State, StateTrigger, staff_choices},
    settle::give_back,
    store::{self, Order},
};

/// Why an order was not changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MoveRefusal {
    /// The state does not lead there.
    NotFromHere,
    /// Its state is not the one that the page showed.
    Changed,
    /// An order with a payment under way, or with money, is not cancelled.
    HasPayment,
    /// It has as many tags as an order can have.
    TagsFull,
    /// The database did not answer, or another change of the order took too long.
    Busy,
    Gone,
}

impl MoveRefusal {
    pub const ALL: [Self; 6] =
        [Self::NotFromHere, Self::Changed, Self::HasPayment, Self::TagsFull, Self::Busy, Self::Gone];

    /// In the address of the answer.
    pub fn name(self) -> &'static str {
        match self {
            Self::NotFromHere => "state",
            Self::Changed => "changed",
            Self::HasPayment => "payment",
            Self::TagsFull => "tags",
            Self::Busy => "busy",
            Self::Gone => "gone",
        }
    }

    pub fn parse(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|refusal| refusal.name() == name)
    }

    pub fn label(self) -> Key {
        match self {
            Self::NotFromHere => msg::staff_orders::NOT_FROM_HERE,
            Self::Changed => msg::staff_orders::NOT_CHANGED_MEANWHILE,
            Self::HasPayment => msg::staff_orders::NOT_WITH_PAYMENT,
            Self::TagsFull => msg::staff_orders::NOT_MORE_TAGS,
            Self::Busy => msg::staff_orders::NOT_NOW,
            Self::Gone => msg::staff_orders::NOT_FOUND,
        }
    }
}

/// Moves an order, with its emails, stock and cash, in the caller's transaction. Returns the order as it was, and its new
/// state.
pub async fn move_order(
    context: &PaymentContext,
    db: &mut PgConnection,
    member: &StaffMember,
    order: OrderId,
    from: Option<&str>,
    to: State,
    now: DateTime<Utc>,
) -> anyhow::Result<Result<(Order, State), MoveRefusal>> {
    let Some(order) = store::lock(&mut *db, order).await? else { return Ok(Err(MoveRefusal::Gone)) };
    if from.is_some_and(|from| from != order.state.name()) {
        return Ok(Err(MoveRefusal::Changed));
    }
    let live = attempts::find_live(&mut *db, order.id).await?;
    let has_parcels = !store::shipments(&mut *db, order.id).await?.is_empty();
    if !staff_choices(order.state, order.unpaid_offline(), has_parcels).contains(&to) {
        return Ok(Err(MoveRefusal::NotFromHere));
    }
    let next = match to {
        State::Cancelled if order.unpaid_offline().is_some() => order.state.after(StateTrigger::Withdrawn),
        // An order with a live payment cannot be cancelled.
        State::Cancelled if live.is_some() => return Ok(Err(MoveRefusal::HasPayment)),
        _ => order.state.after(StateTrigger::MovedByStaff(to)),
    };
    let Some(next) = next else { return Ok(Err(MoveRefusal::NotFromHere)) };
    store::set_state(db, &order, next, "", &member.name, now).await?;
    match next {
        State::Shipped => jobs::notify(db, order.id, OrderNotification::Shipped, now).await?,
        State::Delivered => {
            store::deliver_all(&mut *db, order.id, now).await?;
            payment::collect_cash(context, db, &order, &member.name, now).await?;
            jobs::notify(db, order.id, OrderNotification::Delivered, now).await?;
        }
        State::Completed => {
            payment::collect_cash(context, db, &order, &member.name, now).await?;
        }
        State::Cancelled => {
            give_back(db, &order).await?;
            if let Some(attempt) = &live {
                offline::void(&mut *db, attempt, now).await?;
            }
            jobs::notify(db, order.id, OrderNotification::Cancelled, now).await?;
        }
        _ => {}
    }
    Ok(Ok((order, next)))
}

/// What the audit log says about it.
pub fn audit_subject(order: &Order, next: State) -> String {
    format!("order {} {} -> {}", order.id, order.state.name(), next.name())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_refusal_parses_back() {
        for refusal in MoveRefusal::ALL {
            assert_eq!(MoveRefusal::parse(refusal.name()), Some(refusal));
        }
        assert_eq!(MoveRefusal::parse("because"), None);
    }
}
