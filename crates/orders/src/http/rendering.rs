//! Views that all order pages share.

use edge::{AppError, Shop, ShopZone};
use kernel::{Message, Money, Zone, msg};
use payments::{
    provider::PaymentMethodKind,
    service::{
        attempts::{self, Attempt},
        form::ending,
    },
};
use sqlx::PgPool;

use super::confirmation::is_live;
use crate::{
    rules::{Progress, State, Step, StepKind, StepStatus, item_text, timeline, title},
    store::{self, HistoryEntry, Order, OrderLine, OrderLinePart, Shipment, ShopIdentity},
    view::{
        ExtraView, GiftView, OrderLineView, OrderPrintPageView, OrderView, ParcelView, PrintShopView,
        RecipientView, StateView, TimelineStepView,
    },
};

pub fn state_view(shop: &Shop, state: State) -> StateView {
    StateView { name: state, label: shop.messages.text(state.label()) }
}

/// The view of an order that all order pages share.
pub async fn order_view(
    shop: &Shop,
    order: &Order,
    lines: &[OrderLine],
    paid_by: Option<&Attempt>,
) -> Result<OrderView, AppError> {
    let text = |message: Message| shop.messages.text(message);
    let discount = order.coupons.iter().map(|coupon| ExtraView {
        label: text(msg::checkout::DISCOUNT.with("code", coupon.code.clone())),
        amount: Money::from_minor(-coupon.minor).format(),
        is_discount: true,
    });
    let shipping = (!order.shipping_title.is_empty()).then(|| ExtraView {
        label: order.shipping_title.clone(),
        amount: match order.shipping.is_zero() {
            true => text(msg::checkout::FREE.into()),
            false => order.shipping.format(),
        },
        is_discount: false,
    });
    let taxes = order.taxes.iter().map(|tax| ExtraView {
        label: tax.name.clone(),
        amount: Money::from_minor(tax.minor).format(),
        is_discount: false,
    });
    let pictures: Vec<i64> = lines.iter().map(|line| line.product_id).collect();
    let pictures = catalog::service::first_pictures(&shop.read_db, &pictures).await?;
    let line = |line: &OrderLine| OrderLineView {
        name: line.name.clone(),
        detail: line.detail.clone(),
        quantity: line.quantity.to_string(),
        unit: line.unit.format(),
        total: line.total.format(),
        url: Some(cart::view::product_url(&line.slug)),
        picture: pictures.get(&line.product_id).cloned(),
        parts: line.parts.iter().map(OrderLinePart::text).collect(),
    };
    let rates = shop.settings.get::<cart::service::Rates>().await?;
    let zone = shop.settings.get::<ShopZone>().await?;
    let arrival = order.promise(rates.calendar()).map(|promise| text(delivery::arrival(&promise)));
    let parcels = store::shipments(&shop.db, order.id).await?;
    let history = store::events(&shop.db, order.id).await?;
    let context = TimelineContext { shop, zone: &zone, order, lines, parcels: &parcels, paid_by };
    let timeline = context.steps(&history, arrival.as_deref());
    Ok(OrderView {
        title: text(title(order.state, order.offline).into()),
        timeline,
        number: order.number.to_string(),
        date: zone.date(order.created_at),
        state: state_view(shop, order.state),
        lines: lines.iter().map(line).collect(),
        subtotal: order.subtotal.format(),
        extras: discount.chain(shipping).chain(taxes).collect(),
        total: order.total.format(),
        refunded: (!order.refunded.is_zero()).then(|| order.refunded.format()),
        method: paid_by
            .filter(|attempt| !attempt.last4.is_empty() || attempt.kind.offline().is_some())
            .map(|attempt| text(ending(attempt.kind, &attempt.last4))),
        address: store::address_lines(&order.buyer, &rates),
        phone: order.buyer.phone.clone(),
        email: order.buyer.email.clone(),
        notes: order.notes.clone(),
        gift: gift_view(order),
        recipient: order
            .recipient()
            .map(|to| RecipientView { address: store::address_lines(to, &rates), phone: to.phone.clone() }),
        arrival,
    })
}

/// What the person who packs a gift reads, on the order's page and on the picking list.
pub fn gift_view(order: &Order) -> Option<GiftView> {
    order.gift.as_ref().map(|gift| GiftView { text: gift.text.clone(), hides_prices: gift.hides_prices })
}

/// The invoice, as the buyer and the staff print it.
pub async fn invoice_view(
    shop: &Shop,
    db: &PgPool,
    order: &Order,
    back_url: String,
) -> Result<OrderPrintPageView, AppError> {
    let order_attempts = attempts::list_by_order(db, order.id).await?;
    let live = order_attempts.iter().find(|attempt| is_live(attempt));
    let lines = store::lines(db, order.id).await?;
    let zone = shop.settings.get::<ShopZone>().await?;
    let identity = shop.settings.get::<ShopIdentity>().await?;
    Ok(OrderPrintPageView {
        title: shop.messages.text(msg::orders::INVOICE.with("number", order.number.to_string())),
        placed: zone.date_time(order.created_at),
        order: order_view(shop, order, &lines, live).await?,
        shop: PrintShopView {
            name: identity.name.clone(),
            lines: [&identity.address, &identity.tax_number, &identity.email, &identity.phone]
                .into_iter()
                .filter(|line| !line.is_empty())
                .cloned()
                .collect(),
        },
        shipping: order.shipping_title.clone(),
        back_url,
    })
}

/// What the timeline of an order is made of.
struct TimelineContext<'a> {
    shop: &'a Shop,
    zone: &'a Zone,
    order: &'a Order,
    lines: &'a [OrderLine],
    parcels: &'a [Shipment],
    paid_by: Option<&'a Attempt>,
}

impl TimelineContext<'_> {
    fn steps(&self, history: &[HistoryEntry], arrival: Option<&str>) -> Vec<TimelineStepView> {
        let reached = |states: &[State]| {
            let entry = history.iter().rfind(|entry| states.iter().any(|state| state.name() == entry.kind));
            entry.map(|entry| entry.at)
        };
        let first_shipped = self.parcels.iter().map(|parcel| parcel.shipped_at).min();
        let last_delivered = self.parcels.iter().filter_map(|parcel| parcel.delivered_at).max();
        let progress = Progress {
            state: self.order.state,
            offline: self.order.offline,
            placed_at: self.order.created_at,
            shipped_at: first_shipped.or_else(|| reached(&[State::Shipped])),
            delivered_at: last_delivered.or_else(|| reached(&[State::Delivered])),
            closed_at: reached(&[State::Cancelled, State::Refunded, State::Unfulfillable]),
        };
        timeline(&progress).into_iter().map(|step| self.step(step, arrival)).collect()
    }

    fn step(&self, step: Step, arrival: Option<&str>) -> TimelineStepView {
        let text = |key: kernel::Key| self.shop.messages.text(key);
        let is_ship = step.kind == StepKind::Ship;
        let note = match (step.kind, step.status) {
            (StepKind::Bank, _)
                if self.paid_by.is_some_and(|paid| paid.kind == PaymentMethodKind::Echeck) =>
            {
                Some(text(msg::checkout::NEXT_BANK_HINT))
            }
            (StepKind::Bank, _) => Some(text(msg::checkout::NEXT_REVIEW_HINT)),
            (StepKind::Transfer, _) => self.order.pay_by.map(|at| {
                let by = msg::orders::STEP_TRANSFER_BY.with("day", self.zone.weekday_and_time(at));
                self.shop.messages.text(by)
            }),
            (StepKind::Ship, StepStatus::Next) if !self.parcels.is_empty() => {
                Some(text(msg::orders::STEP_SHIP_PART))
            }
            (StepKind::Ship, StepStatus::Next) => Some(text(msg::orders::STEP_SHIP_HINT)),
            (StepKind::Deliver, StepStatus::Next) => {
                let cash = self.order.cash_due().map(|amount| {
                    self.shop.messages.text(msg::orders::STEP_DELIVER_CASH.with("amount", amount.format()))
                });
                let notes: Vec<String> = arrival.map(str::to_owned).into_iter().chain(cash).collect();
                (!notes.is_empty()).then(|| notes.join(". "))
            }
            _ => step.at.map(|at| self.zone.weekday_and_time(at)),
        };
        TimelineStepView {
            label: text(step.label()),
            status: step.status,
            note,
            parcels: if is_ship {
                self.parcels.iter().map(|parcel| self.parcel(parcel)).collect()
            } else {
                Vec::new()
            },
        }
    }

    fn parcel(&self, parcel: &Shipment) -> ParcelView {
        let is_only = self.parcels.len() == 1 && self.lines.iter().all(|line| line.open().open.is_zero());
        let note = match parcel.delivered_at {
            Some(at) => msg::orders::PARCEL_ARRIVED.with("day", self.zone.weekday_and_time(at)),
            None => msg::orders::PARCEL_SENT.with("day", self.zone.weekday_and_time(parcel.shipped_at)),
        };
        ParcelView {
            number: parcel.tracking_number.clone(),
            carrier: parcel.carrier.clone(),
            url: Some(parcel.tracking_url.clone()).filter(|url| !url.is_empty()),
            contents: if is_only { Vec::new() } else { parcel_contents(parcel, self.lines) },
            note: (!is_only).then(|| self.shop.messages.text(note)),
        }
    }
}

/// The goods in a parcel: «2 × بنّ (متوسط، 250 غ)».
pub fn parcel_contents(parcel: &Shipment, lines: &[OrderLine]) -> Vec<String> {
    let content = |packed: &store::ShippedLine| {
        let line = lines.iter().find(|line| line.position == packed.position)?;
        Some(item_text(&packed.quantity().to_string(), &line.name, line.detail.as_deref()))
    };
    parcel.lines.iter().filter_map(content).collect()
}
