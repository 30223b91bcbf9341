//! Ranking by use: what many visitors choose is lifted, and one visitor changes nothing.

mod support;

use chrono::{Days, NaiveDate};
use kernel::{Money, ProductId};
use search::{Document, Search, fold_choices, index, load_meanings, record_choice, record_purchase, topic};
use sqlx::PgPool;
use support::Database;

const QUERY: &str = "أبغى مبخرة تحت 500";
const TOPIC: &str = "مبخره";

fn day(number: u64) -> NaiveDate {
    NaiveDate::from_ymd_opt(2026, 11, 1).expect("a day") + Days::new(number)
}

/// Three products that match alike, and one that hardly matches.
async fn shop() -> anyhow::Result<Database> {
    let database = Database::fresh().await?;
    let product = |id: i64, name: &str, summary: &str| Document {
        product_id: ProductId(id),
        name: name.into(),
        brand: String::new(),
        categories: vec![],
        attributes: vec![],
        tags: vec![],
        codes: vec![],
        summary: summary.into(),
        price: Some(Money::from_minor(1_000)),
        is_on_sale: false,
    };
    let products = [
        product(1, "مبخرة نحاس", ""),
        product(2, "مبخرة خشب", ""),
        product(3, "مبخرة فخار", ""),
        product(4, "فحم سريع", "لكل مبخرة"),
    ];
    index(&mut *database.pool.acquire().await?, &products).await?;
    Ok(database)
}

async fn chosen(db: &PgPool, product: i64, address: &str, on: NaiveDate) -> anyhow::Result<()> {
    record_choice(db, TOPIC, ProductId(product), address, on).await?;
    Ok(())
}

async fn ranked(db: &PgPool, by_use: bool) -> anyhow::Result<Vec<i64>> {
    let meanings = load_meanings(db).await?;
    let found = Search::new(db, &meanings).by_use(by_use).find("مبخرة", 0, 10).await?;
    Ok(found.products.iter().map(|id| id.0).collect())
}

async fn fold(db: &PgPool, today: NaiveDate) -> anyhow::Result<()> {
    fold_choices(&mut *db.acquire().await?, today).await?;
    Ok(())
}

async fn count(db: &PgPool, table: &str) -> anyhow::Result<i64> {
    let query = format!("select count(*) from {table}");
    Ok(sqlx::query_scalar(sqlx::AssertSqlSafe(query)).fetch_one(db).await?)
}

#[tokio::test]
async fn what_several_visitors_choose_is_lifted_above_what_matches_alike() -> anyhow::Result<()> {
    let database = shop().await?;
    let db = &database.pool;
    for address in ["192.0.2.1", "192.0.2.2", "192.0.2.3"] {
        chosen(db, 3, address, day(0)).await?;
        chosen(db, 4, address, day(0)).await?;
    }
    assert_eq!(ranked(db, true).await?, [1, 2, 3, 4], "the day is not over");
    fold(db, day(0)).await?;
    assert_eq!(ranked(db, true).await?, [1, 2, 3, 4], "still not over");
    fold(db, day(1)).await?;
    assert_eq!(ranked(db, true).await?, [3, 1, 2, 4], "but not above a product that matches better");
    assert_eq!(ranked(db, false).await?, [1, 2, 3, 4], "off: the order of the words");
    // Nothing about the visitors is left.
    assert_eq!(count(db, "search_choices").await? + count(db, "search_choice_days").await?, 0);
    database.drop().await
}

#[tokio::test]
async fn one_visitor_cannot_lift_a_product_however_often_and_long() -> anyhow::Result<()> {
    let database = shop().await?;
    let db = &database.pool;
    for number in 0..30 {
        for _ in 0..5 {
            chosen(db, 3, "192.0.2.1", day(number)).await?;
        }
        chosen(db, 3, "192.0.2.2", day(number)).await?;
        record_purchase(db, &[3], "192.0.2.1", day(number)).await?;
        assert_eq!(count(db, "search_choices").await?, 2, "each visitor once");
        fold(db, day(number + 1)).await?;
    }
    assert_eq!(ranked(db, true).await?, [1, 2, 3, 4]);
    assert_eq!(count(db, "search_uses").await?, 0, "what few visitors ask for is not stored");

    // Beside others' choices a visitor counts as one of them.
    for address in ["192.0.2.1", "192.0.2.2", "192.0.2.3", "192.0.2.4"] {
        chosen(db, 2, address, day(40)).await?;
    }
    for address in ["192.0.2.1", "192.0.2.5", "192.0.2.6"] {
        for _ in 0..50 {
            chosen(db, 3, address, day(40)).await?;
        }
    }
    fold(db, day(41)).await?;
    assert_eq!(ranked(db, true).await?, [2, 3, 1, 4]);
    database.drop().await
}

#[tokio::test]
async fn a_purchase_counts_for_the_query_from_which_the_product_was_opened() -> anyhow::Result<()> {
    let database = shop().await?;
    let db = &database.pool;
    for address in ["192.0.2.1", "192.0.2.2", "192.0.2.3"] {
        for product in [2, 3] {
            chosen(db, product, address, day(0)).await?;
        }
    }
    record_purchase(db, &[3, 99], "192.0.2.1", day(0)).await?;
    record_purchase(db, &[2], "192.0.2.77", day(0)).await?;
    record_purchase(db, &[2], "192.0.2.1", day(1)).await?;
    fold(db, day(1)).await?;
    assert_eq!(ranked(db, true).await?, [3, 2, 1, 4]);
    database.drop().await
}

#[tokio::test]
async fn a_visitor_and_a_day_have_a_limited_number_of_choices_and_old_ones_fade() -> anyhow::Result<()> {
    let database = shop().await?;
    let db = &database.pool;
    for product in 0..130 {
        record_choice(db, TOPIC, ProductId(product), "192.0.2.1", day(0)).await?;
    }
    assert_eq!(count(db, "search_choices").await?, 100);
    sqlx::query("update search_choice_days set choices = 50000").execute(db).await?;
    record_choice(db, TOPIC, ProductId(1), "192.0.2.2", day(0)).await?;
    assert_eq!(count(db, "search_choices").await?, 100);
    record_choice(db, "", ProductId(1), "192.0.2.2", day(1)).await?;
    assert_eq!(count(db, "search_choice_days").await?, 1, "a query that is not recorded");

    sqlx::query("insert into search_uses values ('مبخره', 3, 1.01)").execute(db).await?;
    fold(db, day(1)).await?;
    assert_eq!(count(db, "search_uses").await?, 0);
    database.drop().await
}

#[tokio::test]
async fn a_topic_is_the_query_without_wishes_and_is_not_a_persons_data() -> anyhow::Result<()> {
    let database = Database::fresh().await?;
    let meanings = load_meanings(&database.pool).await?;
    assert_eq!([topic(QUERY, &meanings), topic("مبخرة", &meanings)], [TOPIC, TOPIC]);
    for personal in ["salma@example.com", "0551234567", ""] {
        assert_eq!(topic(personal, &meanings), "");
    }
    database.drop().await
}
