//! The newest posts as RSS.

use chrono::{DateTime, Utc};
use edge::{AppError, PublicShop};
use kernel::msg;
use quick_xml::{
    Writer,
    events::{BytesDecl, BytesEnd, BytesStart, BytesText, Event},
};
use serde::Deserialize;

use crate::{
    rules::{Blocks, escape, excerpt},
    store::{self, Version},
    urls::{self, BLOG_URL, FEED_URL},
};

const POSTS: i64 = 20;
const EXCERPT_CHARS: usize = 300;

type XmlWriter = Writer<Vec<u8>>;

#[derive(Deserialize)]
struct ShopName {
    name: String,
}

pub async fn feed(shop: &PublicShop) -> Result<Vec<u8>, AppError> {
    let now = shop.clock.now();
    let about: Option<ShopName> = store::find_setting(&shop.db, "shop").await?;
    let name = about.map(|shop| shop.name).unwrap_or_default();
    let mut posts = Vec::new();
    for post in store::list_posts(&shop.db, None, now, 0, POSTS).await? {
        posts.extend(store::find_current_of(&shop.db, post.item_id, now).await?);
    }
    let title = format!("{name} | {}", shop.messages.text(msg::content::BLOG));
    write(&shop.origin, &title, &posts).map_err(|error| AppError::Unexpected(error.into()))
}

fn write(origin: &str, title: &str, posts: &[Version]) -> std::io::Result<Vec<u8>> {
    let mut xml = Writer::new(Vec::new());
    xml.write_event(Event::Decl(BytesDecl::new("1.0", Some("UTF-8"), None)))?;
    let rss = BytesStart::new("rss").with_attributes([
        ("version", "2.0"),
        ("xmlns:content", "http://purl.org/rss/1.0/modules/content/"),
        ("xmlns:atom", "http://www.w3.org/2005/Atom"),
        ("xmlns:dc", "http://purl.org/dc/elements/1.1/"),
    ]);
    xml.write_event(Event::Start(rss))?;
    xml.write_event(Event::Start(BytesStart::new("channel")))?;
    element(&mut xml, "title", title)?;
    element(&mut xml, "link", &format!("{origin}{BLOG_URL}"))?;
    element(&mut xml, "description", title)?;
    element(&mut xml, "language", "ar")?;
    let own = format!("{origin}{FEED_URL}");
    xml.create_element("atom:link")
        .with_attributes([("href", own.as_str()), ("rel", "self"), ("type", "application/rss+xml")])
        .write_empty()?;
    for post in posts {
        xml.create_element("item").write_inner_content(|xml| write_post(xml, origin, post))?;
    }
    xml.write_event(Event::End(BytesEnd::new("channel")))?;
    xml.write_event(Event::End(BytesEnd::new("rss")))?;
    Ok(xml.into_inner())
}

fn write_post(xml: &mut XmlWriter, origin: &str, post: &Version) -> std::io::Result<()> {
    let link = format!("{origin}{}", encoded(&urls::item(&post.slug)));
    element(xml, "title", &post.title)?;
    element(xml, "link", &link)?;
    xml.create_element("guid")
        .with_attribute(("isPermaLink", "false"))
        .write_text_content(BytesText::new(&format!("{origin}/?p={}", post.item_id)))?;
    let published: Option<DateTime<Utc>> = post.published_at.or(post.valid_from);
    if let Some(published) = published {
        element(xml, "pubDate", &published.to_rfc2822())?;
    }
    if !post.author.is_empty() {
        element(xml, "dc:creator", &post.author)?;
    }
    let short = if post.lead.is_empty() { &post.plain } else { &post.lead };
    element(xml, "description", &escape(&excerpt(short, EXCERPT_CHARS)))?;
    element(xml, "content:encoded", &body(origin, &post.blocks))
}

fn body(origin: &str, blocks: &Blocks) -> String {
    blocks.iter().map(|block| block.to_html(origin)).collect()
}

/// Text is escaped, and control characters, which XML cannot represent, are dropped.
fn element(xml: &mut XmlWriter, name: &str, text: &str) -> std::io::Result<()> {
    let text: String = text.chars().filter(|c| !c.is_control() || matches!(c, '\n' | '\t')).collect();
    xml.create_element(name).write_text_content(BytesText::new(&text))?;
    Ok(())
}

/// Percent-encodes a path: addresses in feeds are ASCII.
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
