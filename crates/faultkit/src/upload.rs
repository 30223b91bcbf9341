//! Uploads by raw connections, so that the sender can be slow and stop in the middle.

use std::{io::Write, time::Duration};

use flate2::{Compression, write::ZlibEncoder};
use serde_json::Value;
use sha2::{Digest, Sha256};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpStream,
};

use crate::reviews::ACTIONS;

const BOUNDARY: &str = "----faults-boundary-0a4c";
/// Longer than the shop waits for its own services.
const TIMEOUT: Duration = Duration::from_secs(30);

/// A small picture, different for each number.
pub fn picture(number: usize) -> Vec<u8> {
    let side = 24;
    let mut raw = Vec::new();
    for y in 0..side {
        raw.push(0);
        raw.extend((0..side).map(|x| (x * 9 + y * 3 + number).to_le_bytes()[0]));
    }
    let mut encoder = ZlibEncoder::new(Vec::new(), Compression::fast());
    // Writing to memory does not fail.
    let _ = encoder.write_all(&raw);
    let data = encoder.finish().unwrap_or_default();
    let mut file = b"\x89PNG\r\n\x1a\n".to_vec();
    file.extend(chunk(b"IHDR", b"\0\0\0\x18\0\0\0\x18\x08\0\0\0\0"));
    file.extend(chunk(b"tEXt", format!("Comment\0picture {number}").as_bytes()));
    file.extend(chunk(b"IDAT", &data));
    file.extend(chunk(b"IEND", b""));
    file
}

/// A file that is received, because its beginning is right, and cannot be decoded.
pub fn broken_picture(number: usize) -> Vec<u8> {
    let mut file = picture(number);
    file.truncate(60);
    file.extend(format!("broken {number}").bytes());
    file
}

fn chunk(kind: &[u8; 4], data: &[u8]) -> Vec<u8> {
    let body = [kind.as_slice(), data].concat();
    let length = u32::try_from(data.len()).unwrap_or_default().to_be_bytes();
    let mut sum = u32::MAX;
    for byte in &body {
        sum ^= u32::from(*byte);
        for _ in 0..8 {
            sum = (sum >> 1) ^ (0xedb8_8320 & 0u32.wrapping_sub(sum & 1));
        }
    }
    [length.as_slice(), &body, &(!sum).to_be_bytes()].concat()
}

pub fn hash(bytes: &[u8]) -> Vec<u8> {
    Sha256::digest(bytes).to_vec()
}

/// One request with a file.
#[derive(Debug, Clone)]
pub struct Upload {
    pub host: String,
    pub address: String,
    pub cookie: String,
    /// The same for each try of the same file.
    pub key: String,
    pub item: i64,
    pub bytes: Vec<u8>,
    /// A pause in the middle of the file, during which the server may die.
    pub pause: Duration,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Answer {
    /// `code` 200.
    Stored { id: i64, key: String },
    /// `code` 500 or more, for good.
    Refused(String),
    /// Not now: the status of the response.
    Later(u16),
    /// No response: the file may be stored or not.
    Unknown,
}

pub async fn send(port: u16, upload: &Upload) -> Answer {
    let exchange = tokio::time::timeout(TIMEOUT, exchange(port, upload)).await;
    match exchange.ok().and_then(Result::ok) {
        Some(text) => parse(&text),
        None => Answer::Unknown,
    }
}

fn body(upload: &Upload) -> Vec<u8> {
    let field = |name: &str, value: &str| {
        format!("--{BOUNDARY}\r\ncontent-disposition: form-data; name=\"{name}\"\r\n\r\n{value}\r\n")
    };
    let mut body = field("action", "cr_upload_media").into_bytes();
    body.extend(field("cr_item", &upload.item.to_string()).bytes());
    body.extend(
        format!(
            "--{BOUNDARY}\r\ncontent-disposition: form-data; name=\"cr_file\"; filename=\"photo.png\"\r\n\
             content-type: image/png\r\n\r\n"
        )
        .bytes(),
    );
    body.extend(&upload.bytes);
    body.extend(format!("\r\n--{BOUNDARY}--\r\n").bytes());
    body
}

async fn exchange(port: u16, upload: &Upload) -> std::io::Result<Vec<u8>> {
    let body = body(upload);
    let head = format!(
        "POST {ACTIONS} HTTP/1.1\r\nhost: {}\r\nx-forwarded-for: {}\r\ncookie: {}\r\nidempotency-key: {}\r\n\
         sec-fetch-site: same-origin\r\nconnection: close\r\ncontent-length: {}\r\n\
         content-type: multipart/form-data; boundary={BOUNDARY}\r\n\r\n",
        upload.host,
        upload.address,
        upload.cookie,
        upload.key,
        body.len()
    );
    let mut stream = TcpStream::connect(("127.0.0.1", port)).await?;
    stream.write_all(head.as_bytes()).await?;
    let (first, rest) = body.split_at(body.len() - upload.bytes.len() / 2);
    stream.write_all(first).await?;
    if !upload.pause.is_zero() {
        tokio::time::sleep(upload.pause).await;
    }
    stream.write_all(rest).await?;
    let mut response = Vec::new();
    stream.read_to_end(&mut response).await?;
    Ok(response)
}

fn parse(response: &[u8]) -> Answer {
    let text = String::from_utf8_lossy(response);
    let Some((head, body)) = text.split_once("\r\n\r\n") else { return Answer::Unknown };
    let status = head.split(' ').nth(1).and_then(|status| status.parse().ok()).unwrap_or(0u16);
    // The length of a chunked body stands before it.
    let body =
        body.get(body.find('{').unwrap_or(0)..body.rfind('}').map_or(0, |end| end + 1)).unwrap_or_default();
    let json: Value = serde_json::from_str(body).unwrap_or_default();
    let attachment = &json["attachment"];
    let id = attachment["id"].as_i64().or_else(|| attachment["id"].as_str()?.parse().ok());
    match (status, json["code"].as_i64(), id, attachment["key"].as_str()) {
        (200, Some(200), Some(id), Some(key)) => Answer::Stored { id, key: key.to_owned() },
        (200, Some(500..), ..) => Answer::Refused(json["message"].as_str().unwrap_or_default().to_owned()),
        (0, ..) => Answer::Unknown,
        (status, ..) => Answer::Later(status),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_picture_has_a_hash_of_its_own() {
        assert_ne!(hash(&picture(1)), hash(&picture(2)));
        assert_ne!(hash(&picture(1)), hash(&broken_picture(1)));
        assert!(picture(3).starts_with(b"\x89PNG\r\n\x1a\n"));
    }

    #[test]
    fn answers_are_read_whatever_their_framing() {
        let stored = Answer::Stored { id: 7, key: "ab".to_owned() };
        let plain = b"HTTP/1.1 200 OK\r\n\r\n{\"code\":200,\"attachment\":{\"id\":7,\"key\":\"ab\"}}";
        assert_eq!(parse(plain), stored);
        let chunked = b"HTTP/1.1 200 OK\r\n\r\n30\r\n{\"code\":200,\"attachment\":{\"id\":\"7\",\"key\":\"ab\"}}\r\n0\r\n\r\n";
        assert_eq!(parse(chunked), stored);
        assert_eq!(parse(b"HTTP/1.1 503 x\r\n\r\n"), Answer::Later(503));
        assert_eq!(
            parse(b"HTTP/1.1 200 OK\r\n\r\n{\"code\":501,\"message\":\"no\"}"),
            Answer::Refused("no".to_owned())
        );
        assert_eq!(parse(b""), Answer::Unknown);
    }
}
