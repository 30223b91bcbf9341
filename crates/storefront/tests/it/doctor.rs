//! `matjar doctor`: one thing at a time is really broken, and exactly that is reported.

use std::{os::unix::fs::PermissionsExt, path::Path};

use storefront::{
    cli::doctor::{
        FurtherDatabases, examine,
        rules::{Finding, Outcome, Report},
    },
    server::config::Config,
};
use testkit::{TestShop, redis_server::TestRedis};

fn of<'a>(report: &'a Report, check: &str) -> Vec<&'a Finding> {
    report.findings.iter().filter(|finding| finding.check == check).collect()
}

fn failed(report: &Report) -> Vec<&'static str> {
    let failed = report.findings.iter().filter(|finding| finding.outcome == Outcome::Failed);
    let mut names: Vec<_> = failed.map(|finding| finding.check).collect();
    names.dedup();
    names
}

async fn run(config: &Config) -> Report {
    examine(config, &FurtherDatabases::default(), Path::new(env!("CARGO_BIN_EXE_matjar"))).await
}

/// A shop with an owner and a mail server, in which nothing fails.
async fn healthy() -> (TestShop, Config, testkit::Mailbox) {
    let shop = TestShop::open().await;
    shop.staff("owner@example.com", true).await;
    let mailbox = shop.open_mailbox().await;
    let mut config = shop.config().clone();
    config.mail.smtp_url = mailbox.sink.url();
    config.min_free_disk = 0;
    (shop, config, mailbox)
}

/// [RUN-1]
#[tokio::test]
async fn each_broken_part_is_named_alone_with_what_to_do() {
    let (shop, config, _mailbox) = healthy().await;
    let report = run(&config).await;
    assert_eq!(failed(&report), [""; 0], "{report}");
    assert!(of(&report, "owner")[0].found.contains("one owner"));

    let broken = |change: &dyn Fn(&mut Config)| {
        let mut config = config.clone();
        change(&mut config);
        config
    };
    let cases: [(&str, Config); 8] = [
        ("redis", broken(&|config| config.redis_url = "redis://127.0.0.1:1/".to_owned())),
        ("mail", broken(&|config| config.mail.smtp_url = "smtp://127.0.0.1:1".to_owned())),
        ("folder", broken(&|config| config.media_dir = "/proc/nowhere".into())),
        (
            "database",
            broken(&|config| {
                config.database.database_read_url = "postgres://shop_read:x@127.0.0.1:1/matjar".to_owned()
            }),
        ),
        (
            "database",
            broken(&|config| config.database.database_url = config.database.database_staff_url.clone()),
        ),
        ("origin", broken(&|config| config.public_origin = "http://shop.example".to_owned())),
        ("disk", broken(&|config| config.min_free_disk = 101)),
        (
            "renderers",
            broken(&|config| {
                config.renderers.renderer_addrs = Vec::new();
                config.renderers.web_dir = "/nowhere".into();
            }),
        ),
    ];
    for (check, config) in cases {
        let report = run(&config).await;
        assert_eq!(failed(&report), [check], "{report}");
        let advice = of(&report, check)
            .into_iter()
            .find(|one| one.outcome == Outcome::Failed)
            .and_then(|one| one.advice.clone());
        assert!(advice.is_some_and(|text| text.len() > 20), "{check} says what to do");
    }
    drop(shop);
}

/// [RUN-1]
#[tokio::test]
async fn an_old_schema_and_a_missing_owner_are_named() {
    let (shop, config, _mailbox) = healthy().await;
    sqlx::query("delete from _sqlx_migrations where version = (select max(version) from _sqlx_migrations)")
        .execute(&shop.db)
        .await
        .expect("an older schema");
    let report = run(&config).await;
    assert_eq!(failed(&report), ["schema"], "{report}");
    assert!(of(&report, "schema")[0].advice.as_deref().is_some_and(|text| text.contains("matjar migrate")));

    sqlx::query("update staff set is_active = false").execute(&shop.db).await.expect("no owner");
    let report = run(&config).await;
    assert_eq!(failed(&report), ["schema", "owner"], "{report}");
}

/// [RUN-1]
#[tokio::test]
async fn a_redis_that_stops_is_named() {
    let (_shop, mut config, _mailbox) = healthy().await;
    let mut redis = TestRedis::start();
    config.redis_url = redis.url();
    assert_eq!(failed(&run(&config).await), [""; 0]);
    redis.stop();
    assert_eq!(failed(&run(&config).await), ["redis"]);
}

/// The command itself: exit code, JSON, a configuration that is missing or readable by everyone.
#[tokio::test]
async fn without_a_configuration_the_command_names_each_missing_variable() {
    let folder = std::env::temp_dir().join(format!("matjar-doctor-{}", std::process::id()));
    std::fs::write(&folder, "").expect("a file");
    std::fs::set_permissions(&folder, std::fs::Permissions::from_mode(0o644)).expect("mode");
    let program = env!("CARGO_BIN_EXE_matjar");
    let output = tokio::process::Command::new(program)
        .args(["doctor", "--json"])
        .env_clear()
        .env("MATJAR_CONFIG_FILE", &folder)
        .env("DATABASE_URL", "postgres://shop_web@127.0.0.1:1/matjar")
        .output()
        .await
        .expect("the program runs");
    std::fs::remove_file(&folder).expect("removed");

    assert_eq!(output.status.code(), Some(1));
    let report: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let found: Vec<_> =
        report["findings"].as_array().expect("findings").iter().map(|one| one["found"].to_string()).collect();
    assert!(found[0].contains("mode 644"), "{found:?}");
    for name in ["DATABASE_READ_URL", "REDIS_URL", "MATJAR_SECRET_NONCE_PAGE"] {
        assert!(found.iter().any(|text| text.contains(&format!("{name} is not set"))), "{name} in {found:?}");
    }
    assert!(!found.iter().any(|text| text.contains("DATABASE_URL is")), "it is set: {found:?}");
}
