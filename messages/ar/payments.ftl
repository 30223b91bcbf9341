# Payments: the payment form, its errors, and saved methods.

title = الدفع
card = بطاقة مصرفية
echeck = شيك إلكتروني (eCheck)
cards = البطاقات
card-ending = بطاقة تنتهي بـ { $last4 }
account-ending = حساب مصرفي ينتهي بـ { $last4 }
expires = تنتهي { $date }
expired-on = انتهت صلاحيتها { $date }
new-card = استخدام بطاقة جديدة
new-account = استخدام حساب جديد
saved = طرق دفع محفوظة
save = حفظ طريقة الدفع
saving = جارٍ الحفظ…
number = رقم البطاقة
expiry = تاريخ الانتهاء
csc = رمز الأمان
csc-hint = 3 أرقام في ظهر البطاقة، أو 4 في وجهها.
routing = رقم التوجيه
routing-hint = 9 أرقام أسفل الشيك من اليسار.
account = رقم الحساب
account-type = نوع الحساب
holder = اسم صاحب الحساب
checking = حساب جارٍ
savings = حساب توفير
safe = بيانات بطاقتك مشفّرة ولا تمرّ بخوادمنا
no-script = الدفع بالبطاقة يحتاج إلى تشغيل JavaScript في متصفحك. نحفظ طلبك لدفعه لاحقًا.
no-script-pay = الدفع بالبطاقة يحتاج إلى تشغيل JavaScript في متصفحك.

## Names of card brands

visa = فيزا
mastercard = ماستركارد
amex = أمريكان إكسبريس
discover = ديسكفر
dinersclub = داينرز كلوب
jcb = JCB
maestro = مايسترو
unionpay = يونيون باي
dankort = دانكورت
forbrugsforeningen = Forbrugsforeningen

## Errors

general-error = حدث خطأ. حاول مرة أخرى أو استخدم طريقة دفع أخرى.
processing-problem = حدثت مشكلة أثناء معالجة الدفع. راجع بريدك الإلكتروني ثم حدّث الصفحة وحاول مرة أخرى.
declined = رفض المصرف العملية. استخدم بطاقة أخرى أو طريقة دفع أخرى.
later = تعذّر الدفع الآن. حفظنا طلبك لدفعه لاحقًا.
script-error = حدث خطأ في البرنامج النصي.
script-not-loaded = تعذّر تحميل البرنامج النصي «{ $name }».
method-missing = اختر طريقة الدفع.
number-missing = أدخل رقم البطاقة.
number-invalid = رقم البطاقة غير صالح.
number-digits = رقم البطاقة غير صالح (يُسمح بالأرقام فقط).
number-length = رقم البطاقة غير صالح (عدد الأرقام غير صحيح).
type-invalid = هذه البطاقة غير صالحة.
type-invalid-named = بطاقة { $brand } غير صالحة.
csc-missing = أدخل رمز الأمان.
csc-digits = رمز الأمان غير صالح (يُسمح بالأرقام فقط).
csc-length = رمز الأمان غير صالح (يجب أن يتكوّن من 3 أو 4 أرقام).
expiry-invalid = تاريخ انتهاء البطاقة غير صالح.
# For a form that asks for these.
check-number-digits = رقم الشيك غير صالح (يُسمح بالأرقام فقط).
check-number-missing = أدخل رقم الشيك.
license-state-missing = اختر الولاية التي أصدرت رخصة القيادة.
license-number-missing = أدخل رقم رخصة القيادة.
license-number-invalid = رقم رخصة القيادة غير صالح.
account-missing = أدخل رقم الحساب.
account-invalid = رقم الحساب غير صالح.
account-digits = رقم الحساب غير صالح (يُسمح بالأرقام فقط).
account-length = رقم الحساب غير صالح (يجب أن يتكوّن من 5 إلى 17 رقمًا).
holder-missing = أدخل اسم صاحب الحساب.
routing-missing = أدخل رقم التوجيه.
routing-invalid = رقم التوجيه غير صالح.
routing-digits = رقم التوجيه غير صالح (يُسمح بالأرقام فقط).
routing-length = رقم التوجيه غير صالح (يجب أن يتكوّن من 9 أرقام).

## Saved methods

methods-empty = لا توجد طرق دفع محفوظة
methods-empty-hint = احفظ بطاقتك مرة واحدة لتدفع أسرع في المرة القادمة.
add = إضافة طريقة دفع
cancel = إلغاء
added = أُضيفت طريقة الدفع.
account-too-new = { PLURAL($count) ->
    [zero] حسابك جديد. يمكنك إضافة طريقة دفع بعد قليل.
    [one] حسابك جديد. يمكنك إضافة طريقة دفع بعد دقيقة واحدة.
    [two] حسابك جديد. يمكنك إضافة طريقة دفع بعد دقيقتين.
    [few] حسابك جديد. يمكنك إضافة طريقة دفع بعد { $count } دقائق.
    [many] حسابك جديد. يمكنك إضافة طريقة دفع بعد { $count } دقيقة.
   *[other] حسابك جديد. يمكنك إضافة طريقة دفع بعد { $count } دقيقة.
}
errors-title = راجع ما يلي قبل الحفظ:
delete = حذف
delete-named = حذف { $method }
delete-confirm = حذف طريقة الدفع هذه؟
deleted = حُذفت طريقة الدفع.
default = الافتراضية
make-default = اجعلها الافتراضية
made-default = أصبحت طريقة الدفع هي الافتراضية.

## Without a provider: cash on delivery and bank transfer

cod = الدفع عند الاستلام
# $amount is the order's total.
cod-hint = تدفع { $amount } نقدًا لمندوب التوصيل حين يصلك الطلب.
bacs = حوالة مصرفية
# $count: how many days the order waits.
bacs-hint = { PLURAL($count) ->
    [zero] تحوّل المبلغ اليوم، ونجهّز طلبك حين يصلنا.
    [one] تحوّل المبلغ خلال يوم واحد، ونجهّز طلبك حين يصلنا.
    [two] تحوّل المبلغ خلال يومين، ونجهّز طلبك حين يصلنا.
    [few] تحوّل المبلغ خلال { $count } أيام، ونجهّز طلبك حين يصلنا.
    [many] تحوّل المبلغ خلال { $count } يومًا، ونجهّز طلبك حين يصلنا.
   *[other] تحوّل المبلغ خلال { $count } يوم، ونجهّز طلبك حين يصلنا.
}
offline-below = متاح للطلبات ابتداءً من { $amount }.
offline-above = متاح للطلبات حتى { $amount }.
offline-country = طريقة الدفع هذه غير متاحة في هذه الدولة.
# $count: as many orders as a phone number may have.
offline-open = { PLURAL($count) ->
    [zero] طريقة الدفع هذه غير متاحة الآن. اختر طريقة أخرى.
    [one] لرقم هاتفك طلب بهذه الطريقة لم يُدفع بعد. اختر طريقة دفع أخرى.
    [two] لرقم هاتفك طلبان بهذه الطريقة لم يُدفعا بعد. اختر طريقة دفع أخرى.
    [few] لرقم هاتفك { $count } طلبات بهذه الطريقة لم تُدفع بعد. اختر طريقة دفع أخرى.
    [many] لرقم هاتفك { $count } طلبًا بهذه الطريقة لم تُدفع بعد. اختر طريقة دفع أخرى.
   *[other] لرقم هاتفك { $count } طلب بهذه الطريقة لم تُدفع بعد. اختر طريقة دفع أخرى.
}
account-of-shop = حساب المتجر
account-bank = المصرف
account-holder = اسم صاحب الحساب
account-iban = رقم الآيبان (IBAN)
account-bic = رمز المصرف (SWIFT)
iban-copy = نسخ رقم الآيبان
iban-copied = نُسخ رقم الآيبان.
