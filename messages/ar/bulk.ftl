# Bulk edits of products: the form, the preview, the job and its report.

title = تعديل جماعي
jobs = المهام الجماعية
jobs-none = لا مهام بعد. اختر منتجات من القائمة وعدّلها معًا.
back-to-products = كل المنتجات
# A product in the list. $name is its name.
pick = اختيار { $name }
bar = تعديل المنتجات المختارة
bar-hint = اختر منتجات ثم عدّلها معًا.
edit-picked = تعديل المختار
edit-all = تعديل كل المطابق لهذه القائمة

## The form

intro = اختر ما يتغيّر، والباقي كما هو. ترى أثره على كل منتج قبل أن يحدث.
chosen = { PLURAL($count) ->
    [zero] لا منتجات مختارة
    [one] منتج واحد مختار
    [two] منتجان مختاران
    [few] { $count } منتجات مختارة
    [many] { $count } منتجًا مختارًا
   *[other] { $count } منتج مختار
}
none-chosen = لم يُختر منتج. عد إلى القائمة واختر منتجًا واحدًا على الأقل.
# $most is a number.
too-many = المطابق أكثر من { $most } منتج. ضيّق القائمة بتصفية أو بحث.
# $most is a number.
too-many-rows = للمنتجات المختارة أكثر من { $most } صف مع خياراتها. ضيّق القائمة بتصفية أو بحث.
name = اسم المهمة في السجل
name-hint = مثل: رفع أسعار الشتاء
what = التغيير
nothing-chosen = اختر تغييرًا واحدًا على الأقل.
not-made = لم تُجهّز المعاينة. صحّح الحقول المذكورة.
unchanged = بلا تغيير
part-price = السعر
part-sale = التخفيض
part-place = القسم والحالة
part-tags = الوسوم
price = السعر قبل التخفيض
raise-percent = رفع بنسبة
lower-percent = خفض بنسبة
raise-amount = رفع بمبلغ
lower-amount = خفض بمبلغ
set = تعيين إلى
amount = النسبة أو المبلغ
amount-hint = مثل: 5 أو 1.50
rounding = التقريب
rounding-hint = للسعر ولسعر التخفيض.
round-none = بلا تقريب
round-half = إلى أقرب نصف
round-whole = إلى أقرب عدد صحيح
round-ninety-nine = إلى 0.99
sale = التخفيض
sale-percent = بدء تخفيض بنسبة
sale-by-amount = بدء تخفيض بمبلغ
sale-end = إنهاء التخفيض
sale-amount = مقدار التخفيض
sale-hint = من السعر بعد تغييره. اترك الموعدين فارغين ليسري الآن وبلا نهاية.
category = نقل إلى قسم
status = الحالة
tags = الوسوم
tag-add = إضافة وسم
tag-remove = إزالة وسم
tag = الوسم
preview = معاينة التغيير
leave = ترك

## The page of a job

# $name is a member of staff, $when the time.
lead = { $name } · { $when }
# $title is the name of the job that is taken back.
undo-title = تراجع عن: { $title }
undoes-link = المهمة التي يُتراجع عنها
undone-link = تُراجع عن هذه المهمة: نظر
state-planning = نجهّز المعاينة
state-planned = معاينة
state-waiting = تنتظر موافقة
state-running = جارية
state-done = انتهت
state-stopped = أُوقفت
state-dropped = تُركت
# Both are numbers of rows.
progress = { $done } من { $all }
progress-label = تقدّم المهمة
may-leave = يمكنك ترك الصفحة. تستمر المهمة وحدها وتجدها في «المهام الجماعية».
refresh = تحديث الصفحة
will-change = { PLURAL($count) ->
    [zero] لا صف يتغيّر.
    [one] يتغيّر صف واحد.
    [two] يتغيّر صفّان.
    [few] تتغيّر { $count } صفوف.
    [many] يتغيّر { $count } صفًّا.
   *[other] يتغيّر { $count } صف.
}
rising = { PLURAL($count) ->
    [zero] لا سعر يرتفع.
    [one] سعر واحد يرتفع.
    [two] سعران يرتفعان.
    [few] { $count } أسعار ترتفع.
    [many] { $count } سعرًا يرتفع.
   *[other] { $count } سعر يرتفع.
}
falling = { PLURAL($count) ->
    [zero] لا سعر ينخفض.
    [one] سعر واحد ينخفض.
    [two] سعران ينخفضان.
    [few] { $count } أسعار تنخفض.
    [many] { $count } سعرًا ينخفض.
   *[other] { $count } سعر ينخفض.
}
largest = أكبر فرق { $amount }.
will-refuse = { PLURAL($count) ->
    [zero] لا صف مرفوض.
    [one] صف واحد مرفوض ولن يتغيّر.
    [two] صفّان مرفوضان ولن يتغيّرا.
    [few] { $count } صفوف مرفوضة ولن تتغيّر.
    [many] { $count } صفًّا مرفوضًا ولن يتغيّر.
   *[other] { $count } صف مرفوض ولن يتغيّر.
}
# $most is a number.
second-person = أكثر من { $most } صف: تبدأ المهمة بعد موافقة شخص ثانٍ.
# $most is a number.
undo-second-person = أكثر من { $most } صف: يبدأ التراجع بعد موافقة شخص ثانٍ.
waits = تنتظر موافقة شخص ثانٍ خلال 24 ساعة من طلبها.
lapsed = مضت 24 ساعة بلا موافقة. اطلبها من جديد بمعاينة جديدة.
# $name is a member of staff.
approved-by = الموافقة: { $name }
were-changed = { PLURAL($count) ->
    [zero] لم يتغيّر شيء.
    [one] تغيّر صف واحد.
    [two] تغيّر صفّان.
    [few] تغيّرت { $count } صفوف.
    [many] تغيّر { $count } صفًّا.
   *[other] تغيّر { $count } صف.
}
left-alone = { PLURAL($count) ->
    [zero] لم يُترك صف.
    [one] تُرك صف واحد لأنه تغيّر بعد المعاينة.
    [two] تُرك صفّان لأنهما تغيّرا بعد المعاينة.
    [few] تُركت { $count } صفوف لأنها تغيّرت بعد المعاينة.
    [many] تُرك { $count } صفًّا لأنها تغيّرت بعد المعاينة.
   *[other] تُرك { $count } صف لأنها تغيّرت بعد المعاينة.
}
were-refused = { PLURAL($count) ->
    [zero] لم يُرفض صف.
    [one] رُفض صف واحد.
    [two] رُفض صفّان.
    [few] رُفضت { $count } صفوف.
    [many] رُفض { $count } صفًّا.
   *[other] رُفض { $count } صف.
}
not-reached = { PLURAL($count) ->
    [zero] لم يبق صف.
    [one] بقي صف واحد لم تصل إليه المهمة.
    [two] بقي صفّان لم تصل إليهما المهمة.
    [few] بقيت { $count } صفوف لم تصل إليها المهمة.
    [many] بقي { $count } صفًّا لم تصل إليها المهمة.
   *[other] بقي { $count } صف لم تصل إليها المهمة.
}
without-rights = توقفت لأن صاحبها لم تعد له صلاحية هذا التغيير.
start = { PLURAL($count) ->
    [zero] تنفيذ
    [one] تنفيذ على صف واحد
    [two] تنفيذ على صفّين
    [few] تنفيذ على { $count } صفوف
    [many] تنفيذ على { $count } صفًّا
   *[other] تنفيذ على { $count } صف
}
approve = { PLURAL($count) ->
    [zero] موافقة
    [one] موافقة على صف واحد
    [two] موافقة على صفّين
    [few] موافقة على { $count } صفوف
    [many] موافقة على { $count } صفًّا
   *[other] موافقة على { $count } صف
}
ask = طلب موافقة شخص ثانٍ
refuse = رفض
stop = إيقاف
stop-hint = ما تغيّر يبقى، ويُذكر في التقرير.
resume = متابعة
undo-all = تراجع عنها كلها
undo-hint = يمكن التراجع 30 يومًا. ما تغيّر بعدها يبقى ويُذكر.
drop = ترك المهمة
report = تنزيل التقرير
rows = صفوف المهمة
no-rows = لا صفوف هنا.
item = المنتج
changes = التغيير
outcome = النتيجة
was = كان
becomes = يصير
more = المزيد
started = بدأت المهمة.
asked = طُلبت الموافقة.
stopped-now = أُوقفت المهمة. ما تغيّر يبقى.
dropped-now = تُركت المهمة، ولم يتغيّر شيء.
refused-now = رُفضت المهمة، ولم يتغيّر شيء.
not-changed = لم يُنفّذ: تغيّرت حالة المهمة. راجعها أدناه.
# $count is a number.
group-wanted = المتغيّر: { $count }
# $count is a number.
group-refused = المرفوض: { $count }
# $count is a number.
group-changed = المتروك: { $count }
# $count is a number.
group-same = كما هو: { $count }
# $count is a number.
group-all = الكل: { $count }

## Outcomes of a row

row-new = لم يُفحص بعد
row-ready = سيتغيّر
row-done = تغيّر
row-refused = رُفض
row-changed = تُرك: تغيّر بعد المعاينة
row-gone = لم يعد موجودًا
row-same = كما هو مطلوب من قبل
row-failed = تعذّر تغييره
