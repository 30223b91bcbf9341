//! Regions: pieces of a page that the server draws again and the browser puts in place.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::{
    renderer::{RenderError, Renderer},
    view::{IslandView, View, is_page},
};

/// Finds a region in a page. Answers name regions by it, so that any script can put them in place.
fn selector(key: &str) -> String {
    format!(r#"[data-region="{key}"]"#)
}

/// Regions to draw in one call to a renderer.
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
        self.json.push_str(&serde_json::to_string(&region).expect("a view is plain data"));
        self
    }

    /// An island draws itself: the browser keeps the one it has and takes only its props. They stand in a script beside
    /// its markup, and that script is all that an answer replaces.
    #[must_use]
    pub fn with_island<V: IslandView>(mut self, view: &V) -> Self {
        let props = escape_for_script(&serde_json::to_string(view).expect("a view is plain data"));
        let html = format!(r#"<script type="application/json">{props}</script>"#);
        self.islands.push((V::REGION.to_owned(), html));
        self
    }

    /// By name.
    pub async fn draw(self, renderer: &Renderer) -> Result<BTreeMap<String, String>, RenderError> {
        // Islands alone need no renderer.
        if self.json.is_empty() {
            return Ok(self.islands.into_iter().collect());
        }
        let drawn = renderer.regions(self.json + "]").await?;
        Ok(drawn.into_iter().chain(self.islands).collect())
    }

    /// By the selector of what each takes the place of: what `fragments` of an answer are.
    pub async fn fragments(mut self, renderer: &Renderer) -> Result<BTreeMap<String, String>, RenderError> {
        let islands = std::mem::take(&mut self.islands);
        let islands = islands.into_iter().map(|(key, html)| (format!("{} > script", selector(&key)), html));
        let drawn = self.draw(renderer).await?;
        Ok(drawn.into_iter().map(|(key, html)| (selector(&key), html)).chain(islands).collect())
    }
}

/// JSON that no tag, comment or line end can be closed from within. As `web/src/renderer/escape.ts` does it.
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
    struct Told {
        name: &'static str,
    }

    impl IslandView for Told {
        const REGION: &'static str = "side-cart";
    }

    #[test]
    fn the_props_of_an_island_cannot_leave_their_script() {
        let trap = "</script><!-- & \u{2028}\u{2029} قهوة";
        let drawn = Regions::new().with_island(&Told { name: trap });
        let (key, html) = &drawn.islands[0];
        assert_eq!(key, "side-cart");
        assert_eq!(html.matches("</script>").count(), 1, "{html}");
        let props =
            html.split("json\">").nth(1).and_then(|rest| rest.split("</script>").next()).expect("props");
        let read: serde_json::Value = serde_json::from_str(props).expect("json");
        assert_eq!(read["name"], trap);
        assert!(!props.contains(['<', '>', '&', '\u{2028}', '\u{2029}']), "{props}");
    }
}
