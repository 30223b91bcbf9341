//! A mail server that takes every letter and keeps none: what is written is not the kit's business.

use std::net::SocketAddr;

use anyhow::Context;
use tokio::{
    io::{AsyncBufReadExt, AsyncWriteExt, BufReader},
    net::{TcpListener, TcpStream},
};

pub async fn open() -> anyhow::Result<SocketAddr> {
    let listener = TcpListener::bind("127.0.0.1:0").await.context("listening for letters")?;
    let address = listener.local_addr()?;
    tokio::spawn(async move {
        while let Ok((line, _)) = listener.accept().await {
            tokio::spawn(async move {
                // A server that is killed hangs up in the middle of a letter.
                let _ = talk(line).await;
            });
        }
    });
    Ok(address)
}

async fn talk(line: TcpStream) -> std::io::Result<()> {
    let (read, mut write) = line.into_split();
    let mut lines = BufReader::new(read);
    write.write_all(b"220 nobody\r\n").await?;
    let (mut said, mut in_letter) = (Vec::new(), false);
    loop {
        said.clear();
        if lines.read_until(b'\n', &mut said).await? == 0 {
            return Ok(());
        }
        let verb = said.get(..4).unwrap_or_default().to_ascii_uppercase();
        let answer: &[u8] = match (in_letter, verb.as_slice()) {
            (true, _) if said == b".\r\n" => {
                in_letter = false;
                b"250 ok\r\n"
            }
            (true, _) => continue,
            (false, b"EHLO") => b"250-nobody\r\n250-8BITMIME\r\n250 SMTPUTF8\r\n",
            (false, b"DATA") => {
                in_letter = true;
                b"354 go on\r\n"
            }
            (false, b"QUIT") => b"221 bye\r\n",
            (false, _) => b"250 ok\r\n",
        };
        write.write_all(answer).await?;
    }
}
