//! The list of products: search, filters and small forms in its rows. Its state is its address.

use std::collections::HashMap;

use accounts::service::FormSession;
use axum::{extract::State, response::Response};
use catalog::{
    Category, ProductKind, ProductStatus,
    rules::edit::SalePhase,
    service::{
        edit::{self, EditedVariation},
        staff_list::{self, StaffFilter, StaffRow},
    },
};
use chrono::{DateTime, Utc};
use edge::{AppError, Fields, Permission, Shop, Visitor, session::StaffMember, view::LinkView};
use http::StatusCode;
use kernel::{Money, msg, text};
use search::{Note, Search, rules::layout};
use serde::Deserialize;

use super::{
    NEW_URL, NONCE, PRICE_URL, PRODUCT_URL, PRODUCTS_URL, STOCK_URL, UNDO_URL,
    bulk::{BULK_URL, JOBS_URL},
    form::{parse_status, status_name},
    page::category_name,
    product_url,
    quick::seen_stock,
    save::may_write,
    texts,
    view::*,
};

const PAGE_SIZE: i64 = 30;
/// Results of a search that are paged through.
const MAX_RESULTS: i64 = 600;
/// Products that are not published are few: they are searched one by one.
const MAX_UNLISTED: i64 = 2_000;

#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default)]
pub struct ListQuery {
    s: String,
    status: String,
    category: String,
    stock: String,
    /// The last id of the page before, or of a search the number of results before.
    after: String,
    /// A product whose variations are shown.
    open: String,
    notice: String,
    /// The product or variation that the notice is about.
    row: String,
    /// The version that a small form has just made, and its product.
    saved: String,
    of: String,
}

impl ListQuery {
    fn url(&self, change: &[(&str, &str)]) -> String {
        let others = [
            ("s", self.s.as_str()),
            ("status", &self.status),
            ("category", &self.category),
            ("stock", &self.stock),
        ];
        let mut pairs: Vec<(&str, &str)> = Vec::new();
        for (name, value) in others {
            let value = change.iter().find(|one| one.0 == name).map_or(value, |one| one.1);
            if !value.is_empty() {
                pairs.push((name, value));
            }
        }
        pairs.extend(
            change.iter().filter(|(name, value)| matches!(*name, "after" | "open") && !value.is_empty()),
        );
        if pairs.is_empty() {
            return PRODUCTS_URL.to_owned();
        }
        let query = serde_urlencoded::to_string(pairs).expect("text pairs can be encoded");
        format!("{PRODUCTS_URL}?{query}")
    }

    /// The page with its unfolded row, as a query.
    fn at(&self) -> String {
        let url = self.url(&[("after", &self.after), ("open", &self.open)]);
        url.split_once('?').map(|(_, query)| query.to_owned()).unwrap_or_default()
    }

    fn status(&self) -> Option<ProductStatus> {
        parse_status(&self.status)
    }

    fn is_filtered(&self) -> bool {
        !self.s.is_empty() || !self.status.is_empty() || !self.category.is_empty() || !self.stock.is_empty()
    }
}

pub async fn show(
    State(shop): State<Shop>,
    visitor: Visitor,
    member: StaffMember,
    Fields(query): Fields<ListQuery>,
) -> Result<Response, AppError> {
    let query = ListQuery { s: text::clean(&query.s, 100), ..query };
    let session = FormSession::for_staff(&visitor)?;
    let categories = catalog::service::categories(&shop.db).await?;
    let (ids, next) = find(&shop, &query, &categories).await?;
    let rows = staff_list::load_rows(&shop.db, &ids).await?;
    let open: Option<i64> = query.open.parse().ok();
    let mut unfolded = Vec::new();
    if let Some(row) = rows.iter().find(|row| Some(row.id) == open) {
        unfolded = edit::list_variations(&shop.db, row.id).await?;
    }
    let skus: Vec<String> =
        rows.iter().map(|row| &row.sku).chain(unfolded.iter().map(|one| &one.fields.sku)).cloned().collect();
    let stock: HashMap<String, _> = edit::online_stock(&shop.db, &skus)
        .await?
        .into_iter()
        .map(|level| (level.sku.clone(), level))
        .collect();
    let nonce = session.nonce(&shop, NONCE);
    let list = List { shop: &shop, member: &member, query: &query, nonce: &nonce, now: shop.clock.now() };
    let own = |row: &StaffRow| -> Vec<VariationRow> {
        if Some(row.id) != open {
            return Vec::new();
        }
        unfolded.iter().map(|one| list.variation(one, stock.get(&one.fields.sku))).collect()
    };
    let text = |key| shop.messages.text(key);
    let mut ids = rows.iter().map(|row| row.id).chain(unfolded.iter().map(|one| one.id));
    let has_noticed_row = ids.any(|id| id.to_string() == query.row);
    let view = StaffProductsPageView {
        url: PRODUCTS_URL.to_owned(),
        new_url: may_write(&member, "sku").then(|| NEW_URL.to_owned()),
        nonce: nonce.clone(),
        notice: list.notice().filter(|_| !has_noticed_row),
        tabs: list.tabs(),
        others: [("status", &query.status), ("stock", &query.stock)]
            .into_iter()
            .filter(|(_, value)| !value.is_empty())
            .map(|(name, value)| (name.to_owned(), value.clone()))
            .collect(),
        query: query.s.clone(),
        category: query.category.clone(),
        categories: categories
            .iter()
            .map(|one| Choice { value: one.id.0.to_string(), label: category_name(one, &categories) })
            .collect(),
        at: query.at(),
        chips: list.chips(&categories),
        empty: rows.is_empty().then(|| {
            text(if query.is_filtered() {
                msg::staff_products::NO_RESULT
            } else {
                msg::staff_products::EMPTY
            })
        }),
        clear_url: query.is_filtered().then(|| PRODUCTS_URL.to_owned()),
        rows: rows.iter().map(|row| list.row(row, stock.get(&row.sku), own(row))).collect(),
        next_url: next.map(|after| query.url(&[("after", &after)])),
        bulk: member.may(Permission::CatalogWrite).then(|| list.bulk()),
    };
    let title = text(msg::staff_products::TITLE);
    session.render_page(&shop, PRODUCTS_URL, &title, &view, StatusCode::OK).await
}

/// The ids of a page, and where the next one begins.
async fn find(
    shop: &Shop,
    query: &ListQuery,
    categories: &[Category],
) -> Result<(Vec<i64>, Option<String>), AppError> {
    let filter = query.filter(categories);
    let size = usize::try_from(PAGE_SIZE).unwrap_or(0);
    if query.s.is_empty() {
        let before = query.after.parse().unwrap_or(i64::MAX);
        let mut ids = staff_list::list_ids(&shop.db, &filter, before, PAGE_SIZE + 1).await?;
        let has_more = ids.len() > size;
        ids.truncate(size);
        let next = ids.last().filter(|_| has_more).map(ToString::to_string);
        return Ok((ids, next));
    }
    let found = find_searched(shop, query, &filter).await?;
    let first = query.after.parse::<usize>().unwrap_or(0).min(found.len());
    let ids: Vec<i64> = found[first..].iter().copied().take(size).collect();
    let end = first + ids.len();
    Ok((ids, (end < found.len()).then(|| end.to_string())))
}

/// The results of a search that the filter leaves.
async fn find_searched(shop: &Shop, query: &ListQuery, filter: &StaffFilter) -> Result<Vec<i64>, AppError> {
    let found = search_ids(shop, &query.s, MAX_RESULTS).await?.ids;
    if !query.is_narrowed() {
        return Ok(found);
    }
    let rows = staff_list::load_rows(&shop.db, &found).await?;
    let fits = |row: &StaffRow| {
        filter.status.is_none_or(|status| row.status == status)
            && (filter.categories.is_empty() || filter.categories.contains(&row.category_id))
            && (!filter.is_sold_out || row.available.is_zero())
    };
    Ok(rows.into_iter().filter(fits).map(|row| row.id).collect())
}

/// The products of all pages of a list, given as its query: at most so many. Of a search those that can be paged through.
pub async fn find_all(shop: &Shop, list: &str, most: usize) -> Result<Vec<i64>, AppError> {
    let query: ListQuery = serde_urlencoded::from_str(list).unwrap_or_default();
    let query = ListQuery { s: text::clean(&query.s, 100), ..query };
    let categories = catalog::service::categories(&shop.db).await?;
    let filter = query.filter(&categories);
    if !query.s.is_empty() {
        let mut found = find_searched(shop, &query, &filter).await?;
        found.truncate(most);
        return Ok(found);
    }
    let most = i64::try_from(most).unwrap_or(i64::MAX);
    Ok(staff_list::list_ids(&shop.db, &filter, i64::MAX, most).await?)
}

impl ListQuery {
    fn filter(&self, categories: &[Category]) -> StaffFilter {
        let wanted: Option<i64> = self.category.parse().ok();
        StaffFilter {
            status: self.status(),
            categories: wanted.map(|id| below(id, categories)).unwrap_or_default(),
            is_sold_out: self.stock == "out",
        }
    }

    fn is_narrowed(&self) -> bool {
        !self.status.is_empty() || !self.category.is_empty() || !self.stock.is_empty()
    }
}

/// A category and all those below it.
fn below(id: i64, categories: &[Category]) -> Vec<i64> {
    let mut ids = vec![id];
    // Parents come before their children.
    for one in categories {
        if one.parent_id.is_some_and(|parent| ids.contains(&parent.0)) {
            ids.push(one.id.0);
        }
    }
    ids
}

/// Products of a search, best first.
#[derive(Debug, Default)]
pub struct Found {
    pub ids: Vec<i64>,
    /// Some of them by the other layout of the keyboard.
    pub is_swapped: bool,
}

/// Products of all states. Shoppers' search knows the published ones, with folded letters, any digits, codes, and the other
/// layout of the keyboard; the others are compared in the same way. The one with the typed code comes first.
pub async fn search_ids(shop: &Shop, typed: &str, most: i64) -> Result<Found, AppError> {
    let meanings = crate::search_words::meanings(&shop.settings, &shop.db).await?;
    let mut ids = staff_list::find_by_code(&shop.db, &kernel::digits::fold(typed.trim())).await?;
    let found = Search::new(&shop.db, &meanings).suggest(typed, most).await?;
    let mut is_swapped = found.understood.notes.iter().any(|note| matches!(note, Note::Layout { .. }));
    for id in found.products {
        if !ids.contains(&id.0) {
            ids.push(id.0);
        }
    }
    let readings = [typed.to_owned(), layout::to_arabic(typed), layout::to_latin(typed)];
    let readings = readings.map(|reading| search::fold(&reading).trim().to_owned());
    for one in staff_list::list_unlisted(&shop.db, MAX_UNLISTED).await? {
        let (name, sku) = (search::fold(&one.name), search::fold(&one.sku));
        let has = |reading: &String| !reading.is_empty() && (name.contains(reading) || sku.contains(reading));
        let Some(reading) = readings.iter().position(has) else { continue };
        if !ids.contains(&one.id) {
            ids.push(one.id);
            is_swapped |= reading > 0;
        }
    }
    Ok(Found { ids, is_swapped })
}

/// Replacing a quantity hides how it came about: not for members who work in their own stores only.
pub fn may_set_stock(member: &StaffMember) -> bool {
    member.may(Permission::StockMove) && member.works_everywhere()
}

struct List<'a> {
    shop: &'a Shop,
    member: &'a StaffMember,
    query: &'a ListQuery,
    nonce: &'a str,
    now: DateTime<Utc>,
}

impl List<'_> {
    fn notice(&self) -> Option<StaffNotice> {
        let (key, is_error) = match self.query.notice.as_str() {
            "price" => (msg::staff_products::PRICE_SAVED, false),
            "stock" => (msg::staff_products::STOCK_SAVED, false),
            "unchanged" => (msg::staff_products::UNCHANGED, false),
            "price-refused" => (msg::staff_products::PRICE_REFUSED, true),
            "stock-refused" => (msg::staff_products::STOCK_REFUSED, true),
            "stock-changed" => (msg::staff_products::STOCK_CHANGED, true),
            "price-conflict" => (msg::staff_products::PRICE_CONFLICT, true),
            _ => return None,
        };
        let undo = self.undo().filter(|_| self.query.notice == "price");
        Some(StaffNotice { text: self.shop.messages.text(key), is_error, undo })
    }

    /// Takes the price back that was saved in a row.
    fn undo(&self) -> Option<UndoForm> {
        let saved: i64 = self.query.saved.parse().ok()?;
        let product: i64 = self.query.of.parse().ok()?;
        self.member.may(Permission::CatalogWrite).then(|| UndoForm {
            action: product_url(UNDO_URL, product),
            nonce: self.nonce.to_owned(),
            version: saved.to_string(),
        })
    }

    /// A notice stands in the row that it is about: the list may be long.
    fn row_notice(&self, id: &str) -> Option<StaffNotice> {
        (self.query.row == id).then(|| self.notice()).flatten()
    }

    /// All that match are chosen by the list's own address.
    fn bulk(&self) -> BulkChoice {
        let list = self.query.url(&[]);
        let list = list.split_once('?').map(|(_, query)| query.to_owned()).unwrap_or_default();
        let all = serde_urlencoded::to_string([("all", "1"), ("list", list.as_str())]).unwrap_or_default();
        BulkChoice {
            url: BULK_URL.to_owned(),
            all_url: format!("{BULK_URL}?{all}"),
            jobs_url: JOBS_URL.to_owned(),
            list,
        }
    }

    fn tabs(&self) -> Vec<ListTab> {
        let tab = |key, status: &str, stock: &str| ListTab {
            label: self.shop.messages.text(key),
            url: self.query.url(&[("status", status), ("stock", stock)]),
            is_current: self.query.status == status && self.query.stock == stock,
        };
        vec![
            tab(msg::staff_products::LIST_ALL, "", ""),
            tab(msg::staff_products::STATUS_PUBLISHED, "published", ""),
            tab(msg::staff_products::STATUS_DRAFT, "draft", ""),
            tab(msg::staff_products::STATUS_HIDDEN, "hidden", ""),
            tab(msg::staff_products::LIST_SOLD_OUT, "", "out"),
        ]
    }

    fn chips(&self, categories: &[Category]) -> Vec<LinkView> {
        let mut chips = Vec::new();
        if !self.query.s.is_empty() {
            chips.push(LinkView::new(format!("«{}»", self.query.s), self.query.url(&[("s", "")])));
        }
        let id: Option<i64> = self.query.category.parse().ok();
        if let Some(one) = categories.iter().find(|one| Some(one.id.0) == id) {
            chips.push(LinkView::new(&one.name, self.query.url(&[("category", "")])));
        }
        chips
    }

    fn quick(&self, pattern: &str, product: i64, label: kernel::Message) -> QuickForm {
        QuickForm {
            action: product_url(pattern, product),
            value: String::new(),
            version: String::new(),
            variation: String::new(),
            label: self.shop.messages.text(label),
        }
    }

    fn row(
        &self,
        row: &StaffRow,
        stock: Option<&edit::OnlineStock>,
        variations: Vec<VariationRow>,
    ) -> StaffProductRow {
        let text = |key| self.shop.messages.text(key);
        let phase = SalePhase::at(row.sale_minor, row.sale_from, row.sale_to, self.now);
        let is_simple = row.kind == ProductKind::Simple;
        let id = row.id.to_string();
        let is_unfolded = !variations.is_empty();
        let price_form = (is_simple && self.member.may(Permission::PricesWrite)).then(|| QuickForm {
            value: row.regular_minor.map(|minor| Money::from_minor(minor).to_decimal()).unwrap_or_default(),
            version: row.version.to_string(),
            ..self.quick(PRICE_URL, row.id, msg::staff_products::PRICE_OF.with("name", row.name.clone()))
        });
        let stock_form = (is_simple && may_set_stock(self.member)).then(|| QuickForm {
            value: stock.map_or_else(|| "0".to_owned(), |level| level.on_hand.to_string()),
            version: seen_stock(stock),
            ..self.quick(STOCK_URL, row.id, msg::staff_products::STOCK_OF.with("name", row.name.clone()))
        });
        let unfold = (row.variations > 0).then(|| {
            let count = kernel::Arg::from(row.variations);
            let label = if is_unfolded {
                text(msg::staff_products::FOLD)
            } else {
                self.shop.messages.text(msg::staff_products::UNFOLD.with("count", count))
            };
            let open = if is_unfolded { "" } else { id.as_str() };
            LinkView::new(
                label,
                format!("{}#p{id}", self.query.url(&[("open", open), ("after", &self.query.after)])),
            )
        });
        StaffProductRow {
            name: row.name.clone(),
            note: row.note.clone(),
            sku: row.sku.clone(),
            url: product_url(PRODUCT_URL, row.id),
            picture: row.picture.clone(),
            status: text(texts::status(row.status)),
            status_name: status_name(row.status),
            category: row.category.clone(),
            price: row.regular_minor.map(|minor| Money::from_minor(minor).format()).unwrap_or_default(),
            sale: row
                .sale_minor
                .filter(|_| phase == SalePhase::Running)
                .map(|minor| Money::from_minor(minor).format()),
            stock: row.available.to_string(),
            is_out: row.available.is_zero()
                && row.kind != ProductKind::External
                && row.kind != ProductKind::Bundle,
            price_form,
            stock_form,
            unfold,
            is_unfolded,
            variations,
            notice: self.row_notice(&id),
            id,
        }
    }

    fn variation(&self, one: &EditedVariation, stock: Option<&edit::OnlineStock>) -> VariationRow {
        let fields = &one.fields;
        let on_hand = stock.map_or_else(|| "0".to_owned(), |level| level.on_hand.to_string());
        let is_out = stock.is_none_or(|level| level.on_hand.as_units() <= level.reserved.as_units());
        let phase = SalePhase::at(fields.sale_minor, fields.sale_from, fields.sale_to, self.now);
        let variation = one.id.to_string();
        VariationRow {
            label: one.label.clone(),
            sku: fields.sku.clone(),
            price: Money::from_minor(fields.regular_minor).format(),
            sale: fields
                .sale_minor
                .filter(|_| phase == SalePhase::Running)
                .map(|minor| Money::from_minor(minor).format()),
            stock: on_hand.clone(),
            is_out,
            price_form: self.member.may(Permission::PricesWrite).then(|| QuickForm {
                value: Money::from_minor(fields.regular_minor).to_decimal(),
                version: one.version.to_string(),
                variation: variation.clone(),
                ..self.quick(
                    PRICE_URL,
                    one.product_id,
                    msg::staff_products::PRICE_OF.with("name", one.label.clone()),
                )
            }),
            stock_form: may_set_stock(self.member).then(|| QuickForm {
                value: on_hand,
                version: seen_stock(stock),
                variation: variation.clone(),
                ..self.quick(
                    STOCK_URL,
                    one.product_id,
                    msg::staff_products::STOCK_OF.with("name", one.label.clone()),
                )
            }),
            notice: self.row_notice(&variation),
            id: variation,
        }
    }
}
