//! The blocks of a page with everything they show.

use std::{collections::HashMap, pin::Pin, sync::Arc};

use catalog::PictureView;
use chrono::{DateTime, Utc};
use edge::{AppError, PublicShop};

use crate::{
    rules::Block,
    view::{BlockView, GalleryBlockView, TabView},
};

/// The products of a block: by SKU, or of a category.
#[derive(Debug, Clone)]
pub struct ProductChoice {
    pub title: String,
    pub skus: Vec<String>,
    pub category: String,
    pub count: u8,
}

/// A row of product cards.
pub struct LoadedRow {
    /// A `ProductRowView` of the storefront.
    pub view: serde_json::Value,
    pub tags: Vec<String>,
    /// When a price in it changes.
    pub changes_at: Option<DateTime<Utc>>,
}

/// Loads the row of a block; `None` if it has no product. The storefront supplies it because product cards are built there.
pub type ProductRows = Arc<
    dyn Fn(
            PublicShop,
            ProductChoice,
        ) -> Pin<Box<dyn Future<Output = Result<Option<LoadedRow>, AppError>> + Send>>
        + Send
        + Sync,
>;

/// The views of blocks, and what the page that shows them depends on.
#[derive(Default)]
pub struct LoadedBlocks {
    pub views: Vec<BlockView>,
    pub tags: Vec<String>,
    pub changes_at: Option<DateTime<Utc>>,
    /// Pictures by name, with those that were asked for besides.
    pub pictures: HashMap<String, PictureView>,
}

pub fn earlier(one: Option<DateTime<Utc>>, other: Option<DateTime<Utc>>) -> Option<DateTime<Utc>> {
    [one, other].into_iter().flatten().min()
}

/// Loads blocks. `hero` is the name of a further picture. A block whose picture, products or reviews do not exist is left
/// out.
pub async fn load(
    shop: &PublicShop,
    rows: &ProductRows,
    blocks: &[Block],
    hero: &str,
) -> Result<LoadedBlocks, AppError> {
    let names: Vec<String> = blocks
        .iter()
        .flat_map(Block::pictures)
        .cloned()
        .chain(Some(hero.to_owned()).filter(|name| !name.is_empty()))
        .collect();
    let mut loaded = LoadedBlocks::default();
    if !names.is_empty() {
        loaded.pictures = catalog::service::pictures(&shop.db, &names).await?;
    }
    for (index, block) in blocks.iter().enumerate() {
        if let Some(view) = load_block(shop, rows, block, index, &mut loaded).await? {
            loaded.views.push(view);
        }
    }
    Ok(loaded)
}

async fn load_block(
    shop: &PublicShop,
    rows: &ProductRows,
    block: &Block,
    index: usize,
    loaded: &mut LoadedBlocks,
) -> Result<Option<BlockView>, AppError> {
    Ok(match block {
        Block::Heading { level, text } => Some(BlockView::Heading {
            id: format!("section-{index}"),
            level: (*level).clamp(2, 4),
            text: text.clone(),
        }),
        Block::Text { html } => Some(BlockView::Text { html: html.as_str().to_owned() }),
        Block::Picture { name, alt, caption } => loaded.pictures.get(name).map(|picture| {
            BlockView::Picture { picture: picture.clone().with_alt(alt), caption: caption.clone() }
        }),
        Block::Gallery { label, names } => {
            let pictures: Vec<PictureView> = names
                .iter()
                .filter_map(|name| loaded.pictures.get(name))
                .map(|one| one.clone().with_alt(label))
                .collect();
            (!pictures.is_empty())
                .then(|| BlockView::Gallery(GalleryBlockView { label: label.clone(), pictures }))
        }
        Block::Products { title, skus, category, count } => {
            let choice = ProductChoice {
                title: title.clone(),
                skus: skus.clone(),
                category: category.clone(),
                count: *count,
            };
            let row = rows(shop.clone(), choice).await?;
            row.map(|row| {
                loaded.tags.extend(row.tags);
                loaded.changes_at = earlier(loaded.changes_at, row.changes_at);
                BlockView::Products { row: row.view }
            })
        }
        Block::ReviewsGrid {} => {
            loaded.tags.extend([reviews::service::PURGE_TAG.to_owned(), "media:review".to_owned()]);
            let grid = reviews::service::grid_view(shop, None).await?;
            Some(BlockView::ReviewsGrid { grid: Box::new(grid) })
        }
        Block::ReviewsSlider {} => {
            loaded.tags.extend([reviews::service::PURGE_TAG.to_owned(), "media:review".to_owned()]);
            reviews::service::slides(shop).await?.map(|slides| BlockView::ReviewsSlider { slides })
        }
        Block::Tabs { label, tabs } => Some(BlockView::Tabs {
            id: format!("tabs-{index}"),
            label: label.clone(),
            tabs: tabs
                .iter()
                .enumerate()
                .map(|(number, tab)| TabView {
                    id: format!("tab-{index}-{number}"),
                    title: tab.title.clone(),
                    html: tab.html.as_str().to_owned(),
                })
                .collect(),
        }),
        Block::Button { label, url, is_primary } => Some(BlockView::Button {
            label: label.clone(),
            url: url.as_str().to_owned(),
            is_primary: *is_primary,
        }),
    })
}
