//! Regions: pieces of a page that the server draws again and the browser puts in place.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::{
    renderer::{RenderError, Renderer},
    view::View,
};

/// Regions to draw in one call to a renderer.
#[derive(Default)]
pub struct Regions {
    json: String,
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
        self.json.push(if self.json.is_empty() { '[' } else { ',' });
        let region = Region { key, component: V::COMPONENT, props: view };
        self.json.push_str(&serde_json::to_string(&region).expect("a view is plain data"));
        self
    }

    pub async fn draw(self, renderer: &Renderer) -> Result<BTreeMap<String, String>, RenderError> {
        let drawn = renderer.regions(self.json + "]").await?;
        Ok(drawn.into_iter().collect())
    }
}
