//! Parsers of single cells: prices, dates, lists, texts with markup.

use chrono::{DateTime, NaiveDate, NaiveDateTime, Utc};

use super::row::Refusal;

/// Stock of a product whose stock WooCommerce does not track.
const UNTRACKED_STOCK: i64 = 9_999;

/// Parses a price into cents, exactly: never through a float.
pub fn price(text: &str) -> Result<Option<i64>, Refusal> {
    if text.is_empty() {
        return Ok(None);
    }
    let refusal = || Refusal::Price(text.to_owned());
    let folded = kernel::digits::fold(text).replace(['\u{66c}', ','], "");
    let (whole, cents) = folded.split_once(['.', '\u{66b}']).unwrap_or((&folded, ""));
    // More decimals than the currency has are accepted if the others are zero.
    let currency = kernel::Currency::shop();
    let decimals = usize::from(currency.decimals);
    let (cents, rest) = cents.split_at_checked(decimals).unwrap_or((cents, ""));
    let digits = |part: &str| part.bytes().all(|byte| byte.is_ascii_digit());
    if whole.is_empty()
        || whole.len() > 12
        || !digits(whole)
        || !digits(cents)
        || rest.bytes().any(|b| b != b'0')
    {
        return Err(refusal());
    }
    let cents: i64 = format!("{cents:0<decimals$}").parse().map_err(|_| refusal())?;
    let scale = currency.minor_per_major().cast_signed();
    Ok(Some(whole.parse::<i64>().map_err(|_| refusal())? * scale + cents))
}

pub fn stock(text: &str, in_stock: &str) -> Result<i64, Refusal> {
    if text.is_empty() {
        return Ok(if in_stock == "0" { 0 } else { UNTRACKED_STOCK });
    }
    // WooCommerce has negative stock after overselling; it becomes zero.
    let number: f64 = kernel::digits::fold(text).parse().map_err(|_| Refusal::Stock(text.to_owned()))?;
    if !number.is_finite() || number > 1e9 {
        return Err(Refusal::Stock(text.to_owned()));
    }
    Ok(number.max(0.0).floor() as i64)
}

pub fn grams(text: &str) -> Option<i32> {
    let kilograms: f64 = kernel::digits::fold(text).parse().ok()?;
    (0.0..=100_000.0).contains(&kilograms).then(|| (kilograms * 1000.0).round() as i32)
}

/// Parses a date or time. A plain date means midnight at its start or, for the end of a sale, at its end.
pub fn moment(text: &str, is_end: bool) -> Result<Option<DateTime<Utc>>, Refusal> {
    if text.is_empty() {
        return Ok(None);
    }
    let known = DateTime::parse_from_rfc3339(text)
        .map(|moment| moment.to_utc())
        .or_else(|_| NaiveDateTime::parse_from_str(text, "%Y-%m-%d %H:%M:%S").map(|moment| moment.and_utc()));
    if let Ok(moment) = known {
        return Ok(Some(moment));
    }
    let day = NaiveDate::parse_from_str(text, "%Y-%m-%d").map_err(|_| Refusal::Date(text.to_owned()))?;
    let day = if is_end { day.succ_opt().unwrap_or(day) } else { day };
    Ok(day.and_hms_opt(0, 0, 0).map(|moment| moment.and_utc()))
}

/// Splits at commas; a comma inside a value is written `\,`.
pub fn list(text: &str) -> Vec<String> {
    let escaped = text.replace("\\,", "\u{0}");
    let parts = escaped.split(',').map(|part| kernel::text::clean(&part.replace('\u{0}', ","), 500));
    parts.filter(|part| !part.is_empty()).collect()
}

pub fn categories(text: &str) -> Vec<Vec<String>> {
    let paths = list(text).into_iter().map(|path| {
        let steps = path.split('>').map(|step| step.trim().to_owned()).filter(|step| !step.is_empty());
        steps.take(6).collect::<Vec<_>>()
    });
    paths.filter(|path| !path.is_empty()).collect()
}

/// Strips the markup and returns the paragraphs.
pub fn paragraphs(text: &str) -> Vec<String> {
    let broken = text
        .replace("\\n", "\n")
        .replace("</p>", "\n")
        .replace("<br>", "\n")
        .replace("<br/>", "\n")
        .replace("<br />", "\n")
        .replace("</li>", "\n");
    let mut plain = String::with_capacity(broken.len());
    let mut depth = false;
    for character in broken.chars() {
        match character {
            '<' => depth = true,
            '>' if depth => depth = false,
            _ if !depth => plain.push(character),
            _ => {}
        }
    }
    let unescaped = plain
        .replace("&nbsp;", " ")
        .replace("&quot;", "\"")
        .replace("&lt;", "<")
        .replace("&gt;", ">")
        .replace("&amp;", "&");
    let lines = unescaped.lines().map(|line| kernel::text::clean(line, 3_000));
    lines.filter(|line| !line.is_empty()).collect()
}

/// Pictures are identified by their file name without extension.
pub fn picture_name(address: &str) -> Option<String> {
    let file = address.split(['?', '#']).next()?.rsplit('/').next()?;
    let name = file.rsplit_once('.').map_or(file, |(name, _)| name);
    (!name.is_empty()).then(|| name.to_owned())
}

pub fn is_url(text: &str) -> bool {
    text.starts_with("https://") || text.starts_with("http://")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn prices_are_parsed_to_the_cent_and_other_texts_are_refused() {
        assert_eq!(price("18.5"), Ok(Some(1_850)));
        assert_eq!(price("1,234.50"), Ok(Some(123_450)));
        assert_eq!(price("٢٢٫٧٥"), Ok(Some(2_275)));
        assert_eq!(price("9.9000"), Ok(Some(990)));
        assert_eq!(price(""), Ok(None));
        for text in ["-1", "free", "1.234", "1e5", "9".repeat(20).as_str()] {
            assert_eq!(price(text), Err(Refusal::Price(text.to_owned())));
        }
    }

    #[test]
    fn a_sale_lasts_to_the_end_of_its_last_day() {
        let time = |text: &str| text.parse::<DateTime<Utc>>().ok();
        assert_eq!(moment("2026-11-20", false), Ok(time("2026-11-20T00:00:00Z")));
        assert_eq!(moment("2026-11-20", true), Ok(time("2026-11-21T00:00:00Z")));
        assert_eq!(moment("2026-11-20 10:30:00", true), Ok(time("2026-11-20T10:30:00Z")));
        assert_eq!(moment("soon", true), Err(Refusal::Date("soon".to_owned())));
    }

    #[test]
    fn lists_keep_escaped_commas_and_paths_keep_their_order() {
        assert_eq!(list(r"250 غ, 1\,5 كغ, "), ["250 غ", "1,5 كغ"]);
        assert_eq!(categories("القهوة > قهوة مختصة, هدايا"), [vec!["القهوة", "قهوة مختصة"], vec!["هدايا"]]);
    }

    #[test]
    fn descriptions_lose_their_markup_and_keep_their_paragraphs() {
        assert_eq!(paragraphs("<p>أول</p>\n<p>ثانٍ <b>مهم</b></p>"), ["أول", "ثانٍ مهم"]);
        assert_eq!(paragraphs(r"سطر\nسطر آخر"), ["سطر", "سطر آخر"]);
    }

    #[test]
    fn a_picture_is_identified_by_its_file_name() {
        let name = picture_name("https://shop.example/wp-content/uploads/2026/10/dn-qm-1001.jpg?x=1");
        assert_eq!(name.as_deref(), Some("dn-qm-1001"));
    }

    #[test]
    fn untracked_stock_is_either_plenty_or_none() {
        assert_eq!(stock("", "1"), Ok(UNTRACKED_STOCK));
        assert_eq!(stock("", "0"), Ok(0));
        assert_eq!(stock("-3", "1"), Ok(0));
        assert!(stock("many", "1").is_err());
    }
}
