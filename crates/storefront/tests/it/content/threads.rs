//! Threads, their pages, and many comments.

use std::time::{Duration, Instant};

use super::*;

/// [SITE-26]
#[tokio::test]
async fn a_post_shows_its_threads_and_a_form() {
    let shop = open().await;
    let coffee = post(&shop, "coffee", "القهوة السعودية").await;
    let first = comment(&shop, coffee, None, "غادة الصالح", "هل ينفع الزعفران؟").await;
    let second = comment(&shop, coffee, None, "تركي البقمي", "كم دقيقة؟").await;
    let answer = comment(&shop, coffee, Some(first), "خالد الرويلي", "ينفع، بنصف الكمية.").await;
    let below = comment(&shop, coffee, Some(answer), "غادة الصالح", "شكرًا، سأجرّب.").await;

    let html = shop.shopper().get("/ar/coffee/").await.text();

    let place =
        |id: i64| html.find(&format!("id=\"comment-{id}\"")).unwrap_or_else(|| panic!("comment {id}"));
    assert!(place(first) < place(answer) && place(answer) < place(below) && place(below) < place(second));
    let between = &html[place(first)..place(answer)];
    assert!(between.contains("<ol"), "an answer is in a list below its comment");
    assert_eq!(
        html[place(answer)..place(second)].matches("</ol>").count(),
        2,
        "both lists end before the next thread"
    );
    assert!(kernel::text::without_isolates(&html).contains("4 تعليقات"));
    for field in ["comment", "author", "email", "comment_post_ID", "comment_parent"] {
        assert!(html.contains(&format!("name=\"{field}\"")), "{field}");
    }
    assert!(html.contains(&format!("action=\"{COMMENT}\"")) && html.contains("id=\"respond\""));
    assert!(html.contains(&format!("?replytocom={first}#respond")));
    assert_counts(&shop).await;
}

/// [SITE-27]: without script, the link leads to the page with the form below the comment.
#[tokio::test]
async fn the_form_is_rendered_below_the_comment_that_the_address_names() {
    let shop = open().await;
    let coffee = post(&shop, "coffee", "القهوة السعودية").await;
    post(&shop, "honey", "العسل").await;
    let first = comment(&shop, coffee, None, "غادة", "سؤال أول").await;
    let second = comment(&shop, coffee, None, "تركي", "سؤال ثان").await;
    let guest = shop.shopper();
    let html = guest.get(&format!("/ar/coffee/?replytocom={first}")).await.text();
    let place = |part: &str| html.find(part).unwrap_or_else(|| panic!("{part}"));
    let (form, next) = (place("id=\"respond\""), place(&format!("id=\"comment-{second}\"")));
    assert!(place(&format!("id=\"comment-{first}\"")) < form && form < next);
    let hidden = testkit::hidden_fields(&html, COMMENT);
    assert!(hidden.contains(&("comment_parent".to_owned(), first.to_string())), "{hidden:?}");
    assert!(hidden.contains(&("comment_post_ID".to_owned(), coffee.to_string())));
    let plain = testkit::hidden_fields(&guest.get("/ar/coffee/").await.text(), COMMENT);
    assert!(plain.contains(&("comment_parent".to_owned(), "0".to_owned())));
    let of_other = format!("/ar/honey/?replytocom={first}");
    for invalid in [of_other.as_str(), "/ar/coffee/?replytocom=987654", "/ar/coffee/?replytocom=x"] {
        assert_eq!(guest.get(invalid).await.status, StatusCode::NOT_FOUND, "{invalid}");
    }
}

#[tokio::test]
async fn comments_have_pages_in_the_order_of_their_threads() {
    let shop = open().await;
    configure(&shop, json!({ "pageSize": 3 })).await;
    let coffee = post(&shop, "coffee", "القهوة").await;
    let mut ids = Vec::new();
    for number in 0..4 {
        ids.push(comment(&shop, coffee, None, "غادة", &format!("تعليق {number}")).await);
    }
    let late = comment(&shop, coffee, Some(ids[0]), "تركي", "ردّ متأخر").await;
    let guest = shop.shopper();
    let first = guest.get("/ar/coffee/").await.text();
    let has = |html: &str, id: i64| html.contains(&format!("id=\"comment-{id}\""));
    assert!(has(&first, ids[0]) && has(&first, late) && has(&first, ids[1]) && !has(&first, ids[2]));
    assert!(first.contains("cpage=2"));
    let second = guest.get("/ar/coffee/?cpage=2").await.text();
    assert!(has(&second, ids[2]) && has(&second, ids[3]) && !has(&second, ids[1]));
    for invalid in ["0", "3", "-1", "x"] {
        let answer = guest.get(&format!("/ar/coffee/?cpage={invalid}")).await;
        assert_eq!(answer.status, StatusCode::NOT_FOUND, "{invalid}");
    }
}

/// The levels of a thread are limited; answers to the last one join it.
#[tokio::test]
async fn a_deep_thread_stays_readable() {
    let shop = open().await;
    let coffee = post(&shop, "coffee", "القهوة").await;
    let mut parent = None;
    for number in 0..8 {
        parent = Some(comment(&shop, coffee, parent, "غادة", &format!("مستوى {number}")).await);
    }
    let deepest: i32 = sqlx::query_scalar("select max(cardinality(ancestors)) from comments")
        .fetch_one(&shop.db)
        .await
        .expect("a depth");
    assert_eq!(deepest, 4);
    let html = shop.shopper().get("/ar/coffee/").await.text();
    assert_eq!(html.matches("<article id=\"comment-").count(), 8);
}

/// The cost of a post does not depend on how many comments it has beyond the first page.
#[tokio::test]
async fn a_post_with_a_thousand_comments_costs_what_one_with_a_page_of_them_costs() {
    let shop = open().await;
    let (small, large) = (post(&shop, "small", "قليلة").await, post(&shop, "large", "كثيرة").await);
    for (post, comments) in [(small, 10), (large, 1_000)] {
        sqlx::query(
            "insert into comments (post_id, text, name, state, created_at, published_at)
             select $1, 'تعليق رقم ' || n, 'غادة', 'published', now(), now() from generate_series(1, $2) n",
        )
        .bind(post)
        .bind(comments)
        .execute(&shop.db)
        .await
        .expect("comments");
        sqlx::query("update content_items set comment_count = $2 where id = $1")
            .bind(post)
            .bind(comments)
            .execute(&shop.db)
            .await
            .expect("a count");
    }
    sqlx::query("analyze comments").execute(&shop.db).await.expect("statistics");
    let guest = shop.shopper();
    let html = [guest.get("/ar/small/").await.text(), guest.get("/ar/large/").await.text()];
    assert_eq!(html[1].matches("<article id=\"comment-").count(), 10);
    let (small, large) = (html[0].len(), html[1].len());
    assert!(large * 10 <= small * 11, "{large} bytes, {small} with one page of comments");
    // Statements that a page of comments needs, by the plan: a read of the index in its order.
    let plan: Vec<String> = sqlx::query_scalar(
        "explain select id from comments where post_id = 2 and state = 'published'
         order by array_append(ancestors, id) offset 0 limit 10",
    )
    .fetch_all(&shop.db)
    .await
    .expect("a plan");
    let plan = plan.join("\n");
    assert!(plan.contains("comments_threads") && !plan.contains("Sort"), "{plan}");
    // Both from the cache: the same.
    let began = Instant::now();
    for _ in 0..20 {
        guest.get("/ar/large/").await;
    }
    assert!(began.elapsed() < Duration::from_secs(2), "{:?}", began.elapsed());
}
