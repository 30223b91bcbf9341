# The affiliate programme: the affiliate's own page, and the staff's pages.

title = برنامج الشركاء
menu-hint = روابط الإحالة والعمولات

## Joining

join-lead = شارك رابط الإحالة، ولك عمولة عن كل طلب مدفوع يأتي منه.
# $rate is a percentage such as 10%.
join-rate = نسبة العمولة: { $rate } من ثمن المنتجات.
join-slug = اسمك في الرابط
join-slug-hint = حروف إنجليزية صغيرة وأرقام وشرطات، وأوله حرف.
join = طلب الانضمام
join-closed = لا يستقبل البرنامج طلبات انضمام حاليًا.
requested = وصل طلبك، وسنراجعه قريبًا.
joined = أُرسل طلب الانضمام.
disabled = أُوقفت مشاركتك في البرنامج. للاستفسار تواصل معنا.

## The affiliate's own page

link = رابط الإحالة
link-by-number = الرابط برقمك
link-in-path = رابط صفحة بعينها
# $path and $campaign are parts of an address.
link-hint = للإحالة إلى صفحة أخرى أضف { $path } إلى آخر عنوانها. ولتمييز حملة أضف { $campaign } ثم اسمها.
copy = نسخ الرابط
# $name is the label of the link.
copy-named = نسخ: { $name }
copied = نُسخ الرابط.
copy-failed = تعذّر النسخ. حدّد الرابط وانسخه.
visits = الزيارات
earnings = العمولات
payouts = الدفعات
fact-rate = نسبة العمولة
fact-visits = زيارات آخر 30 يومًا
fact-orders = طلبات محتسبة
fact-pending = عمولات قيد الانتظار
fact-open = عمولات جاهزة للدفع
fact-paid = عمولات مدفوعة
# $days is the number of days before a commission can be paid.
pending-hint = { PLURAL($days) ->
    [zero] تصبح العمولة جاهزة للدفع في يوم الطلب.
    [one] تصبح العمولة جاهزة للدفع بعد يوم من الطلب.
    [two] تصبح العمولة جاهزة للدفع بعد يومين من الطلب.
    [few] تصبح العمولة جاهزة للدفع بعد { $days } أيام من الطلب.
    [many] تصبح العمولة جاهزة للدفع بعد { $days } يومًا من الطلب.
   *[other] تصبح العمولة جاهزة للدفع بعد { $days } يوم من الطلب.
}
plot-visits = الزيارات في آخر 30 يومًا
plot-earnings = العمولات في آخر 12 شهرًا
plot-day = اليوم
plot-month = الشهر
none-credits = لا عمولات بعد
none-credits-hint = تظهر هنا بعد أول طلب مدفوع يأتي من رابطك.
none-payouts = لا دفعات بعد
date = التاريخ
order = الطلب
amount = المبلغ
reversed = أُلغي منه
state = الحالة
credit-pending = قيد الانتظار
credit-open = جاهزة للدفع
credit-in-payout = في دفعة
credit-paid = مدفوعة
credit-reversed = ملغاة
payout-open = قيد الصرف
payout-paid = مدفوعة
payout-cancelled = ملغاة
reference = مرجع التحويل
older = أقدم

## Staff: affiliates

staff-title = الشركاء
staff-payouts = دفعات الشركاء
search = ابحث بالاسم أو الرقم أو البريد
search-apply = بحث
none-affiliates = لا شركاء هنا.
number = الرقم
slug = الاسم في الرابط
email = البريد الإلكتروني
rate = العمولة
rate-hint = نسبة مئوية مثل 12.5. اتركها فارغة لنسبة المتجر.
# $rate is a percentage such as 10%.
rate-of-shop = نسبة المتجر ({ $rate })
tax-note = بيانات ضريبية
tax-note-hint = ما يطلبه القانون عندك: رقم ضريبي أو ملاحظة. لا يراها الشريك.
state-requested = طلب انضمام
state-active = نشط
state-disabled = موقوف
add = إضافة شريك
add-button = إضافة
save = حفظ
approve = قبول
disable = إيقاف
enable = تفعيل
added = أُضيف الشريك.
saved = حُفظت التغييرات.
error-email = لا يوجد حساب عميل بهذا البريد.
error-slug = اكتب 3 إلى 40 من الحروف الإنجليزية الصغيرة والأرقام والشرطات، وأولها حرف.
error-slug-taken = هذا الاسم مأخوذ.
error-exists = لهذا العميل حساب شريك.
error-rate = اكتب نسبة بين 0 و100.
error-product = لا يوجد منتج بهذا الرقم أو الرمز.
product-rates = عمولات المنتجات
product-rates-hint = نسبة المنتج تسبق نسبة الشريك ونسبة المتجر.
product = رقم المنتج أو رمزه
product-rate-save = حفظ نسبة المنتج
product-rate-removed = حُذفت نسبة المنتج.
# $name is the name of a product.
remove-named = حذف نسبة { $name }
none-product-rates = لا نسب خاصة بالمنتجات.
refused-orders = طلبات لم تُحتسب
refusal = السبب
refusal-unknown-visit = لا توجد زيارة بهذا الرقم
refusal-foreign-visit = الزيارة لشريك آخر
refusal-old-visit = الزيارة قديمة
refusal-shared-visit = زيارة واحدة لعدة مشترين
refusal-disabled = الشريك موقوف
refusal-same-customer = اشترى الشريك بنفسه
refusal-same-email = بريد الشريك نفسه
refusal-same-method = وسيلة دفع الشريك نفسها
refusal-same-address = عنوان الشريك نفسه
refusal-no-commission = لا عمولة على هذه المنتجات

## Staff: payouts

affiliate = الشريك
open-amounts = عمولات جاهزة للدفع
none-open = لا عمولات جاهزة للدفع.
# $name is the affiliate's name in links.
create-payout-named = إنشاء دفعة للشريك { $name }
payout-created = أُنشئت الدفعة.
payout-none = لا مبلغ جاهز للدفع لهذا الشريك.
# $number is the number of a payout.
mark-paid-named = تسجيل دفع الدفعة { $number }
cancel-payout-named = إلغاء الدفعة { $number }
payout-marked = سُجّل الدفع.
payout-was-cancelled = أُلغيت الدفعة، وعادت عمولاتها جاهزة للدفع.
payout-unchanged = لم يتغير شيء. ربما سبقك زميل إلى هذه الدفعة.
export-csv = تنزيل ملف CSV
