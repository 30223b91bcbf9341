# The staff's barcode tool: products and orders by their codes, changes of stock, stock counts.

title = أداة الرمز الشريطي
staff = للموظفين
staff-only = هذه الصفحة للموظفين فقط.
no-store = لم يُحدَّد لك فرع بعد. اطلب من المدير تحديد فرعك.

## The form

label = امسح الرمز الشريطي أو اكتبه
placeholder = 6291041500213
hint = يبدأ البحث بعد ثانية من آخر رقم.
# $name is the name of a store, $id its number.
store = الفرع: { $name } (رقم { $id })
stores = الفروع
search = بحث
types = ما يُبحث عنه
type-product = منتج
type-order = طلب
searching = جارٍ البحث…
failed = تعذّر الاتصال بالمتجر. حاول مرة أخرى.
retry = حاول مرة أخرى
sound = صوت واهتزاز عند المسح

## Results

results = النتائج
found = { PLURAL($count) ->
    [zero] لا نتائج
    [one] نتيجة واحدة
    [two] نتيجتان
    [few] { $count } نتائج
    [many] { $count } نتيجة
   *[other] { $count } نتيجة
}
code = الرمز:
bin = الموقع:
# The stock of a product in the store.
stock = المخزون: { $count }
stock-low = مخزون منخفض
# Pieces that wait for a payment.
reserved = محجوز لطلبات قيد الدفع: { $count }
amount = كمية التعديل
amount-of = كمية تعديل { $name }
stock-up = زيادة المخزون
stock-down = إنقاص المخزون
stock-set = ضبط المخزون
to-stock = استلام وجرد وصرف
open = فتح
open-named = فتح { $name }
undo = تراجع
bin-edit = تغيير الموقع
bin-label = موقع { $name }
bin-save = حفظ الموقع
bin-saved = حُفظ الموقع.
order = طلب رقم { $number }
order-state = الحالة:
next = امسح الرمز التالي

## Answers

# $name is the name of a product, $count its stock.
saved = مخزون المنتج «{ $name }» الآن { $count }.
undone = عاد مخزون المنتج «{ $name }» إلى { $count }.
not-found = لا يوجد منتج بهذا الرمز الشريطي.
order-not-found = لا يوجد طلب بهذا الرقم.
stock-refused = لا يمكن أن تقلّ كمية المخزون عن صفر.
reserved-refused = لا يمكن أن يقلّ المخزون عن الكمية المحجوزة لطلبات قيد الدفع.
amount-refused = أدخل كمية صحيحة.
too-much = أكثر مما يقيّده شخص واحد في تعديل واحد، أو من المنتج نفسه في 24 ساعة. قيّده من صفحة المخزون، فيوافق عليه شخص ثانٍ.
nothing-to-undo = لا يوجد تعديل يمكن التراجع عنه. يمكن التراجع عن آخر تعديل لك خلال عشر دقائق.

## The camera

camera = المسح بالكاميرا
camera-stop = إيقاف الكاميرا
camera-view = صورة الكاميرا
camera-refused = لم يُسمح باستعمال الكاميرا. اسمح بها من إعدادات المتصفح، أو اكتب الرمز.
camera-missing = لا توجد كاميرا متاحة. اكتب الرمز أو استعمل القارئ.

## Stock counts

count = الجرد
counts = عمليات الجرد
count-lead = امسح المنتجات واحدًا بعد الآخر، وكل مسح يضيف قطعة واحدة إلى العدد. يمكن التوقف والعودة في أي وقت.
count-open = بدء جرد جديد
count-resume = متابعة الجرد
count-report = تقرير الفروق
count-none = لا يوجد جرد مفتوح في هذا الفرع.
count-opened = بدأ الجرد. امسح المنتجات.
counts-none = لم يُجرَ جرد في هذا الفرع بعد.
# $id is the number of a count, $date the day on which it began.
count-named = جرد رقم { $id }، { $date }
count-state-open = مفتوح
count-state-closed = مغلق
count-state-cancelled = ملغى
# The quantity that was counted.
counted = العدد: { $count }
count-add = أضف إلى العدد
count-set = تصحيح العدد
count-saved = عدد المنتج «{ $name }» الآن { $count }.
count-gone = أُغلق هذا الجرد. ابدأ جردًا جديدًا.
count-too-large = العدد أكبر من المسموح به.
# Codes that were scanned and are not counted yet.
waiting = رموز تنتظر: { $count }
several = لهذا الرمز أكثر من منتج. اختر منتجًا من النتائج.
lines = { PLURAL($count) ->
    [zero] لم يُعدّ أي منتج بعد
    [one] عُدّ منتج واحد
    [two] عُدّ منتجان
    [few] عُدّت { $count } منتجات
    [many] عُدّ { $count } منتجًا
   *[other] عُدّ { $count } منتج
}
uncounted = { PLURAL($count) ->
    [zero] عُدّت كل المنتجات التي لها مخزون في هذا الفرع
    [one] منتج واحد له مخزون ولم يُعدّ
    [two] منتجان لهما مخزون ولم يُعدّا
    [few] { $count } منتجات لها مخزون ولم تُعدّ
    [many] { $count } منتجًا لها مخزون ولم تُعدّ
   *[other] { $count } منتج لها مخزون ولم تُعدّ
}
uncounted-hint = مخزون ما لم يُعدّ يبقى كما هو.

## The report

report-title = تقرير فروق الجرد رقم { $id }
report-product = المنتج
report-expected = المخزون المسجّل
report-counted = العدد
report-difference = الفرق
report-only = عرض الفروق وحدها
report-all = عرض كل المنتجات
report-none = لا فروق.
report-next = التالي
csv = تنزيل التقرير (CSV)
close = إغلاق الجرد وتسجيل الفروق
close-hint = تُسجَّل كل الفروق في المخزون معًا، ولا يمكن التراجع عن ذلك.
close-admin = يُغلق المدير الجرد.
close-second = فيه فرق أكبر مما يغلقه شخص واحد: يغلقه مدير آخر غير من بدأه أو عدّه.
close-blocked = لم يُغلق الجرد: مخزون بعض المنتجات محجوز لطلبات قيد الدفع. حاول مرة أخرى بعد قليل.
closed = أُغلق الجرد وسُجّلت الفروق.
cancel = إلغاء الجرد
cancelled = أُلغي الجرد، ولم يتغير المخزون.

## Packing an order by scans

pick-of = تجهيز الطلب رقم { $number } بالمسح
pick-lead = امسح كل قطعة تضعها في الصندوق. كل مسحة قطعة واحدة.
pick-count = احتساب
pick-order = صفحة الطلب
pick-lines = قطع الطلب
pick-no-bin = بلا رفّ
# Both are quantities.
pick-progress = { $picked } من { $wanted }
pick-complete = اكتمل
pick-take-back = إخراج قطعة
# $name is the name of the goods.
pick-take-back-of = إخراج قطعة من { $name }
pick-finish = إنهاء التجهيز
pick-reopen = متابعة التجهيز
pick-understood = حسنًا
pick-left = { PLURAL($count) ->
    [zero] كل القطع في الصندوق. أنهِ التجهيز.
    [one] بقي صنف واحد لم يكتمل.
    [two] بقي صنفان لم يكتملا.
    [few] بقيت { $count } أصناف لم تكتمل.
    [many] بقي { $count } صنفًا لم يكتمل.
   *[other] بقي { $count } صنف لم يكتمل.
}
pick-no-lines = لا قطع تُجهَّز في هذا الطلب.
# $name is the name of the goods; $picked and $wanted are quantities.
pick-counted = { $name }: { $picked } من { $wanted }.
pick-taken-back = أُخرجت قطعة من { $name }. في الصندوق { $picked } من { $wanted }.
pick-finished = اكتمل التجهيز: كل قطع الطلب في الصندوق.
pick-reopened = تابع التجهيز.
pick-unknown = لا صنف بهذا الرمز. لم تُحتسب القطعة.
pick-several = هذا الرمز لأكثر من خيار. امسح رمز الخيار نفسه أو اكتبه.
pick-wrong = { $name } ليس في هذا الطلب. أعده إلى رفّه.
pick-too-many = { $name } مكتمل: { $wanted }. أعد القطعة الزائدة إلى رفّها.
pick-nothing = لا قطعة من هذا الصنف في الصندوق.
pick-missing = لم تُمسح كل القطع بعد. امسح ما بقي ثم أنهِ التجهيز.
pick-not-now = لا يُجهَّز هذا الطلب في حالته الآن.
pick-over = انتهى تجهيز هذا الطلب. اضغط «متابعة التجهيز» لتغيّره.
