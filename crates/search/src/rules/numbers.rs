//! Numbers in words, and the words that are counted.

/// Value of one folded number word in Arabic, its dialects, or English.
fn value(word: &str) -> Option<u32> {
    Some(match word {
        "واحد" | "واحده" | "وحده" | "one" => 1,
        "اثنين" | "اثنان" | "اتنين" | "اثنتين" | "ثنتين" | "تنين" | "جوج" | "زوج" | "two" => {
            2
        }
        "ثلاث" | "ثلاثه" | "تلات" | "تلاته" | "تلت" | "ثلث" | "three" => 3,
        "اربع" | "اربعه" | "ربعه" | "four" => 4,
        "خمس" | "خمسه" | "five" => 5,
        "ست" | "سته" | "six" => 6,
        "سبع" | "سبعه" | "seven" => 7,
        "ثمان" | "ثمانيه" | "ثماني" | "ثمنيه" | "تمان" | "تمانيه" | "تمنيه" | "تمن" | "eight" => {
            8
        }
        "تسع" | "تسعه" | "nine" => 9,
        "عشر" | "عشره" | "ten" => 10,
        "احدعش" | "حداشر" | "حدعش" | "حداش" | "eleven" => 11,
        "اثنعش" | "اطنعش" | "اتناشر" | "اثناعشر" | "طنعش" | "طناش" | "twelve" => {
            12
        }
        "ثلاثعش" | "ثلطعش" | "تلتاشر" | "تلطعش" | "تلطاش" => 13,
        "اربعطعش" | "اربعتاشر" | "اربعتعش" | "ربعطاش" => 14,
        "خمسطعش" | "خمستاشر" | "خمستعش" | "خمسطاش" | "fifteen" => 15,
        "ستطعش" | "ستاشر" | "سطعش" | "سطاش" => 16,
        "سبعطعش" | "سبعتاشر" | "سبعتعش" | "سبعطاش" => 17,
        "ثمنطعش" | "تمنتاشر" | "تمنطعش" | "تمنطاش" => 18,
        "تسعطعش" | "تسعتاشر" | "تسعتعش" | "تسعطاش" => 19,
        "عشرين" | "عشرون" | "twenty" => 20,
        "ثلاثين" | "ثلاثون" | "تلاتين" | "thirty" => 30,
        "اربعين" | "اربعون" | "ربعين" | "forty" => 40,
        "خمسين" | "خمسون" | "fifty" => 50,
        "ستين" | "ستون" | "sixty" => 60,
        "سبعين" | "سبعون" | "seventy" => 70,
        "ثمانين" | "ثمانون" | "تمانين" | "eighty" => 80,
        "تسعين" | "تسعون" | "ninety" => 90,
        "ميه" | "مايه" | "hundred" => 100,
        "ميتين" | "ميتان" | "مايتين" => 200,
        "ثلاثميه" | "ثلاثمايه" | "تلتميه" | "تلاتميه" => 300,
        "اربعميه" | "اربعمايه" | "ربعميه" => 400,
        "خمسميه" | "خمسمايه" => 500,
        "ستميه" | "ستمايه" | "سميه" => 600,
        "سبعميه" | "سبعمايه" => 700,
        "ثمانميه" | "ثمانمايه" | "تمنميه" => 800,
        "تسعميه" | "تسعمايه" => 900,
        "الف" | "thousand" => 1000,
        "الفين" | "الفان" => 2000,
        _ => return None,
    })
}

/// A number at the start of `words`, in digits or words, and how many words it takes.
pub fn number(words: &[String]) -> Option<(f64, usize)> {
    let first = words.first()?;
    if first.starts_with(|c: char| c.is_ascii_digit()) {
        let plain = first.bytes().all(|c| c.is_ascii_digit() || c == b'.') && first.len() <= 9;
        let amount: f64 = plain.then(|| first.parse().ok()).flatten()?;
        let thousand = words.get(1).is_some_and(|next| matches!(next.as_str(), "الف" | "الاف"));
        return Some(if thousand { (amount * 1000.0, 2) } else { (amount, 1) });
    }
    let (total, taken) = in_words(words)?;
    Some((f64::from(total), taken))
}

fn in_words(words: &[String]) -> Option<(u32, usize)> {
    let mut total = value(words.first()?)?;
    let mut taken = 1;
    while let Some(next) = words.get(taken) {
        // «خمسة وعشرين», «خمس مية», «مية وخمسين», «احد عشر».
        let joined = next.strip_prefix('و').and_then(value);
        let grown = match (joined, value(next)) {
            // «بين عشرة وعشرين» are two numbers.
            (Some(more), _) if total < 10 && (20..100).contains(&more) => Some(total + more),
            (Some(more), _) if total >= 100 && more < 100 => Some(total + more),
            (Some(more), _) if total >= 1000 && more < 1000 => Some(total + more),
            (_, Some(10)) if total < 10 && next == "عشر" => Some(total + 10),
            (_, Some(100)) if total < 10 => Some(total * 100),
            (_, Some(1000)) if total < 1000 => Some(total * 1000),
            _ if next == "الاف" && total < 1000 => Some(total * 1000),
            _ => None,
        };
        let Some(grown) = grown else { break };
        total = grown;
        taken += 1;
    }
    Some((total, taken))
}

/// Whether a word is a number word on its own.
pub fn is_number_word(word: &str) -> bool {
    value(word).is_some()
}

/// What is counted or measured: a number before such a word is no price.
pub fn is_counted(word: &str) -> bool {
    let word = word.strip_prefix("ال").unwrap_or(word);
    matches!(
        word,
        "شخص"
            | "اشخاص"
            | "نفر"
            | "انفار"
            | "افراد"
            | "قطعه"
            | "قطع"
            | "حبه"
            | "حبات"
            | "حبايب"
            | "جيب"
            | "جيوب"
            | "شعله"
            | "شعلات"
            | "عيون"
            | "بطاقه"
            | "بطاقات"
            | "صفحه"
            | "صفحات"
            | "ورقه"
            | "ورقات"
            | "متر"
            | "امتار"
            | "م"
            | "مم"
            | "ملم"
            | "بوصه"
            | "انش"
            | "ساعه"
            | "ساعات"
            | "يوم"
            | "ايام"
            | "سنه"
            | "سنوات"
            | "سنين"
            | "شهر"
            | "شهور"
            | "بار"
            | "كوب"
            | "اكواب"
            | "فنجان"
            | "فناجين"
            | "لون"
            | "الوان"
            | "جيجا"
            | "امبير"
            | "فولت"
            | "باب"
            | "ابواب"
            | "طبقه"
            | "طبقات"
            | "رف"
            | "رفوف"
            | "كيس"
            | "اكياس"
            | "كبسوله"
            | "كبسولات"
            | "عود"
            | "اعواد"
            | "ظرف"
            | "ظروف"
            | "حجم"
            | "مقاس"
            | "نمره"
            | "مره"
            | "pieces"
            | "pcs"
            | "persons"
            | "people"
            | "inch"
            | "hours"
            | "years"
            | "mm"
            | "meter"
            | "m"
    )
}

/// A counted word in the dual, and its singular: «شعلتين», «مترين».
pub fn dual(word: &str) -> Option<String> {
    let stem = word.strip_suffix("ين").or_else(|| word.strip_suffix("ان"))?;
    let with_ta = stem.strip_suffix('ت').map(|stem| format!("{stem}ه"));
    [Some(stem.to_owned()), with_ta]
        .into_iter()
        .flatten()
        .find(|one| is_counted(one) || super::fold::is_unit(one))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::fold::fold;

    fn read(text: &str) -> Option<(f64, usize)> {
        number(&fold(text).split(' ').map(str::to_owned).collect::<Vec<_>>())
    }

    #[test]
    fn numbers_are_read_in_digits_and_words() {
        for (text, value, taken) in [
            ("20", 20.0, 1),
            ("٢٠ دولار", 20.0, 1),
            ("خمسة وعشرين", 25.0, 2),
            ("مية وخمسين دولار", 150.0, 2),
            ("خمسمئة قطعة", 500.0, 1),
            ("خمس مية", 500.0, 2),
            ("ثلاثة آلاف", 3000.0, 2),
            ("احدعش", 11.0, 1),
            ("عشرين", 20.0, 1),
            ("twenty", 20.0, 1),
        ] {
            assert_eq!(read(text), Some((value, taken)), "{text}");
        }
        assert_eq!(read("قهوة"), None);
    }

    #[test]
    fn a_dual_counts_two() {
        assert_eq!(dual("شعلتين").as_deref(), Some("شعله"));
        assert_eq!(dual("مترين").as_deref(), Some("متر"));
        assert_eq!(dual("كيلوين").as_deref(), Some("كيلو"));
        assert_eq!(dual("زيتون"), None);
        assert_eq!(dual("فستان"), None);
    }
}
