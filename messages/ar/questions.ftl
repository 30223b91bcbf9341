# Questions about products, and their answers.

## The section

title = الأسئلة والأجوبة
ask = اطرح سؤالًا
answer = أجب عن هذا السؤال
show-more = عرض المزيد من الأسئلة
# A search without results.
none = لا توجد نتائج
none-hint = جرّب كلمة أخرى، أو اطرح سؤالك.
# A product without questions.
empty = لا توجد أسئلة بعد
empty-hint = اطرح سؤالك، وسنجيب عنه.
search = ابحث في الأسئلة
search-apply = بحث
search-clear = مسح البحث
loading = جارٍ تحميل الأسئلة…
load-failed = تعذّر تحميل الأسئلة.
retry = حاول مرة أخرى
# After a search, for screen readers.
shown = الأسئلة المعروضة: { $count }

## A question

# The initials beside a question and beside an answer.
question-initial = س
answer-initial = ج
# The date follows.
question-of = سؤال من { $author }،
by-shop = فريق المتجر
more-answers = { PLURAL($count) ->
    [zero] لا أجوبة بعد
    [one] عرض الجواب
    [two] عرض الجوابين
    [few] عرض { $count } أجوبة
    [many] عرض { $count } جوابًا
   *[other] عرض { $count } جواب
}
next-answers = الأجوبة التالية
all-questions = كل الأسئلة عن هذا المنتج
answers = الأجوبة
no-answers = لا أجوبة بعد
helpful-ask = هل أفادك الجواب؟
helpful-ask-question = هل أفادك هذا السؤال؟
helpful = مفيد، { $count }
not-helpful = غير مفيد، { $count }
vote-failed = تعذّر تسجيل رأيك. حاول مرة أخرى.
updating = جارٍ التحديث…

## The forms

form-title = اطرح سؤالًا عن المنتج
answer-title = أجب عن هذا السؤال
form-back = العودة إلى الأسئلة
form-cancel = إلغاء
form-submit = أرسل السؤال
answer-submit = أرسل الجواب
form-sending = جارٍ الإرسال…
field-question = سؤالك
field-answer = جوابك
field-name = الاسم
field-email = البريد الإلكتروني
email-note = لن يظهر بريدك الإلكتروني للزوار.
terms = ضع علامة في مربع الموافقة للمتابعة.
captcha = أكّد أنك لست روبوتًا.
failed = عذرًا، تعذّر الإرسال. تحقّق من البيانات وحاول مرة أخرى.
button-ok = متابعة
button-retry = حاول مرة أخرى

# server

## Refusals and results

field-question-error = اكتب سؤالك.
field-answer-error = اكتب جوابك.
field-name-error = اكتب اسمك.
field-email-error = أدخل بريدًا إلكترونيًا صالحًا.
closed = لا نستقبل أسئلة هنا الآن.
gone = هذا السؤال غير موجود.
submitted = شكرًا لك، وصلنا سؤالك.
submitted-held = شكرًا لك، وصلنا سؤالك. سيظهر بعد التحقق منه.
submitted-answer = شكرًا لك، وصلنا جوابك.
submitted-answer-held = شكرًا لك، وصلنا جوابك. سيظهر بعد التحقق منه.

## Pages

# $name is the product's name.
product-title = أسئلة وأجوبة عن { $name }
write-title = اطرح سؤالًا عن { $name }
# A question's own page. $question is its beginning.
page-description = سؤال عن { $name }: { $question }

## Ending the emails about answers

stop-title = رسائل الأجوبة
stop-lead = لن نرسل إلى هذا البريد رسائل عن أجوبة أسئلتك.
stop-button = إيقاف الرسائل
stop-done = أوقفنا رسائل الأجوبة إلى هذا البريد.
