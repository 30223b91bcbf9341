# The audit log: who did what.

title = سجل الإجراءات
lead-own = إجراءاتك وحدك.
search = تصفية
who = من
when = متى
what = الفعل
subject = على ماذا
value-before = كان
value-after = صار
span = المدة
all-people = كل الفريق
all-acts = كل الأفعال
all-times = كل المدة
days = { PLURAL($days) ->
    [zero] آخر { $days } يوم
    [one] آخر يوم
    [two] آخر يومين
    [few] آخر { $days } أيام
    [many] آخر { $days } يومًا
   *[other] آخر { $days } يوم
}
newest = الأحدث أولًا
older = أقدم
none = لا إجراءات بهذه التصفية.
customer = عميل
guest = زائر
shell = سطر الأوامر
shop = المتجر
former = عضو سابق رقم { $id }
whole = السلسلة سليمة
whole-text = { PLURAL($count) ->
    [zero] لا أسطر بعد. فُحص السجل { $checked }.
    [one] سطر واحد. فُحص السجل { $checked }. كل سطر يحمل بصمة الذي قبله، ورأس السلسلة مختوم بمفتاح خارج قاعدة البيانات.
    [two] سطران. فُحص السجل { $checked }. كل سطر يحمل بصمة الذي قبله، ورأس السلسلة مختوم بمفتاح خارج قاعدة البيانات.
    [few] { $count } أسطر. فُحص السجل { $checked }. كل سطر يحمل بصمة الذي قبله، ورأس السلسلة مختوم بمفتاح خارج قاعدة البيانات.
    [many] { $count } سطرًا. فُحص السجل { $checked }. كل سطر يحمل بصمة الذي قبله، ورأس السلسلة مختوم بمفتاح خارج قاعدة البيانات.
   *[other] { $count } سطر. فُحص السجل { $checked }. كل سطر يحمل بصمة الذي قبله، ورأس السلسلة مختوم بمفتاح خارج قاعدة البيانات.
}
unsealed-text = { PLURAL($count) ->
    [zero] لا أسطر بعد. فُحص السجل { $checked }. لا مفتاح للختم: أضف MATJAR_SECRET_AUDIT.
    [one] سطر واحد. فُحص السجل { $checked }. لا مفتاح للختم: أضف MATJAR_SECRET_AUDIT.
    [two] سطران. فُحص السجل { $checked }. لا مفتاح للختم: أضف MATJAR_SECRET_AUDIT.
    [few] { $count } أسطر. فُحص السجل { $checked }. لا مفتاح للختم: أضف MATJAR_SECRET_AUDIT.
    [many] { $count } سطرًا. فُحص السجل { $checked }. لا مفتاح للختم: أضف MATJAR_SECRET_AUDIT.
   *[other] { $count } سطر. فُحص السجل { $checked }. لا مفتاح للختم: أضف MATJAR_SECRET_AUDIT.
}
broken = السلسلة مكسورة
broken-text = السطر { $row } ليس كما كُتب أول مرة. أُوقف التصدير. احفظ نسخة من قاعدة البيانات ومن سجلات الخوادم، ثم استعن بالنسخة الاحتياطية.
unchecked = لم يُفحص بعد
unchecked-text = يفحص المتجر السجل كل خمس دقائق وهو يعمل.
exports-stopped = أُوقف التصدير
exports-stopped-hint = سجل الإجراءات ليس كما كُتب أول مرة. لا تخرج بيانات من المتجر حتى يُفحص. ترى التفاصيل في صفحة سجل الإجراءات.

order-state = حالة الطلب
order-shipment = شحنة الطلب
order-delivery = تسليم الطلب
order-pick = تجهيز الطلب بالمسح
order-payment = دفعة الطلب
order-proof = إثبات الدفع
order-address = تعديل عنوان طلب
order-note = ملاحظة على طلب
order-tag = وسم طلب
order-assign = إسناد طلب
order-list = قائمة طلبات محفوظة
email-resend = إعادة إرسال رسالة طلب
print = طباعة
refund = ردّ المبلغ
refund-ask = طلب موافقة على ردّ مبلغ
refund-refuse = رفض ردّ مبلغ
orders-export = تصدير الطلبات
product-edit = تعديل منتج
product-price = سعر منتج
product-publish = نشر منتج أو إخفاؤه
product-variations = خيارات منتج
bundle-edit = تعديل حزمة
draft-save = حفظ مسودة منتج
draft-publish = نشر مسودة منتج
product-schedule = جدولة نشر مسودة
draft-discard = حذف مسودة منتج
draft-refused = تعذّر نشر مسودة مجدولة
product-picture = صورة منتج
picture-alt = وصف صورة
picture-edit = تعديل صورة
media-add = رفع صورة
media-replace = استبدال صورة
media-delete = حذف صورة
category-add = إضافة قسم
undo = تراجع عن تعديل
bulk = تعديل جماعي
bulk-undo = تراجع عن تعديل جماعي
bulk-export = تنزيل تقرير تعديل جماعي
stock-action = حركة المخزون
stock-move = استلام أو صرف
stock-count = جرد صنف
stock-ask = طلب موافقة على حركة مخزون
stock-approve = موافقة على حركة مخزون
stock-refuse = رفض حركة مخزون
stock-bin = موضع الرفّ
count-opened = بدء جرد
count-closed = إقفال جرد
count-cancelled = إلغاء جرد
moderate = بتّ في مشاركة
moderate-reply = ردّ على مشاركة
moderate-undo = تراجع عن بتّ
review-topics = موضوعات التقييمات
enquiry = رسالة واردة
enquiry-file = فتح ملف رسالة
enquiry-answer = ردّ على رسالة واردة
enquiry-note = ملاحظة على رسالة واردة
enquiry-assign = تعيين مسؤول عن رسالة
enquiries-export = تصدير رسائل شخص
enquiries-erase = محو رسائل شخص
content = صفحة أو مقالة
post-category = قسم المقالات
redirect = تحويل عنوان
site = قوائم وإشعارات
settings-edit = تعديل إعدادات
search-words = كلمات البحث
follow-up-settings = إعداد رسائل المتابعة
follow-up-template = نص رسالة متابعة
affiliate-requested = طلب انضمام شريك
affiliate-added = إضافة شريك
affiliate-changed = تعديل شريك
affiliate-rate = نسبة شريك لمنتج
payout-created = إنشاء دفعة شركاء
payout-paid = صرف دفعة شركاء
payout-cancelled = إلغاء دفعة شركاء
payouts-export = تصدير دفعات الشركاء
report-export = تصدير تقرير
event-endpoint = عنوان أحداث
event-replay = إعادة حدث
staff-added = إضافة عضو
staff-removed = إيقاف عضو
login = دخول
logout = خروج
sessions-ended = تسجيل الخروج من الأجهزة الأخرى
login-failed = محاولة دخول فشلت
registration-requested = طلب إنشاء حساب
registered = حساب جديد
reset-requested = طلب استعادة كلمة المرور
reset-done = استعادة كلمة المرور
password-changed = تغيير كلمة المرور
email-requested = طلب تغيير البريد الإلكتروني
email-changed = تغيير البريد الإلكتروني
names-changed = تغيير الاسم
address-changed = تغيير عنوان محفوظ
subscriptions = تغيير الاشتراكات البريدية
data-requested = طلب نسخة من البيانات
data-fetched = تنزيل نسخة من البيانات
erase-requested = طلب محو حساب
erased = محو حساب
method-added = إضافة طريقة دفع
method-deleted = حذف طريقة دفع
method-default = تغيير طريقة الدفع الافتراضية
job-retry = إعادة مهمة
job-stop = إيقاف مهمة
staff-invited = دعوة إلى الفريق
staff-joined = انضمام إلى الفريق
staff-role = دور عضو
staff-sessions = إنهاء جلسات عضو
view-begun = عرض اللوحة بدور آخر
view-ended = انتهاء عرض اللوحة بدور آخر
customer-sessions = إنهاء جلسات عملاء
all-customers = جميع العملاء
role-edit = تعديل دور
invite-withdrawn = سحب دعوة

## Things that lines are about

product = المنتج
variation = الخيار
bundle = الحزمة
picture = الصورة
category = القسم
bulk-job = المهمة الجماعية
stock-store = الفرع
stock-count-named = الجرد
approval = طلب الموافقة
topic = الموضوع
page = الصفحة
post = المقالة
zone = منطقة الشحن
method = طريقة الشحن
affiliate = الشريك
payout = دفعة الشركاء
endpoint = عنوان الأحداث
event = الحدث
job = المهمة
invitation = الدعوة
role = الدور
saved-list = القائمة المحفوظة
# $thing is one of the words above, $name what people call the thing.
named = { $thing } «{ $name }»
# $number is a number that people know.
numbered = { $thing } رقم { $number }
# $id is a number that only the shop uses.
identified = { $thing } (المعرّف { $id })
# $label is the name of a field.
labelled = { $label }: { $text }
version = النسخة { $number }
fingerprint = بصمة الاسم أو البريد
file-named = الملف
message-named = الرسالة
with-search = مع بحث
# Both are times.
span-between = من { $from } إلى { $until }
everything = كل الطلبات

## What was done, as verbal nouns

did-add = إضافة
did-save = حفظ
did-delete = حذف
did-rename = تغيير الاسم
did-schedule = جدولة النشر
did-hide = إخفاء من المتجر
did-cancel = إلغاء
did-start = تنفيذ
did-approve = موافقة
did-undo = تراجع
# $name is a role.
copied-role = نسخة من الدور «{ $name }»
bulk-preview = معاينة التغيير
bulk-rows = الصفوف
bulk-done = ما تغيّر
bulk-left = ما بقي
# $way is such as «رفع بنسبة», $amount a percentage or a price.
bulk-step = { $way } { $amount }
count-differences = { PLURAL($count) ->
    [zero] لا فروق
    [one] فرق واحد
    [two] فرقان
    [few] { $count } فروق
    [many] { $count } فرقًا
   *[other] { $count } فرق
}

## States that have no word elsewhere

is-waiting = تنتظر
is-failed = متعثّرة
is-stopped = أُوقفت
is-open = مفتوح
is-picked = اكتمل
is-tagged = موسوم
is-untagged = بلا وسم
approval-waits = ينتظر موافقة
approval-refused = مرفوض
enquiry-stored = موجودة
enquiry-deleted = محذوفة
refunded-sum = مجموع ما رُدّ
new-variations = خيارات جديدة
rights = الصلاحيات
rights-in-part = صلاحيات جزئية
any-amount = بلا حدّ
stock-limit-of-shop = حدّ المتجر
rate-of-shop = نسبة المتجر
none-given = لا شيء
