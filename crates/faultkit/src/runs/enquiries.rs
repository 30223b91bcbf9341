//! I4, I9, I10: a server is killed at every step of an enquiry with a file. What was acknowledged is stored once, with its
//! file, and mailed once; what the kills left behind goes with the purge.

use std::{
    collections::BTreeMap,
    fs,
    sync::Arc,
    time::{Duration, Instant, SystemTime},
};

use anyhow::{Context, ensure};
use clap::Args;
use mailsink::Sink;

use super::uploads::Store;
use crate::{
    enquiry::{self, Outcome, RECIPIENT, Sender, until_accepted},
    oracle::{Finding, Invariant, media::stored_files},
    queue,
    report::{self, Report},
    shop::{Environment, Options, Shop},
    stop_points::{self, StopPoints},
    upload,
};

#[derive(Debug, Clone, Args)]
pub struct EnquirySizes {
    /// How often a server is killed at each step.
    #[arg(long, default_value_t = 1)]
    pub enquiry_rounds: usize,
}

/// A form that is younger counts as sent by a program.
const FORM_AGE: Duration = Duration::from_millis(3_100);
/// How long a visitor tries again.
const RETRY_TIMEOUT: Duration = Duration::from_secs(20);
/// Until a server reaches the step at which it is killed: jobs are polled every two seconds.
const REACH_TIMEOUT: Duration = Duration::from_secs(10);
/// Until all emails are sent and the purge is done.
const SETTLE_TIMEOUT: Duration = Duration::from_secs(30);
/// In the middle of the file: no statement of the database.
const BODY: &str = "body";

/// An enquiry that a visitor has sent.
struct Sent {
    step: &'static str,
    email: String,
    hash: Vec<u8>,
    is_acknowledged: bool,
}

pub async fn run(
    environment: &Arc<Environment>,
    sizes: &EnquirySizes,
    report: &mut Report,
) -> anyhow::Result<()> {
    let steps: Vec<&'static str> = [BODY].into_iter().chain(stop_points::names()).collect();
    let count = steps.len() * sizes.enquiry_rounds;
    println!("enquiries: {count} forms with a file, a server is killed at each of {} steps", steps.len());
    let since = Instant::now();
    let store = Store::in_folder(environment)?;
    let sink = Sink::open(([127, 0, 0, 1], 0).into()).await?;
    let mut env = store.settings();
    // The server itself scans and purges: it is the process that dies.
    env.retain(|(name, _)| *name != "MATJAR_MEDIA_PROCESS");
    let options = Options { servers: 1, smtp_url: Some(sink.url()), env, ..Options::default() };
    let shop = Shop::open(environment, options).await?;
    shop.clear_faults();
    let outcome = play(&shop, &store, &sink, &steps, sizes.enquiry_rounds).await;
    shop.close().await?;
    store.remove().await;
    let round = outcome?;
    println!(
        "  {} acknowledged of {count}, {} kills, {} emails and {} that may be lost, {} files left behind by kills; {:.0} s",
        round.acknowledged,
        round.kills,
        round.emails,
        round.unknown,
        round.orphans,
        since.elapsed().as_secs_f64()
    );
    let name = format!("enquiries: {} acknowledged, none lost and none stored twice", round.acknowledged);
    report.record(name, report::lines(&round.lost));
    report.record(
        format!("enquiries: {} emails, none lost and none doubled", round.emails),
        round.wrong_emails,
    );
    report.record("enquiries: only files of enquiries are left after the purge", report::lines(&round.left));
    Ok(())
}

#[derive(Default)]
struct Round {
    lost: Vec<Finding>,
    left: Vec<Finding>,
    wrong_emails: Vec<String>,
    acknowledged: usize,
    kills: usize,
    emails: usize,
    unknown: usize,
    orphans: usize,
}

async fn play(
    shop: &Arc<Shop>,
    store: &Store,
    sink: &Sink,
    steps: &[&'static str],
    rounds: usize,
) -> anyhow::Result<Round> {
    let form = enquiry::insert_form(&shop.db).await?;
    let mut senders = Vec::new();
    for (number, step) in (0..rounds).flat_map(|_| steps).enumerate() {
        let email = format!("sender{number}@example.com");
        let sender = Sender::open(shop, form, 800_000 + number, email).await;
        let mut sender = sender.context("a visitor got no token")?;
        sender.prove().await?;
        senders.push((*step, sender));
    }
    tokio::time::sleep(FORM_AGE).await;
    let mut points = StopPoints::install(shop).await?;
    let (mut round, mut sent) = (Round::default(), Vec::new());
    for (step, sender) in senders {
        let (one, is_killed) = send(shop, &mut points, step, sender).await?;
        round.kills += usize::from(is_killed);
        if !is_killed {
            round.lost.push(Finding::hard(Invariant::Promises, format!("no server has reached {step}")));
        }
        if !one.is_acknowledged {
            let text = format!("{step}: an enquiry was not accepted after the kill");
            round.lost.push(Finding::hard(Invariant::Promises, text));
        }
        sent.push(one);
    }
    round.acknowledged = sent.iter().filter(|one| one.is_acknowledged).count();
    round.lost.extend(check_rows(shop, store, &sent).await?);
    (round.emails, round.unknown, round.wrong_emails) = check_emails(shop, sink, &sent).await?;
    purge(shop, store, &mut round).await?;
    // Once more: the purge has deleted nothing of an enquiry.
    round.lost.extend(check_rows(shop, store, &sent).await?);
    ensure!(round.acknowledged > 0, "nothing was acknowledged");
    Ok(round)
}

/// Sends a form with a file while the server is killed at a step. Each request is repeated until it is accepted.
async fn send(
    shop: &Shop,
    points: &mut StopPoints,
    step: &'static str,
    mut sender: Sender,
) -> anyhow::Result<(Sent, bool)> {
    let file = format!("{} {}", sender.email, "0123456789".repeat(2_000));
    let server = &shop.servers[0];
    let (email, hash) = (sender.email.clone(), upload::hash(file.as_bytes()));
    if step != BODY {
        points.arm(step).await?;
    }
    let sending = async {
        if step == BODY {
            let pause = Duration::from_millis(400);
            let _ = sender.begin_upload(server.port, shop.client.host(), &file, pause).await;
        }
        let uploaded = until_accepted(RETRY_TIMEOUT, async || sender.upload(&file).await).await;
        match uploaded {
            Outcome::Accepted => until_accepted(RETRY_TIMEOUT, async || sender.submit().await).await,
            other => other,
        }
    };
    let killing = async {
        let is_reached = match step {
            BODY => {
                tokio::time::sleep(Duration::from_millis(200)).await;
                true
            }
            _ => points.is_reached(REACH_TIMEOUT).await?,
        };
        if is_reached {
            server.kill().await?;
        }
        points.release().await?;
        if is_reached {
            release_jobs(shop).await?;
            server.start().await?;
            server.ready(&shop.client, Duration::from_secs(30)).await?;
        }
        anyhow::Ok(is_reached)
    };
    let (outcome, is_killed) = tokio::join!(sending, killing);
    if outcome != Outcome::Accepted {
        println!("  {step}: {outcome:?}");
    }
    Ok((Sent { step, email, hash, is_acknowledged: outcome == Outcome::Accepted }, is_killed?))
}

/// The only server is dead: its jobs are free, and so are emails that it had claimed. Waiting for that is not under test.
async fn release_jobs(shop: &Shop) -> anyhow::Result<()> {
    sqlx::raw_sql(
        "update graphile_worker._private_jobs set locked_at = null, locked_by = null, run_at = now()
         where locked_by is not null;
         update mail_outbox set taken_at = taken_at - interval '30 minutes' where state = 'sending' and handed_at is null",
    )
    .execute(&shop.db)
    .await?;
    Ok(())
}

#[derive(Debug, sqlx::FromRow)]
struct Row {
    email: String,
    enquiry: i64,
    is_spam: bool,
    files: Vec<i64>,
    hashes: Vec<Vec<u8>>,
}

/// Each enquiry is stored once, with the bytes of its file.
async fn check_rows(shop: &Shop, store: &Store, sent: &[Sent]) -> anyhow::Result<Vec<Finding>> {
    let rows: Vec<Row> = sqlx::query_as(
        "select coalesce(enquiry.email, '') as email, enquiry.id as enquiry, enquiry.is_spam,
             coalesce(array_agg(file.id) filter (where file.id is not null), '{}') as files,
             coalesce(array_agg(file.sha256) filter (where file.id is not null), '{}') as hashes
         from enquiries enquiry
         left join enquiry_files sent on sent.enquiry_id = enquiry.id
         left join media_files file on file.id = sent.file_id
             and file.owner_kind = 'enquiry' and file.owner_id = enquiry.id
         group by enquiry.id",
    )
    .fetch_all(&shop.db)
    .await?;
    let mut by_email: BTreeMap<&str, Vec<&Row>> = BTreeMap::new();
    for row in &rows {
        by_email.entry(&row.email).or_default().push(row);
    }
    let mut findings = Vec::new();
    for Sent { step, email, hash, is_acknowledged } in sent {
        let mut hard =
            |text: String| findings.push(Finding::hard(Invariant::Promises, format!("{step}: {text}")));
        let stored = by_email.remove(email.as_str()).unwrap_or_default();
        match stored.as_slice() {
            [] if *is_acknowledged => hard(format!("the enquiry of {email} is lost")),
            [] => {}
            [row] => {
                if row.is_spam {
                    hard(format!("enquiry {} is held as spam", row.enquiry));
                }
                if row.hashes.as_slice() != [hash.clone()] {
                    hard(format!("enquiry {} has {} files, or other bytes", row.enquiry, row.files.len()));
                }
                for file in &row.files {
                    let path = store.objects.join("forms").join(file.to_string());
                    if fs::read(path).map(|bytes| upload::hash(&bytes)).ok().as_ref() != Some(hash) {
                        hard(format!("the bytes of file {file} are lost"));
                    }
                }
            }
            several => hard(format!("the enquiry of {email} is stored {} times", several.len())),
        }
    }
    findings.extend(
        by_email.keys().map(|email| {
            Finding::hard(Invariant::Promises, format!("an enquiry of {email:?}, whom nobody is"))
        }),
    );
    Ok(findings)
}

/// An email in the outbox.
#[derive(Debug, sqlx::FromRow)]
struct Outgoing {
    sender: String,
    is_to_shop: bool,
    /// Its server died when the mail server had it: whether it was sent cannot be known, and it is not sent again.
    is_unknown: bool,
}

/// Each enquiry is mailed once to the shop and once to its sender, unless that is unknown. Returns the number of emails,
/// and of unknown ones.
async fn check_emails(
    shop: &Shop,
    sink: &Sink,
    sent: &[Sent],
) -> anyhow::Result<(usize, usize, Vec<String>)> {
    let since = Instant::now();
    loop {
        let open: i64 = sqlx::query_scalar(
            "select count(*) from mail_outbox where state = 'waiting' or (state = 'sending' and handed_at is null)",
        )
        .fetch_one(&shop.db)
        .await?;
        if open == 0 || since.elapsed() > SETTLE_TIMEOUT {
            break;
        }
        release_claims(shop).await?;
        tokio::time::sleep(Duration::from_millis(250)).await;
    }
    // An email is marked after it was handed over: the last ones may be on their way.
    tokio::time::sleep(Duration::from_millis(500)).await;
    let outbox: Vec<Outgoing> = sqlx::query_as(
        "select coalesce(enquiry.email, '') as sender, outbox.topic = 'enquiry-received' as is_to_shop,
                outbox.handed_at is not null and outbox.state in ('sending', 'unknown') as is_unknown
         from mail_outbox outbox join enquiries enquiry
             on (outbox.topic = 'enquiry-received' and outbox.key = enquiry.id || ' ' || $1)
             or (outbox.topic = 'enquiry-confirmation' and outbox.key = enquiry.id::text)",
    )
    .bind(RECIPIENT)
    .fetch_all(&shop.db)
    .await?;
    let emails = sink.emails();
    let received = |to: &str, about: &str| {
        let is_it = |email: &&mailsink::Email| {
            email.to.iter().any(|address| address == to) && (to == about || email.text.contains(about))
        };
        emails.iter().filter(is_it).count()
    };
    let mut wrong = Vec::new();
    for Sent { step, email, is_acknowledged, .. } in sent {
        for (is_to_shop, to) in [(true, RECIPIENT), (false, email.as_str())] {
            let mut own = outbox.iter().filter(|row| row.sender == *email && row.is_to_shop == is_to_shop);
            let may_miss = own.next().map_or(!is_acknowledged, |row| row.is_unknown);
            let count = received(to, email);
            if count > 1 || (count == 0 && !may_miss) {
                wrong.push(format!("{step}: {count} emails about {email} to {to}"));
            }
        }
    }
    Ok((emails.len(), outbox.iter().filter(|row| row.is_unknown).count(), wrong))
}

async fn release_claims(shop: &Shop) -> anyhow::Result<()> {
    queue::retry_now(&shop.db).await?;
    sqlx::raw_sql(
        "update mail_outbox set taken_at = taken_at - interval '30 minutes'
         where state = 'sending' and handed_at is null and taken_at > now() - interval '1 minute'",
    )
    .execute(&shop.db)
    .await?;
    Ok(())
}

/// Makes everything older than it is, runs the purge, and looks for files that belong to no enquiry.
async fn purge(shop: &Shop, store: &Store, round: &mut Round) -> anyhow::Result<()> {
    let long_ago = SystemTime::now() - Duration::from_secs(3 * 24 * 3600);
    let before = stored_files(&store.objects);
    for file in &before {
        if let Ok(file) = fs::File::options().write(true).open(file) {
            let _ = file.set_modified(long_ago);
        }
    }
    let attached: i64 = sqlx::query_scalar("select count(*) from media_files where owner_kind = 'enquiry'")
        .fetch_one(&shop.db)
        .await?;
    let attached = usize::try_from(attached)?;
    round.orphans = before.len().saturating_sub(attached);
    sqlx::raw_sql(
        "update media_files set received_at = received_at - interval '3 days' where owner_id is null;
         select enqueue_job('media_purge', '{}', null)",
    )
    .execute(&shop.db)
    .await
    .context("enqueueing the purge")?;
    let since = Instant::now();
    loop {
        let unattached: i64 = sqlx::query_scalar("select count(*) from media_files where owner_id is null")
            .fetch_one(&shop.db)
            .await?;
        let files = stored_files(&store.objects);
        if unattached == 0 && files.len() == attached {
            return Ok(());
        }
        if since.elapsed() > SETTLE_TIMEOUT {
            let text = format!("{unattached} rows and {} files instead of {attached}", files.len());
            round.left.push(Finding::hard(Invariant::Media, text));
            return Ok(());
        }
        tokio::time::sleep(Duration::from_millis(250)).await;
    }
}
