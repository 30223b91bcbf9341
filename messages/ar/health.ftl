# The shop's health.

title = حالة المتجر
all-well = المتجر يعمل
something-waits = المتجر يعمل، وشيء ينتظر
something-bad = شيء يحتاج إليك
checked = فُحص { $when }.
again = فحص الآن
well = سليم
watch = للمتابعة
bad = خلل
open = عرض
shoppers = يراه الزائر
money = المال والبضاعة
machines = ما لا يُرى
mail = البريد
pages = الصفحات
pages-well = كل مُخرِجي الصفحات يجيبون.
pages-bad = أحد مُخرِجي الصفحات لا يجيب. الصفحات المحفوظة تُعرض، وغيرها قد يتأخر.
server = الخادم
ready = جاهز لاستقبال الزوار.
ready-clock = ساعته تختلف عن ساعة قاعدة البيانات أكثر من دقيقة.
ready-database = قاعدة البيانات لا تجيب كما يجب.
unknown-payments = دفعات بلا جواب
unknown-payments-text = { PLURAL($count) ->
    [zero] كل دفعة لها جواب.
    [one] دفعة واحدة يُسأل عنها مزوّد الدفع حتى يجيب.
    [two] دفعتان يُسأل عنهما مزوّد الدفع حتى يجيب.
    [few] { $count } دفعات يُسأل عنها مزوّد الدفع حتى يجيب.
    [many] { $count } دفعة يُسأل عنها مزوّد الدفع حتى يجيب.
   *[other] { $count } دفعة يُسأل عنها مزوّد الدفع حتى يجيب.
}
differences = مطابقة مزوّد الدفع
differences-text = { PLURAL($count) ->
    [zero] لا فرق مفتوح.
    [one] فرق واحد مفتوح.
    [two] فرقان مفتوحان.
    [few] { $count } فروق مفتوحة.
    [many] { $count } فرقًا مفتوحًا.
   *[other] { $count } فرق مفتوح.
}
holds = حجوزات المخزون
holds-text = { PLURAL($count) ->
    [zero] لا حجز الآن.
    [one] حجز واحد لطلب يُدفع.
    [two] حجزان لطلبات تُدفع.
    [few] { $count } حجوزات لطلبات تُدفع.
    [many] { $count } حجزًا لطلبات تُدفع.
   *[other] { $count } حجز لطلبات تُدفع.
}
database = قاعدة البيانات
database-text = { PLURAL($seconds) ->
    [zero] تجيب، وساعتها ساعة الخادم.
    [one] تجيب، وتختلف ساعتها ثانية واحدة.
    [two] تجيب، وتختلف ساعتها ثانيتين.
    [few] تجيب، وتختلف ساعتها { $seconds } ثوانٍ.
    [many] تجيب، وتختلف ساعتها { $seconds } ثانية.
   *[other] تجيب، وتختلف ساعتها { $seconds } ثانية.
}
queue = المهام
queue-text = تنتظر الآن { $waiting }، وتوقّفت { $stopped }.
mail-waiting = في الانتظار
mail-waiting-text = { PLURAL($count) ->
    [zero] لا رسالة تنتظر.
    [one] رسالة واحدة تنتظر.
    [two] رسالتان تنتظران.
    [few] { $count } رسائل تنتظر.
    [many] { $count } رسالة تنتظر.
   *[other] { $count } رسالة تنتظر.
}
mail-sent = أُرسلت في يوم
mail-sent-text = { PLURAL($count) ->
    [zero] لا رسالة.
    [one] رسالة واحدة.
    [two] رسالتان.
    [few] { $count } رسائل.
    [many] { $count } رسالة.
   *[other] { $count } رسالة.
}
mail-refused = رُفضت في يوم
mail-refused-text = { PLURAL($count) ->
    [zero] لا رسالة.
    [one] رسالة واحدة لم تُقبل.
    [two] رسالتان لم تُقبلا.
    [few] { $count } رسائل لم تُقبل.
    [many] { $count } رسالة لم تُقبل.
   *[other] { $count } رسالة لم تُقبل.
}
jobs = المهام التي تعثّرت أو تجري
jobs-none = لا مهمة تعثّرت، ولا شيء يجري الآن.
job = المهمة
job-state = الحالة
job-tries = المحاولات
job-when = متى
job-error = آخر خطأ
job-act = إجراء
job-running = جارية
job-stopped = متوقّفة
job-failing = تُعاد وحدها
tries = { $tries } من { $most }
retry = إعادة
retry-job = إعادة المهمة { $task } رقم { $id }
stop = إيقاف
stop-job = إيقاف المهمة { $task } رقم { $id }
retried = أُعيدت المهمة، وتبدأ الآن.
stopped-now = أُوقفت المهمة. زر الإعادة يبدؤها من جديد.
not-changed = تغيّرت المهمة قبل ذلك: بدأت أو انتهت. هذه حالتها الآن.

## Background tasks

task-accounts-sweep = تنظيف الحسابات والجلسات المنتهية
task-accounts-send-link = إرسال رابط إلى صاحب حساب
task-accounts-send-notification = إرسال رسالة عن حساب
task-accounts-make-export = تجهيز نسخة من بيانات عميل
task-accounts-erase = محو حساب عميل
task-affiliates-settle = احتساب عمولة طلب
task-affiliates-maintain = صيانة برنامج الشركاء
task-attribution-sweep-visits = حذف الزيارات القديمة
task-barcodes-sweep-actions = حذف حركات المسح التي مضى وقت التراجع عنها
task-barcodes-find-attention = البحث عن منتجات تقترب من النفاد
task-cart-sweep-visitors = تنظيف السلات والجلسات المنتهية
task-checkout-sweep-drafts = حذف نماذج إتمام الطلب المنتهية
task-content-maintain = صيانة الصفحات والتعليقات
task-enquiries-send-email = إرسال رسالة عن رسالة واردة
task-enquiries-maintain = حذف الرسائل الواردة القديمة
task-events-sweep = حذف الأحداث القديمة
task-followups-maintain = جدولة رسائل المتابعة
task-followups-send = إرسال رسالة متابعة
task-mail-sweep-outbox = تنظيف البريد المرسل
task-media-process = معالجة صورة أو مقطع فيديو
task-media-publish = نشر صورة أو مقطع فيديو
task-media-withdraw = سحب صورة أو مقطع فيديو
task-media-scan = فحص ملف مرفق
task-media-purge = حذف الملفات المتروكة
task-media-fetch = جلب صورة أو مقطع فيديو من موقع آخر
task-orders-cancel-stale = إلغاء الطلبات التي لم تُدفع
task-orders-send-notification = إرسال رسالة عن طلب
task-orders-cancel-overdue-transfers = إلغاء الطلبات التي لم تصل حوالتها
task-orders-remind-transfers = التذكير بالحوالات
task-orders-save-method = حفظ طريقة دفع
task-payments-refund = ردّ مبلغ
task-questions-send-email = إرسال رسالة عن جواب
task-questions-maintain = صيانة الأسئلة والأجوبة
task-reviews-maintain = صيانة التقييمات
task-reviews-send-email = إرسال رسالة عن تقييم
task-stock-alerts-notify = تنبيه من ينتظر توفر منتج
task-stock-alerts-maintain = صيانة تنبيهات التوفر
task-stock-alerts-send = إرسال تنبيه توفر
task-storefront-purge-pictures = محو ملفات الصور المحذوفة
task-storefront-maintain-listings = تحديث أسعار القوائم
task-storefront-maintain-search = تحديث ترتيب البحث
task-storefront-maintain-changes = صيانة سجل التغييرات
task-storefront-publish = كتابة خريطة الموقع وملف المنتجات
task-storefront-run-bulk-job = تنفيذ تعديل جماعي
