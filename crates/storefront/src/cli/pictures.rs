//! `matjar pictures FOLDER`: processes and stores every picture of a folder.

use std::path::PathBuf;

use anyhow::Context;
use clap::Args;
use sqlx::{Connection, PgConnection};

use crate::server::media::Media;

#[derive(Debug, Args)]
pub struct PicturesArgs {
    /// Folder with JPEG, PNG and WebP files; products refer to pictures by file name.
    pub folder: PathBuf,
    #[arg(long, env = "MATJAR_MEDIA_DIR", default_value = "seeds/media")]
    pub media_dir: PathBuf,
    #[arg(long, env = "DATABASE_MIGRATE_URL", hide_env_values = true)]
    pub database_migrate_url: String,
}

pub async fn run(args: &PicturesArgs) -> anyhow::Result<()> {
    let media = Media::in_folder(&args.media_dir)?;
    let mut db = PgConnection::connect(&args.database_migrate_url).await.context("connecting")?;
    let mut files: Vec<PathBuf> = std::fs::read_dir(&args.folder)
        .with_context(|| format!("reading {}", args.folder.display()))?
        .map(|entry| Ok(entry?.path()))
        .collect::<anyhow::Result<_>>()?;
    files.sort();
    let mut stored = 0;
    for file in files.iter().filter(|file| file.is_file()) {
        let Some(name) = file.file_stem().and_then(|name| name.to_str()) else { continue };
        let bytes = std::fs::read(file).with_context(|| format!("reading {}", file.display()))?;
        match catalog::pictures::process(name, &bytes) {
            Ok(picture) => {
                for (file, content) in &picture.contents {
                    media.put(file, content.clone()).await?;
                }
                catalog::service::save_picture(&mut db, name, &picture).await?;
                stored += 1;
            }
            Err(error) => println!("{}: {error}", file.display()),
        }
    }
    println!("{stored} pictures stored");
    Ok(())
}
