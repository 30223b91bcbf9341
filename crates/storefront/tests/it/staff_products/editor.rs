//! Creating, publishing, and refusals at their field.

use super::*;

async fn create(staff: &Shopper, fields: &[(&str, &str)]) -> TestResponse {
    Opened::of(staff, NEW).await.save(staff, fields).await
}

/// [D21] [D23]
#[tokio::test]
async fn a_product_is_created_as_a_draft_published_and_found_in_the_shop() {
    let shop = open().await;
    shop.product("آخر").make(&shop.db).await;
    let huda = owner(&shop).await;
    let fields = [
        ("name", "بن حراز"),
        ("slug", "bun-haraz"),
        ("sku", "BN-1"),
        ("regular_minor", "١٤٫٤٠"),
        ("description", "أول\r\n\r\nثانٍ"),
    ];
    let created = create(&huda, &fields).await;
    assert_eq!(created.status, StatusCode::SEE_OTHER, "{}", created.text());
    let url = created.location().split('?').next().expect("a path").to_owned();
    let visitor = shop.shopper();
    let page = "/ar/product/bun-haraz/";
    assert_eq!(visitor.get(page).await.status, StatusCode::NOT_FOUND, "a draft has no page");
    assert!(seen(&huda.get(created.location()).await).contains("يبقى مسودة"));
    let saved = Opened::of(&huda, &url).await.save(&huda, &[("status", "published")]).await;
    assert_eq!(saved.status, StatusCode::SEE_OTHER, "{}", saved.text());
    let shown = visitor.get(page).await;
    assert_eq!(shown.status, StatusCode::OK);
    assert!(shown.text().contains("14.40"));
    let listed: bool = sqlx::query_scalar(
        "select exists (select from search_documents d join products p on p.id = d.product_id where p.slug = 'bun-haraz')",
    )
    .fetch_one(&shop.db)
    .await
    .expect("documents");
    assert!(listed, "the search finds it");
}

#[tokio::test]
async fn a_new_category_is_added_with_the_product() {
    let shop = open().await;
    let huda = owner(&shop).await;
    let refused = create(&huda, &[("name", "عسل"), ("sku", "A-1")]).await;
    assert_eq!(refused.status, StatusCode::UNPROCESSABLE_ENTITY, "a shop without categories");
    let created = create(&huda, &[("name", "عسل"), ("sku", "A-1"), ("new_category", "العسل اليمني")]).await;
    assert_eq!(created.status, StatusCode::SEE_OTHER, "{}", created.text());
    let path: String =
        sqlx::query_scalar("select path from categories").fetch_one(&shop.db).await.expect("one");
    assert_eq!(path, "العسل-اليمني");
}

/// One transaction: what is refused leaves no category behind.
#[tokio::test]
async fn a_category_is_added_with_its_product_or_not_at_all() {
    let shop = open().await;
    let other = shop.product("آخر").make(&shop.db).await;
    let huda = owner(&shop).await;
    let written = async || -> (i64, i64, i64) {
        sqlx::query_as(
            "select (select count(*) from categories), (select count(*) from cache_purges),
                 (select count(*) from audit_log where action = 'category-add')",
        )
        .fetch_one(&shop.db)
        .await
        .expect("counts")
    };
    let before = written().await;
    let fields = [("name", "عسل"), ("sku", other.sku.as_str()), ("new_category", "العسل اليمني")];
    let wrong_code = [("gtin", "6291041500214"), ("new_category", "العسل اليمني")];
    for refused in [create(&huda, &fields).await, save(&huda, &other, &wrong_code).await] {
        assert_eq!(refused.status, StatusCode::UNPROCESSABLE_ENTITY, "{}", refused.text());
        assert!(refused.text().contains("value=\"العسل اليمني\""), "what was typed stays");
    }
    assert_eq!(written().await, before);

    let opened = Opened::of(&huda, &url(&other)).await;
    let saved = save(&huda, &other, &[("name", "عسل أسود"), ("new_category", "العسل اليمني")]).await;
    assert_eq!(saved.status, StatusCode::SEE_OTHER, "{}", saved.text());
    let path =
        "select path from categories join products on category_id = categories.id where products.id = $1";
    assert_eq!(value::<String>(&shop, path, &other).await, "العسل-اليمني");
    assert_eq!(written().await.2, 1);

    // What is asked about offers it, so it is there to be chosen.
    let clash = opened.save(&huda, &[("name", "عسل أبيض"), ("new_category", "هدايا")]).await;
    assert_eq!(clash.status, StatusCode::CONFLICT);
    let id: i64 = sqlx::query_scalar("select id from categories where path = 'هدايا'")
        .fetch_one(&shop.db)
        .await
        .expect("the category");
    assert!(clash.text().contains(&format!("value=\"{id}\"")), "{}", clash.text());
    assert_eq!(value::<String>(&shop, path, &other).await, "العسل-اليمني");
}

/// [D21]
#[tokio::test]
async fn refused_fields_keep_what_was_typed_and_nothing_is_saved() {
    let shop = open().await;
    let other = shop.product("آخر").slug("other").make(&shop.db).await;
    let honey = shop.product("عسل سدر").price(1_800).make(&shop.db).await;
    let huda = owner(&shop).await;
    let cases: [(&str, &str, &str); 8] = [
        ("name", "", "هذا الحقل مطلوب."),
        ("sku", &other.sku, "مستخدم في منتج آخر."),
        ("slug", "other", "مستخدم في منتج آخر."),
        ("gtin", "6291041500214", "رقم التحقق لا يطابق."),
        ("regular_minor", "غالٍ", "القيمة غير مفهومة."),
        ("regular_minor", "", "لا يُنشر منتج بلا سعر."),
        ("sale_minor", "18.00", "السعر بعد التخفيض يجب أن يقلّ عن السعر."),
        ("sale_to", "أمس", "القيمة غير مفهومة."),
    ];
    for (field, text, reason) in cases {
        let refused = save(&huda, &honey, &[(field, text), ("note", "لم يُحفظ")]).await;
        assert_eq!(refused.status, StatusCode::UNPROCESSABLE_ENTITY, "{field} {text}");
        let page = seen(&refused);
        assert!(page.contains(reason), "{field}: {page}");
        assert!(refused.text().contains("لم يُحفظ"), "{field}: what was typed stays");
    }
    assert_eq!(version(&shop, &honey).await, 1);
}

#[tokio::test]
async fn a_new_sku_takes_its_stock_along_unless_pieces_are_reserved() {
    let shop = open().await;
    let honey = shop.product("عسل سدر").stock(7).make(&shop.db).await;
    let huda = owner(&shop).await;
    let reserve = async |units: i64| {
        sqlx::query("update stock_levels set reserved = $2 where sku = $1")
            .bind(&honey.sku)
            .bind(units)
            .execute(&shop.db)
            .await
            .expect("reserved");
    };
    reserve(100_000).await;
    let refused = save(&huda, &honey, &[("sku", "HON-7")]).await;
    assert_eq!(refused.status, StatusCode::UNPROCESSABLE_ENTITY);
    reserve(0).await;
    assert_eq!(save(&huda, &honey, &[("sku", "HON-7")]).await.status, StatusCode::SEE_OTHER);
    let levels: Vec<(String, i64)> = sqlx::query_as("select sku, on_hand from stock_levels order by sku")
        .fetch_all(&shop.db)
        .await
        .expect("levels");
    assert_eq!(levels, [("HON-7".to_owned(), 700_000), (honey.sku.clone(), 0)]);
}

#[tokio::test]
async fn what_was_sold_counted_and_placed_under_an_old_sku_follows_the_product() {
    let shop = open().await;
    let honey = shop.product("عسل سدر").stock(7).make(&shop.db).await;
    let dates = shop.product("تمر").make(&shop.db).await;
    let huda = owner(&shop).await;
    for statement in [
        "insert into stock_reservations (order_key, sku, quantity, state, holder, address, created_at, expires_at)
         select 'order 1', sku, 200000, 'claimed', '\\x00', '', now(), now() from products where id = $1",
        "insert into stock_bins (sku, store, bin) select sku, 1, 'A-1' from products where id = $1",
        "with opened as (insert into stock_counts (store, opened_by, opened_at)
             select 1, id, now() from staff limit 1 returning id, opened_by)
         insert into stock_count_lines (count_id, sku, item_id, counted, expected, counted_by, counted_at)
         select opened.id, sku, products.id, 800000, 700000, opened_by, now() from opened, products
         where products.id = $1",
    ] {
        let id: i64 = honey.id.parse().expect("an id");
        sqlx::query(statement).bind(id).execute(&shop.db).await.expect(statement);
    }
    for sku in ["HON-7", "HON-8"] {
        let saved = save(&huda, &honey, &[("sku", sku)]).await;
        assert_eq!(saved.status, StatusCode::SEE_OTHER, "{}", saved.text());
    }
    let places: Vec<String> =
        sqlx::query_scalar("select sku from stock_bins union all select sku from stock_count_lines")
            .fetch_all(&shop.db)
            .await
            .expect("places");
    assert_eq!(places, ["HON-8", "HON-8"]);
    // Goods that come back do not belong to a product that would take the code now.
    for old in [honey.sku.as_str(), "HON-7"] {
        let taken = save(&huda, &dates, &[("sku", old)]).await;
        assert_eq!(taken.status, StatusCode::UNPROCESSABLE_ENTITY, "{old}");
    }
    sqlx::query("select return_stock('order 1')").execute(&shop.db).await.expect("returned");
    let levels: Vec<(String, i64)> =
        sqlx::query_as("select sku, on_hand from stock_levels where on_hand > 0 and sku <> $1")
            .bind(&dates.sku)
            .fetch_all(&shop.db)
            .await
            .expect("levels");
    assert_eq!(levels, [("HON-8".to_owned(), 900_000)]);
    assert_eq!(save(&huda, &honey, &[("sku", &honey.sku)]).await.status, StatusCode::SEE_OTHER, "back again");
    let renames: Vec<(String, String)> =
        sqlx::query_as("select old_sku, new_sku from sku_renames order by old_sku")
            .fetch_all(&shop.db)
            .await
            .expect("renames");
    let back = |old: &str| (old.to_owned(), honey.sku.clone());
    assert_eq!(renames, [back("HON-7"), back("HON-8")]);
}

#[tokio::test]
async fn a_stored_value_that_is_refused_today_stops_only_an_edit_of_it() {
    let shop = open().await;
    let honey = shop.product("عسل سدر").price(1_800).make(&shop.db).await;
    sqlx::query("update products set gtin = '123', note = repeat('x', 500)")
        .execute(&shop.db)
        .await
        .expect("imported");
    let huda = owner(&shop).await;
    let saved = save(&huda, &honey, &[("name", "عسل جبلي")]).await;
    assert_eq!(saved.status, StatusCode::SEE_OTHER, "{}", saved.text());
    let refused = save(&huda, &honey, &[("gtin", "124")]).await;
    assert_eq!(refused.status, StatusCode::UNPROCESSABLE_ENTITY);
    assert!(!seen(&refused).contains("النص أطول من المسموح."), "the note was not edited");
}

#[tokio::test]
async fn a_sale_shows_its_phase() {
    let shop = open().await;
    let now = shop.clock().now();
    let hour = chrono::TimeDelta::hours(1);
    let huda = owner(&shop).await;
    for (from, to, wanted) in [
        (now + hour, now + hour * 2, "التخفيض لم يبدأ بعد."),
        (now - hour, now + hour, "التخفيض سارٍ الآن."),
        (now - hour * 2, now - hour, "انتهى التخفيض."),
    ] {
        let honey = shop.product("عسل").sale(900, Some(from), Some(to)).make(&shop.db).await;
        assert!(seen(&huda.get(&url(&honey)).await).contains(wanted), "{wanted}");
    }
}

/// What the editor says of each part of a sale is what the shop shows when the clock reaches it, other discounts included.
#[tokio::test]
async fn the_stages_of_a_sale_are_what_shoppers_see_then() {
    let shop = open().await;
    let now = shop.clock().now();
    let hours = |hours| Some(now + chrono::TimeDelta::hours(hours));
    let dates = shop.product("تمر").price(2_000).sale(1_500, hours(1), hours(2)).make(&shop.db).await;
    sqlx::query("insert into countdowns (item_id) values ($1::bigint)")
        .bind(&dates.id)
        .execute(&shop.db)
        .await
        .expect("a countdown");
    let huda = owner(&shop).await;
    let answer = huda.get_with(&url(&dates), &[("accept", "application/json")]).await;
    let view = answer.json()["props"]["saleStages"].clone();
    assert_eq!(view["zone"], "UTC");
    let stages = view["stages"].as_array().expect("stages").clone();
    let of = |name: &str| stages.iter().map(|stage| stage[name].clone()).collect::<Vec<_>>();
    assert_eq!(of("label"), ["قبل التخفيض", "أثناء التخفيض", "بعد التخفيض"]);
    assert_eq!(of("isNow"), [true, false, false]);
    let countdown = |stage: usize| plain(stages[stage]["countdown"].as_str().unwrap_or_default());
    assert!(countdown(0).contains("يبدأ العرض خلال…"), "{}", countdown(0));
    assert!(countdown(1).contains("ينتهي العرض خلال…"), "{}", countdown(1));
    assert_eq!(countdown(2), "");

    let visitor = shop.shopper();
    let one_line = |text: &str| plain(text).replace('\u{a0}', " ");
    for (stage, is_reduced) in stages.iter().zip([false, true, false]) {
        let amount = one_line(stage["price"]["amount"].as_str().expect("an amount"));
        assert_eq!(amount, if is_reduced { "15.00 $" } else { "20.00 $" });
        assert_eq!(stage["price"]["regular"].is_string(), is_reduced);
        let page = one_line(&visitor.get(&dates.path).await.visible_text());
        assert!(page.contains(&amount), "{amount} in {page}");
        shop.clock().advance(chrono::TimeDelta::hours(1));
    }
}

#[tokio::test]
async fn a_product_without_a_sale_or_without_shoppers_has_no_stages() {
    let shop = open().await;
    let plain = shop.product("عسل").price(2_000).make(&shop.db).await;
    let draft =
        shop.product("مسودة").price(2_000).sale(1_500, None, None).status("draft").make(&shop.db).await;
    let huda = owner(&shop).await;
    for product in [&plain, &draft] {
        let answer = huda.get_with(&url(product), &[("accept", "application/json")]).await;
        assert!(answer.json()["props"]["saleStages"].is_null(), "{}", product.path);
    }
}
