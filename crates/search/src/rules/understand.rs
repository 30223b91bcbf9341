//! Understands a query before its words are matched: signs, numbers, constraints, fillers and other words for goods.

use super::constraints::{self, Constraints};
use super::fold::{Token, TokenKind, fold, words};
use super::meanings::{MeaningKind, Meanings};
use super::{arabizi, emoji, layout, numbers, real_words, stem};

/// Longer queries are truncated.
pub const MAX_CHARS: usize = 160;
const MAX_TOKENS: usize = 16;

/// A query as it is searched.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Reading {
    pub tokens: Vec<Token>,
    pub constraints: Constraints,
    /// Words that say nothing about a product.
    pub fillers: Vec<String>,
}

/// Words that say nothing about a product: politeness, questions, verbs of wanting, pronouns, persons. Folded; one line for each
/// group of dialects.
const FILLERS: &str = "
من في علي مع عن الي او ام و ف ب ل يا هل اي ال حتي كي لكي ان انه انها اذا لو لان لانه لانها ثم قد كل بعض عند لدي اني
هذا هذه هذي ذا ذي هذاك ذلك تلك هذول هدول دول ده دي دا هاد هاذ هاي هيدا هيدي اللي التي الذي الذين يلي لي له لها لهم
لنا لك لكم
هو هي هم انا نحن انت انتم احنا حنا نحنا انتو انتوا هوا هيا
اريد نريد تريد يريد اريده اريدها واريد ونريد احتاج نحتاج احتاجه محتاج محتاجه محتاجين ابحث نبحث ابحثلي بحث ادور ندور دور
دورلي ارغب نرغب اود
ابغي ابغا ابي نبغي نبي نبا ابا تبغي تبي يبغي يبي وابغي ونبغي وابي ابيه ابيها ودي ودنا ودك خاطري
بدي بدنا بدك بده بدها بدهم وبدي بدو عايز عاوز عايزه عاوزه عايزين عاوزين عاوزك وعايز نفسي كنت حاب حابب حابه حابين حبيت
بغيت بغينا باغي باغيه خاصني خصني خصنا كنقلب كندور نحوس نلوج حاجتي حاجتنا نحب نشري نشريو نلقا نلقي
شرا اشتري نشتري اشتريت يشتري تشتري شريت طلب اطلب نطلب طلبيه طلبت
سعر كم بكم بكام قديش اديش شحال بشحال بقديش كام قداش حقها حقه
عندكم عندك عندكو عندكن عندنا لديكم لديك متوفر متوفره يتوفر تتوفر موجود موجوده يوجد توجد فيه فيها فيهم به بها بيها تلقي
تلقون تلقا القي القا الاقي بلاقي نلاقي لقيت
لقينا وجدت اجد نجد احصل نحصل تحصل حصلت كاين كاينه واش اش شنو شنوا شنهو شو شلون كيف كيفاش ليش ليه لماذا علاش وين فين اين
فوين منين امتي متي ايش ايه وش ماذا ما
ممكن يمكن بليز رجا رجاا لطفا فضلا سمحت سمحتم سمحتوا تكفي تكفون الله يعافيك يعافيكم يعطيك العافيه شكرا مشكور مشكورين عفوا
عافاك عفاك يرحم الوالدين والديك جزاك خيرا خير يخليك يسلمو
السلام عليكم ورحمه وبركاته مرحبا مرحبتين هلا اهلين الخير مسا الو هلو سلام
شي شيي حاجه حاجات اشي حاجيه شوي شويه شويا واحد واحده وحده واحدا
ياريت يعني طيب اوكي اوك ايوه ايوا اه امم اممم ممم همم ااا تمام كمان كذا كدا هيك هكذا برضو برضه ايضا بعد بس فقط مره جدا
كتير كثير بزاف هلبا اوي جدن وايد حيل
هات هاتلي جيب جيبلي جيبوا اعطني اعطيني عطني عطيني اديني شوف شوفلي شوفوا طلع طلعلي تطلع تطلعلي وريني ورني اعرض اعرضلي
عرضلي ابعث ارسل ارسلي دلني دلوني انصحني انصحوني تنصحوني تنصح نصيحه اقترح اقترحوا قولي قلي خبرني
ديال ديالي ديالك ديالو ديالها متاع متاعي نتاع تاع تاعي تاعت بتاع بتاعي بتاعت بتاعه بتاعتي تبع تبعي تبعون حقي حقت حقتي
مالي مالت مالتي حقات دال
يكون تكون يكونو كان كانت يكفي يناسب تناسب ينفع تنفع يصلح تصلح لازم ضروري مناسب حلو حلوه زين زينه كويس كويسه منيح منيحه
مزيان مزيانه مليح مليحه حلوين جميل جميله شيك
لوني لون لونه لونها باللون بلون اللون طوله طولها وزنه حجمه عرضه نوع النوع نوعيه انواع شكل اشكال اسمه اسمها يسمونه يسموه
لاخوي لاخي لاختي اخوي اختي اخي لابوي لوالدي والدي ابوي بابا لزوجي لزوجتي زوجتي زوجي لصديقي لصديقتي صديقي صديقتي صاحبي
صاحبتي خويي لخويي جدي جدتي ستي خالتي عمتي خالي عمي مرتي لمرتي حماتي اهلي حد احد
وقت بكره الحين دلوقتي هلق الان توا دابا حاليا جديد جديده قبل عشان علشان منشان لاجل باش بحال مثل زي
متل كيما مثلها مثله زيه زيها متلها نفسه نفسها منكم منك بدل بدلها بدله غيره غيرها ثاني تاني
افضل احسن متجر متجركم موقع موقعكم محلكم للبيع
احط حط نحط احطها احطه يحط تحط استعمل استخدم استعمله استعمال استخدام يستعمل لاستعمال يقدر اقدر نقدر تقدر احب
يحب بيحب بتحب تحب يعجب
حق
the a an for of to in on with and or i me my we our you your is are do does have has want need looking find show give
get buy please can could any some that this it something where what which how much hello hi thanks s
";

/// Words that describe without deciding: a product need not have them, and an unknown one says nothing against an answer.
const SOFT: &str = "
فاخر فاخره فخم فخمه راقي راقيه ممتاز ممتازه جوده عاليه عالي اصلي اصليه اوريجينال درجه اولي نخب خاص خاصه مميز مميزه عملي
عمليه انيق انيقه مريح مريحه متين متينه قوي قويه خفيف خفيفه
طازج طازجه لذيذ لذيذه بسيط بسيطه غريب غريبه كبير كبيره صغير صغيره وسط متوسط متوسطه طويل طويله قصير قصيره عريض ثقيل ثقيله
حديث عصري كلاسيك كلاسيكي قديم قديمه للاستعمال اهلا
مستلزمات لوازم ادوات اغراض منتجات منتج اشيا تشكيله مجموعه باقه بوكس موسم اجوا فتره عدد دفعه حبه حبات قطعه قطع علبه كيس
كرتون باكيت مقاس حجم
لونهم مناسبه تقديم تغليف هديه اخر درزن دزينه دسته طزينه كله جاهز جاهزه
عده طقم سيت
رجال رجالي رجاليه نسا نسايي نساييه حريمي بناتي ولادي نسواني نسوانيه شبابي ستاتي اطفال كبار صغار men women kids mens
premium luxury quality original best good nice beautiful new small large
";

/// Names that are dictated letter by letter.
const SPOKEN: [(&str, &str); 10] = [
    ("اي فور", "a4"),
    ("اي فايف", "a5"),
    ("اي سكس", "a6"),
    ("اي ثري", "a3"),
    ("ايه فور", "a4"),
    ("ايه فايف", "a5"),
    ("يو اس بي", "usb"),
    ("تايب سي", "type c"),
    ("تي شيرت", "تيشيرت"),
    ("في سيكستي", "v60"),
];

/// Words after which the next one is not wanted.
const WITHOUT: [&str; 6] = ["بدون", "بلا", "دون", "بدوون", "without", "ماعدا"];

fn listed(list: &'static str) -> std::collections::HashSet<&'static str> {
    list.split_whitespace().collect()
}

/// The lists as sets, made once.
static FILLER_SET: std::sync::LazyLock<std::collections::HashSet<&'static str>> =
    std::sync::LazyLock::new(|| listed(FILLERS));
static SOFT_SET: std::sync::LazyLock<std::collections::HashSet<&'static str>> =
    std::sync::LazyLock::new(|| listed(SOFT));

pub fn is_filler(word: &str) -> bool {
    FILLER_SET.contains(word)
        || word.strip_prefix('و').is_some_and(|rest| rest.len() > 4 && FILLER_SET.contains(rest))
}

fn is_soft(word: &str) -> bool {
    SOFT_SET.contains(word) || SOFT_SET.contains(stem::bare(word))
}

/// The lists of this file, for their review.
#[cfg(test)]
pub(crate) fn word_lists() -> Vec<(&'static str, Vec<&'static str>)> {
    vec![
        ("fillers", FILLERS.split_whitespace().collect()),
        ("soft words", SOFT.split_whitespace().collect()),
        ("spoken names", SPOKEN.iter().map(|(said, _)| *said).collect()),
        ("words of lack", WITHOUT.to_vec()),
    ]
}

/// The folded pieces of a text: words and numbers, with signs of money as words.
pub fn pieces(text: &str) -> Vec<String> {
    let digits = kernel::digits::fold(text);
    let signs: Vec<char> = digits.chars().collect();
    let digit = |index: usize| signs.get(index).is_some_and(char::is_ascii_digit);
    let mut plain = String::with_capacity(digits.len());
    for (index, &c) in signs.iter().enumerate() {
        match c {
            '$' | '﷼' | '€' | '£' => plain.push_str(" دولار "),
            '#' | '_' => plain.push(' '),
            // A thousands separator.
            ',' if index > 0
                && digit(index - 1)
                && (1..=3).all(|ahead| digit(index + ahead))
                && !digit(index + 4) => {}
            '\'' | '’' if signs.get(index + 1).is_some_and(|next| *next == 's') => plain.push(' '),
            // «قهووووة»: a key was held down.
            c if c.is_alphabetic() && index > 0 && signs[index - 1] == c && held(&signs, index) => {}
            c => plain.push(c),
        }
    }
    let mut out = Vec::new();
    for piece in fold(&plain).split(' ').filter(|piece| !piece.is_empty()) {
        cut_numbers(piece, &mut out);
    }
    spoken(out)
}

/// Whether a sign is one of three or more equal ones.
fn held(signs: &[char], index: usize) -> bool {
    let same = |other: &&char| **other == signs[index];
    signs[..index].iter().rev().take_while(same).count() + signs[index..].iter().take_while(same).count() >= 3
}

/// Parts numbers from Arabic letters: «ب20», «20دولار».
fn cut_numbers(piece: &str, out: &mut Vec<String>) {
    let mut run = String::new();
    let mut arabic = None;
    for c in piece.chars() {
        let is_arabic = !c.is_ascii();
        if arabic.is_some_and(|before| before != is_arabic) {
            out.push(std::mem::take(&mut run));
        }
        arabic = Some(is_arabic);
        run.push(c);
    }
    out.extend(Some(run).filter(|run| !run.is_empty()));
}

fn spoken(words: Vec<String>) -> Vec<String> {
    let mut text = format!(" {} ", words.join(" "));
    if !SPOKEN.iter().any(|(said, _)| text.contains(said)) {
        return words;
    }
    for (said, meant) in SPOKEN {
        text = text.replace(&format!(" {said} "), &format!(" {meant} "));
    }
    text.split_whitespace().map(str::to_owned).collect()
}

/// Turns number words before a unit or a counted word into digits, and duals into a number and a word.
fn count(words: Vec<String>) -> Vec<String> {
    let mut out: Vec<String> = Vec::with_capacity(words.len());
    let mut at = 0;
    while at < words.len() {
        let word = &words[at];
        let measured = |next: Option<&String>| {
            next.is_some_and(|next| super::fold::is_unit(next) || numbers::is_counted(next))
        };
        let named =
            at > 0 && matches!(words[at - 1].as_str(), "مقاس" | "حجم" | "نمره" | "رقم" | "قياس" | "size");
        let with_letter: Option<Vec<String>> = word
            .strip_prefix(['ب', 'ل'])
            .filter(|rest| numbers::is_number_word(rest))
            .map(|rest| std::iter::once(rest.to_owned()).chain(words[at + 1..].iter().cloned()).collect());
        let here = with_letter.as_deref().unwrap_or(&words[at..]);
        if !word.starts_with(|c: char| c.is_ascii_digit())
            && let Some((value, taken)) = numbers::number(here)
            && (measured(words.get(at + taken)) || named)
        {
            out.push(value.to_string());
            at += taken;
            continue;
        }
        match numbers::dual(word) {
            Some(one) => out.extend(["2".to_owned(), one]),
            None => out.push(word.clone()),
        }
        at += 1;
    }
    out
}

/// Reads a query: the tokens to search, and its constraints.
pub fn read(text: &str, meanings: &Meanings) -> Reading {
    let constraints = constraints::read(&pieces(text));
    let mut all = words(&count(constraints.rest.clone()).join(" "));
    for token in &mut all {
        if token.kind == TokenKind::Code && arabizi::may_be(&token.text) {
            token.kind = TokenKind::Word;
        }
    }
    let mut reading = Reading { constraints, ..Reading::default() };
    let texts: Vec<&str> = all.iter().map(|token| token.text.as_str()).collect();
    let mut concepts = Vec::new();
    let mut at = 0;
    while at < all.len() && reading.tokens.len() < MAX_TOKENS {
        let token = &all[at];
        if token.kind != TokenKind::Word {
            reading.tokens.push(token.clone());
            at += 1;
            continue;
        }
        let found = meanings.longest(&texts[at..]);
        let negated = WITHOUT.contains(&texts[at]) && found.is_none_or(|(_, many)| many == 1);
        if negated {
            reading.fillers.extend(texts[at..].iter().take(2).map(|word| (*word).to_owned()));
            at += 2;
            continue;
        }
        match found {
            Some((entry, many)) if many > 1 || !is_filler(texts[at]) || meanings.is_concept(texts[at]) => {
                let phrase = texts[at..at + many].iter().map(|word| (*word).to_owned()).collect::<Vec<_>>();
                let mut token = Token::of_parts(phrase.join(" "), TokenKind::Word, Vec::new());
                token.parts = if many > 1 { phrase } else { Vec::new() };
                token.ways = entry.ways.clone();
                token.is_soft = many == 1 && is_soft(texts[at]);
                if entry.kind == MeaningKind::Concept {
                    concepts.push(reading.tokens.len());
                }
                reading.tokens.push(token);
                at += many;
            }
            _ if is_filler(texts[at]) => {
                reading.fillers.push(texts[at].to_owned());
                at += 1;
            }
            _ => {
                let mut token = token.clone();
                token.is_soft = is_soft(texts[at]) || numbers::is_number_word(texts[at]);
                reading.tokens.push(token);
                at += 1;
            }
        }
    }
    let signs: Vec<Token> = text.chars().filter_map(sign).collect();
    let has_words = !reading.tokens.is_empty();
    for mut token in signs {
        token.is_soft = has_words;
        if reading.tokens.iter().all(|known| known.text != token.text) {
            reading.tokens.push(token);
        }
    }
    // An occasion beside goods only describes them.
    let goods = (0..reading.tokens.len()).any(|index| {
        !concepts.contains(&index)
            && reading.tokens[index].kind == TokenKind::Word
            && !reading.tokens[index].is_soft
    });
    for index in concepts {
        reading.tokens[index].is_soft |= goods;
    }
    if reading.tokens.is_empty() && reading.constraints.found.is_empty() {
        // Only fillers were typed: they are all there is.
        reading.tokens = all;
        reading.fillers.clear();
    }
    reading
}

/// The token of a sign that names goods.
fn sign(c: char) -> Option<Token> {
    let ways = emoji::names(c)?.to_vec();
    let mut token = Token::new(c.to_string(), TokenKind::Word);
    token.ways = ways;
    Some(token)
}

/// A piece of a query that may have been typed with the other keyboard layout.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Swap {
    pub typed: String,
    pub swapped: String,
}

/// The pieces that may have been typed with the other layout. Empty if every word is a real one.
pub fn swaps(text: &str, meanings: &Meanings) -> Vec<Swap> {
    let known = |piece: &str| {
        words(piece).iter().all(|token| match token.kind {
            TokenKind::Word => {
                is_filler(&token.text)
                    || real_words::is_real(&token.text)
                    || meanings.word(&token.text).is_some()
            }
            _ => true,
        })
    };
    let lettered = |piece: &&str| piece.chars().filter(|c| c.is_alphabetic()).nth(1).is_some();
    let all: Vec<&str> = text.split_whitespace().filter(lettered).collect();
    if all.iter().all(|piece| known(piece) && !layout::looks_swapped(piece)) {
        return Vec::new();
    }
    all.into_iter()
        .map(|piece| {
            let latin = piece.chars().any(|c| c.is_ascii_alphabetic());
            Swap {
                typed: piece.to_owned(),
                swapped: if latin { layout::to_arabic(piece) } else { layout::to_latin(piece) },
            }
        })
        .filter(|swap| swap.swapped != swap.typed)
        .collect()
}

/// The text with these pieces replaced.
pub fn with_swaps(text: &str, swaps: &[Swap]) -> String {
    let piece = |piece: &str| {
        swaps.iter().find(|swap| swap.typed == piece).map_or(piece.to_owned(), |swap| swap.swapped.clone())
    };
    text.split_whitespace().map(piece).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::meanings::Meaning;

    fn texts(text: &str) -> Vec<String> {
        let row =
            |word: &str, meaning: &str, kind| Meaning { word: word.into(), meaning: meaning.into(), kind };
        let meanings = Meanings::new([
            row("كشتة", "خيمة", MeaningKind::Concept),
            row("بدون سلك", "لاسلكي", MeaningKind::Dialect),
        ]);
        read(text, &meanings).tokens.into_iter().map(|token| token.text).collect()
    }

    #[test]
    fn questions_and_politeness_leave_the_goods() {
        for (text, left) in [
            ("السلام عليكم ابغى موقد غاز الله يعافيك", "موقد غاز"),
            ("عندكم دفاتر سادة؟", "دفاتر ساده"),
            ("وين القى سماعات سلكية", "سماعات سلكيه"),
            ("لو سمحت كم سعر العسل", "العسل"),
            ("واش كاين شي قهوة عندكم", "قهوه"),
            ("do you have any honey please", "honey"),
            ("شنطتي حقت السفر", "شنطتي السفر"),
            ("سماعة بدون سلك", "سماعه بدون سلك"),
            ("شاي بدون سكر", "شاي"),
        ] {
            assert_eq!(texts(text).join(" "), left, "{text}");
        }
    }

    #[test]
    fn amounts_in_words_are_sizes() {
        for (text, left) in [
            ("سماد خمسة كيلو", "سماد 5000g"),
            ("ربع كيلو زعفران", "250g زعفران"),
            ("نص لتر", "500ml"),
            ("حقيبة خمسة وثلاثين لتر", "حقيبه 35000ml"),
            ("موقد شعلتين", "موقد 2 شعله"),
            ("كيلوين تمر", "2000g تمر"),
            ("مقلمة بثلاثة جيوب", "مقلمه 3 جيوب"),
            ("دفتر حجم اي فور", "دفتر حجم a4"),
            ("عباءة مقاس ستة وخمسين", "عباه مقاس 56"),
        ] {
            assert_eq!(texts(text).join(" "), left, "{text}");
        }
    }

    #[test]
    fn a_held_key_counts_once_and_hashtags_are_words() {
        assert_eq!(texts("قهوووووة"), ["قهوه"]);
        assert_eq!(texts("#دفتر_منقط"), ["دفتر", "منقط"]);
        assert_eq!(texts("⚽").len(), 1);
    }

    #[test]
    fn only_unreal_words_are_swapped() {
        let meanings = Meanings::default();
        assert!(swaps("قهوة عربية", &meanings).is_empty());
        assert!(swaps("leather wallet", &meanings).is_empty());
        assert_eq!(with_swaps("ri,m", &swaps("ri,m", &meanings)), "قهوة");
    }

    #[test]
    fn the_lists_hold_folded_words_once() {
        let mut seen = std::collections::HashSet::new();
        for list in [FILLERS, SOFT] {
            for word in list.split_whitespace() {
                assert_eq!(fold(word), word);
                assert!(seen.insert(word), "{word} is listed twice");
            }
        }
    }
}
