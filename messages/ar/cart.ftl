# Cart page, mini cart, side cart, and notices about changes of the cart.

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

## The add button while it is busy and after, links and their labels

adding = جارٍ الإضافة…
added = أُضيف
remove = إزالة هذا المنتج من السلة
remove-named = إزالة المنتج «{ $name }» من السلة

# Label of the cart button, for screen readers.
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

## Results of a change. Announcements and notices are sentences.

added-announce = أُضيف المنتج إلى السلة.
added-named = أُضيف المنتج «{ $name }» إلى السلة.
removed = أُزيل المنتج «{ $name }» من السلة.
updated = حُدّثت السلة.
price-changed = تغيّر سعر المنتج «{ $name }» إلى { $price }.
qty-reduced = أصبحت كمية المنتج «{ $name }» { $quantity } بحسب المتوفر.
gone = لم يعد المنتج «{ $name }» متوفرًا، فأُزيل من السلة.
not-for-sale = المنتج «{ $name }» غير متاح للشراء.
withdrawn = المنتج «{ $name }» غير متاح للشراء. أزله من السلة لإتمام الطلب.
max-stock = المتوفر في المخزون { $quantity } فقط.
multiple = يُباع هذا المنتج بمضاعفات العدد { $step } فقط.
stock-gone = الكمية المطلوبة من المنتج «{ $name }» لم تعد متوفرة.
not-updated = لم تُحدّث السلة كلها. أدخل الكمية رقمًا.
not-added = تعذّرت إضافة المنتج إلى السلة. حاول مرة أخرى.

## Saved for later

later = حفظ لوقت لاحق
# $name is the product, for screen readers.
later-named = حفظ المنتج «{ $name }» لوقت لاحق
later-title = محفوظ لوقت لاحق
later-back = نقل إلى السلة
later-back-named = نقل المنتج «{ $name }» إلى السلة
later-remove = إزالة
later-remove-named = إزالة المنتج «{ $name }» من المحفوظ لوقت لاحق
later-saved = حُفظ المنتج «{ $name }» لوقت لاحق.
later-full = بلغ المحفوظ لوقت لاحق حدّه. أزل منتجًا لحفظ غيره.

## Coupons and shipping

coupon = رمز الخصم
coupon-have = لديك رمز خصم؟
coupon-apply = تطبيق
coupon-discount = خصم «{ $code }»
coupon-remove = إزالة رمز الخصم «{ $code }»
coupon-applied = طُبّق رمز الخصم «{ $code }».
coupon-removed = أُزيل رمز الخصم «{ $code }».
# One text for unknown, expired and used-up codes, so that codes cannot be guessed.
coupon-invalid = رمز الخصم «{ $code }» غير صالح أو انتهت صلاحيته.
coupon-already = رمز الخصم «{ $code }» مطبّق من قبل.
coupon-minimum = يتطلب هذا الرمز طلبًا لا يقلّ عن { $amount }.
coupon-not-for-items = لا يسري هذا الرمز على منتجات سلتك.
coupon-empty = أدخل رمز الخصم.
shipping = الشحن
shipping-free = مجاني
shipping-to = الشحن إلى
shipping-calculate = احسب تكلفة الشحن
shipping-at-checkout = استخدم نموذج إتمام الطلب لحساب تكلفة الشحن.
no-shipping = لا يتوفر شحن إلى هذا العنوان.
free-shipping-left = بقي { $amount } للحصول على شحن مجاني.
free-shipping-reached = الشحن مجاني لطلبك.
# The order is large enough, but another method was chosen.
free-shipping-possible = طلبك يستحق الشحن المجاني.
# Chooses that method.
free-shipping-choose = اختيار الشحن المجاني
free-shipping-progress = ما بلغته السلة من مبلغ الشحن المجاني
country = الدولة
city = المدينة
postcode = الرمز البريدي
more = لديك رمز خصم؟ · تقدير الشحن
checkout = إتمام الطلب
update = تحديث السلة
undo = تراجع
basket = فتح السلة
suggestions = قد يعجبك أيضًا
suggestions-pause = إيقاف الحركة
suggestions-play = تشغيل الحركة
