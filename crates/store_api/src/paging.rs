//! Pages of lists: the parameters `page`, `per_page` and `offset`, and the headers that say what is left.

use edge::{AppError, PageRequest, page::Document};

use crate::{
    headers::{ALLOW, LINK, TOTAL, TOTAL_PAGES},
    params,
};

const MAX_PER_PAGE: i64 = 100;
/// A later page would have to skip more rows than a request may read.
const MAX_SKIPPED: i64 = 100_000;

/// Which part of a list is wanted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Paging {
    pub page: i64,
    /// `None`: everything.
    pub per_page: Option<i64>,
    pub offset: Option<i64>,
}

impl Paging {
    /// `default`: how many there are on a page if the request does not say; `None` is all of them. As many as that are
    /// also returned for `per_page=0`.
    pub fn read(request: &PageRequest, default: Option<i64>) -> Result<Self, AppError> {
        let page = params::integer(request, "page", 1, MAX_SKIPPED)?.unwrap_or(1);
        let per_page = params::integer(request, "per_page", 0, MAX_PER_PAGE)?.filter(|number| *number > 0);
        let offset = params::integer(request, "offset", 0, MAX_SKIPPED)?;
        let paging = Self { page, per_page: per_page.or(default), offset };
        if paging.skip() > MAX_SKIPPED {
            return Err(params::out_of_range("page", 1, MAX_SKIPPED / paging.per_page.unwrap_or(1)));
        }
        Ok(paging)
    }

    pub fn skip(&self) -> i64 {
        self.offset.unwrap_or_else(|| (self.page - 1).saturating_mul(self.per_page.unwrap_or(0)))
    }

    pub fn limit(&self) -> i64 {
        self.per_page.unwrap_or(MAX_SKIPPED)
    }

    /// The wanted part of a list that is in memory.
    pub fn slice<T>(&self, list: Vec<T>) -> Vec<T> {
        let skip = usize::try_from(self.skip()).unwrap_or(usize::MAX);
        let limit = usize::try_from(self.limit()).unwrap_or(usize::MAX);
        list.into_iter().skip(skip).take(limit).collect()
    }

    fn pages(&self, total: i64) -> i64 {
        match self.per_page {
            Some(per_page) => total.div_euclid(per_page) + i64::from(total % per_page > 0),
            None => i64::from(total > 0),
        }
    }

    /// Adds the number of rows and pages, and links to the pages before and after this one. `address`: of the list,
    /// without a query.
    pub fn describe(&self, document: Document, request: &PageRequest, address: &str, total: i64) -> Document {
        let pages = self.pages(total);
        let document = document
            .with_header(ALLOW, "GET".to_owned())
            .with_header(TOTAL, total.to_string())
            .with_header(TOTAL_PAGES, pages.to_string());
        let link =
            |page: i64, relation: &str| format!("<{address}?{}>; rel=\"{relation}\"", query(request, page));
        let mut links = Vec::new();
        if self.page > 1 && pages > 0 {
            links.push(link((self.page - 1).min(pages), "prev"));
        }
        if self.page < pages {
            links.push(link(self.page + 1, "next"));
        }
        if links.is_empty() { document } else { document.with_header(LINK, links.join(", ")) }
    }
}

/// The same parameters with another page.
fn query(request: &PageRequest, page: i64) -> String {
    let escape = |text: &str| {
        percent_encoding::utf8_percent_encode(text, percent_encoding::NON_ALPHANUMERIC).to_string()
    };
    let others = request.queries().filter(|(name, _)| *name != "page");
    let mut pairs: Vec<String> =
        others.map(|(name, value)| format!("{}={}", escape(name), escape(value))).collect();
    pairs.push(format!("page={page}"));
    pairs.join("&")
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    fn request(pairs: &[(&str, &str)]) -> PageRequest {
        let query = pairs.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
        PageRequest::new(BTreeMap::new(), query)
    }

    fn header(document: &Document, name: &str) -> Option<String> {
        document.headers.iter().find(|(known, _)| *known == name).map(|(_, value)| value.clone())
    }

    #[test]
    fn a_page_in_the_middle_links_to_both_sides() {
        let request = request(&[("page", "2"), ("per_page", "10"), ("search", "تمر")]);
        let paging = Paging::read(&request, Some(10)).expect("valid");
        let document = paging.describe(Document::json(&()), &request, "https://shop.example/x", 21);
        assert_eq!((paging.skip(), paging.limit()), (10, 10));
        assert_eq!(header(&document, TOTAL).as_deref(), Some("21"));
        assert_eq!(header(&document, TOTAL_PAGES).as_deref(), Some("3"));
        let link = header(&document, LINK).expect("links");
        assert!(link.contains("page=1>; rel=\"prev\", <https://shop.example/x?per%5Fpage=10&"), "{link}");
        assert!(link.ends_with("page=3>; rel=\"next\""), "{link}");
    }

    #[test]
    fn pages_out_of_range_are_refused() {
        for (name, value) in [("per_page", "101"), ("per_page", "-1"), ("per_page", "x"), ("page", "0")] {
            assert!(Paging::read(&request(&[(name, value)]), Some(10)).is_err(), "{name}={value}");
        }
        assert_eq!(Paging::read(&request(&[("offset", "7")]), Some(10)).expect("valid").skip(), 7);
    }
}
