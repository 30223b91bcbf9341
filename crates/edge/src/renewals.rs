//! How many pages a request renews: the answer of each write of staff states it.
//!
//! Pages are counted when a purge is recorded, before its transaction ends. Nobody has heard of the purge by then, so no page
//! is outdated by it or rendered again already.

use std::{
    cell::RefCell,
    collections::{HashMap, HashSet},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use tokio::task::JoinHandle;

use crate::{Shop, cache::StoredPage};

type ByTag = HashMap<String, HashMap<u64, Arc<StoredPage>>>;

/// The pages in memory by their tags, so that a count reads no other pages.
#[derive(Clone, Default)]
pub(crate) struct Holders(Arc<Mutex<ByTag>>);

impl Holders {
    fn lock(&self) -> MutexGuard<'_, ByTag> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Must be called before the page is stored: it may leave memory at once.
    pub(crate) fn add(&self, page: &Arc<StoredPage>) {
        let mut by_tag = self.lock();
        for tag in page.tags() {
            let own = (page.number, page.clone());
            match by_tag.get_mut(tag) {
                Some(pages) => pages.extend([own]),
                None => {
                    by_tag.insert(tag.clone(), HashMap::from([own]));
                }
            }
        }
    }

    pub(crate) fn remove(&self, page: &StoredPage) {
        let mut by_tag = self.lock();
        for tag in page.tags() {
            let Some(pages) = by_tag.get_mut(tag) else { continue };
            pages.remove(&page.number);
            if pages.is_empty() {
                by_tag.remove(tag);
            }
        }
    }

    /// The pages with at least one of these tags, by their numbers.
    pub(crate) fn find(&self, tags: &[String]) -> HashMap<u64, Arc<StoredPage>> {
        let by_tag = self.lock();
        let mut found = HashMap::new();
        for pages in tags.iter().filter_map(|tag| by_tag.get(tag)) {
            found.extend(pages.iter().map(|(number, page)| (*number, page.clone())));
        }
        found
    }
}

/// What the current request has purged.
struct Ledger {
    has_purged: bool,
    /// Whose pages are counted; `None`: nobody asks for the number.
    shop: Option<Shop>,
    /// The numbers of the pages; `None`: not counted, or not all.
    pages: Option<HashSet<u64>>,
}

tokio::task_local! {
    static LEDGER: RefCell<Ledger>;
}

/// What a request has purged, after it.
pub(crate) struct Purged {
    pub has_purged: bool,
    /// How many pages are rendered again, if they were counted.
    pub pages: Option<usize>,
}

/// Runs a request and tells what it has purged. `shop`: counts the pages in its memory.
pub(crate) async fn observe<T>(shop: Option<Shop>, request: impl Future<Output = T>) -> (T, Purged) {
    let pages = shop.is_some().then(HashSet::new);
    let ledger = RefCell::new(Ledger { has_purged: false, shop, pages });
    let observed = async move {
        let answer = request.await;
        let purged = LEDGER.with(|ledger| {
            let ledger = ledger.borrow();
            Purged { has_purged: ledger.has_purged, pages: ledger.pages.as_ref().map(HashSet::len) }
        });
        (answer, purged)
    };
    LEDGER.scope(ledger, observed).await
}

/// Notes that the request has purged something. Outside a request, in a job, nobody asks.
pub(crate) fn mark_purged() {
    let _ = LEDGER.try_with(|ledger| ledger.borrow_mut().has_purged = true);
}

/// Begins to count the pages with these tags, if the answer of the request states their number. On a thread of its own,
/// because all pages have the tags of the layout.
pub(crate) fn begin_count(tags: &[String]) -> Option<JoinHandle<HashSet<u64>>> {
    let shop = LEDGER.try_with(|ledger| ledger.borrow().shop.clone()).ok().flatten()?;
    let tags = tags.to_vec();
    Some(tokio::task::spawn_blocking(move || shop.cache.current_with(&tags)))
}

/// Adds what was counted to the number of the request. A count that fails is no error of the write: no number is stated then.
pub(crate) async fn end_count(counting: Option<JoinHandle<HashSet<u64>>>) {
    let Some(counting) = counting else { return };
    let counted = counting.await.ok();
    let _ = LEDGER.try_with(|ledger| {
        let mut ledger = ledger.borrow_mut();
        let before = ledger.pages.take();
        ledger.pages = before.zip(counted).map(|(mut pages, counted)| {
            pages.extend(counted);
            pages
        });
    });
}
