//! A receiver of events in a test: an https server whose certificate only its own root has signed.

use std::{
    net::SocketAddr,
    sync::{Arc, Mutex},
};

use rcgen::{BasicConstraints, CertificateParams, IsCa, Issuer, KeyPair};
use rustls::{
    ServerConfig,
    pki_types::{PrivateKeyDer, PrivatePkcs8KeyDer},
};
use tokio::{
    io::{AsyncRead, AsyncReadExt, AsyncWriteExt},
    net::TcpListener,
};
use tokio_rustls::TlsAcceptor;
use tokio_util::task::AbortOnDropHandle;

pub const NAME: &str = "hooks.example";

#[derive(Debug, Clone)]
pub struct ReceivedRequest {
    head: String,
    pub body: String,
}

impl ReceivedRequest {
    pub fn header(&self, name: &str) -> &str {
        let lines = self.head.lines().filter_map(|line| line.split_once(": "));
        let mut found = lines.filter(|(one, _)| one.eq_ignore_ascii_case(name)).map(|(_, value)| value);
        found.next().unwrap_or_default()
    }
}

pub struct Receiver {
    pub address: SocketAddr,
    pub root: String,
    requests: Arc<Mutex<Vec<ReceivedRequest>>>,
    /// The statuses of the next answers; 200 after the last.
    statuses: Arc<Mutex<Vec<u16>>>,
    _task: AbortOnDropHandle<()>,
}

impl Receiver {
    pub async fn open() -> Self {
        let (acceptor, root) = acceptor();
        let listener = TcpListener::bind(("127.0.0.1", 0)).await.expect("a port");
        let address = listener.local_addr().expect("bound");
        let requests = Arc::new(Mutex::new(Vec::new()));
        let statuses = Arc::new(Mutex::new(Vec::new()));
        let (received, answers) = (requests.clone(), statuses.clone());
        let task = tokio::spawn(async move {
            while let Ok((connection, _)) = listener.accept().await {
                let (acceptor, received, answers) = (acceptor.clone(), received.clone(), answers.clone());
                tokio::spawn(async move {
                    let Ok(mut stream) = acceptor.accept(connection).await else { return };
                    let request = read(&mut stream).await;
                    received.lock().expect("not poisoned").push(request);
                    let status = {
                        let mut answers = answers.lock().expect("not poisoned");
                        if answers.is_empty() { 200 } else { answers.remove(0) }
                    };
                    let answer = format!(
                        "HTTP/1.1 {status} Answer\r\nlocation: https://{NAME}/other\r\ncontent-length: 0\r\nconnection: close\r\n\r\n"
                    );
                    let _ = stream.write_all(answer.as_bytes()).await;
                    let _ = stream.shutdown().await;
                });
            }
        });
        Self { address, root, requests, statuses, _task: AbortOnDropHandle::new(task) }
    }

    pub fn answer_with(&self, statuses: &[u16]) {
        *self.statuses.lock().expect("not poisoned") = statuses.to_vec();
    }

    pub fn requests(&self) -> Vec<ReceivedRequest> {
        self.requests.lock().expect("not poisoned").clone()
    }
}

async fn read(stream: &mut (impl AsyncRead + Unpin)) -> ReceivedRequest {
    let mut bytes = Vec::new();
    let mut chunk = vec![0; 4096];
    loop {
        let read = stream.read(&mut chunk).await.unwrap_or(0);
        bytes.extend_from_slice(&chunk[..read]);
        let text = String::from_utf8_lossy(&bytes).into_owned();
        let Some((head, body)) = text.split_once("\r\n\r\n") else {
            assert!(read > 0, "the request ended early");
            continue;
        };
        let request = ReceivedRequest { head: head.to_owned(), body: body.to_owned() };
        let length: usize = request.header("content-length").parse().unwrap_or(0);
        if request.body.len() >= length || read == 0 {
            return request;
        }
    }
}

fn acceptor() -> (TlsAcceptor, String) {
    let root_key = KeyPair::generate().expect("a key");
    let mut root = CertificateParams::new(Vec::new()).expect("parameters");
    root.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
    let root_certificate = root.self_signed(&root_key).expect("a root");
    let issuer = Issuer::new(root, root_key);
    let key = KeyPair::generate().expect("a key");
    let certificate = CertificateParams::new(vec![NAME.to_owned()])
        .and_then(|parameters| parameters.signed_by(&key, &issuer))
        .expect("a certificate");
    let key = PrivateKeyDer::from(PrivatePkcs8KeyDer::from(key.serialize_der()));
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let config = ServerConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .expect("versions")
        .with_no_client_auth()
        .with_single_cert(vec![certificate.der().clone()], key)
        .expect("a certificate with its key");
    (TlsAcceptor::from(Arc::new(config)), root_certificate.pem())
}
