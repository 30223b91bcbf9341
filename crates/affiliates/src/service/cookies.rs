//! The cookies by which an order names its affiliate. The browser writes them, so they are text of unknown origin.

use cookie::Cookie;
use http::{HeaderMap, header};
use percent_encoding::percent_decode_str;

/// Longest campaign.
pub(crate) const MAX_CAMPAIGN: usize = 255;

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ReferralCookies {
    pub affiliate: i64,
    pub visit: Option<i64>,
    pub campaign: String,
}

impl ReferralCookies {
    /// Returns `None` without a cookie that names an affiliate.
    pub fn from_headers(headers: &HeaderMap) -> Option<Self> {
        let lines = headers.get_all(header::COOKIE).iter().filter_map(|value| value.to_str().ok());
        let cookies: Vec<Cookie<'_>> = lines.flat_map(Cookie::split_parse).flatten().collect();
        let value = |name: &str| {
            let found = cookies.iter().find(|cookie| cookie.name() == name);
            found.map(Cookie::value)
        };
        let number = |name: &str| value(name)?.parse::<i64>().ok().filter(|number| *number > 0);
        let campaign = value("affwp_campaign").unwrap_or_default();
        let campaign = percent_decode_str(campaign).decode_utf8_lossy();
        Some(Self {
            affiliate: number("affwp_ref")?,
            visit: number("affwp_ref_visit_id"),
            campaign: kernel::text::clean(&campaign, MAX_CAMPAIGN),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(line: &str) -> Option<ReferralCookies> {
        let mut headers = HeaderMap::new();
        headers.insert(header::COOKIE, line.parse().expect("a header"));
        ReferralCookies::from_headers(&headers)
    }

    #[test]
    fn cookies_without_an_affiliate_name_nothing() {
        assert_eq!(read("affwp_ref_visit_id=7"), None);
        for invalid in ["", "0", "-5", "nora", "99999999999999999999"] {
            assert_eq!(read(&format!("affwp_ref={invalid}; affwp_ref_visit_id=7")), None, "{invalid}");
        }
        assert_eq!(ReferralCookies::from_headers(&HeaderMap::new()), None);
    }

    #[test]
    fn the_campaign_is_decoded_and_shortened() {
        let found =
            read("a=b; affwp_ref=417305; affwp_ref_visit_id=9; affwp_campaign=%D8%B9%D9%8A%D8%AF%20x");
        let wanted = ReferralCookies { affiliate: 417_305, visit: Some(9), campaign: "عيد x".to_owned() };
        assert_eq!(found, Some(wanted));
        let long = read(&format!("affwp_ref=1; affwp_campaign={}", "a".repeat(999))).expect("an affiliate");
        assert_eq!((long.campaign.len(), long.visit), (255, None));
    }
}
