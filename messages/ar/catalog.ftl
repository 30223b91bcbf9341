# Home, listings, product page and product card.

## Product card and page

add-to-cart = أضف إلى السلة
choose-options = اختر الخيارات
# $name is the attribute: «الطحن».
choose-one = اختر { $name }
choose-first = اختر خيارات المنتج أولًا.
option-unavailable = هذا الخيار غير متوفر. اختر خيارًا آخر.
clear-options = إلغاء الاختيارات
in-stock = متوفر
out-of-stock = نفدت الكمية
# Asks for an email when a product is available again.
notify = أعلمني عند توفره
new = وصل حديثًا
stock-left = { PLURAL($count) ->
    [zero] نفدت الكمية
    [one] بقيت قطعة واحدة فقط
    [two] بقيت قطعتان فقط
    [few] بقيت { $count } قطع فقط
    [many] بقيت { $count } قطعة فقط
   *[other] بقيت { $count } قطعة فقط
}
quantity-multiple = يُباع هذا المنتج بمضاعفات العدد { $step } فقط.
related = قد يعجبك أيضًا

## Product identifiers

brand = العلامة التجارية
gtin = GTIN
mpn = MPN
barcode = الرمز الشريطي { $value }

## Tabs of the product page

details = تفاصيل المنتج
description = الوصف
facts = معلومات إضافية
reviews = التقييمات
be-first = كن أول من يقيّم
review-count = { PLURAL($count) ->
    [zero] لا تقييمات
    [one] تقييم واحد
    [two] تقييمان
    [few] { $count } تقييمات
    [many] { $count } تقييمًا
   *[other] { $count } تقييم
}
questions = الأسئلة والأجوبة
question-count = { PLURAL($count) ->
    [zero] لا أسئلة
    [one] سؤال واحد
    [two] سؤالان
    [few] { $count } أسئلة
    [many] { $count } سؤالًا
   *[other] { $count } سؤال
}

## Gallery

pictures = معرض الصور
# Roles of a picture in the full-screen gallery and of its carousel, for screen readers.
slide = صورة
carousel = شريط صور
slides = كل الصور
picture-of = الصورة { $number } من { $total }
previous-picture = الصورة السابقة
next-picture = الصورة التالية
gallery-trigger = عرض معرض الصور بملء الشاشة
image-failed = تعذّر تحميل الصورة.
lightbox-failed = تعذّر تحميل المحتوى المطلوب. حاول مرة أخرى لاحقًا.
close = إغلاق

## Home and listings

categories = الأقسام
all-products = كل المنتجات
product-count = { PLURAL($count) ->
    [zero] لا منتجات
    [one] منتج واحد
    [two] منتجان
    [few] { $count } منتجات
    [many] { $count } منتجًا
   *[other] { $count } منتج
}
result-range = المنتجات من { $first } إلى { $last } من أصل { $total }
result-range-more = المنتجات من { $first } إلى { $last } من أصل أكثر من { $total }
empty = لا توجد منتجات في هذا القسم
empty-filtered = لا توجد منتجات تناسب هذه التصفية
search-results-for = نتائج البحث عن «{ $query }»
search-none = لا توجد نتائج للبحث عن «{ $query }»
search-none-hint = جرّب كلمة أخرى أو تصفّح الأقسام.
# $word is the corrected text.
search-corrected = عرضنا نتائج «{ $word }».
# $query is the typed text.
search-as-typed = البحث عن «{ $query }» كما كُتب
search-ask = اسألنا عنه
search-articles = من المدوّنة
search-categories = تصفّح الأقسام
sort = ترتيب
sort-label = ترتيب المنتجات
# For screen readers; the order follows.
sort-current = الترتيب:
filter = تصفية
filter-label = تصفية المنتجات
filter-apply = عرض النتائج
filter-clear = مسح الكل
# For screen readers; a number follows.
filter-count = عدد التصفيات:
filter-more = المزيد
filter-none = لا منتجات بهذه التصفيات.
filter-undo = إزالة آخر تصفية
filter-failed = تعذّر التحديث. حاول مرة أخرى.
filter-show = { PLURAL($count) ->
    [zero] لا منتجات
    [one] عرض منتج واحد
    [two] عرض منتجين
    [few] عرض { $count } منتجات
    [many] عرض { $count } منتجًا
   *[other] عرض { $count } منتج
}
# $name is the active filter.
filter-remove = إزالة التصفية «{ $name }»
price = السعر
price-from = من
price-to = إلى
price-lowest = أقل سعر
price-highest = أعلى سعر
pages = صفحات النتائج
pages-previous = الصفحة السابقة
pages-next = الصفحة التالية
pages-of = الصفحة { $number } من { $total }

## Product rows of the home page

most-wanted = الأكثر طلبًا
newest = وصل حديثًا
ending-soon = عروض تنتهي قريبًا
promises = ما نعدك به

## Sorting and filters of a listing

sort-default = الترتيب الافتراضي
# The first order of search results.
sort-relevance = الأقرب إلى البحث
sort-popularity = الأكثر طلبًا
sort-rating = الأعلى تقييمًا
sort-date = الأحدث
sort-price = الأقل سعرًا
sort-price-desc = الأعلى سعرًا
# What a query asked for.
sort-largest = الأكبر
sort-smallest = الأصغر
filter-category = القسم
filter-availability = التوفّر
filter-rating = التقييم
# $count: stars.
filter-rating-from = { PLURAL($count) ->
    [zero] بلا نجوم
    [one] نجمة واحدة فأكثر
    [two] نجمتان فأكثر
    [few] { $count } نجوم فأكثر
    [many] { $count } نجمة فأكثر
   *[other] { $count } نجمة فأكثر
}
filter-in-stock = متوفر الآن
filter-on-sale = منتجات مخفّضة
filter-price = من { $from } إلى { $to }
filter-price-from = من { $from }
filter-price-to = حتى { $to }
buy-elsewhere = شراء من متجر آخر
