//! Ways to reach the shop.

use serde::{Deserialize, Serialize};

use super::html::{SafeHtml, SafeUrl, escape};

/// An icon of the sprite.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ContactIcon {
    Chat,
    Phone,
    Mail,
    Truck,
    Gift,
    Pin,
}

impl ContactIcon {
    pub const ALL: [Self; 6] = [Self::Chat, Self::Phone, Self::Mail, Self::Truck, Self::Gift, Self::Pin];

    pub fn name(self) -> &'static str {
        match self {
            Self::Chat => "chat",
            Self::Phone => "phone",
            Self::Mail => "mail",
            Self::Truck => "truck",
            Self::Gift => "gift",
            Self::Pin => "pin",
        }
    }

    pub fn parse(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|icon| icon.name() == name)
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ContactWay {
    pub icon: ContactIcon,
    pub title: String,
    #[serde(default)]
    pub note: String,
    /// Empty: a text, such as the address of the shop.
    #[serde(default)]
    pub url: SafeUrl,
    /// A number or an address, written from left to right; empty for none.
    #[serde(default)]
    pub detail: String,
}

impl ContactWay {
    pub fn plain(&self) -> String {
        format!("{} {} {}", self.title, self.note, self.detail)
    }

    pub fn to_html(&self, origin: &str) -> String {
        let (title, rest) = (escape(&self.title), escape(&format!("{} {}", self.note, self.detail)));
        let title = match self.url.as_str() {
            "" => title,
            url => format!("<a href=\"{}\">{title}</a>", escape(url)),
        };
        SafeHtml::clean(&format!("<li>{title} {}</li>", rest.trim())).absolute(origin)
    }
}
