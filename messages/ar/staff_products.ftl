# The staff's pages of products: list, editor, variations, conflicts.

title = المنتجات
new-title = إضافة منتج
back = كل المنتجات
view-in-shop = عرض في المتجر

## Fields

field-name = اسم المنتج
field-note = سطر تحت الاسم
field-description = الوصف
field-slug = الرابط
field-status = الحالة
field-category = القسم الرئيسي
field-brand = العلامة التجارية
field-tags = الوسوم
field-sku = رمز المنتج (SKU)
field-gtin = الرمز الشريطي (GTIN)
field-mpn = رقم القطعة (MPN)
field-regular = السعر قبل التخفيض
field-sale = السعر بعد التخفيض
field-sale-from = يبدأ التخفيض
field-sale-to = ينتهي التخفيض
field-min-quantity = أقل كمية في الطلب
field-step = مضاعفات العدد
field-weight = الوزن مع الغلاف (غ)
field-is-new = علامة «جديد»
field-pictures = الصور
new-category = قسم جديد
new-category-hint = اكتب اسمه إن لم تجده في القائمة.
note-hint = يظهر في بطاقة المنتج والسلة.
description-hint = افصل بين الفقرات بسطر فارغ.
slug-hint = يُكتب من الاسم إن تركته فارغًا.
tags-hint = افصل بين الوسوم بفاصلة.
gtin-hint = 8 أو 12 أو 13 أو 14 رقمًا كما على العبوة.
sale-hint = بتوقيت المتجر. يتبدّل السعر في هذه اللحظة وحده.
yes = نعم
no = لا
value-none = فارغ
status-published = منشور
status-hidden = مخفي
status-draft = مسودة

## Parts of the editor

part-details = التفاصيل
part-pictures = الصور
part-prices = السعر والتخفيض
part-codes = الرموز
part-stock = المخزون والشحن
part-variations = الخيارات
variations-table = جدول الخيارات
part-publish = النشر
part-search = الظهور في البحث
part-quality = جودة الصفحة
part-history = سجل التغييرات
save = حفظ التغييرات
create = حفظ المنتج
search-hint = هكذا تقريبًا يظهر المنتج في نتائج البحث.
no-pictures = لا صور بعد.
price-from-variations = لكل خيار سعره في جدول الخيارات.
sale-upcoming = التخفيض لم يبدأ بعد.
sale-running = التخفيض سارٍ الآن.
sale-over = انتهى التخفيض.
stages = ما يراه المتسوّق
# $zone is a name such as Asia/Riyadh.
stages-zone = كما حُفظ، وبتوقيت المتجر ({ $zone }).
stage-before = قبل التخفيض
stage-running = أثناء التخفيض
stage-after = بعد التخفيض
stage-now = الآن
stage-until = حتى { $time }
stage-from = من { $time }
stage-between = من { $from } حتى { $until }
stage-always = بلا بداية ولا نهاية
# $text is a sentence with «…» in place of the time.
stage-countdown = ومعه الوقت المتبقي: «{ $text }»
stock-on-hand = في المخزون
# $count is the number of pieces.
stock-has = في مخزون المتجر: { $count }
stock-reserved = محجوز لطلبات قيد الدفع: { $count }
quality-text = سطر تحت الاسم ووصف
quality-picture = صورة
quality-price = سعر
quality-gtin = رمز شريطي
quality-weight = وزن للشحن
quality-done = مكتمل
quality-missing = ناقص
history-none = لا تغييرات بعد.
# $name is a member of staff. Verbal nouns: a verb would need the person's gender.
history-edit = تعديل · { $name }
history-undo = تراجع عن تعديل · { $name }
history-created = إضافة المنتج · { $name }
undo = تراجع
# $when is the time of the change.
undo-of = تراجع عن تغيير { $when }

## Variations

attribute = الخاصية
attribute-hint = مثل: الوزن
values = القيم
values-hint = افصل بينها بفاصلة، مثل: 250 غ، 500 غ
generate-price = سعر الخيارات الجديدة
add-attribute = إضافة الخاصية
missing = { PLURAL($count) ->
    [zero] لكل تركيبة خيار.
    [one] تركيبة واحدة بلا خيار.
    [two] تركيبتان بلا خيار.
    [few] { $count } تركيبات بلا خيار.
    [many] { $count } تركيبة بلا خيار.
   *[other] { $count } تركيبة بلا خيار.
}
generate-missing = إنشاء الناقص
variation = الخيار
# $label is a field, $name a variation.
cell = { $label }: { $name }
save-table = حفظ الجدول
table-before = الخيارات السابقة
table-after = الخيارات التالية
variations-none = لا خيارات. أضف خاصية مثل الوزن أو اللون ليختار المتسوّق منها.

## The table of variations as a spreadsheet

sheet-choose = اختر خلية لتعبئة ما تحتها بقيمتها.
# $name is a field and a variation.
sheet-cell = الخلية المحددة: { $name }
fill-down = تعبئة إلى الأسفل
undo-paste = تراجع عن اللصق
undo-fill = تراجع عن التعبئة
key-below = الخلية التي تحتها
key-paste = لصق من جدول
cell-unsaved = لم تُحفظ بعد
cells-unsaved = { PLURAL($count) ->
    [zero] لا خلايا تنتظر الحفظ.
    [one] خلية واحدة لم تُحفظ بعد.
    [two] خليتان لم تُحفظا بعد.
    [few] { $count } خلايا لم تُحفظ بعد.
    [many] { $count } خلية لم تُحفظ بعد.
   *[other] { $count } خلية لم تُحفظ بعد.
}
cells-pasted = { PLURAL($count) ->
    [zero] لم تُلصق أي خلية.
    [one] لُصقت خلية واحدة.
    [two] لُصقت خليتان.
    [few] لُصقت { $count } خلايا.
    [many] لُصقت { $count } خلية.
   *[other] لُصقت { $count } خلية.
}
# Values beyond the edge of the table, or for cells that cannot be changed.
cells-left = { PLURAL($count) ->
    [zero] لكل قيمة مكان في الجدول.
    [one] بقيت قيمة واحدة لا مكان لها في الجدول.
    [two] بقيت قيمتان لا مكان لهما في الجدول.
    [few] بقيت { $count } قيم لا مكان لها في الجدول.
    [many] بقيت { $count } قيمة لا مكان لها في الجدول.
   *[other] بقيت { $count } قيمة لا مكان لها في الجدول.
}
cells-filled = { PLURAL($count) ->
    [zero] لا خلايا تحت هذه الخلية.
    [one] عُبّئت خلية واحدة.
    [two] عُبّئت خليتان.
    [few] عُبّئت { $count } خلايا.
    [many] عُبّئت { $count } خلية.
   *[other] عُبّئت { $count } خلية.
}
cells-restored = { PLURAL($count) ->
    [zero] لم تعد أي خلية: كُتب فيها بعد ذلك.
    [one] عادت خلية واحدة إلى قيمتها السابقة.
    [two] عادت خليتان إلى قيمتيهما السابقتين.
    [few] عادت { $count } خلايا إلى قيمها السابقة.
    [many] عادت { $count } خلية إلى قيمها السابقة.
   *[other] عادت { $count } خلية إلى قيمها السابقة.
}
sheet-restored = بقي ما كتبته في جدول الخيارات، ولم يُحفظ بعد.
sheet-offered = كتبت في جدول الخيارات من قبل ما لم يُحفظ.

## The list

list-all = الكل
list-sold-out = نفدت الكمية
search = اسم أو رمز أو رمز شريطي أو وسم
search-button = بحث
any-category = كل الأقسام
filters = التصفية
# $label is a filter.
remove-filter = إزالة التصفية { $label }
clear = مسح التصفية
lists = القوائم
product = المنتج
category = القسم
price = السعر
stock = المخزون
sold-out = نفدت الكمية
price-old = السعر قبل التخفيض:
# $name is a product or a variation.
price-of = سعر { $name }
stock-of = مخزون { $name }
# $label is «price of …» or «stock of …».
save-value = حفظ { $label }
unfold = { PLURAL($count) ->
    [zero] بلا خيارات
    [one] عرض خيار واحد
    [two] عرض خيارين
    [few] عرض { $count } خيارات
    [many] عرض { $count } خيارًا
   *[other] عرض { $count } خيار
}
fold = إخفاء الخيارات
more = المزيد
empty = لا منتجات بعد. أضف أول منتج.
no-result = لا نتائج. جرّب كلمة أخرى أو امسح التصفية.

## What was done

created = أُضيف المنتج. يبقى مسودة حتى تنشره.
# $fields are names of fields.
saved = حُفظ: { $fields }.
# $name is a member of staff.
merged = ودُمجت تغييرات { $name }: { $fields }.
unchanged = لا تغيير يُحفظ.
price-saved = حُفظ السعر.
stock-saved = حُفظ المخزون.
variations-saved = حُفظت الخيارات.
not-saved = لم تُحفظ التغييرات. صحّح الحقول المذكورة.
price-refused = لم يُحفظ السعر: اكتب مبلغًا مثل 14.40، أعلى من سعر التخفيض.
price-conflict = لم يُحفظ السعر: تغيّر قبل قليل. راجع السعر الظاهر ثم احفظ.
stock-changed = لم يُحفظ المخزون: تغيّر قبل قليل. راجع العدد الظاهر ثم احفظ.
stock-refused = لم يُحفظ المخزون: اكتب عددًا لا يقلّ عن المحجوز.
attribute-refused = لم تُضف الخاصية: اكتب اسمها وقيمها وسعرًا للخيارات الجديدة، حتى 200 خيار.

## Refusals, at their field

error-empty = هذا الحقل مطلوب.
error-too-long = النص أطول من المسموح.
error-unreadable = القيمة غير مفهومة. مثال: 14.40
error-too-large = القيمة أكبر من المسموح.
error-sale-not-below = السعر بعد التخفيض يجب أن يقلّ عن السعر.
error-sale-ends-first = نهاية التخفيض قبل بدايته.
error-in-use = مستخدم في منتج آخر.
error-reserved = عليه قطع محجوزة لطلبات قيد الدفع. غيّره بعد انتهائها.
error-wrong-code = رقم التحقق لا يطابق. راجع الأرقام على العبوة.
error-no-price = لا يُنشر منتج بلا سعر.
error-of-variations = لهذا المنتج خيارات، ولكل خيار سعره.
error-unknown = اختر قيمة من القائمة.
error-changed = تغيّر هذا الحقل بعد فتح الصفحة.

## Conflicts

conflict-title = تغيّر هذا المنتج بعد فتحه
conflict-intro = لم يُحفظ شيء بعد. بقيت حقول تحتاج اختيارك، وما لا يتعارض يُدمج وحده.
conflict-before = كان عند الفتح
conflict-mine = عندك
# $name is a member of staff, $when the time.
conflict-theirs = عند { $name }، { $when }
conflict-stored = المحفوظ الآن
conflict-own = كتابة ثالثة
conflict-save = حفظ ما اخترت
conflict-leave = ترك تغييراتي

## Pictures

picture-add = إضافة صورة
picture-file = ملف الصورة
picture-file-hint = JPEG أو PNG حتى 25 ميغابايت.
picture-sent = استُلمت الصورة، وتظهر هنا بعد معالجتها.
picture-refused = لم تُقبل الصورة. أرسل صورة JPEG أو PNG.
draft-restored = بقي ما كتبته في حقول المنتج، ولم يُحفظ بعد.
draft-offered = كتبت في هذه الصفحة من قبل ما لم يُحفظ.
draft-restore = استعادة ما كتبته
draft-drop = حذف ما كتبته
part-save-hint = يحفظ زر هذا الجزء الجزءَ وحده: احفظ ما كتبته في بقية الحقول أولًا.
pictures-described = حُفظ وصف الصور.
pictures-conflict = لم تُحفظ الصور: تغيّر ترتيبها قبل قليل. راجعه ثم احفظ.
pictures-save = حفظ الصور
picture-choose = اختيار من الوسائط
# Opens the page of a picture; $number is its place.
picture-open = مركز الصورة { $number } وأماكن استخدامها
# $number is the place of a picture.
picture-alt = وصف الصورة { $number } لقارئ الشاشة
picture-place = ترتيب الصورة { $number }
picture-remove = إزالة الصورة { $number }
alt-missing = { PLURAL($count) ->
    [zero] لكل صورة وصف.
    [one] صورة واحدة بلا وصف لقارئ الشاشة.
    [two] صورتان بلا وصف لقارئ الشاشة.
    [few] { $count } صور بلا وصف لقارئ الشاشة.
    [many] { $count } صورة بلا وصف لقارئ الشاشة.
   *[other] { $count } صورة بلا وصف لقارئ الشاشة.
}
