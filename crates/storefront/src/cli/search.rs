//! `matjar search --queries FILE`: prints the search results of each query, for scoring. `matjar search --explain QUERY`: prints how
//! a query is understood, step by step, in Arabic.

use std::path::PathBuf;

use anyhow::Context;
use clap::Args;
use serde::Serialize;

use crate::server::database;

#[derive(Debug, Args)]
pub struct SearchArgs {
    /// File with one query per line, or a JSON list of queries (strings, or objects with a `query`).
    #[arg(long, required_unless_present = "explain")]
    pub queries: Option<PathBuf>,
    /// Prints how this query is understood.
    #[arg(long, value_name = "QUERY", conflicts_with = "queries")]
    pub explain: Option<String>,
    /// Maximum number of products per query.
    #[arg(long, default_value_t = 10)]
    pub limit: i64,
    #[arg(long, env = "DATABASE_READ_URL", hide_env_values = true)]
    pub database_read_url: String,
}

#[derive(Serialize)]
struct QueryResult {
    query: String,
    skus: Vec<String>,
    corrected: Option<String>,
    milliseconds: f64,
}

pub async fn run(args: &SearchArgs) -> anyhow::Result<()> {
    let db = database::pool(&args.database_read_url, 2, "matjar search")?;
    let meanings = search::load_meanings(&db).await?;
    let search = search::Search::new(&db, &meanings);
    if let Some(query) = &args.explain {
        let found = search.find(query, 0, args.limit).await?;
        return explain(&db, query, &found).await;
    }
    let file = args.queries.as_deref().context("--queries or --explain is required")?;
    let text = std::fs::read_to_string(file).with_context(|| format!("reading {}", file.display()))?;
    let mut results = Vec::new();
    for query in queries(&text)? {
        let started = std::time::Instant::now();
        let found = search.find(&query, 0, args.limit).await?;
        let milliseconds = started.elapsed().as_secs_f64() * 1000.0;
        let ids: Vec<i64> = found.products.iter().map(|id| id.0).collect();
        let skus = catalog::service::skus(&db, &ids).await?;
        results.push(QueryResult { query, skus, corrected: found.corrected, milliseconds });
    }
    println!("{}", serde_json::to_string_pretty(&results)?);
    Ok(())
}

async fn explain(db: &sqlx::PgPool, query: &str, found: &search::SearchResults) -> anyhow::Result<()> {
    for (number, step) in steps(query, found).iter().enumerate() {
        println!("{}. {step}", number + 1);
    }
    let ids: Vec<i64> = found.products.iter().map(|id| id.0).collect();
    for card in catalog::service::cards(db, &ids).await? {
        println!("   - {}", card.name);
    }
    Ok(())
}

/// The steps of understanding a query, as sentences.
fn steps(query: &str, found: &search::SearchResults) -> Vec<String> {
    let quoted =
        |words: &[String]| words.iter().map(|word| format!("«{word}»")).collect::<Vec<_>>().join("، ");
    let mut steps = vec![format!("كُتب: «{query}»")];
    let understood = &found.understood;
    for note in &understood.notes {
        steps.push(match note {
            search::Note::Layout { meant, .. } => format!("لوحة المفاتيح بلغة أخرى، والمقصود: «{meant}»"),
            search::Note::Fillers(words) => format!("كلمات لا تصف منتجًا: {}", quoted(words)),
            search::Note::Meaning { typed, words } => format!("«{typed}» تعني هنا: {}", quoted(words)),
            search::Note::Corrected { typed, words } => format!("صُحّحت «{typed}» إلى: {}", quoted(words)),
            search::Note::LeftOut(words) => format!("لا منتج فيه: {}، فبُحث عن بقية الكلمات", quoted(words)),
            search::Note::NotSold(word) => format!("«{word}» كلمة صحيحة ليس لها منتج في المتجر"),
        });
    }
    for constraint in &understood.constraints {
        let typed = &constraint.typed;
        steps.push(match constraint.constraint {
            search::Constraint::MinPrice(price) => format!("«{typed}»: السعر من {price}"),
            search::Constraint::MaxPrice(price) => format!("«{typed}»: السعر حتى {price}"),
            search::Constraint::OnSale => format!("«{typed}»: المنتجات المخفّضة فقط"),
            search::Constraint::Order(order) => format!("«{typed}»: الترتيب {}", order_name(order)),
        });
    }
    steps.push(format!("بُحث عن: «{}»", found.corrected.as_deref().unwrap_or(&understood.words)));
    steps.push(format!("عدد النتائج: {}", found.total));
    steps
}

fn order_name(order: search::Order) -> &'static str {
    match order {
        search::Order::Cheapest => "من الأرخص",
        search::Order::Dearest => "من الأغلى",
        search::Order::Newest => "من الأحدث",
        search::Order::Popular => "من الأكثر مبيعًا",
        search::Order::Rated => "من الأعلى تقييمًا",
        search::Order::Largest => "من الأكبر",
        search::Order::Smallest => "من الأصغر",
    }
}

fn queries(text: &str) -> anyhow::Result<Vec<String>> {
    if !text.trim_start().starts_with('[') {
        return Ok(text.lines().map(str::trim).filter(|line| !line.is_empty()).map(str::to_owned).collect());
    }
    let listed: Vec<serde_json::Value> = serde_json::from_str(text).context("invalid list of queries")?;
    listed
        .iter()
        .map(|one| {
            let query = one.as_str().or_else(|| one.get("query")?.as_str());
            query.map(str::to_owned).context("a query must be a string, or an object with a `query`")
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_step_is_a_sentence() {
        let typed = |word: &str| word.to_owned();
        let mut found = search::SearchResults { total: 3, ..Default::default() };
        found.understood.words = typed("عسل");
        found.understood.notes = vec![
            search::Note::Fillers(vec![typed("ابغي")]),
            search::Note::Meaning { typed: typed("honey"), words: vec![typed("عسل")] },
        ];
        found.understood.constraints = vec![search::TypedConstraint {
            constraint: search::Constraint::MaxPrice(kernel::Money::from_minor(2_000)),
            typed: typed("تحت 20"),
        }];
        let text = steps("ابغى honey تحت 20", &found).join("\n");
        for part in [
            "كلمات لا تصف منتجًا: «ابغي»",
            "«honey» تعني هنا: «عسل»",
            "السعر حتى 20.00\u{a0}$",
            "عدد النتائج: 3",
        ] {
            assert!(text.contains(part), "{part} in {text}");
        }
    }
}
