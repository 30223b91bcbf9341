//! `matjar doctor`: checks an installation from the machine it runs on, and says what to do about each fault.
//!
//! It reads the environment that the server reads, as the user that the server runs as, and changes nothing: a file that
//! proves that a folder can be written is removed again.

mod database;
mod machine;
pub mod rules;
mod services;
mod store;

use std::path::Path;

use clap::{Args, CommandFactory, Parser};

use self::rules::{Finding, Front, Report};
use crate::server::config::Config;

#[derive(Debug, Args)]
pub struct DoctorArgs {
    /// Print the findings as JSON.
    #[arg(long)]
    json: bool,
    /// The file with the configuration: it contains passwords, so only its owner and its group may read it.
    #[arg(long, env = "MATJAR_CONFIG_FILE")]
    config_file: Option<std::path::PathBuf>,
    #[command(flatten)]
    further: FurtherDatabases,
}

/// Databases that only some installations have.
#[derive(Debug, Clone, Default, Args)]
pub struct FurtherDatabases {
    /// The primary, as `shop_media`.
    #[arg(long, env = "DATABASE_MEDIA_URL", hide_env_values = true)]
    pub database_media_url: Option<String>,
    /// The primary, as `shop_migrate`.
    #[arg(long, env = "DATABASE_MIGRATE_URL", hide_env_values = true)]
    pub database_migrate_url: Option<String>,
}

/// What the server would read. Parsed here and not by the command, so that a missing variable is a finding like any other.
#[derive(Parser)]
#[command(name = "matjar", no_binary_name = true)]
struct Environment {
    #[command(flatten)]
    config: Config,
}

pub async fn run(args: &DoctorArgs) -> anyhow::Result<()> {
    let mut report = Report::default();
    report.extend(args.config_file.as_deref().map(machine::config_file));
    match Environment::try_parse_from(std::iter::empty::<String>()) {
        Ok(Environment { config }) => {
            let program = std::env::current_exe()?;
            report.extend(examine(&config, &args.further, &program).await.findings);
        }
        Err(error) => report.extend(unreadable(&error)),
    }
    if args.json {
        println!("{}", serde_json::to_string_pretty(&report)?);
    } else {
        print!("{report}");
    }
    anyhow::ensure!(report.failures() == 0, "{} failed", rules::checks(report.failures()));
    Ok(())
}

/// Runs every check with this configuration. `program` is started again to lock itself up.
pub async fn examine(config: &Config, further: &FurtherDatabases, program: &Path) -> Report {
    let mut report = Report::default();
    report.extend(rules::configuration(&config.errors()));
    report.extend(rules::public_origin(Front {
        origin: &config.public_origin,
        trusts_a_proxy: !config.trusted_proxies.is_empty(),
        listens_on_loopback: config.listen.ip().is_loopback(),
    }));
    report.extend(rules::payment(&config.payment.pay_api_url));
    report.extend(database::check(config, further).await);
    report.extend([services::redis(config).await, services::mail(config).await]);
    report.extend(services::renderers(config).await);
    report.extend(services::uploads(config, program).await);
    report.extend(machine::check(config));
    report
}

/// Names the variables that are missing, or else the value that cannot be read.
fn unreadable(error: &clap::Error) -> Vec<Finding> {
    let command = Environment::command();
    let required = command.get_arguments().filter(|argument| argument.is_required_set());
    let names = required.filter_map(|argument| argument.get_env()?.to_str());
    let missing: Vec<_> = names.filter(|name| std::env::var_os(name).is_none()).collect();
    if missing.is_empty() {
        let text = error.to_string();
        let first = text.lines().next().unwrap_or_default().trim_start_matches("error: ");
        return vec![Finding::failed(
            "configuration",
            first,
            "Correct this value, then run the check again.",
        )];
    }
    let set = "Set it in the environment of the server. `.env.example` explains each variable.";
    missing
        .into_iter()
        .map(|name| Finding::failed("configuration", format!("{name} is not set"), set))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_configuration_is_read_from_the_environment_only() {
        Environment::command().debug_assert();
        let given: Vec<_> = Environment::command()
            .get_arguments()
            .filter(|one| one.get_env().is_none())
            .map(|one| one.get_id().to_string())
            .collect();
        assert_eq!(given, ["help"; 0].map(str::to_owned), "each setting has a variable");
    }
}
