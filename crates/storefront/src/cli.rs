//! The commands of `matjar`, one file each.

pub mod audit;
pub mod customers;
pub mod doctor;
pub mod import;
pub mod media;
pub mod media_jail;
pub mod pictures;
pub mod policies;
mod purge;
pub mod scripts;
pub mod search;
pub mod seed;
pub mod staff;
#[cfg(debug_assertions)]
pub mod types;

use clap::{Parser, Subcommand};
use kernel::Currency;

use crate::server::{self, app, config::Config, database, traces::TraceExporter};

#[derive(Parser)]
#[command(version, about = "The Matjar storefront server")]
pub struct Cli {
    /// Currency of every amount in the shop.
    #[arg(long, global = true, env = "MATJAR_CURRENCY", default_value = "USD")]
    currency: Currency,
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Run the server.
    Serve(Box<Config>),
    /// Migrate the database schema to this build.
    Migrate {
        #[arg(long, env = "DATABASE_MIGRATE_URL", hide_env_values = true)]
        database_migrate_url: String,
    },
    /// Rebuild the demo shop, or fill a large catalogue for scale tests.
    Seed(seed::SeedArgs),
    /// Import a catalogue.
    Import {
        #[command(subcommand)]
        what: Import,
    },
    /// Convert the pictures of a folder for the shop.
    Pictures(pictures::PicturesArgs),
    /// Decode uploads, publish them and clean up: the process for `MATJAR_MEDIA_PROCESS=separate`.
    Media(Box<media::MediaArgs>),
    /// Decode one upload in a locked-up process. Started by the shop itself.
    #[command(hide = true)]
    MediaJail(media_jail::MediaJailArgs),
    /// Print the search results of many queries as JSON.
    Search(search::SearchArgs),
    /// Manage staff accounts.
    Staff {
        #[command(subcommand)]
        what: Staff,
    },
    /// Help customers.
    Customers {
        #[command(subcommand)]
        what: Customers,
    },
    /// Purge cached pages with these tags on every server.
    Purge(purge::PurgeArgs),
    /// Compare the scripts of the payment pages with the accepted ones. The shop must be running.
    Scripts(scripts::ScriptArgs),
    /// Check the integrity of the audit log.
    Audit {
        #[command(subcommand)]
        what: Audit,
    },
    /// Print the OpenAPI description of the Store API
    Openapi,
    /// Print the policy of every endpoint.
    Policies,
    /// Write the TypeScript types of views and responses; only in development builds.
    #[cfg(debug_assertions)]
    Types { folder: std::path::PathBuf },
    /// Check this installation, and say what to do about each fault.
    Doctor(doctor::DoctorArgs),
    /// Print all errors of the configuration.
    CheckConfig(Box<Config>),
}

#[derive(Subcommand)]
enum Audit {
    /// Check every row, and compare with the heads that the servers wrote to their logs.
    Verify(audit::VerifyArgs),
}

#[derive(Subcommand)]
enum Staff {
    /// Add a staff account, or set a new password and code. The password is read from standard input.
    Add(staff::AddArgs),
    /// Remove a staff account and end its sessions.
    Remove(staff::RemoveArgs),
    /// List staff accounts: number in the audit log, address, name, role, stores.
    List(staff::ListArgs),
}

#[derive(Subcommand)]
enum Customers {
    /// Sign one customer out everywhere, or all customers.
    SignOut(customers::SignOutArgs),
}

#[derive(Subcommand)]
enum Import {
    /// Import products from a WooCommerce CSV export.
    Products(import::ImportArgs),
}

impl Cli {
    /// Runs a command that must not have threads; any other comes back.
    pub fn run_without_threads(self) -> Result<std::process::ExitCode, Box<Self>> {
        match self.command {
            Command::MediaJail(args) => Ok(media_jail::run(args)),
            command => Err(Box::new(Self { command, ..self })),
        }
    }

    /// Starts the export of traces if the command serves requests and a collector is configured.
    pub fn trace_exporter(&self) -> anyhow::Result<Option<TraceExporter>> {
        match &self.command {
            Command::Serve(config) => TraceExporter::start(&config.traces),
            _ => Ok(None),
        }
    }

    pub async fn run(self) -> anyhow::Result<()> {
        self.currency.choose_for_shop();
        match self.command {
            Command::Serve(config) => server::run(*config).await,
            Command::Migrate { database_migrate_url } => database::migrate(&database_migrate_url).await,
            Command::Seed(args) => seed::run(&args).await,
            Command::Import { what: Import::Products(args) } => import::run(&args).await,
            Command::Staff { what: Staff::Add(args) } => staff::add(&args).await,
            Command::Staff { what: Staff::Remove(args) } => staff::remove(&args).await,
            Command::Staff { what: Staff::List(args) } => staff::list(&args).await,
            Command::Customers { what: Customers::SignOut(args) } => customers::sign_out(&args).await,
            Command::Media(args) => media::run(&args).await,
            Command::Pictures(args) => pictures::run(&args).await,
            Command::MediaJail(_) => anyhow::bail!("media-jail must be started without threads"),
            Command::Search(args) => search::run(&args).await,
            Command::Purge(args) => purge::run(&args).await,
            Command::Scripts(args) => scripts::run(&args).await,
            Command::Audit { what: Audit::Verify(args) } => audit::verify(&args).await,
            Command::Openapi => {
                println!("{:#}", store_api::service::document(""));
                Ok(())
            }
            Command::Policies => {
                print!("{}", policies::table(&app::endpoints()));
                Ok(())
            }
            #[cfg(debug_assertions)]
            Command::Types { folder } => types::export(&folder),
            Command::Doctor(args) => doctor::run(&args).await,
            Command::CheckConfig(config) => check_config(&config),
        }
    }
}

fn check_config(config: &Config) -> anyhow::Result<()> {
    let errors = config.errors();
    anyhow::ensure!(errors.is_empty(), "{}", errors.join("\n"));
    println!("the configuration is valid");
    Ok(())
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;

    fn secrets(command: &clap::Command) -> Vec<String> {
        let hidden = command.get_arguments().filter(|argument| argument.is_hide_env_values_set());
        let own = hidden.filter_map(|argument| argument.get_env()?.to_str().map(str::to_owned));
        own.chain(command.get_subcommands().flat_map(secrets)).collect()
    }

    /// A setting whose value no help shows is a secret.
    #[test]
    fn every_secret_of_the_configuration_is_in_the_inventory_of_keys() {
        let page = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/src/keys.md"));
        let page = page.expect("the page of keys");
        let secrets = secrets(&Cli::command());
        assert!(secrets.iter().any(|name| name == "MATJAR_SECRET_AUDIT"), "{secrets:?}");
        let missing: Vec<_> = secrets.iter().filter(|name| !page.contains(&format!("`{name}`"))).collect();
        assert!(missing.is_empty(), "{missing:?}");
    }
}
