//! `matjar purge TAG…`: purges cached pages on every server.

use clap::Args;
use edge::{purge, redis_client::RedisClient};

use crate::server::database;

#[derive(Debug, Args)]
pub struct PurgeArgs {
    tags: Vec<String>,
    #[arg(long, env = "DATABASE_WORKER_URL", hide_env_values = true)]
    database_worker_url: String,
    #[arg(long, env = "REDIS_URL", hide_env_values = true)]
    redis_url: String,
    #[arg(long, env = "MATJAR_PUBLIC_ORIGIN", default_value = "http://localhost:8080")]
    public_origin: String,
}

pub async fn run(args: &PurgeArgs) -> anyhow::Result<()> {
    let db = database::pool(&args.database_worker_url, 1, "matjar purge")?;
    let rows = purge::record(&db, &args.tags).await?;
    purge::announce(&RedisClient::new(&args.redis_url, &args.public_origin)?, &rows).await;
    println!("purged {}", args.tags.join(", "));
    Ok(())
}
