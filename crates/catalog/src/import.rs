//! Imports products from a WooCommerce CSV export.
//!
//! The file is streamed row by row and matched by SKU: importing the same file again changes nothing. An
//! invalid row is refused with its line number and the reason, and the import continues.

mod cells;
mod row;
mod write;

use std::{collections::HashMap, io::Read};

use chrono::{DateTime, Utc};
use kernel::ProductId;
use sqlx::PgConnection;

pub use row::Refusal;
use row::{Header, Row};

/// Rows per transaction.
const CHUNK_ROWS: usize = 1_000;

/// A row that was not imported.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RefusedRow {
    pub line: u64,
    pub sku: String,
    pub reason: Refusal,
}

/// Parsed rows of the file.
pub struct Chunk {
    rows: Vec<(u64, Row)>,
    pub refused: Vec<RefusedRow>,
    /// Byte offset in the file at the end of this chunk.
    pub bytes: u64,
}

impl Chunk {
    pub fn len(&self) -> usize {
        self.rows.len() + self.refused.len()
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// Result of writing a chunk.
#[derive(Debug, Default)]
pub struct ImportedChunk {
    pub products: Vec<ProductId>,
    pub refused: Vec<RefusedRow>,
}

pub struct Reader<R> {
    csv: csv::Reader<R>,
    header: Header,
}

impl<R: Read> Reader<R> {
    pub fn new(file: R) -> Result<Self, csv::Error> {
        let mut csv = csv::ReaderBuilder::new().flexible(true).from_reader(file);
        let header = Header::read(csv.headers()?);
        Ok(Self { csv, header })
    }

    /// Required columns that the file does not have.
    pub fn missing(&self) -> Vec<&'static str> {
        self.header.missing()
    }

    /// Parses the next rows; the chunk is empty at the end of the file.
    pub fn next_chunk(&mut self) -> Chunk {
        let mut chunk = Chunk { rows: Vec::new(), refused: Vec::new(), bytes: 0 };
        let mut record = csv::StringRecord::new();
        while chunk.len() < CHUNK_ROWS {
            let line = self.csv.position().line();
            match self.csv.read_record(&mut record) {
                Ok(false) => break,
                Ok(true) => match Row::read(&self.header, &record) {
                    Ok(row) => chunk.rows.push((line, row)),
                    Err(reason) => {
                        let sku = self.header.sku(&record).to_owned();
                        chunk.refused.push(RefusedRow { line, sku, reason });
                    }
                },
                Err(_) => {
                    chunk.refused.push(RefusedRow { line, sku: String::new(), reason: Refusal::Unreadable })
                }
            }
        }
        chunk.bytes = self.csv.position().byte();
        chunk
    }
}

/// Caches the ids of categories, brands, attributes and values that earlier chunks inserted.
#[derive(Default)]
pub struct Importer {
    categories: HashMap<String, i64>,
    brands: HashMap<String, i64>,
    attributes: HashMap<String, i32>,
    values: HashMap<(i32, String), i32>,
}

impl Importer {
    /// Writes one chunk. The values of a row replace the stored values of its product.
    pub async fn write(
        &mut self,
        db: &mut PgConnection,
        chunk: &Chunk,
        now: DateTime<Utc>,
    ) -> sqlx::Result<ImportedChunk> {
        write::write(self, db, &chunk.rows, now).await
    }
}
