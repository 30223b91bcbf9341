//! The page of the editor: what it shows of a product, its changes and the last answer.

use std::collections::HashMap;

use accounts::service::FormSession;
use axum::response::Response;
use catalog::{
    Category, ProductKind, ProductStatus,
    rules::edit::{ProductFields, Refused, SalePhase},
    service::edit::{self, EditedProduct},
};
use edge::{
    AppError, Permission, Shop, ShopZone, Visitor,
    changes::{self, Patch},
    session::StaffMember,
    view::LinkView,
};
use http::StatusCode;
use kernel::{Zone, msg};
use serde::Deserialize;

use super::{
    BUNDLE_URL, NEW_URL, NONCE, PRODUCT_URL, PRODUCTS_URL, STOCK_URL, UNDO_URL, bundle, drafts,
    form::{FIELDS, texts_of},
    list::may_set_stock,
    pictures, product_url,
    quick::seen_stock,
    sale_stages::sale_stages,
    save::may_write,
    texts, variations,
    view::*,
    write::thing,
};
use crate::store::staff_names;

const HISTORY_LINES: i64 = 20;
/// Characters of a value in the history.
const SHOWN_CHARS: usize = 160;

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub struct PageQuery {
    pub notice: String,
    /// The version that was saved, and the one that it was made on.
    pub saved: Option<i64>,
    pub from: Option<i64>,
    /// The first variation in the table.
    pub rows: Option<usize>,
    /// `1`: the form has the values of the draft.
    pub draft: Option<i64>,
}

/// What the pages of a product need.
pub struct Context<'a> {
    pub shop: &'a Shop,
    pub member: &'a StaffMember,
    pub session: FormSession,
    pub zone: &'a Zone,
    pub categories: &'a [Category],
    /// The first variation in the table.
    pub first_row: usize,
}

/// What a form shows: the stored fields, or those that were refused.
pub struct Shown<'a> {
    pub stored: &'a ProductFields,
    pub fields: &'a ProductFields,
    pub refused: &'a [Refused],
    /// As typed, where the text could not be read.
    pub typed: Option<&'a HashMap<String, String>>,
}

/// Renders the editor; `rows` are those of the variations if they were refused.
pub async fn render(
    shop: &Shop,
    visitor: &Visitor,
    member: &StaffMember,
    product: &EditedProduct,
    shown: &Shown<'_>,
    query: &PageQuery,
    rows: Option<variations::Refusals<'_>>,
) -> Result<Response, AppError> {
    let session = FormSession::for_staff(visitor)?;
    let zone = shop.settings.get::<ShopZone>().await?;
    let categories = catalog::service::categories(&shop.db).await?;
    let first_row = query.rows.unwrap_or(0);
    let context = Context { shop, member, session, zone: &zone, categories: &categories, first_row };
    let text = |key| shop.messages.text(key);
    let fields = &product.fields;
    let status = if shown.refused.is_empty() && rows.is_none() {
        StatusCode::OK
    } else {
        StatusCode::UNPROCESSABLE_ENTITY
    };
    let stock = edit::online_stock(&shop.db, std::slice::from_ref(&fields.sku)).await?.pop();
    let available = stock.as_ref().map_or_else(|| "0".to_owned(), |one| one.on_hand.to_string());
    let reserved = stock.as_ref().map(|one| one.reserved).filter(|reserved| !reserved.is_zero());
    // A bundle has pieces of its own beside those of its parts.
    let has_stock = matches!(product.kind, ProductKind::Simple | ProductKind::Bundle);
    let phase = SalePhase::at(fields.sale_minor, fields.sale_from, fields.sale_to, shop.clock.now());
    let url = product_url(PRODUCT_URL, product.id);
    let shop_url = cart::view::product_url(&fields.slug);
    let history = context.history(product).await?;
    let view = StaffProductPageView {
        title: fields.name.clone(),
        list_url: PRODUCTS_URL.to_owned(),
        is_new: false,
        draft: Some(drafts::editor_form(shop, member, product.id).await?),
        bundle: bundle_link(shop, member, product),
        shop_url: (fields.status != ProductStatus::Draft).then(|| shop_url.clone()),
        notice: context.notice(product, query, shown.refused.len()).await?,
        notice_part: notice_part(&query.notice),
        form: context.form(&url, product.version, shown)?,
        sale_phase: match phase {
            SalePhase::None => None,
            SalePhase::Upcoming => Some(text(msg::staff_products::SALE_UPCOMING)),
            SalePhase::Running => Some(text(msg::staff_products::SALE_RUNNING)),
            SalePhase::Over => Some(text(msg::staff_products::SALE_OVER)),
        },
        sale_stages: sale_stages(shop, &zone, product.id).await?,
        pictures: Some(pictures::form(&context, product).await?),
        variations: match product.kind {
            ProductKind::Simple | ProductKind::Variable => {
                Some(variations::form(&context, product, rows).await?)
            }
            ProductKind::External | ProductKind::Bundle => None,
        },
        stock: (has_stock && may_set_stock(member)).then(|| QuickForm {
            action: product_url(STOCK_URL, product.id),
            value: available.clone(),
            version: seen_stock(stock.as_ref()),
            variation: String::new(),
            label: text(msg::staff_products::STOCK_ON_HAND),
        }),
        stock_text: has_stock.then(|| match reserved {
            Some(reserved) => {
                text_with(shop, msg::staff_products::STOCK_RESERVED.with("count", reserved.to_string()))
            }
            None => text_with(shop, msg::staff_products::STOCK_HAS.with("count", available)),
        }),
        preview: Some(SearchPreview {
            title: fields.name.clone(),
            url: format!("{}{shop_url}", shop.origin),
            text: Some(fields.note.clone())
                .filter(|note| !note.is_empty())
                .or_else(|| fields.description.first().cloned())
                .unwrap_or_default()
                .chars()
                .take(SHOWN_CHARS)
                .collect(),
        }),
        quality: quality(shop, product),
        history,
    };
    context.session.render_page(shop, &url, &fields.name, &view, status).await
}

/// The part of the page whose form has this answer.
fn notice_part(notice: &str) -> Option<&'static str> {
    match notice {
        "picture" | "picture-refused" | "described" | "pictures-conflict" => Some("pictures"),
        "stock" | "stock-changed" | "stock-refused" => Some("stock"),
        "variations" | "attribute-refused" => Some("variations"),
        _ => None,
    }
}

/// The editor of the parts, of a bundle and of what may become one.
fn bundle_link(shop: &Shop, member: &StaffMember, product: &EditedProduct) -> Option<LinkView> {
    let url = product_url(BUNDLE_URL, product.id);
    if product.kind == ProductKind::Bundle {
        return Some(LinkView::new(shop.messages.text(msg::staff_bundles::EDIT), &url));
    }
    let may_become = bundle::may_become_bundle(product) && bundle::may_edit(member);
    may_become.then(|| LinkView::new(shop.messages.text(msg::staff_bundles::MAKE), &url))
}

fn text_with(shop: &Shop, message: kernel::Message) -> String {
    shop.messages.text(message)
}

/// What a good page has; nothing of it is required.
fn quality(shop: &Shop, product: &EditedProduct) -> Vec<QualityPoint> {
    let fields = &product.fields;
    let points = [
        (msg::staff_products::QUALITY_TEXT, !fields.description.is_empty() && !fields.note.is_empty()),
        (msg::staff_products::QUALITY_PICTURE, !fields.pictures.is_empty()),
        (
            msg::staff_products::QUALITY_PRICE,
            fields.regular_minor.is_some() || product.kind != ProductKind::Simple,
        ),
        (msg::staff_products::QUALITY_GTIN, !fields.gtin.is_empty() || product.kind == ProductKind::Variable),
        (msg::staff_products::QUALITY_WEIGHT, fields.weight_grams.is_some()),
    ];
    let point = |(key, is_done)| QualityPoint { label: shop.messages.text(key), is_done };
    points.into_iter().map(point).collect()
}

/// The name of a category behind those above it.
pub fn category_name(one: &Category, all: &[Category]) -> String {
    let parent = one.parent_id.and_then(|parent| all.iter().find(|above| above.id == parent));
    match parent {
        Some(parent) => format!("{} › {}", category_name(parent, all), one.name),
        None => one.name.clone(),
    }
}

impl Context<'_> {
    pub fn form(&self, action: &str, version: i64, shown: &Shown<'_>) -> Result<ProductEditForm, AppError> {
        let messages = self.shop.messages;
        let mut values = texts_of(shown.fields, self.zone);
        if let Some(typed) = shown.typed {
            let new_category = typed.get("new_category").cloned().unwrap_or_default();
            values.insert("new_category".to_owned(), new_category);
            for (field, _) in shown.refused {
                if let Some(text) = typed.get(*field) {
                    values.insert((*field).to_owned(), text.clone());
                }
            }
        }
        let label = |field: &&str| ((*field).to_owned(), messages.text(texts::label(field)));
        let category = |one: &Category| Choice {
            value: one.id.0.to_string(),
            label: category_name(one, self.categories),
        };
        Ok(ProductEditForm {
            action: action.to_owned(),
            nonce: self.session.nonce(self.shop, NONCE),
            version: version.to_string(),
            was: serde_json::to_string(shown.stored).map_err(anyhow::Error::from)?,
            values,
            labels: FIELDS.iter().map(label).collect(),
            errors: texts::errors(messages, shown.refused),
            open: FIELDS
                .iter()
                .filter(|field| may_write(self.member, field) && self.member.may(Permission::CatalogWrite))
                .map(|field| (*field).to_owned())
                .collect(),
            categories: self.categories.iter().map(category).collect(),
            statuses: texts::statuses(messages),
        })
    }

    fn undo_form(&self, product: i64, version: i64) -> UndoForm {
        UndoForm {
            action: product_url(UNDO_URL, product),
            nonce: self.session.nonce(self.shop, NONCE),
            version: version.to_string(),
        }
    }

    /// What a redirect says: what was saved, what others had changed meanwhile.
    async fn notice(
        &self,
        product: &EditedProduct,
        query: &PageQuery,
        refused: usize,
    ) -> Result<Option<StaffNotice>, AppError> {
        let text = |key| self.shop.messages.text(key);
        let plain = |text, is_error| Some(StaffNotice { text, is_error, undo: None });
        if refused > 0 {
            return Ok(plain(text(msg::staff_products::NOT_SAVED), true));
        }
        match query.notice.as_str() {
            "created" => return Ok(plain(text(msg::staff_products::CREATED), false)),
            "draft-discarded" => return Ok(plain(text(msg::staff_drafts::DISCARDED), false)),
            "draft-gone" => return Ok(plain(text(msg::staff_drafts::GONE), true)),
            "unchanged" => return Ok(plain(text(msg::staff_products::UNCHANGED), false)),
            "picture" => return Ok(plain(text(msg::staff_products::PICTURE_SENT), false)),
            "picture-refused" => return Ok(plain(text(msg::staff_products::PICTURE_REFUSED), true)),
            "described" => return Ok(plain(text(msg::staff_products::PICTURES_DESCRIBED), false)),
            "pictures-conflict" => return Ok(plain(text(msg::staff_products::PICTURES_CONFLICT), true)),
            "stock" => return Ok(plain(text(msg::staff_products::STOCK_SAVED), false)),
            "stock-changed" => return Ok(plain(text(msg::staff_products::STOCK_CHANGED), true)),
            "stock-refused" => return Ok(plain(text(msg::staff_products::STOCK_REFUSED), true)),
            "variations" => return Ok(plain(text(msg::staff_products::VARIATIONS_SAVED), false)),
            "attribute-refused" => return Ok(plain(text(msg::staff_products::ATTRIBUTE_REFUSED), true)),
            _ => {}
        }
        let Some(saved) = query.saved else { return Ok(None) };
        let Some(change) = changes::find(&self.shop.db, thing(product.id), saved).await? else {
            return Ok(None);
        };
        let labels = |patches: &[&Patch]| {
            let mut labels: Vec<String> = patches
                .iter()
                .flat_map(|patch| patch.fields())
                .map(|field| text(texts::label(field)))
                .collect();
            labels.dedup();
            labels.join("، ")
        };
        let mut sentence =
            text_with(self.shop, msg::staff_products::SAVED.with("fields", labels(&[&change.after])));
        let from = query.from.unwrap_or(saved);
        if from + 1 < saved {
            let since = changes::list_since(&self.shop.db, thing(product.id), from).await?;
            let others: Vec<_> = since.iter().filter(|one| one.version < saved).collect();
            let names = staff_names(&self.shop.db, others.iter().map(|one| one.actor.as_str())).await?;
            let who = others.last().map(|one| names.get(&one.actor).cloned().unwrap_or_default());
            let fields = labels(&others.iter().map(|one| &one.after).collect::<Vec<_>>());
            sentence.push(' ');
            sentence.push_str(&text_with(
                self.shop,
                msg::staff_products::MERGED.with("fields", fields).with("name", who.unwrap_or_default()),
            ));
        }
        Ok(Some(StaffNotice {
            text: sentence,
            is_error: false,
            undo: Some(self.undo_form(product.id, saved)),
        }))
    }

    async fn history(&self, product: &EditedProduct) -> Result<Vec<HistoryLine>, AppError> {
        let newest = changes::list_newest(&self.shop.db, thing(product.id), HISTORY_LINES).await?;
        let names = staff_names(&self.shop.db, newest.iter().map(|change| change.actor.as_str())).await?;
        let undone: Vec<i64> = newest.iter().filter_map(|change| change.undoes).collect();
        let lines = newest.iter().map(|change| {
            let name = names.get(&change.actor).cloned().unwrap_or_else(|| change.actor.clone());
            let value = |field: &str, patch: &Patch| {
                let text = texts::shown(self.shop.messages, self.zone, self.categories, field, patch);
                text.chars().take(SHOWN_CHARS).collect::<String>()
            };
            let is_first = change.before.is_empty();
            let key = match change.undoes {
                Some(_) => msg::staff_products::HISTORY_UNDO,
                None if is_first => msg::staff_products::HISTORY_CREATED,
                None => msg::staff_products::HISTORY_EDIT,
            };
            HistoryLine {
                text: text_with(self.shop, key.with("name", name)),
                when: self.zone.date_time(change.at),
                fields: if is_first {
                    Vec::new()
                } else {
                    let field = |field: &str| HistoryField {
                        label: self.shop.messages.text(texts::label(field)),
                        before: value(field, &change.before),
                        after: value(field, &change.after),
                    };
                    change.after.fields().map(field).collect()
                },
                undo: (!is_first
                    && !undone.contains(&change.version)
                    && change.after.fields().all(|field| may_write(self.member, field))
                    && self.member.may(Permission::CatalogWrite))
                .then(|| self.undo_form(product.id, change.version)),
            }
        });
        Ok(lines.collect())
    }
}

/// Renders the editor of a product that does not exist yet.
pub async fn render_new(
    shop: &Shop,
    visitor: &Visitor,
    member: &StaffMember,
    shown: &Shown<'_>,
) -> Result<Response, AppError> {
    let session = FormSession::for_staff(visitor)?;
    let zone = shop.settings.get::<ShopZone>().await?;
    let categories = catalog::service::categories(&shop.db).await?;
    let context = Context { shop, member, session, zone: &zone, categories: &categories, first_row: 0 };
    let title = shop.messages.text(msg::staff_products::NEW_TITLE);
    let is_refused = !shown.refused.is_empty();
    let view = StaffProductPageView {
        title: title.clone(),
        list_url: PRODUCTS_URL.to_owned(),
        is_new: true,
        draft: None,
        bundle: None,
        shop_url: None,
        notice: is_refused.then(|| StaffNotice {
            text: shop.messages.text(msg::staff_products::NOT_SAVED),
            is_error: true,
            undo: None,
        }),
        notice_part: None,
        form: context.form(NEW_URL, 0, shown)?,
        sale_phase: None,
        sale_stages: None,
        pictures: None,
        variations: None,
        stock: None,
        stock_text: None,
        preview: None,
        quality: Vec::new(),
        history: Vec::new(),
    };
    let status = if is_refused { StatusCode::UNPROCESSABLE_ENTITY } else { StatusCode::OK };
    context.session.render_page(shop, NEW_URL, &title, &view, status).await
}
