//! What a service manager hands over and wants to know: the listening socket, and when the server is ready.
//!
//! With a socket unit the socket outlives the server. While a server restarts, connections wait in the queue of the socket
//! instead of being refused. Outside systemd both functions do nothing.

use std::{
    ffi::OsStr,
    io,
    os::{
        linux::net::SocketAddrExt,
        unix::{
            ffi::OsStrExt,
            net::{SocketAddr, UnixDatagram},
        },
    },
};

use anyhow::Context;
use tokio::net::TcpListener;

/// Takes the socket that was opened for this process (`LISTEN_FDS`), if there is one.
pub fn inherited_listener() -> anyhow::Result<Option<TcpListener>> {
    let inherited = listenfd::ListenFd::from_env().take_tcp_listener(0).context("the inherited socket")?;
    let Some(listener) = inherited else { return Ok(None) };
    listener.set_nonblocking(true)?;
    Ok(Some(TcpListener::from_std(listener)?))
}

/// Tells the service manager a new state: `READY=1`, `STOPPING=1`.
pub fn notify(state: &str) {
    let Some(socket) = std::env::var_os("NOTIFY_SOCKET") else { return };
    if let Err(error) = send(&socket, state) {
        tracing::warn!(%error, state, "the service manager was not notified");
    }
}

fn send(socket: &OsStr, state: &str) -> io::Result<()> {
    let address = match socket.as_bytes().strip_prefix(b"@") {
        Some(name) => SocketAddr::from_abstract_name(name)?,
        None => SocketAddr::from_pathname(socket)?,
    };
    UnixDatagram::unbound()?.send_to_addr(state.as_bytes(), &address).map(|_| ())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_manager_is_notified_at_a_path_and_at_an_abstract_name() {
        let folder = std::env::temp_dir().join(format!("matjar-notify-{}", std::process::id()));
        let named = UnixDatagram::bind(&folder).expect("a socket");
        let name = format!("matjar-notify-{}", std::process::id());
        let hidden = UnixDatagram::bind_addr(&SocketAddr::from_abstract_name(&name).expect("a name"))
            .expect("a socket");
        for (address, socket) in
            [(folder.clone().into_os_string(), named), (format!("@{name}").into(), hidden)]
        {
            send(&address, "READY=1").expect("sent");
            let mut buffer = [0; 16];
            let length = socket.recv(&mut buffer).expect("received");
            assert_eq!(&buffer[..length], b"READY=1");
        }
        std::fs::remove_file(folder).expect("removed");
    }
}
