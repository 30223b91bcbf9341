//! I4: what was acknowledged is stored with its hash or has a recorded refusal, and nothing is left without a row.

use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
};

use sqlx::PgPool;

use super::{Finding, Invariant};
use crate::upload;

/// A file whose upload was answered with `code` 200.
#[derive(Debug, Clone)]
pub struct Acknowledged {
    pub id: i64,
    pub hash: Vec<u8>,
    /// It cannot be decoded, so that a refusal is expected.
    pub is_broken: bool,
}

#[derive(Debug, sqlx::FromRow)]
struct Row {
    id: i64,
    state: String,
    sha256: Option<Vec<u8>>,
    refusal: Option<String>,
    spooled_on: Option<String>,
    outputs: serde_json::Value,
}

/// A file is decoded later, so that `received` is an open finding: the bytes must exist meanwhile.
pub async fn check(db: &PgPool, store: &Path, acknowledged: &[Acknowledged]) -> anyhow::Result<Vec<Finding>> {
    let rows: Vec<Row> =
        sqlx::query_as("select id, state, sha256, refusal, spooled_on, outputs from media_files")
            .fetch_all(db)
            .await?;
    let rows: BTreeMap<i64, Row> = rows.into_iter().map(|row| (row.id, row)).collect();
    let mut findings = Vec::new();
    for file in acknowledged {
        let id = file.id;
        let mut hard = |text: String| findings.push(Finding::hard(Invariant::Media, text));
        let Some(row) = rows.get(&id) else {
            hard(format!("file {id} was acknowledged and has no row"));
            continue;
        };
        if row.sha256.as_deref() != Some(file.hash.as_slice()) {
            hard(format!("file {id} has another hash than the bytes that were sent"));
        }
        match row.state.as_str() {
            "received" if row.spooled_on.is_some() => {}
            "received" => match fs::read(store.join("inbox").join(id.to_string())) {
                Ok(bytes) if upload::hash(&bytes) == file.hash => {}
                Ok(_) => hard(format!("file {id} waits with other bytes than were sent")),
                // It may be processed this very moment: only one that persists counts.
                Err(_) => {}
            },
            "processed" if file.is_broken => hard(format!("file {id} cannot be decoded, and was")),
            "processed" => {
                if let Some(missing) = missing_output(store, row) {
                    hard(format!("file {id} was processed, but {missing} is missing"));
                }
            }
            "refused" if file.is_broken && row.refusal.is_some() => {}
            "refused" => hard(format!("file {id} is sound and was refused: {:?}", row.refusal)),
            other => hard(format!("file {id} is {other}")),
        }
        if row.state == "received" {
            findings.push(Finding::open(Invariant::Media, format!("file {id} is not processed yet")));
        }
    }
    Ok(findings)
}

fn missing_output(store: &Path, row: &Row) -> Option<String> {
    let outputs = row.outputs.as_array().filter(|outputs| !outputs.is_empty());
    let Some(outputs) = outputs else { return Some("every output".to_owned()) };
    outputs.iter().find_map(|output| {
        let name = output["name"].as_str()?;
        let size =
            fs::metadata(store.join("held").join(row.id.to_string()).join(name)).map(|found| found.len());
        (size.ok() != output["bytes"].as_u64()).then(|| name.to_owned())
    })
}

/// All files of the store and of its spool.
pub fn stored_files(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
            let path = entry.path();
            if path.is_dir() { folders.push(path) } else { files.push(path) }
        }
    }
    files
}
