//! The affiliate's own page, and the staff's list.

use super::*;
use crate::orders::staff_in;

const AREA: &str = "/ar/my-account/affiliate/";
const STAFF: &str = "/ar/wp-admin/affiliates/";

#[tokio::test]
async fn a_customer_requests_to_join_and_staff_approve() {
    let shop = open().await;
    shop.customer("salma@example.com", "سلمى").await;
    shop.staff("huda@example.com", false).await;
    let salma = shop.signed_in("salma@example.com").await;
    assert!(salma.get("/ar/my-account/").await.text().contains(AREA), "the menu leads to the programme");
    assert!(salma.get(AREA).await.visible_text().contains("طلب الانضمام"));
    let wrong = salma.submit(AREA, AREA, &[("slug", "7 tea")]).await;
    assert_eq!(wrong.status, 422);
    assert!(wrong.visible_text().contains("اكتب 3 إلى 40"), "{}", wrong.visible_text());
    let sent = salma.submit(AREA, AREA, &[("slug", "Salma-Tea")]).await;
    assert_eq!(sent.location(), format!("{AREA}?notice=joined"));
    let waiting = salma.get(AREA).await.visible_text();
    assert!(waiting.contains("وصل طلبك"), "{waiting}");
    assert!(!waiting.contains("?ref="), "no link before the approval");

    let huda = staff_in(&shop, "huda@example.com").await;
    let list = huda.get(STAFF).await;
    assert!(list.visible_text().contains("salma-tea") && list.visible_text().contains("طلب انضمام"));
    let id: i64 = sqlx::query_scalar("select id from affiliates").fetch_one(&shop.db).await.expect("one");
    assert!(id >= 100_000, "an id does not count the affiliates");
    let one = format!("{STAFF}{id}/");
    let page = huda.get(&one).await.text();
    let hidden = testkit::hidden_fields(&page, &one);
    let mut fields: Vec<_> = hidden.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
    fields.push(("state", "active"));
    assert_eq!(huda.post(&one, &fields).await.location(), format!("{one}?notice=saved"));
    let area = salma.get(AREA).await;
    for link in ["/ar/?ref=salma-tea", &format!("/ar/?ref={id}"), "/ar/shop/ref/salma-tea/"] {
        assert!(area.text().contains(link), "{link}");
    }
    assert!(area.header("cache-control").contains("no-store"));
}

/// A rate is money: a form that showed another one does not overwrite it, and the log says what it was and became.
#[tokio::test]
async fn a_stale_form_does_not_overwrite_a_rate_and_the_log_has_both_rates() {
    let shop = open().await;
    let nora = affiliate(&shop, "nora").await;
    sqlx::query("update affiliates set tax_note = E'سطر\\nسطر'").execute(&shop.db).await.expect("a note");
    for email in ["huda@example.com", "amal@example.com"] {
        shop.staff(email, true).await;
    }
    let (huda, amal) = (staff_in(&shop, "huda@example.com").await, staff_in(&shop, "amal@example.com").await);
    let one = format!("{STAFF}{nora}/");
    let opened = async |staff: &Shopper| testkit::hidden_fields(&staff.get(&one).await.text(), &one);
    let send = async |staff: &Shopper, hidden: &[(String, String)], rate: &str| {
        let browser = |(name, value): &(String, String)| (name.clone(), value.replace('\n', "\r\n"));
        let hidden: Vec<_> = hidden.iter().map(browser).collect();
        let mut fields: Vec<_> = hidden.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
        fields.extend([("slug", "nora"), ("rate", rate), ("tax_note", "سطر\r\nسطر")]);
        staff.post(&one, &fields).await.location().to_owned()
    };
    let (first, stale) = (opened(&huda).await, opened(&amal).await);
    assert_eq!(send(&huda, &first, "8").await, format!("{one}?notice=saved"));
    assert_eq!(send(&amal, &stale, "15").await, format!("{one}?notice=changed"));
    let rate = async || -> Option<i32> {
        sqlx::query_scalar("select rate_bp from affiliates").fetch_one(&shop.db).await.expect("one")
    };
    assert_eq!(rate().await, Some(800));
    assert_eq!(send(&amal, &opened(&amal).await, "15").await, format!("{one}?notice=saved"));
    assert_eq!(rate().await, Some(1_500));
    let lines: Vec<(Option<String>, Option<String>)> =
        sqlx::query_as("select before, after from audit_log where action = 'affiliate-changed' order by seq")
            .fetch_all(&shop.db)
            .await
            .expect("the audit log");
    let line = |before: &str, after: &str| {
        let text = |rate: &str| Some(format!("nora: active, rate {rate}"));
        (text(before), text(after))
    };
    assert_eq!(lines, [line("of the shop", "8"), line("8", "15")]);
}

#[tokio::test]
async fn an_affiliate_sees_figures_and_plots_but_no_orders_of_buyers() {
    let shop = open().await;
    let nora = affiliate(&shop, "nora").await;
    let honey = shop.product("عسل سدر").price(2_000).make(&shop.db).await;
    let order = referred(&shop, &honey, nora, "salma@example.com").await;
    settle(&shop, order).await;
    let number: i64 = sqlx::query_scalar("select number from orders").fetch_one(&shop.db).await.expect("one");
    let area = shop.signed_in("nora@example.com").await.get(AREA).await;
    let text = area.visible_text();
    assert!(text.contains("2.00") && text.contains("قيد الانتظار"), "{text}");
    assert!(area.text().contains("<svg") && text.contains("الأرقام في جدول"), "a plot and its table");
    for personal in [number.to_string().as_str(), "salma@example.com"] {
        assert!(!area.text().contains(personal), "{personal}");
    }
    // Another customer sees none of it.
    shop.customer("hind@example.com", "هند").await;
    let other = shop.signed_in("hind@example.com").await.get(AREA).await;
    assert!(!other.text().contains("nora") && !other.visible_text().contains("قيد الانتظار"));
    assert_eq!(shop.shopper().get(AREA).await.status, 303, "guests sign in first");
}

/// Sends the form that adds an affiliate. The search form of the page has the same address, and no nonce.
async fn add(staff: &Shopper, fields: &[(&str, &str)]) -> TestResponse {
    let page = staff.get(STAFF).await.text();
    let hidden = testkit::hidden_fields(&page, "/ar/wp-admin/affiliate-rates/");
    let nonce: Vec<_> = hidden.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
    staff.post(STAFF, &[nonce.as_slice(), fields].concat()).await
}

/// [D36]
#[tokio::test]
async fn staff_add_affiliates_and_set_rates_and_others_get_404() {
    let shop = open().await;
    shop.customer("salma@example.com", "سلمى").await;
    shop.staff("huda@example.com", false).await;
    let honey = shop.product("عسل سدر").make(&shop.db).await;
    assert_eq!(shop.shopper().get(STAFF).await.status, 404);
    let huda = staff_in(&shop, "huda@example.com").await;
    for (fields, error) in [
        ([("email", "unknown@example.com"), ("slug", "salma"), ("rate", "")], "لا يوجد حساب عميل بهذا البريد"),
        ([("email", "salma@example.com"), ("slug", "سلمى"), ("rate", "")], "اكتب 3 إلى 40"),
        ([("email", "salma@example.com"), ("slug", "salma"), ("rate", "101")], "اكتب نسبة بين 0 و100"),
    ] {
        let refused = add(&huda, &fields).await;
        assert_eq!(refused.status, 422);
        assert!(refused.visible_text().contains(error), "{}", refused.visible_text());
    }
    let added = add(&huda, &[("email", "SALMA@example.com"), ("slug", "salma"), ("rate", "١٢٫٥")]).await;
    assert!(added.location().ends_with("?notice=added"), "{}", added.visible_text());
    let stored: (String, i32) =
        sqlx::query_as("select state, rate_bp from affiliates").fetch_one(&shop.db).await.expect("one");
    assert_eq!(stored, ("active".to_owned(), 1_250));
    let again = add(&huda, &[("email", "salma@example.com"), ("slug", "other"), ("rate", "")]).await;
    assert!(again.visible_text().contains("لهذا العميل حساب شريك"));

    let rates = "/ar/wp-admin/affiliate-rates/";
    let page = huda.get(STAFF).await.text();
    let hidden = testkit::hidden_fields(&page, rates);
    let set = async |product: &str, rate: &str| {
        let mut fields: Vec<_> = hidden.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
        fields.extend([("product", product), ("product_rate", rate)]);
        huda.post(rates, &fields).await
    };
    assert_eq!(set("no-such-sku", "5").await.status, 422);
    assert_eq!(set(&honey.id, "five").await.status, 422);
    assert!(set(&honey.id, "5").await.location().ends_with("?notice=saved"));
    let rate: i32 = sqlx::query_scalar("select rate_bp from affiliate_product_rates")
        .fetch_one(&shop.db)
        .await
        .expect("one");
    assert_eq!(rate, 500);
    let actions: Vec<String> = sqlx::query_scalar("select action from audit_log order by seq")
        .fetch_all(&shop.db)
        .await
        .expect("a log");
    assert!(
        actions.ends_with(&["affiliate-added".to_owned(), "affiliate-product-rate".to_owned()]),
        "{actions:?}"
    );

    // The button of its row takes the rate away again, once.
    let mut remove: Vec<_> = hidden.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
    remove.extend([("product", honey.id.as_str()), ("do", "remove")]);
    for _ in 0..2 {
        assert!(huda.post(rates, &remove).await.location().ends_with("?notice=removed"));
    }
    let left: i64 = sqlx::query_scalar("select count(*) from affiliate_product_rates")
        .fetch_one(&shop.db)
        .await
        .expect("a count");
    assert_eq!(left, 0);
    let changes: Vec<(String, Option<String>, Option<String>)> = sqlx::query_as(
        "select subject, before, after from audit_log where action = 'affiliate-product-rate' order by seq",
    )
    .fetch_all(&shop.db)
    .await
    .expect("a log");
    let rate = || Some("rate 5".to_owned());
    assert_eq!(changes, [(honey.id.clone(), None, rate()), (honey.id.clone(), rate(), None)]);
}
