//! Call 25: one vote for each visitor and review.

use super::*;

async fn vote(shopper: &Shopper, review: i64, upvote: &str) -> serde_json::Value {
    let review = review.to_string();
    let fields = [("reviewID", review.as_str()), ("upvote", upvote)];
    let mut answer = action(shopper, "cr_vote_review", &fields).await;
    // A crowded server refuses before it changes anything.
    while answer.status == StatusCode::SERVICE_UNAVAILABLE {
        answer = action(shopper, "cr_vote_review", &fields).await;
    }
    assert_eq!(answer.status, StatusCode::OK, "{}", answer.text());
    answer.json()
}

async fn public_review(shop: &TestShop) -> i64 {
    let honey = shop.product("عسل سدر").make(&shop.db).await;
    TestReview::of(&honey, 5, "ممتاز").publish(shop).await
}

fn votes(up: i64, down: i64, current: i64) -> serde_json::Value {
    json!({ "code": 0, "votes": { "upvotes": up, "downvotes": down, "current": current } })
}

/// [REV-01] [REV-29] [REV-30] [API-25]
#[tokio::test]
async fn a_repeated_vote_is_withdrawn_and_the_opposite_one_replaces_it() {
    let shop = open().await;
    let review = public_review(&shop).await;
    let (guest, other) = (shop.shopper(), shop.shopper());
    assert_eq!(vote(&guest, review, "1").await, votes(1, 0, 1));
    assert_eq!(vote(&other, review, "1").await, votes(2, 0, 1));
    assert_eq!(vote(&guest, review, "0").await, votes(1, 1, -1));
    assert_eq!(vote(&guest, review, "0").await, votes(1, 0, 0));
    assert_eq!(vote(&guest, review, "0").await, votes(1, 1, -1));
    assert_eq!(vote(&guest, review, "1").await, votes(2, 0, 1));
    let rows: i64 =
        sqlx::query_scalar("select count(*) from review_votes").fetch_one(&shop.db).await.expect("votes");
    assert_eq!(rows, 2);
}

#[tokio::test]
async fn a_customer_has_one_vote_in_all_browsers() {
    let shop = open().await;
    let review = public_review(&shop).await;
    shop.customer("salma@example.com", "سلمى").await;
    let (phone, laptop) =
        (shop.signed_in("salma@example.com").await, shop.signed_in("salma@example.com").await);
    assert_eq!(vote(&phone, review, "1").await, votes(1, 0, 1));
    assert_eq!(vote(&laptop, review, "1").await, votes(0, 0, 0));
}

#[tokio::test]
async fn only_public_reviews_can_be_voted_on() {
    let shop = open().await;
    let honey = shop.product("عسل سدر").make(&shop.db).await;
    let held = TestReview::of(&honey, 5, "محجوز").hold(&shop).await;
    let guest = shop.shopper();
    for review in [held, 987_654_321] {
        assert_ne!(vote(&guest, review, "1").await["code"], 0);
    }
    let rows: i64 =
        sqlx::query_scalar("select count(*) from review_votes").fetch_one(&shop.db).await.expect("votes");
    assert_eq!(rows, 0);
    for wrong in [
        &[("upvote", "1")][..],
        &[("reviewID", "1")],
        &[("reviewID", "1"), ("upvote", "2")],
        &[("reviewID", "x"), ("upvote", "1")],
    ] {
        assert_eq!(
            action(&guest, "cr_vote_review", wrong).await.status,
            StatusCode::BAD_REQUEST,
            "{wrong:?}"
        );
    }
}

/// The same visitor clicks a hundred times at once, and a hundred visitors once.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn concurrent_votes_are_all_counted_and_never_twice() {
    let shop = TestShop::open_with(Options { rate_factor: 1_000, ..Options::default() }).await;
    let review = public_review(&shop).await;
    let guest = shop.shopper();
    vote(&guest, review, "1").await;
    // An odd number of further clicks leaves no vote.
    let clicks = (0..51).map(|_| {
        let guest = guest.clone();
        tokio::spawn(async move { vote(&guest, review, "1").await["code"] == 0 })
    });
    for click in clicks.collect::<Vec<_>>() {
        assert!(click.await.expect("a vote"));
    }
    let visitors = (0..60).map(|_| {
        let visitor = shop.shopper();
        tokio::spawn(async move { vote(&visitor, review, "1").await["code"] == 0 })
    });
    for visitor in visitors.collect::<Vec<_>>() {
        assert!(visitor.await.expect("a vote"));
    }
    let (up, down): (i32, i32) = sqlx::query_as("select upvotes, downvotes from review_scores")
        .fetch_one(&shop.db)
        .await
        .expect("counts");
    let (real_up, real_down): (i64, i64) = sqlx::query_as(
        "select count(*) filter (where value = 1), count(*) filter (where value = -1) from review_votes",
    )
    .fetch_one(&shop.db)
    .await
    .expect("votes");
    assert_eq!((i64::from(up), i64::from(down)), (real_up, real_down));
    assert_eq!((up, down), (60, 0));
}

/// The last hop that a trusted proxy names is the visitor's address.
async fn vote_from_one_network(shopper: &Shopper, review: i64) -> serde_json::Value {
    let review = review.to_string();
    let fields = [("action", "cr_vote_review"), ("reviewID", review.as_str()), ("upvote", "1")];
    let headers = [("sec-fetch-site", "same-origin"), ("x-forwarded-for", "192.0.2.77")];
    loop {
        let answer = shopper.post_with(ACTION, &fields, &headers).await;
        if answer.status != StatusCode::SERVICE_UNAVAILABLE {
            return answer.json();
        }
    }
}

/// Votes from one network: five an item in a day.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_network_votes_five_times_a_day_for_a_review() {
    let clock = kernel::Clock::manual("2026-11-15T12:00:00Z".parse().expect("time"));
    let shop = TestShop::open_with(Options { rate_factor: 1_000, clock, ..Options::default() }).await;
    let review = public_review(&shop).await;
    let attempts = (0..12).map(|_| {
        let visitor = shop.shopper();
        tokio::spawn(async move { vote_from_one_network(&visitor, review).await["code"] == 0 })
    });
    let mut counted = 0;
    for attempt in attempts.collect::<Vec<_>>() {
        counted += i32::from(attempt.await.expect("a vote"));
    }
    assert_eq!(counted, 5);
    let refused = vote_from_one_network(&shop.shopper(), review).await;
    assert_ne!(refused["code"], 0);
    assert_eq!(refused["votes"], json!({ "upvotes": 5, "downvotes": 0, "current": 0 }));
    assert_eq!(vote(&shop.shopper(), review, "1").await["code"], 0, "another network");
    shop.clock().advance(chrono::TimeDelta::hours(25));
    assert_eq!(vote_from_one_network(&shop.shopper(), review).await["code"], 0, "the next day");
}

#[tokio::test]
async fn a_retried_vote_is_not_withdrawn() {
    let shop = open().await;
    let review = public_review(&shop).await.to_string();
    let guest = shop.shopper();
    let fields = [("action", "cr_vote_review"), ("reviewID", review.as_str()), ("upvote", "1")];
    let headers = [("sec-fetch-site", "same-origin"), ("idempotency-key", "0123456789abcdef")];
    guest.post_with(ACTION, &fields, &headers).await;
    for _ in 0..2 {
        assert_eq!(guest.post_with(ACTION, &fields, &headers).await.json(), votes(1, 0, 1));
    }
}

/// Without script: the form leads back to its page.
#[tokio::test]
async fn a_plain_form_votes_and_leads_back() {
    let shop = open().await;
    let review = public_review(&shop).await.to_string();
    let guest = shop.shopper();
    let nonce = security(&shop);
    let back = format!("{}/ar/reviews/?crpage=2", shop.config().public_origin);
    let headers = [("sec-fetch-site", "same-origin"), ("referer", back.as_str())];
    let fields = [("reviewID", review.as_str()), ("upvote", "1"), ("nonce", nonce.as_str())];
    let answer = guest.post_with("/ar/reviews/vote/", &fields, &headers).await;
    assert_eq!((answer.status, answer.location()), (StatusCode::SEE_OTHER, "/ar/reviews/?crpage=2"));
    let foreign = [("sec-fetch-site", "same-origin"), ("referer", "https://evil.example/ar/")];
    assert_eq!(guest.post_with("/ar/reviews/vote/", &fields, &foreign).await.location(), "/ar/reviews/");
    let without = guest.post("/ar/reviews/vote/", &fields[..2]).await;
    assert_eq!(without.status, StatusCode::FORBIDDEN);
    let up: i32 =
        sqlx::query_scalar("select upvotes from review_scores").fetch_one(&shop.db).await.expect("count");
    assert_eq!(up, 0, "the second form withdrew the first");
}

/// A review that is taken back and published again has its votes again.
#[tokio::test]
async fn votes_survive_a_review_that_is_published_again() {
    let shop = open().await;
    let review = public_review(&shop).await;
    vote(&shop.shopper(), review, "1").await;
    vote(&shop.shopper(), review, "0").await;
    set_state(&shop, review, ReviewState::Refused).await;
    assert_ne!(vote(&shop.shopper(), review, "1").await["code"], 0);
    set_state(&shop, review, ReviewState::Published).await;
    assert_eq!(vote(&shop.shopper(), review, "1").await, votes(2, 1, 1));
}

/// The vote itself stays and counts.
#[tokio::test]
async fn the_network_of_a_vote_is_forgotten_after_30_days() {
    let clock = kernel::Clock::manual(chrono::Utc::now());
    let shop = TestShop::open_with(Options { clock, ..Options::default() }).await;
    let _mailbox = shop.open_mailbox().await;
    let review = public_review(&shop).await;
    vote(&shop.shopper(), review, "1").await;
    let known = async || {
        edge::jobs::enqueue(&shop.db, &::reviews::jobs::MaintainReviews {}, None).await.expect("a job");
        crate::emails::jobs_done(&shop).await;
        sqlx::query_as::<_, (i64, i64)>(
            "select count(*) filter (where address <> ''), sum(value)::bigint from review_votes",
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
