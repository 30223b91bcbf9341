//! Versions, merging, conflicts, undo, audit and purges.

use super::*;

/// [D05]
#[tokio::test]
async fn different_fields_of_two_people_both_stay_and_the_second_sees_what_was_merged() {
    let shop = open().await;
    let honey = shop.product("عسل سدر").price(1_800).make(&shop.db).await;
    let (huda, reem) = (owner(&shop).await, member(&shop, "manager").await);
    let (first, second) = (Opened::of(&huda, &url(&honey)).await, Opened::of(&reem, &url(&honey)).await);
    assert_eq!(first.save(&huda, &[("name", "عسل سدر جبلي")]).await.status, StatusCode::SEE_OTHER);
    let saved = second.save(&reem, &[("regular_minor", "21.50")]).await;
    assert_eq!(saved.status, StatusCode::SEE_OTHER, "{}", saved.text());
    assert_eq!(
        (name(&shop, &honey).await.as_str(), price(&shop, &honey).await),
        ("عسل سدر جبلي", Some(2_150))
    );
    assert_eq!(version(&shop, &honey).await, 3);
    let page = seen(&reem.get(saved.location()).await);
    assert!(page.contains("حُفظ: السعر قبل التخفيض."), "{page}");
    assert!(page.contains("ودُمجت تغييرات") && page.contains("اسم المنتج"), "{page}");
}

/// [D06]
#[tokio::test]
async fn the_same_field_answers_a_conflict_that_writes_nothing_and_choosing_saves() {
    let shop = open().await;
    let honey = shop.product("عسل سدر").make(&shop.db).await;
    let (huda, reem) = (owner(&shop).await, member(&shop, "manager").await);
    sqlx::query("update staff set name = 'سارة القحطاني' where email_key = 'huda@example.com'")
        .execute(&shop.db)
        .await
        .expect("a name of her own");
    let (first, second) = (Opened::of(&huda, &url(&honey)).await, Opened::of(&reem, &url(&honey)).await);
    first.save(&huda, &[("name", "عسل هدى")]).await;
    let conflict = second.save(&reem, &[("name", "عسل ريم"), ("regular_minor", "20")]).await;
    assert_eq!(conflict.status, StatusCode::CONFLICT);
    assert_eq!(
        (name(&shop, &honey).await.as_str(), version(&shop, &honey).await),
        ("عسل هدى", 2),
        "nothing is written"
    );
    assert_eq!(price(&shop, &honey).await, Some(1_800), "not even what does not clash");
    let text = seen(&conflict);
    for shown in ["عسل سدر", "عسل ريم", "عسل هدى", "سارة القحطاني"] {
        assert!(text.contains(shown), "{shown}: {text}");
    }
    let hidden = testkit::hidden_fields(&conflict.text(), &url(&honey));
    let choice = Opened { url: url(&honey), hidden };
    let saved = choice.save(&reem, &[("name", "عسل ريم"), ("own_name", "عسل ثالث")]).await;
    assert_eq!(saved.status, StatusCode::SEE_OTHER, "{}", saved.text());
    assert_eq!((name(&shop, &honey).await.as_str(), price(&shop, &honey).await), ("عسل ثالث", Some(2_000)));
    let changes: i64 =
        value(&shop, "select count(*) from changes where thing = 'product' and thing_id = $1", &honey).await;
    assert_eq!((changes, version(&shop, &honey).await), (2, 3), "both are in the history");
    let log: Vec<(String, String)> =
        sqlx::query_as("select subject, after from audit_log where action = 'product-edit' order by seq")
            .fetch_all(&shop.db)
            .await
            .expect("the audit log");
    let line = |version: i64, after: &str| (format!("product {} v{version}", honey.id), after.to_owned());
    let (hers, mine) = ("name: \"عسل هدى\"", "name: \"عسل ثالث\"; regular_minor: 2000");
    assert_eq!(log, [line(2, hers), line(3, mine)], "and in the log");
}

/// [D07]
#[tokio::test]
async fn an_order_between_two_saves_of_one_person_makes_no_conflict() {
    let shop = open().await;
    let honey = shop.product("عسل سدر").stock(9).make(&shop.db).await;
    let huda = owner(&shop).await;
    let opened = Opened::of(&huda, &url(&honey)).await;
    // What orders and jobs do to a product.
    let buyer = shop.shopper();
    buyer.add(&honey.id, "1").await;
    buyer.buy(&shop).await;
    sqlx::query("update products set popularity = popularity + 1, rating = 4.5 where id = $1")
        .bind(honey.id.parse::<i64>().expect("an id"))
        .execute(&shop.db)
        .await
        .expect("counted");
    let first = opened.save(&huda, &[("name", "عسل أول")]).await;
    assert_eq!(first.status, StatusCode::SEE_OTHER, "{}", first.text());
    // The page that the answer leads to has the new version; an order comes between this save and the next one too.
    let opened = Opened::of(&huda, &url(&honey)).await;
    buyer.add(&honey.id, "1").await;
    buyer.buy(&shop).await;
    let second = opened.save(&huda, &[("name", "عسل ثانٍ")]).await;
    assert_eq!(second.status, StatusCode::SEE_OTHER, "{}", second.text());
    assert_eq!(version(&shop, &honey).await, 3);
    let sold: i64 = value(&shop, "select count(*) from order_lines where product_id = $1", &honey).await;
    assert_eq!(sold, 2);
}

/// [D07]
#[tokio::test]
async fn a_repeated_save_changes_nothing_and_meets_no_conflict() {
    let shop = open().await;
    let honey = shop.product("عسل سدر").make(&shop.db).await;
    let huda = owner(&shop).await;
    let opened = Opened::of(&huda, &url(&honey)).await;
    for _ in 0..2 {
        assert_eq!(opened.save(&huda, &[("name", "عسل")]).await.status, StatusCode::SEE_OTHER);
    }
    assert_eq!(version(&shop, &honey).await, 2);
}

/// [D08]
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn two_hundred_parallel_saves_make_as_many_versions_as_were_accepted() {
    let shop = open().await;
    let honey = shop.product("عسل سدر").make(&shop.db).await;
    let huda = owner(&shop).await;
    let opened = std::sync::Arc::new(Opened::of(&huda, &url(&honey)).await);
    let huda = std::sync::Arc::new(huda);
    let mut saves = tokio::task::JoinSet::new();
    for number in 0..200 {
        let (opened, huda) = (opened.clone(), huda.clone());
        // Half of them want the same name, the others each their own line.
        saves.spawn(async move {
            let text = format!("{number}");
            let field = if number % 2 == 0 { ("name", "عسل واحد") } else { ("note", text.as_str()) };
            let mut answer = opened.save(&huda, &[field]).await;
            // Two hundred at once are more than a busy machine admits: these are asked to come again.
            while answer.status == StatusCode::SERVICE_UNAVAILABLE {
                tokio::time::sleep(std::time::Duration::from_millis(200)).await;
                answer = opened.save(&huda, &[field]).await;
            }
            match answer.status {
                StatusCode::SEE_OTHER => i64::from(answer.location().contains("saved=")),
                StatusCode::CONFLICT => 0,
                other => panic!("{other}: {}", answer.text()),
            }
        });
    }
    let accepted: i64 = saves.join_all().await.into_iter().sum();
    assert_eq!(accepted, 2, "one name and one line");
    assert_eq!(version(&shop, &honey).await, 1 + accepted);
    let versions: Vec<i64> =
        sqlx::query_scalar("select version from changes where thing_id = $1 order by version")
            .bind(honey.id.parse::<i64>().expect("an id"))
            .fetch_all(&shop.db)
            .await
            .expect("versions");
    assert_eq!(versions, [2, 3]);
}

/// [D08] Each save on the version before its own: nobody is refused, and nothing is lost.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn two_hundred_saves_of_different_fields_are_all_accepted_and_none_is_lost() {
    const FIELDS: [&str; 8] = ["name", "note", "description", "brand", "tags", "mpn", "weight_grams", "slug"];
    const SAVES: usize = 25;
    let shop = open().await;
    let honey = shop.product("عسل سدر").make(&shop.db).await;
    let huda = std::sync::Arc::new(owner(&shop).await);
    let path = url(&honey);
    let mut members = tokio::task::JoinSet::new();
    for field in FIELDS {
        let (huda, path) = (huda.clone(), path.clone());
        members.spawn(async move {
            for number in 1..=SAVES {
                let text =
                    if field == "weight_grams" { number.to_string() } else { format!("{field}-{number}") };
                let saved = Opened::of(&huda, &path).await.save(&huda, &[(field, &text)]).await;
                assert_eq!(saved.status, StatusCode::SEE_OTHER, "{field} {number}: {}", saved.text());
                assert!(saved.location().contains("saved="), "{field} {number}: {}", saved.location());
            }
        });
    }
    members.join_all().await;
    let changes: Vec<(i64, serde_json::Value)> =
        sqlx::query_as("select version, after from changes where thing_id = $1 order by version")
            .bind(honey.id.parse::<i64>().expect("an id"))
            .fetch_all(&shop.db)
            .await
            .expect("changes");
    let versions: Vec<i64> = changes.iter().map(|(version, _)| *version).collect();
    assert_eq!(versions, (2..=201).collect::<Vec<i64>>(), "as many versions as accepted saves");
    assert_eq!(version(&shop, &honey).await, 201);
    for field in FIELDS {
        let written = changes.iter().filter(|(_, after)| after.get(field).is_some()).count();
        assert_eq!(written, SAVES, "{field}");
    }
    let last: (String, String, Vec<String>, String, i32) =
        sqlx::query_as("select name, note, tags, mpn, weight_grams from products where id = $1")
            .bind(honey.id.parse::<i64>().expect("an id"))
            .fetch_one(&shop.db)
            .await
            .expect("the product");
    let text = |field: &str| format!("{field}-{SAVES}");
    assert_eq!(last, (text("name"), text("note"), vec![text("tags")], text("mpn"), 25));
}

/// [D09]
#[tokio::test]
async fn undo_restores_exactly_the_fields_of_its_change() {
    let shop = open().await;
    let honey = shop.product("عسل سدر").price(1_800).make(&shop.db).await;
    let huda = owner(&shop).await;
    save(&huda, &honey, &[("name", "عسل جبلي"), ("regular_minor", "20")]).await;
    save(&huda, &honey, &[("note", "برطمان")]).await;
    let undo = format!("{}undo/", url(&honey));
    let page = huda.get(&url(&honey)).await.text();
    let nonce = testkit::hidden_fields(&page, &undo).remove(0).1;
    let answer = huda.post(&undo, &[("nonce", &nonce), ("version", "2")]).await;
    assert_eq!(answer.status, StatusCode::SEE_OTHER, "{}", answer.text());
    assert_eq!((name(&shop, &honey).await.as_str(), price(&shop, &honey).await), ("عسل سدر", Some(1_800)));
    let note: String = value(&shop, "select note from products where id = $1", &honey).await;
    assert_eq!(note, "برطمان", "another change stays");
    assert_eq!(audited(&shop).await.0, "undo");
    let history = seen(&huda.get(&url(&honey)).await);
    assert!(history.contains("تراجع عن تعديل ·"), "{history}");
}

/// [D09]
#[tokio::test]
async fn undo_of_a_field_that_was_changed_since_is_a_conflict() {
    let shop = open().await;
    let honey = shop.product("عسل سدر").make(&shop.db).await;
    let huda = owner(&shop).await;
    save(&huda, &honey, &[("name", "عسل ثانٍ")]).await;
    save(&huda, &honey, &[("name", "عسل ثالث")]).await;
    let undo = format!("{}undo/", url(&honey));
    let page = huda.get(&url(&honey)).await.text();
    let nonce = testkit::hidden_fields(&page, &undo).remove(0).1;
    let answer = huda.post(&undo, &[("nonce", &nonce), ("version", "2")]).await;
    assert_eq!(answer.status, StatusCode::CONFLICT);
    assert_eq!(name(&shop, &honey).await, "عسل ثالث");
}

/// [D09] An import changes a product without a version.
#[tokio::test]
async fn undo_does_not_overwrite_what_an_import_wrote() {
    let shop = open().await;
    let honey = shop.product("عسل سدر").make(&shop.db).await;
    let huda = owner(&shop).await;
    save(&huda, &honey, &[("name", "عسل ثانٍ")]).await;
    sqlx::query("update products set name = 'عسل المورّد'").execute(&shop.db).await.expect("imported");
    let undo = format!("{}undo/", url(&honey));
    let page = huda.get(&url(&honey)).await.text();
    let nonce = testkit::hidden_fields(&page, &undo).remove(0).1;
    let answer = huda.post(&undo, &[("nonce", &nonce), ("version", "2")]).await;
    assert_eq!(answer.status, StatusCode::UNPROCESSABLE_ENTITY);
    assert!(seen(&answer).contains("تغيّر هذا الحقل بعد فتح الصفحة."));
    assert_eq!(name(&shop, &honey).await, "عسل المورّد");
}

/// [D36]
#[tokio::test]
async fn each_edit_leaves_a_line_with_before_and_after() {
    let shop = open().await;
    let honey = shop.product("عسل سدر").price(1_800).make(&shop.db).await;
    let huda = owner(&shop).await;
    save(&huda, &honey, &[("name", "عسل جبلي")]).await;
    let (action, subject) = audited(&shop).await;
    assert_eq!(action, "product-edit");
    assert_eq!(subject, format!("product {} v2", honey.id));
    let values = async || -> (String, String) {
        sqlx::query_as("select before, after from audit_log order by seq desc limit 1")
            .fetch_one(&shop.db)
            .await
            .expect("a line")
    };
    assert_eq!(values().await, ("name: \"عسل سدر\"".to_owned(), "name: \"عسل جبلي\"".to_owned()));
    save(&huda, &honey, &[("regular_minor", "١٤٫٤٠")]).await;
    assert_eq!(audited(&shop).await.0, "product-price");
    assert_eq!(values().await, ("regular_minor: 1800".to_owned(), "regular_minor: 1440".to_owned()));
    save(&huda, &honey, &[("status", "hidden")]).await;
    assert_eq!(audited(&shop).await.0, "product-publish");
}

/// [D19]
#[tokio::test]
async fn each_save_purges_exactly_its_tags() {
    let shop = open().await;
    let honey = shop.product("عسل سدر").make(&shop.db).await;
    let category: i64 = value(&shop, "select category_id from products where id = $1", &honey).await;
    let huda = owner(&shop).await;
    let own = format!("product:{}", honey.id);
    let of_category = format!("category:{category}");
    let cases: [(&str, &str, &[&str]); 5] = [
        ("regular_minor", "19.00", &[&own]),
        ("note", "برطمان", &[&own]),
        ("name", "عسل جبلي", &[&own, &of_category]),
        ("tags", "يمني", &[&own, &of_category, "catalog"]),
        ("status", "draft", &[&own, &of_category, "catalog"]),
    ];
    for (field, text, wanted) in cases {
        let last: i64 = sqlx::query_scalar("select coalesce(max(id), 0) from cache_purges")
            .fetch_one(&shop.db)
            .await
            .expect("purges");
        assert_eq!(save(&huda, &honey, &[(field, text)]).await.status, StatusCode::SEE_OTHER, "{field}");
        let tags: Vec<String> = sqlx::query_scalar("select tag from cache_purges where id > $1 order by id")
            .bind(last)
            .fetch_all(&shop.db)
            .await
            .expect("purges");
        assert_eq!(tags, wanted, "{field}");
    }
}

/// [D19] The job reads no price that an edit is about to replace.
#[tokio::test]
async fn a_price_that_is_saved_while_listings_are_maintained_is_the_indexed_one() {
    let shop = open().await;
    let honey = shop.product("عسل سدر").price(1_800).make(&shop.db).await;
    sqlx::query("update listing_entries set changes_at = to_timestamp(0)")
        .execute(&shop.db)
        .await
        .expect("due");
    let mut edit = shop.db.begin().await.expect("a transaction");
    sqlx::query("update products set regular_minor = 2300").execute(&mut *edit).await.expect("edited");
    let database = shop.database().url("WORKER_").expect("url");
    let worker = storefront::server::database::pool(&database, 1, "test").expect("pool");
    let clock = shop.clock().clone();
    let job = tokio::spawn(async move { storefront::server::jobs::maintain_listings(&worker, &clock).await });
    tokio::time::sleep(std::time::Duration::from_millis(300)).await;
    edit.commit().await.expect("committed");
    job.await.expect("joined").expect("listing maintenance");
    let indexed: i64 = value(
        &shop,
        "select price_minor from listing_entries where category_id = 0 and product_id = $1",
        &honey,
    )
    .await;
    assert_eq!(indexed, 2_300);
}

/// [D19]
#[tokio::test]
async fn the_shop_shows_a_new_price_at_once() {
    let shop = open().await;
    let honey = shop.product("عسل سدر").price(1_800).make(&shop.db).await;
    let huda = owner(&shop).await;
    let visitor = shop.shopper();
    assert!(visitor.get(&honey.path).await.text().contains("18.00"));
    save(&huda, &honey, &[("regular_minor", "23.70")]).await;
    let mut page = String::new();
    for _ in 0..40 {
        page = visitor.get(&honey.path).await.text();
        if page.contains("23.70") {
            return;
        }
        tokio::time::sleep(std::time::Duration::from_millis(50)).await;
    }
    panic!("the page still has the old price: {}", plain(&testkit::visible_text(&page)));
}

/// Months come and go without refusing a change.
#[tokio::test]
async fn changes_are_in_partitions_of_months_for_two_years() {
    let shop = open().await;
    let now = chrono::Utc::now();
    let later = now + chrono::TimeDelta::days(800);
    let dropped: i32 = sqlx::query_scalar("select change_partitions($1, $2)")
        .bind(later)
        .bind(later - chrono::TimeDelta::days(730))
        .fetch_one(&shop.db)
        .await
        .expect("partitions");
    assert!(dropped >= 1, "{dropped} months are older than two years");
}
