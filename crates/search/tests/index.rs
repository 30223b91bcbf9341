//! Tests of the index: adding, replacing, finding and removing products.

mod support;

use kernel::{Money, ProductId};
use search::{
    Document, Note, Search, SearchResults, count_unanswered, index, list_unanswered, load_meanings,
    refresh_words, remove, set_prices,
};
use support::{Database, find, suggest};

fn product(id: i64, name: &str) -> Document {
    Document {
        product_id: ProductId(id),
        name: name.into(),
        brand: "Bunara".into(),
        categories: vec!["القهوة".into(), "قهوة عربية".into()],
        attributes: vec!["250 غ".into()],
        tags: vec!["ضيافة".into()],
        codes: vec![format!("DN-QA-{id}"), format!("95200004{id}")],
        summary: "مذاق المجالس".into(),
        price: Some(Money::from_minor(id)),
        is_on_sale: id % 2 == 0,
    }
}

fn ids(found: &SearchResults) -> Vec<i64> {
    found.products.iter().map(|id| id.0).collect()
}

#[tokio::test]
async fn a_product_is_found_from_the_moment_it_is_indexed_until_it_is_removed() -> anyhow::Result<()> {
    let database = Database::fresh().await?;
    let pool = &database.pool;
    let mut db = pool.acquire().await?;
    index(&mut db, &[product(11_001, "قهوة عربية شقراء"), product(11_002, "دلة نحاس")]).await?;
    assert_eq!(ids(&find(pool, "القهوه الشقراء", 0, 10).await?), [11_001]);
    assert_eq!(ids(&find(pool, "بونارا", 0, 10).await?), [11_001, 11_002]);
    assert_eq!(ids(&find(pool, "dn qa 11002", 0, 10).await?), [11_002]);
    assert_eq!(ids(&find(pool, "المجالس", 0, 10).await?).len(), 2);

    index(&mut db, &[product(11_002, "ركوة سيراميك"), product(11_002, "ركوة نحاس")]).await?;
    assert_eq!(ids(&find(pool, "ركوة نحاس", 0, 10).await?), [11_002]);

    remove(&mut db, &[ProductId(11_002)]).await?;
    // Twice: a word is deleted by the second refresh without products.
    refresh_words(&mut db).await?;
    refresh_words(&mut db).await?;
    assert_eq!(find(pool, "ركوة", 0, 10).await?.products, []);
    assert_eq!(find(pool, "DN-QA-11002", 0, 10).await?.products, []);
    let left: i64 = sqlx::query_scalar("select count(*) from search_words where word = 'ركوه'")
        .fetch_one(&mut *db)
        .await?;
    assert_eq!(left, 0);
    drop(db);
    database.drop().await
}

#[tokio::test]
async fn a_word_is_suggested_while_it_is_typed_and_corrected_when_it_is_wrong() -> anyhow::Result<()> {
    let database = Database::fresh().await?;
    let pool = &database.pool;
    let mut db = pool.acquire().await?;
    index(&mut db, &[product(11_001, "مبخرة كهربائية"), product(11_002, "دلة نحاس")]).await?;
    drop(db);
    for typed in ["مب", "مبخ", "مبخرة كهر"] {
        assert_eq!(ids(&suggest(pool, typed, 5).await?).first(), Some(&11_001), "{typed}");
    }

    let found = find(pool, "مبرخه", 0, 10).await?;

    assert_eq!((ids(&found), found.corrected.as_deref()), (vec![11_001], Some("مبخرة")));
    database.drop().await
}

#[tokio::test]
async fn typed_text_is_never_executed() -> anyhow::Result<()> {
    let database = Database::fresh().await?;
    let pool = &database.pool;
    let mut db = pool.acquire().await?;
    index(&mut db, &[product(11_001, "مبخرة كهربائية")]).await?;
    drop(db);
    let long = "مبخرة ".repeat(500);
    for typed in [
        "",
        " ",
        "%",
        "_",
        "'; drop table search_words; --",
        "a:* & !b | (c",
        "\\",
        "\u{0}",
        "{1,2}",
        "ـــ",
        "ً",
        &long,
    ] {
        find(pool, typed, 0, 10).await?;
        suggest(pool, typed, 10).await?;
    }
    assert_eq!(find(pool, "مبخرة", -5, -5).await?.products, []);
    assert_eq!(ids(&find(pool, &long, 0, 10).await?), [11_001]);
    database.drop().await
}

#[tokio::test]
async fn wishes_about_price_and_order_narrow_the_answer() -> anyhow::Result<()> {
    let database = Database::fresh().await?;
    let pool = &database.pool;
    let mut db = pool.acquire().await?;
    let names = ["مبخرة نحاس", "مبخرة خشب", "مبخرة فخار", "دلة نحاس"];
    let products: Vec<Document> =
        (0_i64..).zip(names).map(|(at, name)| product(12_000 + 500 * at, name)).collect();
    index(&mut db, &products).await?;
    for (query, wanted) in [
        ("مبخرة تحت 126", vec![12_000, 12_500]),
        ("مبخرة اكثر من ١٢٦ دولار", vec![13_000]),
        ("مبخرة بين 122 و 128", vec![12_500]),
        ("ارخص مبخرة", vec![12_000, 12_500, 13_000]),
        ("مبخرة الاغلى اولا", vec![13_000, 12_500, 12_000]),
        ("تحت 122 دولار", vec![12_000]),
    ] {
        let found = find(pool, query, 0, 10).await?;
        let mut found_ids = ids(&found);
        if found.understood.order.is_none() {
            found_ids.sort_unstable();
        }
        assert_eq!(found_ids, wanted, "{query}");
    }

    set_prices(&mut db, &[(ProductId(12_000), Money::from_minor(99_000), false)]).await?;
    assert_eq!(ids(&find(pool, "ارخص مبخرة", 0, 1).await?), [12_500]);
    drop(db);
    database.drop().await
}

#[tokio::test]
async fn a_query_says_how_it_was_understood() -> anyhow::Result<()> {
    let database = Database::fresh().await?;
    let pool = &database.pool;
    let mut db = pool.acquire().await?;
    index(&mut db, &[product(11_001, "حقيبة سفر"), product(11_002, "دلة نحاس")]).await?;
    drop(db);
    let found = find(pool, "لو سمحت ابغى شنطة تحت 200", 0, 10).await?;
    assert_eq!(ids(&found), [11_001]);
    assert_eq!(found.understood.filters.max_price, Some(Money::from_minor(20_000)));
    assert!(found.understood.notes.iter().any(|note| matches!(note, Note::Meaning { .. })));

    // Typed with the Latin layout.
    let found = find(pool, "prdfm", 0, 10).await?;
    assert_eq!((ids(&found), found.corrected.as_deref()), (vec![11_001], Some("حقيبة")));

    // A real word that is not sold, and the same words as typed.
    let found = find(pool, "حقيقة", 0, 10).await?;
    assert_eq!((ids(&found), found.understood.notes), (vec![], vec![Note::NotSold("حقيقه".into())]));
    let meanings = load_meanings(pool).await?;
    let search = Search::new(pool, &meanings);
    assert_eq!(search.find_as_typed("شنطة", 0, 10).await?.total, 0);
    assert_eq!(ids(&search.find_as_typed("الحقيبة", 0, 10).await?), [11_001]);
    database.drop().await
}

#[tokio::test]
async fn unanswered_queries_are_counted_without_personal_data() -> anyhow::Result<()> {
    let database = Database::fresh().await?;
    let pool = &database.pool;
    let today = chrono::NaiveDate::from_ymd_opt(2026, 11, 18).expect("a day");
    for query in ["فندق", "فندق", "دلله", "someone@example.com", "0551234567", ""] {
        let taken_for = if query == "دلله" { "دلة" } else { "" };
        count_unanswered(pool, query, taken_for, today).await?;
    }
    let listed = list_unanswered(pool, today, 10).await?;
    let listed: Vec<_> =
        listed.iter().map(|one| (one.query.as_str(), one.taken_for.as_str(), one.times)).collect();
    assert_eq!(listed, [("فندق", "", 2), ("دلله", "دلة", 1)]);
    database.drop().await
}
