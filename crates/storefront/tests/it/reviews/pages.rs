//! Pages with reviews: the product's, all reviews, home and the badge in the layout.

use super::*;

/// Returns the JSON-LD document of a type.
fn structured(page: &str, kind: &str) -> serde_json::Value {
    let documents = page.split("application/ld+json").skip(1).filter_map(|part| {
        let text = part.split_once('>')?.1.split("</script>").next()?;
        serde_json::from_str::<serde_json::Value>(text).ok()
    });
    let mut found = documents.filter(|document| document["@type"] == kind);
    found.next().unwrap_or_else(|| panic!("no {kind}"))
}

#[tokio::test]
async fn the_product_page_has_the_reviews_also_for_search_engines() {
    let shop = open().await;
    let honey = shop.product("عسل سدر").make(&shop.db).await;
    let before = shop.shopper().get(&honey.path).await.text();
    assert!(structured(&before, "Product").get("aggregateRating").is_none(), "no reviews, no rating");
    for (rating, text) in [(5, "رأي أول"), (4, "رأي ثان"), (5, "رأي ثالث"), (5, "رأي رابع")]
    {
        TestReview::of(&honey, rating, text).publish(&shop).await;
    }
    purge(&shop, &format!("reviews:{}", honey.id)).await;
    let page = shop.shopper().get(&honey.path).await;
    assert!(page.header("cache-control").contains("public"), "{}", page.header("cache-control"));
    assert!(page.headers.get("set-cookie").is_none());
    let page = page.text();
    for text in ["رأي أول", "رأي ثان", "رأي ثالث", "رأي رابع", "4.8"] {
        assert!(page.contains(text), "{text}");
    }
    let data = structured(&page, "Product");
    let rating = &data["aggregateRating"];
    assert_eq!(
        (&rating["@type"], &rating["ratingValue"], &rating["reviewCount"], &rating["bestRating"]),
        (&json!("AggregateRating"), &json!("4.8"), &json!(4), &json!(5))
    );
    assert_eq!(data["review"].as_array().map(Vec::len), Some(4));
    assert_eq!(data["review"][0]["reviewRating"]["ratingValue"], 5);
    assert_eq!(data["review"][0]["author"]["name"], "سلمى");
    assert!(!page.contains("@example.com"), "no address of a writer");
}

/// A price changes more often than the reviews, which are most of the page.
#[tokio::test]
async fn the_reviews_of_a_product_are_rendered_once_for_many_cold_pages() {
    let shop = open().await;
    let honey = shop.product("عسل سدر").make(&shop.db).await;
    TestReview::of(&honey, 5, "طعم أصيل").publish(&shop).await;
    // Of this thread, on which the whole shop of the test runs.
    let recorder = metrics_exporter_prometheus::PrometheusBuilder::new().build_recorder();
    let handle = recorder.handle();
    let _guard = metrics::set_default_local_recorder(&recorder);
    let has_rendered = |times: usize| {
        let metrics = handle.render();
        assert!(
            metrics.contains(&format!("matjar_render_seconds_count{{path=\"/regions\"}} {times}\n")),
            "{metrics}"
        );
    };
    let guest = shop.shopper();
    let html = guest.get(&honey.path).await.text();
    assert!(
        html.contains("طعم أصيل")
            && html.contains("data-island=\"reviews/Reviews\" data-id=\"reviews-list\"")
    );
    assert!(!html.contains("held-slot"));
    has_rendered(1);
    purge(&shop, &format!("product:{}", honey.id)).await;
    assert!(guest.get(&honey.path).await.text().contains("طعم أصيل"));
    has_rendered(1);
    TestReview::of(&honey, 4, "رأي جديد").publish(&shop).await;
    purge(&shop, &format!("reviews:{}", honey.id)).await;
    let html = guest.get(&honey.path).await.text();
    assert!(html.contains("طعم أصيل") && html.contains("رأي جديد"));
    has_rendered(2);
}

/// [REV-19] [REV-04]
#[tokio::test]
async fn ivrating_lists_only_that_rating_and_its_links_lead_to_the_reviews() {
    let shop = open().await;
    let honey = shop.product("عسل سدر").make(&shop.db).await;
    for (rating, text) in [(5, "خمس نجوم"), (4, "أربع نجوم"), (2, "نجمتان فقط")] {
        TestReview::of(&honey, rating, text).publish(&shop).await;
    }
    let shopper = shop.shopper();
    let all = shopper.get(&honey.path).await.text();
    assert!(all.contains(&format!("{}?ivrating=4#tab-reviews", honey.path)), "a link for each rating");
    let visible = |page: &str| {
        ["خمس نجوم", "أربع نجوم", "نجمتان فقط"]
            .into_iter()
            .filter(|text| page.contains(text))
            .collect::<Vec<_>>()
    };
    assert_eq!(visible(&all).len(), 3);
    for (rating, expected) in [("4", vec!["أربع نجوم"]), ("2", vec!["نجمتان فقط"])] {
        let page = shopper.get(&format!("{}?ivrating={rating}", honey.path)).await.text();
        assert_eq!(visible(&page), expected);
    }
    for none in ["0", "6", "x", "4'"] {
        let page = shopper.get(&format!("{}?ivrating={none}", honey.path)).await;
        assert_eq!(page.status, StatusCode::OK);
        assert_eq!(visible(&page.text()).len(), 3, "{none} is ignored");
    }
}

/// [REV-20] [REV-21]: by links and GET forms, without script.
#[tokio::test]
async fn the_page_of_all_reviews_works_by_addresses_alone() {
    let shop = open().await;
    let honey = shop.product("عسل سدر").make(&shop.db).await;
    for number in 0..9 {
        TestReview::of(&honey, 5, &format!("عن العسل العدد {number} نقطة")).publish(&shop).await;
    }
    TestReview::of_shop(3, "عن المتجر نفسه").publish(&shop).await;
    let shopper = shop.shopper();
    let get = async |query: &str| {
        let page = shopper.get(&format!("{ALL}{query}")).await;
        assert_eq!(page.status, StatusCode::OK, "{query}");
        page.text()
    };
    let list_of = |page: &str| {
        let html = page.split("</script>").map(|part| part.split("<script").next().unwrap_or_default());
        html.collect::<String>()
    };
    let first = list_of(&get("").await);
    assert!(first.contains("عن المتجر نفسه") && first.contains("عن العسل العدد 8 نقطة"));
    assert!(first.contains("crpage=2"), "a numbered page");
    let second = list_of(&get("?crpage=2").await);
    assert!(second.contains("عن العسل العدد 0 نقطة") && !second.contains("عن العسل العدد 8 نقطة"));
    let rated = list_of(&get("?ivrating=3").await);
    assert!(rated.contains("عن المتجر نفسه") && !rated.contains("عن العسل العدد"));
    let found = list_of(&get("?crsearch=%D8%A7%D9%84%D9%85%D8%AA%D8%AC%D8%B1").await);
    assert!(found.contains("عن المتجر نفسه") && !found.contains("عن العسل العدد"));
    let of_product = list_of(&get(&format!("?crproduct={}&crsort=rating_asc", honey.id)).await);
    assert!(of_product.contains("عن العسل العدد") && !of_product.contains("عن المتجر نفسه"));
    for missing in ["?crpage=3", "?crpage=201", "?crproduct=987654321"] {
        assert_eq!(shopper.get(&format!("{ALL}{missing}")).await.status, StatusCode::NOT_FOUND, "{missing}");
    }
}

/// [REV-33]
#[tokio::test]
async fn the_layout_has_the_figures_of_the_trust_badge() {
    let shop = open().await;
    let honey = shop.product("عسل سدر").make(&shop.db).await;
    let before = shop.shopper().get("/ar/shop/").await.text();
    assert!(!before.contains("تقييم المتجر"), "no reviews, no badge");
    TestReview::of(&honey, 5, "منتج رائع").publish(&shop).await;
    TestReview::of_shop(4, "متجر جيد").publish(&shop).await;
    purge(&shop, "reviews").await;
    let db = &shop.db;
    let badge = ::reviews::service::trust_badge(db).await.expect("figures").expect("a badge");
    assert_eq!((badge.average.as_str(), badge.count), ("4.5", 2));
    assert_eq!((badge.shop_average.as_deref(), badge.product_average.as_deref()), (Some("4.0"), Some("5.0")));
    let page = shop.shopper().get("/ar/cart/").await.text();
    assert!(page.contains("4.5"), "the badge is part of every page");
    configure(&shop, json!({ "showsBadge": false })).await;
    assert!(::reviews::service::trust_badge(db).await.expect("figures").is_none());
}

#[tokio::test]
async fn the_home_page_shows_what_customers_say() {
    let shop = open().await;
    let honey = shop.product("عسل سدر").make(&shop.db).await;
    TestReview::of(&honey, 5, "أطيب عسل ذقته").publish(&shop).await;
    TestReview::of(&honey, 1, "لم يعجبني أبدا").publish(&shop).await;
    let home = shop.shopper().get("/ar/").await.text();
    assert!(home.contains("أطيب عسل ذقته") && !home.contains("لم يعجبني أبدا"));
}

/// The stars of a product on its card: the average and the number of reviews.
fn stars_of(page: &str, product: &TestProduct) -> Option<String> {
    let card = page.split("<article").find(|card| card.contains(&format!("href=\"{}\"", product.path)))?;
    let (_, rest) = card.split_once("role=\"img\" aria-label=\"")?;
    let average = rest.split('"').next()?;
    let count = card.split_once("<bdi aria-hidden=\"true\">(")?.1.split(')').next()?;
    Some(format!("{} {}", kernel::text::without_isolates(average), count.replace("<!-- -->", "")))
}

#[tokio::test]
async fn cards_show_stars_and_follow_every_decision_of_staff() {
    let shop = open().await;
    shop.staff("noura@example.com", false).await;
    let honey = shop.product("عسل سدر").make(&shop.db).await;
    let dates = shop.product("تمر سكري").make(&shop.db).await;
    TestReview::of(&honey, 5, "رأي منشور").publish(&shop).await;
    let held = TestReview::of(&honey, 2, "رأي ينتظر").hold(&shop).await;
    purge(&shop, "catalog").await;

    let shopper = shop.shopper();
    for path in ["/ar/shop/", "/ar/"] {
        let page = shopper.get(path).await;
        assert!(page.header("cache-control").contains("public"));
        let page = page.text();
        assert_eq!(stars_of(&page, &honey).as_deref(), Some("5.0 من 5 نجوم 1"), "{path}");
        assert_eq!(stars_of(&page, &dates), None, "nobody has rated it");
    }
    let noura = crate::orders::staff_in(&shop, "noura@example.com").await;
    super::moderation::change(&noura, held, "publish", "").await;
    tokio::time::sleep(std::time::Duration::from_millis(900)).await;
    for path in ["/ar/shop/", "/ar/"] {
        assert_eq!(
            stars_of(&shopper.get(path).await.text(), &honey).as_deref(),
            Some("3.5 من 5 نجوم 2"),
            "{path}"
        );
    }
    // A published review purges the pages with this product's stars, and no listing without it.
    let purged: Vec<String> =
        sqlx::query_scalar("select tag from cache_purges where tag like 'r%' order by tag")
            .fetch_all(&shop.db)
            .await
            .expect("purges");
    let id = &honey.id;
    assert_eq!(purged, [format!("rating:{id}"), "reviews".to_owned(), format!("reviews:{id}")]);
}
