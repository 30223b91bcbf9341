# Enquiry forms, and the staff's inbox.

## The form

sending = جارٍ الإرسال…
# On the button while the files are sent.
uploading = جارٍ رفع الملفات…
# Without script every part is visible. $choices are labels of options in quotes.
only-for = لمن اختار { $choices }
only-if = املأ هذا الجزء إن كان يخصّك.
choose = اختر
day = اليوم
month = الشهر
year = السنة
# Opens a calendar; $label is the label of the date.
date-pick = اختر { $label } من التقويم
january = يناير
february = فبراير
march = مارس
april = أبريل
may = مايو
june = يونيو
july = يوليو
august = أغسطس
september = سبتمبر
october = أكتوبر
november = نوفمبر
december = ديسمبر
captcha-label = اكتب الأرقام الظاهرة
captcha-picture = صورة فيها خمسة أرقام
captcha-another = صورة أخرى
# The heading over the text that follows a form that was sent.
sent-title = وصلتنا رسالتك
sent = وصلتنا رسالتك، وسنردّ عليك قريبًا.
# Sends another one.
again = إرسال رسالة أخرى
close = إغلاق
preview-no-submit = لا يمكن الإرسال في وضع المعاينة.
error-submitting-form = حدث خطأ أثناء إرسال النموذج. حاول مرة أخرى.

## Files

attachments = المرفقات
drop = اسحب الملفات إلى هنا
drop-or = أو
drop-choose = اختر من جهازك
drop-over = أفلت الملفات هنا
# $size is such as 10.0 MB.
upload-size-limit = حتى { $size } للملف
upload-count-limit = { PLURAL($count) ->
    [zero] دون ملفات
    [one] ملف واحد على الأكثر
    [two] ملفان على الأكثر
    [few] { $count } ملفات على الأكثر
    [many] { $count } ملفًا على الأكثر
   *[other] { $count } ملف على الأكثر
}
file-waiting = في الانتظار
file-uploading = جارٍ الرفع
file-uploaded = رُفع
file-remove = إزالة الملف { $name }
file-dismiss = إخفاء التنبيه
# Accessible name of the bar of a file that is sent.
file-progress = رفع الملف { $name }
upload-too-many = عدد الملفات أكثر من المسموح به.
upload-file-type-not-allowed = نوع الملف غير مسموح به.
upload-file-too-big = حجم الملف أكبر من الحد المسموح به.
upload-bytes-exceed = حجم البيانات المرفوعة يتجاوز حجم الملف.
invalid-response = استجابة الخادم غير صالحة أو غير مفهومة. حاول مرة أخرى.
ajax-error = حدث خطأ في الاتصال بالخادم. حاول مرة أخرى.

## Values that are not accepted

field-required = هذا الحقل مطلوب.
full-name-error = اكتب اسمك الكامل.
message-error = اكتب رسالتك.
email-invalid = أدخل بريدًا إلكترونيًا صالحًا.
phone-invalid = أدخل رقم هاتف صالحًا.
number-invalid = أدخل رقمًا صالحًا.
number-min = أقل قيمة مقبولة { $min }.
number-max = أكبر قيمة مقبولة { $max }.
choice-invalid = اختر من الخيارات المعروضة.
too-short = { PLURAL($min) ->
    [zero] النص قصير.
    [one] اكتب حرفًا واحدًا على الأقل.
    [two] اكتب حرفين على الأقل.
    [few] اكتب { $min } أحرف على الأقل.
    [many] اكتب { $min } حرفًا على الأقل.
   *[other] اكتب { $min } حرف على الأقل.
}
too-long = { PLURAL($max) ->
    [zero] النص طويل.
    [one] اكتب حرفًا واحدًا على الأكثر.
    [two] اكتب حرفين على الأكثر.
    [few] اكتب { $max } أحرف على الأكثر.
    [many] اكتب { $max } حرفًا على الأكثر.
   *[other] اكتب { $max } حرف على الأكثر.
}
digits-only = اكتب أرقامًا فقط.
code-only = اكتب أحرفًا لاتينية وأرقامًا وشرطات فقط.
not-identical = القيمتان غير متطابقتين.
date-error = اختر اليوم والشهر والسنة.
date-invalid = هذا التاريخ غير صالح.
date-past = مضى هذا التاريخ. اختر تاريخًا قادمًا.
date-future = لم يحن هذا التاريخ بعد.
captcha-wrong = الأرقام غير مطابقة. جرّب الصورة الجديدة.

# server

## Refusals of a whole form

closed = لا نستقبل رسائل بهذا النموذج الآن.
expired = انتهت صلاحية هذا النموذج. حدّث الصفحة ثم حاول مرة أخرى.
too-many = أرسلت رسائل كثيرة في وقت قصير. انتظر قليلًا ثم حاول مرة أخرى.
duplicate = وصلتنا هذه الرسالة من قبل.
upload-failed = تعذّر رفع الملف. حاول مرة أخرى.
upload-missing = بعض الملفات لم يصل. ارفعها مرة أخرى.

## The staff's inbox

inbox-title = رسائل النماذج
inbox-states = حالة الرسالة
inbox-open = مفتوحة
inbox-closed = مغلقة
inbox-spam = محجوزة
inbox-form = النموذج
inbox-all-forms = كل النماذج
inbox-email = البريد الإلكتروني
inbox-filter = تصفية
inbox-none = لا رسائل هنا.
inbox-number = الرقم
inbox-date = التاريخ
inbox-sender = المرسل
inbox-files = الملفات
inbox-guest = زائر
# $number is the number of the message.
inbox-view-named = عرض الرسالة رقم { $number }
inbox-one = رسالة رقم { $number }
inbox-next = الأقدم
inbox-newest = العودة إلى الأحدث
inbox-all = كل الرسائل
inbox-previews = معاينة النماذج
# $title is the title of a form.
inbox-preview-named = معاينة «{ $title }»
inbox-preview-lead = هكذا يظهر النموذج في المتجر. لا يمكن الإرسال في وضع المعاينة.
# $days is how long messages are stored.
inbox-retention = مدة حفظ الرسائل وملفاتها بالأيام: { $days }.
inbox-answers = محتوى الرسالة
inbox-details = بيانات الرسالة
inbox-empty = بلا جواب
inbox-version = نسخة النموذج
inbox-page = الصفحة
inbox-customer = رقم العميل
inbox-expires = تُحذف تلقائيًا في
inbox-signals = لماذا حُجزت
inbox-actions = إجراءات
inbox-download = تنزيل
# $name is the name of a file.
inbox-download-named = تنزيل { $name }
inbox-scanning = قيد الفحص
inbox-infected = فيه برنامج ضار
inbox-file-missing = حُذف الملف
inbox-close = إغلاق الرسالة
inbox-reopen = إعادة فتح الرسالة
inbox-not-spam = ليست مزعجة
inbox-not-spam-hint = تنتقل إلى المفتوحة وتصل إلى بريد المتجر.
inbox-delete = حذف الرسالة
inbox-delete-confirm = أؤكد حذف هذه الرسالة وملفاتها نهائيًا
inbox-person = كل رسائل هذا البريد الإلكتروني
inbox-person-export = تنزيل الرسائل
inbox-person-erase = حذف كل الرسائل
inbox-person-erase-confirm = أؤكد حذف كل رسائل هذا البريد الإلكتروني وملفاتها نهائيًا
inbox-person-admins = التنزيل والحذف لمدير المتجر فقط.
inbox-notice-closed = أُغلقت الرسالة.
inbox-notice-reopened = أُعيد فتح الرسالة.
inbox-notice-not-spam = انتقلت الرسالة إلى المفتوحة، وستصل إلى بريد المتجر.
inbox-notice-deleted = حُذفت الرسالة وملفاتها.
inbox-notice-not-changed = لم يتغير شيء. ربما سبقك زميل إلى هذه الرسالة.
inbox-notice-unconfirmed = أكّد الحذف أولًا.
inbox-notice-scanning = الملف قيد الفحص. حاول مرة أخرى بعد قليل.
inbox-notice-infected = في الملف برنامج ضار، ولا يمكن تنزيله.
inbox-notice-missing = لم يعد الملف موجودًا.
inbox-erased = { PLURAL($count) ->
    [zero] لا رسائل لهذا البريد الإلكتروني.
    [one] حُذفت رسالة واحدة.
    [two] حُذفت رسالتان.
    [few] حُذفت { $count } رسائل.
    [many] حُذفت { $count } رسالة.
   *[other] حُذفت { $count } رسالة.
}

## Who takes care of a message, search and acts about several

inbox-search = ابحث في الرسائل
inbox-who = المسؤول
inbox-anybody = الجميع
inbox-mine = عندي
inbox-nobody = بلا مسؤول
inbox-clear = إزالة التصفية
inbox-excerpt = الرسالة
# $number is that of the message.
inbox-select = تحديد الرسالة رقم { $number }
inbox-selected = المحدّد
inbox-do-close = إغلاق
inbox-do-reopen = إعادة الفتح
inbox-do-spam = مزعجة
inbox-do-not-spam = ليست مزعجة
inbox-assign = تعيين
inbox-undo = تراجع
inbox-changed = { PLURAL($count) ->
    [zero] لم يتغير شيء.
    [one] تغيّرت رسالة واحدة.
    [two] تغيّرت رسالتان.
    [few] تغيّرت { $count } رسائل.
    [many] تغيّرت { $count } رسالة.
   *[other] تغيّرت { $count } رسالة.
}
# A colleague changed them before.
inbox-left = { PLURAL($count) ->
    [zero] لم يبقَ شيء كما كان.
    [one] بقيت رسالة واحدة كما هي.
    [two] بقيت رسالتان كما هما.
    [few] بقيت { $count } رسائل كما هي.
    [many] بقيت { $count } رسالة كما هي.
   *[other] بقيت { $count } رسالة كما هي.
}
inbox-notice-spam = انتقلت الرسالة إلى المحجوزة.
inbox-notice-assigned = تغيّر المسؤول عن الرسالة.
inbox-notice-noted = حُفظت الملاحظة.
inbox-notice-answered = حُفظ الردّ، وسيصل إلى بريد المرسل.
inbox-notice-no-text = اكتب النص أولًا.
inbox-notice-no-address = لا بريد لهذه الرسالة، أو هي محجوزة. لم يُرسل شيء.

## Notes and answers

inbox-to-spam = الرسالة مزعجة
inbox-messages = الردود والملاحظات
inbox-messages-none = لا ردود ولا ملاحظات بعد.
inbox-note = ملاحظة داخلية
inbox-note-hint = يراها الفريق وحده.
inbox-note-save = حفظ الملاحظة
inbox-answer = الردّ
# $to is the sender's address.
inbox-answer-hint = يصل الردّ بالبريد إلى { $to }، ولا يمكن التراجع عن إرساله.
inbox-answer-send = إرسال الردّ
inbox-answer-close = إرسال الردّ وإغلاق الرسالة
inbox-answer-nobody = لا بريد للردّ على هذه الرسالة.
inbox-mail-sent = أُرسل
inbox-mail-waiting = قيد الإرسال
inbox-mail-failed = لم يصل
