//! The catalogue: import, product pages, variations, listings, filters, search, sitemap and feed.

use std::io::Write;

use chrono::{DateTime, TimeDelta, Utc};
use http::StatusCode;
use kernel::{Clock, Money};
use pricing::Offer;
use sqlx::{Connection, PgConnection};
use storefront::{
    cli::import::{ImportArgs, Report, import},
    server::{jobs, media::Media, publish},
};
use testkit::{Options, TestShop};

const HEAD: &str = "Type,SKU,GTIN,Name,Published,Short description,Description,Date sale price starts,\
    Date sale price ends,In stock?,Stock,Sale price,Regular price,Categories,Tags,Images,Parent,\
    Attribute 1 name,Attribute 1 value(s),Attribute 1 visible,Attribute 2 name,Attribute 2 value(s),Attribute 2 visible,\
    Brand,MPN,External URL,Button text";

/// A small shop in the format of a WooCommerce export.
pub const ROWS: &str = r#"
simple,H-1,6291041500213,عسل سدر جبلي 500 غ,1,برطمان,"<p>عسل خام.</p><p>من الجبل.</p>",,,1,8,40.00,46.00,"العسل > عسل خام, الهدايا",عسل,,,بلد المنشأ,اليمن,1,,,,مناحل السراة,HN-1,,
simple,H-2,,عسل سمر,1,,,,,0,0,,39.00,العسل > عسل خام,,,,بلد المنشأ,عُمان,1,,,,مناحل السراة,,,
variable,C-1,,بنّ حراز,1,محمّص طازجًا,بنّ يمني.,,,1,,,,القهوة,,,,الوزن,"250 غ, 500 غ",1,الطحن,"حبوب, مطحون",1,محمصة النخلة,C1,,
variation,C-1-A,96385074,,1,,,,,1,5,,18.00,,,,C-1,الوزن,250 غ,,الطحن,حبوب,,,C1A,,
variation,C-1-B,,,1,,,,,1,3,,18.50,,,,C-1,الوزن,250 غ,,الطحن,مطحون,,بيت البنّ,,,
variation,C-1-C,,,1,,,,,0,0,,34.00,,,,C-1,الوزن,500 غ,,,,,,,,
external,E-1,,كتاب القهوة,1,,,,,1,,,22.00,المنزل,,,,,,,,,,,,https://shop.example/x,اشترِ الكتاب
"#;

pub async fn import_rows(shop: &TestShop, rows: &str, dry_run: bool) -> Report {
    let mut file = std::env::temp_dir();
    file.push(format!("import-{}.csv", hex::encode(rand::random::<[u8; 6]>())));
    let mut writer = std::fs::File::create(&file).expect("file created");
    write!(writer, "{HEAD}\n{}", rows.trim_start()).expect("file written");
    let args = ImportArgs {
        file: file.clone(),
        dry_run,
        database_migrate_url: shop.database().url("MIGRATE_").expect("url"),
    };
    let report = import(&args).await.expect("import succeeded");
    std::fs::remove_file(file).expect("file removed");
    report
}

async fn path_of(shop: &TestShop, sku: &str) -> String {
    let slug: String = sqlx::query_scalar("select slug from products where sku = $1")
        .bind(sku)
        .fetch_one(&shop.db)
        .await
        .expect(sku);
    format!("/ar/product/{slug}/")
}

async fn id_of(shop: &TestShop, sku: &str) -> String {
    let id: i64 = sqlx::query_scalar(
        "select id from products where sku = $1 union all select id from variations where sku = $1",
    )
    .bind(sku)
    .fetch_one(&shop.db)
    .await
    .expect(sku);
    id.to_string()
}

#[tokio::test]
async fn an_import_writes_every_kind_of_product_and_is_idempotent() {
    let shop = TestShop::open().await;
    let state = async || {
        let rows: Vec<String> = sqlx::query_scalar(
            "select concat_ws('|', p.sku, p.kind, p.name, p.regular_minor, p.sale_minor, p.gtin, p.mpn, p.description, p.tags,
                    (select name from brands where id = p.brand_id), c.path,
                    (select string_agg(v.sku || v.label || v.choices || v.regular_minor, ',' order by v.sku)
                     from variations v where v.product_id = p.id),
                    (select string_agg(m.sku || m.delta || m.balance_after, ',' order by m.sku, m.seq)
                     from stock_movements m where m.sku like p.sku || '%'))
             from products p join categories c on c.id = p.category_id order by p.sku",
        )
        .fetch_all(&shop.db)
        .await
        .expect("state");
        rows
    };
    let dry = import_rows(&shop, ROWS, true).await;
    assert_eq!((dry.rows, dry.refused.len()), (7, 0), "{:?}", dry.refused);
    assert!(state().await.is_empty(), "a dry run writes nothing");

    let report = import_rows(&shop, ROWS, false).await;
    assert_eq!((report.products, report.refused.len()), (4, 0), "{:?}", report.refused);
    let first = state().await;
    assert_eq!(first.len(), 4);
    assert!(first[2].contains("H-1|simple|عسل سدر جبلي 500 غ|4600|4000|6291041500213|HN-1"), "{first:?}");
    assert!(first[2].contains("مناحل-السراة") || first[2].contains("العسل/عسل-خام"), "{first:?}");
    import_rows(&shop, ROWS, false).await;
    assert_eq!(state().await, first, "the second import changes nothing, not even the stock ledger");

    let drift: i64 = sqlx::query_scalar(
        "select count(*) from stock_levels level where on_hand <> coalesce((select sum(delta) from stock_movements move
             where move.sku = level.sku and move.store = level.store), 0)",
    )
    .fetch_one(&shop.db)
    .await
    .expect("drift");
    assert_eq!(drift, 0, "the stock on hand equals the sum of the movements");
}

#[tokio::test]
async fn invalid_rows_are_refused_with_line_and_reason() {
    let shop = TestShop::open().await;
    let rows = "simple,,,بلا رمز,1,,,,,1,1,,5.00,قسم,,,,,,,,,,,,,\n\
                simple,A-1,,,1,,,,,1,1,,5.00,قسم,,,,,,,,,,,,,\n\
                simple,A-2,,بلا سعر,1,,,,,1,1,,,قسم,,,,,,,,,,,,,\n\
                simple,A-3,,سعر غريب,1,,,,,1,1,,خمسة,قسم,,,,,,,,,,,,,\n\
                simple,A-4,,تخفيض أعلى,1,,,,,1,1,9.00,5.00,قسم,,,,,,,,,,,,,\n\
                grouped,A-5,,مجموعة,1,,,,,1,1,,5.00,قسم,,,,,,,,,,,,,\n\
                variation,A-6,,,1,,,,,1,1,,5.00,,,,NO-SUCH,لون,أحمر,,,,,,,,\n\
                external,A-7,,بلا عنوان,1,,,,,1,1,,5.00,قسم,,,,,,,,,,,,javascript:alert(1),\n\
                simple,A-8,,سليم,1,,,,,1,1,,5.00,قسم,,,,,,,,,,,,,\n\
                simple,A-8,,مكرر,1,,,,,1,1,,5.00,قسم,,,,,,,,,,,,,\n";
    let report = import_rows(&shop, rows, false).await;
    let refusals: Vec<(u64, String)> =
        report.refused.iter().map(|refused| (refused.line, refused.reason.to_string())).collect();
    assert_eq!(report.products, 1);
    assert_eq!(refusals.len(), 9, "{refusals:?}");
    assert_eq!(refusals[0], (2, "it has no SKU".to_owned()));
    assert_eq!(refusals[3].1, "\"خمسة\" is no price");
    assert_eq!(refusals[6], (8, "its parent \"NO-SUCH\" is not a variable product".to_owned()));
    assert_eq!(refusals[8], (11, "the same SKU stands on an earlier line".to_owned()));
}

/// [PROD-13] [PROD-14] [PROD-16] [PROD-37]
#[tokio::test]
async fn a_variable_product_page_contains_a_form_and_the_data_of_its_variations() {
    let shop = TestShop::open().await;
    import_rows(&shop, ROWS, false).await;
    let html = shop.shopper().get(&path_of(&shop, "C-1").await).await.text().replace("&quot;", "\"");

    let id = id_of(&shop, "C-1").await;
    assert!(html.contains(&format!("name=\"product_id\" value=\"{id}\"")), "hidden product_id");
    assert!(html.contains("name=\"variation_id\" value=\"0\""), "no variation is selected yet");
    assert!(html.contains("name=\"add-to-cart\"") && html.contains(&format!("value=\"{id}\"")));
    assert!(html.contains("name=\"attribute_الوزن\"") && html.contains("name=\"attribute_الطحن\""));
    for field in [
        "variation_id",
        "price_html",
        "_cr_gtin",
        "_cr_mpn",
        "_cr_brand",
        "barcode_img",
        "barcode_value",
        "wavi_value",
        "product_type",
        "parent_id",
        "has_single_price",
        "step",
        "input_value",
    ] {
        assert!(html.contains(&format!("\"{field}\":")), "variations contain {field}");
    }
    assert!(html.contains("\"_cr_gtin\":\"96385074\"") && html.contains("/media/barcode/96385074.svg"));
    assert!(html.contains("\"_cr_brand\":\"بيت البنّ\"") && html.contains("\"_cr_brand\":\"محمصة النخلة\""));
}

/// [PROD-17] Without scripts the form sends the attributes, and the server finds the variation.
#[tokio::test]
async fn a_variation_can_be_bought_without_scripts_and_missing_attributes_are_refused() {
    let shop = TestShop::open().await;
    import_rows(&shop, ROWS, false).await;
    let path = path_of(&shop, "C-1").await;
    let id = id_of(&shop, "C-1").await;
    let shopper = shop.shopper();

    let nothing =
        shopper.post(&path, &[("add-to-cart", &id), ("variation_id", "0"), ("quantity", "1")]).await;
    assert!(nothing.location().contains("refused=choice"), "{}", nothing.location());
    let unknown = [("add-to-cart", id.as_str()), ("attribute_الوزن", "9 كغ"), ("attribute_الطحن", "حبوب")];
    assert!(shopper.post(&path, &unknown).await.location().contains("refused="));
    let sold_out = [("add-to-cart", id.as_str()), ("attribute_الوزن", "500 غ"), ("attribute_الطحن", "حبوب")];
    assert!(shopper.post(&path, &sold_out).await.location().contains("refused=stock"));

    let chosen = [
        ("add-to-cart", id.as_str()),
        ("product_id", id.as_str()),
        ("variation_id", "0"),
        ("quantity", "2"),
        ("attribute_الوزن", "250 غ"),
        ("attribute_الطحن", "مطحون"),
    ];
    let bought = shopper.post(&path, &chosen).await;
    assert!(bought.location().contains("added="), "{}", bought.location());
    let cart = shopper.get("/ar/cart/").await.visible_text();
    assert!(cart.contains("250 غ، مطحون") && cart.contains("37.00\u{a0}$"), "{cart}");
}

/// [API-14]
#[tokio::test]
async fn the_pictures_of_a_variation_are_returned_as_a_gallery() {
    let shop = TestShop::open().await;
    import_rows(&shop, ROWS, false).await;
    sqlx::query("insert into pictures (name, width, height, files) values ('red', 800, 1000, '{\"webp\": {\"640\": \"red-640.webp\"}}')")
        .execute(&shop.db)
        .await
        .expect("picture");
    sqlx::query("update variations set pictures = array['red'] where sku = 'C-1-A'")
        .execute(&shop.db)
        .await
        .expect("variation");
    let shopper = shop.shopper();
    let html = shopper.get(&path_of(&shop, "C-1").await).await.text();
    let start = html.find("\"galleryNonce\":\"").map(|index| index + 16);
    let start =
        start.or_else(|| html.find("data-nonce=\"").map(|index| index + 12)).expect("nonce in the page");
    let nonce = &html[start..start + 32];
    let (product, own, other) =
        (id_of(&shop, "C-1").await, id_of(&shop, "C-1-A").await, id_of(&shop, "C-1-B").await);
    let request = async |nonce: &str, product: &str, variation: &str| {
        let fields = [
            ("action", "twist_variation_ajax"),
            ("nonce", nonce),
            ("product_id", product),
            ("variation_id", variation),
        ];
        shopper.post("/ar/wp-admin/admin-ajax.php", &fields).await
    };
    let answer = request(nonce, &product, &own).await;
    assert_eq!(answer.status, StatusCode::OK, "{}", answer.text());
    let images = answer.json()["data"]["variation_images"].as_str().expect("html").to_owned();
    assert!(
        images.starts_with("<div data-region=\"gallery\"") && images.contains("red-640.webp"),
        "{images}"
    );
    let typed = answer.json()["data"]["images"].to_string();
    assert!(typed.contains("red-640.webp"), "also as data for the shop's components: {typed}");

    assert_eq!(request(nonce, &product, &other).await.status, StatusCode::NOT_FOUND, "no pictures");
    assert_eq!(
        request(nonce, &id_of(&shop, "H-1").await, &own).await.status,
        StatusCode::FORBIDDEN,
        "nonce of another product"
    );
    assert_eq!(request("", &product, &own).await.status, StatusCode::FORBIDDEN);
}

#[tokio::test]
async fn a_former_sku_is_refused_with_the_one_of_now() {
    let shop = TestShop::open().await;
    import_rows(&shop, ROWS, false).await;
    sqlx::raw_sql(
        "update products set sku = 'H-9' where sku = 'H-1'; select rename_stock('H-1', 'H-9');
         update products set sku = 'C-9' where sku = 'C-1'; select rename_stock('C-1', 'C-9')",
    )
    .execute(&shop.db)
    .await
    .expect("renamed");
    let report = import_rows(&shop, ROWS, false).await;
    let refused: Vec<_> = report.refused.iter().map(|row| row.reason.to_string()).collect();
    let reason =
        |was: &str, now: &str| format!("the SKU {was:?} is {now:?} now: write the new one into the file");
    let (honey, coffee) = (reason("H-1", "H-9"), reason("C-1", "C-9"));
    assert_eq!(refused, [honey, coffee.clone(), coffee.clone(), coffee.clone(), coffee]);
    let second: i64 = sqlx::query_scalar("select count(*) from products where sku in ('H-1', 'C-1')")
        .fetch_one(&shop.db)
        .await
        .expect("a count");
    assert_eq!(second, 0, "no second product is made");
}

#[tokio::test]
async fn an_external_product_links_to_its_shop_and_cannot_be_bought_here() {
    let shop = TestShop::open().await;
    import_rows(&shop, ROWS, false).await;
    let path = path_of(&shop, "E-1").await;
    let html = shop.shopper().get(&path).await.text();
    assert!(html.contains("https://shop.example/x") && html.contains("اشترِ الكتاب"));
    assert!(!html.contains("name=\"add-to-cart\""));
    let id = id_of(&shop, "E-1").await;
    assert!(shop.shopper().add(&id, "1").await.json()["error"].as_bool().unwrap_or(false));
}

/// [PROD-48] [PROD-49] [PROD-50]
#[tokio::test]
async fn a_listing_is_sorted_and_counted() {
    let shop = TestShop::open().await;
    import_rows(&shop, ROWS, false).await;
    let shopper = shop.shopper();
    let html = shopper.get("/ar/shop/").await.text();
    assert!(html.contains("name=\"orderby\""));
    for value in ["menu_order", "popularity", "rating", "date", "price", "price-desc"] {
        assert!(html.contains(&format!("value=\"{value}\"")), "{value}");
    }
    let order = async |query: &str| {
        let html = shopper.get(&format!("/ar/shop/?orderby={query}")).await.text();
        let main = &html[html.find("<main").expect("main")..];
        let mut found: Vec<_> = ["عسل سدر جبلي", "عسل سمر", "بنّ حراز", "كتاب القهوة"]
            .iter()
            .filter_map(|name| Some((main.find(&format!(">{name}"))?, *name)))
            .collect();
        found.sort();
        found.into_iter().map(|(_, name)| name).collect::<Vec<_>>()
    };
    // The sold-out one comes last in every order.
    assert_eq!(order("price").await, ["بنّ حراز", "كتاب القهوة", "عسل سدر جبلي", "عسل سمر"]);
    assert_eq!(order("price-desc").await, ["عسل سدر جبلي", "كتاب القهوة", "بنّ حراز", "عسل سمر"]);
    let unknown = shopper.get("/ar/shop/?orderby=cheapest").await;
    assert_eq!(unknown.status, StatusCode::OK, "an unknown order falls back to the default");
}

#[tokio::test]
async fn filters_narrow_a_listing_and_their_counts_are_right() {
    let shop = TestShop::open().await;
    import_rows(&shop, ROWS, false).await;
    let shopper = shop.shopper();
    let names = async |path: &str| {
        let answer = shopper.get(path).await;
        assert_eq!(answer.status, StatusCode::OK, "{path}");
        let html = answer.text();
        let main = html[html.find("<main").expect("main")..].to_owned();
        ["عسل سدر جبلي", "عسل سمر", "بنّ حراز", "كتاب القهوة"]
            .iter()
            .filter(|name| main.contains(&format!(">{name}")))
            .count()
    };
    assert_eq!(names("/ar/shop/").await, 4);
    assert_eq!(names("/ar/product-category/العسل/").await, 2, "a category includes its subcategories");
    assert_eq!(names("/ar/product-category/العسل/عسل-خام/").await, 2);
    assert_eq!(names("/ar/product-category/الهدايا/").await, 1, "a product may be in several categories");
    assert_eq!(names("/ar/shop/?in_stock=1").await, 3);
    assert_eq!(names("/ar/shop/?on_sale=1").await, 1);
    assert_eq!(names("/ar/shop/?min_price=35&max_price=42").await, 2);
    assert_eq!(names("/ar/shop/?min_price=٣٥&max_price=٣٩").await, 1, "digits of any script");
    assert_eq!(names("/ar/shop/?filter_بلد-المنشأ=اليمن").await, 1);
    assert_eq!(names("/ar/shop/?filter_بلد-المنشأ=اليمن&on_sale=1&in_stock=1").await, 1);
    for path in ["/ar/shop/?filter_بلد-المنشأ=المريخ", "/ar/shop/?filter_nothing=1", "/ar/shop/?paged=9"]
    {
        assert_eq!(shopper.get(path).await.status, StatusCode::NOT_FOUND, "{path}");
    }

    // A link's count is the number of products its page shows.
    let html = shopper.get("/ar/product-category/العسل/").await.text();
    for (label, count) in [("متوفر الآن", 1), ("اليمن", 1), ("عُمان", 1)] {
        let start = html.find(label).unwrap_or_else(|| panic!("no filter {label}"));
        let near = testkit::visible_text(&html[start..(start + 400).min(html.len())]);
        assert!(near.contains(&count.to_string()), "{label}: {near}");
    }
}

#[tokio::test]
async fn a_product_that_sells_out_leaves_the_in_stock_listing() {
    let shop = TestShop::open().await;
    import_rows(&shop, ROWS, false).await;
    let in_stock = async || {
        let ids: Vec<i64> = sqlx::query_scalar(
            "select product_id from listing_entries where category_id = 0 and terms @> array[1]",
        )
        .fetch_all(&shop.db)
        .await
        .expect("listing entries");
        ids.len()
    };
    assert_eq!(in_stock().await, 3);
    sqlx::query("select move_stock('H-1', 1::smallint, -800000, 'test')")
        .execute(&shop.db)
        .await
        .expect("sold");
    assert_eq!(in_stock().await, 2);
    sqlx::query("select move_stock('H-2', 1::smallint, 100000, 'test')")
        .execute(&shop.db)
        .await
        .expect("back");
    assert_eq!(in_stock().await, 3);
    let refused =
        sqlx::query("select move_stock('H-2', 1::smallint, -200000, 'test')").execute(&shop.db).await;
    assert!(refused.is_err(), "stock cannot become negative");
    for sql in ["update stock_movements set delta = 0", "delete from stock_movements"] {
        for role in ["", "STAFF_", "WORKER_"] {
            let url = shop.database().url(role).expect("url");
            let pool = storefront::server::database::pool(&url, 1, "test").expect("pool");
            assert!(sqlx::query(sql).execute(&pool).await.is_err(), "{role} may not {sql}");
        }
    }
}

#[tokio::test]
async fn a_starting_sale_updates_the_listing() {
    let clock = Clock::manual(Utc::now());
    let shop = TestShop::open_with(Options { clock: clock.clone(), ..Options::default() }).await;
    let start = clock.now() + TimeDelta::hours(2);
    shop.product("عسل سدر").price(4_600).sale(3_000, Some(start), None).make(&shop.db).await;
    let shopper = shop.shopper();
    let on_sale = async || shopper.get("/ar/shop/?on_sale=1").await.text().contains("عسل سدر");
    assert!(!on_sale().await);
    clock.advance(TimeDelta::hours(3));
    let url = shop.database().url("WORKER_").expect("url");
    let worker = storefront::server::database::pool(&url, 1, "test").expect("pool");
    jobs::maintain_listings(&worker, &clock).await.expect("listing maintenance as the worker role");
    let deadline = std::time::Instant::now() + std::time::Duration::from_secs(5);
    while !on_sale().await {
        assert!(std::time::Instant::now() < deadline, "the listing never showed the sale");
        tokio::time::sleep(std::time::Duration::from_millis(50)).await;
    }
}

/// Listings are sorted by SQL and prices are displayed by Rust; both must agree on which sales are active.
#[tokio::test]
async fn the_listing_price_is_the_displayed_price_at_every_instant() {
    let shop = TestShop::open().await;
    let start: DateTime<Utc> = "2026-11-15T00:00:00Z".parse().expect("time");
    let hours = |count: i64| Some(start + TimeDelta::hours(count));
    let windows =
        [(None, None), (hours(2), None), (None, hours(4)), (hours(2), hours(4)), (hours(4), hours(4))];
    let mut products = Vec::new();
    for (from, to) in windows {
        let made = shop.product("عسل").price(4_600).sale(3_000, from, to).make(&shop.db).await;
        let offer = Offer {
            regular: Money::from_minor(4_600),
            sale: Some(Money::from_minor(3_000)),
            sale_from: from,
            sale_to: to,
            sale_pause: None,
        };
        products.push((made.id.parse::<i64>().expect("id"), offer));
    }
    let ids: Vec<i64> = products.iter().map(|(id, _)| *id).collect();
    for second in [0, 7_199, 7_200, 7_201, 14_399, 14_400, 14_401] {
        let now = start + TimeDelta::seconds(second);
        sqlx::query("select reindex_listings($1, $2)")
            .bind(&ids)
            .bind(now)
            .execute(&shop.db)
            .await
            .expect("listings reindexed");
        for (id, offer) in &products {
            let row: (i64, bool, Option<DateTime<Utc>>) = sqlx::query_as(
                "select price_minor, terms @> array[2], changes_at from listing_entries where category_id = 0 and product_id = $1",
            )
            .bind(id)
            .fetch_one(&shop.db)
            .await
            .expect("listing entry");
            let price = offer.price_at(now);
            let expected = (price.amount.as_minor(), price.regular.is_some(), offer.changes_after(now));
            assert_eq!(row, expected, "{offer:?} at {now}");
        }
    }
}

/// [SITE-35] [SITE-36]
#[tokio::test]
async fn search_answers_at_both_urls_and_tolerates_misspellings() {
    let shop = TestShop::open().await;
    import_rows(&shop, ROWS, false).await;
    let shopper = shop.shopper();
    for path in
        ["/ar/?s=العسل&post_type=product", "/ar/shop/?s=عسل", "/ar/shop/?s=عسلل", "/ar/shop/?s=6291041500213"]
    {
        let answer = shopper.get(path).await;
        assert_eq!(answer.status, StatusCode::OK, "{path}");
        assert!(answer.text().contains("عسل سدر جبلي"), "{path}");
        assert!(answer.text().contains("noindex"), "{path}");
    }
    assert!(shopper.get("/ar/").await.text().contains("اكتب كلمة البحث هنا"));
    let nothing = shopper.get("/ar/shop/?s=qwxzqwxz").await;
    assert_eq!(nothing.status, StatusCode::OK);
    let text = nothing.text();
    assert!(text.contains("لا توجد نتائج"));
    let (results, ways_on) = text.split_once("الأكثر طلبًا").expect("best sellers");
    assert!(!results.contains("عسل سدر جبلي") && ways_on.contains("عسل سدر جبلي"));
    assert!(text.contains("/ar/product-category/العسل/"), "a link to each category");

    let answer = shopper.get("/ar/search/suggest/?s=عس").await;
    assert_eq!(answer.header("content-type"), "application/json");
    let suggestions = answer.json();
    assert!(
        suggestions["products"]
            .as_array()
            .expect("products")
            .iter()
            .any(|product| product["name"] == "عسل سدر جبلي 500 غ"),
        "{suggestions}"
    );
    assert_eq!(suggestions["categories"][0]["name"], "العسل", "{suggestions}");
}

/// [VIS-10]
#[tokio::test]
async fn search_results_are_narrowed_sorted_and_searched_as_typed() {
    let shop = TestShop::open().await;
    import_rows(&shop, ROWS, false).await;
    let shopper = shop.shopper();
    let shown = async |path: &str| {
        let answer = shopper.get(path).await;
        assert_eq!(answer.status, StatusCode::OK, "{path}");
        let html = answer.text();
        let main = html[html.find("<main").expect("main")..].to_owned();
        let mut found: Vec<_> = ["عسل سدر جبلي", "عسل سمر", "كتاب القهوة"]
            .iter()
            .filter_map(|name| Some((main.find(&format!(">{name}"))?, *name)))
            .collect();
        found.sort();
        found.into_iter().map(|(_, name)| name).collect::<Vec<_>>()
    };
    assert_eq!(shown("/ar/shop/?s=عسل").await, ["عسل سدر جبلي", "عسل سمر"], "sold out: last");
    assert_eq!(shown("/ar/shop/?s=عسل&in_stock=1").await, ["عسل سدر جبلي"]);
    assert_eq!(shown("/ar/shop/?s=عسل&filter_بلد-المنشأ=عُمان").await, ["عسل سمر"]);
    assert_eq!(shown("/ar/shop/?s=عسل&max_price=39").await, ["عسل سمر"]);
    assert_eq!(shown("/ar/shop/?s=عسل&product_cat=الهدايا").await, ["عسل سدر جبلي"]);
    assert_eq!(shown("/ar/shop/?s=عسل&product_cat=القهوة").await, Vec::<&str>::new());
    for path in ["/ar/shop/?s=عسل&product_cat=nowhere", "/ar/shop/?s=عسل&exact=2", "/ar/shop/?s=عسل&paged=2"]
    {
        assert_eq!(shopper.get(path).await.status, StatusCode::NOT_FOUND, "{path}");
    }
    assert_eq!(shown("/ar/shop/?product_cat=nowhere").await.len(), 3, "not a parameter of the shop");

    let corrected = shopper.get("/ar/shop/?s=جبلبي").await.text();
    assert!(corrected.contains("عرضنا نتائج") && corrected.contains("exact=1"));
    assert!(shopper.get("/ar/shop/?s=جبلبي&exact=1").await.text().contains("لا توجد نتائج"));
}

/// Every page of a listing in every plan: rare and common terms, prices, no filter. [VIS-10]
#[tokio::test]
async fn sold_out_products_follow_all_others_on_every_page() {
    let shop = TestShop::open().await;
    sqlx::query("insert into categories (slug, path, name) values ('c', 'c', 'قسم')")
        .execute(&shop.db)
        .await
        .expect("category");
    sqlx::query(
        "insert into products (kind, sku, slug, name, category_id, regular_minor, sale_minor)
         select 'simple', 'S-' || n, 's-' || n, 'منتج ' || n, (select id from categories limit 1), 1000 + n,
                case when n % 2 = 0 then 500 + n end
         from generate_series(1, 60) n",
    )
    .execute(&shop.db)
    .await
    .expect("products");
    sqlx::query(
        "insert into stock_levels (sku, on_hand)
         select sku, case when right(sku, 1) in ('3', '6') then 0 else 100000 end from products",
    )
    .execute(&shop.db)
    .await
    .expect("stock");
    sqlx::query("select reindex_listings(array(select id from products), now())")
        .execute(&shop.db)
        .await
        .expect("listings reindexed");
    sqlx::query("select refresh_facet_counts()").execute(&shop.db).await.expect("counts");
    let shopper = shop.shopper();
    for (query, all, sold_out) in [
        ("", 60, 12),
        ("orderby=price-desc", 60, 12),
        ("orderby=date", 60, 12),
        ("on_sale=1", 30, 6),
        ("min_price=5&max_price=11", 60, 12),
        ("in_stock=1", 48, 0),
    ] {
        let mut states = Vec::new();
        let mut names = std::collections::BTreeSet::new();
        for page in 1..=usize::div_ceil(all, 24) {
            let answer = shopper.get(&format!("/ar/product-category/c/?{query}&paged={page}")).await;
            assert_eq!(answer.status, StatusCode::OK, "{query} {page}");
            for card in answer.text().split("<article").skip(1) {
                states.push(card.contains("نفدت الكمية"));
                let slug = card.split("/ar/product/").nth(1).and_then(|rest| rest.split('/').next());
                names.insert(slug.expect("a link").to_owned());
            }
        }
        assert_eq!((states.len(), names.len()), (all, all), "{query}: each product once");
        assert_eq!(states.iter().filter(|is_sold_out| **is_sold_out).count(), sold_out, "{query}");
        assert!(states.is_sorted(), "{query}: {states:?}");
    }
}

#[tokio::test]
async fn sitemap_feed_and_structured_data_list_the_products() {
    let shop = TestShop::open().await;
    import_rows(&shop, ROWS, false).await;
    let shopper = shop.shopper();
    let html = shopper.get(&path_of(&shop, "H-1").await).await.text();
    for part in [
        "\"@type\":\"Product\"",
        "\"@type\":\"BreadcrumbList\"",
        "\"gtin\":\"6291041500213\"",
        "\"price\":\"40.00\"",
        "\"mpn\":\"HN-1\"",
        "rel=\"canonical\"",
        "og:title",
        "<title>",
    ] {
        assert!(html.contains(part), "{part}");
    }
    assert!(!html.contains("AggregateRating"), "there are no ratings");
    let html = shopper.get(&path_of(&shop, "C-1").await).await.text();
    assert!(html.contains("\"@type\":\"AggregateOffer\"") && html.contains("\"lowPrice\":\"18.00\""));

    let media = Media::in_folder(&shop.config().media_dir).expect("media");
    let url = shop.database().url("WORKER_").expect("url");
    let worker = storefront::server::database::pool(&url, 2, "test").expect("pool");
    publish::run(&worker, &media, "https://shop.example", Utc::now()).await.expect("published");
    let index = shopper.get("/sitemap.xml").await;
    assert_eq!(index.header("content-type"), "application/xml; charset=utf-8");
    let part =
        index.text().split("https://shop.example").find(|part| part.contains("products")).map(str::to_owned);
    let part = part.expect("sitemap of products");
    let map = shopper.get(&part[..part.find('<').expect("end of the URL")]).await.text();
    assert_eq!(map.matches("<url>").count(), 4, "{map}");
    assert!(map.contains("https://shop.example/ar/product/%D8"), "{map}");
    let feed = shopper.get("/feeds/google.xml").await.text();
    assert_eq!(feed.matches("<item>").count(), 5, "two simple products and three variations");
    assert!(
        feed.contains("<g:sale_price>40.00 USD</g:sale_price>")
            && feed.contains("<g:item_group_id>C-1</g:item_group_id>")
    );
    assert!(feed.contains("<g:availability>out_of_stock</g:availability>"));
    assert!(shopper.get("/robots.txt").await.text().contains("/sitemap.xml"));
    assert_eq!(shopper.get("/sitemaps/..%2f..%2fCargo.toml").await.status, StatusCode::NOT_FOUND);
}

#[tokio::test]
async fn a_barcode_is_rendered_from_its_number_and_immutable() {
    let shop = TestShop::open().await;
    let shopper = shop.shopper();
    let answer = shopper.get("/media/barcode/6291041500213.svg").await;
    assert_eq!(answer.status, StatusCode::OK);
    assert_eq!(answer.header("content-type"), "image/svg+xml; charset=utf-8");
    assert!(answer.header("cache-control").contains("immutable"));
    // Other sites may show pictures of goods, and nothing else of the shop.
    assert_eq!(answer.header("cross-origin-resource-policy"), "cross-origin");
    assert_eq!(shopper.get("/favicon.svg").await.header("cross-origin-resource-policy"), "same-origin");
    assert!(answer.text().contains("<svg"));
    assert_eq!(shopper.get("/media/barcode/%D8%A8.svg").await.status, StatusCode::NOT_FOUND);
    assert_eq!(shopper.get("/media/..%2f..%2fCargo.toml").await.status, StatusCode::NOT_FOUND);
}

/// No statement of a shopper's request scans a large table.
#[tokio::test]
async fn plans_use_indexes_at_size() {
    let mut shop = TestShop::open().await;
    sqlx::query("insert into categories (slug, path, name) values ('c', 'c', 'قسم')")
        .execute(&shop.db)
        .await
        .expect("category");
    sqlx::query(
        "insert into products (kind, sku, slug, name, category_id, regular_minor)
         select 'simple', 'S-' || n, 's-' || n, 'منتج ' || n, (select id from categories limit 1), n from generate_series(1, 20000) n",
    )
    .execute(&shop.db)
    .await
    .expect("products");
    sqlx::query("insert into stock_levels (sku, on_hand) select sku, 100000 from products")
        .execute(&shop.db)
        .await
        .expect("stock");
    sqlx::query("select reindex_listings(array(select id from products), now())")
        .execute(&shop.db)
        .await
        .expect("listings reindexed");
    sqlx::query("select refresh_facet_counts()").execute(&shop.db).await.expect("counts");
    sqlx::query("analyze").execute(&shop.db).await.expect("analyze");
    let url = shop.database().url("READ_").expect("url");
    let statements = [
        "select product_id from listing_entries where category_id = $1 and case when cardinality($2::integer[]) = 0 then true else terms @> $2 end
             and case when $4::bigint = 0 then true else price_minor between $3 and $4 end
             and case when $7::boolean is null then true else is_sold_out = $7 end order by position, product_id offset $5 limit $6",
        "select product_id from listing_entries where category_id = $1 and case when cardinality($2::integer[]) = 0 then true else terms @> $2 end
             and price_minor between $3 and $4
             and case when $7::boolean is null then true else is_sold_out = $7 end order by price_minor, product_id offset $5 limit $6",
        "select product_id from listing_entries where category_id = $1 and case when cardinality($2::integer[]) = 0 then true else terms @> $2 end
             and case when $4::bigint = 0 then true else price_minor between $3 and $4 end
             and case when $7::boolean is null then true else is_sold_out = $7 end order by product_id desc offset $5 limit $6",
    ];
    let pool = storefront::server::database::pool(&url, 1, "test").expect("pool");
    let mut connection = pool.acquire().await.expect("connection");
    for (number, sql) in statements.iter().enumerate() {
        let types = "bigint, integer[], bigint, bigint, bigint, bigint, boolean";
        let prepare = format!("prepare plan_{number} ({types}) as {sql}");
        sqlx::query(sqlx::AssertSqlSafe(prepare)).execute(&mut *connection).await.expect("prepared");
        let explain =
            format!("explain execute plan_{number} (0, array[]::integer[], 0, 100000000, 0, 24, false)");
        let plan: Vec<String> = sqlx::query_scalar(sqlx::AssertSqlSafe(explain))
            .fetch_all(&mut *connection)
            .await
            .expect("explained");
        let plan = plan.join("\n");
        assert!(plan.contains("Index") && !plan.contains("Seq Scan on listing_entries"), "{sql}\n{plan}");
        assert!(!plan.contains("Sort"), "the index gives the order\n{plan}");
    }

    // The same for whole pages, by the statistics of the tables, whatever statements the pages send.
    sqlx::query("vacuum analyze").execute(&shop.db).await.expect("vacuum");
    // A session reports its statistics when it ends, or after ten idle seconds. End the others to read them now.
    let admin = shop.database().url("ADMIN_").expect("url");
    let read = async || -> Vec<(String, i64)> {
        let mut counter = PgConnection::connect(&admin).await.expect("connection");
        let terminate = "select pg_terminate_backend(pid, 5000) from pg_stat_activity
                     where datname = current_database() and pid <> pg_backend_pid()";
        sqlx::query(terminate).execute(&mut counter).await.expect("other sessions ended");
        sqlx::query_as(
            "select relname::text, seq_tup_read from pg_stat_user_tables where n_live_tup > 5000 order by relname",
        )
        .fetch_all(&mut counter)
        .await
        .expect("statistics")
    };
    let before = read().await;
    assert!(before.iter().any(|(table, _)| table == "listing_entries"), "{before:?}");
    shop.restart().await;
    let shopper = shop.shopper();
    for path in [
        "/ar/product/s-777/",
        "/ar/shop/",
        "/ar/shop/?paged=500",
        "/ar/shop/?paged=500&orderby=price-desc",
        "/ar/shop/?in_stock=1",
        "/ar/shop/?in_stock=1&on_sale=1",
        "/ar/shop/?min_price=10&max_price=20",
        "/ar/product-category/c/?orderby=popularity",
        "/ar/",
        "/ar/shop/?s=منتج&orderby=price",
    ] {
        let answer = shopper.get(path).await;
        assert_eq!(answer.status, StatusCode::OK, "{path}");
    }
    assert_eq!(read().await, before, "a large table was scanned");
}
