//! The small forms of the list: one price, one stock.

use accounts::service::{FormSession, redirect};
use axum::{extract::State, response::Response};
use barcodes::{
    rules::{ONLINE_STORE, Refusal, StockAction},
    service::{ActRequest, act, authorize},
};
use catalog::{
    rules::edit::parse_price,
    service::edit::{self, EditedVariation},
};
use edge::{
    AppError, Fields, PathParam, Shop, Visitor, audit::AuditWriter, changes::Patch, idempotency::RequestKey,
    session::StaffMember,
};
use kernel::Quantity;
use serde::Deserialize;
use serde_json::json;

use super::{
    PRODUCT_URL, PRODUCTS_URL, product_url,
    save::{Edit, Editor, Saved, SavedVariation},
};

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub struct QuickFields {
    value: String,
    /// Of the product or variation; of a stock form the quantity that it showed, in units.
    version: i64,
    /// A variation of the product; empty: the product itself.
    variation: String,
    /// `product`: back to the editor, else to the list.
    back: String,
    /// The query of the list.
    at: String,
}

/// What a stock form showed, as its `version`.
pub fn seen_stock(level: Option<&edit::OnlineStock>) -> String {
    level.map_or(0, |level| level.on_hand.as_units()).to_string()
}

impl QuickFields {
    fn answer(&self, product: i64, notice: &str) -> Response {
        self.answer_saved(product, notice, None)
    }

    /// `saved`: the version that can be taken back.
    fn answer_saved(&self, product: i64, notice: &str, saved: Option<i64>) -> Response {
        if self.back == "product" {
            return redirect(&format!("{}?notice={notice}#stock", product_url(PRODUCT_URL, product)), None);
        }
        // The list's own address only: the query is encoded again.
        let pairs: Vec<(String, String)> = serde_urlencoded::from_str(&self.at).unwrap_or_default();
        let own = pairs.iter().filter(|(name, _)| {
            matches!(name.as_str(), "s" | "status" | "category" | "stock" | "after" | "open")
        });
        // Products and variations have ids of one sequence. A form's text is no part of the address.
        let row = self.variation.parse::<i64>().unwrap_or(product).to_string();
        let (version, of) = (saved.unwrap_or(0).to_string(), product.to_string());
        let undo = [("saved", version.as_str()), ("of", of.as_str())];
        let mut pairs: Vec<(&str, &str)> = own.map(|(name, value)| (name.as_str(), value.as_str())).collect();
        pairs.extend(undo.into_iter().filter(|_| saved.is_some()));
        pairs.extend([("row", row.as_str()), ("notice", notice)]);
        let query = serde_urlencoded::to_string(pairs).unwrap_or_default();
        redirect(&format!("{PRODUCTS_URL}?{query}#p{row}"), None)
    }

    async fn find_variation(&self, shop: &Shop, product: i64) -> Result<Option<EditedVariation>, AppError> {
        if self.variation.is_empty() {
            return Ok(None);
        }
        let all = edit::list_variations(&shop.db, product).await?;
        let found = all.into_iter().find(|one| one.id.to_string() == self.variation);
        found.map(Some).ok_or(AppError::NotFound)
    }
}

pub async fn change_price(
    State(shop): State<Shop>,
    audit: AuditWriter,
    member: StaffMember,
    PathParam(id): PathParam<i64>,
    Fields(form): Fields<QuickFields>,
) -> Result<Response, AppError> {
    let Ok(Some(price)) = parse_price(&form.value) else { return Ok(form.answer(id, "price-refused")) };
    let mut patch = Patch::default();
    patch.0.insert("regular_minor".to_owned(), json!(price));
    let editor = Editor { shop: &shop, audit: &audit, member: &member };
    let notice = match form.find_variation(&shop, id).await? {
        Some(variation) => match editor.save_variation(&variation, form.version, &patch, None).await? {
            SavedVariation::Done => "price",
            SavedVariation::Unchanged => "unchanged",
            SavedVariation::Refused(_) => "price-refused",
            SavedVariation::Conflict(_) => "price-conflict",
        },
        None => {
            let edit =
                Edit { product: id, version: form.version, patch, known_pictures: Vec::new(), undoes: None };
            match editor.save(&edit).await? {
                Saved::Done { version } => return Ok(form.answer_saved(id, "price", Some(version))),
                Saved::Unchanged => "unchanged",
                Saved::Refused { .. } => "price-refused",
                Saved::Conflict(_) => "price-conflict",
            }
        }
    };
    Ok(form.answer(id, notice))
}

/// Sets what the online store has, by a line of the ledger.
pub async fn set_stock(
    State(shop): State<Shop>,
    audit: AuditWriter,
    visitor: Visitor,
    member: StaffMember,
    PathParam(id): PathParam<i64>,
    Fields(form): Fields<QuickFields>,
) -> Result<Response, AppError> {
    let store = authorize(&shop, &member, ONLINE_STORE).await?;
    let session = FormSession::for_staff(&visitor)?;
    let variation = form.find_variation(&shop, id).await?;
    let item = variation.map_or(id, |one| one.id);
    let request = ActRequest {
        staff: &member,
        store: &store,
        token: &session.token,
        key: &RequestKey(None),
        action: StockAction::SetStock,
        item,
        amount: &form.value,
        // The form replaces a quantity: pieces that were sold or received since the page was shown would be undone.
        expected: Some(Quantity::from_units(form.version)),
    };
    let notice = match act(&shop, &audit, &request).await? {
        Ok(()) => "stock",
        Err(Refusal::Changed) => "stock-changed",
        Err(_) => "stock-refused",
    };
    Ok(form.answer(id, notice))
}
