//! Every format that a writer of the log has, and what people read of it.

use kernel::text::without_isolates;

use super::*;

fn names() -> Names {
    let mut names = Names::default();
    names.people.insert(7, "نورة".to_owned());
    names.people.insert(8, "ياسر".to_owned());
    for (kind, key, name, product) in [
        ("order", "3", "10479", None),
        ("order", "4", "10480", None),
        ("product", "42", "تمر سكّري", Some(42)),
        ("product", "43", "عسل سدر", Some(43)),
        ("variation", "5", "تمر سكّري، 500 غ", Some(42)),
        ("content", "3", "من نحن", None),
        ("enquiry", "12", "12", None),
        ("bulk", "1", "أسعار الشتاء", None),
        ("picture", "dates-box", "علبة تمر", None),
        ("store", "1", "المتجر الرئيسي", None),
        ("zone", "2", "الخليج", None),
        ("method", "6", "توصيل سريع", None),
        ("topic", "9", "الطعم", None),
        ("role", "support", "الدعم", None),
        ("role", "manager", "الإدارة", None),
    ] {
        names.insert(kind.to_owned(), key.to_owned(), Name { text: name.to_owned(), product });
    }
    names
}

fn shown_to(rights: Permissions, line: &Logged<'_>) -> Shown {
    let (names, rates, zone) = (names(), Rates::default(), Zone::default());
    let texts = LineTexts { messages: Messages::arabic(), zone: &zone, rates: &rates, names: &names, rights };
    texts.line(line)
}

fn shown(line: &Logged<'_>) -> Shown {
    shown_to(Permission::ALL.into_iter().collect(), line)
}

/// `<…>`: as the log has it, or a code.
fn flat(part: &AuditPartView) -> String {
    let text = without_isolates(&part.text).replace('\u{a0}', " ");
    if part.is_ltr { format!("<{text}>") } else { text }
}

fn flat_subject(shown: &Shown) -> String {
    shown.subject.iter().map(flat).collect::<Vec<_>>().join(" | ")
}

fn flat_values(values: &[AuditValueView]) -> String {
    let value = |one: &AuditValueView| {
        let parts = one.parts.iter().map(flat).collect::<Vec<_>>().join(" | ");
        match &one.label {
            Some(label) => format!("{}: {parts}", flat(label)),
            None => parts,
        }
    };
    values.iter().map(value).collect::<Vec<_>>().join("; ")
}

fn logged<'a>(action: &'a str, subject: &'a str) -> Logged<'a> {
    Logged { action, subject, before: None, after: None }
}

/// The format of every writer whose subject says everything.
#[test]
fn subjects_are_read_in_arabic() {
    let cases = [
        ("order-state", "order 3 processing -> shipped", "الطلب رقم 10479", "قيد التجهيز", "في الطريق"),
        ("order-state", "order 99 pending -> cancelled", "الطلب (المعرّف 99)", "بانتظار الدفع", "ملغى"),
        ("order-shipment", "order 3 parcel 5", "الطلب رقم 10479 | تسجيل الشحنة (المعرّف 5)", "", ""),
        ("order-shipment", "order 3 parcel 5 corrected", "الطلب رقم 10479 | تصحيح الشحنة (المعرّف 5)", "", ""),
        ("order-shipment", "order 3 parcel 5 removed", "الطلب رقم 10479 | حذف الشحنة (المعرّف 5)", "", ""),
        ("order-delivery", "order 3 parcel 5", "الطلب رقم 10479 | تسجيل الوصول (المعرّف 5)", "", ""),
        ("order-payment", "order 3 collect", "الطلب رقم 10479 | تسجيل تحصيل المبلغ", "", ""),
        ("order-payment", "order 3 confirm", "الطلب رقم 10479 | تأكيد وصول الحوالة", "", ""),
        ("order-payment", "order 3 refuse", "الطلب رقم 10479 | رفض الحوالة", "", ""),
        ("order-proof", "order 3 6", "الطلب رقم 10479 | إثبات الحوالة (المعرّف 6)", "", ""),
        ("order-address", "order 3 change 2", "الطلب رقم 10479 | تعديل العنوان (المعرّف 2)", "", ""),
        ("order-note", "order 3 note 4 to team", "الطلب رقم 10479 | ملاحظة للفريق (المعرّف 4)", "", ""),
        ("order-note", "order 3 note 4 to buyer", "الطلب رقم 10479 | ملاحظة للمشتري (المعرّف 4)", "", ""),
        ("email-resend", "order 3 shipped", "الطلب رقم 10479 | طلبك في الطريق", "", ""),
        ("order-tag", "order 3 none -> tagged", "الطلب رقم 10479", "بلا وسم", "موسوم"),
        ("order-tag", "order 3 tagged -> none", "الطلب رقم 10479", "موسوم", "بلا وسم"),
        ("order-assign", "order 3 nobody -> staff 7", "الطلب رقم 10479", "بلا أحد", "نورة"),
        ("order-assign", "order 3 staff 7 -> staff 99", "الطلب رقم 10479", "نورة", "عضو سابق رقم 99"),
        ("order-list", "list 2 saved", "القائمة المحفوظة (المعرّف 2) | حفظ", "", ""),
        ("order-list", "list 2 removed", "القائمة المحفوظة (المعرّف 2) | حذف", "", ""),
        ("print", "picking orders 3 4", "قائمة التجهيز | الطلب رقم 10479 | الطلب رقم 10480", "", ""),
        ("print", "invoice order 3", "الفاتورة | الطلب رقم 10479", "", ""),
        ("print", "labels order 3", "ملصقات الرفوف | الطلب رقم 10479", "", ""),
        (
            "refund",
            "order 3 500 refunded 0 -> 500",
            "الطلب رقم 10479 | المبلغ: 5.00 $",
            "مجموع ما رُدّ: <0.00 $>",
            "مجموع ما رُدّ: <5.00 $>",
        ),
        (
            "refund",
            "order 3 500 refunded 100 -> 600 approval 8",
            "الطلب رقم 10479 | المبلغ: 5.00 $ | طلب الموافقة رقم 8",
            "مجموع ما رُدّ: <1.00 $>",
            "مجموع ما رُدّ: <6.00 $>",
        ),
        (
            "refund-ask",
            "order 3 60000 approval 8",
            "الطلب رقم 10479 | المبلغ: 600.00 $ | طلب الموافقة رقم 8",
            "",
            "ينتظر موافقة",
        ),
        (
            "refund-refuse",
            "order 3 approval 8 waiting -> refused",
            "الطلب رقم 10479 | طلب الموافقة رقم 8",
            "ينتظر موافقة",
            "مرفوض",
        ),
        ("orders-export", "", "كل الطلبات", "", ""),
        ("orders-export", "search", "الطلبات | مع بحث", "", ""),
        (
            "orders-export",
            "state=shipped&method=cod&days=7&tag=%D9%87%D8%AF%D9%8A%D8%A9&assignee=7&product=42 search",
            "الطلبات | في الطريق | الدفع عند الاستلام | آخر 7 أيام | وسم: هدية | عند نورة | المنتج «تمر سكّري» | مع بحث",
            "",
            "",
        ),
        (
            "orders-export",
            "state=unpaid&payment=unknown&assignee=me&booked=1763164800..1763251200&new=x",
            "الطلبات | بانتظار الدفع | نتيجة الدفع غير معروفة | عندي | \
             من 15 نوفمبر 2025، 12:00 صباحًا إلى 16 نوفمبر 2025، 12:00 صباحًا | <new=x>",
            "",
            "",
        ),
        ("product-price", "product 42 v7", "المنتج «تمر سكّري» | النسخة 7", "", ""),
        ("product-edit", "variation 5 v2", "الخيار «تمر سكّري، 500 غ» | النسخة 2", "", ""),
        ("draft-discard", "product 42", "المنتج «تمر سكّري»", "", ""),
        (
            "draft-refused",
            "product 42: changed",
            "المنتج «تمر سكّري» | لم تُنشر المسودة في موعدها: تغيّر المنتج بعد تحديد الموعد.",
            "",
            "",
        ),
        ("product-picture", "product 42: box.jpg", "المنتج «تمر سكّري» | <box.jpg>", "", ""),
        (
            "product-variations",
            "product 42: الوزن: 250 غ, 500 غ; new: 250 غ | 500 غ",
            "المنتج «تمر سكّري»",
            "",
            "الوزن: 250 غ, 500 غ; خيارات جديدة: 250 غ | 500 غ",
        ),
        ("product-variations", "product 42: الوزن: 250 غ; new: ", "المنتج «تمر سكّري»", "", "الوزن: 250 غ"),
        ("category-add", "هدايا", "القسم «هدايا»", "", ""),
        ("bundle-edit", "bundle 43 v1", "الحزمة «عسل سدر» | النسخة 1", "", ""),
        ("bulk-export", "bulk job 1", "المهمة الجماعية «أسعار الشتاء»", "", ""),
        (
            "bulk",
            "bulk job 1: start, 0 done, 12 to do",
            "المهمة الجماعية «أسعار الشتاء» | تنفيذ | ما تغيّر: 0 | ما بقي: 12",
            "",
            "",
        ),
        (
            "bulk",
            r#"bulk job 2 preview of 12: {"price":{"way":"raise-percent","amount":500000,"rounding":"half"},"sale":null,"category":null,"tag":{"add":"شتاء"},"status":"hidden"}"#,
            "المهمة الجماعية (المعرّف 2) | معاينة التغيير | الصفوف: 12",
            "",
            "السعر قبل التخفيض: رفع بنسبة 5%; التقريب: إلى أقرب نصف; إضافة وسم: شتاء; الحالة: مخفي",
        ),
        (
            "bulk-undo",
            "bulk job 1: undo as job 2 of 12 things, running",
            "المهمة الجماعية «أسعار الشتاء» | تراجع | المهمة الجماعية (المعرّف 2) | الصفوف: 12",
            "",
            "جارية",
        ),
        ("picture-alt", "picture dates-box v3", "الصورة «علبة تمر» | النسخة 3", "", ""),
        ("media-add", "picture upload-4: box.jpg", "الصورة «upload-4» | <box.jpg>", "", ""),
        (
            "stock-action",
            "increase-stock of AB-1 in store 1: 12",
            "<AB-1> | زيادة المخزون | الفرع «المتجر الرئيسي»",
            "",
            "<12>",
        ),
        ("stock-bin", "AB-1 in store 2", "<AB-1> | الفرع رقم 2", "", ""),
        (
            "stock-move",
            "AB-1 in store 1: delivery",
            "<AB-1> | الفرع «المتجر الرئيسي» | شحنة من المورّد",
            "",
            "",
        ),
        (
            "stock-ask",
            "AB-1 in store 1: damaged approval 4",
            "<AB-1> | الفرع «المتجر الرئيسي» | تالف | طلب الموافقة رقم 4",
            "",
            "",
        ),
        ("stock-count-opened", "count 4 of store 1", "الجرد رقم 4 | الفرع «المتجر الرئيسي»", "", ""),
        (
            "stock-count-closed",
            "count 4 of store 1: 12 differences",
            "الجرد رقم 4 | الفرع «المتجر الرئيسي» | 12 فرقًا",
            "",
            "",
        ),
        ("moderate-reply", "review:12", "تقييم رقم 12", "", ""),
        ("moderate", "comment:12 published ", "تعليق رقم 12", "", "منشورة"),
        ("moderate", "answer:12 refused off-topic", "إجابة رقم 12", "", "مرفوضة: لا يخص المنتج"),
        ("review-topics", "added الطعم", "الموضوع «الطعم» | إضافة", "", ""),
        ("review-topics", "topic 9 renamed المذاق", "الموضوع «الطعم» | تغيير الاسم", "", "المذاق"),
        ("review-topics", "topic 10 deleted", "الموضوع (المعرّف 10) | حذف", "", ""),
        (
            "review-topics",
            "review 5 topics [9, 10]",
            "تقييم رقم 5",
            "",
            "الموضوع «الطعم» | الموضوع (المعرّف 10)",
        ),
        ("review-topics", "review 5 topics []", "تقييم رقم 5", "", "لا شيء"),
        ("enquiry", "12 deleted", "رسالة رقم 12 | حذف", "", ""),
        ("enquiry", "12 released", "رسالة رقم 12 | ليست مزعجة", "", ""),
        ("enquiry-file", "12 3", "رسالة رقم 12 | الملف (المعرّف 3)", "", ""),
        ("enquiry-answer", "12 message 3", "رسالة رقم 12 | الردّ (المعرّف 3)", "", ""),
        ("enquiry-note", "12 message 3", "رسالة رقم 12 | ملاحظة داخلية (المعرّف 3)", "", ""),
        ("enquiries-export", "a1b2c3d4e5f60718", "بصمة الاسم أو البريد | <a1b2c3d4e5f60718>", "", ""),
        (
            "enquiries-erase",
            "a1b2c3d4e5f60718 2",
            "بصمة الاسم أو البريد | <a1b2c3d4e5f60718> | حُذفت رسالتان.",
            "",
            "",
        ),
        ("login-failed", "a1b2c3d4e5f6", "بصمة الاسم أو البريد | <a1b2c3d4e5f6>", "", ""),
        ("change-address", "billing", "عنوان الفاتورة", "", ""),
        ("content", "page 3 published", "الصفحة «من نحن» | نشر", "", ""),
        ("content", "post 4 shared", "المقالة (المعرّف 4) | رابط للآخرين", "", ""),
        ("post-category", "أخبار saved", "القسم «أخبار» | حفظ", "", ""),
        ("redirect", "/ar/old/ deleted", "</ar/old/> | حذف", "", ""),
        ("site", "menu:main scheduled", "القائمة الرئيسية | جدولة النشر", "", ""),
        ("site", "notice:coming-soon cancelled", "شريط «قريبًا» | إلغاء", "", ""),
        ("settings-edit", "settings shop v3", "الإعدادات: المتجر | النسخة 3", "", ""),
        ("settings-edit", "shipping_zone 2 v1", "منطقة الشحن «الخليج» | النسخة 1", "", ""),
        ("undo", "shipping_method 6 v2", "طريقة الشحن «توصيل سريع» | النسخة 2", "", ""),
        ("search-words", "saved هدية: عطر، عسل", "هدية", "", "معناها في المتجر: عطر، عسل"),
        ("search-words", "saved هدية: ", "هدية", "", "معناها في المتجر: موقوفة"),
        ("search-words", "removed gift box", "<gift box> | حذف", "", ""),
        ("search-words", "setting rank-on", "الترتيب بحسب الاستعمال | تشغيل", "", ""),
        ("follow-up-settings", "abandoned-cart off", "سلة متروكة", "", "متوقفة"),
        ("follow-up-template", "win-back 3", "عودة عميل | النسخة 3", "", ""),
        ("affiliate-added", "123", "الشريك رقم 123", "", ""),
        ("affiliate-payout-paid", "4", "دفعة الشركاء رقم 4", "", ""),
        ("affiliate-product-rate", "42", "المنتج «تمر سكّري»", "", ""),
        ("event-endpoint", "2 pause", "عنوان الأحداث (المعرّف 2) | إيقاف", "", ""),
        ("event-replay", "9 2", "الحدث (المعرّف 9) | عنوان الأحداث (المعرّف 2)", "", ""),
        ("job-retry", "job 7 media_scan", "المهمة رقم 7 | فحص ملف مرفق", "", ""),
        ("job-retry", "job 7 import_photos", "المهمة رقم 7 | <import_photos>", "", ""),
        ("staff-invite", "invitation 4 support", "الدعوة (المعرّف 4)", "", "الدعم"),
        ("staff-joined", "invitation 4", "الدعوة (المعرّف 4)", "", ""),
        ("staff-role", "staff 7 manager", "نورة", "", "الإدارة"),
        ("staff-stop", "staff 8", "ياسر", "", ""),
        ("staff-view-begin", "staff 7", "نورة", "", ""),
        ("staff-view-end", "staff 7", "نورة", "", ""),
        ("role-edit", "role-1a copied from support", "الدور «role-1a» | نسخة من الدور «الدعم»", "", ""),
        ("role-edit", "role-1a removed", "الدور «role-1a» | حذف", "", ""),
        (
            "role-edit",
            "support: orders.read inbox.act new.right",
            "الدور «الدعم»",
            "",
            "الصلاحيات: عرض الطلبات والبحث | الرسائل الواردة | <new.right>",
        ),
        ("login", "", "", "", ""),
        ("end-sessions", "", "", "", ""),
        ("customer-sessions-ended", "customer 12", "عميل (المعرّف 12)", "", ""),
        ("customer-sessions-ended", "all customers", "جميع العملاء", "", ""),
    ];
    for (action, subject, wanted, before, after) in cases {
        let shown = shown(&logged(action, subject));
        assert_eq!(flat_subject(&shown), wanted, "{action}: {subject}");
        assert_eq!(flat_values(&shown.before), before, "before {action}: {subject}");
        assert_eq!(flat_values(&shown.after), after, "after {action}: {subject}");
    }
}

/// The format of every writer that says what was before and after.
#[test]
fn values_are_read_in_arabic() {
    let role = "دعم المساء: orders.read orders.refund; in part: own-acts; refunds: 5000; pieces: none";
    let cases = [
        ("order-pick", "order 3", "open", "مفتوح"),
        ("order-pick", "order 3", "picked", "اكتمل"),
        ("order-pick", "order 3 AB-1", "1.5", "<1.5>"),
        ("stock-move", "AB-1 in store 1: delivery", "12", "<12>"),
        ("product-schedule", "product 42", "2026-11-15T12:00:00+00:00", "15 نوفمبر 2026، 12:00 ظهرًا"),
        ("product-price", "product 42 v7", "regular_minor: 1450", "السعر قبل التخفيض: <14.50 $>"),
        ("product-price", "product 42 v7", "sale_minor: null", "السعر بعد التخفيض: فارغ"),
        (
            "product-publish",
            "product 42 v7",
            r#"category_id: 5; is_new: true; min_quantity: 50000; sale_from: "2026-11-15T12:00:00Z"; sku: "AB-1"; status: "draft"; tags: ["تمر","هدايا"]; weight_grams: 250"#,
            "القسم الرئيسي: <5>; علامة «جديد»: نعم; أقل كمية في الطلب: <0.5>; يبدأ التخفيض: 15 نوفمبر 2026، 12:00 ظهرًا; \
             رمز المنتج (SKU): <AB-1>; الحالة: مسودة; الوسوم: تمر، هدايا; الوزن مع الغلاف (غ): <250>",
        ),
        ("undo", "variation 5 v2", r#"gtin: "6291041500213""#, "الرمز الشريطي (GTIN): <6291041500213>"),
        // Values of no known form are shown as they are.
        ("product-edit", "product 42 v7", r#"status: "new-state""#, "الحالة: <\"new-state\">"),
        ("product-edit", "product 42 v7", r#"sale_from: "soon""#, "يبدأ التخفيض: <\"soon\">"),
        ("product-edit", "product 42 v7", "new_field: [1]", "<new_field>: <[1]>"),
        (
            "bundle-edit",
            "bundle 43 v1",
            "percent: 1250; amount_minor: 0",
            "خصم الحزمة بالنسبة: <12.5%>; خصم الحزمة بالمبلغ: فارغ",
        ),
        ("bundle-edit", "bundle 43 v1", "has_fixed_price: true", "سعر ثابت: نعم"),
        (
            "picture-edit",
            "picture dates-box v3",
            r#"alt: ""; focus: {"x":45,"y":30}"#,
            "وصف الصورة: لا شيء; مركز الصورة: 45% من اليسار و30% من الأعلى",
        ),
        ("media-delete", "picture dates-box v3", "is_deleted: true", "الحذف: محذوفة"),
        (
            "settings-edit",
            "settings cart v2",
            r#"autoOpen: false; layout: "cards""#,
            "تُفتح وحدها بعد الإضافة: لا; شكل الأسطر: بطاقات",
        ),
        ("settings-edit", "settings cart v2", r#"layout: "piles""#, "شكل الأسطر: <piles>"),
        ("settings-edit", "settings cart v2", r#"autoOpen: "maybe""#, "تُفتح وحدها بعد الإضافة: <\"maybe\">"),
        (
            "settings-edit",
            "settings payment_methods v2",
            "cod.minTotalMinor: 5000",
            "الدفع عند الاستلام: أقل إجمالي: <50.00 $>",
        ),
        (
            "settings-edit",
            "shipping_zone 2 v1",
            r#"countries: ["SA"]; methods: [6,7]"#,
            "الدول: <SA>; ترتيب الطرق: توصيل سريع، 7",
        ),
        (
            "settings-edit",
            "shipping_method 6 v2",
            r#"cost_minor: 850; working_days: [0,1]"#,
            "السعر: <8.50 $>; أيام الإرسال والوصول: الأحد، الاثنين",
        ),
        ("settings-edit", "settings new-group v2", r#"name: "x""#, "<name: \"x\">"),
        ("moderate", "review:12 refused spam", "held", "بانتظار المراجعة"),
        ("moderate", "review:12 refused spam", "refused spam", "مرفوضة: دعاية أو تكرار"),
        ("moderate-undo", "review:12 held", "refused spam", "مرفوضة: دعاية أو تكرار"),
        ("enquiry", "12 closed", "open", "مفتوحة"),
        ("enquiry", "12 held", "held", "محجوزة"),
        ("enquiry-assign", "12", "nobody", "بلا مسؤول"),
        ("enquiry-assign", "12", "staff 8", "ياسر"),
        ("bulk", "bulk job 1: start, 0 done, 12 to do", "planned", "معاينة"),
        ("job-retry", "job 7 media_scan", "failed", "متعثّرة"),
        ("job-stop", "job 7 media_scan", "stopped", "أُوقفت"),
        ("staff-role", "staff 7 manager", "support", "الدعم"),
        ("staff-role", "staff 7 manager", "", ""),
        ("staff-view-begin", "staff 7", "support", "الدعم"),
        ("staff-view-end", "staff 7", "support", "الدعم"),
        (
            "role-edit",
            "role-1a",
            role,
            "اسم الدور: دعم المساء; الصلاحيات: عرض الطلبات والبحث | ردّ المبلغ; صلاحيات جزئية: إجراءاته فقط; \
             أعلى مبلغ يُردّ في المرة: <50.00 $>; أعلى كمية يحرّكها من المنتج في 24 ساعة: حدّ المتجر",
        ),
        (
            "affiliate-changed",
            "123",
            "salma: active, rate 12.5",
            "الاسم في الرابط: <salma>; الحالة: نشط; العمولة: <12.5%>",
        ),
        (
            "affiliate-changed",
            "123",
            "salma: disabled, rate of the shop",
            "الاسم في الرابط: <salma>; الحالة: موقوف; العمولة: نسبة المتجر",
        ),
        ("affiliate-product-rate", "42", "rate 12.5", "العمولة: <12.5%>"),
        // Texts of another release.
        ("order-state", "order 3", "قيد التجهيز", "<قيد التجهيز>"),
        ("job-retry", "job 7 media_scan", "thrown", "<thrown>"),
        ("act-of-another-release", "thing 7", "x: 1", "<x: 1>"),
    ];
    for (action, subject, stored, wanted) in cases {
        let shown = shown(&Logged { before: Some(stored), after: Some(stored), ..logged(action, subject) });
        assert_eq!(flat_values(&shown.before), wanted, "{action}: {stored}");
        assert_eq!(shown.before, shown.after, "{action}: {stored}");
    }
}

#[test]
fn the_parts_of_a_bundle_have_words_as_far_as_the_log_has_them() {
    let json = r#"[{"is_optional":false,"key":"p1","max":null,"min":100000,"product":42,"quantity":200000},{"is_optional":true,"key":"p2","max":null}]"#;
    let cut: String = json.chars().take(120).collect();
    let stored = format!("parts: {cut}…; percent: 0");
    let shown = shown(&Logged { after: Some(&stored), ..logged("bundle-edit", "bundle 43 v1") });
    let rest = cut.rsplit_once("},").expect("the second part").1;
    assert_eq!(
        flat_values(&shown.after),
        format!("منتجات الحزمة: «تمر سكّري» × 2 (من 1 إلى بلا حدّ) | <{rest}…>; خصم الحزمة بالنسبة: فارغ")
    );
}

#[test]
fn unknown_formats_are_shown_as_the_log_has_them() {
    for (action, subject) in [
        ("site", "menu 2"),
        ("order-state", "order x processing -> shipped"),
        ("order-payment", "order 3 forgive"),
        ("order-note", "order 3 note 4 to everybody"),
        ("order-new", "order 3 something"),
        ("print", "poster order 3"),
        ("refund", "order 3 a lot"),
        ("product-edit", "product 42 of another release"),
        ("bulk", "bulk job 1: a new text"),
        ("bulk", "bulk job 1 preview of 12: {\"unknown\":1}"),
        ("stock-move", "AB-1 somewhere"),
        ("stock-count-closed", "count 4 of store 1: many"),
        ("moderate", "letter:12 refused"),
        ("review-topics", "review 5 topics 9"),
        ("enquiry-answer", "12 telegram 3"),
        ("content", "book 3 published"),
        ("follow-up-settings", "birthday on"),
        ("login-failed", "salma"),
        ("act-of-another-release", "thing 7"),
    ] {
        let line = shown(&logged(action, subject));
        assert_eq!(flat_subject(&line), format!("<{subject}>"), "{action}");
        assert_eq!((line.before, line.after), (Vec::new(), Vec::new()), "{action}");
    }
}

#[test]
fn a_link_leads_to_a_page_that_the_member_may_open() {
    let url = |rights: Permissions, action, subject| {
        shown_to(rights, &logged(action, subject)).subject.into_iter().find_map(|part| part.url)
    };
    let all: Permissions = Permission::ALL.into_iter().collect();
    let none = Permissions::from_iter([]);
    for (action, subject, wanted) in [
        ("order-state", "order 3 processing -> shipped", "/ar/wp-admin/orders/10479/"),
        ("orders-export", "state=shipped search", "/ar/wp-admin/orders/?state=shipped"),
        ("product-price", "product 42 v7", "/ar/wp-admin/products/42/"),
        ("product-price", "variation 5 v7", "/ar/wp-admin/products/42/"),
        ("bulk", "bulk job 1", "/ar/wp-admin/products/jobs/1/"),
        ("picture-alt", "picture dates-box v1", "/ar/wp-admin/media/dates-box/"),
        ("stock-bin", "AB 1 in store 1", "/ar/wp-admin/stock/?s=AB+1"),
        ("enquiry", "12 closed", "/ar/wp-admin/inbox/12/"),
        ("content", "page 3 saved", "/ar/wp-admin/content/edit/?id=3"),
        ("settings-edit", "settings shop v1", "/ar/wp-admin/settings/shop/"),
        ("settings-edit", "shipping_zone 2 v1", "/ar/wp-admin/settings/shipping/zones/2/"),
        ("affiliate-changed", "123", "/ar/wp-admin/affiliates/123/"),
        ("follow-up-settings", "win-back on", "/ar/wp-admin/follow-ups/win-back/"),
        ("job-stop", "job 7 media_scan", "/ar/wp-admin/health/#jobs"),
        ("staff-stop", "staff 7", "/ar/wp-admin/team/"),
    ] {
        assert_eq!(url(all, action, subject).as_deref(), Some(wanted), "{subject}");
        assert_eq!(url(none, action, subject), None, "{subject}");
    }
    // What is gone has no page.
    for (action, subject) in
        [("order-state", "order 99 pending -> failed"), ("product-edit", "product 99 v1")]
    {
        assert_eq!(url(all, action, subject), None, "{subject}");
    }
}
