//! Calls 7 and 8, and how visits are stored.

use cart::jobs::JobContext;
use chrono::TimeDelta;
use kernel::Clock;

use super::*;

#[derive(Debug, sqlx::FromRow)]
struct StoredVisit {
    id: i64,
    affiliate_id: i64,
    campaign: String,
    url: String,
    referrer: String,
}

/// [AFF-04] [AFF-09] [API-07]
#[tokio::test]
async fn a_visit_is_stored_and_its_id_answered() {
    let shop = open().await;
    let nora = affiliate(&shop, "nora").await;
    let shopper = shop.shopper();
    let url = page(&shop, "/ar/?ref=nora&campaign=eid");
    let fields = [
        ("affiliate", "nora"),
        ("campaign", "عيد"),
        ("url", url.as_str()),
        ("referrer", "https://blog.example/tea?reader=salma@example.com"),
    ];

    let answer = call(&shopper, "affwp_track_visit", &fields).await;

    assert_eq!(answer.status, 200);
    let visits: Vec<StoredVisit> =
        sqlx::query_as("select id, affiliate_id, campaign, url, referrer from affiliate_visits")
            .fetch_all(&shop.db)
            .await
            .expect("visits");
    let [visit] = visits.as_slice() else { panic!("{visits:?}") };
    assert_eq!(answer.text(), visit.id.to_string());
    assert_eq!((visit.affiliate_id, visit.campaign.as_str()), (nora, "عيد"));
    assert_eq!(visit.url, url);
    assert_eq!(visit.referrer, "https://blog.example/tea", "the query of another site may be personal");
    // The same by number, of another visitor.
    assert!(self::visit(&shop, &shop.shopper(), &nora.to_string()).await > 0);
}

/// [AFF-16]
#[tokio::test]
async fn unknown_and_disabled_affiliates_are_not_tracked() {
    let shop = open().await;
    let nora = affiliate(&shop, "nora").await;
    let shopper = shop.shopper();
    for unknown in ["999999999", "nobody-here", "", "0", "' or 1=1 --", "../nora"] {
        assert_eq!(visit(&shop, &shopper, unknown).await, 0, "{unknown}");
    }
    for state in ["requested", "disabled"] {
        sqlx::query("update affiliates set state = $1").bind(state).execute(&shop.db).await.expect("changed");
        assert_eq!(visit(&shop, &shopper, &nora.to_string()).await, 0, "{state}");
    }
    assert_eq!(count(&shop, "affiliate_visits").await, 0);
}

/// [AFF-07] [AFF-08] [API-08]
#[tokio::test]
async fn a_name_is_looked_up_and_all_misses_have_one_answer() {
    let shop = open().await;
    let nora = affiliate(&shop, "nora").await;
    affiliate(&shop, "rakan").await;
    sqlx::query("update affiliates set state = 'disabled' where slug = 'rakan'")
        .execute(&shop.db)
        .await
        .expect("disabled");
    let look_up = async |name: &str| {
        call(&shop.shopper(), "affwp_get_affiliate_id", &[("affiliate", name)]).await.json()
    };
    let found = serde_json::json!({ "data": { "success": "1", "affiliate_id": nora } });
    assert_eq!(look_up("nora").await, found);
    assert_eq!(look_up("NORA").await, found);
    let miss = serde_json::json!({ "data": { "success": "0", "affiliate_id": 0 } });
    for name in ["rakan", "nobody-here", "nora@example.com", "' or 1=1 --", ""] {
        assert_eq!(look_up(name).await, miss, "{name}");
    }
}

#[tokio::test]
async fn visits_of_other_sites_and_of_programs_are_not_counted() {
    let shop = open().await;
    affiliate(&shop, "nora").await;
    let shopper = shop.shopper();
    for foreign in ["https://evil.example/?ref=nora", "javascript:alert(1)", ""] {
        let fields = [("affiliate", "nora"), ("url", foreign)];
        assert_eq!(call(&shopper, "affwp_track_visit", &fields).await.text(), "0", "{foreign}");
    }
    let url = page(&shop, "/ar/?ref=nora");
    let fields = [("action", "affwp_track_visit"), ("affiliate", "nora"), ("url", url.as_str())];
    let crawler = [("sec-fetch-site", "same-origin"), ("user-agent", "Googlebot/2.1")];
    assert_eq!(shopper.post_with(ACTION, &fields, &crawler).await.text(), "0");
    let cross_site = [("sec-fetch-site", "cross-site"), ("user-agent", PHONE)];
    assert_eq!(shopper.post_with(ACTION, &fields, &cross_site).await.status, 403, "planted by another site");
    assert_eq!(count(&shop, "affiliate_visits").await, 0);
}

#[tokio::test]
async fn one_address_has_a_limited_number_of_visits_a_day() {
    let clock = Clock::manual("2026-11-17T10:00:00Z".parse().expect("a time"));
    let shop = TestShop::open_with(Options { clock: clock.clone(), ..Options::default() }).await;
    set_settings(&shop, serde_json::json!({ "visitsPerAddress": 4 })).await;
    affiliate(&shop, "nora").await;
    let shopper = shop.shopper();
    let mut tracked = Vec::new();
    for _ in 0..8 {
        clock.advance(TimeDelta::seconds(30));
        tracked.push(visit(&shop, &shopper, "nora").await > 0);
    }
    assert_eq!(tracked, [true, true, true, true, false, false, false, false]);
    assert!(visit(&shop, &shop.shopper(), "nora").await > 0, "another address");
    clock.advance(TimeDelta::days(1));
    assert!(visit(&shop, &shopper, "nora").await > 0, "the next day");
}

#[tokio::test]
async fn a_visit_that_is_reported_twice_is_one_visit() {
    let shop = open().await;
    affiliate(&shop, "nora").await;
    let shopper = shop.shopper();
    let (first, second) = tokio::join!(visit(&shop, &shopper, "nora"), visit(&shop, &shopper, "nora"));
    assert_eq!(first, second);
    assert_eq!(count(&shop, "affiliate_visits").await, 1);
    let counted: i64 = sqlx::query_scalar("select sum(visits)::bigint from affiliate_days")
        .fetch_one(&shop.db)
        .await
        .expect("a sum");
    assert_eq!(counted, 1);
}

/// [AFF-09]
#[tokio::test]
async fn no_visit_has_a_plain_address_and_its_hash_cannot_be_repeated_later() {
    let clock = Clock::manual("2026-11-17T10:00:00Z".parse().expect("a time"));
    let shop = TestShop::open_with(Options { clock: clock.clone(), ..Options::default() }).await;
    affiliate(&shop, "nora").await;
    let shopper = shop.shopper();
    visit(&shop, &shopper, "nora").await;
    clock.advance(TimeDelta::days(1));
    visit(&shop, &shopper, "nora").await;

    let hashes: Vec<Vec<u8>> = sqlx::query_scalar("select distinct address_hash from affiliate_visits")
        .fetch_all(&shop.db)
        .await
        .expect("hashes");
    assert_eq!(hashes.len(), 2, "each day has other random bytes");
    let plain: i64 = sqlx::query_scalar(
        r"select count(*) from affiliate_visits visit where visit::text ~ '10\.[0-9]+\.[0-9]+\.[0-9]+'",
    )
    .fetch_one(&shop.db)
    .await
    .expect("a count");
    assert_eq!(plain, 0);
    maintain(&shop).await;
    let days: Vec<chrono::NaiveDate> =
        sqlx::query_scalar("select day from affiliate_salts").fetch_all(&shop.db).await.expect("salts");
    assert_eq!(days, [clock.now().date_naive()], "those of past days are deleted");
}

async fn maintain(shop: &TestShop) {
    let context = JobContext { db: shop.job_context().db, clock: shop.clock().clone() };
    affiliates::jobs::maintain(&context).await.expect("maintained");
}

async fn partitions(shop: &TestShop) -> Vec<String> {
    sqlx::query_scalar(
        "select part.relname::text from pg_inherits link join pg_class part on part.oid = link.inhrelid
         where link.inhparent = 'affiliate_visits'::regclass order by 1",
    )
    .fetch_all(&shop.db)
    .await
    .expect("partitions")
}

#[tokio::test]
async fn partitions_are_created_ahead_and_dropped_with_what_has_expired() {
    let clock = Clock::manual("2031-03-20T10:00:00Z".parse().expect("a time"));
    let shop = TestShop::open_with(Options { clock: clock.clone(), ..Options::default() }).await;
    affiliate(&shop, "nora").await;
    // The job has not run for this month: the visit is stored all the same.
    assert!(visit(&shop, &shop.shopper(), "nora").await > 0);
    maintain(&shop).await;
    let ahead = partitions(&shop).await;
    for month in ["affiliate_visits_2031_03", "affiliate_visits_2031_04", "affiliate_visits_2031_05"] {
        assert!(ahead.iter().any(|name| name == month), "{ahead:?}");
    }
    assert_eq!(count(&shop, "affiliate_visits_2031_03").await, 1, "moved into its partition");
    clock.advance(TimeDelta::days(29));
    assert!(visit(&shop, &shop.shopper(), "nora").await > 0);
    maintain(&shop).await;
    assert_eq!(count(&shop, "affiliate_visits").await, 2, "30 days are retained");
    clock.advance(TimeDelta::days(2));
    maintain(&shop).await;
    assert_eq!(count(&shop, "affiliate_visits").await, 1);
    clock.advance(TimeDelta::days(40));
    maintain(&shop).await;
    let left = partitions(&shop).await;
    assert!(!left.iter().any(|name| name == "affiliate_visits_2031_03"), "{left:?}");
    assert_eq!(count(&shop, "affiliate_days").await, 2, "the counts of days stay");
}
