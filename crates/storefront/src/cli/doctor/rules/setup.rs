//! Configuration, files and disk.

use std::path::Path;

use super::{Finding, is_local};

/// How shoppers reach the server.
#[derive(Debug, Clone, Copy)]
pub struct Front<'a> {
    pub origin: &'a str,
    pub trusts_a_proxy: bool,
    pub listens_on_loopback: bool,
}

pub fn configuration(errors: &[String]) -> Vec<Finding> {
    if errors.is_empty() {
        return vec![Finding::passed("configuration", "complete and valid")];
    }
    let advice = "The server does not start with it. Correct the value, then restart the server.";
    errors.iter().map(|error| Finding::failed("configuration", error, advice)).collect()
}

/// The address that shoppers use, and how their connections arrive.
pub fn public_origin(front: Front<'_>) -> Vec<Finding> {
    let Front { origin, trusts_a_proxy, listens_on_loopback } = front;
    let mut findings = Vec::new();
    findings.push(if origin.starts_with("https://") {
        Finding::passed("origin", format!("shoppers use {origin}"))
    } else if is_local(origin) {
        Finding::warning(
            "origin",
            format!("{origin} can be opened on this machine only"),
            "Set MATJAR_PUBLIC_ORIGIN to the https address of the shop, once it has a name.",
        )
    } else {
        Finding::failed(
            "origin",
            format!("{origin} is not encrypted: browsers do not send the cookies of carts and of staff to it"),
            "Put a proxy with a certificate in front (the handbook has one for Caddy, which fetches its own), and set \
             MATJAR_PUBLIC_ORIGIN to https://.",
        )
    });
    if origin.starts_with("https://") && !trusts_a_proxy {
        findings.push(Finding::failed(
            "proxy",
            "no proxy is trusted, but the server itself speaks no TLS",
            "All shoppers would count as one visitor, and rate limits would refuse them. Set MATJAR_TRUSTED_PROXIES to the \
             network of the proxy, 127.0.0.1/32 if it runs on this machine.",
        ));
    }
    if !listens_on_loopback {
        findings.push(Finding::warning(
            "listen",
            "other machines can reach the server without the proxy",
            "Set MATJAR_LISTEN to 127.0.0.1 if the proxy runs on this machine, else let the firewall admit the proxy only.",
        ));
    }
    findings
}

/// The settings of the simulator are the default.
pub fn payment(api_url: &str) -> Vec<Finding> {
    let advice = "Set the MATJAR_PAY_ variables to those of your account, or sell by cash on delivery and bank transfer only.";
    let host = api_url.split_once("://").map_or(api_url, |(_, rest)| rest).split(['/', ':']).next();
    // What `matjar-setup` writes.
    if host.is_some_and(|host| host.ends_with(".invalid")) {
        return vec![Finding::warning(
            "payment",
            "no payment provider is set up: nobody can pay by card",
            advice,
        )];
    }
    if !is_local(api_url) {
        return vec![Finding::passed("payment", format!("cards are charged at {api_url}"))];
    }
    vec![Finding::warning(
        "payment",
        format!("cards are charged at {api_url}: a simulator on this machine, not a provider"),
        advice,
    )]
}

pub fn config_file(path: &Path, mode: u32) -> Finding {
    let found = format!("{} has mode {:o}", path.display(), mode & 0o777);
    if mode & 0o027 == 0 {
        return Finding::passed("config-file", found);
    }
    Finding::failed(
        "config-file",
        found,
        format!(
            "It contains every password of the shop. Run `chown root:matjar {0}; chmod 640 {0}`.",
            path.display()
        ),
    )
}

pub fn disk(folder: &Path, free_percent: u64, min_percent: u64) -> Finding {
    let found = format!("{free_percent} % free at {}", folder.display());
    let advice = "Free space on this volume, or give the folder a larger one. ";
    if free_percent < min_percent {
        let at = format!("{advice}The server is not ready below {min_percent} %.");
        return Finding::failed("disk", found, at);
    }
    if free_percent < min_percent.saturating_mul(2) {
        return Finding::warning(
            "disk",
            found,
            format!("{advice}Below {min_percent} % the server is not ready."),
        );
    }
    Finding::passed("disk", found)
}
