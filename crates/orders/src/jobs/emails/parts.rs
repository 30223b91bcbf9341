//! The parts of an order's email: progress, facts, goods, totals, address.

use std::collections::HashMap;

use cart::service::Rates;
use chrono::{DateTime, Utc};
use edge::settings_cache::Cached;
use kernel::{Key, Message, Messages, Money, Quantity, Zone, date, msg};
use mail::{
    Mailer,
    view::{EmailBlock, EmailFact, EmailGood, EmailOrder, EmailRow, EmailStep},
};
use payments::{
    rules::OfflineMethod,
    service::{
        attempts::{self, Attempt},
        form::{bank_accounts, ending},
    },
    settings::PaymentMethodSettings,
    view::BankAccountView,
};

use crate::{
    rules::State,
    store::{self, Order, OrderLine, OrderLinePart, Shipment},
};

/// The progress in four words.
const STEPS: [Key; 4] = [
    msg::orders::MAIL_DONE_RECEIVED,
    msg::orders::MAIL_DONE_PREPARED,
    msg::orders::MAIL_DONE_SHIPPED,
    msg::orders::MAIL_DONE_DELIVERED,
];

/// Which goods an email lists.
pub enum Goods<'a> {
    Priced,
    Unpriced,
    Of(&'a Shipment),
}

/// What the emails about an order are made of.
pub struct OrderParts<'a> {
    order: &'a Order,
    lines: Vec<OrderLine>,
    parcels: Vec<Shipment>,
    paid_by: Option<Attempt>,
    pictures: HashMap<i64, String>,
    rates: Rates,
    accounts: Vec<BankAccountView>,
    zone: Zone,
    origin: &'a str,
    messages: &'static Messages,
}

impl<'a> OrderParts<'a> {
    pub async fn load(mailer: &'a Mailer, order: &'a Order) -> sqlx::Result<Self> {
        let db = &mailer.db;
        let lines = store::lines(db, order.id).await?;
        let products: Vec<i64> = lines.iter().map(|line| line.product_id).collect();
        let rates = Rates::read(db).await?;
        Ok(Self {
            order,
            parcels: store::shipments(db, order.id).await?,
            paid_by: attempts::find_live(db, order.id).await?,
            pictures: catalog::service::email_pictures(db, &products).await?,
            zone: rates.calendar().zone,
            accounts: bank_accounts(&PaymentMethodSettings::read(db).await?),
            lines,
            rates,
            origin: &mailer.origin,
            messages: mailer.messages,
        })
    }

    pub fn start(&self, title: impl Into<Message>) -> Content<'_> {
        let help = self.text(msg::orders::MAIL_HELP_TEXT);
        let view = EmailOrder {
            title: self.text(title),
            help_title: self.text(msg::orders::MAIL_HELP),
            help,
            ..EmailOrder::default()
        };
        Content { parts: self, view }
    }

    pub fn arrival(&self) -> Option<Message> {
        let promise = self.order.promise(self.rates.calendar())?;
        Some(delivery::arrival(&promise))
    }

    pub fn parcel(&self, id: i64) -> Option<&Shipment> {
        self.parcels.iter().find(|parcel| parcel.id == id)
    }

    pub fn is_all_shipped(&self) -> bool {
        self.lines.iter().all(|line| line.open().open.is_zero())
    }

    pub fn delivered_at(&self) -> Option<DateTime<Utc>> {
        self.parcels.iter().filter_map(|parcel| parcel.delivered_at).max()
    }

    pub fn day(&self, at: DateTime<Utc>) -> String {
        date::weekday_and_day(self.zone.local(at))
    }

    pub fn day_and_time(&self, at: DateTime<Utc>) -> String {
        self.zone.weekday_and_time(at)
    }

    fn text(&self, message: impl Into<Message>) -> String {
        self.messages.text(message)
    }

    fn fact(&self, label: Key, value: String, is_ltr: bool) -> EmailFact {
        EmailFact { label: self.text(label), value, is_ltr }
    }

    fn good(&self, line: &OrderLine, quantity: Quantity, has_price: bool) -> EmailGood {
        let pieces = quantity.to_whole();
        let count = match pieces {
            Some(1) => String::new(),
            Some(pieces) => self.text(msg::checkout::PIECES.with("count", pieces)),
            None => quantity.to_string(),
        };
        EmailGood {
            name: line.name.clone(),
            quantity: quantity.to_string(),
            notes: line.detail.iter().cloned().chain(line.parts.iter().map(OrderLinePart::text)).collect(),
            count,
            amount: if has_price { line.total.format() } else { String::new() },
            picture_url: self.pictures.get(&line.product_id).map(|path| format!("{}{path}", self.origin)),
        }
    }
}

/// An email's content, part by part.
pub struct Content<'a> {
    parts: &'a OrderParts<'a>,
    view: EmailOrder,
}

impl Content<'_> {
    /// The progress, with this many of four steps done.
    pub fn steps(mut self, done: usize) -> Self {
        let step =
            |(index, key): (usize, &Key)| EmailStep { label: self.parts.text(*key), is_done: index < done };
        self.view.steps = STEPS.iter().enumerate().map(step).collect();
        self
    }

    pub fn facts(mut self) -> Self {
        let parts = self.parts;
        let placed = parts.zone.date(parts.order.created_at);
        let mut facts = vec![
            parts.fact(msg::checkout::ORDER_NUMBER, parts.order.number.to_string(), true),
            parts.fact(msg::checkout::DATE, placed, false),
        ];
        let is_named = |attempt: &&Attempt| !attempt.last4.is_empty() || attempt.kind.offline().is_some();
        let paid_by = parts.paid_by.as_ref().filter(is_named);
        if let Some(attempt) = paid_by.filter(|_| parts.order.state != State::Failed) {
            let method = parts.text(ending(attempt.kind, &attempt.last4));
            facts.push(parts.fact(msg::checkout::PAYMENT, method, false));
        }
        self.view.facts = facts;
        self
    }

    /// The shop's accounts, while the order waits for a transfer.
    pub fn bank_accounts(mut self) -> Self {
        let parts = self.parts;
        let is_awaited =
            parts.order.state == State::OnHold && parts.order.unpaid_offline() == Some(OfflineMethod::Bacs);
        for account in parts.accounts.iter().filter(|_| is_awaited) {
            let lines = [&account.bank, &account.holder, &account.iban, &account.bic];
            self.view.blocks.push(EmailBlock {
                title: parts.text(msg::payments::ACCOUNT_OF_SHOP),
                lines: lines.into_iter().filter(|line| !line.is_empty()).cloned().collect(),
            });
        }
        self
    }

    pub fn parcel_facts(mut self, parcel: &Shipment) -> Self {
        let parts = self.parts;
        let mut facts = vec![parts.fact(msg::orders::STAFF_CARRIER, parcel.carrier.clone(), false)];
        if !parcel.tracking_number.is_empty() {
            facts.insert(0, parts.fact(msg::orders::PARCEL_NUMBER, parcel.tracking_number.clone(), true));
        }
        facts.push(parts.fact(msg::checkout::ORDER_NUMBER, parts.order.number.to_string(), true));
        self.view.facts = facts;
        self
    }

    pub fn goods(mut self, title: Key, goods: Goods<'_>) -> Self {
        let parts = self.parts;
        self.view.goods_title = parts.text(title);
        self.view.goods = match goods {
            Goods::Of(parcel) => {
                let packed = parcel.lines.iter().filter_map(|packed| {
                    let line = parts.lines.iter().find(|line| line.position == packed.position)?;
                    Some(parts.good(line, packed.quantity(), false))
                });
                packed.collect()
            }
            _ => {
                let has_price = matches!(goods, Goods::Priced);
                parts.lines.iter().map(|line| parts.good(line, line.quantity, has_price)).collect()
            }
        };
        self
    }

    pub fn totals(mut self) -> Self {
        let (parts, order) = (self.parts, self.parts.order);
        let row =
            |label: String, amount: String| EmailRow { label, notes: Vec::new(), amount, is_total: false };
        let mut rows = vec![row(parts.text(msg::checkout::SUBTOTAL), order.subtotal.format())];
        for coupon in &order.coupons {
            let label = parts.text(msg::checkout::DISCOUNT.with("code", coupon.code.clone()));
            rows.push(row(label, Money::from_minor(-coupon.minor).format()));
        }
        if !order.shipping_title.is_empty() {
            let cost = match order.shipping.is_zero() {
                true => parts.text(msg::checkout::FREE),
                false => order.shipping.format(),
            };
            rows.push(row(order.shipping_title.clone(), cost));
        }
        rows.extend(
            order.taxes.iter().map(|tax| row(tax.name.clone(), Money::from_minor(tax.minor).format())),
        );
        let total = row(parts.text(msg::checkout::TOTAL), order.total.format());
        rows.push(EmailRow { is_total: true, ..total });
        self.view.totals = rows;
        self
    }

    /// What was paid, what went back, and what is left.
    pub fn refund_totals(mut self) -> Self {
        let (parts, order) = (self.parts, self.parts.order);
        let row = |label: Key, amount: Money, is_total| EmailRow {
            label: parts.text(label),
            notes: Vec::new(),
            amount: amount.format(),
            is_total,
        };
        let net = order.total.as_minor() - order.refunded.as_minor();
        self.view.totals = vec![
            row(msg::orders::MAIL_PAID, order.total, false),
            row(msg::orders::MAIL_BACK, Money::from_minor(-order.refunded.as_minor()), false),
            row(msg::orders::MAIL_NET, Money::from_minor(net), true),
        ];
        self
    }

    /// The address, if the email goes to the buyer for certain: an unpaid order may have been placed with the email
    /// address of another person, who is not told where the buyer lives.
    pub fn address_if(mut self, is_proved: bool) -> Self {
        if !is_proved {
            return self;
        }
        let (parts, order) = (self.parts, self.parts.order);
        let to = order.destination();
        let mut lines = store::address_lines(to, &parts.rates);
        if !to.phone.is_empty() {
            lines.push(to.phone.clone());
        }
        let title = parts.text(msg::orders::DELIVER_TO);
        self.view.blocks.push(EmailBlock { title, lines });
        if !order.shipping_title.is_empty() {
            let mut lines = vec![order.shipping_title.clone()];
            lines.extend(parts.arrival().map(|arrival| parts.text(arrival)));
            let title = parts.text(msg::orders::MAIL_SHIPPING);
            self.view.blocks.push(EmailBlock { title, lines });
        }
        self
    }

    pub fn finish(self) -> EmailOrder {
        self.view
    }
}
