//! The home page.

use std::collections::HashMap;

use catalog::{Card, Category, PictureView, rules::listing::Sort, service};
use edge::{
    AppError, Page, PageRequest, PublicShop,
    view::{LinkView, PageHead},
};
use kernel::msg;
use serde::{Deserialize, Serialize};

use super::{
    card, category_url, listing,
    price_calculator::PriceCalculator,
    view::{CategoryTile, HeroView, HomePageView, ProductRowView, PromiseView, StoryView},
};
use crate::{server::layout::ShopSettings, store::find_setting};

/// Content of the home page, set by the owner.
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
    pub story_link: String,
    pub story_url: String,
    pub promises: Vec<PromiseView>,
}

/// The cache tag of the home page: its own pictures, and those of categories.
const TAG: &str = "home";

/// The sales that the home page shows: fewer are no row.
const MIN_OFFERS: usize = 2;
const MAX_OFFERS: i64 = 8;

pub async fn render(shop: PublicShop, request: PageRequest) -> Result<Page, AppError> {
    // The search has always had this URL.
    if request.query("s").is_some() {
        return listing::render_shop(shop, request).await;
    }
    let home: HomeSettings = find_setting(&shop.db, "home").await?.unwrap_or_default();
    let about: ShopSettings = find_setting(&shop.db, "shop").await?.unwrap_or_default();
    let categories = service::categories(&shop.db).await?;
    let tops: Vec<_> = categories.iter().filter(|category| category.parent_id.is_none()).take(6).collect();
    let mut names: Vec<String> = tops.iter().filter_map(|category| category.picture.clone()).collect();
    names.extend([home.wide.clone(), home.narrow.clone(), home.story_picture.clone()]);
    let pictures = Pictures(service::pictures(&shop.db, &names).await?);
    let arranged = service::list_cards(&shop.db, None, Sort::Arranged, 8).await?;
    let newest = service::list_cards(&shop.db, None, Sort::Newest, 8).await?;
    let now = shop.clock.now();
    let ending = service::listing::list_ending_sales(&shop.db, now, MAX_OFFERS).await?;
    let ending = service::cards(&shop.db, &ending).await?;
    let calculator = PriceCalculator::load(&shop.settings, now).await?;
    let all = || arranged.iter().chain(&newest).chain(&ending);
    let calculator = calculator.with_bundles(&shop.db, all()).await?;
    let ratings = card::ratings(&shop.db, all()).await?;
    let row = |title, more_url: &str, cards: &[Card]| ProductRowView {
        title: shop.messages.text(title),
        more_url: Some(more_url.to_owned()),
        cards: card::views(cards, &ratings, &calculator, shop.messages, false),
    };
    let offers = row(msg::catalog::ENDING_SOON, "/ar/shop/?on_sale=1", &ending);
    let view = HomePageView {
        hero: hero(&home, &pictures),
        categories: tops.into_iter().map(|category| tile(category, &pictures)).collect(),
        promises: home.promises.clone(),
        offers: (ending.len() >= MIN_OFFERS).then_some(offers),
        product_rows: vec![
            row(msg::catalog::MOST_WANTED, listing::SHOP_URL, &arranged),
            row(msg::catalog::NEWEST, "/ar/shop/?orderby=date", &newest),
        ],
        story: story(&home, &pictures),
        voices: reviews::service::slides(&shop).await?,
    };
    let cards: Vec<_> = all().cloned().collect();
    let tags = card::tags(&cards, &calculator).into_iter().chain([
        "catalog".to_owned(),
        TAG.to_owned(),
        reviews::service::PURGE_TAG.to_owned(),
    ]);
    let head = head(&shop, &home, &about);
    Ok(Page::new(head, &view).tagged(tags).changing_at(calculator.changes_after(&cards)))
}

/// The pictures of the page, by name.
struct Pictures(HashMap<String, PictureView>);

impl Pictures {
    fn view(&self, name: &str, alt: &str) -> PictureView {
        let found = self.0.get(name).cloned();
        found.map_or_else(|| PictureView::missing(alt), |picture| picture.with_alt(alt))
    }
}

fn hero(home: &HomeSettings, pictures: &Pictures) -> HeroView {
    HeroView {
        wide: pictures.view(&home.wide, &home.title),
        narrow: pictures.view(&home.narrow, &home.title),
        over: home.over.clone(),
        title: home.title.clone(),
        text: home.text.clone(),
        cta: LinkView::new(&home.cta_label, "/ar/shop/"),
        secondary: None,
    }
}

fn tile(category: &Category, pictures: &Pictures) -> CategoryTile {
    CategoryTile {
        name: category.name.clone(),
        url: category_url(&category.path),
        count: category.product_count,
        picture: pictures.view(category.picture.as_deref().unwrap_or_default(), ""),
    }
}

fn story(home: &HomeSettings, pictures: &Pictures) -> Option<StoryView> {
    (!home.story_title.is_empty()).then(|| StoryView {
        picture: pictures.view(&home.story_picture, ""),
        title: home.story_title.clone(),
        text: home.story_text.clone(),
        link: (!home.story_url.is_empty()).then(|| LinkView::new(&home.story_link, &home.story_url)),
    })
}

fn head(shop: &PublicShop, home: &HomeSettings, about: &ShopSettings) -> PageHead {
    let url = format!("{}/ar/", shop.origin);
    let store = serde_json::json!({
        "@context": "https://schema.org", "@type": "Store", "name": about.name, "url": url,
        "telephone": about.phone, "currenciesAccepted": kernel::Currency::shop().code,
    });
    PageHead {
        title: format!("{} | {}", home.title, about.name),
        description: if about.tagline.is_empty() { home.text.clone() } else { about.tagline.clone() },
        canonical_url: url,
        no_index: false,
        image_url: None,
        structured_data: vec![store.to_string()],
    }
}
