//! Goods that run out, as the first of the member's stores has them.

use barcodes::{
    rules::{ONLINE_STORE, days_left},
    service::{self as stock, StockRow, with_label},
};
use edge::{AppError, Permission, Shop, session::StaffMember};
use kernel::{Quantity, msg};

use super::view::{LowGoodsView, LowStockView};
use crate::staff_stock::{STOCK_LIST_URL, item_in_store};

/// Of the goods to order, so many are looked at for those that are sold out first.
const LOOKED_AT: usize = 100;
const SHOWN: usize = 5;

/// The goods to order of a store.
pub struct LowStock {
    pub store: i16,
    /// At most 1,001.
    pub count: i64,
    /// Those that are sold out first.
    rows: Vec<StockRow>,
}

impl LowStock {
    /// `None` for members who may not move stock: what it leads to needs this right.
    pub async fn of(shop: &Shop, member: &StaffMember) -> Result<Option<Self>, AppError> {
        if !member.may(Permission::StockMove) {
            return Ok(None);
        }
        let stores = stock::stores_of(shop, member).await?;
        let Some(store) = stores.first() else { return Ok(None) };
        let skus = stock::attention(shop, store.id).await?;
        let first = &skus[..skus.len().min(LOOKED_AT)];
        let mut rows = stock::load_rows(&shop.db, first, store.id, shop.clock.now()).await?;
        rows.sort_by_key(|row| days_left(row.free(), row.sold.as_units()).unwrap_or(0));
        rows.truncate(SHOWN);
        Ok(Some(Self { store: store.id, count: i64::try_from(skus.len()).unwrap_or(i64::MAX), rows }))
    }

    /// Shoppers wait for goods of the store online.
    pub const fn is_online(&self) -> bool {
        self.store == ONLINE_STORE
    }

    pub fn view(&self, shop: &Shop) -> Option<LowStockView> {
        let goods: Vec<_> = self.rows.iter().map(|row| goods_view(shop, self.store, row)).collect();
        (!goods.is_empty())
            .then(|| LowStockView { url: format!("{STOCK_LIST_URL}?store_id={}", self.store), goods })
    }
}

fn goods_view(shop: &Shop, store: i16, row: &StockRow) -> LowGoodsView {
    let free = row.free();
    let is_out = free <= 0;
    let detail = match days_left(free, row.sold.as_units()) {
        _ if is_out && row.awaiting > 0 => {
            shop.messages.text(msg::staff_stock::AWAITING.with("count", row.awaiting))
        }
        Some(days) if !is_out => {
            let when = shop.messages.text(msg::staff_stock::LASTS.with("count", days));
            shop.messages.text(msg::staff_orders::GOODS_LAST.with("when", when))
        }
        _ => String::new(),
    };
    LowGoodsView {
        name: with_label(&row.name, &row.label),
        url: item_in_store(row.item, store),
        detail,
        left: if is_out {
            shop.messages.text(msg::staff_stock::OUT)
        } else {
            let left = Quantity::from_units(free).to_string();
            shop.messages.text(msg::staff_orders::GOODS_LEFT.with("count", left))
        },
        is_out,
    }
}
