# The layout of the admin's pages.

title = لوحة المتجر
daily = العمل اليومي
home = الرئيسية
orders = الطلبات
goods = البضاعة
customers = العملاء
content = المحتوى
growth = النمو
shop = المتجر
scan = مسح
more = المزيد
quick = تنقّل سريع
menu = قائمة اللوحة
open-menu = فتح قائمة اللوحة
view-shop = عرض المتجر
signed-in = { $name }، { $role }
close-menu = إغلاق القائمة
not-sent = لم يصل جواب من المتجر، وما كتبته باقٍ هنا. تحقق من الشبكة ثم أعد المحاولة.
not-done = لم يُنفَّذ الطلب. حدّث الصفحة ثم أعد المحاولة.

# The search of the admin.
find = بحث وأوامر
find-lead = مفتاحان من أي مكان: Ctrl K. يجد المنتجات والطلبات والعملاء والصفحات والإعدادات.
find-label = ابحث في المتجر أو نفّذ أمرًا
find-submit = بحث
find-understood = فُهمت «{ $typed }» كأنها «{ $meant }».
find-none = لا شيء باسم «{ $query }». جرّب رقم طلب أو اسم منتج أو كلمة من قائمة اللوحة.
find-found = { PLURAL($count) ->
    [zero] لا نتائج
    [one] نتيجة واحدة
    [two] نتيجتان
    [few] { $count } نتائج
    [many] { $count } نتيجة
   *[other] { $count } نتيجة
}
find-failed = لم يصل جواب البحث. أعد الكتابة، أو افتح صفحة البحث.
find-keys = السهمان للتنقّل، وEnter للفتح، وEsc للإغلاق.
find-close = إغلاق البحث
# Orders and products, before anything is typed.
recent = آخر ما عملت عليه
places = انتقال
order = الطلب رقم { $number }
orders-of-customer = طلبات العميل
post = مقالة
page = صفحة
words-orders = تجهيز شحن استرداد رد مبلغ فاتورة دفع
words-stock = مخزون مستودع استلام صرف كمية نفاد توريد دفتر
words-barcodes = مخزون باركود استلام صرف مسح قارئ
words-counts = جرد مخزون عد تقرير
words-search = بحث كلمات مرادفات بلا نتيجة
words-reviews = تقييم سؤال تعليق نشر رفض رد
words-inbox = رسالة استفسار نموذج رد ملف
words-content = صفحة مقالة مدونة نص تحويلات أقسام
words-site = قائمة إشعار شريط إعدادات
words-media = صورة صور وسائط رفع وصف مكتبة
words-reports = تقرير مبيعات زيارات مصادر قمع
words-follow-ups = رسائل بريد متابعة سلة متروكة
words-affiliates = شركاء عمولة دفعات إحالة
words-team = فريق دور صلاحية دعوة عضو إيقاف جلسات إعدادات
words-events = أحداث إعادة تسليم مهمة خطاف ربط
words-settings = إعدادات شحن دفع سلة تقييمات منطقة اسم المتجر
words-audit = سجل إجراءات من غيّر متى قبل بعد تدقيق
words-health = صحة فحص خلل مهام بريد خادم إعادة

# Shown to staff on every page of a copy that was restored from a backup.
copy-title = هذه نسخة مستعادة من المتجر
copy-text = لا تتصل هذه النسخة بمزوّد الدفع، ولا ترسل بريدًا ولا إشعارات، ولا تنفّذ أعمالًا في الخلفية. ما تغيّره هنا لا يصل إلى المتجر.

# Shown to a member who looks at the admin as another role sees it.
role-band-label = العرض بدور آخر
role-band = تُعرض اللوحة بدور «{ $role }»، للنظر فقط: لا يُحفظ أي تغيير.
role-band-end = إنهاء العرض
only-viewing = اللوحة للنظر فقط الآن
only-viewing-hint = لم يُحفظ شيء: تُعرض اللوحة بدور آخر. ينتهي العرض بالزر في أعلى كل صفحة من اللوحة، أو وحده بعد ساعة.

# What others change while a page is open, and what can be taken back.
live-product = تغيّر هذا المنتج الآن
live-product-by = تغيّر هذا المنتج الآن · { $name }
live-order = تغيّر هذا الطلب الآن
live-order-by = تغيّر هذا الطلب الآن · { $name }
live-load = عرض النسخة الجديدة
live-typing = ما كتبته يبقى.
live-clash = أُبقي ما كتبته، وتغيّر هذا عند غيرك أيضًا: { $fields }
live-rows = { PLURAL($count) ->
    [zero] لم يتغيّر شيء
    [one] تغيّر صف واحد منذ فتح القائمة
    [two] تغيّر صفان منذ فتح القائمة
    [few] تغيّرت { $count } صفوف منذ فتح القائمة
    [many] تغيّر { $count } صفًا منذ فتح القائمة
   *[other] تغيّر { $count } صف منذ فتح القائمة
}
live-many = تغيّر الكثير منذ فتح القائمة
live-refresh = تحديث القائمة
live-row = تغيّر بعد فتح القائمة
live-here = هنا الآن أيضًا: { $names }
undo-ready = حُفظ التغيير، ويمكن التراجع عنه.
pages-renewed = { PLURAL($count) ->
    [zero] لا تتجدّد أي صفحة في المتجر.
    [one] تتجدّد صفحة واحدة في المتجر.
    [two] تتجدّد صفحتان في المتجر.
    [few] تتجدّد { $count } صفحات في المتجر.
    [many] تتجدّد { $count } صفحة في المتجر.
   *[other] تتجدّد { $count } صفحة في المتجر.
}
undo = تراجع
hide = إخفاء
