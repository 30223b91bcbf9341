# The wish list, and the products that were viewed recently.

title = المفضّلة
# $name is the product. The label of the heart, pressed or not.
save = حفظ المنتج «{ $name }» في المفضّلة
saved = حُفظ المنتج في المفضّلة.
removed = أُزيل المنتج من المفضّلة.
full = المفضّلة ممتلئة. أزل منتجًا لحفظ غيره.
failed = تعذّر الحفظ. حاول مرة أخرى.
count = { PLURAL($count) ->
    [zero] لا منتجات
    [one] منتج واحد
    [two] منتجان
    [few] { $count } منتجات
    [many] { $count } منتجًا
   *[other] { $count } منتج
}
empty = المفضّلة فارغة
empty-hint = انقر القلب على أي منتج لحفظه هنا.
browse = تصفّح المنتجات
on-device = محفوظة على هذا الجهاز. سجّل الدخول لتجدها على أجهزتك كلها.
sign-in = تسجيل الدخول
# $price is the price on the day it was saved.
was = كان { $price } يوم حفظته

## Recently viewed

recent = شاهدته مؤخرًا
recent-clear = مسح السجلّ
recent-cleared = مُسح السجلّ.
