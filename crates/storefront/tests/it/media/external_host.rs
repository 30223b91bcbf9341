//! Files of another host, downloaded by the real process over https.

use std::{
    net::SocketAddr,
    sync::{Arc, Mutex},
    time::{Duration, Instant},
};

use rcgen::{BasicConstraints, CertificateParams, IsCa, Issuer, KeyPair};
use rustls::{
    ServerConfig,
    pki_types::{PrivateKeyDer, PrivatePkcs8KeyDer},
};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpListener,
};
use tokio_rustls::TlsAcceptor;
use tokio_util::task::AbortOnDropHandle;

use super::{
    external::{request_download, review_with},
    hostile,
    process::MediaProcess,
    shop::MediaShop,
};

const NAME: &str = "pictures.example";

/// A host of pictures whose certificate only its own root has signed.
struct PictureHost {
    address: SocketAddr,
    root: String,
    /// Paths of the requests that it has answered.
    paths: Arc<Mutex<Vec<String>>>,
    _task: AbortOnDropHandle<()>,
}

impl PictureHost {
    async fn open() -> Self {
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
        let acceptor = TlsAcceptor::from(Arc::new(config));
        let listener = TcpListener::bind(("127.0.0.1", 0)).await.expect("a port");
        let address = listener.local_addr().expect("bound");
        let paths = Arc::new(Mutex::new(Vec::new()));
        let answered = paths.clone();
        let task = tokio::spawn(async move {
            while let Ok((connection, _)) = listener.accept().await {
                let (acceptor, answered) = (acceptor.clone(), answered.clone());
                tokio::spawn(async move {
                    let Ok(mut stream) = acceptor.accept(connection).await else { return };
                    let mut request = vec![0; 4096];
                    let read = stream.read(&mut request).await.unwrap_or(0);
                    let text = String::from_utf8_lossy(&request[..read]).into_owned();
                    let path = text.split(' ').nth(1).unwrap_or_default().to_owned();
                    let answer = answer(&path);
                    answered.lock().expect("not poisoned").push(path);
                    let _ = stream.write_all(&answer).await;
                    let _ = stream.shutdown().await;
                });
            }
        });
        let root = root_certificate.pem();
        Self { address, root, paths, _task: AbortOnDropHandle::new(task) }
    }

    fn url(&self, path: &str) -> String {
        format!("https://{NAME}{path}")
    }

    fn paths(&self) -> Vec<String> {
        let mut paths = self.paths.lock().expect("not poisoned").clone();
        paths.sort();
        paths
    }
}

fn answer(path: &str) -> Vec<u8> {
    let respond = |head: &str, body: &[u8]| {
        let head = format!("HTTP/1.1 {head}\r\ncontent-length: {}\r\nconnection: close\r\n\r\n", body.len());
        [head.as_bytes(), body].concat()
    };
    match path {
        "/photo.jpg" => respond("200 OK\r\ncontent-type: image/jpeg", &hostile::honest_jpeg(300, 200)),
        "/moved.jpg" => respond("302 Found\r\nlocation: https://pictures.example/photo.jpg", b""),
        "/page.jpg" => {
            respond("200 OK\r\ncontent-type: image/jpeg", b"<!doctype html><script>alert(1)</script>")
        }
        "/huge.jpg" => {
            b"HTTP/1.1 200 OK\r\ncontent-type: image/jpeg\r\ncontent-length: 26214401\r\n\r\n".to_vec()
        }
        _ => respond("404 Not Found", b""),
    }
}

/// State and refusal of the files, by address.
async fn states(shop: &MediaShop) -> Vec<(String, String)> {
    sqlx::query_as("select external_url, state from media_files order by external_url")
        .fetch_all(&shop.shop.db)
        .await
        .expect("files")
}

/// [API-21] [API-46]
#[tokio::test]
async fn files_of_another_host_are_downloaded_once_by_https_and_published() {
    let mut shop = MediaShop::open().await;
    shop.stop_processing();
    let host = PictureHost::open().await;
    let roots = shop.store_folder().join("roots.pem");
    std::fs::write(&roots, &host.root).expect("a file");
    let settings = [
        ("MATJAR_FETCH_ROOTS", roots.to_string_lossy().into_owned()),
        ("MATJAR_FETCH_HOSTS", format!("{NAME}={}", host.address)),
    ];
    let _process = MediaProcess::start_with(&shop, &settings);
    let paths = ["/gone.jpg", "/huge.jpg", "/moved.jpg", "/page.jpg", "/photo.jpg"];
    let review = review_with(&shop, &paths.map(|path| host.url(path))).await;
    request_download(&shop, review).await;
    let expected: Vec<(String, String)> = paths
        .iter()
        .map(|path| {
            let state = if *path == "/photo.jpg" { "published" } else { "refused" };
            (host.url(path), state.to_owned())
        })
        .collect();
    let since = Instant::now();
    while states(&shop).await != expected {
        assert!(since.elapsed() < Duration::from_secs(30), "{:?}", states(&shop).await);
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    request_download(&shop, review).await;
    tokio::time::sleep(Duration::from_millis(500)).await;
    assert_eq!(host.paths(), paths, "each once, and no redirect is followed");
}

/// [API-46]
#[tokio::test]
async fn a_host_with_an_unknown_certificate_is_asked_for_nothing() {
    let mut shop = MediaShop::open().await;
    shop.stop_processing();
    let host = PictureHost::open().await;
    let settings = [("MATJAR_FETCH_HOSTS", format!("{NAME}={}", host.address))];
    let _process = MediaProcess::start_with(&shop, &settings);
    let review = review_with(&shop, &[host.url("/photo.jpg")]).await;
    request_download(&shop, review).await;
    let since = Instant::now();
    loop {
        let failed: bool = sqlx::query_scalar(
            "select exists (select from graphile_worker._private_jobs where last_error like '%certificate%')",
        )
        .fetch_one(&shop.shop.db)
        .await
        .expect("jobs");
        if failed {
            break;
        }
        assert!(since.elapsed() < Duration::from_secs(30), "the job has not failed");
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    assert!(host.paths().is_empty());
    assert!(states(&shop).await.iter().all(|(_, state)| state != "published" && state != "processed"));
}
