//! The staff's report of what affiliates brought, and its file.

use chrono::TimeDelta;
use kernel::Clock;

use super::*;
use crate::orders::staff_in;

const REPORTS: &str = "/ar/wp-admin/reports/";
const EXPORT: &str = "/ar/wp-admin/reports/affiliates/";

type Row = (String, i64, i64, i64, i64);

async fn rows(shop: &TestShop) -> Vec<Row> {
    sqlx::query_as(
        "select slug, visits, orders, sales_minor, credited_minor from report_affiliates order by day, slug",
    )
    .fetch_all(&shop.db)
    .await
    .expect("a report")
}

#[tokio::test]
async fn staff_see_what_each_affiliate_brought_in_a_period() {
    let clock = Clock::manual("2026-11-17T10:00:00Z".parse().expect("a time"));
    let shop = TestShop::open_with(Options { clock: clock.clone(), ..Options::default() }).await;
    shop.staff("huda@example.com", false).await;
    let honey = shop.product("عسل سدر").price(2_000).stock(50).make(&shop.db).await;
    let huda = staff_in(&shop, "huda@example.com").await;
    let before = huda.get(REPORTS).await;
    assert!(!before.text().contains(EXPORT), "without affiliates there is no such part");

    let nora = affiliate(&shop, "nora").await;
    let hind = affiliate(&shop, "hind").await;
    let old = referred(&shop, &honey, hind, "layla@example.com").await;
    settle(&shop, old).await;
    clock.advance(TimeDelta::days(10));
    assert!(visit(&shop, &shop.shopper(), &nora.to_string()).await > 0);
    let order = referred(&shop, &honey, nora, "salma@example.com").await;
    settle(&shop, order).await;
    // Bought by herself: refused, and so neither an order nor a credit.
    let own = referred(&shop, &honey, nora, "nora@example.com").await;
    settle(&shop, own).await;
    assert!(refusal(&shop, own).await.is_some());
    assert_eq!(
        rows(&shop).await,
        [("hind".to_owned(), 1, 1, 2_000, 200), ("nora".to_owned(), 3, 1, 2_000, 200),]
    );

    let huda = staff_in(&shop, "huda@example.com").await;
    let week = huda.get(&format!("{REPORTS}?days=7")).await;
    let text = week.visible_text();
    for expected in ["حسب الشريك", "nora", "33.3%", "2.00"] {
        assert!(text.contains(expected), "{expected} in {text}");
    }
    assert!(!text.contains("hind"), "ten days ago");
    assert!(week.text().contains(&format!("/ar/wp-admin/affiliates/{nora}/")));
    let month = huda.get(&format!("{REPORTS}?days=30")).await.visible_text();
    assert!(month.contains("nora") && month.contains("hind"), "{month}");

    // A refund takes the credit back.
    sqlx::query("update affiliate_credits set reversed_minor = amount_minor where order_id = $1")
        .bind(order.0)
        .execute(&shop.db)
        .await
        .expect("reversed");
    assert_eq!(rows(&shop).await[1], ("nora".to_owned(), 3, 1, 2_000, 0));
}

#[tokio::test]
async fn the_report_is_exported_by_affiliate_and_day_and_the_export_is_recorded() {
    let clock = Clock::manual("2026-11-17T10:00:00Z".parse().expect("a time"));
    let shop = TestShop::open_with(Options { clock, ..Options::default() }).await;
    shop.staff("huda@example.com", false).await;
    let nora = affiliate(&shop, "nora").await;
    let honey = shop.product("عسل سدر").price(2_000).stock(50).make(&shop.db).await;
    let order = referred(&shop, &honey, nora, "salma@example.com").await;
    settle(&shop, order).await;
    let huda = staff_in(&shop, "huda@example.com").await;
    let page = huda.get(&format!("{REPORTS}?days=7")).await.text();
    let hidden = testkit::hidden_fields(&page, EXPORT);
    assert!(hidden.contains(&("days".to_owned(), "7".to_owned())), "{hidden:?}");
    let fields: Vec<_> = hidden.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
    let table = huda.post(EXPORT, &fields).await;
    assert!(table.header("content-type").starts_with("text/csv"));
    assert!(table.header("content-disposition").contains("affiliate-report.csv"));
    let expected = format!(
        "day,affiliate,name,visits,orders,sales,credited\r\n2026-11-17,{nora},nora,1,1,20.00,2.00\r\n"
    );
    assert_eq!(table.text(), expected);
    let recorded: i64 =
        sqlx::query_scalar("select count(*) from audit_log where action = 'affiliate-report-export'")
            .fetch_one(&shop.db)
            .await
            .expect("the log");
    assert_eq!(recorded, 1);
}
