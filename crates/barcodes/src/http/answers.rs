//! What the pages have in common: tabs and notices.

use edge::Shop;
use kernel::{Key, msg};

use crate::{
    rules::CodeType,
    store::Store,
    urls::*,
    view::{BarcodeNotice, BarcodeTab},
};

/// What the tool is used for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mode {
    Search(CodeType),
    Count,
}

impl Mode {
    pub fn parse(mode: &str, code_type: &str) -> Self {
        match mode {
            "count" => Self::Count,
            _ => Self::Search(CodeType::parse(code_type).unwrap_or(CodeType::Product)),
        }
    }

    pub fn code_type(self) -> CodeType {
        match self {
            Self::Search(code_type) => code_type,
            Self::Count => CodeType::Product,
        }
    }

    pub fn url(self, store: i16) -> String {
        match self {
            Self::Search(CodeType::Product) => format!("{STAFF_BARCODES_URL}?store_id={store}"),
            Self::Search(CodeType::Order) => {
                format!("{STAFF_BARCODES_URL}?store_id={store}&barcode-type=order")
            }
            Self::Count => format!("{STAFF_BARCODES_URL}?store_id={store}&mode=count"),
        }
    }
}

pub fn mode_tabs(shop: &Shop, store: i16, current: Option<Mode>) -> Vec<BarcodeTab> {
    let tab = |label: Key, url: String, is_current| BarcodeTab {
        label: shop.messages.text(label),
        url,
        current: is_current,
    };
    let search = |label, code_type| {
        let mode = Mode::Search(code_type);
        tab(label, mode.url(store), current == Some(mode))
    };
    vec![
        search(msg::barcodes::TYPE_PRODUCT, CodeType::Product),
        search(msg::barcodes::TYPE_ORDER, CodeType::Order),
        tab(
            msg::barcodes::COUNT,
            format!("{COUNTS_URL}?store_id={store}"),
            matches!(current, None | Some(Mode::Count)),
        ),
    ]
}

/// Links to the same page for other stores; none if there is one store.
pub fn store_tabs(stores: &[Store], current: i16, url: impl Fn(i16) -> String) -> Vec<BarcodeTab> {
    if stores.len() < 2 {
        return Vec::new();
    }
    let tab = |store: &Store| BarcodeTab {
        label: store.name.clone(),
        url: url(store.id),
        current: store.id == current,
    };
    stores.iter().map(tab).collect()
}

pub fn success(shop: &Shop, key: Key) -> BarcodeNotice {
    BarcodeNotice { text: shop.messages.text(key), is_error: false }
}

pub fn error(shop: &Shop, key: Key) -> BarcodeNotice {
    BarcodeNotice { text: shop.messages.text(key), is_error: true }
}
