# Checkout: the form, placing an order, and order pages.

title = إتمام الطلب
step-cart = السلة
step-details = البيانات والدفع
step-done = التأكيد
secure = دفع آمن ومشفّر
billing = بيانات الفاتورة
have-account = لديك حساب؟ سجّل الدخول
express = دفع سريع
express-pay = الدفع السريع
express-or = أو أكمل بياناتك
your-order = طلبك
summary = ملخّص الطلب
edit-cart = تعديل السلة
# A folded row of the form: what is in it stands beside the label.
contact = التواصل
deliver-to = التوصيل إلى
change = تغيير
remember-device = احفظ العنوان على هذا الجهاز للطلب القادم
gift = هذا الطلب هدية
gift-text = رسالة البطاقة
gift-text-hint = نكتبها بخط اليد، مجانًا.
gift-left = { PLURAL($count) ->
    [zero] لم يبق أي حرف.
    [one] بقي حرف واحد.
    [two] بقي حرفان.
    [few] بقيت { $count } أحرف.
    [many] بقي { $count } حرفًا.
   *[other] بقي { $count } حرف.
}
# Shows the fields of another address.
gift-recipient = التوصيل إلى شخص آخر
gift-no-prices = لا تضعوا الأسعار في الصندوق
# A fact of an order, beside the text of the card.
gift-order = هدية
notes = ملاحظات على الطلب
notes-example = مثال: اتركوا الطلب عند الحارس.
optional = (اختياري)
terms = الشروط والأحكام
terms-agree = قرأت { $terms } وأوافق عليها
create-account = إنشاء حساب
create-account-hint = بهذا البريد، ونرسل رابط كلمة المرور إليه.
place-order = تأكيد الطلب
pay = ادفع
processing = جارٍ تأكيد الطلب…
errors-title = راجع ما يلي قبل إتمام الطلب:
field-required = حقل «{ $field }» مطلوب.
email-invalid = أدخل بريدًا إلكترونيًا صالحًا.
phone-invalid = أدخل رقم هاتف صالحًا.
card-in-text = لا تكتب رقم بطاقتك في حقل «{ $field }».
terms-missing = وافق على الشروط والأحكام لإتمام الطلب.
expired = انتهت صلاحية هذه الصفحة قبل إرسال طلبك، ولم يُطلب شيء. راجع بياناتك ثم أكّد الطلب من جديد.
pay-expired = انتهت صلاحية هذه الصفحة قبل الدفع، ولم يُدفع شيء. أدخل بيانات الدفع ثم ادفع من جديد.
total-changed = تغيّر إجمالي طلبك. راجعه ثم أكّد الطلب من جديد.
stock-gone = الكمية المطلوبة من المنتج «{ $name }» لم تعد متوفرة.
line-problem = المنتج «{ $name }»: { $problem }
no-shipping = لا يتوفر شحن إلى هذا العنوان.
coupon-used = استخدمت رمز الخصم «{ $code }» من قبل، فأُزيل من طلبك.
coupon-gone = لم يعد رمز الخصم «{ $code }» صالحًا، فأُزيل من طلبك.
many-holds = لديك طلبات أخرى بانتظار الدفع. أكمل دفعها أو انتظر قليلًا ثم حاول مرة أخرى.
empty = سلتك فارغة
empty-hint = أضف منتجًا لبدء طلبك.
subtotal = المجموع الفرعي
discount = خصم «{ $code }»
free = مجاني
total = الإجمالي
quantity = الكمية
product = المنتج
sum = المجموع
coupon-code = رمز الخصم
coupon-apply = تطبيق
coupon-remove = إزالة رمز الخصم «{ $code }»
shipping-method = طريقة الشحن
refresh = تحديث الطلب

## Paying an order later

pay-title = دفع الطلب رقم { $number }
pay-lead = أُنشئ في { $date }، ولم يكتمل دفعه بعد.
pay-button = ادفع { $amount }
# $terms becomes a link.
pay-terms = الدفع يعني الموافقة على { $terms }.
not-payable = لا يمكن دفع هذا الطلب الآن.

## After placing

received = شكرًا لك، استلمنا طلبك
received-named = شكرًا لك يا { $name }، استلمنا طلبك
copy-sent = أرسلنا نسخة من التفاصيل إلى { $email }
order-number = رقم الطلب
date = التاريخ
payment = الدفع
details = تفاصيل الطلب
what-next = ماذا بعد؟
next-bank-hint = يستغرق الشيك الإلكتروني حتى 4 أيام عمل.
# A card payment that is reviewed before it is accepted.
next-review-hint = تُراجَع عملية الدفع قبل تجهيز الطلب، ولا حاجة إلى الدفع مرة أخرى.
billing-address = عنوان الفاتورة
continue = متابعة التسوّق
confirming = نؤكّد دفع طلبك
confirming-hint = لم يصلنا ردّ المصرف بعد. تُحدَّث هذه الصفحة تلقائيًا، ولا حاجة إلى الدفع مرة أخرى.
confirming-refresh = تحديث الصفحة
unpaid = لم يكتمل دفع طلبك
unpaid-hint = منتجاتك محفوظة، ويمكنك إعادة المحاولة بطريقة أخرى.
unpaid-later = حفظنا طلبك لدفعه لاحقًا.
pay-again = إكمال الدفع
cancelled = أُلغي طلبك
cancelled-hint = لم يُسحب منك أي مبلغ.
refunded = رددنا إليك المبلغ
unfulfillable-hint = نفدت الكمية قبل وصول الدفعة، فرددنا إليك المبلغ كاملًا.

## Statuses

state-pending = بانتظار الدفع
state-on-hold = بانتظار التأكيد
state-processing = قيد التجهيز
state-shipped = في الطريق
state-delivered = تمّ التوصيل
state-completed = مكتمل
state-cancelled = ملغى
state-refunded = رُدّ المبلغ
state-failed = لم يكتمل الدفع

## Orders of a customer

order = الطلب رقم { $number }
orders-empty = لا توجد طلبات بعد
orders-older = طلبات أقدم
actions = إجراءات
state = الحالة
view = عرض
view-named = عرض الطلب رقم { $number }
pay-named = دفع الطلب رقم { $number }
pieces = { PLURAL($count) ->
    [zero] لا قطع
    [one] قطعة واحدة
    [two] قطعتان
    [few] { $count } قطع
    [many] { $count } قطعة
   *[other] { $count } قطعة
}

## Staff pages

staff-orders = الطلبات
staff-search = ابحث برقم الطلب أو البريد الإلكتروني
staff-all-states = كل الحالات
staff-filter = تصفية
staff-export = تنزيل ملف CSV
staff-customer = المشتري
staff-change = تغيير الحالة
staff-change-to = الحالة الجديدة
staff-changed = تغيّرت حالة الطلب.
staff-not-changed = لا يمكن نقل الطلب إلى هذه الحالة.
staff-refund = ردّ المبلغ
staff-refund-amount = المبلغ
staff-refund-of = من أصل { $amount }
staff-refunded = طُلب ردّ المبلغ.
staff-not-refunded = لا يمكن ردّ هذا المبلغ.
# $amount is the amount that can still be refunded.
staff-refund-most = أدخل مبلغًا لا يزيد على { $amount }.
# $amount is the most that the role refunds at once.
staff-refund-limit = يسمح دورك بردّ مبلغ حتى { $amount } في كل مرة.
staff-history = سجل الطلب
staff-payments = محاولات الدفع
staff-reference = رقم المرجع
staff-next = التالي
staff-none = لا توجد طلبات.
staff-source = مصدر الطلب
staff-visit-type = نوع الزيارة
staff-visit-typed = كتابة العنوان
staff-visit-source = المصدر
staff-visit-direct = مباشر
staff-payment-unknown = لم تُعرف نتيجة الدفع بعد
staff-payment-unreachable = تعذّر الاتصال بمزوّد الدفع
staff-payment-returned = استردّ المصرف المبلغ
staff-refund-requested = طُلب ردّ المبلغ
staff-refund-done = رُدّ المبلغ
staff-refund-refused = رُفض ردّ المبلغ
attempt-submitting = قيد الإرسال
attempt-authorised = المبلغ محجوز
attempt-captured = مدفوع
attempt-processing = قيد التأكيد لدى المصرف
attempt-declined = مرفوض
attempt-voided = أُلغي قبل الخصم

## Emails

mail-received = استلمنا طلبك رقم { $number }
mail-received-waiting = نجهّز طلبك حين يؤكّد المصرف الدفع.
mail-unpaid = طلبك رقم { $number } بانتظار الدفع
mail-unpaid-lead = حفظنا طلبك. يمكنك دفعه من هذا الرابط.
mail-pay = دفع الطلب
mail-view = عرض الطلب
mail-cancelled = أُلغي طلبك رقم { $number }
mail-refunded = رددنا إليك مبلغ الطلب رقم { $number }
mail-refunded-part = رددنا إليك جزءًا من مبلغ الطلب رقم { $number }
# $last4 are the last digits of the card or account.
mail-refunded-card = رددنا { $amount } من الطلب رقم { $number } إلى البطاقة المنتهية بـ { $last4 }. يظهر المبلغ خلال أيام عمل قليلة.
mail-refunded-bank = رددنا { $amount } من الطلب رقم { $number } إلى الحساب المصرفي المنتهي بـ { $last4 }. يظهر المبلغ خلال أيام عمل قليلة.
mail-refunded-lead = رددنا { $amount } من الطلب رقم { $number } إلى طريقة الدفع التي استخدمتها. يظهر المبلغ خلال أيام عمل قليلة.
mail-unfulfillable-lead = نفدت الكمية قبل وصول دفعتك، فرددنا إليك المبلغ.
mail-shipped = في الطريق إليك: الطلب رقم { $number }
mail-shipped-lead = سلّمنا طلبك إلى شركة الشحن.
mail-failed = لم يكتمل دفع طلبك رقم { $number }
mail-failed-lead = لم يقبل المصرف الدفع. منتجاتك محفوظة، ويمكنك الدفع من هذا الرابط.
mail-shop-new = طلب جديد رقم { $number }
mail-shop-new-lead = وصل طلب بقيمة { $amount }.
