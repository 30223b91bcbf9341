//! The stock of one product or variation in a store: its forms and its ledger.

use accounts::service::FormSession;
use axum::{extract::State, response::Response};
use barcodes::{
    rules::{Level, MoveReason, Refusal, StockAction, decide_any, parse_amount},
    service::{self, StockRow, needs_second},
};
use edge::{AppError, Fields, PathParam, Permission, Shop, Visitor, session::StaffMember, view::LinkView};
use http::StatusCode;
use kernel::{Key, Quantity, msg};
use serde::Deserialize;

use super::{
    COUNT_URL, ISSUE_URL, NONCE, RECEIVE_URL, STOCK_ITEM_URL, STOCK_LIST_URL, choose_store, item_url,
    rows::{Rows, signed, store_tabs},
    view::*,
};
use crate::staff_products::{PRODUCT_URL, view::Choice};

/// Lines of the ledger on a page.
const MOVEMENTS: usize = 30;
const MAX_APPROVALS: i64 = 10;

#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default)]
pub struct ItemQuery {
    store_id: Option<i16>,
    /// A count whose difference is shown.
    counted: String,
    /// What was done, or why it was refused.
    notice: String,
    /// Of a refused form: its name, and what was typed.
    form: String,
    amount: String,
    reason: String,
    /// Movements before this one.
    before: String,
}

pub async fn show(
    State(shop): State<Shop>,
    visitor: Visitor,
    member: StaffMember,
    PathParam(id): PathParam<i64>,
    Fields(query): Fields<ItemQuery>,
) -> Result<Response, AppError> {
    let session = FormSession::for_staff(&visitor)?;
    let (stores, store) = choose_store(&shop, &member, query.store_id).await?;
    let store = store.ok_or(AppError::NotFound)?;
    let now = shop.clock.now();
    let skus = service::skus_of_items(&shop.db, &[id]).await?;
    let found = service::load_rows(&shop.db, &skus, store.id, now).await?;
    let row = found.into_iter().find(|row| row.item == id).ok_or(AppError::NotFound)?;
    let rows = Rows::new(&shop, &member, &store).await?;

    let before = query.before.parse().unwrap_or(i64::MAX);
    let mut lines = rows.movements(&skus, before, MOVEMENTS as i64 + 1).await?;
    let mut lines = lines.remove(&row.sku).unwrap_or_default();
    let has_more = lines.len() > MOVEMENTS;
    lines.truncate(MOVEMENTS);
    let url = rows.url(id);
    let next_url = lines.last().filter(|_| has_more).map(|(seq, _)| format!("{url}&before={seq}#movements"));

    let nonce = session.nonce(&shop, NONCE);
    let waiting = service::list_approvals(&shop.db, store.id, Some(id), now, MAX_APPROVALS).await?;
    let forms = Forms { shop: &shop, query: &query, row: &row, store: store.id, nonce: &nonce };
    let text = |key: Key| shop.messages.text(key);
    let title = match row.label.as_str() {
        "" => row.name.clone(),
        label => format!("{} ({label})", row.name),
    };
    let moved = service::moved_today(&shop.db, &member, id, now).await?;
    let check = forms.check(&member, moved);
    let view = StockItemPageView {
        crumbs: vec![
            LinkView::new(text(msg::staff_stock::TITLE), format!("{STOCK_LIST_URL}?store_id={}", store.id)),
            LinkView::new(title.clone(), ""),
        ],
        url: item_url(STOCK_ITEM_URL, id),
        gtin: row.gtin.clone(),
        product_url: member.may(Permission::CatalogRead).then(|| item_url(PRODUCT_URL, row.product_id)),
        store_id: store.id.to_string(),
        store_name: store.name.clone(),
        stores: store_tabs(&stores, store.id, |other| {
            format!("{}?store_id={other}", item_url(STOCK_ITEM_URL, id))
        }),
        notice: notice(&shop, &query.notice),
        approvals: waiting.into_iter().map(|waits| rows.approval(waits, &nonce)).collect(),
        receive: forms.form(StockAction::IncreaseStock),
        issue: forms.form(StockAction::DecreaseStock),
        counted: forms.counted(check.as_ref().and_then(|check| check.as_ref().err().copied())),
        check: check.and_then(Result::ok),
        movements: lines.into_iter().map(|(_, line)| line).collect(),
        next_url,
        row: rows.list(vec![row.clone()], 0).await?.pop().ok_or(AppError::NotFound)?,
    };
    session.render_page(&shop, &view.url, &title, &view, StatusCode::OK).await
}

fn notice(shop: &Shop, name: &str) -> Option<StockNotice> {
    let key = match name {
        "received" => msg::staff_stock::RECEIVED,
        "issued" => msg::staff_stock::ISSUED,
        "counted" => msg::staff_stock::COUNTED,
        "unchanged" => msg::staff_stock::COUNT_SAME,
        "waits" => msg::staff_stock::WAITS,
        "approved" => msg::staff_stock::APPROVED,
        "refused" => msg::staff_stock::REFUSED,
        "reason" => msg::staff_stock::REASON_MISSING,
        other => {
            let text = shop.messages.text(Refusal::parse(other)?.message());
            return Some(StockNotice { text, is_error: true });
        }
    };
    Some(StockNotice { text: shop.messages.text(key), is_error: name == "reason" })
}

struct Forms<'a> {
    shop: &'a Shop,
    query: &'a ItemQuery,
    row: &'a StockRow,
    store: i16,
    nonce: &'a str,
}

impl Forms<'_> {
    fn text(&self, key: Key) -> String {
        self.shop.messages.text(key)
    }

    fn has_decimals(&self) -> bool {
        !self.row.step.is_multiple_of(Quantity::ONE)
    }

    fn hidden(&self, more: &[(&str, String)]) -> Vec<(String, String)> {
        let own = [
            ("nonce", self.nonce.to_owned()),
            // A form that is sent twice acts once.
            ("key", hex::encode(rand::random::<[u8; 16]>())),
            ("store_id", self.store.to_string()),
        ];
        own.iter().chain(more).map(|(name, value)| ((*name).to_owned(), value.clone())).collect()
    }

    fn reasons(&self, action: StockAction) -> Vec<Choice> {
        let choice = |reason: &MoveReason| Choice {
            value: reason.name().to_owned(),
            label: self.text(reason.message()),
        };
        MoveReason::of(action).iter().map(choice).collect()
    }

    /// Receives or issues.
    fn form(&self, action: StockAction) -> MoveFormView {
        let is_receipt = action == StockAction::IncreaseStock;
        let name = if is_receipt { "receive" } else { "issue" };
        let is_refused = self.query.form == name;
        let typed = |value: &String| if is_refused { value.clone() } else { String::new() };
        let refusal = Refusal::parse(&self.query.notice).filter(|_| is_refused);
        let (url, label, submit) = match is_receipt {
            true => (RECEIVE_URL, msg::staff_stock::AMOUNT_RECEIVED, msg::staff_stock::RECEIVE_SUBMIT),
            false => (ISSUE_URL, msg::staff_stock::AMOUNT_ISSUED, msg::staff_stock::ISSUE_SUBMIT),
        };
        MoveFormView {
            name,
            action: item_url(url, self.row.item),
            hidden: self.hidden(&[]),
            amount: Some(AmountField {
                label: self.text(label),
                value: typed(&self.query.amount),
                error: refusal.map(|refusal| self.text(refusal.message())),
                has_decimals: self.has_decimals(),
            }),
            reasons: self.reasons(action),
            reason: typed(&self.query.reason),
            note_label: self.text(match is_receipt {
                true => msg::staff_stock::NOTE_INVOICE,
                false => msg::staff_stock::NOTE,
            }),
            submit: self.text(submit),
        }
    }

    fn counted(&self, refusal: Option<Refusal>) -> AmountField {
        AmountField {
            label: self.text(msg::staff_stock::AMOUNT_COUNTED),
            value: self.query.counted.clone(),
            error: refusal.map(|refusal| self.text(refusal.message())),
            has_decimals: self.has_decimals(),
        }
    }

    /// The difference of a count, before it is written. `None`: nothing was typed.
    fn check(&self, member: &StaffMember, moved: i64) -> Option<Result<CountCheckView, Refusal>> {
        let typed = self.query.counted.trim();
        if typed.is_empty() {
            return None;
        }
        Some(self.difference(member, moved, typed))
    }

    fn difference(&self, member: &StaffMember, moved: i64, typed: &str) -> Result<CountCheckView, Refusal> {
        let action = StockAction::SetStock;
        let row = self.row;
        let counted = parse_amount(action, typed, row.step)?;
        let level = Level { on_hand: row.on_hand, reserved: row.reserved };
        let delta = decide_any(action, level, counted)?;
        let remark = match delta {
            0 => Some(msg::staff_stock::COUNT_NO_DIFFERENCE),
            _ if needs_second(member, action, moved, delta) => Some(msg::staff_stock::COUNT_NEEDS_SECOND),
            _ => None,
        };
        let seen = row.on_hand.as_units().to_string();
        Ok(CountCheckView {
            expected: row.on_hand.to_string(),
            counted: counted.to_string(),
            difference: signed(Quantity::from_units(delta)),
            is_less: delta < 0,
            remark: remark.map(|key| self.text(key)),
            form: MoveFormView {
                name: "count",
                action: item_url(COUNT_URL, row.item),
                hidden: self.hidden(&[("amount", counted.to_string()), ("seen", seen)]),
                amount: None,
                reasons: self.reasons(action),
                reason: self.query.reason.clone(),
                note_label: self.text(msg::staff_stock::NOTE),
                submit: self.text(msg::staff_stock::COUNT_SUBMIT),
            },
        })
    }
}
