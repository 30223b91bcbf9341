//! What the server talks to or starts: Redis, the mail server, renderers, the jail of uploads.

use std::{path::Path, time::Duration};

use edge::{redis_client::RedisClient, renderer::Renderer};

use super::rules::Finding;
use crate::server::{config::Config, upload_config::MediaProcess};

const RENDERERS_TIMEOUT: Duration = Duration::from_secs(10);

pub async fn redis(config: &Config) -> Finding {
    let checked = match RedisClient::new(&config.redis_url, &config.redis_shop()) {
        Ok(redis) => redis.check().await,
        Err(error) => Err(error.to_string()),
    };
    match checked {
        Ok(()) => Finding::passed("redis", "answers, reads and writes"),
        Err(error) => Finding::failed(
            "redis",
            error,
            "Start Redis, or correct REDIS_URL. The shop works without it, but each server counts rate limits alone and \
             renders every page itself. The handbook has the rights that the user needs (Operations, Redis).",
        ),
    }
}

pub async fn mail(config: &Config) -> Finding {
    if config.is_copy {
        return Finding::passed("mail", "not checked: a restored copy contacts no mail server");
    }
    let checked = match config.mail.smtp() {
        Ok(smtp) => smtp.check_connection().await,
        Err(error) => Err(error.to_string()),
    };
    match checked {
        Ok(()) => {
            Finding::passed("mail", format!("the mail server answers; sender {}", config.mail.mail_from))
        }
        Err(error) => Finding::failed(
            "mail",
            error,
            "Set MATJAR_SMTP_URL to a mail server that accepts messages from this machine. Emails wait in the database \
             until it does; nobody can register or reset a password meanwhile.",
        ),
    }
}

pub async fn renderers(config: &Config) -> Vec<Finding> {
    let mut findings = Vec::new();
    let script = config.renderers.web_dir.join("renderer/renderer.mjs");
    let own = config.renderers.renderer_addrs.is_empty();
    if own && !script.is_file() {
        return vec![Finding::failed(
            "renderers",
            format!("{} is missing", script.display()),
            "Set MATJAR_WEB_DIR to the folder of the built web files. The package has it in /usr/lib/matjar/web.",
        )];
    }
    if own {
        findings.push(
            match tokio::process::Command::new(&config.renderers.node).arg("--version").output().await {
                Ok(output) if output.status.success() => {
                    let version = String::from_utf8_lossy(&output.stdout).trim().to_owned();
                    Finding::passed("node", format!("{} {version}", config.renderers.node.display()))
                }
                Ok(output) => return vec![no_node(config, &output.status.to_string())],
                Err(error) => return vec![no_node(config, &error.to_string())],
            },
        );
    }
    let source = match config.renderers.source() {
        Ok(source) => source,
        Err(error) => {
            let advice = "The folder for running files must be writable for the user of the server.";
            findings.push(Finding::failed("renderers", error.to_string(), advice));
            return findings;
        }
    };
    findings.push(if Renderer::start(source).ready(RENDERERS_TIMEOUT).await {
        Finding::passed("renderers", "start and answer")
    } else {
        Finding::failed(
            "renderers",
            format!("no answer within {RENDERERS_TIMEOUT:?}"),
            "Without renderers only cached pages are shown. Start one by hand to see its error: \
             node RENDERER.mjs --socket /tmp/one.sock. Renderers and server must be of the same build.",
        )
    });
    findings
}

fn no_node(config: &Config, reason: &str) -> Finding {
    Finding::failed(
        "node",
        format!("{} does not run: {reason}", config.renderers.node.display()),
        "Set MATJAR_NODE to Node 22 or newer. The package has it in /usr/lib/matjar/node/bin/node.",
    )
}

/// Whether uploads can be decoded here, and videos too.
pub async fn uploads(config: &Config, program: &Path) -> Vec<Finding> {
    let place = match config.uploads.media_process {
        MediaProcess::Inside => "the server decodes them",
        MediaProcess::Separate => "`matjar media` decodes them, checked on this machine",
    };
    let jail = config.uploads.jail_of(program);
    let mut findings = vec![match ::media::jail::check(&jail).await {
        Ok(()) => {
            Finding::passed("uploads", format!("the kernel locks up the process that decodes them; {place}"))
        }
        Err(error) => Finding::failed("uploads", format!("{error:#}"), NO_JAIL),
    }];
    findings.push(if jail.tools.is_some() {
        Finding::passed("video", "ffmpeg and ffprobe are installed")
    } else {
        Finding::warning(
            "video",
            "ffmpeg is not installed: videos of visitors are refused",
            "Install the package ffmpeg, or leave it: pictures need no ffmpeg.",
        )
    });
    findings
}

const NO_JAIL: &str = "Uploads wait and are shown to nobody. Use a kernel with landlock and seccomp (Linux 5.13 or newer, \
    `cat /sys/kernel/security/lsm` names landlock), or run `matjar media` on another machine, or accept less protection with \
    MATJAR_MEDIA_JAIL=weak.";
