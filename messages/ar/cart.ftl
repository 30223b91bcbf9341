# Cart page, mini cart, side cart, and what the shop says when the cart changes.

title = سلة التسوّق
yours = سلتك
view = عرض السلة
continue = متابعة التسوّق
browse = تصفّح المنتجات
close = إغلاق السلة
empty = سلتك فارغة
empty-hint = أضف منتجًا لبدء طلبك.
summary = ملخّص السلة
subtotal = المجموع الفرعي
total = الإجمالي
shipping-later = تُحسب تكلفة الشحن عند إتمام الطلب.
unit-price = سعر القطعة

## The add button while it works and after, links and their labels

adding = جارٍ الإضافة…
added = أُضيف
remove = إزالة هذا المنتج من السلة
remove-named = إزالة المنتج «{ $name }» من السلة

# Label of the cart button, read aloud.
button = { PLURAL($count) ->
    [zero] السلة فارغة
    [one] السلة، فيها منتج واحد
    [two] السلة، فيها منتجان
    [few] السلة، فيها { $count } منتجات
    [many] السلة، فيها { $count } منتجًا
   *[other] السلة، فيها { $count } منتج
}
product-count = { PLURAL($count) ->
    [zero] لا منتجات
    [one] منتج واحد
    [two] منتجان
    [few] { $count } منتجات
    [many] { $count } منتجًا
   *[other] { $count } منتج
}

## What happened. Announcements and notices are sentences.

added-announce = أُضيف المنتج إلى السلة.
added-named = أُضيف المنتج «{ $name }» إلى السلة.
removed = أُزيل المنتج «{ $name }» من السلة.
updated = حُدّثت السلة.
price-changed = تغيّر سعر المنتج «{ $name }» إلى { $price }.
qty-reduced = أصبحت كمية المنتج «{ $name }» { $quantity } بحسب المتوفر.
gone = لم يعد المنتج «{ $name }» متوفرًا، فأُزيل من السلة.
max-stock = المتوفر في المخزون { $quantity } فقط.
multiple = يُباع هذا المنتج بمضاعفات العدد { $step } فقط.
stock-gone = الكمية المطلوبة من المنتج «{ $name }» لم تعد متوفرة.
not-added = تعذّرت إضافة المنتج إلى السلة. حاول مرة أخرى.
