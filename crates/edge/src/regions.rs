//! Regions: parts of a page that the server renders again and the browser replaces.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::{
    renderer::{RenderError, Renderer},
    view::{IslandView, View, is_page},
};

/// Returns the CSS selector of a region. Fragments are keyed by it, so that any script can replace them.
fn selector(key: &str) -> String {
    format!(r#"[data-region="{key}"]"#)
}

/// Regions to render in one call to a renderer.
#[derive(Default)]
pub struct Regions {
    json: String,
    islands: Vec<(String, String)>,
}

impl Regions {
    pub fn new() -> Self {
        Self::default()
    }

    #[must_use]
    pub fn with<V: View>(mut self, key: &str, view: &V) -> Self {
        #[derive(Serialize)]
        struct Region<'a, V> {
            key: &'a str,
            component: &'a str,
            props: &'a V,
        }
        const { assert!(!is_page(V::COMPONENT), "a page cannot be rendered as a region") };
        self.json.push(if self.json.is_empty() { '[' } else { ',' });
        let region = Region { key, component: V::COMPONENT, props: view };
        self.json.push_str(&serde_json::to_string(&region).expect("views serialize to JSON"));
        self
    }

    /// Adds the props of an island. An island renders itself in the browser: its props are in a script element next to
    /// its markup, and the response replaces only that script.
    #[must_use]
    pub fn with_island<V: IslandView>(mut self, view: &V) -> Self {
        let props = escape_for_script(&serde_json::to_string(view).expect("views serialize to JSON"));
        let html = format!(r#"<script type="application/json">{props}</script>"#);
        self.islands.push((V::REGION.to_owned(), html));
        self
    }

    /// Returns the HTML of each region by its key.
    pub async fn render(self, renderer: &Renderer) -> Result<BTreeMap<String, String>, RenderError> {
        // Islands need no renderer.
        if self.json.is_empty() {
            return Ok(self.islands.into_iter().collect());
        }
        let rendered = renderer.regions(self.json + "]").await?;
        Ok(rendered.into_iter().chain(self.islands).collect())
    }

    /// Returns the HTML of each region by the selector of the element that it replaces, for `fragments` of a response.
    pub async fn fragments(mut self, renderer: &Renderer) -> Result<BTreeMap<String, String>, RenderError> {
        let islands = std::mem::take(&mut self.islands);
        let islands = islands.into_iter().map(|(key, html)| (format!("{} > script", selector(&key)), html));
        let rendered = self.render(renderer).await?;
        Ok(rendered.into_iter().map(|(key, html)| (selector(&key), html)).chain(islands).collect())
    }
}

/// Escapes JSON for a script element, so that no string in it can end the element, open a comment or break a line. Same
/// as `web/src/renderer/escape.ts`.
fn escape_for_script(json: &str) -> String {
    let mut escaped = String::with_capacity(json.len() + json.len() / 8);
    for character in json.chars() {
        match character {
            '<' => escaped.push_str("\\u003c"),
            '>' => escaped.push_str("\\u003e"),
            '&' => escaped.push_str("\\u0026"),
            '\u{2028}' => escaped.push_str("\\u2028"),
            '\u{2029}' => escaped.push_str("\\u2029"),
            other => escaped.push(other),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Serialize, ts_rs::TS)]
    struct TestIslandView {
        name: &'static str,
    }

    impl IslandView for TestIslandView {
        const REGION: &'static str = "side-cart";
    }

    #[test]
    fn the_props_of_an_island_cannot_leave_their_script() {
        let trap = "</script><!-- & \u{2028}\u{2029} قهوة";
        let regions = Regions::new().with_island(&TestIslandView { name: trap });
        let (key, html) = &regions.islands[0];
        assert_eq!(key, "side-cart");
        assert_eq!(html.matches("</script>").count(), 1, "{html}");
        let props =
            html.split("json\">").nth(1).and_then(|rest| rest.split("</script>").next()).expect("props");
        let read: serde_json::Value = serde_json::from_str(props).expect("json");
        assert_eq!(read["name"], trap);
        assert!(!props.contains(['<', '>', '&', '\u{2028}', '\u{2029}']), "{props}");
    }
}
