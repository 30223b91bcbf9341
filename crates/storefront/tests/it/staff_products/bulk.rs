//! Bulk edits: preview, steps, stop, undo, second person, rights, report.

use storefront::staff_products::bulk::run;

use super::*;

const BULK: &str = "/ar/wp-admin/products/bulk/";

async fn many(shop: &TestShop, count: usize) -> Vec<TestProduct> {
    let mut made = Vec::new();
    for number in 0..count {
        made.push(shop.product(&format!("منتج {number}")).price(1_000).make(&shop.db).await);
    }
    made
}

fn chosen(products: &[TestProduct]) -> String {
    let ids: Vec<_> = products.iter().map(|one| format!("id%5B%5D={}", one.id)).collect();
    format!("{BULK}?{}", ids.join("&"))
}

/// Sends the form, and returns the address of the job.
async fn plan(shop: &TestShop, staff: &Shopper, page: &str, fields: &[(&str, &str)]) -> String {
    let sent = staff.submit(page, BULK, fields).await;
    assert_eq!(sent.status, StatusCode::SEE_OTHER, "{}", sent.text());
    let url = sent.location().to_owned();
    steps(shop, &url, usize::MAX).await;
    url
}

fn job_of(url: &str) -> i64 {
    let path = url.split('?').next().unwrap_or_default();
    path.trim_end_matches('/').rsplit('/').next().expect("a part").parse().expect("an id")
}

/// Lets the worker, with its own role, do so many steps of a job.
async fn steps(shop: &TestShop, url: &str, most: usize) {
    let context = shop.job_context();
    for _ in 0..most {
        if !run::step(&context.db, &context.clock, job_of(url)).await.expect("a step") {
            break;
        }
    }
}

/// Presses a button of the job, and returns where it leads.
async fn press(staff: &Shopper, url: &str, act: &str) -> String {
    let url = url.split('?').next().unwrap_or_default();
    let sent = staff.submit(url, &format!("{url}act/"), &[("act", act)]).await;
    assert_eq!(sent.status, StatusCode::SEE_OTHER, "{act}: {}", sent.text());
    sent.location().to_owned()
}

/// Sends an act whose button the page does not have.
async fn press_blind(staff: &Shopper, url: &str, act: &str) -> String {
    let url = url.split('?').next().unwrap_or_default();
    let page = staff.get(&format!("{BULK}?all=1")).await.text();
    let hidden = testkit::hidden_fields(&page, BULK);
    let (_, nonce) = hidden.iter().find(|(name, _)| name == "nonce").expect("a nonce");
    staff.post(&format!("{url}act/"), &[("nonce", nonce.as_str()), ("act", act)]).await.location().to_owned()
}

async fn count(shop: &TestShop, url: &str, state: &str) -> i64 {
    sqlx::query_scalar("select count(*) from bulk_results where job_id = $1 and state = $2")
        .bind(job_of(url))
        .bind(state)
        .fetch_one(&shop.db)
        .await
        .expect("a count")
}

async fn state(shop: &TestShop, url: &str) -> String {
    sqlx::query_scalar("select state from bulk_jobs where id = $1")
        .bind(job_of(url))
        .fetch_one(&shop.db)
        .await
        .expect("a job")
}

/// [D18] [D19] [D36]
#[tokio::test]
async fn the_result_of_a_job_is_its_preview_but_for_rows_that_were_changed_meanwhile() {
    let shop = open().await;
    let honey = shop.product("عسل سدر").price(1_450).make(&shop.db).await;
    let onsale = shop.product("تمر").price(2_000).sale(1_990, None, None).make(&shop.db).await;
    let late = shop.product("بن").price(3_000).make(&shop.db).await;
    let shirt =
        shop.product("ثوب").variation("أبيض", 2_000, 3).variation("أسود", 2_500, 3).make(&shop.db).await;
    let all = [honey, onsale, late, shirt];
    let huda = owner(&shop).await;
    let fields = [("price", "lower-percent"), ("amount", "٥"), ("rounding", "half"), ("title", "خفض الشتاء")];
    let url = plan(&shop, &huda, &chosen(&all), &fields).await;
    let page = seen(&huda.get(&url).await);
    // 14.50 less 5 % is 13.77, and 25.00 is 23.75: both to the nearest half. 19.00 would be below the sale.
    for part in ["خفض الشتاء", "14.00", "24.00", "تتغيّر 4 صفوف.", "صف واحد مرفوض"]
    {
        assert!(page.contains(part), "{part}: {page}");
    }
    assert_eq!(price(&shop, &all[0]).await, Some(1_450), "a preview changes nothing");
    save(&huda, &all[2], &[("note", "تغيّر قبل قليل")]).await;
    sqlx::query("delete from cache_purges").execute(&shop.db).await.expect("none");
    let started = press(&huda, &url, "start").await;
    assert!(started.ends_with("notice=started"), "{started}");
    let twice = press_blind(&huda, &url, "start").await;
    assert!(twice.ends_with("notice=not-changed"), "{twice}");
    steps(&shop, &url, 9).await;
    assert_eq!(state(&shop, &url).await, "done");
    assert_eq!((price(&shop, &all[0]).await, version(&shop, &all[0]).await), (Some(1_400), 2));
    assert_eq!((price(&shop, &all[1]).await, price(&shop, &all[2]).await), (Some(2_000), Some(3_000)));
    let variations: Vec<i64> =
        sqlx::query_scalar("select regular_minor from variations order by position, id")
            .fetch_all(&shop.db)
            .await
            .expect("prices");
    assert_eq!(variations, [1_900, 2_400]);
    let page = seen(&huda.get(&url).await);
    for part in ["تغيّرت 3 صفوف.", "تُرك صف واحد لأنه تغيّر بعد المعاينة.", "رُفض صف واحد."]
    {
        assert!(page.contains(part), "{part}: {page}");
    }
    let mut purged: Vec<String> =
        sqlx::query_scalar("select distinct tag from cache_purges").fetch_all(&shop.db).await.expect("tags");
    purged.sort();
    let mut wanted = [format!("product:{}", all[0].id), format!("product:{}", all[3].id)];
    wanted.sort();
    assert_eq!(purged, wanted, "exactly the pages with these products");
    let (actor, before): (String, Option<String>) =
        sqlx::query_as("select actor, before from audit_log where action = 'product-price' and subject = $1")
            .bind(format!("product {} v2", all[0].id))
            .fetch_one(&shop.db)
            .await
            .expect("a line");
    assert!(actor.starts_with("staff "), "{actor}");
    assert_eq!(before.as_deref(), Some("regular_minor: 1450"));
}

/// [D10]
#[tokio::test]
async fn the_undo_of_a_job_restores_all_but_what_was_changed_since_and_names_that() {
    let shop = open().await;
    let all = many(&shop, 110).await;
    let huda = owner(&shop).await;
    let fields = [("price", "raise-amount"), ("amount", "1.00"), ("tag_way", "add"), ("tag", "شتاء")];
    let list = format!("{BULK}?all=1&list=status%3Dpublished");
    let url = plan(&shop, &huda, &list, &fields).await;
    press(&huda, &url, "start").await;
    steps(&shop, &url, 9).await;
    assert_eq!(count(&shop, &url, "done").await, 110);
    for product in &all[..12] {
        save(&huda, product, &[("name", "اسم آخر")]).await;
    }
    let undo = press(&huda, &url, "undo").await;
    steps(&shop, &undo, 9).await;
    assert_eq!((count(&shop, &undo, "done").await, count(&shop, &undo, "changed").await), (98, 12));
    assert_eq!((price(&shop, &all[0]).await, price(&shop, &all[12]).await), (Some(1_100), Some(1_000)));
    let tags: Vec<String> = value(&shop, "select tags from products where id = $1", &all[12]).await;
    assert!(tags.is_empty());
    let page = huda.get(&format!("{}?rows=changed", undo.split('?').next().unwrap_or_default())).await;
    let named = all[..12].iter().filter(|one| page.text().contains(&one.sku)).count();
    assert_eq!(named, 12, "{}", seen(&page));
    let again = press_blind(&huda, &url, "undo").await;
    assert!(again.ends_with("notice=not-changed"), "{again}");
    let back = press_blind(&huda, &undo, "undo").await;
    assert!(back.ends_with("notice=not-changed"), "{back}");
}

#[tokio::test]
async fn a_job_is_stopped_between_two_steps_and_goes_on_where_it_ended() {
    let shop = open().await;
    many(&shop, 120).await;
    let huda = owner(&shop).await;
    let url = plan(&shop, &huda, &format!("{BULK}?all=1"), &[("price", "set"), ("amount", "7")]).await;
    press(&huda, &url, "start").await;
    // A worker that is killed after a step leaves what it has done.
    steps(&shop, &url, 1).await;
    assert_eq!(count(&shop, &url, "done").await, 100);
    let hidden = testkit::hidden_fields(&huda.get(&url).await.text(), &format!("{url}act/"));
    let (job, nonce) = (job_of(&url).to_string(), hidden[0].1.clone());
    let answer =
        huda.call("staff_bulk_job", &[("job", job.as_str()), ("nonce", nonce.as_str())]).await.json();
    assert_eq!((answer["done"].as_i64(), answer["all"].as_i64()), (Some(100), Some(120)), "{answer}");
    assert_eq!(answer["isOver"].as_bool(), Some(false));
    let writer = member(&shop, "content").await;
    let refused = press_blind(&writer, &url, "stop").await;
    assert!(refused.ends_with("notice=not-changed"), "prices are not theirs: {refused}");
    press(&huda, &url, "stop").await;
    steps(&shop, &url, 9).await;
    assert_eq!((state(&shop, &url).await.as_str(), count(&shop, &url, "done").await), ("stopped", 100));
    assert!(seen(&huda.get(&url).await).contains("بقي 20 صفًّا"));
    press(&huda, &url, "resume").await;
    steps(&shop, &url, 9).await;
    assert_eq!((state(&shop, &url).await.as_str(), count(&shop, &url, "done").await), ("done", 120));
}

/// [D34]
#[tokio::test]
async fn a_large_job_waits_for_a_second_person_and_lapses_after_a_day() {
    let shop = open().await;
    let all = many(&shop, 1).await;
    let (huda, reem) = (owner(&shop).await, member(&shop, "manager").await);
    let grow = async |url: &str| {
        sqlx::query(
            "insert into bulk_results (job_id, position, thing, thing_id, product_id, version, state)
             select $1, number, 'product', -number, -number, 1, 'ready' from generate_series(2, 1001) number",
        )
        .bind(job_of(url))
        .execute(&shop.db)
        .await
        .expect("rows");
    };
    let url = plan(&shop, &huda, &chosen(&all), &[("status", "hidden")]).await;
    grow(&url).await;
    assert!(press(&huda, &url, "start").await.ends_with("notice=asked"));
    assert!(press_blind(&huda, &url, "approve").await.ends_with("notice=not-changed"), "not the asker");
    steps(&shop, &url, 9).await;
    assert_eq!((state(&shop, &url).await.as_str(), count(&shop, &url, "done").await), ("waiting", 0));
    assert!(press(&reem, &url, "approve").await.ends_with("notice=started"));
    steps(&shop, &url, 20).await;
    assert_eq!((count(&shop, &url, "done").await, count(&shop, &url, "gone").await), (1, 1_000));
    let late = plan(&shop, &huda, &chosen(&all), &[("status", "draft")]).await;
    grow(&late).await;
    press(&huda, &late, "start").await;
    sqlx::query("update bulk_jobs set requested_at = requested_at - interval '25 hours' where id = $1")
        .bind(job_of(&late))
        .execute(&shop.db)
        .await
        .expect("later");
    assert!(press_blind(&reem, &late, "approve").await.ends_with("notice=not-changed"), "lapsed");
    assert!(press(&reem, &late, "refuse").await.ends_with("notice=refused"));
}

/// [D01]
#[tokio::test]
async fn roles_change_in_bulk_what_they_may_change_one_by_one() {
    let shop = open().await;
    let all = many(&shop, 2).await;
    let (writer, support) = (member(&shop, "content").await, member(&shop, "support").await);
    assert_eq!(support.get(&chosen(&all)).await.status, StatusCode::NOT_FOUND);
    assert!(!support.get(LIST).await.text().contains(BULK));
    let page = writer.get(&chosen(&all)).await.text();
    assert!(!page.contains("name=\"price\"") && !page.contains("name=\"status\""), "texts only");
    for fields in [[("price", "set"), ("amount", "1")], [("status", "draft"), ("title", "")]] {
        let sent = writer.submit(&chosen(&all), BULK, &fields).await;
        assert_eq!(sent.status, StatusCode::FORBIDDEN, "{fields:?}");
    }
    let url = plan(&shop, &writer, &chosen(&all), &[("tag_way", "add"), ("tag", "هدايا")]).await;
    assert_eq!(support.get(&url).await.status, StatusCode::NOT_FOUND);
    press(&writer, &url, "start").await;
    sqlx::query("update staff set is_active = false where role = 'content'")
        .execute(&shop.db)
        .await
        .expect("stopped");
    steps(&shop, &url, 9).await;
    assert_eq!((state(&shop, &url).await.as_str(), count(&shop, &url, "done").await), ("stopped", 0));
    let huda = owner(&shop).await;
    assert!(seen(&huda.get(&url).await).contains("لم تعد له صلاحية"));
}

/// [D21]
#[tokio::test]
async fn what_cannot_be_read_is_refused_at_its_field_and_stays_typed() {
    let shop = open().await;
    let all = many(&shop, 1).await;
    let huda = owner(&shop).await;
    let cases: [(&[(&str, &str)], &str); 5] = [
        (&[], "اختر تغييرًا واحدًا على الأقل."),
        (&[("price", "raise-percent"), ("amount", "كثير")], "القيمة غير مفهومة."),
        (&[("price", "lower-percent"), ("amount", "101")], "القيمة أكبر من المسموح."),
        (&[("tag_way", "add"), ("tag", " ")], "هذا الحقل مطلوب."),
        (
            &[
                ("sale", "percent"),
                ("sale_amount", "10"),
                ("sale_from", "2026-12-02T10:00"),
                ("sale_to", "2026-12-01T10:00"),
            ],
            "نهاية التخفيض قبل بدايته.",
        ),
    ];
    for (fields, reason) in cases {
        let mut sent = fields.to_vec();
        sent.push(("title", "لم يضع"));
        let refused = huda.submit(&chosen(&all), BULK, &sent).await;
        assert_eq!(refused.status, StatusCode::UNPROCESSABLE_ENTITY, "{fields:?}");
        assert!(seen(&refused).contains(reason), "{reason}: {}", seen(&refused));
        assert!(refused.text().contains("لم يضع"), "what was typed stays");
    }
    let none = seen(&huda.get(BULK).await);
    assert!(none.contains("لم يُختر منتج."), "{none}");
    let jobs: i64 =
        sqlx::query_scalar("select count(*) from bulk_jobs").fetch_one(&shop.db).await.expect("a count");
    assert_eq!(jobs, 0);
}

/// [D36]
#[tokio::test]
async fn the_report_is_a_file_that_runs_no_formula() {
    let shop = open().await;
    let product = shop.product("=1+1").price(1_000).make(&shop.db).await;
    let huda = owner(&shop).await;
    let fields = [("price", "set"), ("amount", "7"), ("sale", "percent"), ("sale_amount", "10")];
    let url = plan(&shop, &huda, &chosen(&[product]), &fields).await;
    press(&huda, &url, "start").await;
    steps(&shop, &url, 9).await;
    let file = huda.submit(&url, &format!("{url}report/"), &[]).await;
    assert_eq!((file.status, file.header("content-type")), (StatusCode::OK, "text/csv; charset=utf-8"));
    let text = file.text();
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines.len(), 3, "{text}");
    assert!(lines[1..].iter().all(|line| line.starts_with("'=1+1,")), "{text}");
    assert!(text.contains("10.00") && text.contains("7.00") && text.contains("6.30"), "{text}");
    assert_eq!(audited(&shop).await.0, "bulk-export");
}

/// [D10] [D34]
#[tokio::test]
async fn the_undo_of_a_large_job_waits_for_a_second_person_too() {
    let shop = open().await;
    let all = many(&shop, 1).await;
    let (huda, reem) = (owner(&shop).await, member(&shop, "manager").await);
    let url = plan(&shop, &huda, &chosen(&all), &[("price", "raise-amount"), ("amount", "1.00")]).await;
    press(&huda, &url, "start").await;
    steps(&shop, &url, 9).await;
    sqlx::query(
        "insert into bulk_results (job_id, position, thing, thing_id, product_id, version, state, new_version)
         select $1, number, 'product', -number, -number, 1, 'done', 2 from generate_series(2, 1001) number",
    )
    .bind(job_of(&url))
    .execute(&shop.db)
    .await
    .expect("rows");
    let waiting = press(&huda, &url, "undo").await;
    assert!(waiting.ends_with("notice=asked"), "{waiting}");
    steps(&shop, &waiting, 20).await;
    assert_eq!(
        (state(&shop, &waiting).await.as_str(), price(&shop, &all[0]).await),
        ("waiting", Some(1_100))
    );
    assert!(press_blind(&huda, &waiting, "approve").await.ends_with("notice=not-changed"), "not the asker");
    assert!(press_blind(&huda, &url, "undo").await.ends_with("notice=not-changed"), "once");
    // Refused, it can be asked for again.
    assert!(press(&reem, &waiting, "refuse").await.ends_with("notice=refused"));
    let again = press(&huda, &url, "undo").await;
    assert!(again.ends_with("notice=asked"), "{again}");
    assert!(press(&reem, &again, "approve").await.ends_with("notice=started"));
    steps(&shop, &again, 20).await;
    assert_eq!((state(&shop, &again).await.as_str(), price(&shop, &all[0]).await), ("done", Some(1_000)));
    assert_eq!((count(&shop, &again, "done").await, count(&shop, &again, "gone").await), (1, 1_000));
}

/// [D10] [D34] The size that the design names. Of the job itself a few rows are run; those beside them are written as a run leaves
/// them.
#[tokio::test]
async fn the_undo_of_ten_thousand_restores_all_but_twelve_and_names_them() {
    const ALL: i64 = 10_000;
    const CHANGED: usize = 12;
    let shop = open().await;
    let some = many(&shop, 20).await;
    let (huda, reem) = (owner(&shop).await, member(&shop, "manager").await);
    let fields = [("price", "raise-amount"), ("amount", "1.00")];
    let url = plan(&shop, &huda, &chosen(&some), &fields).await;
    press(&huda, &url, "start").await;
    steps(&shop, &url, 9).await;
    let made = ALL - 20;
    for sql in [
        "insert into products (kind, status, sku, slug, name, category_id, regular_minor, version)
         select kind, status, 'many-' || n, 'many-' || n, 'منتج كثير ' || n, category_id, 1100, 2
         from (select kind, status, category_id from products order by id limit 1) one, generate_series(1, $1) n",
        "insert into changes (thing, thing_id, version, actor, at, before, after)
         select 'product', id, 2, 'staff 1', now(), '{\"regular_minor\": 1000}'::jsonb, '{\"regular_minor\": 1100}'::jsonb
         from products where sku like 'many-%' and $1 > 0",
        "insert into bulk_results (job_id, position, thing, thing_id, product_id, version, state, before, after, new_version)
         select (select max(id) from bulk_jobs), 100 + row_number() over (order by id), 'product', id, id, 1, 'done',
             '{\"regular_minor\": 1000}'::jsonb, '{\"regular_minor\": 1100}'::jsonb, 2
         from products where sku like 'many-%' and $1 > 0",
    ] {
        sqlx::query(sql).bind(i32::try_from(made).expect("small")).execute(&shop.db).await.expect("rows");
    }
    assert_eq!(count(&shop, &url, "done").await, ALL);
    for product in &some[..CHANGED] {
        let saved = save(&huda, product, &[("name", "اسم آخر")]).await;
        assert_eq!(saved.status, StatusCode::SEE_OTHER, "{}", saved.text());
    }

    let undo = press(&huda, &url, "undo").await;
    assert!(undo.ends_with("notice=asked"), "so many wait for a second person: {undo}");
    assert!(press(&reem, &undo, "approve").await.ends_with("notice=started"));
    steps(&shop, &undo, 200).await;
    assert_eq!(state(&shop, &undo).await, "done");
    assert_eq!((count(&shop, &undo, "done").await, count(&shop, &undo, "changed").await), (9_988, 12));
    let prices: Vec<(i64, i64)> = sqlx::query_as(
        "select regular_minor, count(*) from products group by regular_minor order by regular_minor",
    )
    .fetch_all(&shop.db)
    .await
    .expect("prices");
    assert_eq!(prices, [(1_000, 9_988), (1_100, 12)]);
    let named = huda.get(&format!("{}?rows=changed", undo.split('?').next().unwrap_or_default())).await;
    let named = some.iter().filter(|one| named.text().contains(&one.sku)).collect::<Vec<_>>();
    assert_eq!(named.len(), CHANGED, "exactly those that were changed since");
    assert!(some[..CHANGED].iter().all(|one| named.iter().any(|found| found.sku == one.sku)));
}

#[tokio::test]
async fn a_job_has_a_limit_of_rows_with_variations() {
    let shop = open().await;
    let shirt = shop.product("ثوب").variation("أبيض", 2_000, 1).make(&shop.db).await;
    sqlx::query(
        "insert into variations (product_id, sku, label, position, regular_minor)
         select $1, 'many-' || number, number::text, number, 2000 from generate_series(10, 30010) number",
    )
    .bind(shirt.id.parse::<i64>().expect("an id"))
    .execute(&shop.db)
    .await
    .expect("variations");
    let huda = owner(&shop).await;
    let page = chosen(&[shirt]);
    let fields = [("price", "raise-amount"), ("amount", "1.00")];
    let refused = huda.submit(&page, BULK, &fields).await;
    assert_eq!(refused.status, StatusCode::UNPROCESSABLE_ENTITY, "{}", refused.text());
    let text = plain(&refused.visible_text());
    assert!(text.contains("أكثر من 30,000 صف مع خياراتها"), "{text}");
    let jobs: i64 =
        sqlx::query_scalar("select count(*) from bulk_jobs").fetch_one(&shop.db).await.expect("jobs");
    assert_eq!(jobs, 0, "nothing was frozen");
    // What is no price is one row for the product.
    plan(&shop, &huda, &page, &[("status", "hidden")]).await;
}
