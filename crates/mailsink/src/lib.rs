//! A mail server that delivers nowhere: letters are taken over SMTP and can be read here.
//!
//! For developers, who open what the shop would have sent, and for tests, which also need a server in a bad mood. It
//! stands outside of the shop and speaks the wire's own words; the shop does not know the difference.

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

/// A letter as it arrived.
#[derive(Debug, Clone, Serialize)]
pub struct Letter {
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

impl Letter {
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers
            .iter()
            .find(|(found, _)| found.eq_ignore_ascii_case(name))
            .map(|(_, value)| value.as_str())
    }

    /// The first address of a page in the plain text that contains `part`.
    pub fn link(&self, part: &str) -> Option<&str> {
        self.text.split_whitespace().find(|word| word.starts_with("http") && word.contains(part))
    }
}

/// How the server answers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mood {
    Kind,
    /// Comes back later (451).
    Busy,
    /// Knows nobody of that name (550).
    Refusing,
    /// Takes the call and says nothing.
    Silent,
    /// Takes the letter, and hangs up before saying so.
    Swallowing,
    /// Takes the letter, and says so a second later.
    Slow,
}

#[derive(Clone)]
pub struct Sink {
    pub address: SocketAddr,
    letters: Arc<Mutex<Vec<Letter>>>,
    count: watch::Receiver<usize>,
    mood: Arc<Mutex<Mood>>,
}

impl Sink {
    pub async fn open(listen: SocketAddr) -> anyhow::Result<Self> {
        let listener = TcpListener::bind(listen).await?;
        let (told, count) = watch::channel(0);
        let sink = Self {
            address: listener.local_addr()?,
            letters: Arc::default(),
            count,
            mood: Arc::new(Mutex::new(Mood::Kind)),
        };
        let (desk, told) = (sink.clone(), Arc::new(told));
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                let (desk, told) = (desk.clone(), told.clone());
                tokio::spawn(async move {
                    // A caller who hangs up is no trouble of ours.
                    let _ = desk.talk(stream, &told).await;
                });
            }
        });
        Ok(sink)
    }

    pub fn url(&self) -> String {
        format!("smtp://{}", self.address)
    }

    pub fn set_mood(&self, mood: Mood) {
        *self.mood.lock().unwrap_or_else(PoisonError::into_inner) = mood;
    }

    fn mood(&self) -> Mood {
        *self.mood.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub fn letters(&self) -> Vec<Letter> {
        self.letters.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    pub fn to(&self, address: &str) -> Vec<Letter> {
        self.letters().into_iter().filter(|letter| letter.to.iter().any(|to| to == address)).collect()
    }

    /// Waits until there are this many.
    pub async fn wait_for(&self, count: usize) -> Vec<Letter> {
        let mut seen = self.count.clone();
        let _ = seen.wait_for(|there| *there >= count).await;
        self.letters()
    }

    async fn talk(&self, stream: TcpStream, told: &watch::Sender<usize>) -> std::io::Result<()> {
        if self.mood() == Mood::Silent {
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
            let said = String::from_utf8_lossy(&line).trim().to_owned();
            let verb = said.split([' ', ':']).next().unwrap_or_default().to_ascii_uppercase();
            let answer = match verb.as_str() {
                "EHLO" => "250-mailsink\r\n250-8BITMIME\r\n250 SMTPUTF8\r\n",
                "HELO" | "NOOP" => "250 ok\r\n",
                "RSET" => {
                    (from, to) = (String::new(), Vec::new());
                    "250 ok\r\n"
                }
                "MAIL" => {
                    from = address_in(&said);
                    "250 ok\r\n"
                }
                "RCPT" => match self.mood() {
                    Mood::Busy => "451 come back later\r\n",
                    Mood::Refusing => "550 nobody of that name\r\n",
                    _ => {
                        to.push(address_in(&said));
                        "250 ok\r\n"
                    }
                },
                "DATA" => {
                    write.write_all(b"354 go on\r\n").await?;
                    let raw = body(&mut lines).await?;
                    self.keep(&from, std::mem::take(&mut to), raw, told);
                    match self.mood() {
                        Mood::Swallowing => return Ok(()),
                        Mood::Slow => tokio::time::sleep(std::time::Duration::from_secs(1)).await,
                        _ => {}
                    }
                    "250 taken\r\n"
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

    fn keep(&self, from: &str, to: Vec<String>, raw: Vec<u8>, told: &watch::Sender<usize>) {
        let letter = read(from, to, raw);
        let count = {
            let mut letters = self.letters.lock().unwrap_or_else(PoisonError::into_inner);
            letters.push(letter);
            letters.len()
        };
        let _ = told.send(count);
    }
}

fn address_in(said: &str) -> String {
    let inside = said.split_once('<').and_then(|(_, rest)| rest.split_once('>'));
    inside.map_or_else(String::new, |(address, _)| address.to_owned())
}

/// Up to the line with a lone dot; a dot that stands before another was put there for the way.
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

fn read(from: &str, to: Vec<String>, raw: Vec<u8>) -> Letter {
    let parsed = MessageParser::default().parse(&raw);
    let headers = parsed.iter().flat_map(|message| message.headers_raw());
    let headers = headers.map(|(name, value)| {
        let unfolded = value.split_whitespace().collect::<Vec<_>>().join(" ");
        (name.to_owned(), unfolded)
    });
    let part =
        |text: Option<std::borrow::Cow<'_, str>>| text.map(|text| text.into_owned()).unwrap_or_default();
    Letter {
        from: from.to_owned(),
        to,
        subject: parsed.as_ref().and_then(|message| message.subject()).unwrap_or_default().to_owned(),
        html: part(parsed.as_ref().and_then(|message| message.body_html(0))),
        text: part(parsed.as_ref().and_then(|message| message.body_text(0))),
        headers: headers.collect(),
        raw,
    }
}
