//! HTML of staff that tries to run, load or imitate something is inert everywhere.

use super::*;

/// What no page, feed or email may contain.
const FORBIDDEN: [&str; 12] = [
    "alert(1)",
    "javascript:",
    "onerror=",
    "onclick=",
    "<iframe",
    "evil.example",
    "position:fixed",
    "FORGED",
    "<svg onload",
    "<base",
    "http-equiv=\"refresh\"",
    "itemprop=\"price\"",
];

const HOSTILE: &str = r#"<p onclick="alert(1)" style="position:fixed">قبل</p><script>alert(1)</script>
<script type="application/ld+json">{"@type":"Product","name":"FORGED"}</script>
<style>@import "https://evil.example/x.css"; body{position:fixed}</style><iframe src="https://evil.example/"></iframe>
<a href="javascript:alert(1)">رابط</a><a href="java&#10;script:alert(1)">رابط</a><img src="https://evil.example/x.png" onerror="alert(1)">
<svg onload="alert(1)"><a xlink:href="javascript:alert(1)">x</a></svg><math><mi xlink:href="javascript:alert(1)">x</mi></math>
<base href="https://evil.example/"><meta http-equiv="refresh" content="0"><form action="https://evil.example/"><input name="card"></form>
<div itemscope itemtype="https://schema.org/Product"><span itemprop="price">ثمن</span></div><body-slot></body-slot><p>بعد</p>"#;

fn assert_inert(html: &str, place: &str) {
    // The shop's own scripts and styles do not contain these words.
    for part in FORBIDDEN {
        assert!(!html.contains(part), "{place} contains {part}");
    }
}

/// Hostile in every field, in the database already, as if an import or another program had written it.
async fn store_hostile(shop: &TestShop, kind: ItemKind, slug: &str) {
    let now = shop.clock().now();
    let id = put(shop, &draft(kind, slug, "عنوان", Vec::new()), Some(now)).await;
    let blocks = json!([
        { "kind": "text", "html": HOSTILE },
        { "kind": "heading", "level": 2, "text": "</h2><script>alert(1)</script>" },
        { "kind": "tabs", "label": "\"><script>alert(1)</script>", "tabs": [{ "title": "<img src=x onerror=alert(1)>", "html": HOSTILE }] },
        { "kind": "button", "label": "زرّ", "url": "javascript:alert(1)", "isPrimary": true },
        { "kind": "picture", "name": "https://evil.example/x.png", "alt": "x" },
    ]);
    sqlx::query(
        "update content_versions set blocks = $2, title = $3, lead = $4, plain = $4 where item_id = $1",
    )
    .bind(id)
    .bind(blocks)
    .bind("عنوان </title></script><script>alert(1)</script>")
    .bind("مقدّمة <script>alert(1)</script>]]>")
    .execute(&shop.db)
    .await
    .expect("stored");
}

/// The parts of a document that a browser would run or obey, with the texts that it only shows taken out.
fn active(html: &str) -> String {
    html.replace("&lt;", "\u{2039}").replace("&gt;", "\u{203a}")
}

#[tokio::test]
async fn stored_html_is_inert_in_pages_posts_lists_and_feeds() {
    let shop = open().await;
    store_hostile(&shop, ItemKind::Page, "evil-page").await;
    store_hostile(&shop, ItemKind::Post, "evil-post").await;
    let guest = shop.shopper();
    for path in ["/ar/evil-page/", "/ar/evil-post/", "/ar/blog/", "/ar/feed/"] {
        let answer = guest.get(path).await;
        assert_eq!(answer.status, StatusCode::OK, "{path}");
        let html = answer.text();
        assert!(html.contains("عنوان"), "{path}");
        // Escaped text is shown, not run: what is left has no element or attribute of it.
        let html = active(&html);
        for part in [
            "<script>alert",
            "<script>\u{2039}",
            "<img src=x",
            "href=\"javascript",
            "<iframe",
            "<base",
            "FORGED",
            "evil.example",
            "position:fixed",
            "<svg onload",
            "http-equiv=\"refresh\"",
        ] {
            assert!(!html.contains(part), "{path} contains {part}");
        }
    }
    let html = guest.get("/ar/evil-post/").await.text();
    assert!(html.contains("قبل") && html.contains("بعد"), "the harmless text stays");
    let data: Vec<&str> = html
        .split("<script type=\"application/ld+json\"")
        .skip(1)
        .map(|rest| rest.split("</script>").next().unwrap_or_default())
        .collect();
    assert!(!data.is_empty(), "the post describes itself");
    for one in data {
        let json = one.split_once('>').map(|(_, json)| json).expect("a document");
        let value: serde_json::Value = serde_json::from_str(json).expect("the structured data is whole");
        assert_ne!(value["@type"], "Product");
    }
}

/// The editor stores only what is allowed.
#[tokio::test]
async fn the_editor_cleans_before_it_stores() {
    let shop = open().await;
    shop.staff("noura@example.com", false).await;
    let noura = crate::orders::staff_in(&shop, "noura@example.com").await;
    let fields = [("title", "صفحة"), ("slug", "safe"), ("block-0-html", HOSTILE), ("do", "publish")];
    let saved = noura.submit(&format!("{EDIT}?kind=page"), EDIT, &fields).await;
    assert_eq!(saved.status, StatusCode::SEE_OTHER, "{}", saved.visible_text());
    let stored: serde_json::Value = sqlx::query_scalar("select blocks from content_versions")
        .fetch_one(&shop.db)
        .await
        .expect("a version");
    let html = stored[0]["html"].as_str().expect("HTML");
    assert_inert(html, "the database");
    assert!(html.contains("<p>قبل</p>") && html.contains("<p>بعد</p>"), "{html}");
    let page = shop.shopper().get("/ar/safe/").await.text();
    assert!(page.contains("<p>قبل</p>"));
    // The empty editor has a text; the button is the second block.
    let button = [
        ("title", "صفحة"),
        ("slug", "safe-2"),
        ("block-0-html", "<p>x</p>"),
        ("block-1-kind", "button"),
        ("block-1-label", "زرّ"),
        ("block-1-url", "javascript:alert(1)"),
        ("do", "publish"),
    ];
    let refused = noura.submit(&format!("{EDIT}?kind=page"), EDIT, &button).await;
    assert_eq!(refused.status, StatusCode::UNPROCESSABLE_ENTITY);
    assert_eq!(shop.shopper().get("/ar/safe-2/").await.status, StatusCode::NOT_FOUND);
}

/// Emails get the texts of blocks by the same way as feeds.
#[test]
fn a_block_in_an_email_is_inert() {
    let blocks: Vec<Block> = serde_json::from_value(json!([
        { "kind": "text", "html": HOSTILE },
        { "kind": "tabs", "label": "x", "tabs": [{ "title": "<script>alert(1)</script>", "html": HOSTILE }] },
        { "kind": "button", "label": "زرّ", "url": "javascript:alert(1)" },
    ]))
    .expect("blocks");
    let html: String = blocks.iter().map(|block| block.to_html("https://shop.example")).collect();
    let html = html.replace("&lt;script&gt;alert(1)&lt;/script&gt;", "");
    assert_inert(&html, "an email");
    assert!(html.contains("<p>بعد</p>"));
}

/// A comment is plain text, whatever it looks like.
#[tokio::test]
async fn a_comment_is_shown_as_text() {
    let shop = open().await;
    let coffee = post(&shop, "coffee", "القهوة").await;
    comment(&shop, coffee, None, "<b>غادة</b>", "<script>alert(1)</script><img src=x onerror=alert(1)>")
        .await;
    let html = shop.shopper().get("/ar/coffee/").await.text();
    assert!(
        html.contains("&lt;script&gt;alert(1)&lt;/script&gt;")
            || html.contains("&lt;script>alert(1)&lt;/script>")
    );
    assert!(
        !html.contains("<script>alert(1)") && !html.contains("<img src=x") && !html.contains("<b>غادة</b>")
    );
}
