//! Personal data: export, erasure, and what each role of the database can read.

use super::*;
use crate::emails::until;

const PRIVACY: &str = "/ar/my-account/privacy/";

#[tokio::test]
async fn an_affiliates_data_are_exported_and_an_erased_affiliate_leaves_figures_only() {
    let shop = open().await;
    let nora = affiliate(&shop, "nora").await;
    sqlx::query("update affiliates set tax_note = 'VAT 300'").execute(&shop.db).await.expect("a note");
    let honey = shop.product("عسل سدر").price(2_000).make(&shop.db).await;
    let order = referred(&shop, &honey, nora, "salma@example.com").await;
    settle(&shop, order).await;
    let own = shop.signed_in("nora@example.com").await;
    let _worker = shop.open_mailbox().await;
    own.submit(PRIVACY, "/ar/my-account/privacy/export/", &[]).await;
    until("the export is listed", async || {
        own.get(PRIVACY).await.text().contains("href=\"/ar/my-account/privacy/export/")
    })
    .await;
    let page = own.get(PRIVACY).await.text();
    let file = page.split("href=\"").find(|part| part.starts_with("/ar/my-account/privacy/export/"));
    let file = file.and_then(|part| part.split('"').next()).expect("an export");
    let export = own.get(file).await.json();
    assert_eq!(export["affiliate"]["name"], "nora", "{export}");
    assert_eq!(export["affiliate"]["tax"], "VAT 300");
    assert_eq!(export["affiliate"]["credits"].as_array().map(Vec::len), Some(1));

    sqlx::query("delete from customers where email_key = 'nora@example.com'")
        .execute(&shop.db)
        .await
        .expect("erased");
    let (slug, state, note): (String, String, String) =
        sqlx::query_as("select slug, state, tax_note from affiliates")
            .fetch_one(&shop.db)
            .await
            .expect("one");
    assert_eq!((slug, state, note), (format!("erased-{nora}"), "disabled".to_owned(), String::new()));
    assert_eq!(credits(&shop, order).await, [(200, 0)], "the accounts of the shop stay");
}

#[tokio::test]
async fn the_role_of_public_pages_reads_nothing_of_affiliates() {
    let shop = open().await;
    for table in [
        "affiliates",
        "affiliate_visits",
        "affiliate_salts",
        "affiliate_days",
        "affiliate_referrals",
        "affiliate_credits",
        "affiliate_reversals",
        "affiliate_payouts",
    ] {
        let allowed: bool = sqlx::query_scalar("select has_any_column_privilege('shop_read', $1, 'select')")
            .bind(table)
            .fetch_one(&shop.db)
            .await
            .expect("a privilege");
        assert!(!allowed, "{table}");
    }
    for role in ["shop_web", "shop_staff"] {
        let writes: bool =
            sqlx::query_scalar("select has_table_privilege($1, 'affiliate_credits', 'insert, delete')")
                .bind(role)
                .fetch_one(&shop.db)
                .await
                .expect("a privilege");
        assert!(!writes, "only the worker credits: {role}");
    }
}
