//! Public pages, the blog, the feed, redirects and the search.

use super::*;

#[tokio::test]
async fn a_page_shows_its_blocks_in_order() {
    let shop = open().await;
    let honey = shop.product("عسل سدر جبلي").make(&shop.db).await;
    let blocks = vec![
        Block::Heading { level: 2, text: "كيف نختار".to_owned() },
        text("<p>نتذوّق <strong>كل محصول</strong>.</p>"),
        Block::Products {
            title: "من مختاراتنا".to_owned(),
            skus: vec![honey.sku.clone()],
            category: String::new(),
            count: 4,
        },
        Block::Tabs {
            label: "مساعدة".to_owned(),
            tabs: vec![
                Tab { title: "الشحن".to_owned(), html: SafeHtml::clean("<p>خلال أيام</p>") },
                Tab { title: "الدفع".to_owned(), html: SafeHtml::clean("<p>بالبطاقة</p>") },
            ],
        },
        Block::Button {
            label: "تسوّق الآن".to_owned(),
            url: SafeUrl::parse("/ar/shop/").expect("an address"),
            is_primary: true,
        },
    ];
    let now = shop.clock().now();
    put(&shop, &draft(ItemKind::Page, "about", "حكاية الدكان", blocks), Some(now)).await;

    let page = shop.shopper().get("/ar/about/").await;

    assert_eq!(page.status, StatusCode::OK);
    assert!(page.header("cache-control").contains("public"), "{}", page.header("cache-control"));
    let html = page.text();
    let html = &html[html.find("<h1").expect("a title")..];
    let positions: Vec<_> =
        ["<h1", "كيف نختار", "<strong>كل محصول</strong>", "عسل سدر جبلي", "خلال أيام", "تسوّق الآن"]
            .iter()
            .map(|part| html.find(part).unwrap_or_else(|| panic!("{part}")))
            .collect();
    assert!(positions.is_sorted(), "{positions:?}");
    assert!(html.contains("بالبطاقة"), "all tabs are in the page");
    assert!(page.header("cache-tag").contains(&format!("product:{}", honey.id)));
    assert_eq!(shop.shopper().get("/ar/about/?cpage=2").await.status, StatusCode::NOT_FOUND);
}

/// Each kind of address keeps its own page: a slug is one part of a path, and the shop's own pages win.
#[tokio::test]
async fn a_page_never_takes_the_address_of_a_product_or_of_the_shop() {
    let shop = open().await;
    let honey = shop.product("عسل سدر").slug("about").make(&shop.db).await;
    page(&shop, "about", "حكاية الدكان", "<p>x</p>").await;
    page(&shop, "cart", "صفحة مزوّرة", "<p>x</p>").await;
    page(&shop, "blog", "مدوّنة مزوّرة", "<p>x</p>").await;
    let guest = shop.shopper();
    assert!(guest.get(&honey.path).await.text().contains("عسل سدر"));
    assert!(guest.get("/ar/about/").await.text().contains("حكاية الدكان"));
    assert!(!guest.get("/ar/cart/").await.text().contains("صفحة مزوّرة"));
    assert!(!guest.get("/ar/blog/").await.text().contains("مدوّنة مزوّرة"));
    assert_eq!(guest.get("/ar/nothing/").await.status, StatusCode::NOT_FOUND);
    let slash = guest.get("/ar/about").await;
    assert_eq!((slash.status, slash.location()), (StatusCode::MOVED_PERMANENTLY, "/ar/about/"));
}

#[tokio::test]
async fn the_blog_lists_public_posts_by_category_and_pages() {
    let shop = open().await;
    let mut db = shop.db.acquire().await.expect("a connection");
    let coffee = put_category(&mut db, "القهوة", "coffee").await.expect("a category");
    drop(db);
    let now = shop.clock().now();
    for number in 1..=14 {
        let mut one = draft(
            ItemKind::Post,
            &format!("post-{number}"),
            &format!("مقالة رقم {number}"),
            vec![text("<p>x</p>")],
        );
        if number == 3 {
            one.categories = vec![coffee];
        }
        put(&shop, &one, Some(now - TimeDelta::days(20 - number))).await;
    }
    put(&shop, &draft(ItemKind::Post, "later", "مقالة الغد", Vec::new()), Some(now + TimeDelta::days(1)))
        .await;
    put(&shop, &draft(ItemKind::Post, "draft", "مسودة سرّية", Vec::new()), None).await;
    let guest = shop.shopper();

    let first = guest.get("/ar/blog/").await.text();
    assert!(first.find("مقالة رقم 14").expect("newest") < first.find("مقالة رقم 13").expect("next"));
    assert!(!first.contains("مقالة رقم 2<") && first.contains("/ar/blog/?paged=2"));
    assert!(!first.contains("مقالة الغد") && !first.contains("مسودة سرّية"));
    let second = guest.get("/ar/blog/?paged=2").await.text();
    assert!(
        second.contains("مقالة رقم 2<") || second.contains("مقالة رقم 2"),
        "the oldest are on the second page"
    );
    assert_eq!(guest.get("/ar/blog/?paged=3").await.status, StatusCode::NOT_FOUND);
    let category = guest.get("/ar/category/coffee/").await.text();
    assert!(category.contains("مقالة رقم 3") && !category.contains("مقالة رقم 4"));
    assert_eq!(guest.get("/ar/category/tea/").await.status, StatusCode::NOT_FOUND);
    assert_eq!(guest.get("/ar/later/").await.status, StatusCode::NOT_FOUND);
    assert_eq!(guest.get("/ar/draft/").await.status, StatusCode::NOT_FOUND);
}

#[tokio::test]
async fn an_old_address_leads_to_the_new_one_at_once() {
    let shop = open().await;
    page(&shop, "about", "حكاية الدكان", "<p>x</p>").await;
    for (from, to) in
        [("/ar/about-us/", "/ar/about/"), ("/2019/05/من-نحن/", "/ar/about/"), ("/ar/a/b/c/", "/ar/عن/")]
    {
        sqlx::query("insert into content_redirects (path, target, created_at) values ($1, $2, now())")
            .bind(from)
            .bind(to)
            .execute(&shop.db)
            .await
            .expect("a redirect");
    }
    let guest = shop.shopper();
    for old in [
        "/ar/about-us/",
        "/2019/05/%D9%85%D9%86-%D9%86%D8%AD%D9%86/",
        "/2019/05/%D9%85%D9%86-%D9%86%D8%AD%D9%86",
    ] {
        let answer = guest.get(old).await;
        assert_eq!(
            (answer.status, answer.location()),
            (StatusCode::MOVED_PERMANENTLY, "/ar/about/"),
            "{old}"
        );
    }
    assert_eq!(guest.get("/ar/a/b/c/").await.location(), "/ar/%D8%B9%D9%86/");
    assert_eq!(guest.get("/ar/a/b/d/").await.status, StatusCode::NOT_FOUND);
}

#[tokio::test]
async fn words_are_found_in_pages_and_posts_in_any_spelling() {
    let shop = open().await;
    page(&shop, "shipping", "الشحن والتوصيل", "<p>نجهّز الطلبات في اليوم نفسه</p>").await;
    post(&shop, "coffee", "القهوة السعودية").await;
    put(&shop, &draft(ItemKind::Post, "secret", "قهوة سرّية", Vec::new()), None).await;
    let guest = shop.shopper();
    let find = async |query: &str| guest.get(&format!("/ar/blog/?s={query}")).await.text();
    let found = find("قهوه").await;
    assert!(
        found.contains("/ar/coffee/") && !found.contains("/ar/shipping/") && !found.contains("قهوة سرّية")
    );
    assert!(find("الطلبات").await.contains("/ar/shipping/"));
    let none = find("زعفران").await;
    assert!(!none.contains("/ar/coffee/") && !none.contains("/ar/shipping/\""));
    assert!(none.contains("noindex"));
}

#[tokio::test]
async fn the_feed_and_the_sitemap_have_public_posts_only() {
    let shop = open().await;
    let now = shop.clock().now();
    post(&shop, "coffee", "القهوة السعودية").await;
    put(&shop, &draft(ItemKind::Post, "later", "مقالة الغد", Vec::new()), Some(now + TimeDelta::days(1)))
        .await;
    page(&shop, "about", "حكاية الدكان", "<p>x</p>").await;
    let feed = shop.shopper().get("/ar/feed/").await;
    assert!(feed.header("content-type").starts_with("application/rss+xml"));
    let xml = feed.text();
    assert!(xml.contains("<title>القهوة السعودية</title>") && xml.contains("/ar/coffee/</link>"));
    assert!(xml.contains("&lt;p&gt;نص المقالة&lt;/p&gt;"), "{xml}");
    assert!(!xml.contains("مقالة الغد") && !xml.contains("حكاية الدكان"));
    let listed = content::service::list_for_sitemap(&shop.db, now).await.expect("a list");
    let slugs: Vec<_> = listed.iter().map(|(slug, _)| slug.as_str()).collect();
    assert_eq!(slugs, ["coffee", "about"]);
}

#[tokio::test]
async fn pages_of_a_group_link_to_one_another() {
    let shop = open().await;
    let now = shop.clock().now();
    for (slug, title) in [("terms", "الشروط والأحكام"), ("privacy", "سياسة الخصوصية")]
    {
        let mut one = draft(ItemKind::Page, slug, title, vec![text("<p>x</p>")]);
        one.page_group = "policies".to_owned();
        put(&shop, &one, Some(now)).await;
    }
    let terms = shop.shopper().get("/ar/terms/").await;
    assert!(terms.text().contains("href=\"/ar/privacy/\""));
    assert!(terms.header("cache-tag").contains("content-group:policies"));
}

/// The terms of the demo shop are linked where they are accepted.
#[tokio::test]
async fn the_checkout_links_to_the_page_of_the_terms() {
    let shop = open().await;
    sqlx::query("insert into settings (name, value) values ('pages', '{\"terms\": \"/ar/terms/\"}')")
        .execute(&shop.db)
        .await
        .expect("a setting");
    purge(&shop, "settings").await;
    let honey = shop.product("عسل سدر").make(&shop.db).await;
    let guest = shop.shopper();
    guest.add(&honey.id, "1").await;
    assert!(guest.get("/ar/checkout/").await.text().contains("href=\"/ar/terms/\""));
}

/// [VIS-10]
#[tokio::test]
async fn posts_and_pages_are_found_below_the_products() {
    let shop = open().await;
    shop.product("قهوة سعودية").make(&shop.db).await;
    let post = draft(ItemKind::Post, "brew-coffee", "كيف تُحضّر القهوة", vec![text("<p>ماء وهيل.</p>")]);
    let before = Some(shop.clock().now() - TimeDelta::hours(1));
    put(&shop, &post, before).await;
    let page = draft(ItemKind::Page, "honey-guide", "دليل العسل", vec![text("<p>سدر وسمر.</p>")]);
    put(&shop, &page, before).await;
    let later = shop.clock().now() + TimeDelta::days(2);
    let planned = draft(ItemKind::Post, "coffee-later", "قهوة الغد", vec![text("<p>قهوة</p>")]);
    put(&shop, &planned, Some(later)).await;
    let shopper = shop.shopper();

    let suggested = shopper.get("/ar/search/suggest/?s=قهوه").await.json();
    assert_eq!(
        suggested["articles"],
        json!([{ "name": "كيف تُحضّر القهوة", "url": "/ar/brew-coffee/" }]),
        "{suggested}"
    );
    let honey = shopper.get("/ar/search/suggest/?s=عسل").await.json();
    assert_eq!(honey["articles"][0]["url"], "/ar/honey-guide/", "a page without any product");
    assert_eq!(shopper.get("/ar/search/suggest/?s=؟؟").await.json()["articles"], json!([]));

    let results = shopper.get("/ar/shop/?s=قهوة").await.text();
    let (products, articles) = results.split_once("من المدوّنة").expect("a group of articles");
    assert!(products.contains("قهوة سعودية"), "the products come first");
    assert!(articles.contains(r#"href="/ar/brew-coffee/""#) && !articles.contains("/ar/coffee-later/"));
    let plain = shopper.get("/ar/shop/").await.text();
    assert!(!plain.contains("/ar/brew-coffee/"), "only for a search");
}
