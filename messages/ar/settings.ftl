# The settings of the shop: parts, shipping with its trial, payments, refusals.

title = الإعدادات
parts = أقسام الإعدادات
part-shop = المتجر
part-cart = السلة
part-shipping = الشحن
part-reviews = التقييمات
part-payments = الدفع
save = حفظ التغييرات
add = إضافة
history = سجل التغييرات
yes = نعم
no = لا
value-none = فارغ
every-page = تُحدَّث كل صفحات المتجر خلال ثانية.
# $names are names of fields.
unsaved = { PLURAL($count) ->
    [zero] لا تغييرات.
    [one] تغيير واحد لم يُحفظ: { $names }.
    [two] تغييران لم يُحفظا: { $names }.
    [few] { $count } تغييرات لم تُحفظ: { $names }.
    [many] { $count } تغييرًا لم تُحفظ: { $names }.
   *[other] { $count } تغيير لم تُحفظ: { $names }.
}

## The shop

section-identity = التعريف
section-identity-text = يظهر في الرأس والتذييل والرسائل والفواتير.
section-contact = التواصل
section-contact-text = ما لا تكتبه لا يظهر.
section-language = الوقت والبحث
section-language-text = الأرقام من 0 إلى 9 في العرض، وكل صيغها مقبولة في الكتابة.
shop-name = اسم المتجر
tagline = سطر تحت الاسم
address = العنوان
tax-number = الرقم الضريبي
tax-number-hint = مع تسميته كما يطلب القانون. يظهر في الفواتير.
email = بريد المتجر
phone = رقم الهاتف
whatsapp = رقم واتساب
hours = أوقات الرد
contact-url = صفحة التواصل
contact-url-hint = مسار في المتجر يبدأ بـ /ar/
time-zone = المنطقة الزمنية
time-zone-hint = مثل Asia/Riyadh. تُكتب بها كل الأوقات والمواعيد.
popular-searches = كلمات يقترحها البحث
popular-searches-hint = كلمة أو عبارة في كل سطر، حتى 10.

## The cart

section-adding = الإضافة إلى السلة
section-side-cart = السلة الجانبية
section-times = المُهَل
ajax-add = الإضافة دون مغادرة الصفحة
redirect-after-add = فتح صفحة السلة بعد الإضافة
skip = نماذج تُرسَل كما هي
skip-hint = محدِّد CSS في كل سطر، لنماذج إضافات لا تعمل دون مغادرة الصفحة.
auto-open = تُفتح وحدها بعد الإضافة
auto-close = تُغلق لوحة رمز الخصم والشحن بعد النجاح
layout = شكل الأسطر
layout-rows = صفوف
layout-cards = بطاقات
card-flip = أزرار السطر تنزلق فوق بطاقته
card-flip-hint = في شكل البطاقات.
show-basket = أيقونة السلة
basket-always = تظهر دائمًا
basket-hide-empty = تظهر حين لا تكون فارغة
basket-hidden = مخفية دائمًا
notification-time = مدة بقاء الإشعار (ملّي ثانية)
quantity-delay = مهلة حفظ الكمية بعد آخر تغيير (ملّي ثانية)

## Reviews

section-writing = كتابة التقييمات
section-list = عرض التقييمات
reviews-open = استقبال تقييمات جديدة
rating-required = عدد النجوم مطلوب
hold = ما ينتظر الموافقة قبل النشر
hold-unverified = تقييمات غير المشترين
hold-everyone = كل التقييمات
hold-nobody = لا شيء سوى ما فيه علامات إزعاج
captcha = طلب دليل أن الكاتب إنسان
captcha-hint = حلّ صغير يحسبه المتصفّح وحده.
terms = نص الموافقة على الشروط
terms-hint = فارغ: لا تُطلب موافقة.
classic = الصفحة الكلاسيكية
classic-hint = اختيار عدد النجوم يعيد تحميل الصفحة، والنموذج تحت القائمة.
page-size = عدد التقييمات في الصفحة
shows-badge = شارة الثقة
reply-name = اسم المتجر في ردوده
reply-name-hint = فارغ: اسم المتجر نفسه.

## Payments

section-cod = الدفع عند الاستلام
section-bacs = تحويل مصرفي
section-bacs-text = لا يُعرض قبل كتابة حساب له رقم IBAN.
offered = عرضها عند إتمام الطلب
min-total = أقل إجمالي
max-total = أعلى إجمالي
total-hint = فارغ: بلا حد.
method-countries = الدول
countries-all-hint = بلا اختيار: كل الدول.
max-open = أقصى عدد طلبات مفتوحة للرقم الواحد
bacs-days = أيام انتظار التحويل
reminder-hours = التذكير قبل انتهاء المهلة (ساعات)
reminder-hint = صفر: بلا تذكير.
accounts = الحسابات
accounts-hint = حساب في كل سطر: المصرف | صاحب الحساب | IBAN | BIC
state = حالة مزوّد الدفع
provider = المزوّد
state-works = يعمل
state-waits = يعمل، وشيء ينتظر
state-missing = غير مهيّأ
keys = المفاتيح
keys-set = محفوظة في الخادم، ولا تُعرض هنا
keys-missing = ناقصة
last-try = آخر محاولة دفع
tries = المحاولات في آخر يوم
# Numbers of payments.
tries-text = المقبولة { $accepted } من { $tries }، والمرفوضة { $declined }
unknown = دفعات بلا جواب
echecks = شيكات بانتظار المصرف
ledger = آخر قراءة لدفتر المزوّد
webhook = آخر إشعار من المزوّد
webhooks-waiting = إشعارات لم تُعالَج
never = لم يحدث بعد
discrepancies = مطابقة دفاترنا ودفاتر المزوّد
discrepancies-none = لا فرق مفتوح.
difference = الفرق
found-at = متى
ours = عندنا
theirs = عند المزوّد
scripts = نصوص برمجية في صفحات الدفع
scripts-text = لا نص آخر في هذه الصفحات. أي نص جديد يوقف الفحص وينبّهك.
scripts-none = لم تُقبل نصوص بعد.
# $when is a time, $owner the name of who is responsible.
script-accepted = قُبل { $when } ({ $owner })

## Shipping

zones = مناطق الشحن
zones-none = لا مناطق. بلا منطقة لا يُشحن شيء ولا يُسأل المتسوّق عن الشحن.
new-zone = منطقة جديدة
new-zone-title = إضافة منطقة
new-method = طريقة جديدة
new-method-title = إضافة طريقة شحن
# $name is a zone.
new-method-in = طريقة جديدة في منطقة { $name }
zone = المنطقة
zone-name = اسم المنطقة
zone-countries = الدول
zone-countries-hint = بلا اختيار: كل مكان لا تذكره منطقة أخرى.
everywhere = كل مكان لا تذكره منطقة أخرى
zone-idle = لا تعمل قبل أن تكون فيها طريقة شحن.
methods-none = لا طرق في هذه المنطقة.
section-method = الطريقة
section-delivery = موعد الوصول
section-delivery-text = بلا أيام لا يُوعد المتسوّق بموعد.
method-title = الاسم كما يراه المتسوّق
kind = طريقة الحساب
kind-flat = سعر ثابت
kind-free = مجاني
kind-weight = بالوزن
kind-pickup = استلام
cost = السعر
cost-hint = للسعر الثابت وللوزن.
per-kilo = لكل كيلوغرام يبدأ
from = تظهر ابتداءً من
from-hint = قيمة السلة بعد الخصم.
cutoff = آخر وقت للإرسال في اليوم نفسه
working-days = أيام الإرسال والوصول
days-min = أقل أيام الوصول
days-max = أكثر أيام الوصول
day-0 = الأحد
day-1 = الاثنين
day-2 = الثلاثاء
day-3 = الأربعاء
day-4 = الخميس
day-5 = الجمعة
day-6 = السبت
free = مجاني
# $cost and $kilo are prices.
cost-by-weight = { $cost } ثم { $kilo } لكل كيلوغرام يبدأ
# $amount is a price.
from-amount = ابتداءً من { $amount }
# $name is a zone or a method.
edit-of = تعديل { $name }
move-up = تقديم { $name }
move-down = تأخير { $name }
up = تقديم
down = تأخير
edit = تعديل
order = ترتيب الطرق
removed-flag = الإزالة
remove-zone = إزالة المنطقة
remove-method = إزالة الطريقة
removed-list = أُزيلت من قبل
removed-note = أُزيلت، ولا تظهر عند إتمام الطلب. التراجع عن الإزالة في سجل التغييرات.
countries-count = { PLURAL($count) ->
    [zero] بلا دول
    [one] دولة واحدة
    [two] دولتان
    [few] { $count } دول
    [many] { $count } دولة
   *[other] { $count } دولة
}

## The shipping trial

trial = جرّب عنوانًا
trial-text = بالقواعد نفسها التي تعمل عند إتمام الطلب.
trial-country = الدولة
trial-city = المدينة
trial-weight = وزن السلة (كغ)
trial-amount = قيمة السلة بعد الخصم
trial-submit = تجربة
trial-result = نتيجة التجربة
# $name is a zone.
trial-zone = المنطقة المسؤولة: { $name }
trial-nowhere = لا منطقة تشحن إلى هذا العنوان.
trial-offers = يظهر للمتسوّق
trial-none = لا تظهر للمتسوّق طريقة شحن.
trial-refused = لا يظهر
# $name is a zone.
trial-other-zone = من منطقة { $name }، والعنوان في غيرها.
trial-unserved = لا نشحن إلى هذه المدينة.
# $amount is what is missing.
trial-missing = تنقص قيمة السلة { $amount }.
trial-too-heavy = لا يُحسب سعر لهذا الوزن.
trial-bad-amount = أدخل مبلغًا مثل 68.40
trial-bad-weight = أدخل وزنًا من 0 إلى 10,000 كغ، مثل 1.9

## What was done

# $fields are names of fields.
saved = حُفظ: { $fields }.
# $name is a member of staff.
merged = ودُمجت تغييرات { $name }: { $fields }.
unchanged = لا تغيير يُحفظ.
not-saved = لم تُحفظ التغييرات. صحّح الحقول المذكورة.
added = أُضيفت.
moved = حُفظ الترتيب.
order-conflict = لم يُحفظ الترتيب: تغيّر قبل قليل. راجعه ثم أعد المحاولة.
# $name is a zone or a method.
removed = أُزيلت { $name }.
# $name is a member of staff. Verbal nouns: a verb would need the person's gender.
history-edit = تعديل · { $name }
history-undo = تراجع عن تعديل · { $name }
history-created = إضافة · { $name }

## Refusals, at their field

error-empty = هذا الحقل مطلوب.
# $max is a number of characters.
error-too-long = أقصى عدد للأحرف: { $max }.
# $most is a number of lines.
error-too-many = أقصى عدد للأسطر: { $most }.
error-range = أدخل عددًا من { $min } إلى { $max }.
error-money = أدخل مبلغًا مثل 14.40
error-email = أدخل بريدًا إلكترونيًا صحيحًا.
error-path = أدخل مسارًا يبدأ بـ /ar/
error-time-zone = أدخل اسم منطقة زمنية مثل Asia/Riyadh
error-time = أدخل وقتًا مثل 14:00
error-account = اكتب في كل سطر: المصرف | صاحب الحساب | IBAN | BIC
error-iban = رقم IBAN غير صحيح. راجع أرقامه.
error-unknown = اختر قيمة من القائمة.
# $name is a zone.
error-country-used = دولة مذكورة في منطقة { $name }.
error-everywhere-used = منطقة { $name } لكل مكان آخر. اختر دولًا.
error-title-used = في المنطقة طريقة بهذا الاسم.
error-max-below-min = الأعلى أقل من الأدنى.
error-days-pair = أدخل أقل الأيام وأكثرها معًا، أو لا شيء.
error-no-working-days = اختر يومًا واحدًا على الأقل.
error-no-account = أضف حسابًا له رقم IBAN قبل عرض هذه الطريقة.

## Conflicts

conflict-title = تغيّرت هذه الإعدادات بعد فتحها
