# The admin's orders: the list, an order's page, printing, and the home page.

## The list

export = تصدير
lists = قوائم الطلبات
list-all = الكل
list-prepare = للتجهيز
list-unpaid = بانتظار الدفع
list-unknown = دفعات غير معروفة
list-shipped = في الطريق
list-mine = عندي
more-than = أكثر من 1,000
save-list = حفظ هذه القائمة
list-title = اسم القائمة
list-shared = تظهر لفريق المتجر كله
save = حفظ
remove-list = حذف هذه القائمة
list-saved = حُفظت القائمة.
list-removed = حُذفت القائمة.
list-untitled = اكتب اسمًا للقائمة بعد اختيار ما تعرضه.
search = رقم أو اسم أو بريد أو هاتف أو منتج
search-submit = بحث
filter = تصفية
filter-apply = عرض
any = الكل
period = المدة
today = اليوم
seven-days = آخر 7 أيام
thirty-days = آخر 30 يومًا
assignee = التجهيز عند
nobody = بلا أحد
tag = وسم
chip-tag = وسم: { $tag }
chip-assignee = عند { $name }
chip-booked = ما سُجّل في هذه المدة
# $filter is the text of a filter.
remove-filter = إزالة التصفية «{ $filter }»
column-order = الطلب
column-pieces = القطع
column-source = المصدر
column-booked = في هذه المدة
not-paid = لم تُدفع
payment-unknown = نتيجة الدفع غير معروفة
sold-out = دُفع بعد نفاد الكمية
pieces = { PLURAL($count) ->
    [zero] لا قطع
    [one] قطعة واحدة
    [two] قطعتان
    [few] { $count } قطع
    [many] { $count } قطعة
   *[other] { $count } قطعة
}
shown = { PLURAL($count) ->
    [zero] لا طلبات هنا
    [one] المعروض طلب واحد
    [two] المعروض طلبان من الأحدث إلى الأقدم
    [few] المعروض { $count } طلبات من الأحدث إلى الأقدم
    [many] المعروض { $count } طلبًا من الأحدث إلى الأقدم
   *[other] المعروض { $count } طلب من الأحدث إلى الأقدم
}
booked-sum = المجموع { $amount }
older = طلبات أقدم
newest = الأحدث
none = لا طلبات بعد
none-hint = تظهر الطلبات هنا حين يطلب أحد من المتجر.
no-result = لا طلبات بهذه التصفية
no-result-hint = جرّب رقم الطلب أو آخر أرقام الهاتف، أو أزل التصفية.
show-all = عرض كل الطلبات
new-orders = { PLURAL($count) ->
    [zero] لا طلبات جديدة
    [one] وصل طلب جديد
    [two] وصل طلبان جديدان
    [few] وصلت { $count } طلبات جديدة
    [many] وصل { $count } طلبًا جديدًا
   *[other] وصل { $count } طلب جديد
}
show-new = عرض الجديد

## Several orders

bulk = إجراءات جماعية
choose = اختيار الطلب رقم { $number }
choose-hint = اختر طلبات ثم اختر ما تفعله بها.
print-picking = طباعة قوائم التجهيز
move-to = نقل إلى
move = نقل
assign = إسناد
assign-to = إسناد إلى
tag-add = وسم
tag-new = وسم جديد
none-chosen = اختر طلبًا واحدًا على الأقل.
tag-missing = اكتب الوسم.
moved = { PLURAL($count) ->
    [zero] لم يُنقل أي طلب.
    [one] نُقل طلب واحد.
    [two] نُقل طلبان.
    [few] نُقلت { $count } طلبات.
    [many] نُقل { $count } طلبًا.
   *[other] نُقل { $count } طلب.
}
assigned = { PLURAL($count) ->
    [zero] لم يُسنَد أي طلب.
    [one] أُسند طلب واحد.
    [two] أُسند طلبان.
    [few] أُسندت { $count } طلبات.
    [many] أُسند { $count } طلبًا.
   *[other] أُسند { $count } طلب.
}
tagged = { PLURAL($count) ->
    [zero] لم يوسَم أي طلب.
    [one] وُسم طلب واحد.
    [two] وُسم طلبان.
    [few] وُسمت { $count } طلبات.
    [many] وُسم { $count } طلبًا.
   *[other] وُسم { $count } طلب.
}
# $reason is one of the six below.
not-moved = الطلب رقم { $number } لم يتغيّر: { $reason }
not-from-here = حالته الآن لا تقود إلى هذه الحالة.
not-changed-meanwhile = غيّره شخص آخر قبلك.
not-with-payment = له دفعة، فلا يُلغى قبل ردّها.
not-more-tags = له 20 وسمًا، ولا يُسمح بأكثر منها.
not-now = تعذّر تغييره الآن. حاول مرة أخرى.
not-found = لا طلب بهذا الرقم.

## Events of an order's history

event-assigned = إسناد الطلب
event-printed = طباعة قائمة التجهيز
event-picked = اكتمل تجهيز القطع بالمسح
event-picking-reopened = استؤنف تجهيز القطع
event-address-changed = تعديل عنوان التوصيل
event-email-resent = إعادة إرسال رسالة
event-refund-waits = طلب ردّ مبلغ ينتظر موافقة شخص ثانٍ
event-refund-rejected = رفض ردّ المبلغ

## An order's page

next-shipped = نقل إلى «في الطريق»
next-delivered = نقل إلى «تمّ التوصيل»
next-completed = إتمام الطلب
newer-order = الطلب الأحدث
older-order = الطلب الأقدم
address-edit = تعديل العنوان
address-save = حفظ العنوان
street = العنوان
address-changed = حُفظ العنوان. اطبع قائمة التجهيز من جديد إن طُبعت.
address-late = خرج الطلب أو أُغلق، فلم يتغيّر العنوان.
address-meanwhile = لم يُحفظ العنوان: تغيّر قبل قليل. راجع العنوان الظاهر ثم صحّحه.
address-wrong = راجع الاسم والعنوان ورقم الهاتف.
note-add = إضافة
note-label = أضف ملاحظة
note-audience = لمن الملاحظة
note-team = للفريق فقط
note-buyer = للمشتري بالبريد
note-to-team = ملاحظة للفريق
note-to-buyer = ملاحظة للمشتري
note-saved = حُفظت الملاحظة.
note-sent = حُفظت الملاحظة، وسنرسلها إلى المشتري.
note-empty = اكتب الملاحظة.
note-no-buyer = لا بريد لهذا المشتري.
emails = رسائل هذا الطلب
emails-none = لم تُرسل رسالة بعد.
email-received = استلمنا طلبك
email-unpaid = بقي دفع طلبك
email-cancelled = أُلغي طلبك
email-shipped = طلبك في الطريق
email-delivered = وصل طلبك
email-transfer = الحوالة
email-refunded = رددنا إليك المبلغ
email-note = ملاحظة للمشتري
# $email is the subject of the email.
email-again = { $email } (إعادة إرسال)
email-sent = أُرسلت
email-waiting = تنتظر الإرسال
email-not-sent = لم تُرسل
resend = إرسال رسالة الحالة من جديد
resent = ستُرسل الرسالة مرة أخرى.
resent-before = طُلب إرسال هذه الرسالة قبل لحظات، فلن تُرسل مرتين.
not-resent = لا رسالة لحالة الطلب الآن.
assign-saved = حُفظ من يجهّز الطلب.
tags = وسوم
tags-saved = حُفظت الوسوم.
tags-full = لم يُضف الوسم: لهذا الطلب 20 وسمًا، ولا يُسمح بأكثر منها.
tag-remove = إزالة
# $tag is the tag.
tag-remove-named = إزالة الوسم «{ $tag }»
ledger-balanced = القيود متوازنة: { $amount }
ledger-broken = القيود لا تطابق الطلب ({ $amount }). لا تردّ شيئًا قبل مراجعتها.
# $count is a number of minutes.
unknown-since = { PLURAL($count) ->
    [zero] لم يردّ المصرف على محاولة الدفع الآن.
    [one] لم يردّ المصرف على محاولة الدفع منذ دقيقة.
    [two] لم يردّ المصرف على محاولة الدفع منذ دقيقتين.
    [few] لم يردّ المصرف على محاولة الدفع منذ { $count } دقائق.
    [many] لم يردّ المصرف على محاولة الدفع منذ { $count } دقيقة.
   *[other] لم يردّ المصرف على محاولة الدفع منذ { $count } دقيقة.
}
unknown-safe = لن يُسحب المبلغ مرتين، والمخزون محجوز لهذا الطلب. لا حاجة إلى فعل شيء الآن.
unknown-next = نسأل المصرف مرة أخرى { $time }.
unknown-now = نسأل المصرف الآن.

## Refunds

refund-second-person = ما يزيد على { $amount } ينتظر موافقة شخص ثانٍ.
refund-discount = حصّة كل منتج من خصم { $amount } محسوبة.
refund-quantity = كمية «{ $name }» التي تعود
refund-of = من { $sold } بقيمة { $worth }
refund-amount = المبلغ
refund-amount-hint = اتركه فارغًا لحسابه من الكميات.
# $name is the asker, $time when it lapses.
approval-waits = ردّ { $amount } بطلب { $name } ينتظر موافقة شخص ثانٍ حتى { $time }.
approval-not-by-you = لا يوافق على الردّ من طلبه.
approve = موافقة وردّ المبلغ
refuse = رفض
withdraw = سحب الطلب
approval-requested = ينتظر الردّ موافقة شخص ثانٍ خلال 24 ساعة.
approval-already = ينتظر هذا الطلب موافقة على ردّ سابق.
approval-refused = رُفض ردّ المبلغ.
approval-gone = لم يعد هذا الردّ ينتظر موافقتك.

## Email with a note to the buyer

mail-note = عن طلبك رقم { $number }
mail-note-title = رسالة من المتجر
mail-note-lead = { $text }

## Printing

pick = تجهيز بالمسح
print-one-picking = قائمة التجهيز
print-invoice = الفاتورة
print-labels = ملصقات الرفوف
picking-of = قائمة تجهيز الطلب رقم { $number }
picking-notes = ملاحظات
picking-gift = هدية، وبطاقتها:
picking-bin = الرفّ
picking-product = المنتج
picking-quantity = الكمية
picking-check = تحقّق
picking-no-bin = بلا رفّ
picking-back = رجوع

## The home page

# $name is the member's name.
good-morning = صباح الخير يا { $name }
good-evening = مساء الخير يا { $name }
home-lead = { $time } بتوقيت المتجر. الأرقام حتى هذه الدقيقة.
work = ما يحتاج انتباهك
work-lead = مرتّب بما يضيع لو تأخّر
work-none = لا شيء ينتظرك الآن.
work-start = بدء التجهيز
work-show = عرض
work-open = فتح
# $what is one of the counts below, for a thousand.
work-more = أكثر من { $what }
work-prepare = { PLURAL($count) ->
    [zero] لا طلبات جاهزة للتجهيز
    [one] طلب واحد جاهز للتجهيز
    [two] طلبان جاهزان للتجهيز
    [few] { $count } طلبات جاهزة للتجهيز
    [many] { $count } طلبًا جاهزًا للتجهيز
   *[other] { $count } طلب جاهز للتجهيز
}
work-oldest = أقدمها الطلب رقم { $number }، { $time }.
work-unknown = { PLURAL($count) ->
    [zero] لا دفعات غير معروفة
    [one] دفعة لم تُعرف نتيجتها
    [two] دفعتان لم تُعرف نتيجتهما
    [few] { $count } دفعات لم تُعرف نتيجتها
    [many] { $count } دفعة لم تُعرف نتيجتها
   *[other] { $count } دفعة لم تُعرف نتيجتها
}
# $since is a sentence.
work-unknown-oldest = الطلب رقم { $number }. { $since }
work-stock = { PLURAL($count) ->
    [zero] لا أصناف تحتاج طلبًا
    [one] صنف واحد يحتاج طلبًا
    [two] صنفان يحتاجان طلبًا
    [few] { $count } أصناف تحتاج طلبًا
    [many] { $count } صنفًا يحتاج طلبًا
   *[other] { $count } صنف يحتاج طلبًا
}
work-stock-soon = تنفد كميتها قريبًا بوتيرة البيع في آخر 14 يومًا.
work-stock-approve = { PLURAL($count) ->
    [zero] لا حركات مخزون تنتظر موافقة
    [one] حركة مخزون واحدة تنتظر موافقة
    [two] حركتا مخزون تنتظران موافقة
    [few] { $count } حركات مخزون تنتظر موافقة
    [many] { $count } حركة مخزون تنتظر موافقة
   *[other] { $count } حركة مخزون تنتظر موافقة
}
work-stock-approve-hint = يوافق عليها شخص غير الذي طلبها، خلال 24 ساعة.
work-sold-out-people = { PLURAL($count) ->
    [zero] لا أحد طلب تنبيهه
    [one] شخص واحد طلب تنبيهه حين تتوفر
    [two] شخصان طلبا تنبيههما حين تتوفر
    [few] { $count } أشخاص طلبوا تنبيههم حين تتوفر
    [many] { $count } شخصًا طلبوا تنبيههم حين تتوفر
   *[other] { $count } شخص طلبوا تنبيههم حين تتوفر
}
work-moderate = { PLURAL($count) ->
    [zero] لا مشاركات بانتظار الموافقة
    [one] مشاركة واحدة بانتظار الموافقة
    [two] مشاركتان بانتظار الموافقة
    [few] { $count } مشاركات بانتظار الموافقة
    [many] { $count } مشاركة بانتظار الموافقة
   *[other] { $count } مشاركة بانتظار الموافقة
}
work-low-stars = { PLURAL($count) ->
    [zero] لا تقييمات منخفضة
    [one] أحدها من مشترٍ موثّق بنجمة أو نجمتين.
    [two] اثنان منها من مشترين موثّقين بنجمة أو نجمتين.
    [few] { $count } منها من مشترين موثّقين بنجمة أو نجمتين.
    [many] { $count } منها من مشترين موثّقين بنجمة أو نجمتين.
   *[other] { $count } منها من مشترين موثّقين بنجمة أو نجمتين.
}
work-waits-long = ينتظر أقدمها منذ أكثر من 4 ساعات.
work-answer = { PLURAL($count) ->
    [zero] لا رسائل تنتظر الرد
    [one] رسالة واحدة تنتظر الرد
    [two] رسالتان تنتظران الرد
    [few] { $count } رسائل تنتظر الرد
    [many] { $count } رسالة تنتظر الرد
   *[other] { $count } رسالة تنتظر الرد
}
work-approve = { PLURAL($count) ->
    [zero] لا ردّ ينتظر موافقة
    [one] ردّ مبلغ ينتظر موافقة شخص ثانٍ
    [two] ردّان ينتظران موافقة شخص ثانٍ
    [few] { $count } ردود تنتظر موافقة شخص ثانٍ
    [many] { $count } ردًّا ينتظر موافقة شخص ثانٍ
   *[other] { $count } ردّ ينتظر موافقة شخص ثانٍ
}
work-sales = { PLURAL($count) ->
    [zero] لا تخفيضات تنتهي قريبًا
    [one] تخفيض ينتهي خلال 3 أيام
    [two] تخفيضان ينتهيان خلال 3 أيام
    [few] { $count } تخفيضات تنتهي خلال 3 أيام
    [many] { $count } تخفيضًا ينتهي خلال 3 أيام
   *[other] { $count } تخفيض ينتهي خلال 3 أيام
}
work-sales-next = تخفيض «{ $name }» ينتهي { $time }.
work-approve-next = أقربها إلى انتهاء مهلته للطلب رقم { $number }.
low-stock = مخزون منخفض
low-stock-all = كل المخزون
# $when is when: «غدًا», «بعد 4 أيام».
goods-last = ينفد { $when }
goods-left = بقي { $count }
acts = آخر ما جرى
acts-all = سجل الإجراءات
figures = أرقام اليوم
figure-sales = صافي المبيعات اليوم
figure-orders = الطلبات المدفوعة
figure-average = متوسط الطلب
# $value is the figure of the same weekday of the last week, until the same hour.
figure-before = كان { $value } في اليوم نفسه من الأسبوع الماضي حتى الساعة نفسها
figure-up = زيادة { $change }
figure-down = نقص { $change }
days = صافي المبيعات، آخر 14 يومًا
days-this = هذه الفترة: { $amount }
days-before = الفترة السابقة: { $amount }
days-table = عرض كجدول
day = اليوم
day-net = الصافي
day-before = قبل 14 يومًا
days-note = كل رقم يفتح طلباته، والمجموع من دفتر القيود.
best = الأكثر مبيعًا هذا الأسبوع
best-none = لم يُبع شيء هذا الأسبوع.
