//! The front of the shop.

use catalog::{PictureView, listing::Sort, store};
use edge::{
    AppError, Page, PageRequest, PublicShop,
    view::{LinkView, PageHead},
};
use kernel::msg;
use serde::{Deserialize, Serialize};

use super::{
    card, category_url, listing,
    till::Till,
    view::{CategoryTile, HeroView, HomePageView, ProductRowView, StoryView},
};
use crate::layout::{ShopSettings, setting};

/// What the owner wrote for the home page.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct HomeSettings {
    pub over: String,
    pub title: String,
    pub text: String,
    pub cta_label: String,
    pub wide: String,
    pub narrow: String,
    pub story_title: String,
    pub story_text: String,
    pub story_picture: String,
}

pub async fn draw(shop: PublicShop, request: PageRequest) -> Result<Page, AppError> {
    // Where the shop's search always was.
    if request.query("s").is_some() {
        return listing::draw_shop(shop, request).await;
    }
    let home: HomeSettings = setting(&shop.db, "home").await?.unwrap_or_default();
    let about: ShopSettings = setting(&shop.db, "shop").await?.unwrap_or_default();
    let categories = store::categories(&shop.db).await?;
    let tops: Vec<_> = categories.iter().filter(|category| category.parent_id.is_none()).take(5).collect();
    let mut names: Vec<String> = tops.iter().filter_map(|category| category.picture.clone()).collect();
    names.extend([home.wide.clone(), home.narrow.clone(), home.story_picture.clone()]);
    let pictures = store::pictures(&shop.db, &names).await?;
    let picture = |name: &str, alt: &str| {
        pictures.get(name).cloned().map_or_else(|| PictureView::missing(alt), |picture| picture.with_alt(alt))
    };
    let wanted = store::shelf(&shop.db, None, Sort::Arranged, 8).await?;
    let newest = store::shelf(&shop.db, None, Sort::Newest, 8).await?;
    let till = Till::open(&shop.kept, shop.clock.now()).await?;
    let till = till.knowing(&shop.db, wanted.iter().chain(&newest)).await?;
    let text = |key| shop.messages.text(key);
    let view = HomePageView {
        hero: HeroView {
            wide: picture(&home.wide, &home.title),
            narrow: picture(&home.narrow, &home.title),
            over: home.over,
            title: home.title,
            text: home.text.clone(),
            cta: LinkView::new(home.cta_label, "/ar/shop/"),
            secondary: None,
        },
        categories: tops
            .iter()
            .map(|category| CategoryTile {
                name: category.name.clone(),
                url: category_url(&category.path),
                count: category.product_count,
                picture: picture(category.picture.as_deref().unwrap_or_default(), ""),
            })
            .collect(),
        shelves: vec![
            ProductRowView {
                title: text(msg::catalog::MOST_WANTED),
                more_url: Some("/ar/shop/".to_owned()),
                cards: card::views(&wanted, &till, shop.messages, false),
            },
            ProductRowView {
                title: text(msg::catalog::NEWEST),
                more_url: Some("/ar/shop/".to_owned()),
                cards: card::views(&newest, &till, shop.messages, false),
            },
        ],
        story: (!home.story_title.is_empty()).then(|| StoryView {
            picture: picture(&home.story_picture, ""),
            title: home.story_title,
            text: home.story_text,
            link: None,
        }),
    };
    let head = PageHead {
        title: format!("{} | {}", view.hero.title, about.name),
        description: if about.tagline.is_empty() { home.text } else { about.tagline.clone() },
        canonical_url: format!("{}/ar/", shop.origin),
        no_index: false,
        image_url: None,
        structured_data: vec![
            serde_json::json!({
                "@context": "https://schema.org", "@type": "Store", "name": about.name, "url": format!("{}/ar/", shop.origin),
                "telephone": about.phone, "currenciesAccepted": kernel::Money::CURRENCY.code,
            })
            .to_string(),
        ],
    };
    let cards: Vec<_> = wanted.into_iter().chain(newest).collect();
    let tags = card::tags(&cards, &till).into_iter().chain(["catalog".to_owned()]);
    Ok(Page::new(head, &view).tagged(tags).changing_at(till.changes_after(&cards)))
}
