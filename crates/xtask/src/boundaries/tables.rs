//! A table is written only by the crate that owns it, as the comment before its `create table` or the list of moved tables
//! says.

use std::collections::BTreeMap;

use anyhow::Result;

use super::Code;
use crate::repo::{Repo, files, read, relative_path};

/// The table each statement writes comes after one of these.
const WRITES: [&[&str]; 6] =
    [&["insert", "into"], &["update"], &["delete", "from"], &["truncate"], &["merge", "into"], &["copy"]];

/// Words that may stand before the table's name.
const FILLERS: [&str; 2] = ["only", "table"];

/// Prepares the world for tests, every table included.
const EXEMPT: [&str; 2] = ["testkit", "faultkit"];

/// Tables that another crate than the one in their migration owns now: applied migrations are never edited.
const MOVED: [(&str, &str); 8] = [
    ("orders", "orders"),
    ("order_lines", "orders"),
    ("order_stock", "orders"),
    ("order_events", "orders"),
    ("journals", "orders"),
    ("journal_entries", "orders"),
    ("refunds", "payments"),
    ("spent_challenges", "moderation"),
];

/// Fills a whole shop in one transaction, as the role that owns every table.
const SEED: &str = "crates/storefront/src/cli/seed";

pub fn check(repo: &Repo, code: &[Code]) -> Result<Vec<String>> {
    let mut faults = Vec::new();
    let mut owners = BTreeMap::new();
    for path in files(&repo.root.join("migrations"), &[".sql"])? {
        let file = relative_path(&repo.root, &path);
        let sql = read(&path)?;
        for (old, new) in renamed(&sql) {
            if let Some(owner) = owners.remove(&old) {
                owners.insert(new, owner);
            }
        }
        for (line, table, owner) in created(&sql) {
            match owner {
                Some(owner) if repo.is_crate(&owner) => _ = owners.insert(table, owner),
                Some(owner) => {
                    faults.push(format!("{file}:{line}: {table} belongs to {owner}, which is no crate"))
                }
                None => faults
                    .push(format!("{file}:{line}: say who owns {table}, with `-- owner: <crate>` above it")),
            }
        }
    }

    for (table, owner) in MOVED {
        if owners.insert(table.to_owned(), owner.to_owned()).is_none_or(|before| before == owner) {
            faults.push(format!("crates/xtask/src/boundaries/tables.rs: {table} has not moved to {owner}"));
        }
    }

    for file in code.iter().filter(|file| !file.path.starts_with(SEED)) {
        for text in &file.source.strings {
            faults.extend(foreign(&file.crate_name, &file.path, text.line, &text.content, &owners));
        }
    }
    // Queries that are files of their own.
    for member in &repo.crates {
        for path in files(&member.folder, &[".sql"])? {
            faults.extend(foreign(
                &member.name,
                &relative_path(&repo.root, &path),
                1,
                &read(&path)?,
                &owners,
            ));
        }
    }
    Ok(faults)
}

/// Each table that a migration makes, with its line and its owner.
fn created(sql: &str) -> Vec<(usize, String, Option<String>)> {
    let mut tables = Vec::new();
    let mut owner = None;
    for (index, line) in sql.lines().enumerate() {
        if let Some(comment) = line.trim().strip_prefix("--") {
            if let Some(name) = comment.trim().strip_prefix("owner:") {
                owner = Some(name.trim().to_owned());
            }
            continue;
        }
        let words = words(line);
        let words: Vec<&str> = words.iter().map(|word| word.text.as_str()).collect();
        let table = match words.as_slice() {
            ["create", "table", "if", "not", "exists", table, ..] => Some(*table),
            ["create", "unlogged", "table", table, ..] | ["create", "table", table, ..] => Some(*table),
            _ => None,
        };
        if let Some(table) = table {
            tables.push((index + 1, table.to_owned(), owner.take()));
        }
    }
    tables
}

/// Each table that a migration renames: the old name and the new one.
fn renamed(sql: &str) -> Vec<(String, String)> {
    let pairs = sql.lines().filter_map(|line| {
        let words = words(line);
        let words: Vec<&str> = words.iter().map(|word| word.text.as_str()).collect();
        match words.as_slice() {
            ["alter", "table", old, "rename", "to", new] => Some(((*old).to_owned(), (*new).to_owned())),
            _ => None,
        }
    });
    pairs.collect()
}

fn foreign(
    crate_name: &str,
    file: &str,
    line: usize,
    sql: &str,
    owners: &BTreeMap<String, String>,
) -> Vec<String> {
    let written = written(sql).into_iter().filter_map(|(offset, table)| {
        let owner = owners.get(&table)?;
        let fault = format!("{file}:{}: {table} is written only by {owner}: ask its crate", line + offset);
        (owner != crate_name && !EXEMPT.contains(&crate_name)).then_some(fault)
    });
    written.collect()
}

/// The tables that a text of SQL writes, each with the line it stands on, from 0.
/// What is not a table (`for update of`, `do update set`) is not in the list of owners either.
fn written(sql: &str) -> Vec<(usize, String)> {
    let words = words(sql);
    let mut found = Vec::new();
    for start in 0..words.len() {
        let rest = &words[start..];
        let write = WRITES.iter().find(|write| {
            rest.len() > write.len() && rest.iter().zip(**write).all(|(word, wanted)| word.text == *wanted)
        });
        if let Some(write) = write {
            let mut rest = rest[write.len()..].iter().skip_while(|word| FILLERS.contains(&&*word.text));
            if let Some(table) = rest.next() {
                found.push((table.line, table.text.clone()));
            }
        }
    }
    found
}

struct Word {
    line: usize,
    text: String,
}

/// The words of SQL in small letters, without comments, quotes and schema names.
fn words(sql: &str) -> Vec<Word> {
    let mut words = Vec::new();
    for (line, text) in sql.lines().enumerate() {
        let code = text.split("--").next().unwrap_or_default();
        let parts = code.split(|c: char| !(c.is_alphanumeric() || matches!(c, '_' | '.' | '"')));
        for part in parts.filter(|part| !part.is_empty()) {
            let name = part.rsplit('.').next().unwrap_or_default();
            words.push(Word { line, text: name.trim_matches('"').to_lowercase() });
        }
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn owners_are_read_from_the_migrations() {
        let sql = "-- owner: cart\ncreate table carts (\n  id bigint -- owner of it\n);\n\
                   CREATE TABLE IF NOT EXISTS public.\"loose\" (id bigint);";

        assert_eq!(
            created(sql),
            [(2, "carts".to_owned(), Some("cart".to_owned())), (5, "loose".to_owned(), None)]
        );
    }

    #[test]
    fn renamed_tables_are_followed() {
        let sql =
            "alter table attempts rename to throttle_counters;\nalter table carts rename column a to b;";

        assert_eq!(renamed(sql), [("attempts".to_owned(), "throttle_counters".to_owned())]);
    }

    #[test]
    fn every_kind_of_write_is_seen_and_reading_is_not() {
        let tables = |sql| written(sql).into_iter().map(|(_, table)| table).collect::<Vec<_>>();

        assert_eq!(
            tables("with old as (DELETE FROM carts returning id) insert into cart_lines select 1"),
            ["carts", "cart_lines"]
        );
        assert_eq!(tables("update only public.products set name = $1"), ["products"]);
        assert_eq!(tables("truncate table carts"), ["carts"]);
        assert_eq!(tables("select id from carts -- insert into carts"), [""; 0]);
        assert_eq!(tables("Update"), [""; 0]);
    }

    #[test]
    fn writing_another_crate_s_table_breaks_a_boundary() {
        let owners = BTreeMap::from([("products".to_owned(), "catalog".to_owned())]);
        let sql = "select 1;\nupdate products set name = ''";
        let faults = |name| foreign(name, "crates/cart/src/store.rs", 10, sql, &owners);

        assert_eq!(
            faults("cart"),
            ["crates/cart/src/store.rs:11: products is written only by catalog: ask its crate"]
        );
        assert_eq!(faults("catalog"), [""; 0]);
        assert_eq!(faults("testkit"), [""; 0]);
    }

    #[test]
    fn locking_and_conflicts_are_not_writes_of_a_table() {
        let owners = BTreeMap::from([("products".to_owned(), "catalog".to_owned())]);
        let sql = "insert into cart_lines values (1) on conflict do update set quantity = 1;\
                   select 1 from products for update skip locked";

        assert!(foreign("cart", "", 1, sql, &owners).is_empty());
    }
}
