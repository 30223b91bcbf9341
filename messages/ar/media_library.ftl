# The library of the shop's own pictures, for staff.

title = الوسائط
empty = لا صور بعد. ارفع أول صورة.
no-result = لا صورة بهذا الوصف.
none-here = لا صورة غير مستخدمة في هذا الجزء. تابع إلى ما بعده.
count = { PLURAL($count) ->
    [zero] لا صور
    [one] صورة واحدة
    [two] صورتان
    [few] { $count } صور
    [many] { $count } صورة
   *[other] { $count } صورة
}
count-more = أكثر من 1,000 صورة

search = ابحث بالاسم أو الوصف
search-button = بحث
lists = قوائم الصور
list-all = كل الصور
list-undescribed = بلا وصف
list-unused = غير مستخدمة
list-large = كبيرة
looks = طريقة العرض
look-grid = شبكة
look-rows = صفوف
filters = عوامل التصفية
remove-filter = إزالة { $label }
clear = مسح الكل
more = المزيد
results = الصور

upload = رفع
upload-title = رفع صور
upload-files = ملفات الصور
upload-hint = JPEG أو PNG، حتى 25 ميغابايت للملف، وفي المرة 20 ملفًا و100 ميغابايت.
added = { PLURAL($count) ->
    [zero] لم تُستلم أي صورة.
    [one] استُلمت صورة واحدة، وتظهر هنا بعد معالجتها.
    [two] استُلمت صورتان، وتظهران هنا بعد معالجتهما.
    [few] استُلمت { $count } صور، وتظهر هنا بعد معالجتها.
    [many] استُلمت { $count } صورة، وتظهر هنا بعد معالجتها.
   *[other] استُلمت { $count } صورة، وتظهر هنا بعد معالجتها.
}
refused = { PLURAL($count) ->
    [zero] كل الملفات مقبولة.
    [one] لم يُقبل ملف واحد: نستلم JPEG وPNG فقط.
    [two] لم يُقبل ملفان: نستلم JPEG وPNG فقط.
    [few] لم تُقبل { $count } ملفات: نستلم JPEG وPNG فقط.
    [many] لم يُقبل { $count } ملفًا: نستلم JPEG وPNG فقط.
   *[other] لم يُقبل { $count } ملف: نستلم JPEG وPNG فقط.
}
waiting = قيد المعالجة، وتظهر الصورة بعدها.
waiting-title = ملفات لم تصبح صورًا بعد
deleted = حُذفت الصورة. تُمحى ملفاتها بعد 30 يومًا.
undescribed = بلا وصف
picture = الصورة
size = المقاس
bytes = الحجم
added-at = الرفع
large = كبيرة

# Choosing a picture for a product.
choosing = اختر صورة للمنتج «{ $name }».
choose = إضافة إلى المنتج
choose-one = إضافة { $title } إلى المنتج
chosen = في المنتج
choose-back = العودة إلى المنتج

# One picture.
back = كل الصور
edit-title = الوصف والمركز
field-title = الاسم
field-alt = وصف الصورة
alt-hint = يقرؤه قارئ الشاشة ومحرّك البحث.
field-focus = مركز الصورة
field-file = الملف
field-deleted = الحذف
focus-hint = المركز يبقى ظاهرًا في كل قصّ. انقر عليه في الصورة، أو حرّكه بالأسهم، أو اكتب بُعده.
focus-area = مركز الصورة: حرّكه بالأسهم
focus-x = البعد عن اليسار بالمئة
focus-y = البعد عن الأعلى بالمئة
focus-at = { $x }% من اليسار و{ $y }% من الأعلى
focus-trials = كما تظهر في المتجر
trial-square = مربع
trial-card = بطاقة
trial-wide = عريض
save = حفظ
saved = حُفظ: { $fields }.
unchanged = لا تغيير.
changed-meanwhile = لم يُحفظ: تغيّرت الصورة قبل قليل. راجعها ثم أعد.
file-imported = ملف الاستيراد
file-sent = ملف مرفوع { $id }
is-deleted = محذوفة
is-present = موجودة
nothing = لا شيء

facts = البيانات
fact-name = المعرّف
fact-size = المقاس
fact-bytes = الحجم
fact-formats = صيغ جاهزة
fact-added = الرفع
file-url = رابط الملف
used-in = { PLURAL($count) ->
    [zero] غير مستخدمة
    [one] مستخدمة في مكان واحد
    [two] مستخدمة في مكانين
    [few] مستخدمة في { $count } أماكن
    [many] مستخدمة في { $count } مكانًا
   *[other] مستخدمة في { $count } مكان
}
used-more = هذه أولها، وغيرها كثير.
use-product = منتج «{ $name }»، الصورة { $place }
use-variation = خيار «{ $name }»
use-category = تصنيف «{ $name }»
use-page = صفحة «{ $name }»
use-post = مقالة «{ $name }»
use-home = الصفحة الرئيسية
replace-title = استبدال مع بقاء الرابط
replace-hint = تحل الصورة الجديدة محل هذه في كل مكان، ويبقى رابطها.
replace-file = الملف الجديد
replace = استبدال
replaced = استُلم الملف الجديد، ويظهر في كل مكان بعد معالجته.
file-refused = لم يُقبل الملف. أرسل صورة JPEG أو PNG.
file-gone = لم يعد الملف موجودًا.
delete-title = حذف
delete-picture = حذف الصورة
delete-hint = تُمحى ملفاتها بعد 30 يومًا، وحتى ذلك الحين يمكن التراجع.
delete-used = لا تُحذف صورة مستخدمة. استبدلها، أو أزلها من أماكنها أولًا.
delete-refused = لم تُحذف الصورة: هي مستخدمة في الأماكن المذكورة أدناه.
deleted-page = هذه الصورة محذوفة، وتُمحى ملفاتها بعد 30 يومًا من حذفها. يمكن التراجع من سجل التغييرات أدناه.
history = سجل التغييرات
