//! What a bundle's page is told.

use std::collections::HashMap;

use catalog::PictureView;
use kernel::{Money, Quantity, VariationId};
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::{
    rules::write_choices,
    set::{Prices, Set, is_purchasable},
};

/// The owner's wishes. Values are named as on the wire.
#[derive(Debug, Clone, Default, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase", default)]
#[ts(export_to = "bundles.ts")]
pub struct BundleSettings {
    /// A variation's own picture replaces that of its row.
    pub change_image: ChangeImage,
    pub bundled_price: BundledPrice,
    pub bundled_price_from: PriceFrom,
    pub change_price: ChangePrice,
    /// Whose content changes with [`ChangePrice::YesCustom`].
    pub price_selector: String,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
#[ts(export_to = "bundles.ts")]
pub enum ChangeImage {
    #[default]
    Yes,
    No,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
#[ts(export_to = "bundles.ts")]
pub enum BundledPrice {
    #[default]
    Price,
    Subtotal,
    SubtotalUnderName,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
#[ts(export_to = "bundles.ts")]
pub enum PriceFrom {
    #[default]
    SalePrice,
    RegularPrice,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
#[ts(export_to = "bundles.ts")]
pub enum ChangePrice {
    #[default]
    No,
    Yes,
    YesCustom,
}

/// Drawn by `web/src/bundles/BundleBuilder.island.tsx`. Amounts in minor units: the page calculates with them.
#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "bundles.ts")]
pub struct BundleView {
    pub product_id: String,
    pub action: String,
    pub terms: TermsView,
    pub price_suffix: String,
    pub settings: BundleSettings,
    pub items: Vec<BundleItemView>,
}

#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "bundles.ts")]
pub struct TermsView {
    /// Hundredths of a percent.
    #[ts(type = "number")]
    pub percent: i64,
    #[ts(type = "number")]
    pub amount: Money,
    #[ts(type = "number | null")]
    pub fixed_price: Option<Money>,
    pub has_optional: bool,
    pub has_variations: bool,
    pub exclude_unpurchasable: bool,
    pub min: Option<Quantity>,
    pub max: Option<Quantity>,
    #[ts(type = "number | null")]
    pub total_min: Option<Money>,
    #[ts(type = "number | null")]
    pub total_max: Option<Money>,
}

#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "bundles.ts")]
pub struct BundleItemView {
    pub key: String,
    pub name: String,
    pub note: String,
    pub url: String,
    pub picture: PictureView,
    pub quantity: Quantity,
    pub min: Quantity,
    pub max: Option<Quantity>,
    pub step: Quantity,
    pub is_optional: bool,
    pub is_unpurchasable: bool,
    /// What may be bought: one, or the variations to choose from.
    pub options: Vec<BundleOptionView>,
    pub needs_choice: bool,
}

#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "bundles.ts")]
pub struct BundleOptionView {
    pub id: String,
    /// As they travel.
    pub attrs: String,
    pub label: String,
    #[ts(type = "number")]
    pub price: Money,
    #[ts(type = "number")]
    pub regular: Money,
    pub picture: Option<PictureView>,
    pub is_unpurchasable: bool,
}

/// Everything beside the bundle itself that its drawing depends on.
pub struct Pen<'a> {
    pub product_id: String,
    pub action: String,
    /// The bundle's own price.
    pub own: Option<Money>,
    pub prices: Prices<'a>,
    pub pictures: HashMap<VariationId, PictureView>,
    pub product_url: fn(&str) -> String,
}

impl BundleView {
    pub fn new(set: &Set, pen: Pen<'_>) -> Self {
        let terms = set.terms(pen.own);
        Self {
            terms: TermsView {
                percent: terms.percent,
                amount: terms.amount,
                fixed_price: terms.fixed_price,
                has_optional: terms.has_optional,
                has_variations: terms.has_variations,
                exclude_unpurchasable: terms.exclude_unpurchasable,
                min: terms.min,
                max: terms.max,
                total_min: terms.total_min,
                total_max: terms.total_max,
            },
            price_suffix: set.bundle.price_suffix.clone(),
            settings: pen.prices.settings.clone(),
            items: items(set, &pen),
            product_id: pen.product_id,
            action: pen.action,
        }
    }
}

fn items(set: &Set, pen: &Pen<'_>) -> Vec<BundleItemView> {
    // What is not to be had at all is not shown.
    let each = set.rows().filter_map(|(item, card)| Some((item, card?))).map(|(item, card)| {
        let amounts = |variation| {
            let price = pen.prices.of(card, variation);
            let amount = price.map_or(Money::ZERO, |price| price.amount);
            (amount, price.and_then(|price| price.regular).unwrap_or(amount))
        };
        let needs_choice = card.kind == catalog::Kind::Variable;
        let options = if needs_choice {
            let each = card.variations.iter().flat_map(|variation| {
                let (price, regular) = amounts(Some(variation));
                set.fillings(variation).into_iter().map(move |filling| {
                    let label: Vec<_> = [variation.label.as_str()]
                        .into_iter()
                        .filter(|label| !label.is_empty())
                        .chain(filling.values().map(String::as_str))
                        .collect();
                    let mut choices = variation.choices.clone();
                    choices.extend(filling.clone());
                    BundleOptionView {
                        id: variation.id.to_string(),
                        attrs: write_choices(&choices),
                        label: label.join("، "),
                        price,
                        regular,
                        picture: pen.pictures.get(&variation.id).cloned(),
                        is_unpurchasable: !item.suffices(variation.available),
                    }
                })
            });
            each.collect()
        } else {
            let (price, regular) = amounts(None);
            let is_unpurchasable = !is_purchasable(item, card);
            let (id, attrs, label) = (card.id.to_string(), String::new(), String::new());
            vec![BundleOptionView { id, attrs, label, price, regular, picture: None, is_unpurchasable }]
        };
        let left = match card.kind {
            catalog::Kind::Variable => card.variations.iter().map(|one| one.available).max(),
            _ => Some(card.available),
        };
        let left = left.filter(|_| is_purchasable(item, card));
        BundleItemView {
            key: item.key.clone(),
            name: card.name.clone(),
            note: card.note.clone(),
            url: (pen.product_url)(&card.slug),
            picture: card.picture.clone().unwrap_or_else(|| PictureView::missing("")),
            quantity: item.quantity,
            min: item.min,
            max: [item.max, left].into_iter().flatten().min(),
            step: card.step,
            is_optional: item.is_optional,
            is_unpurchasable: !is_purchasable(item, card),
            options,
            needs_choice,
        }
    });
    each.collect()
}
