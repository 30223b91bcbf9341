//! Scores searches by judged queries.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use search::{Order, Search, SearchResults};

use super::{Case, Catalogue, Database, WantedFilters};

/// One page of results.
const PAGE_SIZE: i64 = 10;
const OFF_TOPIC: &str = "off-topic";

/// Whether single misses are printed: not those of a set that nobody may tune on.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Misses {
    Printed,
    Hidden,
}

/// Counts of one kind of queries.
#[derive(Debug, Default, Clone)]
pub struct Score {
    queries: f64,
    recalled: f64,
    first: f64,
    reciprocal: f64,
    off_topic: f64,
    empty: f64,
    constraints: f64,
    wishes_right: f64,
    took: Duration,
}

impl Score {
    fn add(&mut self, other: &Self) {
        self.queries += other.queries;
        self.recalled += other.recalled;
        self.first += other.first;
        self.reciprocal += other.reciprocal;
        self.off_topic += other.off_topic;
        self.empty += other.empty;
        self.constraints += other.constraints;
        self.wishes_right += other.wishes_right;
        self.took += other.took;
    }

    /// Share of the queries with a right product on the first page.
    pub fn recall(&self) -> f64 {
        self.recalled / self.queries.max(1.0)
    }

    pub fn first(&self) -> f64 {
        self.first / self.queries.max(1.0)
    }

    pub fn mean_reciprocal_rank(&self) -> f64 {
        self.reciprocal / self.queries.max(1.0)
    }

    /// Mean time of a query, with its round trips.
    fn time(&self) -> Duration {
        self.took.div_f64((self.queries + self.off_topic).max(1.0))
    }

    /// Share of the off-topic queries that were answered with nothing.
    pub fn off_topic_precision(&self) -> f64 {
        self.empty / self.off_topic.max(1.0)
    }

    pub fn filters(&self) -> f64 {
        self.wishes_right / self.constraints.max(1.0)
    }
}

fn score(case: &Case, found: &SearchResults, catalogue: &Catalogue) -> Score {
    let count = |is: bool| f64::from(u8::from(is));
    if case.kind == OFF_TOPIC {
        return Score { off_topic: 1.0, empty: count(found.products.is_empty()), ..Score::default() };
    }
    let right = |id| case.right.contains(&catalogue.skus[id]);
    let rank = found.products.iter().position(right);
    let constraints = case.filters != WantedFilters::default() || case.order.is_some();
    Score {
        queries: 1.0,
        recalled: count(rank.is_some()),
        first: count(rank == Some(0)),
        reciprocal: rank.map_or(0.0, |rank| 1.0 / (rank + 1) as f64),
        constraints: count(constraints),
        wishes_right: count(constraints && wishes_are_right(case, found)),
        ..Score::default()
    }
}

fn wishes_are_right(case: &Case, found: &SearchResults) -> bool {
    let major = |price: Option<kernel::Money>| price.map(|price| price.as_minor() as f64 / 100.0);
    let filters = found.understood.filters;
    let understood = WantedFilters {
        min_price: major(filters.min_price),
        max_price: major(filters.max_price),
        on_sale: filters.on_sale,
    };
    let order = match found.understood.order {
        Some(Order::Cheapest) => Some("price"),
        Some(Order::Dearest) => Some("price-desc"),
        _ => None,
    };
    understood == case.filters && order == case.order.as_deref()
}

/// Scores the queries, and prints the figures of each kind.
pub async fn measure(catalogue: &Catalogue, cases: &[Case], misses: Misses) -> anyhow::Result<Score> {
    for case in cases {
        let known = |sku: &String| catalogue.skus.values().any(|known| known == sku);
        assert!(
            case.right.is_empty() == (case.kind == OFF_TOPIC) && case.right.iter().all(known),
            "a query of the kind {} has unknown or no right products",
            case.kind
        );
    }
    let database = Database::fresh().await?;
    let mut db = database.pool.acquire().await?;
    for batch in catalogue.documents.chunks(1000) {
        search::index(&mut db, batch).await?;
    }
    search::refresh_words(&mut db).await?;
    drop(db);

    let meanings = search::load_meanings(&database.pool).await?;
    let search = Search::new(&database.pool, &meanings);
    let mut kinds: BTreeMap<&str, Score> = BTreeMap::new();
    for case in cases {
        let started = Instant::now();
        let found = search.find(&case.query, 0, PAGE_SIZE).await?;
        let one = Score { took: started.elapsed(), ..score(case, &found, catalogue) };
        if misses == Misses::Printed && (one.first + one.empty < 1.0 || one.constraints > one.wishes_right) {
            print_miss(case, &found, catalogue);
        }
        kinds.entry(&case.kind).or_default().add(&one);
    }
    let mut all = Score::default();
    for (kind, score) in &kinds {
        all.add(score);
        print_score(kind, score);
    }
    print_score("all", &all);
    database.drop().await?;
    Ok(all)
}

fn print_score(kind: &str, score: &Score) {
    // A share of nothing is no figure.
    let share = |of: f64, value: f64| if of > 0.0 { format!("{value:.3}") } else { "-".to_owned() };
    println!(
        "{kind:20} {:4} queries: recall@10 {:5}, first {:5}, MRR {:5}, off-topic {:5}, constraints {:5}, {:.1?}",
        score.queries + score.off_topic,
        share(score.queries, score.recall()),
        share(score.queries, score.first()),
        share(score.queries, score.mean_reciprocal_rank()),
        share(score.off_topic, score.off_topic_precision()),
        share(score.constraints, score.filters()),
        score.time()
    );
}

fn print_miss(case: &Case, found: &SearchResults, catalogue: &Catalogue) {
    let named = found.products.iter().take(3);
    let named = named.filter_map(|id| catalogue.documents.iter().find(|document| document.product_id == *id));
    let names: Vec<&str> = named.map(|document| document.name.as_str()).collect();
    println!(
        "missed: {} ({}), total {}, {:?}: {names:?} {:?}",
        case.query, case.kind, found.total, found.corrected, found.understood
    );
}
