//! Measures search latency at several catalogue sizes: `cargo run --release -p search --example latency -- 1000
//! 100000`.
//!
//! Each size gets its own database, filled with products generated from a catalogue: the same names with other
//! brands, numbers and invented words, so that common words stay as common and the vocabulary grows. Prints CPU
//! time, p50 and p99 of sequential searches.

#[path = "../tests/support/mod.rs"]
mod support;

use std::time::{Duration, Instant};

use kernel::ProductId;
use search::Document;
use support::{Database, cases, imported_catalogue, own_catalogue};

/// A deterministic hash, so that two runs measure the same data.
fn mixed(seed: i64, salt: i64) -> usize {
    let mixed = (seed.wrapping_mul(31).wrapping_add(salt) as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    (mixed >> 33) as usize
}

fn invented_word(number: usize) -> String {
    const LETTERS: [&str; 14] =
        ["ب", "ت", "را", "سو", "كي", "م", "نا", "لو", "دي", "فا", "زو", "شا", "ه", "جي"];
    (0..4).map(|position| LETTERS[number / LETTERS.len().pow(position) % LETTERS.len()]).collect()
}

fn variant(id: i64, from: &[Document]) -> Document {
    let mut document = from[mixed(id, 1) % from.len()].clone();
    document.product_id = ProductId(id);
    document.brand = from[mixed(id, 2) % from.len()].brand.clone();
    document.name = format!("{} {}", document.name, invented_word(mixed(id, 3) % 30_000));
    document.codes =
        vec![format!("MX-{}-{id}", mixed(id, 4) % 90 + 10), format!("{}", 6_200_000_000_000 + id * 7)];
    document
}

fn percentile(times: &mut [Duration], share: f64) -> Duration {
    times.sort_unstable();
    times[((times.len() - 1) as f64 * share).round() as usize]
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> anyhow::Result<()> {
    let imported = std::env::var_os("MATJAR_CATALOGUE").is_some();
    let catalogue = if imported { imported_catalogue()? } else { own_catalogue()? };
    // An argument is a size, or the name of a database that an earlier run left because of `MATJAR_KEEP`.
    for argument in std::env::args().skip(1) {
        let Ok(size) = argument.parse() else {
            measure(&Database::existing(argument).await?).await?;
            continue;
        };
        let database = Database::fresh().await?;
        fill(&database, size, &catalogue.documents).await?;
        measure(&database).await?;
        if std::env::var_os("MATJAR_KEEP").is_none() {
            database.drop().await?;
        }
    }
    Ok(())
}

async fn fill(database: &Database, size: i64, from: &[Document]) -> anyhow::Result<()> {
    let mut db = database.pool.acquire().await?;
    let started = Instant::now();
    // The first load is faster without the index; in production it exists.
    sqlx::raw_sql("drop index search_documents_keys; set maintenance_work_mem = '512MB'")
        .execute(&mut *db)
        .await?;
    let ids: Vec<i64> = (1..=size).collect();
    for batch in ids.chunks(5000) {
        let documents: Vec<Document> = batch.iter().map(|id| variant(*id, from)).collect();
        search::index(&mut db, &documents).await?;
    }
    sqlx::raw_sql(
        "create index search_documents_keys on search_documents using gin (keys) with (fastupdate = off)",
    )
    .execute(&mut *db)
    .await?;
    let filled = started.elapsed();
    search::refresh_words(&mut db).await?;
    sqlx::raw_sql("vacuum analyze").execute(&mut *db).await?;
    println!("{size} products: filled in {filled:.1?}, refreshed after {:.1?}", started.elapsed() - filled);
    Ok(())
}

/// CPU time of this process and of the database's, in ticks of 10 ms.
async fn cpu(database: &Database) -> anyhow::Result<u64> {
    let backends: Vec<i32> =
        sqlx::query_scalar("select pid from pg_stat_activity where datname = current_database()")
            .fetch_all(&database.pool)
            .await?;
    let processes = std::iter::once("self".to_owned()).chain(backends.iter().map(i32::to_string));
    let ticks = processes.map(|process| {
        let stat = std::fs::read_to_string(format!("/proc/{process}/stat")).unwrap_or_default();
        let fields = stat.rsplit(')').next().unwrap_or_default().split_whitespace();
        fields.skip(11).take(2).filter_map(|ticks| ticks.parse::<u64>().ok()).sum::<u64>()
    });
    Ok(ticks.sum())
}

async fn measure(database: &Database) -> anyhow::Result<()> {
    let meanings = search::load_meanings(&database.pool).await?;
    let search = search::Search::new(&database.pool, &meanings);
    let cases = cases("judged.json")?;
    for (what, typing) in [("find", false), ("suggest", true)] {
        let mut times = Vec::new();
        let mut before = 0;
        let mut slowest = (Duration::ZERO, "");
        // The first round is a warm-up.
        for round in 0..6 {
            if round == 1 {
                before = cpu(database).await?;
            }
            for case in &cases {
                let started = Instant::now();
                if typing {
                    search.suggest(&case.query, 8).await?;
                } else {
                    search.find(&case.query, 0, 24).await?;
                }
                let took = started.elapsed();
                if round > 0 {
                    slowest = slowest.max((took, &case.query));
                    times.push(took);
                }
            }
        }
        let used = (cpu(database).await? - before) as f64 * 10.0 / times.len() as f64;
        let mean = times.iter().sum::<Duration>() / times.len() as u32;
        let (p50, p99) = (percentile(&mut times, 0.5), percentile(&mut times, 0.99));
        println!(
            "  {what}: CPU {used:.2} ms, mean {mean:.2?}, p50 {p50:.2?}, p99 {p99:.2?}, slowest {:.2?} for {}",
            slowest.0, slowest.1
        );
    }
    Ok(())
}
