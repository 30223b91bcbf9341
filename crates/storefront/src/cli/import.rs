//! `matjar import products FILE.csv`: imports a product export of WooCommerce.

use std::{fs::File, io::BufReader, path::PathBuf, time::Instant};

use anyhow::Context;
use catalog::{
    import::{Chunk, ImportedChunk, Importer, Reader, RefusedRow},
    service::listing,
};
use chrono::Utc;
use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};
use sqlx::{Connection, PgConnection};

#[derive(Debug, Args)]
pub struct ImportArgs {
    /// CSV product export of WooCommerce.
    pub file: PathBuf,
    /// Report what would be imported, without changing anything.
    #[arg(long)]
    pub dry_run: bool,
    #[arg(long, env = "DATABASE_MIGRATE_URL", hide_env_values = true)]
    pub database_migrate_url: String,
}

/// Result of an import.
#[derive(Debug, Default)]
pub struct Report {
    pub rows: usize,
    pub products: usize,
    pub refused: Vec<RefusedRow>,
}

pub async fn run(args: &ImportArgs) -> anyhow::Result<()> {
    let started = Instant::now();
    let report = import(args).await?;
    for refused in &report.refused {
        println!("line {}: {}: {}", refused.line, refused.sku, refused.reason);
    }
    println!(
        "{} rows read, {} products {}, {} rows refused, in {:.1} s",
        report.rows,
        report.products,
        if args.dry_run { "would be written" } else { "written" },
        report.refused.len(),
        started.elapsed().as_secs_f64()
    );
    Ok(())
}

pub async fn import(args: &ImportArgs) -> anyhow::Result<Report> {
    let file = File::open(&args.file).with_context(|| format!("opening {}", args.file.display()))?;
    let size = file.metadata()?.len();
    let mut reader = Reader::new(BufReader::new(file)).context("reading the first line")?;
    let missing = reader.missing();
    anyhow::ensure!(missing.is_empty(), "the file has no column for: {}", missing.join(", "));
    let mut db = PgConnection::connect(&args.database_migrate_url).await.context("connecting")?;
    let mut importer = Importer::default();
    let mut report = Report::default();
    let bar = ProgressBar::new(size).with_style(ProgressStyle::with_template(
        "{bar:40} {bytes}/{total_bytes} {elapsed}, {eta} left, {msg}",
    )?);
    let mut tx = db.begin().await?;
    loop {
        let chunk = reader.next_chunk();
        if chunk.is_empty() {
            break;
        }
        let written = write(&mut importer, &mut tx, &chunk).await?;
        // A dry run does the same work in one transaction, which is rolled back.
        if !args.dry_run {
            tx.commit().await?;
            tx = db.begin().await?;
        }
        report.rows += chunk.len();
        report.products += written.products.len();
        report.refused.extend(chunk.refused.iter().cloned().chain(written.refused));
        bar.set_position(chunk.bytes);
        bar.set_message(format!("{} rows", report.rows));
    }
    if args.dry_run {
        tx.rollback().await?;
    } else {
        finish(&mut tx).await?;
        tx.commit().await?;
    }
    report.refused.sort_by_key(|refused| refused.line);
    bar.finish_and_clear();
    Ok(report)
}

async fn write(importer: &mut Importer, db: &mut PgConnection, chunk: &Chunk) -> sqlx::Result<ImportedChunk> {
    let written = importer.write(db, chunk, Utc::now()).await?;
    crate::server::search_index::update(db, &written.products).await?;
    Ok(written)
}

/// Refreshes the data that depends on the whole catalogue.
async fn finish(db: &mut PgConnection) -> sqlx::Result<()> {
    listing::refresh_facet_counts(db).await?;
    search::refresh_words(db).await?;
    // Every page depends on some setting, so this purges all pages.
    edge::purge::record(db, &["settings".to_owned()]).await?;
    Ok(())
}
