# The life of a placed order: parcels, tracking, cancelling, ordering again, returning, printing.

## Titles of the order's page, by its state

title-waiting = ننتظر تأكيد الدفع
title-transfer = ننتظر حوالتك
title-prepare = نجهّز طلبك
title-shipped = طلبك في الطريق إليك
title-delivered = وصل طلبك
title-unpaid = بقي دفع طلبك
title-cancelled = أُلغي طلبك
title-refunded = رددنا إليك المبلغ
# Below the title. $number is the order's.
about = الطلب رقم { $number }، { $date }

## Timeline: under way, then done

steps = مراحل الطلب
step-received = استلمنا طلبك
step-bank = بانتظار تأكيد المصرف
step-bank-done = تأكّد الدفع
step-transfer = بانتظار حوالتك
# $day is the last day for the transfer, with its hour.
step-transfer-by = حتى { $day }
step-prepare = نجهّز طلبك
step-prepare-done = جهّزنا طلبك
step-ship = في الطريق إليك
step-ship-done = خرج إليك
step-ship-hint = نرسل إليك رقم الشحنة
# Some of the goods are still being prepared.
step-ship-part = خرج جزء من طلبك، ونجهّز الباقي
step-deliver = يصل إلى بابك
step-deliver-done = تمّ التوصيل
# $amount is what the courier collects.
step-deliver-cash = تدفع { $amount } للمندوب
step-cancelled = أُلغي الطلب
step-refunded = رُدّ المبلغ
# Read before the name of a step by screen readers.
step-is-done = تمّ:
step-is-now = الآن:

## Parcels

parcel-number = رقم الشحنة
parcel-carrier = شركة التوصيل: { $carrier }
parcel-track = تتبّع الشحنة
parcel-copy = نسخ رقم الشحنة
copy = نسخ
parcel-copied = نُسخ رقم الشحنة.
parcel-contents = في الصندوق
parcel-sent = خرجت { $day }
parcel-arrived = وصلت { $day }
new-window = (يُفتح في نافذة جديدة)

## Staff: parcels

staff-shipments = الشحنات
staff-ship = تسجيل شحنة
staff-ship-submit = تسجيل الشحنة
staff-carrier = شركة التوصيل
staff-number = رقم الشحنة
staff-shipped-on = يوم الخروج
staff-delivered-on = يوم الوصول
staff-part = اختيار الكميات
staff-part-hint = اترك الكميات كما هي لشحن كل ما بقي.
# $name is the product's name.
staff-quantity = كمية «{ $name }»
staff-open = من أصل { $open }
staff-deliver = تسجيل الوصول
staff-shipped = سُجّلت الشحنة، وسنراسل المشتري.
staff-not-shipped = تعذّر تسجيل الشحنة. تحقّق من الكميات ومن اليوم.
staff-delivered = سُجّل الوصول.
staff-not-delivered = تعذّر تسجيل الوصول. تحقّق من اليوم.
staff-correct = تصحيح الشحنة
staff-correct-submit = حفظ التصحيح
staff-remove = حذف الشحنة
staff-corrected = صُحّحت الشحنة.
staff-not-corrected = تعذّر تصحيح الشحنة. راجع شركة التوصيل.
staff-parcel-removed = حُذفت الشحنة.
staff-parcel-not-removed = تعذّر حذف الشحنة. لا تُحذف شحنة وصلت.
event-parcel-sent = خرجت شحنة
event-parcel-arrived = وصلت شحنة
event-parcel-corrected = صُحّحت شحنة
event-parcel-removed = حُذفت شحنة
event-cancelled-by-buyer = ألغى المشتري الطلب
event-cash-collected = حُصّل المبلغ
event-transfer-confirmed = تأكّد وصول الحوالة
event-transfer-refused = لم تُقبل الحوالة
event-proof-sent = أرسل المشتري إثبات الحوالة
event-transfer-expired = انتهت مهلة الحوالة
event-method-changed = غيّر المشتري طريقة الدفع

## Staff: money without a provider

staff-payment = تسجيل المبلغ
# $amount is what the buyer owes.
staff-cash-due = يحصّل المندوب { $amount } عند التسليم.
staff-transfer-due = ننتظر حوالة بمبلغ { $amount }.
staff-collect = تسجيل تحصيل المبلغ
staff-confirm = تأكيد وصول الحوالة
staff-refuse = رفض الحوالة
staff-refuse-reason = السبب كما يقرؤه المشتري
staff-refuse-reason-missing = اكتب سبب الرفض.
staff-collected = سُجّل تحصيل المبلغ.
staff-confirmed = تأكّدت الحوالة، وسنراسل المشتري.
staff-refused = رُفضت الحوالة، وسنراسل المشتري بالسبب.
staff-not-recorded = تعذّر التسجيل. تغيّرت حالة الطلب، فراجعها.
staff-proofs = إثباتات الحوالة
staff-proof-none = لم يرسل المشتري إثباتًا بعد.
staff-refund-by-hand = ردّ المبلغ إلى المشتري نقدًا أو بحوالة قبل تسجيله هنا.

## An order without a provider, for its buyer

cash-hint = تدفع { $amount } لمندوب التوصيل حين يصلك الطلب.
transfer-hint = حوّل { $amount } إلى حساب المتجر، ونجهّز طلبك حين يصلنا المبلغ.
transfer = بيانات الحوالة
transfer-amount = المبلغ
# The buyer writes the order's number into the transfer.
transfer-reference = اكتب في الحوالة
transfer-by = المهلة
# Leads to the page where the order is paid in another way.
transfer-other = الدفع بطريقة أخرى
# The payment method was not changed.
payment-under-way = ننتظر نتيجة دفعة سابقة لهذا الطلب، فلم نغيّر طريقة الدفع.
proof-in-review = نراجع إثبات الحوالة الذي أرسلته، فلم نغيّر طريقة الدفع. راسلنا إن لم تحوّل المبلغ.
# $reason is what staff wrote about the last proof.
transfer-refused = لم نقبل الحوالة: { $reason }
proof = إثبات الحوالة
proof-file = صورة الإيصال أو ملفه
proof-hint = صورة أو ملف PDF حتى 10 ميغابايت. لا يراه إلا أنت وفريق المتجر.
proof-send = إرسال الإثبات
proof-sent = وصلنا إثبات الحوالة، وسنراجعه.
proof-missing = اختر ملفًا أولًا.
proof-type = أرسل صورة أو ملف PDF.
proof-size = الملف أكبر من 10 ميغابايت.
proof-many = أرسلت ملفات كثيرة لهذا الطلب. راسلنا إن احتجت إلى غيرها.
proof-failed = تعذّر رفع الملف. حاول مرة أخرى بعد قليل.
proof-late = لم يعد هذا الطلب ينتظر حوالة.
proofs = ما أرسلته
proof-scanning = الملف قيد الفحص.
proof-infected = لم يجتز الملف الفحص.

## Tracking without an account

track = تتبّع طلبك
track-lead = رقم الطلب والبريد يكفيان، دون حساب.
track-number = رقم الطلب
track-number-hint = تجده في رسالة تأكيد الطلب.
track-number-missing = أدخل رقم الطلب.
track-email = البريد الإلكتروني
track-email-missing = أدخل بريدك الإلكتروني.
track-submit = تتبّع الطلب
# One text, whichever of the two is wrong.
track-none = لم نجد طلبًا بهذا الرقم وهذا البريد. تحقّق منهما، أو راسلنا.
track-many = محاولات كثيرة في وقت قصير. انتظر قليلًا ثم حاول مرة أخرى.
track-lost = لا تجد رقم طلبك؟
track-account = لديك حساب؟ سجّل الدخول لترى طلباتك كلها.
track-to = إلى { $place }
track-other = تتبّع طلب آخر
help = تحتاج مساعدة في هذا الطلب؟
help-text = اكتب لنا رقم الطلب، ونردّ عليك في أقرب وقت.
help-link = راسلنا
goods = المنتجات
deliver-to = التوصيل إلى

## What a buyer can do

actions = إجراءات الطلب
again = أعد الطلب
print = طباعة
return-order = طلب إرجاع
cancel = إلغاء الطلب
pay = إكمال الدفع
back = رجوع
# A second question.
cancel-ask = إلغاء الطلب رقم { $number }؟
cancel-unpaid = لم يُسحب منك أي مبلغ.
# $amount goes back.
cancel-refund = نردّ { $amount } إلى طريقة الدفع التي استخدمتها خلال أيام عمل قليلة.
cancelled = أُلغي الطلب.
cancelled-refund = أُلغي الطلب، وطلبنا ردّ المبلغ إليك.
# The page shows why: the order moved on in the meantime.
not-cancelled = لم يعد إلغاء هذا الطلب ممكنًا. راسلنا لنساعدك.
cancelled-hint-refund = نردّ المبلغ إلى طريقة الدفع التي استخدمتها خلال أيام عمل قليلة.

## Ordering again

again-added = { PLURAL($count) ->
    [zero] لم نضف شيئًا إلى السلة.
    [one] أضفنا قطعة واحدة إلى السلة.
    [two] أضفنا قطعتين إلى السلة.
    [few] أضفنا { $count } قطع إلى السلة.
    [many] أضفنا { $count } قطعة إلى السلة.
   *[other] أضفنا { $count } قطعة إلى السلة.
}
again-missing = المنتج «{ $name }» غير متوفر الآن، ولم يُضف.
again-less = لم تتوفر كمية المنتج «{ $name }» كلها، فأضفنا المتوفر منها.
again-cart = عرض السلة

## Invoice

invoice = فاتورة الطلب رقم { $number }
invoice-from = من
invoice-shipping = الشحن والدفع
invoice-price = السعر

## The sheet for the box of a gift

gift-sheet = ورقة الهدية
# $to receives the gift of $from.
gift-people = إلى { $to }، من { $from }
gift-from = من { $from }

## Emails

mail-shipped-title = طلبك في الطريق إليك
mail-shipped-lead = خرج إليك { $day }.
mail-part-lead = خرج إليك جزء من طلبك { $day }، ونراسلك حين يخرج الباقي.
mail-delivered = وصل طلبك رقم { $number }
mail-delivered-title = وصل طلبك، بالهناء
mail-delivered-lead = سُلّم { $day }.
mail-delivered-return = غير راضٍ؟ راسلنا من صفحة الطلب.
mail-received-title = شكرًا لك، استلمنا طلبك
mail-received-lead = نجهّزه الآن، ونراسلك حين يخرج إليك.
mail-cash-lead = نجهّزه الآن، وتدفع { $amount } لمندوب التوصيل حين يصلك.
# $number is the order's, $day the last day with its hour.
mail-transfer-lead = حوّل { $amount } إلى حساب المتجر حتى { $day }، واكتب في الحوالة رقم الطلب { $number }. نجهّز طلبك حين يصلنا المبلغ.
mail-transfer-confirmed = وصلت حوالتك للطلب رقم { $number }
mail-transfer-confirmed-title = وصلت حوالتك
mail-transfer-confirmed-lead = وصلنا { $amount }. نجهّز طلبك الآن، ونراسلك حين يخرج إليك.
mail-transfer-refused = حوالة الطلب رقم { $number } تحتاج إلى مراجعة
mail-transfer-refused-title = لم نتمكّن من قبول الحوالة
# $reason is what staff wrote.
mail-transfer-refused-lead = السبب: { $reason }
mail-shop-proof = إثبات حوالة للطلب رقم { $number }
mail-shop-proof-lead = أرسل المشتري إثبات حوالة بمبلغ { $amount }. راجعه في صفحة الطلب.
mail-transfer-reminder = ننتظر حوالة الطلب رقم { $number }
mail-transfer-reminder-title = بقي القليل على مهلة حوالتك
mail-transfer-reminder-lead = إن كنت قد حوّلت المبلغ فأرسل إثباته من صفحة الطلب. نلغي الطلب إن انتهت المهلة ولم تصلنا الحوالة.
mail-transfer-expired-lead = انتهت المهلة ولم تصلنا الحوالة، فألغينا الطلب. إن كنت قد حوّلت المبلغ فراسلنا لنردّه إليك.
mail-cancelled-title = أُلغي طلبك
mail-cancelled-unpaid = لم يُسحب منك أي مبلغ.
mail-cancelled-refund = نردّ { $amount } إلى طريقة الدفع التي استخدمتها، ونراسلك حين يتمّ ذلك.
mail-refunded-title = رددنا إليك { $amount }
mail-paid = الإجمالي المدفوع
mail-back = المبلغ المردود
mail-net = الصافي
mail-goods = منتجاتك
mail-in-box = في الصندوق
mail-arrived = ما وصلك
mail-shipping = الشحن
mail-help = تحتاج مساعدة؟
mail-help-text = ردّ على هذه الرسالة، أو راسلنا من المتجر.
mail-done-received = استلمنا
mail-done-prepared = جهّزنا
mail-done-shipped = في الطريق
mail-done-delivered = وصل
