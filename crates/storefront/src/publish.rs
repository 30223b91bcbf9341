//! What the shop publishes for search engines: its map, and a feed of its products. Made by a job, served as files.

use std::{fmt::Write, sync::Arc};

use catalog::publish::{self, Offered};
use chrono::{DateTime, Utc};
use kernel::Quantity;
use sqlx::PgPool;

use crate::{
    media::Media,
    pages::{category_url, till::Till},
};

/// A map may name 50,000 pages; products are parted by their ids, so a part hardly ever changes.
const IDS_A_MAP: i64 = 40_000;
/// Products of the feed that are held in memory at once.
const CHUNK: i64 = 1_000;
/// Where published files are kept among the stored ones.
pub const FOLDER: &str = "published";

pub async fn run(db: &PgPool, media: &Media, origin: &str, now: DateTime<Utc>) -> anyhow::Result<()> {
    maps(db, media, origin).await?;
    feed(db, media, origin, now).await
}

async fn maps(db: &PgPool, media: &Media, origin: &str) -> anyhow::Result<()> {
    let mut parts = vec!["pages".to_owned()];
    let mut pages = vec![(format!("{origin}/ar/"), None), (format!("{origin}/ar/shop/"), None)];
    for category in catalog::store::categories(db).await? {
        pages.push((format!("{origin}{}", encoded(&category_url(&category.path))), None));
    }
    media.put(&format!("{FOLDER}/sitemap-pages.xml"), map(&pages)).await?;
    let last = publish::last_id(db).await?;
    for part in 0..=last / IDS_A_MAP {
        let from = part * IDS_A_MAP;
        let pages: Vec<_> = publish::pages(db, from, from + IDS_A_MAP)
            .await?
            .into_iter()
            .map(|(slug, changed)| {
                (format!("{origin}{}", encoded(&cart::view::product_url(&slug))), Some(changed))
            })
            .collect();
        if !pages.is_empty() {
            parts.push(format!("products-{part}"));
            media.put(&format!("{FOLDER}/sitemap-products-{part}.xml"), map(&pages)).await?;
        }
    }
    let mut index = String::from(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<sitemapindex xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">\n",
    );
    for part in parts {
        let _ = writeln!(index, "<sitemap><loc>{origin}/sitemaps/sitemap-{part}.xml</loc></sitemap>");
    }
    index.push_str("</sitemapindex>\n");
    media.put(&format!("{FOLDER}/sitemap.xml"), index).await
}

fn map(pages: &[(String, Option<DateTime<Utc>>)]) -> String {
    let mut xml = String::from(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">\n",
    );
    for (address, changed) in pages {
        let _ = write!(xml, "<url><loc>{}</loc>", escaped(address));
        if let Some(changed) = changed {
            let _ = write!(xml, "<lastmod>{}</lastmod>", changed.format("%Y-%m-%d"));
        }
        xml.push_str("</url>\n");
    }
    xml.push_str("</urlset>\n");
    xml
}

async fn feed(db: &PgPool, media: &Media, origin: &str, now: DateTime<Utc>) -> anyhow::Result<()> {
    let shop: crate::layout::ShopSettings = crate::layout::setting(db, "shop").await?.unwrap_or_default();
    let mut xml = format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<rss version=\"2.0\" xmlns:g=\"http://base.google.com/ns/1.0\"><channel>\n\
         <title>{}</title><link>{origin}/ar/</link><description>{}</description>\n",
        escaped(&shop.name),
        escaped(&shop.tagline)
    );
    let rules = pricing::store::rules(&mut *db.acquire().await?).await?;
    let till = Till::with(rules.into(), Arc::default(), now);
    let mut after = 0;
    loop {
        let offered = publish::offered(db, after, CHUNK).await?;
        let Some(last) = offered.last() else { break };
        after = last.product_id.0;
        for one in &offered {
            xml.push_str(&item(one, origin, &till));
        }
    }
    xml.push_str("</channel></rss>\n");
    media.put(&format!("{FOLDER}/google.xml"), xml).await
}

fn item(one: &Offered, origin: &str, till: &Till) -> String {
    let mut xml = String::from("<item>");
    let price = till.price(&one.offer, &one.subject(), Quantity::ONE);
    let code = kernel::Money::CURRENCY.code;
    let mut put = |name: &str, value: &str| {
        if !value.is_empty() {
            let _ = write!(xml, "<g:{name}>{}</g:{name}>", escaped(value));
        }
    };
    let link = format!("{origin}{}", encoded(&cart::view::product_url(&one.slug)));
    put("id", &one.sku);
    put("title", &one.title);
    put("description", if one.description.is_empty() { &one.title } else { &one.description });
    put("link", &link);
    put("image_link", &one.picture.as_ref().map(|file| format!("{origin}{file}")).unwrap_or_default());
    put("availability", if one.is_available { "in_stock" } else { "out_of_stock" });
    put("price", &format!("{} {code}", one.offer.regular.to_decimal()));
    if price.regular.is_some() {
        put("sale_price", &format!("{} {code}", price.amount.to_decimal()));
    }
    put("brand", &one.brand);
    put("gtin", &one.gtin);
    put("mpn", &one.mpn);
    put("condition", "new");
    put("product_type", &one.category);
    put("item_group_id", &one.group.clone().unwrap_or_default());
    xml.push_str("</item>\n");
    xml
}

fn escaped(text: &str) -> String {
    text.chars()
        // XML knows no way to say a control character.
        .filter(|character| !character.is_control() || matches!(character, '\n' | '\t'))
        .fold(String::with_capacity(text.len()), |mut out, character| {
            match character {
                '&' => out.push_str("&amp;"),
                '<' => out.push_str("&lt;"),
                '>' => out.push_str("&gt;"),
                '"' => out.push_str("&quot;"),
                other => out.push(other),
            }
            out
        })
}

/// Addresses in a map are plain letters.
fn encoded(path: &str) -> String {
    const KEPT: &percent_encoding::AsciiSet = &percent_encoding::NON_ALPHANUMERIC
        .remove(b'/')
        .remove(b'-')
        .remove(b'_')
        .remove(b'.')
        .remove(b'~')
        .remove(b'%');
    percent_encoding::utf8_percent_encode(path, KEPT).to_string()
}
