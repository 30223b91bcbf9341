# The staff's pages of the stock: lists, one product's ledger, and the forms that receive, count and issue.

title = المخزون
# $name is the name of a store.
lead = { $name }. كل حركة في دفتر لا يُعدَّل.
scan = مسح
stores = الفروع
lists = قوائم المخزون
list-attention = يحتاج طلبًا
list-low = كمية قليلة
list-out = نفدت كميته
list-reserved = محجوز
list-all = الكل
search = ابحث بالاسم أو الرمز أو الرمز الشريطي
search-button = بحث
clear = إزالة البحث
results-of = نتائج البحث عن «{ $query }»
more = التالي
empty-attention = لا شيء يحتاج طلبًا الآن.
empty-low = لا أصناف كميتها قليلة.
empty-out = لا أصناف نفدت كميتها.
empty-reserved = لا قطع محجوزة لدفعات جارية.
empty-all = لا مخزون في هذا الفرع بعد. أضف منتجًا ثم استلم كميته.
no-result = لا نتائج. جرّب كلمة أخرى أو امسح الرمز.

## Rows

product = المنتج
on-hand = الموجود
reserved = محجوز
free = المتاح
lasts-label = ينفد
to-order = نطلب
to-order-hint = الكمية المقترحة تكفي 28 يومًا بوتيرة البيع في آخر 14 يومًا.
bin = الموضع
gtin = الرمز الشريطي
out = نفدت الكمية
lasts = { PLURAL($count) ->
    [zero] اليوم
    [one] غدًا
    [two] بعد يومين
    [few] بعد { $count } أيام
    [many] بعد { $count } يومًا
   *[other] بعد { $count } يوم
}
awaiting = { PLURAL($count) ->
    [zero] لا أحد ينتظره
    [one] شخص واحد ينتظره
    [two] شخصان ينتظرانه
    [few] { $count } أشخاص ينتظرونه
    [many] { $count } شخصًا ينتظرونه
   *[other] { $count } شخص ينتظرونه
}
movements = آخر الحركات
movements-of = آخر حركات { $name }
no-movements = لا حركات بعد.
ledger = دفتر الحركات
moved-at = الوقت
what = الحركة
delta = التغيير
balance = الرصيد بعدها
older = حركات أقدم
acts = إجراءات { $name }
to-product = صفحة المنتج

## Forms

receive = استلام
count = جرد
issue = صرف
amount-received = الكمية التي وصلت
amount-issued = الكمية التي تخرج
amount-counted = الكمية التي عددتها
receive-submit = تقييد الاستلام
issue-submit = تقييد الصرف
count-check = عرض الفرق
count-submit = تقييد الجرد
count-title = الفرق قبل التقييد
count-expected = في الدفتر
count-counted = عددت
count-difference = الفرق
count-no-difference = لا فرق. التقييد يسجّل أنك عددته فقط.
count-needs-second = ينتظر هذا الفرق موافقة شخص ثانٍ قبل أن يُقيَّد.
reason = السبب
note = ملاحظة
note-invoice = رقم الفاتورة أو ملاحظة
note-hint = لا تكتب اسم عميل أو رقمه.
second-person = حركة أكبر من 1,000 قطعة تنتظر موافقة شخص ثانٍ قبل أن تُقيَّد.
reason-delivery = شحنة من المورّد
reason-returned = مرتجع من عميل
reason-damaged = تالف
reason-gift = هدية أو عيّنة
reason-own-use = استعمال المتجر
reason-counted = جرد
reason-correction = تصحيح خطأ
reason-missing = اختر السبب من القائمة.

## Answers

received = قُيِّد الاستلام.
issued = قُيِّد الصرف.
counted = قُيِّد الجرد.
count-same = قُيِّد الجرد بلا فرق.
waits = تنتظر الحركة موافقة شخص ثانٍ خلال 24 ساعة.
approved = قُيِّدت الحركة بموافقتك.
refused = أُلغيت الحركة، ولم يتغير المخزون.

## A second person

approvals = تنتظر موافقة شخص ثانٍ
# $act is the name of a form, $delta a number with its sign, $name a person.
approval-waits = { $act } { $delta } بطلب { $name }، حتى { $time }.
approval-own = لا يوافق على الحركة من طلبها.
approval-not-you = يوافق عليها شخص حدّه أعلى.
approval-waits-already = تنتظر حركة أخرى لهذا الصنف موافقة شخص ثانٍ.
approval-gone = لم تعد هذه الحركة تنتظر موافقتك.
approve = موافقة وتقييد
refuse = رفض
withdraw = سحب الطلب
approve-of = { $submit }: { $sku }

## The ledger

act-receive = استلام
act-issue = صرف
act-count = جرد
act-undo = تراجع عن حركة
# $what is what happened, $name who did it.
cause-by = { $what } · { $name }
cause-reason = { $act }: { $reason }
cause-sold = بيع · الطلب رقم { $number }
cause-sold-plain = بيع
cause-back = عودة من الطلب رقم { $number }
cause-back-plain = عودة من طلب
cause-count = جرد الفرع رقم { $id }
cause-opening = رصيد افتتاحي
cause-renamed = تغيير رمز المنتج
cause-other = حركة أخرى
