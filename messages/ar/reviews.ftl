# Reviews of products and of the shop.

## The section

title = آراء العملاء
# Heading of the slider on the home page.
voices = قالوا عن الدكان
all = كل الآراء
see-all = عرض كل التقييمات
show-more = عرض المزيد
add = أضف تقييمًا
none = لا توجد تقييمات
none-hint = جرّب كلمة أخرى أو أزل التصفية.
load-failed = تعذّر تحميل التقييمات.
retry = حاول مرة أخرى
loading = جارٍ تحميل التقييمات…
filter = تصفية حسب التقييم
# The average, for screen readers: «4.8 من 5 نجوم».
star = { $rating } من 5 نجوم
star-count = { PLURAL($count) ->
    [zero] بلا نجوم
    [one] نجمة واحدة
    [two] نجمتان
    [few] { $count } نجوم
    [many] { $count } نجمة
   *[other] { $count } نجمة
}
count = { PLURAL($count) ->
    [zero] لا تقييمات
    [one] تقييم واحد
    [two] تقييمان
    [few] { $count } تقييمات
    [many] { $count } تقييمًا
   *[other] { $count } تقييم
}
based-on = { PLURAL($count) ->
    [zero] لا تقييمات بعد
    [one] بناءً على تقييم واحد
    [two] بناءً على تقييمين
    [few] بناءً على { $count } تقييمات
    [many] بناءً على { $count } تقييمًا
   *[other] بناءً على { $count } تقييم
}
# Above the list: how many of the reviews are shown.
count-row = { PLURAL($total) ->
    [zero] لا تقييمات
    [one] عرض { $shown } من أصل تقييم واحد
    [two] عرض { $shown } من أصل تقييمين
    [few] عرض { $shown } من أصل { $total } تقييمات
    [many] عرض { $shown } من أصل { $total } تقييمًا
   *[other] عرض { $shown } من أصل { $total } تقييم
}
sort = ترتيب التقييمات
sort-apply = ترتيب
sort-newest = الأحدث
sort-helpful = الأكثر فائدة
sort-highest = الأعلى تقييمًا
sort-lowest = الأدنى تقييمًا
search = ابحث في التقييمات
search-apply = بحث
search-clear = مسح البحث
tags = تصفية حسب الموضوع
pages = صفحات التقييمات
pages-previous = الصفحة السابقة
pages-next = الصفحة التالية
pages-of = الصفحة { $number } من { $total }

## Pictures and videos of shoppers

media = صور العملاء ومقاطعهم
# $author is the reviewer's name.
media-picture = صورة من { $author }
media-video = مقطع فيديو من { $author }
media-more = { PLURAL($count) ->
    [zero] المزيد
    [one] صورة أخرى
    [two] صورتان أخريان
    [few] { $count } صور أخرى
    [many] { $count } صورة أخرى
   *[other] { $count } صورة أخرى
}
media-failed = تعذّر عرض هذا الملف.
media-slides = شرائح
media-slide = شريحة
media-of = الملف { $number } من { $total }
media-previous = السابق
media-next = التالي
media-close = إغلاق
play = تشغيل المقطع
pause = إيقاف المقطع مؤقتًا

## A review

verified = مشترٍ موثّق
# $shop is the shop's name.
reply = ردّ { $shop }
of-shop = تقييم للمتجر
helpful-ask = هل أفادك هذا التقييم؟
helpful = مفيد، { $count }
not-helpful = غير مفيد، { $count }
vote-failed = تعذّر تسجيل رأيك. حاول مرة أخرى.
updating = جارٍ التحديث…
read-more = اقرأ المزيد
read-less = عرض أقل

## The form

form-title = أضف تقييمك
form-back = العودة إلى التقييمات
form-cancel = إلغاء
form-submit = أرسل التقييم
form-sending = جارٍ الإرسال…
classic-submit = إرسال
field-rating = التقييم العام
field-text = نص التقييم
field-text-error = اكتب نص التقييم.
field-text-hint = ما الذي أعجبك؟ وما الذي يمكن أن يكون أفضل؟
field-name = الاسم
field-name-error = اكتب اسمك.
field-email = البريد الإلكتروني
field-email-error = أدخل بريدًا إلكترونيًا صالحًا.
field-email-hint = لن يظهر بريدك الإلكتروني للزوار.
rating-required = اختر تقييمًا للمنتج.
criterion-missing = اختر عدد النجوم لمعيار «{ $name }».
question-missing = أجب عن السؤال «{ $question }».
terms = ضع علامة في مربع الموافقة للمتابعة.
captcha = أكّد أنك لست روبوتًا.
submitted = شكرًا لك، وصلنا تقييمك.
moderated = سيظهر تقييمك بعد التحقق منه.
failed = عذرًا، تعذّر الإرسال. تحقّق من البيانات وحاول مرة أخرى.
failed-title = تعذّر إرسال التقييم
button-ok = متابعة
button-retry = حاول مرة أخرى

## Uploads

upload = صور ومقاطع فيديو
upload-add = أضف ملفًا
upload-initial = ارفع حتى 5 صور أو مقاطع فيديو.
upload-type = خطأ: أنواع الملفات المقبولة هي PNG وJPG وJPEG وGIF وMP4 وMPEG وOGG وWEBM وMOV وAVI.
upload-too-many = خطأ: عدد الملفات أكثر من المسموح به. يمكنك رفع 5 ملفات على الأكثر.
upload-size = لا يمكن رفع الملف لأن حجمه يتجاوز 25 ميغابايت.
upload-server-error = تعذّر رفع الملف. حاول مرة أخرى.
upload-delete = حذف الملف { $name }
upload-deleting = جارٍ حذف الملف { $name }…
upload-done = رُفع الملف { $name }.
upload-progress = رفع الملف { $name }
upload-pending = انتظر حتى يكتمل رفع الملفات.

## Trust badge

badge = تقييم المتجر
badge-close = إغلاق شارة الثقة
badge-shrink = تصغير شارة الثقة
badge-title = آراء عملائنا
badge-count = { PLURAL($count) ->
    [zero] لا تقييمات للمتجر
    [one] تقييم واحد للمتجر
    [two] تقييمان للمتجر
    [few] { $count } تقييمات للمتجر
    [many] { $count } تقييمًا للمتجر
   *[other] { $count } تقييم للمتجر
}
badge-shop = تقييم المتجر
badge-products = تقييم المنتجات
badge-all = اقرأ كل التقييمات

## Topics, for staff

topics-title = مواضيع التقييمات
topics-name = اسم الموضوع
topics-add = إضافة موضوع
topics-rename = حفظ الاسم
topics-delete = حذف
# $name is the topic.
topics-delete-named = حذف الموضوع «{ $name }»
topics-rename-named = اسم الموضوع «{ $name }»
topics-none = لا مواضيع بعد.
topics-of = مواضيع تقييم { $author }
topics-assign = حفظ المواضيع
topics-queue = العودة إلى المراجعة
topics-saved = حُفظت المواضيع.
topics-deleted = حُذف الموضوع.
topics-not-changed = لم يتغير شيء. قد يكون هذا الاسم مستعملًا.
topics-too-many = اختر عشرة مواضيع على الأكثر.

## Answers and pages of the server

already-reviewed = سبق أن وصلنا تقييم بهذا البريد الإلكتروني. لكل بريد تقييم واحد.
upload-gone = تعذّر إرفاق أحد الملفات. احذفه ثم ارفعه من جديد.
closed = لا نستقبل تقييمات هنا الآن.
submitted-held = شكرًا لك، وصلنا تقييمك. سيظهر بعد التحقق منه.
count-row-capped = عرض { $shown } من أصل أكثر من { $total } تقييم
product-title = تقييمات { $name }
write-title-product = قيّم { $name }
# $shop is the shop's name.
shop-item = تجربتك مع { $shop }
invitation-gone = انتهت صلاحية هذا الرابط أو استُعمل من قبل. يمكنك كتابة تقييمك هنا.
confirm-title = تأكيد تقييمك
confirm-lead = أكّد أنك كاتب التقييم الذي وصلنا بهذا البريد الإلكتروني.
confirm-button = تأكيد التقييم
confirm-done = شكرًا لك، تأكّد تقييمك. سيظهر بعد التحقق منه.
confirm-gone = انتهت صلاحية رابط التأكيد أو استُعمل من قبل.
signal-confirmed = أكّد صاحب البريد تقييمه
