//! Call 22: pages of questions, and searches in them.

use super::*;

async fn more(
    shopper: &Shopper,
    product: &TestProduct,
    page: i64,
    search: &str,
    attributes: &str,
) -> serde_json::Value {
    let page = page.to_string();
    let fields = [
        ("productID", product.id.as_str()),
        ("page", page.as_str()),
        ("permalink", product.path.as_str()),
        ("search", search),
        ("cr_attributes", attributes),
    ];
    let answer = action(shopper, "cr_show_more_qna", &fields).await;
    assert_eq!(answer.status, StatusCode::OK, "{}", answer.text());
    answer.json()
}

fn texts(answer: &serde_json::Value) -> Vec<String> {
    let questions = answer["list"]["questions"].as_array().expect("questions");
    questions.iter().map(|question| question["text"].as_str().expect("text").to_owned()).collect()
}

/// [QNA-05] [QNA-07] [API-22]
#[tokio::test]
async fn pages_follow_each_other_from_page_minus_one_to_the_last() {
    let shop = open().await;
    let honey = shop.product("عسل سدر").make(&shop.db).await;
    for number in 0..12 {
        publish_question(&shop, &honey, &format!("السؤال العدد {number} نقطة")).await;
    }
    let guest = shop.shopper();
    for by_position in [true, false] {
        let (mut page, mut attributes, mut seen) = (-1, "{}".to_owned(), Vec::new());
        loop {
            let answer = more(&guest, &honey, page, "", &attributes).await;
            assert_eq!(answer["page"], page + 1);
            let found = texts(&answer);
            let html = answer["html"].as_str().expect("html");
            assert!(found.iter().all(|text| html.contains(text)), "the markup has the questions of the page");
            seen.extend(found);
            page = answer["page"].as_i64().expect("a page");
            if by_position {
                attributes = answer["list"]["attributes"].as_str().expect("attributes").to_owned();
            }
            if answer["last_page"] == true {
                break;
            }
        }
        assert_eq!(page, 3, "four pages of three");
        let expected: Vec<String> =
            (0..12).rev().map(|number| format!("السؤال العدد {number} نقطة")).collect();
        assert_eq!(seen, expected, "newest first, none twice");
        let after = more(&guest, &honey, page, "", &attributes).await;
        assert_eq!((&after["html"], &after["last_page"]), (&json!(""), &json!(true)));
    }
}

#[tokio::test]
async fn a_question_that_is_published_meanwhile_repeats_none_on_the_next_page() {
    let shop = open().await;
    let honey = shop.product("عسل سدر").make(&shop.db).await;
    for number in 0..5 {
        publish_question(&shop, &honey, &format!("قديم العدد {number} نقطة")).await;
    }
    let guest = shop.shopper();
    let first = more(&guest, &honey, -1, "", "{}").await;
    publish_question(&shop, &honey, "سؤال جديد تمامًا").await;
    let attributes = first["list"]["attributes"].as_str().expect("attributes");
    let second = more(&guest, &honey, 0, "", attributes).await;
    assert_eq!(texts(&second), ["قديم العدد 1 نقطة", "قديم العدد 0 نقطة"]);
}

/// [QNA-06] [QNA-07]
#[tokio::test]
async fn a_search_finds_words_in_any_spelling_and_only_in_the_product() {
    let shop = open().await;
    let honey = shop.product("عسل سدر").make(&shop.db).await;
    let tea = shop.product("شاي").make(&shop.db).await;
    for text in ["هل القهوة مُحمّصة؟", "كم يدوم العسل؟", "هل يصلح للقهوة السعودية؟"]
    {
        publish_question(&shop, &honey, text).await;
    }
    publish_question(&shop, &tea, "هل معه قهوة؟").await;
    held(&shop, &honey, "قهوة محجوزة").await;
    let guest = shop.shopper();
    for search in ["قهوه", "القهوة"] {
        let found = more(&guest, &honey, -1, search, "{}").await;
        assert_eq!(found["page"], 0);
        let texts = texts(&found);
        assert!(texts.contains(&"هل القهوة مُحمّصة؟".to_owned()), "{search}: {texts:?}");
        assert!(texts.iter().all(|text| text.contains("قهوة")), "{search}: {texts:?}");
        assert!(!texts.iter().any(|text| text.contains("محجوزة") || text.contains("معه")), "{search}");
    }
    assert_eq!(texts(&more(&guest, &honey, -1, "عسل", "{}").await), ["كم يدوم العسل؟"]);
}

#[tokio::test]
async fn a_search_has_pages_too() {
    let shop = open().await;
    let honey = shop.product("عسل سدر").make(&shop.db).await;
    for number in 0..6 {
        publish_question(&shop, &honey, &format!("عن الشحن العدد {number} نقطة")).await;
        publish_question(&shop, &honey, &format!("عن غيره العدد {number} نقطة")).await;
    }
    let guest = shop.shopper();
    let first = more(&guest, &honey, -1, "الشحن", "{}").await;
    assert_eq!((texts(&first).len(), &first["last_page"]), (3, &json!(false)));
    for attributes in [first["list"]["attributes"].as_str().expect("attributes"), "{}"] {
        let second = more(&guest, &honey, 0, "الشحن", attributes).await;
        assert_eq!((&second["page"], &second["last_page"]), (&json!(1), &json!(true)));
        assert_eq!(texts(&second), [2, 1, 0].map(|number| format!("عن الشحن العدد {number} نقطة")));
    }
}

/// [QNA-06] [QNA-07]
#[tokio::test]
async fn a_search_finds_every_match_newest_first_however_far_apart_they_are() {
    // In one range of ids; in small and in larger ranges; in ranges of all sizes.
    for gap in [2, 3_000, 90_000] {
        let shop = open().await;
        let honey = shop.product("عسل سدر").make(&shop.db).await;
        let tea = shop.product("شاي").make(&shop.db).await;
        for product in [&honey, &tea] {
            let question = publish_question(&shop, product, "هل الشحن سريع؟").await;
            sqlx::query(
                "with copies as (
                     insert into questions (id, product_id, text, keys, name, state, created_at, published_at)
                     overriding system value
                     select id + (n + 1) * $2, product_id, n::text, keys, name, state, created_at, published_at
                     from questions, generate_series(0, 29) n where id = $1
                     returning id)
                 insert into question_scores (question_id) select id from copies",
            )
            .bind(question)
            .bind(gap)
            .execute(&shop.db)
            .await
            .expect("copies");
        }
        let expected: Vec<String> =
            (0..30).rev().map(|n| n.to_string()).chain(["هل الشحن سريع؟".to_owned()]).collect();
        let guest = shop.shopper();
        for by_position in [true, false] {
            let (mut page, mut attributes, mut seen) = (-1, "{}".to_owned(), Vec::new());
            loop {
                let answer = more(&guest, &honey, page, "شحن سريع", &attributes).await;
                seen.extend(texts(&answer));
                page = answer["page"].as_i64().expect("a page");
                if by_position {
                    attributes = answer["list"]["attributes"].as_str().expect("attributes").to_owned();
                }
                if answer["last_page"] == true {
                    break;
                }
            }
            assert_eq!(seen, expected, "{gap}");
        }
        assert_eq!(texts(&more(&guest, &honey, -1, "شحن بطيء", "{}").await), [""; 0]);
    }
}

/// [QNA-08]
#[tokio::test]
async fn a_search_without_results_has_no_html_and_is_page_0() {
    let shop = open().await;
    let honey = shop.product("عسل سدر").make(&shop.db).await;
    let guest = shop.shopper();
    for search in ["", "ضمان"] {
        let empty = more(&guest, &honey, -1, search, "{}").await;
        assert_eq!(
            (&empty["page"], &empty["html"], &empty["last_page"]),
            (&json!(0), &json!(""), &json!(true))
        );
    }
    publish_question(&shop, &honey, "كم يدوم؟").await;
    for search in ["ضمان", "؟!", "' or 1=1 --"] {
        let none = more(&guest, &honey, -1, search, "{}").await;
        assert_eq!((&none["page"], &none["html"]), (&json!(0), &json!("")), "{search}");
    }
}

#[tokio::test]
async fn a_list_call_without_its_product_or_page_is_refused() {
    let shop = open().await;
    let honey = shop.product("عسل سدر").make(&shop.db).await;
    let guest = shop.shopper();
    for wrong in [
        &[("page", "-1")][..],
        &[("productID", "x"), ("page", "-1")],
        &[("productID", "987654321"), ("page", "-1")],
        &[("productID", honey.id.as_str()), ("page", "-2")],
        &[("productID", honey.id.as_str()), ("page", "x")],
    ] {
        let answer = action(&guest, "cr_show_more_qna", wrong).await;
        assert_eq!(answer.status, StatusCode::BAD_REQUEST, "{wrong:?}");
    }
    let far = more(&guest, &honey, i64::MAX, "", "{}").await;
    assert_eq!((&far["html"], &far["last_page"]), (&json!(""), &json!(true)));
}

#[tokio::test]
async fn everything_that_shoppers_type_is_escaped_in_html() {
    let shop = open().await;
    let honey = shop.product("عسل سدر").make(&shop.db).await;
    let attack = "<script>alert(1)</script><img src=x onerror=alert(1)>";
    let question = publish_question(&shop, &honey, attack).await;
    answered(&shop, question, attack, false).await;
    sqlx::query("update questions set name = $1").bind(attack).execute(&shop.db).await.expect("name");
    let guest = shop.shopper();
    let html = more(&guest, &honey, -1, "", "{}").await["html"].as_str().expect("html").to_owned();
    let page = guest.get(&format!("/ar/questions/{question}/")).await.text();
    let product = guest.get(&honey.path).await.text();
    for markup in [html, page, product] {
        assert!(!markup.contains("<script>alert") && !markup.contains("<img src=x"), "{markup}");
    }
}

/// No index row is sorted, and no page counts: a page far from the beginning costs as much as the first.
#[tokio::test]
async fn a_page_is_read_from_an_index_in_its_order() {
    let shop = open().await;
    let honey = shop.product("عسل سدر").make(&shop.db).await;
    let tea = shop.product("شاي").make(&shop.db).await;
    // Few of many questions are the product's.
    for (product, questions) in [(&honey, 400), (&tea, 20_000), (&honey, 400)] {
        sqlx::query(
            "insert into questions (product_id, text, name, state, created_at)
             select $1, 'سؤال ' || n, 'ريم', 'published', now() from generate_series(1, $2) n",
        )
        .bind(number(product))
        .bind(questions)
        .execute(&shop.db)
        .await
        .expect("questions");
    }
    sqlx::query("insert into question_scores (question_id) select id from questions")
        .execute(&shop.db)
        .await
        .expect("scores");
    sqlx::query("analyze questions, question_scores").execute(&shop.db).await.expect("statistics");
    for before in [i64::MAX, 20_500] {
        let plan: Vec<String> = sqlx::query_scalar(sqlx::AssertSqlSafe(format!(
            "explain (analyze, costs off, timing off, summary off)
             select question.id, score.upvotes from (
                 select id from questions where product_id = {} and state = 'published' and id < {before}
                 order by id desc offset 0 limit 6) question
             join question_scores score on score.question_id = question.id order by question.id desc",
            honey.id
        )))
        .fetch_all(&shop.db)
        .await
        .expect("a plan");
        let plan = plan.join("\n");
        assert!(plan.contains("questions_newest"), "an index in the order of the list: {plan}");
        assert!(!plan.contains("Seq Scan on questions") && !plan.contains("Sort Key"), "{plan}");
    }
}
