//! `matjar purge TAG…`: purges cached pages on every server.

use clap::Args;
use edge::{purge, redis_client::RedisClient};

use crate::server::{config::redis_shop, database};

#[derive(Debug, Args)]
pub struct PurgeArgs {
    tags: Vec<String>,
    #[arg(long, env = "DATABASE_WORKER_URL", hide_env_values = true)]
    database_worker_url: String,
    #[arg(long, env = "REDIS_URL", hide_env_values = true)]
    redis_url: String,
    #[arg(long, env = "MATJAR_PUBLIC_ORIGIN", default_value = "http://localhost:8080")]
    public_origin: String,
    /// This is a restored copy of the shop: its servers are told, and not those of the shop.
    #[arg(long = "restored-copy", env = "MATJAR_RESTORED_COPY", default_value_t = false, num_args = 0..=1,
          default_missing_value = "true", action = clap::ArgAction::Set)]
    is_copy: bool,
}

pub async fn run(args: &PurgeArgs) -> anyhow::Result<()> {
    let db = database::pool(&args.database_worker_url, 1, "matjar purge")?;
    let rows = purge::record(&db, &args.tags).await?;
    let shop = redis_shop(&args.public_origin, args.is_copy);
    purge::announce(&RedisClient::new(&args.redis_url, &shop)?, &rows).await;
    println!("purged {}", args.tags.join(", "));
    Ok(())
}
