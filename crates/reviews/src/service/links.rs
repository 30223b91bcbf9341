//! Addresses of lists, for visitors without script.

use crate::{
    rules::{Filter, Sort},
    urls::{ALL_REVIEWS_URL, WRITE_URL},
    view::HiddenInput,
};

/// The hash by which the product page opens its reviews.
pub const TAB: &str = "#tab-reviews";

/// Names of the parameters in links and forms.
pub mod parameters {
    pub const RATING: &str = "ivrating";
    pub const SORT: &str = "crsort";
    pub const SEARCH: &str = "crsearch";
    pub const TAGS: &str = "crtags";
    pub const PAGE: &str = "crpage";
    pub const PRODUCT: &str = "crproduct";
}

/// Where the lists of a product or of all reviews are found.
#[derive(Debug, Clone)]
pub struct ListLinks {
    /// The product whose reviews are listed.
    product: Option<i64>,
    /// Its page, which lists its reviews by rating; everything else is on the page of all reviews.
    product_url: Option<String>,
}

impl ListLinks {
    pub fn all() -> Self {
        Self { product: None, product_url: None }
    }

    /// On the page of all reviews, limited to a product.
    pub fn of_product(product: i64) -> Self {
        Self { product: Some(product), product_url: None }
    }

    pub fn on_product_page(product: i64, url: &str) -> Self {
        Self { product: Some(product), product_url: Some(url.to_owned()) }
    }

    /// The address of a page; pages count from 1.
    pub fn url(&self, filter: &Filter, page: i64) -> String {
        let is_plain = filter.sort == Sort::Newest && filter.search.is_empty() && filter.tags.is_empty();
        if let Some(url) = self.product_url.as_ref().filter(|_| is_plain && page <= 1) {
            return match filter.rating {
                Some(rating) => format!("{url}?{}={rating}{TAB}", parameters::RATING),
                None => format!("{url}{TAB}"),
            };
        }
        let mut pairs = self.pairs(filter);
        if page > 1 {
            pairs.push((parameters::PAGE, page.to_string()));
        }
        match pairs.is_empty() {
            true => ALL_REVIEWS_URL.to_owned(),
            false => {
                let query = serde_urlencoded::to_string(&pairs).unwrap_or_default();
                format!("{ALL_REVIEWS_URL}?{query}")
            }
        }
    }

    fn pairs(&self, filter: &Filter) -> Vec<(&'static str, String)> {
        let tags: Vec<String> = filter.tags.iter().map(i64::to_string).collect();
        let all = [
            (parameters::PRODUCT, self.product.map(|product| product.to_string())),
            (parameters::RATING, filter.rating.map(|rating| rating.to_string())),
            (parameters::SORT, (filter.sort != Sort::Newest).then(|| filter.sort.name().to_owned())),
            (parameters::SEARCH, Some(filter.search.clone()).filter(|search| !search.is_empty())),
            (parameters::TAGS, Some(tags.join(",")).filter(|tags| !tags.is_empty())),
        ];
        all.into_iter().filter_map(|(name, value)| Some((name, value?))).collect()
    }

    /// The hidden inputs of a form that changes one of the parameters.
    pub fn hidden(&self, filter: &Filter, changed: &str) -> Vec<HiddenInput> {
        let pairs = self.pairs(filter).into_iter().filter(|(name, _)| *name != changed);
        pairs.map(|(name, value)| HiddenInput { name: name.to_owned(), value }).collect()
    }

    /// The page with the form.
    pub fn write_url(&self) -> String {
        match self.product {
            Some(product) => format!("{WRITE_URL}?item={product}"),
            None => WRITE_URL.to_owned(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rating_stays_on_the_product_page_and_everything_else_leads_to_the_page_of_all_reviews() {
        let links = ListLinks::on_product_page(7, "/ar/product/honey/");
        let rated = Filter { rating: Some(4), ..Filter::default() };
        assert_eq!(links.url(&rated, 1), "/ar/product/honey/?ivrating=4#tab-reviews");
        assert_eq!(links.url(&Filter::default(), 1), "/ar/product/honey/#tab-reviews");
        assert_eq!(links.url(&rated, 2), "/ar/reviews/?crproduct=7&ivrating=4&crpage=2");
        let searched = Filter { search: "عسل & تمر".to_owned(), tags: vec![1, 2], ..rated };
        let url = ListLinks::all().url(&searched, 1);
        assert!(url.ends_with("+%26+%D8%AA%D9%85%D8%B1&crtags=1%2C2"), "{url}");
    }
}
