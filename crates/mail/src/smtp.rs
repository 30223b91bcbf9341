//! The way out: one letter, one connection, one time limit.

use std::time::Duration;

use edge::renderer::DrawnLetter;
use lettre::{
    AsyncSmtpTransport, AsyncTransport, Message, Tokio1Executor,
    message::{Mailbox, MultiPart, SinglePart, header::HeaderName, header::HeaderValue},
};

/// Where letters go out, and in whose name.
#[derive(Debug, Clone)]
pub struct MailConfig {
    /// `smtp://host:port`, `smtps://user:password@host`, or `smtp://host?tls=required`.
    pub url: String,
    /// `دكان النخلة <shop@example.com>`, or the address alone.
    pub from: String,
    /// What one letter may take, from the first byte to the last.
    pub patience: Duration,
}

#[derive(Debug, thiserror::Error)]
pub enum SmtpError {
    /// Nothing was sent; it may be tried again.
    #[error("not now: {0}")]
    Later(String),
    /// The server will not have it, now or ever.
    #[error("refused: {0}")]
    Never(String),
    /// There is nobody of that name.
    #[error("nobody there: {0}")]
    Nobody(String),
    /// It may have been taken.
    #[error("unknown: {0}")]
    Unknown(String),
}

pub struct Smtp {
    transport: AsyncSmtpTransport<Tokio1Executor>,
    from: Mailbox,
    patience: Duration,
}

/// What goes on the envelope and into the header.
pub struct Outgoing<'a> {
    pub to: &'a str,
    pub subject: &'a str,
    /// Names this letter for good: a server that gets it twice can tell.
    pub id: &'a str,
    /// The address of the page that ends a subscription.
    pub unsubscribe: Option<&'a str>,
    pub drawn: DrawnLetter,
}

impl Smtp {
    pub fn new(config: &MailConfig) -> anyhow::Result<Self> {
        let builder = AsyncSmtpTransport::<Tokio1Executor>::from_url(&config.url)?;
        Ok(Self {
            transport: builder.timeout(Some(config.patience)).build(),
            from: config.from.parse()?,
            patience: config.patience,
        })
    }

    /// What one email may take at most.
    pub fn patience(&self) -> Duration {
        self.patience * 2
    }

    /// Whether the server answers. Asked before an email is handed over, while it can still be kept.
    pub async fn reach(&self) -> Result<(), String> {
        // The library's own limit covers connecting only: a server that falls silent later would hold us for good.
        match tokio::time::timeout(self.patience, self.transport.test_connection()).await {
            Ok(Ok(true)) => Ok(()),
            Ok(Ok(false)) => Err("the server is not there".to_owned()),
            Ok(Err(error)) => Err(reason(&error)),
            Err(_) => Err("the server does not greet".to_owned()),
        }
    }

    pub async fn send(&self, letter: Outgoing<'_>) -> Result<(), SmtpError> {
        let message = self.message(letter).map_err(|error| SmtpError::Never(error.to_string()))?;
        match tokio::time::timeout(self.patience, self.transport.send(message)).await {
            Ok(Ok(_)) => Ok(()),
            Ok(Err(error)) if error.is_transient() => Err(SmtpError::Later(reason(&error))),
            Ok(Err(error)) if is_nobody(&error) => Err(SmtpError::Nobody(reason(&error))),
            Ok(Err(error)) if error.is_permanent() => Err(SmtpError::Never(reason(&error))),
            // Between our last byte and its answer: nobody knows.
            Ok(Err(error)) => Err(SmtpError::Unknown(reason(&error))),
            Err(_) => Err(SmtpError::Unknown("no answer in time".to_owned())),
        }
    }

    fn message(&self, letter: Outgoing<'_>) -> anyhow::Result<Message> {
        let domain = self.from.email.domain().to_owned();
        let mut builder = Message::builder()
            .from(self.from.clone())
            .to(letter.to.parse()?)
            .subject(letter.subject)
            .message_id(Some(format!("<{}@{domain}>", letter.id)))
            // Written by a machine: no out-of-office answers to it.
            .raw_header(header("Auto-Submitted", "auto-generated"));
        if let Some(url) = letter.unsubscribe {
            builder = builder
                .raw_header(header("List-Unsubscribe", &format!("<{url}>")))
                .raw_header(header("List-Unsubscribe-Post", "List-Unsubscribe=One-Click"));
        }
        let parts = MultiPart::alternative()
            .singlepart(SinglePart::plain(letter.drawn.text))
            .singlepart(SinglePart::html(letter.drawn.html));
        Ok(builder.multipart(parts)?)
    }
}

fn header(name: &'static str, value: &str) -> HeaderValue {
    HeaderValue::new(HeaderName::new_from_ascii_str(name), value.to_owned())
}

/// Codes that speak of the mailbox, and not of what we sent or who we are.
fn is_nobody(error: &lettre::transport::smtp::Error) -> bool {
    error.status().is_some_and(|code| matches!(u16::from(code), 550 | 551 | 553))
}

/// The server's code or the kind of trouble; never its words, which may name the address.
fn reason(error: &lettre::transport::smtp::Error) -> String {
    match error.status() {
        Some(code) => format!("the server said {code}"),
        None if error.is_timeout() => "timed out".to_owned(),
        None => "the connection failed".to_owned(),
    }
}
