//! Configuration of scripts of other services. Without an id nothing is loaded.

use clap::Args;
use edge::{
    headers::TagOrigins,
    view::{TagView, TagsView},
};
use http::Uri;

#[derive(Debug, Clone, Args)]
pub struct TagConfig {
    /// Id at the analytics service; empty: not loaded.
    #[arg(long, env = "MATJAR_ANALYTICS_ID", default_value = "")]
    pub analytics_id: String,
    #[arg(
        long,
        env = "MATJAR_ANALYTICS_SCRIPT_URL",
        default_value = "https://www.googletagmanager.com/gtag/js"
    )]
    pub analytics_script_url: String,
    /// Id of the tag manager's container; empty: not loaded.
    #[arg(long, env = "MATJAR_TAG_MANAGER_ID", default_value = "")]
    pub tag_manager_id: String,
    #[arg(
        long,
        env = "MATJAR_TAG_MANAGER_SCRIPT_URL",
        default_value = "https://www.googletagmanager.com/gtm.js"
    )]
    pub tag_manager_script_url: String,
    /// Id of the social-ad pixel; empty: not loaded.
    #[arg(long, env = "MATJAR_PIXEL_ID", default_value = "")]
    pub pixel_id: String,
    #[arg(
        long,
        env = "MATJAR_PIXEL_SCRIPT_URL",
        default_value = "https://connect.facebook.net/en_US/fbevents.js"
    )]
    pub pixel_script_url: String,
    /// Id at a hosted search service; empty: not loaded.
    #[arg(long, env = "MATJAR_SEARCH_SERVICE_ID", default_value = "")]
    pub search_service_id: String,
    #[arg(long, env = "MATJAR_SEARCH_SERVICE_SCRIPT_URL", default_value = "")]
    pub search_service_script_url: String,
    /// Origins that these scripts send to, comma separated.
    #[arg(
        long,
        env = "MATJAR_TAG_ORIGINS",
        value_delimiter = ',',
        default_value = "https://*.google-analytics.com,https://*.analytics.google.com,https://www.facebook.com"
    )]
    pub tag_origins: Vec<String>,
}

const MAX_ID_LENGTH: usize = 64;

impl Default for TagConfig {
    /// No service.
    fn default() -> Self {
        Self {
            analytics_id: String::new(),
            analytics_script_url: String::new(),
            tag_manager_id: String::new(),
            tag_manager_script_url: String::new(),
            pixel_id: String::new(),
            pixel_script_url: String::new(),
            search_service_id: String::new(),
            search_service_script_url: String::new(),
            tag_origins: Vec::new(),
        }
    }
}

impl TagConfig {
    fn all(&self) -> [(&'static str, &str, &str); 4] {
        [
            ("MATJAR_ANALYTICS", &self.analytics_id, &self.analytics_script_url),
            ("MATJAR_TAG_MANAGER", &self.tag_manager_id, &self.tag_manager_script_url),
            ("MATJAR_PIXEL", &self.pixel_id, &self.pixel_script_url),
            ("MATJAR_SEARCH_SERVICE", &self.search_service_id, &self.search_service_script_url),
        ]
    }

    pub fn view(&self) -> TagsView {
        let [analytics, tag_manager, pixel, search] = self.all().map(|(_, id, url)| {
            (!id.is_empty()).then(|| TagView { id: id.to_owned(), script_url: url.to_owned() })
        });
        TagsView { analytics, tag_manager, pixel, search }
    }

    /// What the content security policy must allow.
    pub fn origins(&self) -> TagOrigins {
        let used = self.all().into_iter().filter(|(_, id, _)| !id.is_empty());
        let mut scripts: Vec<String> = used.filter_map(|(.., url)| origin(url)).collect();
        scripts.sort_unstable();
        scripts.dedup();
        TagOrigins { scripts, connect: self.tag_origins.clone() }
    }

    pub fn errors(&self, public_origin: &str) -> Vec<String> {
        let is_secure = public_origin.starts_with("https://");
        let mut errors = Vec::new();
        for (name, id, url) in self.all().into_iter().filter(|(_, id, _)| !id.is_empty()) {
            let fits = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'.');
            if id.len() > MAX_ID_LENGTH || !id.bytes().all(fits) {
                errors.push(format!("{name}_ID is not an id"));
            }
            if origin(url).is_none() || (is_secure && !url.starts_with("https://")) {
                errors.push(format!("{name}_SCRIPT_URL must be an https address"));
            }
        }
        let is_plain =
            |text: &String| text.bytes().all(|byte| byte.is_ascii_graphic() && !b";,'".contains(&byte));
        if !self.tag_origins.iter().all(is_plain) {
            errors.push("MATJAR_TAG_ORIGINS are origins".to_owned());
        }
        errors
    }
}

fn origin(url: &str) -> Option<String> {
    let url: Uri = url.parse().ok()?;
    let scheme = url.scheme_str().filter(|scheme| matches!(*scheme, "http" | "https"))?;
    Some(format!("{scheme}://{}", url.authority()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// [SITE-38]
    #[test]
    fn a_service_without_an_id_is_not_loaded() {
        let mut config = TagConfig {
            pixel_script_url: "https://pixel.example/p.js".to_owned(),
            tag_origins: vec!["https://collect.example".to_owned()],
            ..TagConfig::default()
        };
        assert!(config.view().is_empty());
        assert!(config.origins().scripts.is_empty());
        config.pixel_id = "123".to_owned();
        assert_eq!(config.view().pixel.map(|tag| tag.id).as_deref(), Some("123"));
        assert_eq!(config.origins().scripts, ["https://pixel.example"]);
        assert!(config.errors("https://shop.example").is_empty());
    }

    #[test]
    fn an_id_is_no_place_for_script() {
        let config = TagConfig {
            pixel_id: "1'-alert(1)-'".to_owned(),
            pixel_script_url: "http://pixel.example/p.js".to_owned(),
            ..TagConfig::default()
        };
        assert_eq!(config.errors("https://shop.example").len(), 2);
    }
}
