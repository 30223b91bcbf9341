//! An SMTP server that stores emails instead of delivering them.
//!
//! Developers open what the shop would have sent; tests also need a server that misbehaves. It runs outside the shop
//! and speaks SMTP, so the shop cannot distinguish it from a real server.

use std::{
    net::SocketAddr,
    sync::{Arc, Mutex, PoisonError},
};

use mail_parser::MessageParser;
use serde::Serialize;
use tokio::{
    io::{AsyncBufReadExt, AsyncWriteExt, BufReader},
    net::{TcpListener, TcpStream},
    sync::watch,
};

/// A received email.
#[derive(Debug, Clone, Serialize)]
pub struct Email {
    pub from: String,
    pub to: Vec<String>,
    pub subject: String,
    pub html: String,
    pub text: String,
    /// Every header line, unfolded.
    pub headers: Vec<(String, String)>,
    #[serde(skip)]
    pub raw: Vec<u8>,
}

impl Email {
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers
            .iter()
            .find(|(found, _)| found.eq_ignore_ascii_case(name))
            .map(|(_, value)| value.as_str())
    }

    /// Returns the first URL in the plain text that contains `part`.
    pub fn link(&self, part: &str) -> Option<&str> {
        self.text.split_whitespace().find(|word| word.starts_with("http") && word.contains(part))
    }
}

/// How the server responds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Behaviour {
    Accepting,
    /// Rejects recipients temporarily (451).
    Busy,
    /// Rejects recipients as unknown mailboxes (550).
    Refusing,
    /// Accepts the connection and sends nothing.
    Silent,
    /// Accepts the email and closes the connection before confirming it.
    Swallowing,
    /// Accepts the email and confirms it a second later.
    Slow,
}

#[derive(Clone)]
pub struct Sink {
    pub address: SocketAddr,
    emails: Arc<Mutex<Vec<Email>>>,
    count: watch::Receiver<usize>,
    behaviour: Arc<Mutex<Behaviour>>,
}

impl Sink {
    pub async fn open(listen: SocketAddr) -> anyhow::Result<Self> {
        let listener = TcpListener::bind(listen).await?;
        let (arrivals, count) = watch::channel(0);
        let sink = Self {
            address: listener.local_addr()?,
            emails: Arc::default(),
            count,
            behaviour: Arc::new(Mutex::new(Behaviour::Accepting)),
        };
        let (server, arrivals) = (sink.clone(), Arc::new(arrivals));
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                let (server, arrivals) = (server.clone(), arrivals.clone());
                tokio::spawn(async move {
                    // A client may disconnect at any time.
                    let _ = server.serve_connection(stream, &arrivals).await;
                });
            }
        });
        Ok(sink)
    }

    pub fn url(&self) -> String {
        format!("smtp://{}", self.address)
    }

    pub fn set_behaviour(&self, behaviour: Behaviour) {
        *self.behaviour.lock().unwrap_or_else(PoisonError::into_inner) = behaviour;
    }

    fn behaviour(&self) -> Behaviour {
        *self.behaviour.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub fn emails(&self) -> Vec<Email> {
        self.emails.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    pub fn to(&self, address: &str) -> Vec<Email> {
        self.emails().into_iter().filter(|email| email.to.iter().any(|to| to == address)).collect()
    }

    /// Waits until at least `count` emails have arrived, and returns all.
    pub async fn wait_for(&self, count: usize) -> Vec<Email> {
        let mut seen = self.count.clone();
        let _ = seen.wait_for(|arrived| *arrived >= count).await;
        self.emails()
    }

    async fn serve_connection(
        &self,
        stream: TcpStream,
        arrivals: &watch::Sender<usize>,
    ) -> std::io::Result<()> {
        if self.behaviour() == Behaviour::Silent {
            tokio::time::sleep(std::time::Duration::from_secs(3600)).await;
        }
        let (read, mut write) = stream.into_split();
        let mut lines = BufReader::new(read);
        let (mut from, mut to) = (String::new(), Vec::new());
        write.write_all(b"220 mailsink\r\n").await?;
        let mut line = Vec::new();
        loop {
            line.clear();
            if lines.read_until(b'\n', &mut line).await? == 0 {
                return Ok(());
            }
            let command = String::from_utf8_lossy(&line).trim().to_owned();
            let verb = command.split([' ', ':']).next().unwrap_or_default().to_ascii_uppercase();
            let answer = match verb.as_str() {
                "EHLO" => "250-mailsink\r\n250-8BITMIME\r\n250 SMTPUTF8\r\n",
                "HELO" | "NOOP" => "250 ok\r\n",
                "RSET" => {
                    (from, to) = (String::new(), Vec::new());
                    "250 ok\r\n"
                }
                "MAIL" => {
                    from = address_in(&command);
                    "250 ok\r\n"
                }
                "RCPT" => match self.behaviour() {
                    Behaviour::Busy => "451 try again later\r\n",
                    Behaviour::Refusing => "550 no such mailbox\r\n",
                    _ => {
                        to.push(address_in(&command));
                        "250 ok\r\n"
                    }
                },
                "DATA" => {
                    write.write_all(b"354 send the message\r\n").await?;
                    let raw = body(&mut lines).await?;
                    self.store(&from, std::mem::take(&mut to), raw, arrivals);
                    match self.behaviour() {
                        Behaviour::Swallowing => return Ok(()),
                        Behaviour::Slow => tokio::time::sleep(std::time::Duration::from_secs(1)).await,
                        _ => {}
                    }
                    "250 accepted\r\n"
                }
                "QUIT" => {
                    write.write_all(b"221 bye\r\n").await?;
                    return Ok(());
                }
                _ => "502 unknown\r\n",
            };
            write.write_all(answer.as_bytes()).await?;
        }
    }

    fn store(&self, from: &str, to: Vec<String>, raw: Vec<u8>, arrivals: &watch::Sender<usize>) {
        let email = read(from, to, raw);
        let count = {
            let mut emails = self.emails.lock().unwrap_or_else(PoisonError::into_inner);
            emails.push(email);
            emails.len()
        };
        let _ = arrivals.send(count);
    }
}

fn address_in(command: &str) -> String {
    let inside = command.split_once('<').and_then(|(_, rest)| rest.split_once('>'));
    inside.map_or_else(String::new, |(address, _)| address.to_owned())
}

/// Reads up to the line with a single dot, and removes the dot that SMTP adds to lines that start with one.
async fn body(lines: &mut BufReader<tokio::net::tcp::OwnedReadHalf>) -> std::io::Result<Vec<u8>> {
    let mut raw = Vec::new();
    let mut line = Vec::new();
    loop {
        line.clear();
        if lines.read_until(b'\n', &mut line).await? == 0 || line == b".\r\n" {
            return Ok(raw);
        }
        raw.extend_from_slice(line.strip_prefix(b".").unwrap_or(&line));
    }
}

fn read(from: &str, to: Vec<String>, raw: Vec<u8>) -> Email {
    let parsed = MessageParser::default().parse(&raw);
    let headers = parsed.iter().flat_map(|message| message.headers_raw());
    let headers = headers.map(|(name, value)| {
        let unfolded = value.split_whitespace().collect::<Vec<_>>().join(" ");
        (name.to_owned(), unfolded)
    });
    let part =
        |text: Option<std::borrow::Cow<'_, str>>| text.map(|text| text.into_owned()).unwrap_or_default();
    Email {
        from: from.to_owned(),
        to,
        subject: parsed.as_ref().and_then(|message| message.subject()).unwrap_or_default().to_owned(),
        html: part(parsed.as_ref().and_then(|message| message.body_html(0))),
        text: part(parsed.as_ref().and_then(|message| message.body_text(0))),
        headers: headers.collect(),
        raw,
    }
}
