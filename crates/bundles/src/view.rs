//! View data of a bundle's page.

use std::collections::HashMap;

use catalog::PictureView;
use kernel::{Money, Quantity, VariationId};
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::{
    rules::write_choices,
    service::{LoadedBundle, Prices, is_purchasable},
};

/// The shop owner's settings. Values are named as in the wire format.
#[derive(Debug, Clone, Default, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase", default)]
#[ts(export_to = "bundles.ts")]
pub struct BundleSettings {
    /// Whether a variation's own picture replaces that of its item.
    pub change_image: ChangeImage,
    pub bundled_price: BundledPrice,
    pub bundled_price_from: PriceFrom,
    pub change_price: ChangePrice,
    /// Selector of the element whose content changes with [`ChangePrice::YesCustom`].
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

/// Rendered by `web/src/bundles/BundleBuilder.island.tsx`. Amounts are in minor units: the page calculates with
/// them.
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
    /// What can be bought: the product itself, or its variations.
    pub options: Vec<BundleOptionView>,
    pub needs_choice: bool,
}

#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "bundles.ts")]
pub struct BundleOptionView {
    pub id: String,
    /// Attribute values in the wire format.
    pub attrs: String,
    pub label: String,
    #[ts(type = "number")]
    pub price: Money,
    #[ts(type = "number")]
    pub regular: Money,
    pub picture: Option<PictureView>,
    pub is_unpurchasable: bool,
}

/// What the view depends on besides the bundle.
pub struct ViewContext<'a> {
    pub product_id: String,
    pub action: String,
    pub own_price: Option<Money>,
    pub prices: Prices<'a>,
    pub pictures: HashMap<VariationId, PictureView>,
    pub product_url: fn(&str) -> String,
}

impl BundleView {
    pub fn new(set: &LoadedBundle, context: ViewContext<'_>) -> Self {
        let terms = set.terms(context.own_price);
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
            settings: context.prices.settings.clone(),
            items: items(set, &context),
            product_id: context.product_id,
            action: context.action,
        }
    }
}

fn items(set: &LoadedBundle, context: &ViewContext<'_>) -> Vec<BundleItemView> {
    // Items whose product is not published are not shown.
    let each = set.rows().filter_map(|(item, card)| Some((item, card?))).map(|(item, card)| {
        let amounts = |variation| {
            let price = context.prices.price_of(card, variation);
            let amount = price.map_or(Money::ZERO, |price| price.amount);
            (amount, price.and_then(|price| price.regular).unwrap_or(amount))
        };
        let needs_choice = card.kind == catalog::ProductKind::Variable;
        let options = if needs_choice {
            let each = card.variations.iter().flat_map(|variation| {
                let (price, regular) = amounts(Some(variation));
                set.attribute_combinations(variation).into_iter().map(move |combination| {
                    let label: Vec<_> = [variation.label.as_str()]
                        .into_iter()
                        .filter(|label| !label.is_empty())
                        .chain(combination.values().map(String::as_str))
                        .collect();
                    let mut choices = variation.choices.clone();
                    choices.extend(combination.clone());
                    BundleOptionView {
                        id: variation.id.to_string(),
                        attrs: write_choices(&choices),
                        label: label.join("، "),
                        price,
                        regular,
                        picture: context.pictures.get(&variation.id).cloned(),
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
            catalog::ProductKind::Variable => card.variations.iter().map(|one| one.available).max(),
            _ => Some(card.available),
        };
        let left = left.filter(|_| is_purchasable(item, card));
        BundleItemView {
            key: item.key.clone(),
            name: card.name.clone(),
            note: card.note.clone(),
            url: (context.product_url)(&card.slug),
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
