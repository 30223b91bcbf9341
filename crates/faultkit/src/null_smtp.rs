//! An SMTP server that accepts every email and discards it: most runs do not check emails.

use std::net::SocketAddr;

use anyhow::Context;
use tokio::{
    io::{AsyncBufReadExt, AsyncWriteExt, BufReader},
    net::{TcpListener, TcpStream},
};

pub async fn open() -> anyhow::Result<SocketAddr> {
    let listener = TcpListener::bind("127.0.0.1:0").await.context("listening for SMTP")?;
    let address = listener.local_addr()?;
    tokio::spawn(async move {
        while let Ok((stream, _)) = listener.accept().await {
            tokio::spawn(async move {
                // A killed server may disconnect in the middle of an email.
                let _ = serve_connection(stream).await;
            });
        }
    });
    Ok(address)
}

async fn serve_connection(stream: TcpStream) -> std::io::Result<()> {
    let (read, mut write) = stream.into_split();
    let mut lines = BufReader::new(read);
    write.write_all(b"220 nobody\r\n").await?;
    let (mut command, mut in_data) = (Vec::new(), false);
    loop {
        command.clear();
        if lines.read_until(b'\n', &mut command).await? == 0 {
            return Ok(());
        }
        let verb = command.get(..4).unwrap_or_default().to_ascii_uppercase();
        let answer: &[u8] = match (in_data, verb.as_slice()) {
            (true, _) if command == b".\r\n" => {
                in_data = false;
                b"250 ok\r\n"
            }
            (true, _) => continue,
            (false, b"EHLO") => b"250-nobody\r\n250-8BITMIME\r\n250 SMTPUTF8\r\n",
            (false, b"DATA") => {
                in_data = true;
                b"354 go on\r\n"
            }
            (false, b"QUIT") => b"221 bye\r\n",
            (false, _) => b"250 ok\r\n",
        };
        write.write_all(answer).await?;
    }
}
