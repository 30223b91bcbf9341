//! `matjar scripts`: compares the scripts of the payment pages with the accepted ones, or accepts them.

use checkout::service::scripts::{self, Finding};
use clap::Args;
use kernel::Clock;

use crate::server::{
    app,
    config::Config,
    database,
    script_inventory::{self, InventoryClient},
};

#[derive(Debug, Args)]
pub struct ScriptArgs {
    #[command(flatten)]
    config: Box<Config>,
    /// Accept the scripts found as the new inventory.
    #[arg(long)]
    accept: bool,
}

pub async fn run(args: &ScriptArgs) -> anyhow::Result<()> {
    let config = &args.config;
    if config.is_copy {
        println!("not checked: at this address is the shop, and this is a restored copy");
        return Ok(());
    }
    let db = database::pool(&config.database.database_worker_url, 1, "matjar scripts")?;
    let payment_context = app::payment_context(config, &Clock::real(), db.clone())?;
    let web = InventoryClient::new(&config.public_origin);
    let (found, findings) = script_inventory::check(&web, config, &payment_context, &db).await?;
    for script in &found {
        println!("{}  {}  {} ({})", &script.sha256[..16], script.url, script.owner, script.reason);
    }
    if args.accept {
        let is_invalid =
            findings.iter().any(|finding| matches!(finding, Finding::Header(_) | Finding::Inline(_)));
        anyhow::ensure!(!is_invalid, "{}", script_inventory::list(&findings));
        scripts::accept(&db, &found, Clock::real().now()).await?;
        println!("accepted");
        return Ok(());
    }
    anyhow::ensure!(findings.is_empty(), "{}", script_inventory::list(&findings));
    Ok(())
}
