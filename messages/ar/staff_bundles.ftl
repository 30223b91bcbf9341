# The staff's editor of a bundle: its parts, discount, limits, and the trial.

edit = منتجات الحزمة
make = تحويله إلى حزمة
becomes = تصير هذه المسودة حزمة مع أول حفظ.
kind = حزمة
back = صفحة المنتج

## Parts

parts = منتجات الحزمة
parts-hint = الترتيب هنا هو ترتيب الصفحة.
part = المنتج
part-start = البداية
part-min = من
part-max = إلى
part-optional = اختياري
part-stock = المخزون
part-gone = منتج محذوف
no-limit = بلا حدّ
no-parts = لا منتجات في الحزمة. ابحث عن منتج لإضافته.
part-up = رفع «{ $name }»
part-down = خفض «{ $name }»
part-remove = إزالة «{ $name }» من الحزمة
find = ابحث عن منتج لإضافته
find-button = بحث
find-hint = بالاسم أو الرمز أو الرمز الشريطي.
found = نتائج البحث
found-none = لا نتائج. جرّب كلمة أخرى.
add = إضافة «{ $name }»
# A part in the history: $count is where the page begins, $min and $max are the limits.
part-shown = «{ $name }» × { $count } (من { $min } إلى { $max })
part-shown-optional = «{ $name }» × { $count } (من { $min } إلى { $max }، اختياري)

## Discount and limits

terms = الخصم والحدود
field-percent = خصم الحزمة بالنسبة
field-amount = خصم الحزمة بالمبلغ
field-fixed-price = سعر ثابت
field-suffix = نص بعد السعر
field-min = أقل عدد قطع
field-max = أكثر عدد قطع
field-total-min = أقل إجمالي
field-total-max = أعلى إجمالي
field-excludes = ما لا يُباع
amount-hint = المبلغ يسبق النسبة إن كُتبا معًا.
percent-hint = مثل: 12 أو 12.5
limits-hint = يُحسب عدد القطع حين يكون في الحزمة منتج اختياري.
fixed-no = مجموع أسعار المنتجات
fixed-yes = سعر الحزمة نفسها
excludes-no = يوقف بيع الحزمة
excludes-yes = يُترك خارج الحزمة

## Refusals, at their field

error-percent = اكتب نسبة بين 0 و100.
error-limits = الحد الأعلى أقل من الحد الأدنى.
error-no-parts = أضف منتجًا واحدًا على الأقل.
error-too-many = في الحزمة 40 منتجًا على الأكثر.
error-no-price = اكتب سعر الحزمة في صفحة المنتج أولًا.
error-deleted = حُذف هذا المنتج. أزله من الحزمة.
error-itself = لا تحتوي الحزمة نفسها.
error-kind = لا تحتوي الحزمة حزمة أخرى ولا منتجًا يبيعه متجر آخر.
error-start = البداية خارج الحدود من وإلى.
error-required = المنتج غير الاختياري قطعة واحدة على الأقل.
fault-draft = مسودة
fault-hidden = مخفي
fault-few = المخزون لا يكفي الحد الأدنى
undo-refused = لم يتم التراجع: تغيّرت الحزمة أو منتجاتها بعد ذلك.

## The trial

trial = جرّبها كما يجرّبها المتسوّق
trial-hint = بقواعد السلة نفسها، من غير حفظ.
trial-try = جرّب
trial-none = أضف منتجات لتجربة الحزمة.
# $name is a product.
trial-option = خيار «{ $name }»
trial-choose = بلا اختيار
sum = مجموع القطع
saving = التوفير
total = سعر الحزمة
# $text is what the shopper reads.
seen = ما يراه المتسوّق: «{ $text }»
allowed = يمكن شراء هذا الاختيار.
default-refused = الاختيار الافتراضي ممنوع من الشراء: غيّر البداية أو الحدود.
# $name is the scarcest product.
sellable = { PLURAL($count) ->
    [zero] لا يمكن بيع أي حزمة بهذا الاختيار الآن. يحدّها مخزون «{ $name }».
    [one] يمكن بيع حزمة واحدة بهذا الاختيار. يحدّها مخزون «{ $name }».
    [two] يمكن بيع حزمتين بهذا الاختيار. يحدّها مخزون «{ $name }».
    [few] يمكن بيع { $count } حزم بهذا الاختيار. يحدّها مخزون «{ $name }».
    [many] يمكن بيع { $count } حزمة بهذا الاختيار. يحدّها مخزون «{ $name }».
   *[other] يمكن بيع { $count } حزمة بهذا الاختيار. يحدّها مخزون «{ $name }».
}
# $name is a product, $why the reason that it cannot be bought.
warning-left-out = «{ $name }» ({ $why }): تُعرض الحزمة بدونه.
warning-optional = «{ $name }» ({ $why }): لا يمكن اختياره الآن.
warning-stops = «{ $name }» ({ $why }): لا تُباع الحزمة حتى يتوفر.
