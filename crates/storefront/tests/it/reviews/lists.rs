//! Calls 16 to 21: order, filters, search, tags and pages.

use super::*;

/// The texts of an answer's reviews, in order.
fn texts(answer: &serde_json::Value) -> Vec<String> {
    let reviews = answer["list"]["reviews"].as_array().expect("reviews");
    reviews.iter().map(|review| review["text"].as_str().expect("text").to_owned()).collect()
}

async fn shop_with_honey() -> (TestShop, TestProduct) {
    let shop = open().await;
    let honey = shop.product("عسل سدر").make(&shop.db).await;
    (shop, honey)
}

/// [REV-06] [REV-07] [REV-11] [API-16] [API-38]
#[tokio::test]
async fn reviews_are_sorted_by_age_votes_and_rating() {
    let (shop, honey) = shop_with_honey().await;
    let mut ids = Vec::new();
    for (rating, text) in [(3, "أول"), (5, "ثان"), (1, "ثالث"), (5, "رابع")] {
        ids.push(TestReview::of(&honey, rating, text).publish(&shop).await);
    }
    TestReview::of(&honey, 5, "محجوز").hold(&shop).await;
    sqlx::query("update review_scores set upvotes = 7, downvotes = 1 where review_id = $1")
        .bind(ids[2])
        .execute(&shop.db)
        .await
        .expect("votes");
    sqlx::query("update review_scores set downvotes = 2 where review_id = $1")
        .bind(ids[3])
        .execute(&shop.db)
        .await
        .expect("votes");
    for (sort, expected) in [
        ("recent", ["رابع", "ثالث", "ثان", "أول"]),
        ("unknown", ["رابع", "ثالث", "ثان", "أول"]),
        ("helpful", ["ثالث", "ثان", "أول", "رابع"]),
        ("rating_desc", ["رابع", "ثان", "أول", "ثالث"]),
        ("rating_asc", ["ثالث", "أول", "رابع", "ثان"]),
    ] {
        let fields = [("productID", honey.id.as_str()), ("sort", sort), ("rating", "0")];
        let answer = action(&shop.shopper(), "cr_sort_reviews", &fields).await;
        assert_eq!(answer.status, StatusCode::OK);
        let answer = answer.json();
        assert_eq!(texts(&answer), expected, "{sort}");
        assert_eq!((&answer["page"], &answer["last_page"]), (&json!(1), &json!(true)));
        let html = answer["html"].as_str().expect("html");
        let places: Vec<_> = expected.iter().map(|text| html.find(text).expect("in the markup")).collect();
        assert!(places.is_sorted(), "{sort}: {places:?}");
        assert!(!html.contains("محجوز"));
        assert!(!answer["show_more_label"].as_str().expect("label").is_empty());
        assert_eq!(
            kernel::text::without_isolates(answer["count_row"].as_str().expect("row")),
            "عرض 4 من أصل 4 تقييمات"
        );
    }
}

/// [REV-04] [REV-05] [API-17] [API-39] [API-40]
#[tokio::test]
async fn a_rating_filters_the_list_and_the_call_needs_its_nonce() {
    let (shop, honey) = shop_with_honey().await;
    for (rating, text) in [(5, "خمسة"), (4, "أربعة"), (5, "خمسة أيضا")] {
        TestReview::of(&honey, rating, text).publish(&shop).await;
    }
    let security = security(&shop);
    for (rating, sort, expected) in [
        ("5", "", vec!["خمسة أيضا", "خمسة"]),
        ("5", "rating_asc", vec!["خمسة أيضا", "خمسة"]),
        ("5", "helpful", vec!["خمسة أيضا", "خمسة"]),
        ("4", "", vec!["أربعة"]),
        ("0", "", vec!["خمسة أيضا", "أربعة", "خمسة"]),
        ("", "", vec!["خمسة أيضا", "أربعة", "خمسة"]),
    ] {
        let fields = [
            ("productID", honey.id.as_str()),
            ("rating", rating),
            ("sort", sort),
            ("security", security.as_str()),
        ];
        let answer = action(&shop.shopper(), "cr_filter_reviews", &fields).await.json();
        assert_eq!(texts(&answer), expected, "{rating} {sort}");
        assert_eq!(answer["page"], 1);
    }
    for nonce in [None, Some(""), Some("0123456789abcdef0123456789abcdef")] {
        for name in ["cr_filter_reviews", "cr_show_more_reviews"] {
            let mut fields = vec![("productID", honey.id.as_str()), ("rating", "5")];
            fields.extend(nonce.map(|nonce| ("security", nonce)));
            assert_eq!(
                action(&shop.shopper(), name, &fields).await.status,
                StatusCode::FORBIDDEN,
                "{name} {nonce:?}"
            );
        }
    }
}

/// [REV-14] [REV-15] [REV-05]
#[tokio::test]
async fn an_empty_first_page_has_no_html_and_is_page_1() {
    let (shop, honey) = shop_with_honey().await;
    let fields = [("productID", honey.id.as_str()), ("sort", "recent"), ("rating", "3")];
    let answer = action(&shop.shopper(), "cr_sort_reviews", &fields).await.json();
    assert_eq!(
        (&answer["html"], &answer["page"], &answer["last_page"]),
        (&json!(""), &json!(1), &json!(true))
    );
}

/// [REV-12] [REV-13] [REV-15] [API-18]
#[tokio::test]
async fn further_pages_follow_each_other_without_a_gap_to_the_last() {
    let (shop, honey) = shop_with_honey().await;
    let mut expected = Vec::new();
    for number in 0..16 {
        let text = format!("تقييم رقم {number} نهاية");
        TestReview::of(&honey, i16::try_from(number % 5 + 1).expect("small"), &text).publish(&shop).await;
        expected.insert(0, text);
    }
    let security = security(&shop);
    let mut seen = Vec::new();
    for (page, last) in [("0", false), ("1", false), ("2", true)] {
        let fields =
            [("productID", honey.id.as_str()), ("page", page), ("sort", "recent"), ("security", &security)];
        let answer = action(&shop.shopper(), "cr_show_more_reviews", &fields).await.json();
        assert_eq!(answer["page"], page.parse::<i64>().expect("number") + 1);
        assert_eq!(answer["last_page"], last, "page {page}");
        seen.extend(texts(&answer));
        assert!(answer.get("pagination").is_none(), "only on the page of all reviews");
        let row = kernel::text::without_isolates(answer["count_row"].as_str().expect("row"));
        assert!(row.contains(&seen.len().to_string()) && row.contains("16"), "{row}");
    }
    assert_eq!(seen, expected);
    for page in ["3", "200", "9999"] {
        let fields = [("productID", honey.id.as_str()), ("page", page), ("security", &security)];
        let answer = action(&shop.shopper(), "cr_show_more_reviews", &fields).await.json();
        assert_eq!((&answer["html"], &answer["last_page"]), (&json!(""), &json!(true)), "{page}");
    }
    let fields = [("productID", honey.id.as_str()), ("page", "-1"), ("security", security.as_str())];
    assert_eq!(
        action(&shop.shopper(), "cr_show_more_reviews", &fields).await.status,
        StatusCode::BAD_REQUEST
    );
}

/// [REV-09] [REV-12] [API-18]
#[tokio::test]
async fn a_search_finds_words_in_any_spelling_and_only_in_the_product() {
    let (shop, honey) = shop_with_honey().await;
    let tea = shop.product("شاي").make(&shop.db).await;
    TestReview::of(&honey, 5, "القهوةُ ممتازة مع هذا العسل").publish(&shop).await;
    TestReview::of(&honey, 4, "تغليف سيئ").publish(&shop).await;
    TestReview::of(&tea, 4, "قهوة").publish(&shop).await;
    TestReview::of(&honey, 4, "قهوة محجوزة").hold(&shop).await;
    let security = security(&shop);
    let search = async |text: &str, rating: &str| {
        let fields = [
            ("productID", honey.id.as_str()),
            ("page", "0"),
            ("search", text),
            ("rating", rating),
            ("security", security.as_str()),
        ];
        texts(&action(&shop.shopper(), "cr_show_more_reviews", &fields).await.json())
    };
    assert_eq!(search("قهوه", "").await, ["القهوةُ ممتازة مع هذا العسل"]);
    assert_eq!(search("العسل قهوة", "").await, ["القهوةُ ممتازة مع هذا العسل"]);
    assert_eq!(search("قهوة تغليف", "").await, [""; 0]);
    assert_eq!(search("قهوة", "4").await, [""; 0]);
    assert_eq!(search("%", "").await, [""; 0]);
    assert_eq!(search("' or true --", "").await, [""; 0]);
    assert_eq!(search("", "").await.len(), 2, "an emptied search lists everything again");
}

/// Publishes 230 copies of a review with the texts "0" to "229", `gap` ids apart. Their ratings are 1 to 5 in turn, and the
/// one with the text "7" has a vote.
async fn publish_copies(shop: &TestShop, review: i64, gap: i64) {
    sqlx::query(
        "with copies as (
             insert into reviews (id, product_id, rating, text, keys, name, state, created_at, published_at)
             overriding system value
             select id + (n + 1) * $2, product_id, 1 + n % 5, n::text, keys, name, state, created_at, published_at
             from reviews, generate_series(0, 229) n where id = $1
             returning id, product_id, rating, text)
         insert into review_scores (review_id, product_id, rating, upvotes)
         select id, product_id, rating, (text = '7')::integer from copies",
    )
    .bind(review)
    .bind(gap)
    .execute(&shop.db)
    .await
    .expect("copies");
}

/// [REV-09] [REV-12] [API-18] [API-19]
#[tokio::test]
async fn a_search_finds_every_match_newest_first_however_far_apart_they_are() {
    // In one range of ids; in small and in larger ranges; in ranges of all sizes.
    for gap in [4, 300, 9_000] {
        let (shop, honey) = shop_with_honey().await;
        let tea = shop.product("شاي").make(&shop.db).await;
        let coffee = TestReview::of(&honey, 5, "قهوة رائعة").publish(&shop).await;
        let other = TestReview::of(&tea, 5, "هدية رائعة مع السكر").publish(&shop).await;
        for text in ["زعفران مع الهدية", "هدية من الزعفران"] {
            TestReview::of(&tea, 4, text).publish(&shop).await;
        }
        publish_copies(&shop, coffee, gap).await;
        publish_copies(&shop, other, gap).await;
        let call = async |search: &str, rating: &str, sort: &str, page: i64| {
            let page = page.to_string();
            let fields = [
                ("attributes", r#"{"per_page":10}"#),
                ("search", search),
                ("rating", rating),
                ("sort", sort),
                ("page", page.as_str()),
            ];
            action(&shop.shopper(), "cr_show_more_all_reviews", &fields).await.json()
        };
        let all = async |search: &str, rating: &str, sort: &str| {
            let (mut found, mut page) = (Vec::new(), 0);
            loop {
                let answer = call(search, rating, sort, page).await;
                found.extend(texts(&answer));
                page += 1;
                if answer["last_page"] == true {
                    return found;
                }
            }
        };
        let newest: Vec<String> =
            (0..230).rev().map(|n| n.to_string()).chain(["قهوة رائعة".to_owned()]).collect();
        assert_eq!(all("قهوه رائعة", "", "recent").await, newest, "{gap}");
        let fours: Vec<String> = (0..230).rev().filter(|n| n % 5 == 3).map(|n| n.to_string()).collect();
        assert_eq!(all("قهوة", "4", "recent").await, fours, "{gap}");
        assert_eq!(all("قهوة", "", "helpful").await[..2], ["7", "229"], "{gap}");
        assert_eq!(all("قهوة", "", "rating_asc").await[..2], ["225", "220"], "{gap}");
        assert_eq!(texts(&call("قهوة سكر", "", "recent", 0).await), [""; 0], "{gap}");
        let saffron = ["هدية من الزعفران", "زعفران مع الهدية"];
        assert_eq!(
            all("زعفران هدية", "", "recent").await,
            saffron,
            "{gap}: two words that are rarely together"
        );
        assert_eq!(texts(&call("رائعة", "", "recent", 0).await)[..2], ["229", "229"], "{gap}: both words");

        let count_row = async |search: &str| {
            let answer = call(search, "", "recent", 0).await;
            kernel::text::without_isolates(answer["count_row"].as_str().expect("row"))
        };
        assert_eq!(count_row("قهوة").await, "عرض 10 من أصل 231 تقييمًا", "{gap}");
        // Of 462 matches, the oldest are looked for only if they are in the range of the newest.
        let row = count_row("رائعة").await;
        assert_eq!(row.contains("أكثر من"), gap > 4, "{gap}: {row}");
        let security = security(&shop);
        let of_product = async |product: &TestProduct| {
            let fields = [
                ("productID", product.id.as_str()),
                ("page", "0"),
                ("search", "سكر"),
                ("security", &security),
            ];
            texts(&action(&shop.shopper(), "cr_show_more_reviews", &fields).await.json())
        };
        assert_eq!(of_product(&tea).await[..2], ["229", "228"], "{gap}");
        assert_eq!(of_product(&honey).await, [""; 0], "{gap}");
    }
}

/// [REV-10] [REV-02] [API-18]
#[tokio::test]
async fn tags_filter_the_list_together() {
    let (shop, honey) = shop_with_honey().await;
    let tags: Vec<i64> =
        sqlx::query_scalar("insert into review_tags (label) values ('الطعم'), ('التوصيل') returning id")
            .fetch_all(&shop.db)
            .await
            .expect("tags");
    let mut ids = Vec::new();
    for (text, own) in [("كلاهما", 2), ("طعم فقط", 1), ("بلا وسم", 0)] {
        let id = TestReview::of(&honey, 5, text).hold(&shop).await;
        for tag in &tags[..own] {
            sqlx::query("insert into review_tag_links (review_id, tag_id, product_id) select id, $2, product_id from reviews where id = $1")
                .bind(id)
                .bind(tag)
                .execute(&shop.db)
                .await
                .expect("link");
        }
        set_state(&shop, id, ReviewState::Published).await;
        ids.push(id);
    }
    assert_figures(&shop).await;
    let security = security(&shop);
    let filtered = async |wanted: &[i64]| {
        let wanted: Vec<String> = wanted.iter().map(i64::to_string).collect();
        let mut fields =
            vec![("productID", honey.id.as_str()), ("page", "0"), ("security", security.as_str())];
        fields.extend(wanted.iter().map(|tag| ("tags[]", tag.as_str())));
        texts(&action(&shop.shopper(), "cr_show_more_reviews", &fields).await.json())
    };
    assert_eq!(filtered(&[]).await.len(), 3);
    assert_eq!(filtered(&tags[..1]).await, ["طعم فقط", "كلاهما"]);
    assert_eq!(filtered(&tags).await, ["كلاهما"]);
    assert_eq!(filtered(&[987_654]).await, [""; 0]);
    set_state(&shop, ids[0], ReviewState::Refused).await;
    assert_figures(&shop).await;
    assert_eq!(filtered(&tags).await, [""; 0]);
}

/// [REV-20] [REV-21] [API-19]
#[tokio::test]
async fn the_page_of_all_reviews_gets_its_numbered_pages_with_each_answer() {
    let (shop, honey) = shop_with_honey().await;
    for number in 0..9 {
        TestReview::of(&honey, 5, &format!("عن العسل {number}")).publish(&shop).await;
    }
    TestReview::of_shop(4, "عن المتجر").publish(&shop).await;
    let call =
        async |fields: &[(&str, &str)]| action(&shop.shopper(), "cr_show_more_all_reviews", fields).await;
    let answer = call(&[("attributes", r#"{"per_page":4}"#), ("page", "1")]).await.json();
    assert_eq!((&answer["page"], &answer["last_page"]), (&json!(2), &json!(false)));
    assert_eq!(texts(&answer).len(), 4);
    let pagination = answer["pagination"].as_str().expect("numbers");
    assert!(pagination.contains("crpage=3") && pagination.contains("/ar/reviews/"), "{pagination}");
    let first = call(&[("attributes", ""), ("page", "0"), ("rating", "4")]).await.json();
    assert_eq!(texts(&first), ["عن المتجر"]);
    assert_eq!(first["pagination"], "", "one page needs no numbers, and the old ones go");
    let found = call(&[("attributes", "{}"), ("search", "عسل"), ("sort", "rating_asc")]).await.json();
    assert_eq!(texts(&found).len(), 7);
    // Options that are none are ignored, and too many reviews are cut.
    let greedy =
        call(&[("attributes", r#"{"per_page":5000,"template":"../../etc/passwd","sql":"x"}"#)]).await.json();
    assert_eq!(texts(&greedy).len(), 10);
    assert_eq!(call(&[("attributes", "[")]).await.status, StatusCode::BAD_REQUEST);
}

/// [REV-23] [REV-25] [API-20]
#[tokio::test]
async fn the_grid_never_repeats_a_review_and_its_failure_is_plain_text() {
    let (shop, honey) = shop_with_honey().await;
    for number in 0..12 {
        TestReview::of(&honey, 5, &format!("منتج {number}")).publish(&shop).await;
        TestReview::of_shop(4, &format!("متجر {number}")).publish(&shop).await;
    }
    let mut shown: Vec<String> = Vec::new();
    for round in 0..8 {
        let attributes =
            json!({ "count": 5, "count_shop_reviews": 2, "show_more": 5, "comment__not_in": shown })
                .to_string();
        let fields = [("rating", ""), ("attributes", attributes.as_str())];
        let answer = action(&shop.shopper(), "ivole_show_more_grid_reviews", &fields).await.json();
        let reviews = answer["reviews"].as_array().expect("reviews").clone();
        assert_eq!(answer["html"].as_str().expect("html").is_empty(), reviews.is_empty(), "round {round}");
        if reviews.is_empty() {
            break;
        }
        for review in reviews {
            let id = review["id"].as_str().expect("an id").to_owned();
            assert!(!shown.contains(&id), "{id} twice");
            shown.push(id);
        }
    }
    assert_eq!(shown.len(), 24, "every review once");
    let rated = json!({ "count": 50, "count_shop_reviews": 50, "comment__not_in": [] }).to_string();
    let fields = [("rating", "4"), ("attributes", rated.as_str())];
    let answer = action(&shop.shopper(), "ivole_show_more_grid_reviews", &fields).await.json();
    assert_eq!(answer["reviews"].as_array().expect("reviews").len(), 12);

    let many =
        json!({ "comment__not_in": (0..201).map(|id| id.to_string()).collect::<Vec<_>>() }).to_string();
    for wrong in ["<script>", many.as_str(), r#"{"comment__not_in":["1; drop table"]}"#] {
        let refused = action(&shop.shopper(), "ivole_show_more_grid_reviews", &[("attributes", wrong)]).await;
        assert_eq!(refused.status, StatusCode::BAD_REQUEST);
        assert_eq!(refused.header("content-type"), "text/plain; charset=utf-8");
        assert_eq!(refused.text(), "تعذّر تحميل التقييمات.", "nothing of the request comes back");
    }
    let missing = action(&shop.shopper(), "ivole_show_more_grid_reviews", &[("rating", "5")]).await;
    assert_eq!(missing.status, StatusCode::BAD_REQUEST);
}

/// [REV-27] [API-21] [API-41] [API-42]
#[tokio::test]
async fn external_media_are_fetched_by_one_job_and_only_by_the_id_of_a_public_review() {
    let (shop, honey) = shop_with_honey().await;
    let id = TestReview::of(&honey, 5, "صورة من مكان آخر").hold(&shop).await;
    let mut db = shop.db.acquire().await.expect("a connection");
    let urls = ["https://pictures.example/a.jpg".to_owned()];
    media::service::add_external(
        &mut db,
        media::service::Owner::Review(id),
        honey.id.parse().ok(),
        &urls,
        shop.clock().now(),
    )
    .await
    .expect("noted");
    sqlx::query("update reviews set has_external_media = true").execute(&shop.db).await.expect("marked");
    let jobs = async || -> i64 {
        sqlx::query_scalar("select count(*) from graphile_worker.jobs where task_identifier = 'media_fetch'")
            .fetch_one(&shop.db)
            .await
            .expect("jobs")
    };
    let review = id.to_string();
    let call = async |fields: &[(&str, &str)]| {
        action(&shop.shopper(), "cr_auto_download_media_frontend", fields).await
    };
    assert_eq!(call(&[("reviewID", &review)]).await.json(), json!({ "success": true }));
    assert_eq!(jobs().await, 0, "the review is held");
    set_state(&shop, id, ReviewState::Published).await;
    for _ in 0..3 {
        let fields = [("reviewID", review.as_str()), ("url", "http://169.254.169.254/")];
        assert_eq!(call(&fields).await.json(), json!({ "success": true }));
    }
    assert_eq!(jobs().await, 1);
    assert_eq!(call(&[("reviewID", "987654321")]).await.json(), json!({ "success": true }));
    assert_eq!(call(&[]).await.status, StatusCode::BAD_REQUEST);
}

/// [API-45]
#[tokio::test]
async fn everything_that_shoppers_type_is_escaped_in_html() {
    let (shop, honey) = shop_with_honey().await;
    let trap = "</script><img src=x onerror=alert(1)>";
    let id = TestReview::of(&honey, 5, &format!("نص {trap}")).by(&format!("اسم {trap}")).hold(&shop).await;
    sqlx::query("update reviews set answers = $2, criteria = $3, reply = $4 where id = $1")
        .bind(id)
        .bind(json!([{ "question": trap, "answer": trap }]))
        .bind(json!([{ "label": trap, "rating": 4 }]))
        .bind(trap)
        .execute(&shop.db)
        .await
        .expect("parts");
    set_state(&shop, id, ReviewState::Published).await;
    let security = security(&shop);
    let shopper = shop.shopper();
    let product = honey.id.as_str();
    let html = |answer: TestResponse| answer.json()["html"].as_str().expect("html").to_owned();
    let outputs = [
        html(
            action(&shopper, "cr_sort_reviews", &[("productID", product), ("sort", "x"), ("rating", trap)])
                .await,
        ),
        html(
            action(
                &shopper,
                "cr_show_more_reviews",
                &[("productID", product), ("page", "0"), ("search", "نص"), ("security", &security)],
            )
            .await,
        ),
        html(action(&shopper, "cr_show_more_all_reviews", &[("attributes", "")]).await),
        html(action(&shopper, "ivole_show_more_grid_reviews", &[("attributes", "{}")]).await),
        shopper.get(&honey.path).await.text(),
        shopper.get(ALL).await.text(),
        shopper.get("/ar/").await.text(),
        shopper.get(&format!("{ALL}?crsearch=%3Cimg+src%3Dx%3E")).await.text(),
    ];
    for (index, output) in outputs.iter().enumerate() {
        assert!(output.contains("img"), "{index}: the review is shown");
        assert!(!output.contains("<img src=x"), "{index}");
    }
}

/// [API-41]
#[tokio::test]
async fn a_list_call_without_its_product_is_refused() {
    let shop = open().await;
    let security = security(&shop);
    for name in ["cr_sort_reviews", "cr_filter_reviews", "cr_show_more_reviews"] {
        for product in [None, Some("x"), Some("987654321")] {
            let mut fields = vec![("security", security.as_str())];
            fields.extend(product.map(|product| ("productID", product)));
            assert_eq!(
                action(&shop.shopper(), name, &fields).await.status,
                StatusCode::BAD_REQUEST,
                "{name} {product:?}"
            );
        }
    }
}
