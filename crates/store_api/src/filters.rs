//! Filters and orders of the product list, read from the query.

use std::collections::BTreeMap;

use catalog::{
    ProductKind,
    rules::selection::{Membership, Selection, SelectionSort},
    service::{self, full},
};
use edge::{AppError, PageRequest, PublicShop};
use kernel::{Money, msg};

use crate::{
    envelope::invalid_param,
    params::{boolean, integer, integers, list, moment, one_of},
    view::product::taxonomy,
};

/// A search is filtered among this many of its best results.
const MAX_SEARCHED: i64 = 1_000;
/// As in the search box.
const MAX_SEARCH_CHARACTERS: usize = 100;
/// No request filters by more attributes.
const MAX_ATTRIBUTES: usize = 12;

/// What a list of products shows.
pub enum Wanted {
    Products(Box<Selection>),
    Variations(full::VariationFilter),
    /// No product can match.
    Nothing,
}

#[derive(Clone, Copy, PartialEq)]
enum Kind {
    Of(ProductKind),
    Grouped,
    Variation,
}

#[derive(Clone, Copy, PartialEq)]
enum Operator {
    In,
    NotIn,
    And,
}

const OPERATORS: &[(&str, Operator)] =
    &[("in", Operator::In), ("not_in", Operator::NotIn), ("and", Operator::And)];

const ORDERS: &[(&str, SelectionSort)] = &[
    ("date", SelectionSort::Id),
    ("modified", SelectionSort::Modified),
    ("id", SelectionSort::Id),
    ("include", SelectionSort::Included),
    ("title", SelectionSort::Name),
    ("slug", SelectionSort::Slug),
    ("price", SelectionSort::Price),
    ("popularity", SelectionSort::Popularity),
    ("rating", SelectionSort::Rating),
    ("menu_order", SelectionSort::Arranged),
    ("comment_count", SelectionSort::Reviews),
];

/// Reads all filters. Names of categories, tags, brands and attribute values are looked up.
pub async fn read(shop: &PublicShop, request: &PageRequest) -> Result<Wanted, AppError> {
    let kind = one_of(
        request,
        "type",
        &[
            ("simple", Kind::Of(ProductKind::Simple)),
            ("grouped", Kind::Grouped),
            ("external", Kind::Of(ProductKind::External)),
            ("variable", Kind::Of(ProductKind::Variable)),
            ("variation", Kind::Variation),
            ("bundle", Kind::Of(ProductKind::Bundle)),
        ],
    )?;
    let is_descending = is_descending(request)?;
    let include = integers(request, "include")?;
    let include = (!include.is_empty()).then_some(include);
    let exclude = integers(request, "exclude")?;
    let skus: Vec<String> = texts(request, "sku");
    let parents = integers(request, "parent")?;
    let excluded_parents = integers(request, "parent_exclude")?;
    let visibility = one_of(
        request,
        "catalog_visibility",
        &[("any", true), ("visible", true), ("catalog", true), ("search", true), ("hidden", false)],
    )?;
    let mut selection = selection(shop, request).await?;
    if kind == Some(Kind::Variation) {
        return Ok(Wanted::Variations(full::VariationFilter {
            parents,
            excluded_parents,
            include,
            exclude,
            skus,
            is_descending,
        }));
    }
    // Hidden products are in no list; only a variation has a parent, and there are no grouped products.
    if visibility == Some(false) || !parents.is_empty() || kind == Some(Kind::Grouped) {
        return Ok(Wanted::Nothing);
    }
    selection.kind = match kind {
        Some(Kind::Of(kind)) => Some(kind),
        _ => None,
    };
    selection.include = include;
    selection.exclude = exclude;
    selection.skus = skus;
    selection.is_descending = is_descending;
    match search(shop, request, &mut selection).await? {
        true => Ok(Wanted::Products(Box::new(selection))),
        false => Ok(Wanted::Nothing),
    }
}

pub fn is_descending(request: &PageRequest) -> Result<bool, AppError> {
    Ok(one_of(request, "order", &[("desc", true), ("asc", false)])?.unwrap_or(true))
}

fn texts(request: &PageRequest, name: &str) -> Vec<String> {
    list(request, name).into_iter().map(str::to_owned).collect()
}

async fn selection(shop: &PublicShop, request: &PageRequest) -> Result<Selection, AppError> {
    let price = |name| -> Result<Option<Money>, AppError> {
        let invalid = |_| invalid_param(name, msg::store_api::PARAM_PRICE);
        Ok(integer(request, name, 0, i64::MAX).map_err(invalid)?.map(Money::from_minor))
    };
    let (price_from, price_to) = (price("min_price")?, price("max_price")?);
    let by_modified = one_of(
        request,
        "date_column",
        &[("date", false), ("date_gmt", false), ("modified", true), ("modified_gmt", true)],
    )?;
    let (term_groups, excluded_terms) = attribute_terms(shop, request).await?;
    Ok(Selection {
        slugs: texts(request, "slug"),
        is_featured: boolean(request, "featured")?,
        is_on_sale: boolean(request, "on_sale")?,
        is_in_stock: stock(request)?,
        price_from,
        price_to,
        categories: categories(shop, request).await?,
        tags: tags(shop, request).await?,
        brands: brands(shop, request).await?,
        term_groups,
        excluded_terms,
        ratings: ratings(request)?,
        after: moment(request, "after")?,
        before: moment(request, "before")?,
        by_modified: by_modified.unwrap_or(false),
        sort: one_of(request, "orderby", ORDERS)?.unwrap_or_default(),
        ..Selection::default()
    })
}

/// Limits the selection to the results of a search. Returns false if there are none. Without another order the best
/// results come first.
async fn search(
    shop: &PublicShop,
    request: &PageRequest,
    selection: &mut Selection,
) -> Result<bool, AppError> {
    let Some(words) = request.query("search") else { return Ok(true) };
    let words = kernel::text::clean(words, MAX_SEARCH_CHARACTERS);
    let tags = [search::MEANINGS_TAG.to_owned()];
    let meanings = shop.settings.part(String::new(), &tags, search::load_meanings(&shop.db)).await?;
    let found = search::Search::new(&shop.db, &meanings).find(&words, 0, MAX_SEARCHED).await?;
    let ids = found.products.iter().map(|id| id.0);
    let ids: Vec<i64> = match selection.include.take() {
        Some(included) => ids.filter(|id| included.contains(id)).collect(),
        None => ids.collect(),
    };
    if request.query("orderby").is_none() {
        selection.sort = SelectionSort::Included;
    }
    let is_found = !ids.is_empty();
    selection.include = Some(ids);
    Ok(is_found)
}

/// Both kinds of stock together are no condition, and nothing is on backorder.
fn stock(request: &PageRequest) -> Result<Option<bool>, AppError> {
    let wanted = list(request, "stock_status");
    let known = ["instock", "outofstock", "onbackorder"];
    if wanted.iter().any(|one| !known.contains(one)) {
        return Err(invalid_param(
            "stock_status",
            msg::store_api::PARAM_ONE_OF.with("values", known.join(", ")),
        ));
    }
    let (has, lacks) = (wanted.contains(&"instock"), wanted.contains(&"outofstock"));
    Ok(if has == lacks { None } else { Some(has) })
}

fn ratings(request: &PageRequest) -> Result<Vec<i32>, AppError> {
    let range = || crate::params::out_of_range("rating", 1, 5);
    let stars =
        integers(request, "rating")?.into_iter().map(|stars| i32::try_from(stars).map_err(|_| range()));
    let stars: Vec<i32> = stars.collect::<Result<_, _>>()?;
    if stars.iter().all(|stars| (1..=5).contains(stars)) { Ok(stars) } else { Err(range()) }
}

/// A name that does not exist matches nothing: it becomes this id.
const UNKNOWN: i64 = -1;

fn membership<T>(operator: Operator, values: Vec<T>) -> Membership<T> {
    match operator {
        Operator::In => Membership { any: values, ..Membership::default() },
        Operator::And => Membership { all: values, ..Membership::default() },
        Operator::NotIn => Membership { none: values, ..Membership::default() },
    }
}

fn operator(request: &PageRequest, name: &str) -> Result<Operator, AppError> {
    Ok(one_of(request, name, OPERATORS)?.unwrap_or(Operator::In))
}

/// Categories by id or slug. A category includes those below it.
async fn categories(shop: &PublicShop, request: &PageRequest) -> Result<Membership<i64>, AppError> {
    let operator = operator(request, "category_operator")?;
    let wanted = list(request, "category");
    if wanted.is_empty() {
        return Ok(Membership::default());
    }
    let known = service::categories(&shop.db).await?;
    let id = |text: &str| {
        let number: Option<i64> = text.parse().ok();
        let found = known.iter().find(|category| {
            Some(category.id.0) == number
                || category.path == text
                || category.path.rsplit('/').next() == Some(text)
        });
        found.map_or(UNKNOWN, |category| category.id.0)
    };
    Ok(membership(operator, wanted.into_iter().map(id).collect()))
}

async fn tags(shop: &PublicShop, request: &PageRequest) -> Result<Membership<String>, AppError> {
    let operator = operator(request, "tag_operator")?;
    let wanted = list(request, "tag");
    if wanted.iter().all(|text| text.parse::<i64>().is_err()) {
        return Ok(membership(operator, wanted.into_iter().map(str::to_owned).collect()));
    }
    let known = full::tags(&shop.db).await?;
    let name = |text: &str| {
        let number: Option<i64> = text.parse().ok();
        known
            .iter()
            .find(|tag| Some(tag.id) == number)
            .map_or_else(|| text.to_owned(), |tag| tag.name.clone())
    };
    Ok(membership(operator, wanted.into_iter().map(name).collect()))
}

async fn brands(shop: &PublicShop, request: &PageRequest) -> Result<Membership<i64>, AppError> {
    let operator = operator(request, "brand_operator")?;
    let wanted = list(request, "brand");
    if wanted.is_empty() {
        return Ok(Membership::default());
    }
    let known = full::brands(&shop.db).await?;
    let id = |text: &str| {
        let number: Option<i64> = text.parse().ok();
        let found = known.iter().find(|brand| Some(brand.id) == number || brand.name == text);
        found.map_or(UNKNOWN, |brand| brand.id)
    };
    let ids: Vec<i64> = wanted.into_iter().map(id).collect();
    // A product has one brand: all of several is none.
    Ok(match operator {
        Operator::And if ids.len() > 1 => membership(Operator::In, vec![UNKNOWN]),
        Operator::And => membership(Operator::In, ids),
        operator => membership(operator, ids),
    })
}

/// One entry of `attributes[0][attribute]`, `attributes[0][term_id]`, `attributes[0][slug]`, `attributes[0][operator]`.
#[derive(Default)]
struct AttributeFilter<'r> {
    attribute: &'r str,
    term_ids: Vec<&'r str>,
    slugs: Vec<&'r str>,
    operator: &'r str,
}

fn attribute_filters(request: &PageRequest) -> Result<Vec<AttributeFilter<'_>>, AppError> {
    let mut filters: BTreeMap<&str, AttributeFilter<'_>> = BTreeMap::new();
    for (name, value) in request.queries() {
        let Some((index, field)) = name.strip_prefix("attributes[").and_then(|rest| rest.split_once("]["))
        else {
            continue;
        };
        let filter = filters.entry(index).or_default();
        let values = || value.split(',').filter(|one| !one.is_empty()).collect();
        match field.trim_end_matches(']') {
            "attribute" => filter.attribute = value,
            "term_id" => filter.term_ids = values(),
            "slug" => filter.slugs = values(),
            "operator" => filter.operator = value,
            _ => {}
        }
    }
    if filters.len() > MAX_ATTRIBUTES {
        let max = i64::try_from(MAX_ATTRIBUTES).unwrap_or(i64::MAX);
        return Err(crate::params::out_of_range("attributes", 0, max));
    }
    Ok(filters.into_values().collect())
}

/// A value that no product has.
const NO_TERM: i32 = i32::MAX;

/// Groups of values of which products must have one each, and values that they must not have.
async fn attribute_terms(
    shop: &PublicShop,
    request: &PageRequest,
) -> Result<(Vec<Vec<i32>>, Vec<i32>), AppError> {
    let filters = attribute_filters(request)?;
    let is_any = one_of(request, "attribute_relation", &[("in", true), ("and", false)])?.unwrap_or(false);
    if filters.is_empty() {
        return Ok((Vec::new(), Vec::new()));
    }
    let attributes = full::attributes(&shop.db).await?;
    let ids: Vec<i32> = attributes.iter().map(|attribute| attribute.id).collect();
    let values = full::attribute_values(&shop.db, &ids).await?;
    let (mut groups, mut excluded) = (Vec::new(), Vec::new());
    for filter in filters {
        let wanted = taxonomy(filter.attribute);
        let attribute = attributes.iter().find(|one| taxonomy(&one.name) == wanted).map(|one| one.id);
        let own = values.iter().filter(|one| Some(one.attribute_id) == attribute);
        let wanted = |value: &&full::ValueRow| {
            filter.slugs.contains(&value.value.as_str())
                || filter.term_ids.iter().any(|id| id.parse() == Ok(value.id))
        };
        let terms: Vec<i32> = own.filter(wanted).map(|value| value.id).collect();
        match filter.operator {
            "" | "in" => groups.push(if terms.is_empty() { vec![NO_TERM] } else { terms }),
            "and" => groups.extend(terms.into_iter().map(|term| vec![term])),
            "not_in" => excluded.extend(terms),
            _ => {
                let values = "in, and, not_in".to_owned();
                return Err(invalid_param("attributes", msg::store_api::PARAM_ONE_OF.with("values", values)));
            }
        }
    }
    if is_any && groups.len() > 1 {
        groups = vec![groups.concat()];
    }
    Ok((groups, excluded))
}
