//! I4: uploads while servers and the media process are killed at any step, the disk is full and answers of the database are
//! late or lost. What was acknowledged is stored or has a recorded refusal, and the purge leaves nothing behind.

use std::{
    fs,
    path::{Path, PathBuf},
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
use tokio::process::Command;

use crate::{
    media_process::MediaProcess,
    oracle::{
        Finding, Invariant,
        media::{self, Acknowledged},
    },
    proxy::LineFaults,
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
const PATIENCE: Duration = Duration::from_secs(60);
/// Until all files are processed after the last fault.
const SETTLE_TIMEOUT: Duration = Duration::from_secs(60);
/// Size of the volume on which the store is, in MiB: small enough to be filled at once.
const VOLUME_MIB: usize = 48;

pub async fn run(
    environment: &Arc<Environment>,
    sizes: &UploadSizes,
    report: &mut Report,
) -> anyhow::Result<()> {
    println!("uploads: {} files, {} at once", sizes.uploads, sizes.senders);
    let store = Store::create(environment).await?;
    let shop = open_shop(environment, &store, None).await?;
    let outcome = play(&shop, &store, sizes, true).await;
    shop.close().await?;
    store.remove().await;
    let round = outcome?;
    println!(
        "  {} acknowledged, {} refused, {} without an answer; {} kills of servers, {} of the media process, disk full {} times; {:.0} s",
        round.acknowledged,
        round.refused,
        round.unknown,
        round.server_kills,
        round.media_kills,
        round.full,
        round.seconds
    );
    println!("  {} files of {} rows were purged", round.purged_files, round.purged_rows);
    let name = format!("uploads: {} acknowledged, none lost", round.acknowledged);
    report.record(name, report::lines(&round.lost));
    report.record("uploads: nothing is left after the purge", report::lines(&round.orphans));
    Ok(())
}

/// The folder of the store, on a small volume where that is permitted.
pub struct Store {
    pub folder: PathBuf,
    is_volume: bool,
}

impl Store {
    /// Without a volume of its own.
    pub fn in_folder(environment: &Environment) -> anyhow::Result<Self> {
        let number: u32 = rand::random();
        let folder = environment.cluster.logs().with_file_name(format!("media-{number:08x}"));
        fs::create_dir_all(&folder)?;
        Ok(Self { folder, is_volume: false })
    }

    pub async fn create(environment: &Environment) -> anyhow::Result<Self> {
        let Self { folder, .. } = Self::in_folder(environment)?;
        let mounted = Command::new("mount")
            .args(["-t", "tmpfs", "-o", &format!("size={VOLUME_MIB}m"), "matjar-faults-media"])
            .arg(&folder)
            .stderr(Stdio::null())
            .status()
            .await;
        let is_volume = mounted.is_ok_and(|status| status.success());
        if !is_volume {
            println!("  the disk is never full here: mounting a volume is not permitted");
        }
        Ok(Self { folder, is_volume })
    }

    fn ballast(&self) -> PathBuf {
        self.folder.join("ballast")
    }

    /// Leaves no space at all.
    fn fill(&self) -> bool {
        if !self.is_volume {
            return false;
        }
        let block = vec![0u8; 1 << 20];
        let Ok(mut file) = fs::File::create(self.ballast()) else { return false };
        for size in [1 << 20, 1 << 12] {
            while std::io::Write::write_all(&mut file, &block[..size]).is_ok() {}
        }
        true
    }

    fn free(&self) {
        let _ = fs::remove_file(self.ballast());
    }

    pub async fn remove(self) {
        if self.is_volume {
            let _ = Command::new("umount").arg("-l").arg(&self.folder).status().await;
        }
        if std::env::var_os("KEEP").is_none() {
            let _ = fs::remove_dir_all(&self.folder);
        }
    }
}

/// The settings of a shop with its media in this folder.
pub fn settings(store: &Path) -> Vec<(&'static str, String)> {
    vec![
        ("MATJAR_UPLOADS", store.to_string_lossy().into_owned()),
        // The volume is small, so that a share of it says nothing.
        ("MATJAR_UPLOAD_MIN_FREE_DISK", "0".to_owned()),
    ]
}

pub async fn open_shop(
    environment: &Arc<Environment>,
    store: &Store,
    damage: Option<String>,
) -> anyhow::Result<Arc<Shop>> {
    let options = Options { env: settings(&store.folder), damage, ..Options::default() };
    let shop = Shop::open(environment, options).await?;
    shop.clear_faults();
    Ok(shop)
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
    store.free();
    shop.clear_faults();
    shop.ready(Duration::from_secs(30)).await?;

    let acknowledged: Vec<Acknowledged> = sent.iter().filter_map(|sent| sent.acknowledged.clone()).collect();
    round.acknowledged = acknowledged.len();
    round.refused = sent.iter().filter(|sent| sent.refused).count();
    round.unknown = sent.len() - round.acknowledged - round.refused;
    let settle = Instant::now();
    loop {
        round.lost = media::check(&shop.db, &store.folder, &acknowledged).await?;
        let is_final = round.lost.is_empty() || round.lost.iter().any(|finding| finding.is_hard);
        if is_final || settle.elapsed() > SETTLE_TIMEOUT {
            break;
        }
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
            let until = Instant::now() + PATIENCE;
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
    match rng.random_range(0..10) {
        0..4 => {
            let server = &shop.servers[rng.random_range(0..shop.servers.len())];
            server.kill().await?;
            server.start().await?;
            shop.to_database.set_faults(LineFaults::default());
            server.ready(&shop.client, Duration::from_secs(60)).await?;
            round.server_kills += 1;
        }
        4..9 => {
            media.kill_and_start().await?;
            round.media_kills += 1;
        }
        _ => {
            if store.fill() {
                tokio::time::sleep(Duration::from_millis(rng.random_range(200..900))).await;
                store.free();
                round.full += 1;
            }
        }
    }
    Ok(())
}

/// Makes everything older than it is, runs the purge, and looks for what is left.
async fn purge(shop: &Shop, store: &Store, round: &mut Round, timeout: Duration) -> anyhow::Result<()> {
    let before = media::stored_files(&store.folder);
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
    for job in PURGE_JOBS {
        sqlx::query("select enqueue_job($1, '{}', null)")
            .bind(job)
            .execute(&shop.db)
            .await
            .context("the purge")?;
    }
    let since = Instant::now();
    loop {
        let rows: i64 = sqlx::query_scalar("select count(*) from media_files").fetch_one(&shop.db).await?;
        let files = media::stored_files(&store.folder);
        if rows == 0 && files.is_empty() {
            break;
        }
        if since.elapsed() > timeout {
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

/// The hourly one, for rows, and the weekly one, for objects without a row.
const PURGE_JOBS: [&str; 1] = ["media_purge"];
