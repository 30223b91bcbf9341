//! Constraints about price and order in a query: «تحت 20», «أرخص», «عليها خصم». They become filters and an order, and are taken out
//! of the words that are searched.

use kernel::Money;

use super::{fold, numbers, understand::pieces};

/// Limits that a query sets.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Filters {
    pub min_price: Option<Money>,
    pub max_price: Option<Money>,
    pub on_sale: bool,
}

impl Filters {
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}

/// The order that a query asks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Order {
    Cheapest,
    Dearest,
    Newest,
    Popular,
    Rated,
    Largest,
    Smallest,
}

/// What a part of the query was taken for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Constraint {
    MinPrice(Money),
    MaxPrice(Money),
    OnSale,
    Order(Order),
}

/// A constraint and the words that express it, so that it can be shown and taken away.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TypedConstraint {
    pub constraint: Constraint,
    pub typed: String,
}

/// A query parted into constraints and the words that remain.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Constraints {
    pub found: Vec<TypedConstraint>,
    pub rest: Vec<String>,
}

impl Constraints {
    pub fn filters(&self) -> Filters {
        let mut filters = Filters::default();
        for one in &self.found {
            match one.constraint {
                Constraint::MinPrice(price) => filters.min_price = Some(price),
                Constraint::MaxPrice(price) => filters.max_price = Some(price),
                Constraint::OnSale => filters.on_sale = true,
                Constraint::Order(_) => {}
            }
        }
        filters
    }

    pub fn order(&self) -> Option<Order> {
        self.found.iter().find_map(|one| match one.constraint {
            Constraint::Order(order) => Some(order),
            _ => None,
        })
    }
}

/// Phrases before an upper limit, longest first.
const UNDER: &[&str] = &[
    "ما يزيد سعره عن",
    "لا يزيد سعره عن",
    "لا يزيد ثمنه عن",
    "لا يتجاوز سعره",
    "ما يتجاوز سعره",
    "سعره اقل من",
    "سعرها اقل من",
    "بسعر اقل من",
    "باقل من",
    "ما يزيد عن",
    "لا يزيد عن",
    "لا تزيد عن",
    "ما تزيد عن",
    "ما يزيد علي",
    "لا يزيد علي",
    "لا تزيد علي",
    "ما يتعدي",
    "ما تتعدي",
    "لا يتعدي",
    "لا تتعدي",
    "ما يتجاوز",
    "ما تتجاوز",
    "لا يتجاوز",
    "لا تتجاوز",
    "ما يتخطي",
    "ما يفوت",
    "ما تفوت",
    "ما يفوتش",
    "ما يعدي",
    "ما يعديش",
    "مايعديش",
    "ميزيدش عن",
    "ما يزيدش عن",
    "مايزيدش عن",
    "مايزيد عن",
    "مايتعدي",
    "مايتجاوز",
    "بحد اقصي",
    "حد اقصي",
    "اقصي سعر",
    "اقصاه",
    "اقل من",
    "اقل عن",
    "قل من",
    "قل عن",
    "ارخص من",
    "ادني من",
    "انقص من",
    "ناقص عن",
    "في حدود",
    "بحدود",
    "حدود",
    "في حدود ال",
    "ميزانيتي",
    "ميزانيه",
    "بميزانيه",
    "معي",
    "معايا",
    "عندي بس",
    "لحد",
    "لغايه",
    "تحت ال",
    "تحت",
    "دون",
    "less than",
    "lower than",
    "cheaper than",
    "no more than",
    "up to",
    "under",
    "below",
    "max",
    "within",
];
/// Phrases before a lower limit.
const OVER: &[&str] = &[
    "سعره اكثر من",
    "سعرها اكثر من",
    "بسعر اكثر من",
    "لا يقل عن",
    "لا تقل عن",
    "ما يقل عن",
    "ما تقل عن",
    "ابتدا من",
    "يبدا من",
    "تبدا من",
    "يزيد عن",
    "تزيد عن",
    "باكثر من",
    "باكتر من",
    "اكثر من",
    "اكتر من",
    "كثر من",
    "كتر من",
    "اعلي من",
    "اغلي من",
    "ازيد من",
    "فوق ال",
    "فوق",
    "more than",
    "greater than",
    "at least",
    "over",
    "above",
    "min",
];
/// Phrases between which two limits stand: before the first, and before the second.
const BETWEEN: &[(&str, &[&str])] = &[
    ("ما بين", &["و", "الي", "ل", "لحد", "and"]),
    ("مابين", &["و", "الي", "ل", "لحد", "and"]),
    ("بين", &["و", "الي", "ل", "لحد", "and"]),
    ("من", &["الي", "ل", "لحد", "لغايه", "حتي", "to"]),
    ("between", &["and", "to"]),
    ("from", &["to", "till", "until"]),
];
const CURRENCY: &[&str] = &[
    "دولار",
    "دولارات",
    "دولارا",
    "دولاري",
    "ريال",
    "ريالات",
    "درهم",
    "دراهم",
    "دينار",
    "دنانير",
    "جنيه",
    "ليره",
    "ليرات",
    "usd",
    "dollar",
    "dollars",
    "bucks",
    "sar",
    "aed",
];
/// Words around a price that say nothing more.
const PRICE_WORDS: &[&str] = &[
    "بسعر",
    "سعر",
    "سعره",
    "سعرها",
    "السعر",
    "ثمن",
    "ثمنه",
    "ثمنها",
    "بثمن",
    "قيمه",
    "بقيمه",
    "price",
    "priced",
    "فقط",
    "بس",
    "تقريبا",
    "حوالي",
    "تكلفه",
    "اسعار",
    "باسعار",
    "الاسعار",
];

const SALE: &[&str] = &[
    "عليه خصم",
    "عليها خصم",
    "عليهم خصم",
    "عليه عرض",
    "عليها عرض",
    "عليه تخفيض",
    "عليها تخفيض",
    "في عليه خصم",
    "سعر مخفض",
    "بسعر مخفض",
    "on sale",
    "in sale",
    "for sale",
    "special offer",
    "special offers",
    "بالعرض",
    "بعرض",
    "العروض",
    "عروض",
    "عرض",
    "بالتخفيض",
    "التخفيضات",
    "تخفيضات",
    "تخفيض",
    "بتخفيض",
    "مخفضه",
    "مخفض",
    "المخفضه",
    "بخصم",
    "الخصم",
    "الخصومات",
    "خصومات",
    "خصم",
    "حسومات",
    "حسم",
    "بالتنزيلات",
    "التنزيلات",
    "تنزيلات",
    "تنزيل",
    "نازل سعره",
    "صولد",
    "سولد",
    "بروموسيون",
    "برومو",
    "اوكازيون",
    "رابكس",
    "sale",
    "sales",
    "discount",
    "discounts",
    "discounted",
    "offer",
    "offers",
    "deal",
    "deals",
    "promo",
    "clearance",
];
const ORDERS: &[(Order, &[&str])] = &[
    (
        Order::Cheapest,
        &[
            "من الارخص للاغلي",
            "من الارخص الي الاغلي",
            "الارخص سعرا",
            "ارخص سعر",
            "بارخص سعر",
            "الاقل سعرا",
            "اقل سعر",
            "باقل سعر",
            "الارخص اولا",
            "ارخص شي",
            "ارخص حاجه",
            "ارخص واحد",
            "ارخص وحده",
            "ارخص",
            "الارخص",
            "رخيص",
            "رخيصه",
            "الرخيص",
            "الرخيصه",
            "رخاص",
            "رخيصين",
            "اقتصادي",
            "اقتصاديه",
            "اوفر",
            "الاوفر",
            "سعر معقول",
            "بسعر معقول",
            "سعر حلو",
            "بسعر حلو",
            "سعر مناسب",
            "بسعر مناسب",
            "علي قد الحال",
            "مو غالي",
            "مو غاليه",
            "مش غالي",
            "مش غاليه",
            "ما يكون غالي",
            "ما تكون غاليه",
            "ماشي غالي",
            "مهوب غالي",
            "cheapest",
            "cheap",
            "cheaper",
            "lowest price",
            "low price",
            "affordable",
            "inexpensive",
            "budget",
        ],
    ),
    (
        Order::Dearest,
        &[
            "من الاغلي للارخص",
            "من الاغلي الي الارخص",
            "الاغلي سعرا",
            "الاغلي اولا",
            "الاعلي سعرا",
            "اعلي سعر",
            "اغلي شي",
            "اغلي حاجه",
            "اغلي",
            "الاغلي",
            "غالي",
            "غاليه",
            "الغالي",
            "الغاليه",
            "most expensive",
            "expensive",
            "highest price",
            "priciest",
        ],
    ),
    (
        Order::Newest,
        &[
            "وصل حديثا",
            "وصل جديد",
            "اخر وصول",
            "احدث",
            "الاحدث",
            "جديدكم",
            "اخر ما وصل",
            "اخر شي نزل",
            "نازل جديد",
            "newest",
            "latest",
            "new arrivals",
            "new",
        ],
    ),
    (
        Order::Popular,
        &[
            "الاكثر مبيعا",
            "اكثر مبيعا",
            "الاكثر طلبا",
            "اكثر شي مطلوب",
            "الاكثر شهره",
            "اكثر شي ينباع",
            "ترند",
            "الترند",
            "best seller",
            "best sellers",
            "best selling",
            "most popular",
            "popular",
            "trending",
        ],
    ),
    (
        Order::Rated,
        &[
            "الاعلي تقييما",
            "اعلي تقييم",
            "الافضل تقييما",
            "افضل تقييم",
            "افضل",
            "الافضل",
            "احسن",
            "الاحسن",
            "احسن شي",
            "top rated",
            "highest rated",
            "best",
        ],
    ),
    (
        Order::Largest,
        &[
            "اكبر حجم",
            "اكبر مقاس",
            "باكبر حجم",
            "الاكبر حجما",
            "اكبر واحد",
            "اكبر وحده",
            "اكبر",
            "الاكبر",
            "largest",
            "biggest",
        ],
    ),
    (
        Order::Smallest,
        &[
            "اصغر حجم",
            "اصغر مقاس",
            "باصغر حجم",
            "الاصغر حجما",
            "اصغر واحد",
            "اصغر وحده",
            "اصغر",
            "الاصغر",
            "smallest",
        ],
    ),
];
/// Words after an order that belong to it: «الأغلى أولاً».
const AFTER_ORDER: &[&str] = &["اولا", "الاول", "سعرا", "سعر", "حجما", "ثمنا", "first"];

/// The lists of this file, for their review.
#[cfg(test)]
pub(crate) fn word_lists() -> Vec<(&'static str, Vec<&'static str>)> {
    let mut lists = vec![
        ("upper limits", UNDER.to_vec()),
        ("lower limits", OVER.to_vec()),
        ("ranges", BETWEEN.iter().map(|(before, _)| *before).collect()),
        ("currencies", CURRENCY.to_vec()),
        ("price words", PRICE_WORDS.to_vec()),
        ("offers", SALE.to_vec()),
        ("words after an order", AFTER_ORDER.to_vec()),
    ];
    let names = [
        "order: cheapest",
        "order: dearest",
        "order: newest",
        "order: popular",
        "order: rated",
        "order: largest",
        "order: smallest",
    ];
    lists.extend(names.into_iter().zip(ORDERS).map(|(name, (_, phrases))| (name, phrases.to_vec())));
    lists
}

/// Length of the longest phrase at the start of `words`.
fn phrase(phrases: &[&str], words: &[String]) -> Option<usize> {
    let fits = |phrase: &&&str| {
        phrase.split(' ').count() <= words.len()
            && phrase.split(' ').zip(words).all(|(wanted, word)| wanted == word)
    };
    phrases.iter().filter(fits).map(|phrase| phrase.split(' ').count()).max()
}

fn is_currency(word: &str) -> bool {
    let word = word.strip_prefix('ب').unwrap_or(word);
    CURRENCY.contains(&word)
}

/// A price at the start of `words`: the amount, how many words it takes, and whether its currency was named.
fn price(words: &[String]) -> Option<(Money, usize, bool)> {
    let before = usize::from(words.first().is_some_and(|word| is_currency(word)));
    let (amount, taken) = numbers::number(&words[before..]).or_else(|| attached(words.get(before)?))?;
    let next = words.get(before + taken);
    if next.is_some_and(|next| fold::is_unit(next) || numbers::is_counted(next)) {
        return None;
    }
    let after = usize::from(next.is_some_and(|next| is_currency(next)));
    let minor = (amount * kernel::Currency::shop().minor_per_major() as f64).round();
    let fits = (0.0..1e11).contains(&minor);
    fits.then(|| (Money::from_minor(minor as i64), before + taken + after, before + after > 0))
}

/// A number word behind an attached letter: «لعشرين».
fn attached(word: &str) -> Option<(f64, usize)> {
    let rest = word.strip_prefix(['ل', 'ب', 'و']).or_else(|| word.strip_prefix("ال"))?;
    numbers::number(&[rest.to_owned()])
}

/// Two limits at the start of `words`.
fn range(words: &[String]) -> Option<(Money, Money, usize)> {
    for (before, betweens) in BETWEEN {
        let Some(start) = phrase(&[*before], words) else { continue };
        let Some((low, taken, _)) = price(&words[start..]) else { continue };
        let mut at = start + taken;
        let next = words.get(at)?;
        if betweens.contains(&next.as_str()) {
            at += 1;
        } else {
            // «و40» and «لـ40» keep their letter; as words: «وأربعين».
            let glued = betweens
                .iter()
                .any(|between| next.strip_prefix(between).is_some_and(|rest| !rest.is_empty()));
            if !glued {
                continue;
            }
        }
        let rest: Vec<String> = words[at..].to_vec();
        let unglued: Vec<String> = rest
            .first()
            .map(|first| first.strip_prefix(['و', 'ل']).unwrap_or(first).to_owned())
            .into_iter()
            .chain(rest.iter().skip(1).cloned())
            .collect();
        let Some((high, taken, _)) = price(&rest).or_else(|| price(&unglued)) else { continue };
        if low <= high {
            return Some((low, high, at + taken));
        }
    }
    None
}

/// Takes the constraints out of the folded words of a query.
pub fn read(words: &[String]) -> Constraints {
    let mut constraints = Constraints::default();
    let mut at = 0;
    let mut after_constraint = false;
    while at < words.len() {
        let rest = &words[at..];
        let (found, taken) = constraint(rest);
        if taken == 0 {
            let filler = PRICE_WORDS.contains(&rest[0].as_str())
                || after_constraint && (AFTER_ORDER.contains(&rest[0].as_str()) || is_currency(&rest[0]));
            if !filler {
                constraints.rest.push(rest[0].clone());
            }
            after_constraint &= filler;
            at += 1;
            continue;
        }
        let typed = rest[..taken].join(" ");
        constraints
            .found
            .extend(found.into_iter().map(|constraint| TypedConstraint { constraint, typed: typed.clone() }));
        after_constraint = true;
        at += taken;
    }
    constraints
}

/// A query as it was typed, without the words of a constraint: `typed` is a [`TypedConstraint::typed`]. `None` if these words are not
/// apart from the others.
pub fn without(query: &str, typed: &str) -> Option<String> {
    let words: Vec<&str> = query.split_whitespace().collect();
    for start in 0..words.len() {
        for end in start + 1..=words.len() {
            if pieces(&words[start..end].join(" ")).join(" ") == typed {
                return Some([&words[..start], &words[end..]].concat().join(" "));
            }
        }
    }
    None
}

fn constraint(words: &[String]) -> (Vec<Constraint>, usize) {
    if let Some((low, high, taken)) = range(words) {
        return (vec![Constraint::MinPrice(low), Constraint::MaxPrice(high)], taken);
    }
    for (phrases, limit) in
        [(UNDER, Constraint::MaxPrice as fn(Money) -> Constraint), (OVER, Constraint::MinPrice)]
    {
        if let Some(start) = phrase(phrases, words)
            && let Some((amount, taken, _)) = price(&words[start..])
        {
            return (vec![limit(amount)], start + taken);
        }
    }
    // «بعشرين دولار», «20 دولار وفوق».
    let priced = match words.first().map(String::as_str) {
        Some("ب") => price(&words[1..]).map(|(amount, taken, named)| (amount, taken + 1, named)),
        _ => price(words),
    };
    if let Some((amount, taken, true)) = priced {
        let more = words.get(taken).map(String::as_str);
        let above = matches!(more, Some("وفوق" | "فاكثر" | "واكثر" | "وطالع" | "واعلي"));
        let below = matches!(more, Some("وتحت" | "فاقل" | "واقل" | "ونازل"));
        let limit = if above { Constraint::MinPrice(amount) } else { Constraint::MaxPrice(amount) };
        return (vec![limit], taken + usize::from(above || below));
    }
    if let Some(taken) = phrase(SALE, words) {
        return (vec![Constraint::OnSale], taken);
    }
    for (order, phrases) in ORDERS {
        if let Some(taken) = phrase(phrases, words) {
            return (vec![Constraint::Order(*order)], taken);
        }
    }
    (Vec::new(), 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_constraint_is_taken_out_of_the_query_as_it_was_typed() {
        for (query, left) in [
            ("قهوةٌ عربية تحت ٢٠ دولار", "قهوةٌ عربية"),
            ("أرخص قهوة", "قهوة"),
            ("قهوة بين 10 و20", "قهوة"),
            ("ما يزيد عن 30 دولار كوب", "كوب"),
        ] {
            let found = read(&pieces(query)).found;
            assert_eq!(without(query, &found[0].typed).as_deref(), Some(left), "{query}");
        }
        assert_eq!(without("قهوة20", "20"), None);
    }

    fn summary(text: &str) -> (Option<i64>, Option<i64>, bool, Option<Order>, String) {
        let constraints = read(&pieces(text));
        let filters = constraints.filters();
        let major = |price: Option<Money>| price.map(|price| price.as_minor() / 100);
        (
            major(filters.min_price),
            major(filters.max_price),
            filters.on_sale,
            constraints.order(),
            constraints.rest.join(" "),
        )
    }

    #[test]
    fn prices_become_limits() {
        for (text, min, max, rest) in [
            ("عسل تحت 20", None, Some(20), "عسل"),
            ("عسل أقل من ٢٠ دولار", None, Some(20), "عسل"),
            ("عطر بعشرين دولار", None, Some(20), "عطر"),
            ("عطر ب 20$", None, Some(20), "عطر"),
            ("دراجة فوق 200 دولار", Some(200), None, "دراجة"),
            ("وشاح بين 20 و 40", Some(20), Some(40), "وشاح"),
            ("وشاح بين 20 و40 دولار", Some(20), Some(40), "وشاح"),
            ("ثياب من 30 الى 40 دولار", Some(30), Some(40), "ثياب"),
            ("خيمة لا تزيد عن 150$", None, Some(150), "خيمه"),
            ("حبل بسعر اكثر من 50", Some(50), None, "حبل"),
            ("قهوة ما تتعدى مية وخمسين", None, Some(150), "قهوه"),
            ("ساعة بأقل من 1,500 دولار", None, Some(1500), "ساعه"),
            ("coffee under 20 dollars", None, Some(20), "coffee"),
            ("honey between 10 and 30", Some(10), Some(30), "honey"),
            ("دلة بين عشرة وعشرين", Some(10), Some(20), "دله"),
        ] {
            let (low, high, sale, order, left) = summary(text);
            assert_eq!((low, high, left.as_str()), (min, max, fold::fold(rest).as_str()), "{text}");
            assert!(!sale && order.is_none(), "{text}");
        }
    }

    #[test]
    fn amounts_of_goods_are_no_prices() {
        for text in ["خيمة اكثر من 4 اشخاص", "عسل 500 غرام", "حقيبة فوق 20 لتر", "قلم 0.7", "من اليمن"]
        {
            let (low, high, ..) = summary(text);
            assert_eq!((low, high), (None, None), "{text}");
        }
    }

    #[test]
    fn orders_and_offers_leave_the_goods() {
        for (text, order, sale, rest) in [
            ("أرخص كابل", Some(Order::Cheapest), false, "كابل"),
            ("ساعة يد الأغلى أولا", Some(Order::Dearest), false, "ساعه يد"),
            ("مطارات عليها خصم", None, true, "مطارات"),
            ("عروض القهوة", None, true, "القهوه"),
            ("cheap pencils", Some(Order::Cheapest), false, "pencils"),
            ("اكبر خيمة", Some(Order::Largest), false, "خيمه"),
            ("الاكثر مبيعا من العطور", Some(Order::Popular), false, "من العطور"),
        ] {
            let (_, _, on_sale, found, left) = summary(text);
            assert_eq!((found, on_sale, left.as_str()), (order, sale, rest), "{text}");
        }
    }
}
