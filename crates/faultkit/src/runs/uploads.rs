//! I4: uploads while servers and the media process are killed at any step, the disk is full and answers of the database are
//! late or lost. What was acknowledged is stored or has a recorded refusal, and the purge leaves nothing behind.

use std::{
    fs,
    path::PathBuf,
    process::Stdio,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::{Duration, Instant, SystemTime},
};

use anyhow::{Context, ensure};
use clap::Args;
use futures_util::{StreamExt, stream};
use rand::{RngExt, rngs::StdRng};
use s3sink::S3Sink;
use tokio::process::Command;

use crate::{
    media_process::MediaProcess,
    oracle::{
        Finding, Invariant,
        media::{self, Acknowledged},
    },
    proxy::{LineFaults, Proxy, Upstream},
    queue,
    report::{self, Report},
    reviews,
    shop::{Environment, Options, Shop},
    stock,
    upload::{self, Answer, Upload},
};

#[derive(Debug, Clone, Args)]
pub struct UploadSizes {
    /// Number of files.
    #[arg(long, default_value_t = 200)]
    pub uploads: usize,
    /// Uploads at the same time.
    #[arg(long, default_value_t = 12)]
    pub senders: usize,
}

/// Files of one visitor; the shop accepts at most 5 for a review.
const FILES_OF_A_VISITOR: usize = 4;
/// One file in this many cannot be decoded.
const BROKEN_SHARE: usize = 10;
/// How long a file is sent again.
const RETRY_TIMEOUT: Duration = Duration::from_secs(60);
/// Without a file processed or purged after the last fault. Not the time of all: that depends on their number.
const SETTLE_TIMEOUT: Duration = Duration::from_secs(60);
/// Size of the volume on which the store is: small enough to be filled at once, large enough for all files.
const VOLUME_KIB: usize = 32 * 1024;
const VOLUME_KIB_OF_A_FILE: usize = 32;

pub async fn run(
    environment: &Arc<Environment>,
    sizes: &UploadSizes,
    report: &mut Report,
) -> anyhow::Result<()> {
    println!("uploads: {} files, {} at once", sizes.uploads, sizes.senders);
    let store = Store::on_volume(environment, sizes.uploads).await?;
    run_with(environment, store, "on a disk", sizes, report).await?;
    // Fewer, because each outage of the store takes seconds.
    let sizes = UploadSizes { uploads: sizes.uploads.div_ceil(8), ..sizes.clone() };
    let store = Store::in_s3(environment).await?;
    run_with(environment, store, "in S3", &sizes, report).await
}

async fn run_with(
    environment: &Arc<Environment>,
    store: Store,
    place: &str,
    sizes: &UploadSizes,
    report: &mut Report,
) -> anyhow::Result<()> {
    // Each server has a spool of its own for a store that is down.
    let servers = if store.outage.is_some() { 1 } else { 2 };
    let options = Options { servers, env: store.settings(), ..Options::default() };
    let shop = Shop::open(environment, options).await?;
    shop.clear_faults();
    let outcome = play(&shop, &store, sizes, true).await;
    shop.close().await?;
    store.remove().await;
    let round = outcome?;
    println!(
        "  {place}: {} acknowledged, {} refused, {} without an answer; {} kills of servers, {} of the media process, {} times no space or no store; {:.0} s",
        round.acknowledged,
        round.refused,
        round.unknown,
        round.server_kills,
        round.media_kills,
        round.full,
        round.seconds
    );
    println!("  {} files of {} rows were purged", round.purged_files, round.purged_rows);
    let name = format!("uploads {place}: {} acknowledged, none lost", round.acknowledged);
    report.record(name, report::lines(&round.lost));
    report.record(format!("uploads {place}: nothing is left after the purge"), report::lines(&round.orphans));
    Ok(())
}

/// Where the files are.
pub struct Store {
    /// Everything of this store is below it.
    root: PathBuf,
    /// The folder of the objects.
    pub objects: PathBuf,
    /// A small volume, which can be full.
    is_volume: bool,
    /// The line to a store that can be down.
    outage: Option<(S3Sink, Proxy)>,
}

impl Store {
    pub fn in_folder(environment: &Environment) -> anyhow::Result<Self> {
        let number: u32 = rand::random();
        let root = environment.cluster.logs().with_file_name(format!("media-{number:08x}"));
        fs::create_dir_all(&root)?;
        Ok(Self { objects: root.clone(), root, is_volume: false, outage: None })
    }

    /// On a volume of its own, where that is permitted.
    async fn on_volume(environment: &Environment, uploads: usize) -> anyhow::Result<Self> {
        let store = Self::in_folder(environment)?;
        let size = VOLUME_KIB + uploads * VOLUME_KIB_OF_A_FILE;
        let mounted = Command::new("mount")
            .args(["-t", "tmpfs", "-o", &format!("size={size}k"), "matjar-faults-media"])
            .arg(&store.root)
            .stderr(Stdio::null())
            .status()
            .await;
        let is_volume = mounted.is_ok_and(|status| status.success());
        if !is_volume {
            println!("  the disk is never full here: mounting a volume is not permitted");
        }
        Ok(Self { is_volume, ..store })
    }

    async fn in_s3(environment: &Environment) -> anyhow::Result<Self> {
        let store = Self::in_folder(environment)?;
        let sink = S3Sink::start(&store.root.join("s3")).await?;
        let line =
            Proxy::open(Upstream::Tcp(sink.address.to_string()), environment.seed.child("s3", 0)).await?;
        let objects = store.root.join("s3").join(s3sink::BUCKET).join("shop");
        Ok(Self { objects, outage: Some((sink, line)), ..store })
    }

    /// Settings of a shop with its media here.
    pub fn settings(&self) -> Vec<(&'static str, String)> {
        let mut settings = vec![
            ("MATJAR_UPLOADS", self.root.to_string_lossy().into_owned()),
            ("MATJAR_UPLOAD_SPOOL", self.spool().to_string_lossy().into_owned()),
            // The volume is small, so that a share of it says nothing.
            ("MATJAR_UPLOAD_MIN_FREE_DISK", "0".to_owned()),
            ("MATJAR_MEDIA_PROCESS", "separate".to_owned()),
        ];
        if let Some((_, line)) = &self.outage {
            settings.extend([
                ("MATJAR_UPLOADS", format!("s3://{}/shop", s3sink::BUCKET)),
                ("MATJAR_S3_ENDPOINT", format!("http://{}", line.address())),
                ("MATJAR_S3_REGION", s3sink::REGION.to_owned()),
                ("MATJAR_S3_KEY", s3sink::KEY.to_owned()),
                ("MATJAR_S3_SECRET", s3sink::SECRET.to_owned()),
            ]);
        }
        settings
    }

    /// Of a remote store; a local one has its own.
    fn spool(&self) -> PathBuf {
        self.root.join("remote-spool")
    }

    fn files(&self) -> Vec<PathBuf> {
        let mut files = media::stored_files(&self.objects);
        if self.outage.is_some() {
            files.extend(media::stored_files(&self.spool()));
        }
        // The spool notes there whose it is.
        files.retain(|file| file.file_name().is_none_or(|name| name != "server-id"));
        files
    }

    fn ballast(&self) -> PathBuf {
        self.root.join("ballast")
    }

    fn can_fail(&self) -> bool {
        self.is_volume || self.outage.is_some()
    }

    /// No space at all, or no store at all. Returns whether that is possible here.
    fn fail(&self) -> bool {
        if let Some((_, line)) = &self.outage {
            line.set_faults(LineFaults { cut: 10_000, closed: true, ..LineFaults::default() });
            return true;
        }
        let Ok(mut file) = fs::File::create(self.ballast()) else { return false };
        let block = vec![0u8; 1 << 20];
        for size in [1 << 20, 1 << 12] {
            while self.is_volume && std::io::Write::write_all(&mut file, &block[..size]).is_ok() {}
        }
        self.is_volume
    }

    fn recover(&self) {
        let _ = fs::remove_file(self.ballast());
        if let Some((_, line)) = &self.outage {
            line.set_faults(LineFaults::default());
        }
    }

    pub async fn remove(self) {
        if self.is_volume {
            let _ = Command::new("umount").arg("-l").arg(&self.root).status().await;
        }
        if std::env::var_os("KEEP").is_none() {
            let _ = fs::remove_dir_all(&self.root);
        }
    }
}

#[derive(Default)]
pub struct Round {
    pub lost: Vec<Finding>,
    pub orphans: Vec<Finding>,
    acknowledged: usize,
    refused: usize,
    unknown: usize,
    server_kills: usize,
    media_kills: usize,
    full: usize,
    purged_rows: i64,
    purged_files: usize,
    seconds: f64,
}

pub async fn play(
    shop: &Arc<Shop>,
    store: &Store,
    sizes: &UploadSizes,
    with_faults: bool,
) -> anyhow::Result<Round> {
    let since = Instant::now();
    let product =
        stock::product(&shop.db, &format!("uploads-{:08x}", rand::random::<u32>()), 1_000_000).await?;
    let media = MediaProcess::start(shop.media_start())?;
    let ended = AtomicBool::new(false);
    let senders = async {
        let visitors = (0..sizes.uploads.div_ceil(FILES_OF_A_VISITOR)).collect::<Vec<_>>();
        let sent = stream::iter(visitors)
            .map(|visitor| send_files(shop, product.id, visitor, sizes.uploads))
            .buffer_unordered(sizes.senders.div_ceil(FILES_OF_A_VISITOR).max(1));
        let sent = sent.collect::<Vec<_>>().await.concat();
        ended.store(true, Ordering::Relaxed);
        sent
    };
    let faults = async {
        let mut round = Round::default();
        let mut media = media;
        let mut rng = shop.seed.stream("uploads", 0);
        while with_faults && !ended.load(Ordering::Relaxed) {
            inject(shop, store, &mut media, &mut rng, &mut round).await?;
        }
        anyhow::Ok((media, round))
    };
    let (sent, faults) = tokio::join!(senders, faults);
    let (_media, mut round) = faults?;
    store.recover();
    shop.clear_faults();
    shop.ready(Duration::from_secs(30)).await?;

    let acknowledged: Vec<Acknowledged> = sent.iter().filter_map(|sent| sent.acknowledged.clone()).collect();
    round.acknowledged = acknowledged.len();
    round.refused = sent.iter().filter(|sent| sent.refused).count();
    round.unknown = sent.len() - round.acknowledged - round.refused;
    let mut progress = Progress::within(SETTLE_TIMEOUT);
    loop {
        round.lost = media::check(&shop.db, &store.objects, &acknowledged).await?;
        let is_final = round.lost.is_empty() || round.lost.iter().any(|finding| finding.is_hard);
        if is_final || progress.has_stopped(round.lost.len()) {
            break;
        }
        let_time_pass(shop).await?;
        tokio::time::sleep(Duration::from_millis(250)).await;
    }
    if round.acknowledged * 10 < sizes.uploads * 8 {
        let text = format!("only {} of {} files were stored in the end", round.acknowledged, sizes.uploads);
        round.lost.push(Finding::hard(Invariant::Media, text));
    }
    if round.refused > 0 {
        let text = format!("{} sound uploads were refused for good", round.refused);
        round.lost.push(Finding::hard(Invariant::Media, text));
    }
    purge(shop, store, &mut round, if with_faults { SETTLE_TIMEOUT } else { SETTLE_TIMEOUT / 3 }).await?;
    round.seconds = since.elapsed().as_secs_f64();
    Ok(round)
}

/// Whether something that must become less still does.
struct Progress {
    left: usize,
    since: Instant,
    timeout: Duration,
}

impl Progress {
    fn within(timeout: Duration) -> Self {
        Self { left: usize::MAX, since: Instant::now(), timeout }
    }

    fn has_stopped(&mut self, left: usize) -> bool {
        if left < self.left {
            self.left = left;
            self.since = Instant::now();
        }
        self.since.elapsed() > self.timeout
    }
}

#[derive(Clone, Default)]
struct Sent {
    acknowledged: Option<Acknowledged>,
    refused: bool,
}

/// Sends the files of one visitor, all at once, each until there is an answer.
async fn send_files(shop: &Arc<Shop>, product: i64, visitor: usize, count: usize) -> Vec<Sent> {
    let Some(browser) = reviews::visitor(shop, 700_000 + visitor, product).await else { return Vec::new() };
    let first = visitor * FILES_OF_A_VISITOR;
    let files = (first..(first + FILES_OF_A_VISITOR).min(count)).map(|number| {
        let mut rng = shop.seed.stream("upload", number);
        let is_broken = number % BROKEN_SHARE == BROKEN_SHARE - 1;
        let bytes = if is_broken { upload::broken_picture(number) } else { upload::picture(number) };
        let upload = Upload {
            host: shop.client.host().to_owned(),
            address: browser.address.clone(),
            cookie: browser.cookie(),
            key: format!("upload-{}-{number}", shop.seed.0),
            item: product,
            pause: Duration::from_millis(if rng.random_range(0..3) == 0 {
                rng.random_range(10..400)
            } else {
                0
            }),
            bytes,
        };
        let ports = shop.ports();
        async move {
            let until = Instant::now() + RETRY_TIMEOUT;
            let mut tries = number;
            loop {
                tries += 1;
                match upload::send(ports[tries % ports.len()], &upload).await {
                    Answer::Stored { id, .. } => {
                        let hash = upload::hash(&upload.bytes);
                        let acknowledged = Some(Acknowledged { id, hash, is_broken });
                        return Sent { acknowledged, refused: false };
                    }
                    // A full disk is refused in words too: a refusal counts when it does not go away.
                    Answer::Refused(_) if Instant::now() > until => {
                        return Sent { acknowledged: None, refused: true };
                    }
                    _ if Instant::now() > until => return Sent::default(),
                    _ => tokio::time::sleep(Duration::from_millis(200)).await,
                }
            }
        }
    });
    futures_util::future::join_all(files).await
}

/// One fault at a random moment: each step of an upload and of the processing is hit sooner or later.
async fn inject(
    shop: &Shop,
    store: &Store,
    media: &mut MediaProcess,
    rng: &mut StdRng,
    round: &mut Round,
) -> anyhow::Result<()> {
    // Answers of the database are late, so that the moments before and after a commit are long.
    let late = LineFaults {
        late: (rng.random_range(0..8_000), 40),
        swallow: rng.random_range(0..30),
        ..LineFaults::default()
    };
    shop.to_database.set_faults(late);
    tokio::time::sleep(Duration::from_millis(rng.random_range(20..400))).await;
    // The first fault is always one of the store.
    let pick = if round.full == 0 && store.can_fail() { 9 } else { rng.random_range(0..10) };
    match pick {
        0..4 => {
            let server = &shop.servers[rng.random_range(0..shop.servers.len())];
            server.kill().await?;
            server.start().await?;
            shop.to_database.set_faults(LineFaults::default());
            server.ready(&shop.client, Duration::from_secs(60)).await?;
            round.server_kills += 1;
        }
        4..9 => {
            media.kill().await?;
            forget_worker(shop).await?;
            media.start_again()?;
            round.media_kills += 1;
        }
        _ => {
            if store.fail() {
                tokio::time::sleep(Duration::from_millis(rng.random_range(200..1_500))).await;
                round.full += 1;
            }
            store.recover();
        }
    }
    Ok(())
}

/// A job of a killed process is free after a minute, so is one of a worker that gave up with its connection, and one that
/// failed is tried again after a while. That time is not under test.
async fn let_time_pass(shop: &Shop) -> anyhow::Result<()> {
    sqlx::raw_sql(
        "update graphile_worker._private_workers set last_heartbeat_at = now() - interval '1 hour'
         where last_heartbeat_at < now() - interval '12 seconds';
         update graphile_worker._private_jobs set locked_at = now() - interval '1 hour'
         where locked_at < now() - interval '12 seconds'
           and locked_by not in (select id from graphile_worker._private_workers)",
    )
    .execute(&shop.db)
    .await?;
    queue::retry_now(&shop.db).await?;
    Ok(())
}

/// The media process was just killed, so that all its jobs are those of a dead worker.
async fn forget_worker(shop: &Shop) -> anyhow::Result<()> {
    sqlx::raw_sql(
        "update graphile_worker._private_workers set last_heartbeat_at = now() - interval '1 hour'
         where id in (select job.locked_by from graphile_worker._private_jobs job
                      join graphile_worker._private_tasks task on task.id = job.task_id
                      where task.identifier like 'media\\_%' and job.locked_by is not null)",
    )
    .execute(&shop.db)
    .await?;
    Ok(())
}

/// Makes everything older than it is, runs the purge, and looks for what is left.
async fn purge(shop: &Shop, store: &Store, round: &mut Round, timeout: Duration) -> anyhow::Result<()> {
    let before = store.files();
    let long_ago = SystemTime::now() - Duration::from_secs(3 * 24 * 3600);
    for file in &before {
        if let Ok(file) = fs::File::options().write(true).open(file) {
            let _ = file.set_modified(long_ago);
        }
    }
    round.purged_rows = sqlx::query_scalar(
        "with aged as (update media_files set received_at = received_at - interval '3 days',
                              changed_at = changed_at - interval '3 days' returning 1)
         select count(*) from aged",
    )
    .fetch_one(&shop.db)
    .await?;
    sqlx::query("select enqueue_job('media_purge', '{}', null)")
        .execute(&shop.db)
        .await
        .context("enqueueing the purge")?;
    let mut progress = Progress::within(timeout);
    loop {
        let rows: i64 = sqlx::query_scalar("select count(*) from media_files").fetch_one(&shop.db).await?;
        let files = store.files();
        if rows == 0 && files.is_empty() {
            break;
        }
        if progress.has_stopped(usize::try_from(rows)? + files.len()) {
            let text = format!("{rows} rows and {} files, such as {:?}", files.len(), files.first());
            round.orphans.push(Finding::hard(Invariant::Media, text));
            break;
        }
        tokio::time::sleep(Duration::from_millis(250)).await;
    }
    round.purged_files = before.len();
    ensure!(round.purged_rows > 0, "there was nothing to purge");
    Ok(())
}
