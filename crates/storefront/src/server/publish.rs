//! Sitemaps and a product feed for search engines. Written by a job, served as files.

use std::{io, sync::Arc};

use catalog::service::export::{self, FeedItem};
use chrono::{DateTime, Utc};
use kernel::Quantity;
use quick_xml::{
    Writer,
    events::{BytesDecl, BytesEnd, BytesStart, BytesText, Event},
};
use reviews::urls::ALL_REVIEWS_URL;
use sqlx::PgPool;

use super::{layout::ShopSettings, media::Media};
use crate::{
    pages::{category_url, price_calculator::PriceCalculator},
    store,
};

/// A sitemap may contain 50,000 URLs. Products are split by id ranges, so a file rarely changes.
const IDS_PER_SITEMAP: i64 = 40_000;
/// Feed items that are held in memory at once.
const CHUNK: i64 = 1_000;
/// Folder of the published files in the media store.
pub const FOLDER: &str = "published";

const SITEMAP_NAMESPACE: &str = "http://www.sitemaps.org/schemas/sitemap/0.9";
const FEED_NAMESPACE: &str = "http://base.google.com/ns/1.0";

pub async fn run(db: &PgPool, media: &Media, origin: &str, now: DateTime<Utc>) -> anyhow::Result<()> {
    write_sitemaps(db, media, origin, now).await?;
    write_feed(db, media, origin, now).await
}

async fn write_sitemaps(db: &PgPool, media: &Media, origin: &str, now: DateTime<Utc>) -> anyhow::Result<()> {
    let mut parts = vec!["pages".to_owned()];
    let mut pages: Vec<_> =
        ["/ar/", "/ar/shop/", ALL_REVIEWS_URL].map(|path| (format!("{origin}{path}"), None)).into();
    for category in catalog::service::categories(db).await? {
        pages.push((format!("{origin}{}", encoded(&category_url(&category.path))), None));
    }
    media.put(&format!("{FOLDER}/sitemap-pages.xml"), sitemap(&pages)?).await?;
    let written = content::service::list_for_sitemap(db, now).await?;
    let mut pages = vec![(format!("{origin}{}", content::urls::BLOG_URL), None)];
    pages.extend(
        written.into_iter().map(|(slug, changed)| {
            (format!("{origin}{}", encoded(&content::urls::item(&slug))), Some(changed))
        }),
    );
    parts.push("content".to_owned());
    media.put(&format!("{FOLDER}/sitemap-content.xml"), sitemap(&pages)?).await?;
    let last = export::last_id(db).await?;
    for part in 0..=last / IDS_PER_SITEMAP {
        let from = part * IDS_PER_SITEMAP;
        let pages: Vec<_> = export::list_sitemap_entries(db, from, from + IDS_PER_SITEMAP)
            .await?
            .into_iter()
            .map(|entry| {
                let url = encoded(&cart::view::product_url(&entry.slug));
                (format!("{origin}{url}"), Some(entry.updated_at))
            })
            .collect();
        if !pages.is_empty() {
            parts.push(format!("products-{part}"));
            media.put(&format!("{FOLDER}/sitemap-products-{part}.xml"), sitemap(&pages)?).await?;
        }
    }
    media.put(&format!("{FOLDER}/sitemap.xml"), sitemap_index(origin, &parts)?).await
}

type XmlWriter = Writer<Vec<u8>>;

fn xml_document() -> io::Result<XmlWriter> {
    let mut xml = Writer::new(Vec::new());
    xml.write_event(Event::Decl(BytesDecl::new("1.0", Some("UTF-8"), None)))?;
    Ok(xml)
}

fn write_element(xml: &mut XmlWriter, name: &str, text: &str) -> io::Result<()> {
    xml.create_element(name).write_text_content(BytesText::new(&printable(text)))?;
    Ok(())
}

fn sitemap_index(origin: &str, parts: &[String]) -> io::Result<Vec<u8>> {
    let mut xml = xml_document()?;
    xml.create_element("sitemapindex").with_attribute(("xmlns", SITEMAP_NAMESPACE)).write_inner_content(
        |xml| {
            for part in parts {
                let address = format!("{origin}/sitemaps/sitemap-{part}.xml");
                xml.create_element("sitemap")
                    .write_inner_content(|xml| write_element(xml, "loc", &address))?;
            }
            Ok(())
        },
    )?;
    Ok(xml.into_inner())
}

fn sitemap(pages: &[(String, Option<DateTime<Utc>>)]) -> io::Result<Vec<u8>> {
    let mut xml = xml_document()?;
    xml.create_element("urlset").with_attribute(("xmlns", SITEMAP_NAMESPACE)).write_inner_content(|xml| {
        for (address, changed) in pages {
            xml.create_element("url").write_inner_content(|xml| {
                write_element(xml, "loc", address)?;
                match changed {
                    Some(changed) => write_element(xml, "lastmod", &changed.format("%Y-%m-%d").to_string()),
                    None => Ok(()),
                }
            })?;
        }
        Ok(())
    })?;
    Ok(xml.into_inner())
}

async fn write_feed(db: &PgPool, media: &Media, origin: &str, now: DateTime<Utc>) -> anyhow::Result<()> {
    let shop: ShopSettings = store::find_setting(db, "shop").await?.unwrap_or_default();
    let mut xml = xml_document()?;
    let rss = BytesStart::new("rss").with_attributes([("version", "2.0"), ("xmlns:g", FEED_NAMESPACE)]);
    xml.write_event(Event::Start(rss))?;
    xml.write_event(Event::Start(BytesStart::new("channel")))?;
    write_element(&mut xml, "title", &shop.name)?;
    write_element(&mut xml, "link", &format!("{origin}/ar/"))?;
    write_element(&mut xml, "description", &shop.tagline)?;
    let rules = pricing::service::load_rules(&mut *db.acquire().await?).await?;
    let calculator = PriceCalculator::new(rules.into(), Arc::default(), now);
    let mut after = 0;
    loop {
        let items = export::list_feed_items(db, after, CHUNK).await?;
        let Some(last) = items.last() else { break };
        after = last.product_id.0;
        for one in &items {
            xml.create_element("item")
                .write_inner_content(|xml| write_item(xml, one, origin, &calculator))?;
        }
    }
    xml.write_event(Event::End(BytesEnd::new("channel")))?;
    xml.write_event(Event::End(BytesEnd::new("rss")))?;
    media.put(&format!("{FOLDER}/google.xml"), xml.into_inner()).await
}

fn write_item(
    xml: &mut XmlWriter,
    one: &FeedItem,
    origin: &str,
    calculator: &PriceCalculator,
) -> io::Result<()> {
    let price = calculator.price(&one.offer, &one.subject(), Quantity::ONE);
    let code = kernel::Currency::shop().code;
    let mut put = |name: &str, value: &str| {
        if value.is_empty() { Ok(()) } else { write_element(xml, &format!("g:{name}"), value) }
    };
    let link = format!("{origin}{}", encoded(&cart::view::product_url(&one.slug)));
    put("id", &one.sku)?;
    put("title", &one.title)?;
    put("description", if one.description.is_empty() { &one.title } else { &one.description })?;
    put("link", &link)?;
    put("image_link", &one.picture.as_ref().map(|file| format!("{origin}{file}")).unwrap_or_default())?;
    put("availability", if one.is_available { "in_stock" } else { "out_of_stock" })?;
    put("price", &format!("{} {code}", one.offer.regular.to_decimal()))?;
    if price.regular.is_some() {
        put("sale_price", &format!("{} {code}", price.amount.to_decimal()))?;
    }
    put("brand", &one.brand)?;
    put("gtin", &one.gtin)?;
    put("mpn", &one.mpn)?;
    put("condition", "new")?;
    put("product_type", &one.category)?;
    put("item_group_id", &one.group.clone().unwrap_or_default())?;
    Ok(())
}

/// Drops control characters, which XML cannot represent.
fn printable(text: &str) -> String {
    text.chars().filter(|character| !character.is_control() || matches!(character, '\n' | '\t')).collect()
}

/// Percent-encodes a path, because sitemap URLs must be ASCII.
fn encoded(path: &str) -> String {
    const ESCAPED: &percent_encoding::AsciiSet = &percent_encoding::NON_ALPHANUMERIC
        .remove(b'/')
        .remove(b'-')
        .remove(b'_')
        .remove(b'.')
        .remove(b'~')
        .remove(b'%');
    percent_encoding::utf8_percent_encode(path, ESCAPED).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_escaped_and_stays_readable_as_xml() {
        let mut xml = xml_document().expect("writing to memory");
        let text = "a<b>&\"c'\u{0}\u{1f}\tعسل";
        xml.create_element("r")
            .write_inner_content(|xml| write_element(xml, "g:title", text))
            .expect("written");
        let xml = String::from_utf8(xml.into_inner()).expect("UTF-8");
        assert!(xml.starts_with("<?xml version=\"1.0\" encoding=\"UTF-8\"?>"), "{xml}");
        assert!(xml.contains("a&lt;b&gt;&amp;"), "{xml}");
        let content = xml.split("<g:title>").nth(1).and_then(|rest| rest.split("</g:title>").next());
        let back = quick_xml::escape::unescape(content.expect("an element")).expect("valid references");
        assert_eq!(back, "a<b>&\"c'\tعسل");
    }

    #[test]
    fn a_sitemap_lists_each_page_with_its_date() {
        let changed = DateTime::from_timestamp(1_700_000_000, 0);
        let pages =
            [("https://a.example/?a=1&b=2".to_owned(), None), ("https://a.example/b/".to_owned(), changed)];
        let xml = String::from_utf8(sitemap(&pages).expect("written")).expect("UTF-8");
        let body = xml.split("?>").nth(1).expect("a declaration").trim_start();
        assert_eq!(
            body,
            "<urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">\
             <url><loc>https://a.example/?a=1&amp;b=2</loc></url>\
             <url><loc>https://a.example/b/</loc><lastmod>2023-11-14</lastmod></url></urlset>"
        );
    }
}
