//! I9, I12 in figures: programs send a form ten thousand times from two hundred addresses, and people send it in between.
//! Not a part of `merge`.

use std::{
    collections::BTreeMap,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    time::{Duration, Instant},
};

use anyhow::Context;
use clap::Args;
use futures_util::{StreamExt, stream};
use mailsink::Sink;

use crate::{
    browser::Visit,
    enquiry::{self, Outcome, PAGE, RECIPIENT, Sender},
    report::Report,
    shop::{Environment, Options, Shop},
};

#[derive(Debug, Clone, Args)]
pub struct SpamSizes {
    /// Forms that programs send.
    #[arg(long, default_value_t = 10_000)]
    pub spam: usize,
    /// Addresses that they come from.
    #[arg(long, default_value_t = 200)]
    pub addresses: usize,
    /// People who send the form in between.
    #[arg(long, default_value_t = 100)]
    pub people: usize,
    /// Programs at the same time.
    #[arg(long, default_value_t = 32)]
    pub programs: usize,
}

/// A form that is younger counts as sent by a program.
const FORM_AGE: Duration = Duration::from_millis(3_200);
/// How long the shop's emails may take.
const EMAIL_TIMEOUT: Duration = Duration::from_secs(60);
/// Addresses of programs and of people start here.
const PROGRAMS: usize = 2_000_000;
const PEOPLE: usize = 3_000_000;

type Tally = BTreeMap<String, usize>;

pub async fn run(
    environment: &Arc<Environment>,
    sizes: &SpamSizes,
    report: &mut Report,
) -> anyhow::Result<()> {
    println!(
        "spam: {} forms of programs from {} addresses, {} people in between",
        sizes.spam, sizes.addresses, sizes.people
    );
    let sink = Sink::open(([127, 0, 0, 1], 0).into()).await?;
    // The limits of a real shop.
    let env = vec![("MATJAR_RATE_FACTOR", "1".to_owned())];
    let shop =
        Shop::open(environment, Options { smtp_url: Some(sink.url()), env, ..Options::default() }).await?;
    shop.clear_faults();
    let form = enquiry::insert_form(&shop.db).await?;
    let since = Instant::now();
    let done = AtomicUsize::new(0);
    let programs = async {
        let sent = stream::iter(0..sizes.spam).map(|number| {
            let (shop, done) = (&shop, &done);
            async move {
                let outcome = spam(shop, form, number, sizes.addresses).await;
                done.fetch_add(1, Ordering::Relaxed);
                outcome
            }
        });
        let mut tally = Tally::new();
        let mut sent = std::pin::pin!(sent.buffer_unordered(sizes.programs));
        while let Some((kind, outcome)) = sent.next().await {
            *tally.entry(format!("{kind}: {outcome}")).or_default() += 1;
        }
        tally
    };
    let people = async {
        // Spread over the whole time of the attack.
        let sent = stream::iter(0..sizes.people).map(|number| {
            let (shop, done) = (&shop, &done);
            async move {
                while done.load(Ordering::Relaxed) < number * sizes.spam / sizes.people {
                    tokio::time::sleep(Duration::from_millis(50)).await;
                }
                person(shop, form, number).await
            }
        });
        sent.buffered(8).collect::<Vec<_>>().await
    };
    let (tally, people) = tokio::join!(programs, people);
    let attack = since.elapsed();
    let passed = people.iter().filter(|(outcome, _)| *outcome == Outcome::Accepted).count();
    let mut times: Vec<f64> = people.iter().map(|(_, time)| time.as_secs_f64() * 1_000.0).collect();
    times.sort_by(f64::total_cmp);
    let figures = Figures::read(&shop, &sink, passed).await?;

    println!(
        "  {:.0} s, {:.0} forms a second",
        attack.as_secs_f64(),
        sizes.spam as f64 / attack.as_secs_f64()
    );
    for (what, count) in &tally {
        println!("    {what}: {count}");
    }
    println!(
        "  stored: {} of programs ({} of them as spam), {} of people ({} of them as spam); {} emails to the shop",
        figures.spam.0, figures.spam.1, figures.people.0, figures.people.1, figures.emails
    );
    if let (Some(middle), Some(worst)) = (times.get(times.len() / 2), times.last()) {
        println!("  a person's form took {middle:.0} ms (median), {worst:.0} ms at most");
    }
    let broken: usize = tally.iter().filter(|(what, _)| what.contains(" 5")).map(|(_, count)| count).sum();
    let mut wrong = Vec::new();
    let mut check = |is_right: bool, text: String| {
        if !is_right {
            wrong.push(text)
        }
    };
    check(figures.spam.0 == figures.spam.1, "a program's form is not held as spam".to_owned());
    check(figures.emails == passed, format!("{} emails about {passed} forms of people", figures.emails));
    check(broken == 0, format!("{broken} responses with an error of the server"));
    report.record(format!("spam: {} forms of programs, none reaches the shop's mailbox", sizes.spam), wrong);
    let mut held = Vec::new();
    if passed != sizes.people || figures.people != (sizes.people, 0) {
        let others: Vec<_> =
            people.iter().map(|(outcome, _)| outcome).filter(|o| **o != Outcome::Accepted).collect();
        held.push(format!("{passed} of {} people passed; others: {others:?}", sizes.people));
    }
    report.record(format!("spam: {} people pass in between", sizes.people), held);
    shop.close().await
}

/// One form of a program, in one of five ways. Returns the way and what it came to.
async fn spam(shop: &Shop, form: i64, number: usize, addresses: usize) -> (&'static str, String) {
    let address = PROGRAMS + number % addresses;
    let email = format!("spam{number}@spam.example");
    let kind = ["reads the page", "fills in the trap", "sends at once", "has no proof", "replays a token"]
        [number % 5];
    let Some(mut sender) = Sender::open_once(shop, form, address, email).await else {
        return (kind, "no token".to_owned());
    };
    sender.text = format!("اربح الآن https://spam.example/{number}");
    match number % 5 {
        // The token of the public page, which everybody gets.
        0 => {
            let page = sender.browser.send(&Visit::to(PAGE)).await;
            let uid = page.and_then(|page| enquiry::page_uid(&page.text()));
            sender.uid = uid.unwrap_or_default();
        }
        1 => sender.trap = "https://spam.example/".to_owned(),
        2 | 3 => {}
        _ => {
            let _ = sender.submit().await;
            sender.text += " مرة أخرى";
        }
    }
    let outcome = match sender.submit().await {
        Outcome::Accepted => "answered like any other".to_owned(),
        Outcome::Refused(_) => "refused in words".to_owned(),
        Outcome::Status(status) => format!("status {status}"),
        Outcome::Unknown => "no response".to_owned(),
    };
    (kind, outcome)
}

/// A person with a browser: opens the form, writes for a while, and sends it once.
async fn person(shop: &Shop, form: i64, number: usize) -> (Outcome, Duration) {
    let email = format!("person{number}@people.example");
    let Some(mut sender) = Sender::open(shop, form, PEOPLE + number, email).await else {
        return (Outcome::Unknown, Duration::ZERO);
    };
    if sender.prove().await.is_err() {
        return (Outcome::Unknown, Duration::ZERO);
    }
    sender.text = format!("متى تصل القهوة إلى مدينتنا؟ طلبت {number} علبة.");
    tokio::time::sleep(FORM_AGE).await;
    let since = Instant::now();
    (sender.submit().await, since.elapsed())
}

/// Stored forms and those of them that are held, and emails.
struct Figures {
    spam: (usize, usize),
    people: (usize, usize),
    emails: usize,
}

impl Figures {
    /// Waits until all emails about people's forms had time to arrive.
    async fn read(shop: &Shop, sink: &Sink, expected: usize) -> anyhow::Result<Self> {
        let since = Instant::now();
        let emails = loop {
            let emails = sink.to(RECIPIENT).len();
            if emails >= expected || since.elapsed() > EMAIL_TIMEOUT {
                break emails;
            }
            tokio::time::sleep(Duration::from_millis(250)).await;
        };
        let count = async |domain: &str| -> anyhow::Result<(usize, usize)> {
            let (all, held): (i64, i64) = sqlx::query_as(
                "select count(*), count(*) filter (where is_spam) from enquiries where email like '%' || $1",
            )
            .bind(domain)
            .fetch_one(&shop.db)
            .await
            .context("counting enquiries")?;
            Ok((usize::try_from(all)?, usize::try_from(held)?))
        };
        Ok(Self { spam: count("@spam.example").await?, people: count("@people.example").await?, emails })
    }
}
