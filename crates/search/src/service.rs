//! What other crates may ask of search.

mod words;

use kernel::{Money, ProductId};
use sqlx::PgPool;
use words::{WordMatches, WordQuery, find_exactly};

use crate::rules::{
    constraints::{self, Filters, Order, TypedConstraint},
    fold::{Token, TokenKind, words},
    layout,
    lookup::lookup,
    meanings::Meanings,
    query::KnownWord,
    real_words, stem,
    understand::{self, MAX_CHARS, Reading, Swap},
};
use crate::store::{self, Narrowing, Uses};
pub use crate::store::{
    Document, MAX_RANKED, SavedMeaning, UnansweredQuery, count_unanswered, find_meaning, fold_choices,
    forget_unanswered, index, list_meanings, list_unanswered, load_meanings, record_choice, record_purchase,
    refresh_words, remove, remove_meaning, save_meaning, set_prices,
};

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct SearchResults {
    /// One page of results, best first.
    pub products: Vec<ProductId>,
    /// Total number of results; exact below [`MAX_RANKED`].
    pub total: i64,
    /// How many of all results are sorted by the order of the query: the others match it less.
    pub relevant: usize,
    /// The query that was searched instead, if a word was corrected.
    pub corrected: Option<String>,
    /// How the query was understood. Empty if it was searched as typed.
    pub understood: Understanding,
}

/// How a query was understood, besides corrected words.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Understanding {
    /// The words that were searched, without constraints and fillers.
    pub words: String,
    /// The constraints, with the typed words that express them.
    pub constraints: Vec<TypedConstraint>,
    pub filters: Filters,
    pub order: Option<Order>,
    pub notes: Vec<Note>,
}

/// A step of understanding a query, in the order in which they are made.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Note {
    /// Typed with the other keyboard layout.
    Layout { typed: String, meant: String },
    /// Words that say nothing about a product.
    Fillers(Vec<String>),
    /// A word was searched by other words of the shop.
    Meaning { typed: String, words: Vec<String> },
    /// A typing mistake.
    Corrected { typed: String, words: Vec<String> },
    /// No product has these words; the others were searched.
    LeftOut(Vec<String>),
    /// A real word for something that the shop does not sell decided that there is no result.
    NotSold(String),
}

impl Understanding {
    /// The query without the words of these constraints; `typed` is a [`TypedConstraint::typed`].
    pub fn without(&self, query: &str, typed: &str) -> String {
        let left: Vec<&str> = self
            .constraints
            .iter()
            .map(|constraint| constraint.typed.as_str())
            .filter(|other| *other != typed)
            .collect();
        constraints::without(query, typed).unwrap_or_else(|| {
            // The words are not apart in the text as it was typed: «عسل20دولار».
            let mut words = vec![self.words.as_str()];
            words.extend(left);
            words.dedup();
            words.join(" ").trim().to_owned()
        })
    }
}

/// A search over the products of a shop.
#[derive(Debug, Clone, Copy)]
pub struct Search<'a> {
    db: &'a PgPool,
    meanings: &'a Meanings,
    by_use: bool,
}

impl<'a> Search<'a> {
    pub fn new(db: &'a PgPool, meanings: &'a Meanings) -> Self {
        Self { db, meanings, by_use: false }
    }

    /// Whether products that were chosen for the same query before are lifted.
    #[must_use]
    pub fn by_use(self, by_use: bool) -> Self {
        Self { by_use, ..self }
    }

    /// Products for a submitted query.
    pub async fn find(&self, words: &str, offset: i64, limit: i64) -> sqlx::Result<SearchResults> {
        self.search(words, Mode::Submitted, offset, limit).await
    }

    /// Products for a submitted query exactly as it was typed: nothing is corrected, translated or taken for a constraint.
    pub async fn find_as_typed(&self, words: &str, offset: i64, limit: i64) -> sqlx::Result<SearchResults> {
        self.search(words, Mode::AsTyped, offset, limit).await
    }

    /// Products for a query that is being typed: the last word may be incomplete.
    pub async fn suggest(&self, typed: &str, limit: i64) -> sqlx::Result<SearchResults> {
        // After a space the last word is complete.
        let mode = if typed.ends_with(char::is_whitespace) { Mode::Submitted } else { Mode::Typing };
        self.search(typed, mode, 0, limit).await
    }

    async fn search(&self, typed: &str, mode: Mode, offset: i64, limit: i64) -> sqlx::Result<SearchResults> {
        let text = kernel::text::clean(typed, MAX_CHARS);
        if mode == Mode::AsTyped {
            let reading = Reading { tokens: words(&text), ..Reading::default() };
            let coded = store::by_code(self.db, &reading.tokens).await?;
            let matches = find_exactly(self.db, &reading.tokens).await?;
            return Ok(results(matches, coded, &reading, Vec::new(), &Uses::default()).page(offset, limit));
        }
        let Self { db, meanings, by_use } = *self;
        let mut reading = understand::read(&text, meanings);
        let swaps = understand::swaps(&text, meanings);
        if reading.tokens.is_empty() && reading.constraints.found.is_empty() && swaps.is_empty() {
            return Ok(SearchResults::default());
        }
        let mut coded = store::by_code(db, &reading.tokens).await?;
        let mut notes = Vec::new();
        let typing = mode == Mode::Typing;
        let mut vocabulary = Vec::new();
        if swaps.is_empty() {
            vocabulary = store::known_words(db, &lookup(&reading.tokens, typing)).await?;
        } else {
            let other = understand::read(&understand::with_swaps(&text, &swaps), meanings);
            if coded.is_empty() && has_code(&other.tokens) {
                coded = store::by_code(db, &other.tokens).await?;
            }
            if coded.is_empty() {
                let both: Vec<Token> = other.tokens.iter().chain(&reading.tokens).cloned().collect();
                vocabulary = store::known_words(db, &lookup(&both, typing)).await?;
                let chosen = choose(swaps, &vocabulary, meanings);
                if !chosen.is_empty() {
                    let meant = understand::with_swaps(&text, &chosen);
                    reading = understand::read(&meant, meanings);
                    notes.push(Note::Layout { typed: text.clone(), meant });
                }
            }
        }
        if !reading.fillers.is_empty() {
            notes.push(Note::Fillers(reading.fillers.clone()));
        }
        let query = WordQuery {
            db,
            tokens: &reading.tokens,
            typing,
            must_find: coded.is_empty(),
            narrowing: narrowing(&reading),
            meanings,
            is_sentence: reading.fillers.len() + reading.tokens.len() >= SENTENCE
                || reading.fillers.iter().any(|word| SOMETHING.contains(&word.as_str())),
            is_list: reading.fillers.iter().any(|word| matches!(word.as_str(), "و" | "او" | "and" | "or"))
                || reading
                    .tokens
                    .iter()
                    .skip(1)
                    .any(|token| !real_words::is_real(&token.text) && token.text.starts_with('و')),
        };
        let matches = query.find(vocabulary).await?;
        let uses = match by_use && mode == Mode::Submitted {
            true => store::uses(db, &topic_of(&reading)).await?,
            false => Uses::default(),
        };
        Ok(results(matches, coded, &reading, notes, &uses).page(offset, limit))
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Mode {
    Submitted,
    Typing,
    AsTyped,
}

fn has_code(tokens: &[Token]) -> bool {
    tokens.iter().any(|token| token.kind == TokenKind::Code || token.text.bytes().any(|c| c.is_ascii_digit()))
}

/// The pieces that were typed with the other layout: those whose other reading is better known.
fn choose(swaps: Vec<Swap>, vocabulary: &[KnownWord], meanings: &Meanings) -> Vec<Swap> {
    let known = |token: &Token| -> u8 {
        let word = token.text.as_str();
        let sold = |fits: &dyn Fn(&KnownWord) -> bool| {
            vocabulary.iter().any(|known| known.documents > 0 && fits(known))
        };
        match token.kind {
            TokenKind::Word if sold(&|known| known.word == word) => 4,
            TokenKind::Word if sold(&|known| stem::light(&known.word) == stem::light(word)) => 3,
            TokenKind::Word if meanings.word(word).is_some() => 3,
            TokenKind::Word if real_words::is_real(word) || understand::is_filler(word) => 2,
            TokenKind::Word => 0,
            _ => 1,
        }
    };
    let score = |text: &str| words(text).iter().map(known).min().unwrap_or(0);
    // Real words are swapped only beside a piece that makes sense in no other way.
    let is_sure = swaps.iter().any(|swap| score(&swap.typed) == 0 && score(&swap.swapped) > 1);
    let better = |swap: &Swap| {
        let (typed, swapped) = (score(&swap.typed), score(&swap.swapped));
        // Letters that no Latin word has in this order may be a misspelt Arabic one.
        let looks = swap.typed.is_ascii() && layout::looks_swapped(&swap.typed);
        swapped > typed && (typed == 0 || is_sure)
            || swapped == 0 && typed == 0 && looks && !layout::looks_swapped(&swap.swapped)
    };
    swaps.into_iter().filter(better).collect()
}

fn narrowing(reading: &Reading) -> Option<Narrowing> {
    let (filters, order) = (reading.constraints.filters(), reading.constraints.order());
    let direction = match order {
        Some(Order::Cheapest) => 1,
        Some(Order::Dearest) => -1,
        _ => 0,
    };
    let is_needed = !filters.is_empty() || direction != 0;
    is_needed.then(|| Narrowing {
        low: filters.min_price.map_or(0, Money::as_minor),
        high: filters.max_price.map_or(i64::MAX, Money::as_minor),
        only_sale: filters.on_sale,
        direction,
    })
}

/// All results, best first.
fn results(
    matches: WordMatches,
    coded: Vec<i64>,
    reading: &Reading,
    mut notes: Vec<Note>,
    uses: &Uses,
) -> SearchResults {
    let order = reading.constraints.order();
    let (ranked, relevant) = matches.ranked(order, uses);
    let by_words = ranked.into_iter().filter(|id| !coded.contains(id));
    let most = usize::try_from(MAX_RANKED).unwrap_or(usize::MAX);
    let products: Vec<ProductId> = coded.iter().copied().chain(by_words).take(most).map(ProductId).collect();
    let layout = notes.iter().find_map(|note| match note {
        Note::Layout { meant, .. } => Some(meant.clone()),
        _ => None,
    });
    let is_certain = products.is_empty() || !coded.is_empty();
    let corrected = if is_certain { None } else { matches.correction().or(layout) };
    notes.extend(matches.notes());
    SearchResults {
        total: i64::try_from(products.len()).unwrap_or(MAX_RANKED),
        relevant: (coded.len() + relevant).min(products.len()),
        products,
        corrected,
        understood: Understanding {
            words: store::whole(&reading.tokens),
            constraints: reading.constraints.found.clone(),
            filters: reading.constraints.filters(),
            order,
            notes,
        },
    }
}

impl SearchResults {
    fn page(mut self, offset: i64, limit: i64) -> Self {
        let first = usize::try_from(offset).unwrap_or(0);
        let many = usize::try_from(limit).unwrap_or(0);
        self.products = self.products.into_iter().skip(first).take(many).collect();
        self
    }
}

/// From so many words on, a query may be a sentence.
const SENTENCE: usize = 5;
/// «شي يشحن الجوال»: what follows describes a purpose, and names no goods.
const SOMETHING: [&str; 5] = ["شي", "حاجه", "اشي", "شيي", "something"];

/// What a query is about, without constraints and fillers: the same for «عسل» and «أبغى عسل تحت 20». Empty for a query that is not
/// recorded.
pub fn topic(query: &str, meanings: &Meanings) -> String {
    let query = kernel::text::clean(query, MAX_CHARS);
    if !store::is_recorded(&query) {
        return String::new();
    }
    topic_of(&understand::read(&query, meanings))
}

fn topic_of(reading: &Reading) -> String {
    kernel::text::clean(&store::whole(&reading.tokens), store::MAX_RECORDED_CHARS)
}
