//! Call 25 for questions: one vote for each visitor and question.

use super::*;

async fn vote(shopper: &Shopper, question: i64, upvote: &str) -> serde_json::Value {
    let question = question.to_string();
    let fields = [("reviewID", question.as_str()), ("upvote", upvote)];
    let mut answer = action(shopper, "cr_vote_question", &fields).await;
    // A crowded server refuses before it changes anything.
    while answer.status == StatusCode::SERVICE_UNAVAILABLE {
        answer = action(shopper, "cr_vote_question", &fields).await;
    }
    assert_eq!(answer.status, StatusCode::OK, "{}", answer.text());
    answer.json()
}

fn votes(up: i64, down: i64, current: i64) -> serde_json::Value {
    json!({ "code": 0, "votes": { "upvotes": up, "downvotes": down, "current": current } })
}

async fn public_question(shop: &TestShop) -> i64 {
    let honey = shop.product("عسل سدر").make(&shop.db).await;
    publish_question(shop, &honey, "كم يدوم؟").await
}

/// [QNA-02] [QNA-18] [API-25]
#[tokio::test]
async fn guests_and_customers_vote_and_a_repeated_vote_is_withdrawn() {
    let shop = open().await;
    let question = public_question(&shop).await;
    let (guest, other) = (shop.shopper(), shop.shopper());
    assert_eq!(vote(&guest, question, "1").await, votes(1, 0, 1));
    assert_eq!(vote(&other, question, "1").await, votes(2, 0, 1));
    assert_eq!(vote(&guest, question, "0").await, votes(1, 1, -1));
    assert_eq!(vote(&guest, question, "0").await, votes(1, 0, 0));
    shop.customer("salma@example.com", "سلمى").await;
    let (phone, laptop) =
        (shop.signed_in("salma@example.com").await, shop.signed_in("salma@example.com").await);
    assert_eq!(vote(&phone, question, "1").await, votes(2, 0, 1));
    assert_eq!(vote(&laptop, question, "1").await, votes(1, 0, 0), "one vote in all browsers");
}

/// The numbers of reviews and questions are different things.
#[tokio::test]
async fn only_public_questions_can_be_voted_on_and_a_review_with_the_same_number_is_untouched() {
    let shop = open().await;
    let honey = shop.product("عسل سدر").make(&shop.db).await;
    let waiting = held(&shop, &honey, "محجوز").await;
    let guest = shop.shopper();
    for question in [waiting, 987_654_321] {
        assert_eq!(vote(&guest, question, "1").await["code"], 1);
    }
    for wrong in [
        &[("upvote", "1")][..],
        &[("reviewID", "1")],
        &[("reviewID", "1"), ("upvote", "2")],
        &[("reviewID", "x"), ("upvote", "1")],
    ] {
        let answer = action(&guest, "cr_vote_question", wrong).await;
        assert_eq!(answer.status, StatusCode::BAD_REQUEST, "{wrong:?}");
    }
    assert_eq!(count(&shop, "question_votes", "true").await, 0);
    let public = publish_question(&shop, &honey, "كم يدوم؟").await;
    vote(&guest, public, "1").await;
    assert_eq!(count(&shop, "review_votes", "true").await, 0);
    assert_eq!(count(&shop, "question_votes", "true").await, 1);
}

/// One visitor clicks a hundred times at once, and many visitors once: every vote counts once.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn concurrent_votes_are_all_counted_and_never_twice() {
    let shop = TestShop::open_with(Options { rate_factor: 1_000, ..Options::default() }).await;
    let question = public_question(&shop).await;
    let guest = shop.shopper();
    vote(&guest, question, "1").await;
    // An odd number of further clicks leaves no vote.
    let clicks = (0..101).map(|_| {
        let guest = guest.clone();
        tokio::spawn(async move { vote(&guest, question, "1").await["code"] == 0 })
    });
    for click in clicks.collect::<Vec<_>>() {
        assert!(click.await.expect("a vote"));
    }
    let visitors = (0..60).map(|_| {
        let visitor = shop.shopper();
        tokio::spawn(async move { vote(&visitor, question, "1").await["code"] == 0 })
    });
    for visitor in visitors.collect::<Vec<_>>() {
        assert!(visitor.await.expect("a vote"));
    }
    let stored: (i32, i32) = sqlx::query_as("select upvotes, downvotes from question_scores")
        .fetch_one(&shop.db)
        .await
        .expect("counts");
    assert_eq!(stored, (60, 0));
    assert_eq!(count(&shop, "question_votes", "value = 1").await, 60);
}

/// Votes from one network: five a question in a day, however many try at once.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_network_votes_five_times_a_day_for_a_question() {
    let shop = TestShop::open_with(Options { rate_factor: 1_000, ..Options::default() }).await;
    let question = public_question(&shop).await;
    let attempts = (0..40).map(|_| {
        let (visitor, id) = (shop.shopper(), question.to_string());
        tokio::spawn(async move {
            let fields = [("action", "cr_vote_question"), ("reviewID", id.as_str()), ("upvote", "1")];
            let headers = [("sec-fetch-site", "same-origin"), ("x-forwarded-for", "192.0.2.77")];
            loop {
                let answer = visitor.post_with(ACTION, &fields, &headers).await;
                if answer.status != StatusCode::SERVICE_UNAVAILABLE {
                    return answer.json()["code"] == 0;
                }
            }
        })
    });
    let mut counted = 0;
    for attempt in attempts.collect::<Vec<_>>() {
        counted += i32::from(attempt.await.expect("a vote"));
    }
    assert_eq!(counted, 5);
    assert_eq!(vote(&shop.shopper(), question, "1").await["code"], 0, "another network");
}

#[tokio::test]
async fn a_retried_vote_is_not_withdrawn() {
    let shop = open().await;
    let question = public_question(&shop).await.to_string();
    let guest = shop.shopper();
    let fields = [("action", "cr_vote_question"), ("reviewID", question.as_str()), ("upvote", "1")];
    let headers = [("sec-fetch-site", "same-origin"), ("idempotency-key", "0123456789abcdef")];
    for _ in 0..3 {
        assert_eq!(guest.post_with(ACTION, &fields, &headers).await.json(), votes(1, 0, 1));
    }
}

/// [QNA-18]: without script, the form leads back to its page.
#[tokio::test]
async fn a_plain_form_votes_and_leads_back() {
    let shop = open().await;
    let question = public_question(&shop).await.to_string();
    let guest = shop.shopper();
    let nonce = shop.shop().nonces.page("questions.vote", "", shop.clock().now());
    let page = format!("/ar/questions/{question}/");
    assert!(guest.get(&page).await.text().contains(&nonce), "the nonce is in the page");
    let referer = format!("{}{page}", shop.config().public_origin);
    let headers = [("sec-fetch-site", "same-origin"), ("referer", referer.as_str())];
    let fields = [("reviewID", question.as_str()), ("upvote", "1"), ("nonce", nonce.as_str())];
    let answer = guest.post_with("/ar/questions/vote/", &fields, &headers).await;
    assert_eq!((answer.status, answer.location()), (StatusCode::SEE_OTHER, page.as_str()));
    assert_eq!(count(&shop, "question_scores", "upvotes = 1").await, 1);
    let without = guest.post("/ar/questions/vote/", &fields[..2]).await;
    assert_eq!(without.status, StatusCode::FORBIDDEN);
}

/// A question that is taken back and published again has its votes and answers again.
#[tokio::test]
async fn votes_survive_a_question_that_is_published_again() {
    let shop = open().await;
    let question = public_question(&shop).await;
    answered(&shop, question, "سنة", false).await;
    vote(&shop.shopper(), question, "1").await;
    vote(&shop.shopper(), question, "0").await;
    set_state(&shop, question, ItemState::Refused).await;
    assert_counts(&shop).await;
    assert_ne!(vote(&shop.shopper(), question, "1").await["code"], 0);
    set_state(&shop, question, ItemState::Published).await;
    assert_counts(&shop).await;
    assert_eq!(vote(&shop.shopper(), question, "1").await, votes(2, 1, 1));
}

/// The vote itself stays and counts.
#[tokio::test]
async fn the_network_of_a_vote_is_forgotten_after_30_days() {
    let clock = kernel::Clock::manual(chrono::Utc::now());
    let shop = TestShop::open_with(Options { clock, ..Options::default() }).await;
    let _mailbox = shop.open_mailbox().await;
    let question = public_question(&shop).await;
    vote(&shop.shopper(), question, "1").await;
    let known = async || {
        edge::jobs::enqueue(&shop.db, &::questions::jobs::MaintainQuestions {}, None).await.expect("a job");
        crate::emails::jobs_done(&shop).await;
        sqlx::query_as::<_, (i64, i64)>(
            "select count(*) filter (where address <> ''), sum(value)::bigint from question_votes",
        )
        .fetch_one(&shop.db)
        .await
        .expect("votes")
    };
    shop.clock().advance(chrono::TimeDelta::days(29));
    assert_eq!(known().await, (1, 1));
    shop.clock().advance(chrono::TimeDelta::days(2));
    assert_eq!(known().await, (0, 1));
}
