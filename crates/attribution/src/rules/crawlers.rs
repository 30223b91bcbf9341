//! Programs that are no visitors.

/// Parts of the names that crawlers and monitors give themselves, in lower case.
const CRAWLERS: [&str; 12] = [
    "bot",
    "crawl",
    "spider",
    "slurp",
    "preview",
    "facebookexternalhit",
    "headless",
    "lighthouse",
    "monitor",
    "curl/",
    "wget/",
    "python-",
];

pub fn is_crawler(user_agent: &str) -> bool {
    let name = user_agent.to_ascii_lowercase();
    name.is_empty() || CRAWLERS.iter().any(|part| name.contains(part))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn crawlers_are_recognised_by_their_name() {
        assert!(is_crawler("Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)"));
        assert!(is_crawler(""));
        assert!(!is_crawler("Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/140.0 Safari/537.36"));
    }
}
