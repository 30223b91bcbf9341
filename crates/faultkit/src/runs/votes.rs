//! I9: one vote for each visitor, however often and in however many windows they click, and counts that equal the votes.

use std::{
    sync::Arc,
    time::{Duration, Instant},
};

use clap::Args;
use futures_util::future::join_all;
use rand::RngExt;

use crate::{
    browser::Browser,
    fault_injector::{self, Fault},
    oracle::{Finding, Invariant},
    report::{self, Report},
    reviews,
    shop::{Environment, Options, Shop},
    stock,
};

#[derive(Debug, Clone, Args)]
pub struct VoteSizes {
    /// Number of reviews that are voted on, one after the other.
    #[arg(long, default_value_t = 10)]
    pub vote_rounds: usize,
    /// Concurrent attempts on one review.
    #[arg(long, default_value_t = 200)]
    pub attempts: usize,
}

/// Attempts of one visitor at the same time.
const CLICKS: usize = 10;
/// Voters behind one address in the round of the address limit, and how many of them count.
const CROWDED: usize = 40;
const MAX_PER_ADDRESS: i64 = 5;

pub async fn run(
    environment: &Arc<Environment>,
    sizes: &VoteSizes,
    report: &mut Report,
) -> anyhow::Result<()> {
    println!("votes: {} rounds of {} attempts", sizes.vote_rounds, sizes.attempts);
    let shop = Shop::open(environment, Options::default()).await?;
    shop.clear_faults();
    let since = Instant::now();
    let round = play(&shop, sizes, true).await?;
    println!(
        "  {} attempts, {} answered, {} votes stored; {:.0} s",
        round.attempts,
        round.answered,
        round.stored,
        since.elapsed().as_secs_f64()
    );
    let name = format!("votes: {} attempts, one vote for each visitor", round.attempts);
    report.record(name, report::lines(&round.findings));
    shop.close().await
}

#[derive(Default)]
pub struct Round {
    pub findings: Vec<Finding>,
    attempts: usize,
    answered: usize,
    stored: i64,
}

/// Votes on reviews, and compares the stored votes with the counts.
pub async fn play(shop: &Arc<Shop>, sizes: &VoteSizes, with_kills: bool) -> anyhow::Result<Round> {
    let product =
        stock::product(&shop.db, &format!("votes-{:08x}", rand::random::<u32>()), 1_000_000).await?;
    let visitors = sizes.attempts.div_ceil(CLICKS).max(1);
    let mut voters = Vec::new();
    for number in 0..visitors {
        voters.extend(reviews::visitor(shop, 500_000 + number, product.id).await);
    }
    let mut round = Round::default();
    if voters.len() != visitors {
        let text = format!("only {} of {visitors} visitors got a session", voters.len());
        round.findings.push(Finding::hard(Invariant::Limits, text));
    }
    for number in 0..sizes.vote_rounds {
        let review = reviews::review(&shop.db, product.id, number).await?;
        let kill = async {
            if with_kills && number % 3 == 1 {
                let mut rng = shop.seed.stream("vote-kill", number);
                tokio::time::sleep(Duration::from_millis(rng.random_range(5..150))).await;
                fault_injector::inject(shop, Fault::KillServer, &mut rng).await?;
            }
            anyhow::Ok(())
        };
        let (answers, killed) = tokio::join!(click(shop, &voters, review, number), kill);
        killed?;
        round.attempts += answers.len();
        round.answered += answers.iter().filter(|answered| **answered).count();
        // A last vote of each visitor, alone: what it answers must be what is stored.
        for (at, voter) in voters.iter_mut().enumerate() {
            let key = format!("last-{number}-{at}");
            let Some(votes) = reviews::vote(voter, review, true, &key).await else { continue };
            if votes.code != 0 {
                continue;
            }
            // A browser without an answer sends the vote again: that must not take it back.
            if let Some(again) = reviews::vote(voter, review, true, &key).await
                && (again.code, again.current) != (votes.code, votes.current)
            {
                let text = format!("a repeated vote changed {votes:?} into {again:?}");
                round.findings.push(Finding::hard(Invariant::Limits, text));
            }
            let stored: Option<i16> =
                sqlx::query_scalar("select value from review_votes where review_id = $1 and voter = $2")
                    .bind(review)
                    .bind(voter.token_hash())
                    .fetch_optional(&shop.db)
                    .await?;
            if stored.map(i64::from) != Some(votes.current) {
                let text = format!("a vote was answered with {}, and {stored:?} is stored", votes.current);
                round.findings.push(Finding::hard(Invariant::Limits, text));
            }
        }
        round.findings.extend(check(shop, review, voters.len()).await?);
    }
    round.findings.extend(crowded_address(shop, product.id).await?);
    round.stored = sqlx::query_scalar("select count(*) from review_votes").fetch_one(&shop.db).await?;
    if round.answered == 0 {
        round.findings.push(Finding::hard(Invariant::Limits, "no vote was answered"));
    }
    Ok(round)
}

/// All visitors click at once, each in several windows, up and down.
async fn click(shop: &Shop, voters: &[Browser], review: i64, number: usize) -> Vec<bool> {
    let clicks = voters.iter().enumerate().flat_map(|(voter, browser)| {
        (0..CLICKS).map(move |window| (voter * CLICKS + window, browser.clone()))
    });
    let attempts = clicks.map(|(at, mut browser)| {
        let mut rng = shop.seed.stream("vote", number * 100_000 + at);
        async move {
            // Any server.
            for _ in 0..rng.random_range(0..2) {
                browser.skip_server();
            }
            let key = format!("click-{number}-{at}");
            reviews::vote(&mut browser, review, rng.random_range(0..3) > 0, &key).await.is_some()
        }
    });
    join_all(attempts).await
}

/// Many visitors behind one address: no more than the limit have a vote.
async fn crowded_address(shop: &Arc<Shop>, product: i64) -> anyhow::Result<Vec<Finding>> {
    let review = reviews::review(&shop.db, product, 999_999).await?;
    let mut voters = Vec::new();
    for number in 0..CROWDED {
        voters.extend(reviews::visitor(shop, 600_000 + number, product).await);
    }
    let attempts = voters.into_iter().enumerate().map(|(at, mut voter)| async move {
        voter.address = "10.99.99.99".to_owned();
        reviews::vote(&mut voter, review, true, &format!("crowd-vote-{at}")).await
    });
    join_all(attempts).await;
    let (rows, up): (i64, i32) = sqlx::query_as(
        "select (select count(*) from review_votes where review_id = $1), upvotes from review_scores where review_id = $1",
    )
    .bind(review)
    .fetch_one(&shop.db)
    .await?;
    let mut findings = check(shop, review, CROWDED).await?;
    if rows > MAX_PER_ADDRESS || i64::from(up) > MAX_PER_ADDRESS {
        let text = format!("one address has {rows} voters with {up} votes for one review");
        findings.push(Finding::hard(Invariant::Limits, text));
    }
    Ok(findings)
}

async fn check(shop: &Shop, review: i64, visitors: usize) -> anyhow::Result<Vec<Finding>> {
    let (rows, voters, up, down, upvotes, downvotes): (i64, i64, i64, i64, i32, i32) = sqlx::query_as(
        "select count(vote.*), count(distinct vote.voter), count(*) filter (where vote.value = 1),
                count(*) filter (where vote.value = -1), score.upvotes, score.downvotes
         from review_scores score left join review_votes vote on vote.review_id = score.review_id
         where score.review_id = $1 group by score.upvotes, score.downvotes",
    )
    .bind(review)
    .fetch_one(&shop.db)
    .await?;
    let mut findings = Vec::new();
    let mut find = |text: String| findings.push(Finding::hard(Invariant::Limits, text));
    if rows != voters {
        find(format!("review {review}: {rows} votes of {voters} visitors"));
    }
    if usize::try_from(voters).unwrap_or_default() > visitors {
        find(format!("review {review}: {voters} voters, but only {visitors} visitors voted"));
    }
    if (i64::from(upvotes), i64::from(downvotes)) != (up, down) {
        find(format!("review {review} shows {upvotes} up and {downvotes} down; stored are {up} and {down}"));
    }
    Ok(findings)
}
