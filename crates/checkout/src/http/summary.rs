//! What is bought and what it comes to, beside the form.

use cart::view::{CartLineView, CartPageView};
use edge::{AppError, Shop, Visitor};
use kernel::Money;

use crate::{
    rules::item_text,
    view::{SummaryLine, SummaryView},
};

/// The visitor's cart, as the checkout shows it. `None`: there is nothing in it.
pub async fn read(shop: &Shop, visitor: &Visitor) -> Result<Option<(SummaryView, Money)>, AppError> {
    let Some(token) = visitor.token else { return Ok(None) };
    let now = shop.clock.now();
    let Some(cart) = cart::store::find(&shop.db, &token, now).await? else { return Ok(None) };
    let mut db = shop.db.acquire().await?;
    let contents = cart::store::contents(&mut db, &shop.kept, cart, now).await?;
    drop(db);
    if contents.lines.is_empty() {
        return Ok(None);
    }
    let shown = cart::http::answer::show(shop, &contents, &token).await?;
    let page = shown.page(serde_json::Value::Array(Vec::new()), shop.messages);
    let total = contents.totals.total;
    Ok(Some((summary(page, total), total)))
}

fn summary(page: CartPageView, total: Money) -> SummaryView {
    SummaryView {
        count: page.lines.len(),
        lines: page.lines.into_iter().map(line).collect(),
        subtotal: page.totals.subtotal,
        coupons: page.totals.coupons,
        shipping: page.totals.shipping,
        taxes: page.totals.taxes,
        total: page.totals.total,
        total_minor: total.as_minor().to_string(),
    }
}

fn line(line: CartLineView) -> SummaryLine {
    SummaryLine {
        parts: line
            .parts
            .iter()
            .map(|part| item_text(&part.quantity, &part.name, part.detail.as_deref()))
            .collect(),
        key: line.key,
        name: line.name,
        detail: line.detail,
        quantity: line.quantity,
        total: line.line_total,
        picture: Some(line.picture),
        warning: line.warning,
    }
}
