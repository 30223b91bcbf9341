//! Drafts of a product: stored beside what is published, compared, previewed, published at once or at a moment.

use chrono::TimeDelta;
use storefront::staff_products::publish_due;

use super::*;

fn draft_url(product: &TestProduct) -> String {
    format!("{}draft/", url(product))
}

/// Keeps these fields from the editor as it was opened.
async fn keep(
    staff: &Shopper,
    product: &TestProduct,
    opened: &Opened,
    fields: &[(&str, &str)],
) -> TestResponse {
    let hidden = opened.hidden.iter().map(|(name, value)| (name.as_str(), value.as_str()));
    let all: Vec<_> = hidden.chain(fields.iter().copied()).chain([("act", "save")]).collect();
    staff.post(&draft_url(product), &all).await
}

async fn draft(staff: &Shopper, product: &TestProduct, fields: &[(&str, &str)]) -> TestResponse {
    let opened = Opened::of(staff, &url(product)).await;
    keep(staff, product, &opened, fields).await
}

/// Presses a button of the draft's page.
async fn act(staff: &Shopper, product: &TestProduct, fields: &[(&str, &str)]) -> TestResponse {
    let page = staff.get(&draft_url(product)).await.text();
    let hidden = testkit::hidden_fields(&page, &draft_url(product));
    let own = hidden.iter().map(|(name, value)| (name.as_str(), value.as_str()));
    let all: Vec<_> = own.chain(fields.iter().copied()).collect();
    staff.post(&draft_url(product), &all).await
}

async fn count_drafts(shop: &TestShop) -> i64 {
    sqlx::query_scalar("select count(*) from product_drafts").fetch_one(&shop.db).await.expect("drafts")
}

async fn preview_url(staff: &Shopper, product: &TestProduct) -> String {
    let page = staff.get(&draft_url(product)).await.text();
    let start = format!("{}preview/?", url(product));
    let from = page.find(&start).expect("a link to the preview");
    page[from..].split('"').next().expect("an address").replace("&amp;", "&")
}

/// The content of a page, without the band of a preview.
fn content(page: &str) -> String {
    let main = page.split_once("<main").and_then(|(_, rest)| rest.split_once("</main>")).expect("a main").0;
    match main.split_once("<aside").filter(|_| main.contains("معاينة المسودة")) {
        Some((before, rest)) => format!("{before}{}", rest.split_once("</aside>").expect("a band").1),
        None => main.to_owned(),
    }
}

/// [D12]
#[tokio::test]
async fn a_draft_is_for_everybody_and_published_as_it_was_previewed() {
    let shop = open().await;
    let honey = shop.product("عسل سدر").price(1_800).make(&shop.db).await;
    let (huda, reem) = (owner(&shop).await, member(&shop, "manager").await);
    let stored = draft(&huda, &honey, &[("name", "عسل سدر يمني"), ("regular_minor", "٢١٫٥٠")]).await;
    assert_eq!(stored.status, StatusCode::SEE_OTHER, "{}", stored.text());
    assert_eq!(audited(&shop).await.0, "draft-save");
    assert_eq!((name(&shop, &honey).await.as_str(), version(&shop, &honey).await), ("عسل سدر", 1));
    // Another person, on another device: the comparison, and the editor with the same values.
    let compared = seen(&reem.get(&draft_url(&honey)).await);
    for words in ["عسل سدر يمني", "18.00", "21.50"] {
        assert!(compared.contains(words), "{words}: {compared}");
    }
    let editor = reem.get(&format!("{}?draft=1", url(&honey))).await.text();
    assert!(editor.contains("value=\"عسل سدر يمني\""), "{editor}");

    let preview = reem.get(&preview_url(&reem, &honey).await).await;
    assert_eq!(preview.status, StatusCode::OK, "{}", preview.text());
    assert_eq!(preview.header("cache-control"), "private, no-store");
    assert_eq!(preview.header("x-robots-tag"), "noindex, nofollow");
    assert!(preview.text().contains("noindex"));
    assert_eq!(name(&shop, &honey).await, "عسل سدر", "a preview writes nothing");
    let published = act(&reem, &honey, &[("act", "publish")]).await;
    assert_eq!(published.status, StatusCode::SEE_OTHER, "{}", published.text());
    assert_eq!((audited(&shop).await.0.as_str(), version(&shop, &honey).await), ("draft-publish", 2));
    assert_eq!(count_drafts(&shop).await, 0);
    let page = shop.shopper().get(&honey.path).await.text();
    assert_eq!(content(&preview.text()), content(&page));
    assert!(page.contains("عسل سدر يمني"));
}

/// [D12]
#[tokio::test]
async fn a_preview_s_address_expires_and_is_for_the_team() {
    let shop = open().await;
    let honey = shop.product("عسل سدر").make(&shop.db).await;
    let huda = owner(&shop).await;
    draft(&huda, &honey, &[("name", "عسل جبلي")]).await;
    let address = preview_url(&huda, &honey).await;
    assert_eq!(shop.shopper().get(&address).await.status, StatusCode::NOT_FOUND);
    let forged = format!("{}0", address.trim_end_matches(|sign: char| sign.is_ascii_hexdigit()));
    assert_eq!(huda.get(&forged).await.status, StatusCode::NOT_FOUND);
    let later = address.replacen("until=", "until=9", 1);
    assert_eq!(huda.get(&later).await.status, StatusCode::NOT_FOUND, "the moment is signed");
    assert_eq!(huda.get(&address).await.status, StatusCode::OK);
    for _ in 0..3 {
        // A request now and then keeps the session.
        shop.clock().advance(TimeDelta::minutes(21));
        huda.get(LIST).await;
    }
    assert_eq!(huda.get(&address).await.status, StatusCode::NOT_FOUND);
}

/// [D13] On two servers at once.
#[tokio::test]
async fn the_clock_publishes_a_draft_once() {
    let shop = open().await;
    let honey = shop.product("عسل سدر").make(&shop.db).await;
    let huda = owner(&shop).await;
    draft(&huda, &honey, &[("name", "عسل العيد")]).await;
    let past = act(&huda, &honey, &[("act", "schedule"), ("publish_at", "2020-01-01T08:00")]).await;
    assert!(past.location().ends_with("notice=past"), "{}", past.location());
    let at = (shop.clock().now() + TimeDelta::hours(26)).format("%Y-%m-%dT%H:%M").to_string();
    let scheduled = act(&huda, &honey, &[("act", "schedule"), ("publish_at", &at)]).await;
    assert!(scheduled.location().ends_with("notice=scheduled"), "{}", scheduled.location());
    let (one, other) = (shop.shop().for_staff(), shop.shop().for_staff());
    assert_eq!(publish_due(&one).await.expect("nothing due"), 0);
    shop.clock().advance(TimeDelta::hours(48));
    let (first, second) = tokio::join!(publish_due(&one), publish_due(&other));
    assert_eq!(first.expect("published") + second.expect("published"), 1);
    assert_eq!((name(&shop, &honey).await.as_str(), version(&shop, &honey).await), ("عسل العيد", 2));
    assert_eq!((audited(&shop).await.0.as_str(), count_drafts(&shop).await), ("draft-publish", 0));
}

/// [D13] Each server looks by itself, without a job of the queue.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_scheduled_draft_is_on_two_servers_within_a_second_of_its_moment() {
    let mut shop = open().await;
    let honey = shop.product("عسل سدر").make(&shop.db).await;
    let other = shop.open_another().await;
    let visitors = [shop.shopper(), shop.shopper_at(other)];
    let huda = owner(&shop).await;
    draft(&huda, &honey, &[("name", "عسل العيد")]).await;
    let day = (shop.clock().now() + TimeDelta::hours(26)).format("%Y-%m-%dT%H:%M").to_string();
    let scheduled = act(&huda, &honey, &[("act", "schedule"), ("publish_at", &day)]).await;
    assert!(scheduled.location().ends_with("notice=scheduled"), "{}", scheduled.location());
    // To the second: the form knows minutes, of the shop's zone.
    sqlx::query("update product_drafts set publish_at = $1")
        .bind(shop.clock().now() + TimeDelta::seconds(90))
        .execute(&shop.db)
        .await
        .expect("a moment");
    let mut servers = tokio::task::JoinSet::new();
    for _ in &visitors {
        let heartbeat = edge::supervise::Heartbeat::default();
        servers.spawn(storefront::staff_products::run_publisher(shop.shop().for_staff(), heartbeat));
    }
    for visitor in &visitors {
        assert!(!visitor.get(&honey.path).await.text().contains("عسل العيد"));
    }
    shop.clock().advance(TimeDelta::seconds(89));
    // Longer than the servers wait between two looks.
    tokio::time::sleep(std::time::Duration::from_millis(1_200)).await;
    for visitor in &visitors {
        assert!(!visitor.get(&honey.path).await.text().contains("عسل العيد"), "a second before");
    }
    shop.clock().advance(TimeDelta::seconds(2));
    let since = std::time::Instant::now();
    for visitor in &visitors {
        while !visitor.get(&honey.path).await.text().contains("عسل العيد") {
            assert!(since.elapsed() < std::time::Duration::from_secs(5), "it is never published");
            tokio::time::sleep(std::time::Duration::from_millis(10)).await;
        }
    }
    let took = since.elapsed();
    assert!(took < std::time::Duration::from_secs(1), "{took:?}");
    assert_eq!((version(&shop, &honey).await, count_drafts(&shop).await), (2, 0), "once");
}

/// [D13]
#[tokio::test]
async fn the_clock_leaves_a_draft_whose_product_was_changed_and_says_so() {
    let shop = open().await;
    let honey = shop.product("عسل سدر").make(&shop.db).await;
    let huda = owner(&shop).await;
    draft(&huda, &honey, &[("name", "عسل العيد")]).await;
    let at = (shop.clock().now() + TimeDelta::hours(26)).format("%Y-%m-%dT%H:%M").to_string();
    act(&huda, &honey, &[("act", "schedule"), ("publish_at", &at)]).await;
    save(&huda, &honey, &[("note", "برطمان")]).await;
    // Before the session of the member ends.
    sqlx::query("update product_drafts set publish_at = $1")
        .bind(shop.clock().now())
        .execute(&shop.db)
        .await
        .expect("due");
    assert_eq!(publish_due(&shop.shop().for_staff()).await.expect("refused"), 0);
    assert_eq!((name(&shop, &honey).await.as_str(), version(&shop, &honey).await), ("عسل سدر", 2));
    assert_eq!(audited(&shop).await.0, "draft-refused");
    let page = seen(&huda.get(&url(&honey)).await);
    assert!(page.contains("لم تُنشر المسودة في موعدها"), "{page}");
    assert_eq!(publish_due(&shop.shop().for_staff()).await.expect("nothing due"), 0, "once");
}

/// [D06] Taking a moment back approves nothing that others changed meanwhile.
#[tokio::test]
async fn a_draft_that_is_scheduled_no_more_still_clashes() {
    let shop = open().await;
    let honey = shop.product("عسل سدر").make(&shop.db).await;
    let huda = owner(&shop).await;
    draft(&huda, &honey, &[("name", "عسل العيد")]).await;
    let at = (shop.clock().now() + TimeDelta::hours(26)).format("%Y-%m-%dT%H:%M").to_string();
    act(&huda, &honey, &[("act", "schedule"), ("publish_at", &at)]).await;
    save(&huda, &honey, &[("name", "عسل جبلي")]).await;
    let back = act(&huda, &honey, &[("act", "unschedule")]).await;
    assert!(back.location().ends_with("notice=unscheduled"), "{}", back.location());
    let asked = act(&huda, &honey, &[("act", "publish")]).await;
    assert_eq!((asked.status, name(&shop, &honey).await.as_str()), (StatusCode::CONFLICT, "عسل جبلي"));
}

/// [D12]
#[tokio::test]
async fn two_people_share_a_draft_and_clash_in_one_field() {
    let shop = open().await;
    let honey = shop.product("عسل سدر").make(&shop.db).await;
    let (huda, reem) = (owner(&shop).await, member(&shop, "manager").await);
    let opened = Opened::of(&reem, &url(&honey)).await;
    draft(&huda, &honey, &[("name", "عسل هدى")]).await;
    let other = keep(&reem, &honey, &opened, &[("name", "عسل ريم")]).await;
    assert_eq!(other.status, StatusCode::UNPROCESSABLE_ENTITY);
    assert!(other.text().contains("value=\"عسل ريم\""), "what was typed stays");
    let joined = keep(&reem, &honey, &opened, &[("note", "برطمان")]).await;
    assert_eq!(joined.status, StatusCode::SEE_OTHER);
    let page = seen(&huda.get(&draft_url(&honey)).await);
    assert!(page.contains("عسل هدى") && page.contains("برطمان"), "{page}");
    let discarded = act(&huda, &honey, &[("act", "discard")]).await;
    assert!(discarded.location().ends_with("notice=draft-discarded"));
    assert_eq!((count_drafts(&shop).await, name(&shop, &honey).await.as_str()), (0, "عسل سدر"));
}

/// [D01]
#[tokio::test]
async fn a_role_that_writes_texts_keeps_no_price_and_publishes_none() {
    let shop = open().await;
    let honey = shop.product("عسل سدر").price(1_800).make(&shop.db).await;
    let (huda, writer) = (owner(&shop).await, member(&shop, "content").await);
    assert_eq!(draft(&writer, &honey, &[("regular_minor", "1")]).await.status, StatusCode::FORBIDDEN);
    draft(&huda, &honey, &[("regular_minor", "20")]).await;
    let page = writer.get(&draft_url(&honey)).await;
    assert!(!page.text().contains("value=\"publish\""));
    let nonce = Opened::of(&writer, &url(&honey)).await.hidden.remove(0).1;
    let fields = [("nonce", nonce.as_str()), ("revision", "1"), ("act", "publish")];
    assert_eq!(writer.post(&draft_url(&honey), &fields).await.status, StatusCode::FORBIDDEN);
    assert_eq!(price(&shop, &honey).await, Some(1_800));
    // What others have put into the draft stays in it.
    let joined = draft(&writer, &honey, &[("name", "عسل جبلي")]).await;
    assert_eq!(joined.status, StatusCode::SEE_OTHER, "{}", joined.text());
    let page = seen(&huda.get(&draft_url(&honey)).await);
    assert!(page.contains("20.00") && page.contains("عسل جبلي"), "{page}");
}

/// [D13] [D01] Whoever was stopped, or has lost the right, publishes nothing any more.
#[tokio::test]
async fn the_clock_publishes_for_nobody_who_may_not() {
    let shop = open().await;
    let huda = owner(&shop).await;
    // As if Reem had set the moment.
    member(&shop, "manager").await;
    let at = (shop.clock().now() + TimeDelta::hours(26)).format("%Y-%m-%dT%H:%M").to_string();
    for (name, change) in [
        ("عسل سدر", "update staff set role = 'content' where email_key = 'manager@example.com'"),
        (
            "عسل جبلي",
            "update staff set role = 'manager', is_active = false where email_key = 'manager@example.com'",
        ),
    ] {
        let honey = shop.product(name).price(1_800).make(&shop.db).await;
        draft(&huda, &honey, &[("regular_minor", "20")]).await;
        act(&huda, &honey, &[("act", "schedule"), ("publish_at", &at)]).await;
        sqlx::query(
            "update product_drafts set publish_at = $1, scheduler = 'staff ' ||
                 (select id from staff where email_key = 'manager@example.com')",
        )
        .bind(shop.clock().now())
        .execute(&shop.db)
        .await
        .expect("due");
        sqlx::query(change).execute(&shop.db).await.expect("changed");
        assert_eq!(publish_due(&shop.shop().for_staff()).await.expect("refused"), 0, "{change}");
        assert_eq!(price(&shop, &honey).await, Some(1_800), "{change}");
        assert_eq!(audited(&shop).await.0, "draft-refused", "{change}");
        let page = seen(&huda.get(&draft_url(&honey)).await);
        assert!(page.contains("من حدّد الموعد لم تعد له صلاحية نشرها"), "{page}");
        act(&huda, &honey, &[("act", "discard")]).await;
    }
}
