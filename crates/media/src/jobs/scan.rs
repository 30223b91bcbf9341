//! Asks clamd whether a file contains malware it knows.

use std::{
    fs::File,
    io::{Seek, SeekFrom},
    path::PathBuf,
    time::Duration,
};

use anyhow::{Context, bail};
use clamav_client::tokio::{Socket, Tcp, scan_buffer};
use tokio::io::AsyncReadExt;

/// Where clamd listens.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Scanner {
    /// `host:port`
    Tcp(String),
    /// `unix:/path`
    Socket(PathBuf),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    Clean,
    Infected,
}

const TIMEOUT: Duration = Duration::from_secs(60);

impl std::str::FromStr for Scanner {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        if let Some(path) = text.strip_prefix("unix:") {
            return Ok(Self::Socket(path.into()));
        }
        let port = text.rsplit_once(':').and_then(|(_, port)| port.parse::<u16>().ok());
        port.map(|_| Self::Tcp(text.to_owned())).ok_or_else(|| "expected host:port or unix:/path".to_owned())
    }
}

impl Scanner {
    /// Fails if the scanner does not answer: the file is tried again later and is not processed before.
    pub async fn scan(&self, mut file: File) -> anyhow::Result<Verdict> {
        // Pictures and videos have at most 25 MB, files of enquiries 100 MB, and two are scanned at once.
        let mut content = Vec::new();
        file.seek(SeekFrom::Start(0))?;
        let mut reader = tokio::fs::File::from_std(file);
        reader.read_to_end(&mut content).await?;
        let answer = async {
            match self {
                Self::Tcp(address) => scan_buffer(&content, Tcp { host_address: address }, None).await,
                Self::Socket(path) => scan_buffer(&content, Socket { socket_path: path }, None).await,
            }
        };
        let answer = tokio::time::timeout(TIMEOUT, answer).await.context("clamd does not answer")??;
        verdict(&answer)
    }
}

/// `stream: OK`, `stream: Name FOUND`, or an error.
fn verdict(answer: &[u8]) -> anyhow::Result<Verdict> {
    let text = String::from_utf8_lossy(answer);
    let text = text.trim_end_matches(['\0', '\n']);
    match text.rsplit(' ').next() {
        Some("OK") => Ok(Verdict::Clean),
        Some("FOUND") => {
            tracing::warn!(answer = text, "the scanner found malware");
            Ok(Verdict::Infected)
        }
        _ => bail!("clamd answered {text:?}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_clear_answer_counts() {
        assert_eq!(verdict(b"stream: OK\0").expect("an answer"), Verdict::Clean);
        assert_eq!(verdict(b"stream: Eicar-Test FOUND\0").expect("an answer"), Verdict::Infected);
        for unclear in ["", "INSTREAM size limit exceeded. ERROR\0", "stream: OK, but ERROR"] {
            assert!(verdict(unclear.as_bytes()).is_err(), "{unclear}");
        }
    }

    #[test]
    fn the_address_is_a_port_or_a_socket() {
        assert_eq!("unix:/run/clamd".parse(), Ok(Scanner::Socket("/run/clamd".into())));
        assert_eq!("127.0.0.1:3310".parse(), Ok(Scanner::Tcp("127.0.0.1:3310".to_owned())));
        assert!("clamd".parse::<Scanner>().is_err() && "".parse::<Scanner>().is_err());
    }
}
