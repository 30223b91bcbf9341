//! The blocks of a page with everything they show.

use std::{collections::HashMap, pin::Pin, sync::Arc};

use async_trait::async_trait;
use catalog::PictureView;
use chrono::{DateTime, Utc};
use edge::{AppError, PublicShop};

use crate::{
    rules::Block,
    view::{BlockView, ContactWayView, EditorOption, FigureView, GalleryBlockView, PersonView, TabView},
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

/// A form in a page.
#[derive(Debug, Clone)]
pub struct FormRequest {
    pub name: String,
    /// Address of the page: where the form is sent.
    pub page_url: String,
    /// Place of the block in the page.
    pub index: usize,
    /// Staff look at a page that is not public: nothing can be sent.
    pub is_preview: bool,
}

pub struct LoadedForm {
    /// An `EnquiryFormView`.
    pub view: serde_json::Value,
    pub tags: Vec<String>,
}

impl LoadedForm {
    pub fn new(view: &impl serde::Serialize, tag: String) -> Self {
        Self { view: serde_json::to_value(view).unwrap_or_default(), tags: vec![tag] }
    }
}

/// Where the forms of blocks come from: `enquiries`, which depends on this crate.
#[async_trait]
pub trait FormSource: Send + Sync {
    /// `None`: there is no such form.
    async fn load(&self, shop: &PublicShop, request: &FormRequest) -> Result<Option<LoadedForm>, AppError>;

    /// The forms that a block may show.
    async fn list(&self, shop: &PublicShop) -> Result<Vec<EditorOption>, AppError>;
}

/// What blocks show besides the text of staff.
#[derive(Clone)]
pub struct BlockSources {
    pub rows: ProductRows,
    pub forms: Arc<dyn FormSource>,
}

/// The page that shows blocks.
#[derive(Debug, Clone, Copy)]
pub struct BlockPage<'a> {
    pub url: &'a str,
    /// Name of a further picture.
    pub hero: &'a str,
    pub is_preview: bool,
}

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

/// Loads the blocks of a page. A block whose picture, products, reviews or form do not exist is left out.
pub async fn load(
    shop: &PublicShop,
    sources: &BlockSources,
    blocks: &[Block],
    page: BlockPage<'_>,
) -> Result<LoadedBlocks, AppError> {
    let names: Vec<String> = blocks
        .iter()
        .flat_map(Block::pictures)
        .cloned()
        .chain(Some(page.hero.to_owned()).filter(|name| !name.is_empty()))
        .collect();
    let mut loaded = LoadedBlocks::default();
    if !names.is_empty() {
        loaded.pictures = catalog::service::pictures(&shop.db, &names).await?;
    }
    for (index, block) in blocks.iter().enumerate() {
        if let Some(view) = load_block(shop, sources, page, (index, block), &mut loaded).await? {
            loaded.views.push(view);
        }
    }
    Ok(loaded)
}

async fn load_block(
    shop: &PublicShop,
    sources: &BlockSources,
    page: BlockPage<'_>,
    (index, block): (usize, &Block),
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
            let row = (sources.rows)(shop.clone(), choice).await?;
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
        Block::Figures { label, figures } => Some(BlockView::Figures {
            label: label.clone(),
            figures: figures
                .iter()
                .map(|one| FigureView { value: one.value.clone(), text: one.text.clone() })
                .collect(),
        }),
        Block::People { label, people } => Some(BlockView::People {
            label: label.clone(),
            people: people
                .iter()
                .map(|one| PersonView { name: one.name.clone(), title: one.title(), text: one.text.clone() })
                .collect(),
        }),
        Block::Button { label, url, is_primary } => Some(BlockView::Button {
            label: label.clone(),
            url: url.as_str().to_owned(),
            is_primary: *is_primary,
        }),
        Block::Contacts { label, ways } => Some(BlockView::Contacts {
            label: label.clone(),
            ways: ways
                .iter()
                .map(|way| ContactWayView {
                    icon: way.icon.name().to_owned(),
                    title: way.title.clone(),
                    note: way.note.clone(),
                    url: Some(way.url.as_str().to_owned()).filter(|url| !url.is_empty()),
                    detail: way.detail.clone(),
                })
                .collect(),
        }),
        Block::Form { name } => {
            let request = FormRequest {
                name: name.clone(),
                page_url: page.url.to_owned(),
                index,
                is_preview: page.is_preview,
            };
            sources.forms.load(shop, &request).await?.map(|form| {
                loaded.tags.extend(form.tags);
                BlockView::Form { form: form.view }
            })
        }
    })
}
