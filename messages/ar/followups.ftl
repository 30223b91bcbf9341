# Follow-up emails: the staff's pages, and the pages that their links open.

title = رسائل المتابعة
lead = رسائل يرسلها المتجر بعد حدث، لمن يشترك في قائمتها. الأرقام لآخر 30 يومًا.
back = كل رسائل المتابعة

## Causes

abandoned-cart = سلة متروكة
abandoned-cart-hint = لضيف كتب بريده عند الدفع ولم يكمل الشراء. لا تُرسل لمن اشترى.
after-purchase = بعد الشراء
after-purchase-hint = لمن دفع ثمن طلبه.
review-request = طلب التقييم
review-request-hint = لمن وصل طلبه، وفيها رابط يثبت الشراء.
win-back = عودة عميل
win-back-hint = لمن مضى وقت على طلبه الأخير. لا تُرسل لمن اشترى بعده.

## The list of causes

cause = السبب
state = الحالة
on = تُرسل
off = متوقفة
delay = المهلة بالساعات
planned = مجدولة
sent = مرسلة
stopped = أُلغيت
# $name is the name of a cause.
edit-named = تعديل: { $name }
at-once = فورًا
delay-days = { PLURAL($days) ->
    [zero] فورًا
    [one] بعد يوم
    [two] بعد يومين
    [few] بعد { $days } أيام
    [many] بعد { $days } يومًا
   *[other] بعد { $days } يوم
}
delay-hours = { PLURAL($hours) ->
    [zero] فورًا
    [one] بعد ساعة
    [two] بعد ساعتين
    [few] بعد { $hours } ساعات
    [many] بعد { $hours } ساعة
   *[other] بعد { $hours } ساعة
}
stopped-bought = اشترى
stopped-unsubscribed = غير مشترك
stopped-off = أُوقفت الرسائل
stopped-gone = أُفرغت السلة أو أُلغي الطلب
stopped-refused = رفضها خادم البريد
stopped-unknown = لا يُعرف هل وصلت
stopped-late = فات وقتها

## One cause

settings = الإرسال
is-on = إرسال هذه الرسائل
list = قائمة الاشتراك
list-hint = تصل لمن يشترك من العملاء، وللضيوف ما لم يلغوا الاشتراك.
list-required = اختر قائمة قبل تشغيل الإرسال.
no-list = بلا قائمة
delay-hint = عدد من 0 إلى 8760.
delay-invalid = اكتب عددًا من 0 إلى 8760.
save = حفظ
saved = حُفظت التغييرات.
template = النص
subject = العنوان
body = نص الرسالة
body-hint = السطر الفارغ يبدأ فقرة جديدة. التحية والتوقيع ورابط إلغاء الاشتراك تُضاف من تلقاء نفسها.
button = نص الزر
placeholders = ما يُستبدل في النص
plural-sample = مثال لصيغ العدد الست
save-template = حفظ نسخة جديدة
preview = معاينة
template-saved = حُفظت نسخة جديدة، وهي المستخدمة الآن.
changed-meanwhile = حفظ زميل نسخة أخرى في هذه الأثناء. راجعها ثم احفظ من جديد.
value-name = اسم المستلم، أو «عميلنا العزيز» إذا لم يُعرف
name-unknown = عميلنا العزيز
value-shop = اسم المتجر
value-items = عدد المنتجات
value-product = اسم المنتج الأول
value-products = أسماء المنتجات
value-number = رقم الطلب
value-link = الرابط الذي يفتحه الزر

## Refused templates

template-empty = اكتب نصًا.
template-too-long = { PLURAL($max) ->
    [zero] النص أطول من المسموح.
    [one] النص أطول من حرف واحد.
    [two] النص أطول من حرفين.
    [few] النص أطول من { $max } أحرف.
    [many] النص أطول من { $max } حرفًا.
   *[other] النص أطول من { $max } حرف.
}
# $line and $column are a position in the text.
template-syntax = السطر { $line }، الموضع { $column }: صيغة غير مفهومة. راجع الأقواس وما بينها.
# $name is what was typed, $known a list such as {name} {shop}.
template-placeholder = السطر { $line }، الموضع { $column }: لا معنى للاسم { $name }. المتاح: { $known }
template-selector = السطر { $line }، الموضع { $column }: تُختار صيغة العدد بـ PLURAL(items) وحدها.
# $form is a name such as few.
template-form-missing = السطر { $line }، الموضع { $column }: تنقص صيغة العدد [{ $form }].
template-form-unknown = السطر { $line }، الموضع { $column }: صيغة العدد [{ $form }] مكررة أو غير معروفة.

## Preview and versions

preview-items = { PLURAL($items) ->
    [zero] بلا منتجات (0)
    [one] منتج واحد (1)
    [two] منتجان (2)
    [few] { $items } منتجات
    [many] { $items } منتجًا
   *[other] { $items } منتج
}
sample-name = سلمى
sample-product = عسل سدر
versions = النسخ السابقة
# $number counts the versions.
version = النسخة { $number }
version-original = النص الأصلي
version-current = المستخدمة الآن
restore-version = استعادة
restore-version-named = استعادة النسخة { $number }
restore-original = استعادة النص الأصلي
version-restored = استُعيد النص في نسخة جديدة.

## The page of the link to a cart

restore-title = العودة إلى السلة
# $products are the names of the products.
restore-lead = { PLURAL($items) ->
    [zero] لم تعد منتجات هذه السلة معروضة.
    [one] في السلة المحفوظة منتج واحد: { $products }
    [two] في السلة المحفوظة منتجان: { $products }
    [few] في السلة المحفوظة { $items } منتجات: { $products }
    [many] في السلة المحفوظة { $items } منتجًا: { $products }
   *[other] في السلة المحفوظة { $items } منتج: { $products }
}
restore-button = إضافة المنتجات إلى سلتي
restore-partly = أضفنا إلى سلتك ما هو متوفر من هذه المنتجات.
restore-cart = عرض السلة

## Ending the emails

stop-title = إيقاف الرسائل
stop-lead = لن تصلك بعد الآن رسائل هذه القائمة.
stop-button = إيقاف الرسائل
stop-done = أوقفنا هذه الرسائل.
