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
    let listed: i64 = sqlx::query_scalar("select count(*) from search_documents")
        .fetch_one(&shop.db)
        .await
        .expect("documents");
    assert_eq!(listed, 1, "the search finds it");
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
