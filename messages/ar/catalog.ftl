# Home, listings, product page and product card.

## Product card and page

add-to-cart = أضف إلى السلة
choose-options = اختر الخيارات
choose-first = اختر خيارات المنتج أولًا.
option = الخيار
in-stock = متوفر
out-of-stock = نفدت الكمية
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
description = الوصف
facts = معلومات إضافية
related = قد يعجبك أيضًا
pictures = معرض الصور
picture-of = الصورة { $number } من { $total }

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
empty = لا توجد منتجات في هذا القسم
search-results-for = نتائج البحث عن «{ $query }»
search-none = لا توجد نتائج للبحث عن «{ $query }»
search-none-hint = جرّب كلمة أخرى أو تصفّح الأقسام.
pages = صفحات النتائج
pages-previous = الصفحة السابقة
pages-next = الصفحة التالية
pages-of = الصفحة { $number } من { $total }

## Shelves of the home page

most-wanted = الأكثر طلبًا
newest = وصل حديثًا
