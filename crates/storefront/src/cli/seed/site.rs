//! The demo shop's menus and notices.

use std::collections::BTreeMap;

use anyhow::Context;
use chrono::{DateTime, Utc};
use serde::Deserialize;
use sqlx::PgConnection;

use crate::site::{
    rules::{Menu, NoticeKind, parse_menu},
    store,
};

#[derive(Deserialize)]
pub struct SiteFile {
    /// The lines of each menu, as staff write them.
    menus: BTreeMap<String, Vec<String>>,
    notices: BTreeMap<String, String>,
}

pub async fn put(db: &mut PgConnection, file: &SiteFile, now: DateTime<Utc>) -> anyhow::Result<()> {
    sqlx::query("truncate menus, notices restart identity").execute(&mut *db).await?;
    for (name, lines) in &file.menus {
        let menu = Menu::parse(name).with_context(|| format!("no menu {name}"))?;
        let items = parse_menu(menu, &lines.join("\n")).with_context(|| format!("menu {name}"))?;
        store::add_menu(&mut *db, menu, &items, now).await?;
    }
    for (name, text) in &file.notices {
        let kind = NoticeKind::parse(name).with_context(|| format!("no notice {name}"))?;
        store::add_notice(&mut *db, kind, text, now).await?;
    }
    Ok(())
}
