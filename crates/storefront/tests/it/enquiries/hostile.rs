//! "Any file" is any file: the hostile files of the media suite are stored as they came, and nothing ever opens them.

use std::{path::Path, time::Duration};

use media::jobs::{MediaJobContext, worker};
use sha2::{Digest, Sha256};
use storefront::server::{database, upload_config::UploadConfig};
use tokio_util::{sync::CancellationToken, task::AbortOnDropHandle};

use super::*;
use crate::{
    emails::until,
    media::{
        clamd::TestClamd,
        hostile,
        jail::{self, Folder},
    },
    orders::staff_in,
};

struct Store {
    forms: FormShop,
    folder: Folder,
    _worker: AbortOnDropHandle<()>,
}

/// A shop with the worker of uploaded files.
async fn open_store(clamd: Option<String>) -> Store {
    let folder = Folder::new();
    let clamd = clamd.map(|address| address.parse().expect("an address"));
    let config = UploadConfig { clamd, ..UploadConfig::in_folder(folder.path()) };
    let options = Options { rate_factor: 10_000, uploads: Some(config.clone()), ..Options::default() };
    let forms = open_from(definition(), options).await;
    let shop = &forms.shop;
    let db = database::pool(&shop.database().url("MEDIA_").expect("a URL"), 6, "media").expect("a pool");
    let objects = config.objects().expect("a store");
    let jobs = MediaJobContext::new(db, shop.clock().clone(), objects, jail::config(), config.clamd.clone());
    let running = tokio::spawn(worker::run(jobs, CancellationToken::new()));
    Store { forms, folder, _worker: AbortOnDropHandle::new(running) }
}

/// Every file below a folder, by its name.
fn stored(folder: &Path) -> Vec<(String, Vec<u8>)> {
    let mut found = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(next) = folders.pop() {
        for entry in std::fs::read_dir(next).into_iter().flatten().flatten() {
            let path = entry.path();
            if path.is_dir() {
                folders.push(path);
            } else {
                let name = path.strip_prefix(folder).expect("inside").to_string_lossy().into_owned();
                found.push((name, Sha256::digest(std::fs::read(&path).expect("readable")).to_vec()));
            }
        }
    }
    found
}

async fn states(shop: &TestShop) -> Vec<(String, Option<String>)> {
    sqlx::query_as("select state, refusal from media_files order by received_at, id")
        .fetch_all(&shop.db)
        .await
        .expect("states")
}

/// [API-35] [FORM-21] More than sixty kinds: accepted, stored byte by byte, never decoded, never public, and handed to staff
/// as a download that no browser opens.
#[tokio::test]
async fn hostile_files_stay_inert() {
    let store = open_store(None).await;
    let (forms, shop) = (&store.forms, &store.forms.shop);
    let sender = forms.sender();
    // A part whose header has a control character is no form of a browser.
    let is_header = |file: &hostile::HostileFile| !file.name.contains('\0');
    let (files, broken): (Vec<_>, Vec<_>) = hostile::files().into_iter().partition(is_header);
    assert!(files.len() >= 60, "{}", files.len());
    for file in broken {
        let sent = TestFile { name: &file.name, kind: file.declared, bytes: &file.bytes };
        let answer = sender.upload(&sender.token().await, "7", "0", &sent).await;
        assert_eq!(answer.status, StatusCode::BAD_REQUEST, "{}", file.kind);
    }
    for group in files.chunks(25) {
        let token = sender.token().await;
        for (number, file) in group.iter().enumerate() {
            let sent = TestFile { name: &file.name, kind: file.declared, bytes: &file.bytes };
            let answer = sender.upload(&token, "7", &number.to_string(), &sent).await;
            assert_eq!(answer.json(), json!({ "type": "success", "message": "" }), "{}", file.kind);
        }
        let text = format!("ملفات {token}");
        let answer = sender.send(&token, &[MESSAGE[0], MESSAGE[1], ("5", &text)]).await;
        assert_eq!(answer["type"], "success", "{answer}");
    }
    until("every file was looked at", async || {
        states(shop).await.iter().all(|(state, _)| state == "processed")
    })
    .await;

    // Nothing was decoded or written anew, and nothing is public.
    let rows: Vec<(i64, Vec<u8>, i64)> = sqlx::query_as(
        "select file.id, file.sha256, sent.enquiry_id from media_files file
         join enquiry_files sent on sent.file_id = file.id
         where file.purpose = 'enquiry' and file.media_type = 'application/octet-stream' and file.kind is null
             and file.outputs = '[]' and file.public_name is null and not file.publish_requested
             and file.owner_kind = 'enquiry' and file.owner_id = sent.enquiry_id",
    )
    .fetch_all(&shop.db)
    .await
    .expect("files");
    assert_eq!(rows.len(), files.len());
    let mut sent: Vec<_> = files.iter().map(|file| hostile::sha256(&file.bytes)).collect();
    let mut received: Vec<_> = rows.iter().map(|(_, hash, _)| hash.clone()).collect();
    sent.sort();
    received.sort();
    assert_eq!(sent, received);
    for (name, hash) in stored(store.folder.path()) {
        let id = name.strip_prefix("forms/").unwrap_or_else(|| panic!("{name} is in another folder"));
        let row = rows.iter().find(|(row, _, _)| row.to_string() == id).expect("a row for each file");
        assert_eq!(row.1, hash, "the bytes are those that came");
    }
    let public: i64 =
        sqlx::query_scalar("select count(*) from published_media").fetch_one(&shop.db).await.expect("count");
    assert_eq!(public, 0);

    // Staff download each, and nobody else.
    shop.staff("noura@example.com", false).await;
    let noura = staff_in(shop, "noura@example.com").await;
    for (id, hash, _) in &rows {
        let path = format!("/ar/wp-admin/inbox/files/{id}/");
        assert_eq!(sender.shopper.get(&path).await.status, StatusCode::NOT_FOUND);
        let download = noura.get(&path).await;
        assert_eq!(download.status, StatusCode::OK, "{}", download.visible_text());
        assert_eq!(download.header("content-type"), "application/octet-stream");
        assert!(download.header("content-disposition").starts_with("attachment;"));
        assert_eq!(download.header("x-content-type-options"), "nosniff");
        assert!(download.header("content-security-policy").contains("sandbox"));
        assert!(download.header("cache-control").contains("no-store"));
        assert_eq!(Sha256::digest(&download.body).as_slice(), hash.as_slice());
    }
    // Names are texts.
    let mut enquiries: Vec<i64> = rows.iter().map(|(_, _, enquiry)| *enquiry).collect();
    enquiries.dedup();
    for enquiry in enquiries {
        let html = noura.get(&format!("/ar/wp-admin/inbox/{enquiry}/")).await.text();
        for file in files.iter().filter(|file| file.name.contains('<')) {
            assert!(!html.contains(&file.name), "{}", file.name);
        }
    }
}

/// A row of an enquiry's file cannot become public, whatever a program does.
#[tokio::test]
async fn the_database_refuses_to_publish_a_file_of_an_enquiry() {
    let shop = open().await;
    let sender = shop.sender();
    sender.upload(&sender.token().await, "7", "0", &PDF).await;
    for change in [
        "update media_files set state = 'published', public_name = repeat('a', 32), owner_kind = 'enquiry', owner_id = 1",
        "update media_files set owner_kind = 'review', owner_id = 1",
    ] {
        assert!(sqlx::query(change).execute(&shop.shop.db).await.is_err(), "{change}");
    }
}

/// With a scanner, a file waits for it; one with a known signature is refused.
#[tokio::test]
async fn files_are_scanned_before_staff_can_open_them() {
    let Some(mut clamd) = TestClamd::start() else {
        eprintln!("skipped: clamd is not installed");
        return;
    };
    let store = open_store(Some(clamd.address())).await;
    let (forms, shop) = (&store.forms, &store.forms.shop);
    let sender = forms.sender();
    let token = sender.token().await;
    let eicar = hostile::eicar();
    let infected = TestFile { name: "a.com", kind: "", bytes: &eicar };
    assert_eq!(sender.upload(&token, "7", "0", &infected).await.json()["type"], "success");
    until("the file is refused", async || {
        states(shop).await == [("refused".into(), Some("infected".into()))]
    })
    .await;
    // The visitor is told, and the form is accepted without the file.
    let answer = sender.send(&token, &MESSAGE).await;
    assert_eq!(errors(forms, &answer, "7"), ["بعض الملفات لم يصل. ارفعها مرة أخرى."]);
    assert_eq!(sender.send(&token, &MESSAGE).await["type"], "success");
    assert_eq!(forms.sent_files().await, []);

    // Without an answer of the scanner a file waits.
    clamd.stop();
    let token = sender.token().await;
    assert_eq!(sender.upload(&token, "7", "0", &PDF).await.json()["type"], "success");
    assert_eq!(sender.send(&token, &[MESSAGE[0], MESSAGE[1], ("5", "ملف سليم")]).await["type"], "success");
    tokio::time::sleep(Duration::from_secs(2)).await;
    let file: i64 = sqlx::query_scalar("select id from media_files where state = 'received'")
        .fetch_one(&shop.db)
        .await
        .expect("a file that waits");
    shop.staff("noura@example.com", false).await;
    let noura = staff_in(shop, "noura@example.com").await;
    let download = noura.get(&format!("/ar/wp-admin/inbox/files/{file}/")).await;
    assert_ne!(download.header("content-type"), "application/octet-stream");
    assert!(!download.body.windows(PDF.bytes.len()).any(|window| window == PDF.bytes));
}
