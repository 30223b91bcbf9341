//! SMTP transport: one connection and one timeout per email.

use std::time::Duration;

use edge::renderer::RenderedEmail;
use lettre::{
    AsyncSmtpTransport, AsyncTransport, Message, Tokio1Executor,
    message::{Mailbox, MultiPart, SinglePart, header::HeaderName, header::HeaderValue},
};

/// SMTP server and sender.
#[derive(Debug, Clone)]
pub struct MailConfig {
    /// `smtp://host:port`, `smtps://user:password@host`, or `smtp://host?tls=required`.
    pub url: String,
    /// `دكان النخلة <shop@example.com>`, or the address alone.
    pub from: String,
    /// Limits the connection check and, separately, the sending of one email.
    pub timeout: Duration,
}

#[derive(Debug, thiserror::Error)]
pub enum SmtpError {
    /// The server did not accept the email; a retry may succeed.
    #[error("temporary failure: {0}")]
    Transient(String),
    /// The email cannot be built, or the server rejects it permanently.
    #[error("rejected: {0}")]
    Permanent(String),
    /// The mailbox does not exist.
    #[error("unknown mailbox: {0}")]
    UnknownMailbox(String),
    /// The server may have accepted the email.
    #[error("unknown outcome: {0}")]
    Unknown(String),
}

pub struct Smtp {
    transport: AsyncSmtpTransport<Tokio1Executor>,
    from: Mailbox,
    timeout: Duration,
}

/// An email with its envelope and headers.
pub struct OutgoingEmail<'a> {
    pub to: &'a str,
    pub subject: &'a str,
    /// Takes the place of a configured name; empty: the configured one.
    pub sender_name: &'a str,
    /// Where an answer goes; `None`: to the sender.
    pub reply_to: Option<&'a str>,
    /// Message id, the same for every attempt, so that a server can detect duplicates.
    pub id: &'a str,
    /// URL that ends the subscription.
    pub unsubscribe: Option<&'a str>,
    pub rendered: RenderedEmail,
}

impl Smtp {
    pub fn new(config: &MailConfig) -> anyhow::Result<Self> {
        let builder = AsyncSmtpTransport::<Tokio1Executor>::from_url(&config.url)?;
        Ok(Self {
            transport: builder.timeout(Some(config.timeout)).build(),
            from: config.from.parse()?,
            timeout: config.timeout,
        })
    }

    pub fn sender(&self) -> String {
        self.from.email.to_string()
    }

    /// Returns the maximum time that checking the connection and sending one email take.
    pub fn send_timeout(&self) -> Duration {
        self.timeout * 2
    }

    /// Checks that the server responds. Called before an email is handed over, while it can still be retried.
    pub async fn check_connection(&self) -> Result<(), String> {
        // The library's own timeout covers connecting only: a server that stops responding later would block forever.
        match tokio::time::timeout(self.timeout, self.transport.test_connection()).await {
            Ok(Ok(true)) => Ok(()),
            Ok(Ok(false)) => Err("the server failed the connection check".to_owned()),
            Ok(Err(error)) => Err(reason(&error)),
            Err(_) => Err("the server sent no greeting".to_owned()),
        }
    }

    pub async fn send(&self, email: OutgoingEmail<'_>) -> Result<(), SmtpError> {
        let message = self.message(email).map_err(|error| SmtpError::Permanent(error.to_string()))?;
        match tokio::time::timeout(self.timeout, self.transport.send(message)).await {
            Ok(Ok(_)) => Ok(()),
            Ok(Err(error)) if error.is_transient() => Err(SmtpError::Transient(reason(&error))),
            Ok(Err(error)) if is_unknown_mailbox(&error) => Err(SmtpError::UnknownMailbox(reason(&error))),
            Ok(Err(error)) if error.is_permanent() => Err(SmtpError::Permanent(reason(&error))),
            // The connection failed before the response arrived: the server may have accepted the email.
            Ok(Err(error)) => Err(SmtpError::Unknown(reason(&error))),
            Err(_) => Err(SmtpError::Unknown("no response before the timeout".to_owned())),
        }
    }

    fn message(&self, email: OutgoingEmail<'_>) -> anyhow::Result<Message> {
        let domain = self.from.email.domain().to_owned();
        let mut from = self.from.clone();
        if !email.sender_name.is_empty() {
            from.name = Some(email.sender_name.to_owned());
        }
        let mut builder = Message::builder()
            .from(from)
            .to(email.to.parse()?)
            .subject(email.subject)
            .message_id(Some(format!("<{}@{domain}>", email.id)))
            // Prevents out-of-office replies.
            .raw_header(header("Auto-Submitted", "auto-generated"));
        if let Some(address) = email.reply_to {
            builder = builder.reply_to(address.parse()?);
        }
        if let Some(url) = email.unsubscribe {
            builder = builder
                .raw_header(header("List-Unsubscribe", &format!("<{url}>")))
                .raw_header(header("List-Unsubscribe-Post", "List-Unsubscribe=One-Click"));
        }
        let parts = MultiPart::alternative()
            .singlepart(SinglePart::plain(email.rendered.text))
            .singlepart(SinglePart::html(email.rendered.html));
        Ok(builder.multipart(parts)?)
    }
}

fn header(name: &'static str, value: &str) -> HeaderValue {
    HeaderValue::new(HeaderName::new_from_ascii_str(name), value.to_owned())
}

/// Whether the status code concerns the mailbox, not the message or the sender.
fn is_unknown_mailbox(error: &lettre::transport::smtp::Error) -> bool {
    error.status().is_some_and(|code| matches!(u16::from(code), 550 | 551 | 553))
}

/// Returns the server's status code or the kind of failure; never its text, which may contain the address.
fn reason(error: &lettre::transport::smtp::Error) -> String {
    match error.status() {
        Some(code) => format!("the server responded {code}"),
        None if error.is_timeout() => "timed out".to_owned(),
        None => "the connection failed".to_owned(),
    }
}
