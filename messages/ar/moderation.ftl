# The staff's queue: everything strangers wrote that waits, is published, or was refused.

title = المراجعة
review = تقييم
reviews = التقييمات
question = سؤال
questions = الأسئلة
answer = إجابة
answers = الإجابات
comment = تعليق
comments = التعليقات
all = الكل
kinds = نوع المشاركة
states = حالة المشاركة
held = بانتظار المراجعة
published = منشورة
refused = مرفوضة
none = لا شيء هنا.
publish = نشر
refuse = رفض
reason = سبب الرفض
reply = ردّ المتجر
reply-save = حفظ الردّ
signals = لماذا ينتظر المراجعة
next = التالي
undo = تراجع
# The text that is answered.
context = ردًّا على
# $author is the writer's name.
select = تحديد مشاركة { $author }
select-all = تحديد الكل
bulk = المحدّد
# $author is the writer's name, $kind the kind of the item.
item = { $kind } من { $author }
media-picture = صورة من { $author }
media-video = مقطع فيديو من { $author }
keys = لوحة المفاتيح: J التالي، K السابق، X تحديد، P نشر.

## Answers of the server

changed-published = { PLURAL($count) ->
    [zero] لم يُنشر شيء.
    [one] نُشرت مشاركة واحدة.
    [two] نُشرت مشاركتان.
    [few] نُشرت { $count } مشاركات.
    [many] نُشرت { $count } مشاركة.
   *[other] نُشرت { $count } مشاركة.
}
changed-refused = { PLURAL($count) ->
    [zero] لم يُرفض شيء.
    [one] رُفضت مشاركة واحدة.
    [two] رُفضت مشاركتان.
    [few] رُفضت { $count } مشاركات.
    [many] رُفضت { $count } مشاركة.
   *[other] رُفضت { $count } مشاركة.
}
replied = حُفظ الردّ.
undone = عاد كل شيء كما كان.
not-undone = لا يمكن التراجع بعد عشر دقائق.
not-changed = لم يتغير شيء. ربما سبقك زميل إلى هذه المشاركة.

## Reasons for a refusal

reason-spam = دعاية أو تكرار
reason-contact = فيه وسيلة تواصل أو رابط
reason-offensive = كلام غير لائق
reason-off-topic = لا يخص المنتج
reason-false = معلومات غير صحيحة

## Why something was held

signal-no-token = بلا إثبات من المتصفح
signal-trap = ملأ حقلًا لا يراه الزوار
signal-too-fast = أُرسل خلال ثوانٍ
signal-link = فيه رابط
signal-phone = فيه رقم هاتف
signal-email = فيه بريد إلكتروني
signal-near-duplicate = يشبه نصًا آخر
signal-mixed-script = كلمة بحروف مختلطة
