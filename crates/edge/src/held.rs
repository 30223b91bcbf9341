//! Parts of pages that the server holds: what a page shows much of, such as comments, and what changes less often than the
//! page around it. A renderer writes a slot in their place. Their markup is rendered once and put in here.

use std::{collections::HashMap, future::Future, sync::Arc, time::Duration};

use bytes::Bytes;
use memchr::{memchr, memmem};

use crate::{
    page::Page,
    renderer::RenderError,
    view::{View, is_page},
};

/// Of markup, and of what it was rendered from.
const MAX_BYTES: u64 = 32 * 1024 * 1024;
/// Begins a slot; its name and further attributes follow. Text cannot imitate the tag, because text is escaped.
const SLOT: &[u8] = b"<held-slot";
const SLOT_NAME: &[u8] = b" name=\"";
const SLOT_END: &[u8] = b"></held-slot>";

/// A part before it is rendered.
#[derive(Debug, Clone)]
pub(crate) struct HeldPart {
    /// Of its slot.
    name: &'static str,
    source: Source,
}

/// All that the markup of a part depends on.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
struct Source {
    component: &'static str,
    /// JSON.
    props: Arc<str>,
}

impl Page {
    /// Adds a part that the server holds. The page's component must have a slot of this name. Only for what many renderings
    /// have in common: never for anything of one visitor.
    #[must_use]
    pub fn hold<V: View>(mut self, name: &'static str, view: &V) -> Self {
        const { assert!(!is_page(V::COMPONENT), "a page cannot be a part") };
        let props = serde_json::to_string(view).expect("views serialize to JSON").into();
        self.held.push(HeldPart { name, source: Source { component: V::COMPONENT, props } });
        self
    }
}

/// The markup of parts in memory.
pub struct HeldParts {
    known: moka::sync::Cache<Source, Bytes>,
}

impl HeldParts {
    /// `ttl`: markup is rendered again after this time, as pages are: the renderers may have been updated.
    pub fn new(ttl: Duration) -> Self {
        let known = moka::sync::Cache::builder()
            .max_capacity(MAX_BYTES)
            .time_to_live(ttl)
            .weigher(|source: &Source, markup: &Bytes| {
                u32::try_from(source.props.len() + markup.len()).unwrap_or(u32::MAX)
            })
            .build();
        Self { known }
    }

    /// The markup of parts, in their order. `render` is called at most once, with the regions that are not in memory.
    pub(crate) async fn markup<F>(
        &self,
        parts: &[HeldPart],
        render: impl FnOnce(String) -> F,
    ) -> Result<Vec<Bytes>, RenderError>
    where
        F: Future<Output = Result<HashMap<String, String>, RenderError>>,
    {
        let found: Vec<Option<Bytes>> = parts.iter().map(|part| self.known.get(&part.source)).collect();
        let missing: Vec<&HeldPart> =
            parts.iter().zip(&found).filter(|(_, markup)| markup.is_none()).map(|(part, _)| part).collect();
        let count = |outcome: &'static str, times: usize| {
            metrics::counter!("matjar_held_parts_total", "outcome" => outcome).increment(times as u64);
        };
        count("hit", parts.len() - missing.len());
        count("miss", missing.len());
        let mut rendered = match missing.is_empty() {
            true => HashMap::new(),
            false => render(request(&missing)).await?,
        };
        let markup = parts.iter().zip(found).map(|(part, known)| match known {
            Some(markup) => Ok(markup),
            None => {
                let markup = rendered.remove(part.name).ok_or(RenderError::InvalidResponse)?;
                let markup = Bytes::from(markup);
                self.known.insert(part.source.clone(), markup.clone());
                Ok(markup)
            }
        });
        markup.collect()
    }
}

/// The request to a renderer, as for regions.
fn request(parts: &[&HeldPart]) -> String {
    let one = |part: &&HeldPart| {
        let HeldPart { name, source: Source { component, props } } = part;
        format!(r#"{{"key":"{name}","component":"{component}","props":{props}}}"#)
    };
    format!("[{}]", parts.iter().map(one).collect::<Vec<_>>().join(","))
}

/// Puts the markup of parts into their slots. Each part has one slot, and each slot its part: anything else means that the
/// server and a renderer are of different releases, and a page must not lose a part in silence.
pub(crate) fn fill(document: Bytes, parts: &[HeldPart], markup: &[Bytes]) -> Result<Bytes, RenderError> {
    let Some(mut slot) = memmem::find(&document, SLOT) else {
        return match parts.first() {
            None => Ok(document),
            Some(part) => Err(RenderError::Slot(format!("none for {:?}", part.name))),
        };
    };
    let mut left: Vec<(&str, &Bytes)> = parts.iter().map(|part| part.name).zip(markup).collect();
    let size = document.len() + markup.iter().map(Bytes::len).sum::<usize>();
    let mut whole = Vec::with_capacity(size);
    let mut rest = &document[..];
    loop {
        let tag = &rest[slot..];
        let name = slot_name(tag).ok_or_else(|| RenderError::Slot("one without a name".to_owned()))?;
        let end = memmem::find(tag, SLOT_END)
            .ok_or_else(|| RenderError::Slot(format!("{name:?} has no end or is not empty")))?;
        let place = left
            .iter()
            .position(|(part, _)| *part == name)
            .ok_or_else(|| RenderError::Slot(format!("{name:?} has no part, or a part has two slots")))?;
        let (_, part) = left.swap_remove(place);
        whole.extend_from_slice(&rest[..slot]);
        whole.extend_from_slice(part);
        rest = &tag[end + SLOT_END.len()..];
        match memmem::find(rest, SLOT) {
            Some(next) => slot = next,
            None => break,
        }
    }
    if let Some((name, _)) = left.first() {
        return Err(RenderError::Slot(format!("none for {name:?}")));
    }
    whole.extend_from_slice(rest);
    Ok(whole.into())
}

/// `tag` begins with a slot.
fn slot_name(tag: &[u8]) -> Option<&str> {
    let text = tag.strip_prefix(SLOT)?.strip_prefix(SLOT_NAME)?;
    std::str::from_utf8(&text[..memchr(b'"', text)?]).ok()
}

#[cfg(test)]
mod tests {
    use std::cell::RefCell;

    use super::*;

    fn part(name: &'static str, props: &str) -> HeldPart {
        HeldPart { name, source: Source { component: "content/CommentThread", props: props.into() } }
    }

    /// The finished document, or what is wrong with its slots.
    fn filled(document: &'static str, parts: &[(&'static str, &'static str)]) -> Result<String, String> {
        let markup: Vec<Bytes> = parts.iter().map(|(_, html)| Bytes::from_static(html.as_bytes())).collect();
        let parts: Vec<HeldPart> = parts.iter().map(|(name, _)| part(name, "{}")).collect();
        let whole = fill(Bytes::from_static(document.as_bytes()), &parts, &markup);
        whole.map(|whole| String::from_utf8_lossy(&whole).into_owned()).map_err(|error| error.to_string())
    }

    const TWO: &str = "<p>أول</p><held-slot name=\"a\"></held-slot><p>ثان</p>\
        <held-slot name=\"b\" island=\"x/B\"></held-slot><p>ثالث</p>";

    #[test]
    fn each_part_is_put_into_its_slot_in_any_order() {
        let whole = "<p>أول</p><ol>تعليق</ol><p>ثان</p><div>مراجعة</div><p>ثالث</p>";
        let parts = [("a", "<ol>تعليق</ol>"), ("b", "<div>مراجعة</div>")];
        assert_eq!(filled(TWO, &parts).as_deref(), Ok(whole));
        assert_eq!(filled(TWO, &[parts[1], parts[0]]).as_deref(), Ok(whole));
        assert_eq!(filled("<p>نص</p>", &[]).as_deref(), Ok("<p>نص</p>"));
    }

    #[test]
    fn a_slot_without_a_part_and_a_part_without_a_slot_are_errors() {
        assert!(filled(TWO, &[]).is_err());
        assert!(filled(TWO, &[("a", "x")]).is_err());
        assert!(filled(TWO, &[("a", "x"), ("b", "y"), ("c", "z")]).is_err());
        assert!(filled("<p>نص</p>", &[("a", "x")]).is_err());
    }

    #[test]
    fn two_slots_or_two_parts_of_one_name_are_errors() {
        let twice = "<held-slot name=\"a\"></held-slot><held-slot name=\"a\"></held-slot>";
        assert!(filled(twice, &[("a", "x")]).is_err());
        assert!(filled("<held-slot name=\"a\"></held-slot>", &[("a", "x"), ("a", "y")]).is_err());
    }

    #[test]
    fn a_slot_that_is_written_otherwise_is_an_error() {
        for document in ["<held-slot></held-slot>", "<held-slot name=\"a\">", "<held-slot name=\"a"] {
            assert!(filled(document, &[("a", "x")]).is_err(), "{document}");
        }
    }

    #[test]
    fn text_that_looks_like_a_slot_is_escaped_and_markup_is_not_searched() {
        let document = "<p>&lt;held-slot name=&quot;b&quot;&gt;</p><held-slot name=\"a\"></held-slot>";
        let nested = filled(document, &[("a", "<held-slot name=\"a\"></held-slot>")]);
        assert!(nested.is_ok_and(|whole| whole.matches("<held-slot").count() == 1));
    }

    #[tokio::test]
    async fn a_part_is_rendered_once_and_missing_parts_together() {
        let held = HeldParts::new(Duration::from_secs(60));
        let requested = RefCell::new(Vec::new());
        let render = |json: String| {
            let wanted: Vec<serde_json::Value> = serde_json::from_str(&json).expect("JSON");
            requested.borrow_mut().push(wanted.len());
            let html = |one: &serde_json::Value| {
                (one["key"].as_str().unwrap_or_default().to_owned(), one["props"].to_string())
            };
            let rendered: HashMap<String, String> = wanted.iter().map(html).collect();
            async move { Ok(rendered) }
        };
        let both = [part("a", r#"{"x":1}"#), part("b", r#"{"x":2}"#)];
        let first = held.markup(&both, render).await.expect("markup");
        assert_eq!(first, [Bytes::from_static(br#"{"x":1}"#), Bytes::from_static(br#"{"x":2}"#)]);
        assert_eq!(held.markup(&both, render).await.expect("markup"), first);
        assert_eq!(*requested.borrow(), [2], "one call for both, and none for the second page");
        // A change of its data is another part.
        let changed = [part("a", r#"{"x":3}"#), both[1].clone()];
        held.markup(&changed, render).await.expect("markup");
        assert_eq!(*requested.borrow(), [2, 1]);
    }

    #[tokio::test]
    async fn an_answer_without_the_part_is_an_error_and_is_not_stored() {
        let held = HeldParts::new(Duration::from_secs(60));
        let parts = [part("a", "{}")];
        let nothing = held.markup(&parts, |_| async { Ok(HashMap::new()) }).await;
        assert!(matches!(nothing, Err(RenderError::InvalidResponse)));
        let answer = HashMap::from([("a".to_owned(), "x".to_owned())]);
        let rendered = held.markup(&parts, |_| async move { Ok(answer) }).await;
        assert!(rendered.is_ok_and(|markup| markup[0] == "x"));
    }
}
