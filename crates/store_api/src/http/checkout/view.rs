//! Checkouts and orders as the API writes them.

use std::collections::BTreeMap;

use ::checkout::service::BuyerDraft;
use accounts::rules::Address;
use edge::Shop;
use kernel::{CustomerId, Money};
use orders::{
    rules::State,
    service::{Order, OrderLine},
};
use serde::Serialize;
use serde_json::Value;
use utoipa::ToSchema;

use super::super::cart::view::{
    AddressDocument, CouponDocument, ErrorDocument, ItemDataDocument, ItemTotalsDocument, LimitsDocument,
    PricesDocument, TaxDocument, number, permalink,
};
use crate::{
    money::{CurrencyFields, minor},
    view::image::Image,
};

/// A checkout, before or after its order.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Checkout)]
pub struct CheckoutDocument {
    /// 0 before there is an order.
    order_id: i64,
    status: &'static str,
    order_key: String,
    order_number: String,
    customer_note: String,
    /// 0 for guests and 1 for customers, as in the header `User-ID`.
    customer_id: u8,
    billing_address: AddressDocument,
    shipping_address: AddressDocument,
    payment_method: String,
    payment_result: PaymentDocument,
    #[schema(value_type = Vec<Object>)]
    additional_fields: [(); 0],
    #[schema(value_type = Object)]
    extensions: BTreeMap<String, Value>,
}

#[derive(Debug, Serialize, ToSchema)]
struct PaymentDocument {
    payment_status: &'static str,
    payment_details: Vec<PaymentDetail>,
    redirect_url: String,
}

#[derive(Debug, Serialize, ToSchema)]
struct PaymentDetail {
    key: &'static str,
    value: String,
}

pub struct DraftSource<'a> {
    pub draft: &'a BuyerDraft,
    /// The address, as far as the caller may see it.
    pub address: &'a Address,
    pub is_customer: bool,
}

impl CheckoutDocument {
    pub fn from_draft(source: &DraftSource<'_>) -> Self {
        Self {
            order_id: 0,
            status: "checkout-draft",
            order_key: String::new(),
            order_number: String::new(),
            customer_note: source.draft.notes.clone(),
            customer_id: u8::from(source.is_customer),
            billing_address: AddressDocument::billing(source.address),
            shipping_address: AddressDocument::shipping(source.address),
            payment_method: source.draft.payment_method.clone(),
            payment_result: PaymentDocument {
                payment_status: "",
                payment_details: Vec::new(),
                redirect_url: String::new(),
            },
            additional_fields: [],
            extensions: BTreeMap::new(),
        }
    }

    pub fn from_order(shop: &Shop, order: &Order, method: &str, customer: Option<CustomerId>) -> Self {
        let redirect_url = order.received_url();
        Self {
            order_id: order.number,
            status: status(order.state),
            order_key: order.key.clone(),
            order_number: order.number.to_string(),
            customer_note: order.notes.clone(),
            customer_id: u8::from(customer.is_some()),
            billing_address: AddressDocument::billing(&order.buyer),
            shipping_address: AddressDocument::shipping(order.destination()),
            payment_method: method.to_owned(),
            payment_result: PaymentDocument {
                // Without a provider nothing is left to do at the checkout.
                payment_status: match order.state.is_paid() || order.offline.is_some() {
                    true => "success",
                    false => "pending",
                },
                payment_details: vec![PaymentDetail {
                    key: "redirect_url",
                    value: format!("{}{redirect_url}", shop.origin),
                }],
                redirect_url,
            },
            additional_fields: [],
            extensions: BTreeMap::new(),
        }
    }
}

/// The platform's name of a state. It has no names for a shipped order and for one that is refunded for lack of stock.
pub fn status(state: State) -> &'static str {
    match state {
        State::Pending => "pending",
        State::OnHold => "on-hold",
        State::Processing | State::Shipped => "processing",
        State::Delivered | State::Completed => "completed",
        State::Cancelled => "cancelled",
        State::Refunded | State::Unfulfillable => "refunded",
        State::Failed => "failed",
    }
}

#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Order)]
pub struct OrderDocument {
    id: i64,
    status: &'static str,
    items: Vec<OrderItemDocument>,
    coupons: Vec<CouponDocument>,
    #[schema(value_type = Vec<Object>)]
    fees: [(); 0],
    totals: OrderTotalsDocument,
    shipping_address: AddressDocument,
    billing_address: AddressDocument,
    needs_payment: bool,
    needs_shipping: bool,
    #[schema(value_type = Vec<String>)]
    payment_requirements: [&'static str; 1],
    errors: Vec<ErrorDocument>,
}

#[derive(Debug, Serialize, ToSchema)]
struct OrderItemDocument {
    key: String,
    id: i64,
    #[schema(value_type = f64)]
    quantity: Value,
    quantity_limits: LimitsDocument,
    name: String,
    short_description: String,
    description: String,
    sku: String,
    #[schema(required = true)]
    low_stock_remaining: Option<i64>,
    backorders_allowed: bool,
    show_backorder_badge: bool,
    sold_individually: bool,
    permalink: String,
    images: Vec<Image>,
    variation: Vec<super::super::cart::view::ChoiceDocument>,
    item_data: Vec<ItemDataDocument>,
    prices: PricesDocument,
    totals: ItemTotalsDocument,
    catalog_visibility: &'static str,
}

#[derive(Debug, Serialize, ToSchema)]
struct OrderTotalsDocument {
    subtotal: String,
    total_discount: String,
    total_shipping: String,
    total_fees: String,
    total_tax: String,
    total_refund: String,
    total_price: String,
    total_items: String,
    total_items_tax: String,
    total_fees_tax: String,
    total_discount_tax: String,
    total_shipping_tax: String,
    tax_lines: Vec<TaxDocument>,
    #[serde(flatten)]
    currency: CurrencyFields,
}

impl OrderDocument {
    /// `sees_address`: the caller has placed the order or named its email address. Others see the country alone.
    pub fn new(shop: &Shop, order: &Order, lines: &[OrderLine], sees_address: bool) -> Self {
        let masked = Address { country: order.buyer.country.clone(), ..Address::default() };
        let (address, to) =
            if sees_address { (&order.buyer, order.destination()) } else { (&masked, &masked) };
        let zero = || minor(Money::ZERO);
        Self {
            id: order.number,
            status: status(order.state),
            items: items(shop, order, lines),
            coupons: order
                .coupons
                .iter()
                .map(|used| CouponDocument::new(&used.code, "fixed_cart", Money::from_minor(used.minor)))
                .collect(),
            fees: [],
            totals: OrderTotalsDocument {
                subtotal: minor(order.subtotal),
                total_discount: minor(order.discount),
                total_shipping: minor(order.shipping),
                total_fees: zero(),
                total_tax: minor(order.tax),
                total_refund: minor(order.refunded),
                total_price: minor(order.total),
                total_items: minor(order.subtotal),
                total_items_tax: minor(order.tax),
                total_fees_tax: zero(),
                total_discount_tax: zero(),
                total_shipping_tax: zero(),
                tax_lines: order
                    .taxes
                    .iter()
                    .map(|tax| TaxDocument {
                        name: tax.name.clone(),
                        price: minor(Money::from_minor(tax.minor)),
                        rate: String::new(),
                    })
                    .collect(),
                currency: CurrencyFields::of_shop(),
            },
            shipping_address: AddressDocument::shipping(to),
            billing_address: AddressDocument::billing(address),
            needs_payment: order.state.is_payable() && !order.total.is_zero(),
            needs_shipping: !order.shipping_title.is_empty(),
            payment_requirements: ["products"],
            errors: Vec::new(),
        }
    }
}

fn items(shop: &Shop, order: &Order, lines: &[OrderLine]) -> Vec<OrderItemDocument> {
    let totals: Vec<Money> = lines.iter().map(|line| line.total).collect();
    let taken = |line: &OrderLine| line.total.checked_sub(line.paid?);
    // Orders of earlier releases do not know which lines the discount was for.
    let estimated = order.discount.allocate(&totals);
    let discounts = lines.iter().zip(estimated).map(|(line, share)| taken(line).unwrap_or(share));
    let taxes = order.tax.allocate(&totals);
    let shares = discounts.zip(taxes);
    lines.iter().zip(shares).map(|(line, (discount, tax))| item(shop, line, discount, tax)).collect()
}

fn item(shop: &Shop, line: &OrderLine, discount: Money, tax: Money) -> OrderItemDocument {
    let quantity = number(line.quantity);
    OrderItemDocument {
        key: line.key.clone(),
        id: line.product_id,
        quantity_limits: LimitsDocument {
            minimum: quantity.clone(),
            maximum: quantity.clone(),
            multiple_of: 1.into(),
            editable: false,
        },
        quantity,
        name: match &line.detail {
            Some(detail) => format!("{} – {detail}", line.name),
            None => line.name.clone(),
        },
        short_description: String::new(),
        description: String::new(),
        sku: String::new(),
        low_stock_remaining: None,
        backorders_allowed: false,
        show_backorder_badge: false,
        sold_individually: false,
        permalink: permalink(shop, &line.slug),
        images: Vec::new(),
        variation: Vec::new(),
        item_data: line
            .parts
            .iter()
            .map(|part| ItemDataDocument {
                name: part.name.clone(),
                value: part.text(),
                display: part.text(),
            })
            .collect(),
        prices: PricesDocument::new(line.unit, line.unit),
        totals: ItemTotalsDocument {
            line_subtotal: minor(line.total),
            line_subtotal_tax: minor(tax),
            line_total: minor(line.total.checked_sub(discount).unwrap_or(Money::ZERO)),
            line_total_tax: minor(tax),
            currency: CurrencyFields::of_shop(),
        },
        catalog_visibility: "visible",
    }
}
