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
keys = لوحة المفاتيح: J التالي، K السابق، X تحديد، A أو P نشر، R ردّ، D رفض، S مزعج، وCtrl Z تراجع.

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
# Some of them were decided about by somebody else since.
undone-but = { PLURAL($count) ->
    [zero] عاد كل شيء كما كان.
    [one] عاد الباقي كما كان. بقيت مشاركة واحدة كما هي، لأن قرارًا آخر شملها بعد ذلك.
    [two] عاد الباقي كما كان. بقيت مشاركتان كما هما، لأن قرارًا آخر شملهما بعد ذلك.
    [few] عاد الباقي كما كان. بقيت { $count } مشاركات كما هي، لأن قرارًا آخر شملها بعد ذلك.
    [many] عاد الباقي كما كان. بقيت { $count } مشاركة كما هي، لأن قرارًا آخر شملها بعد ذلك.
   *[other] عاد الباقي كما كان. بقيت { $count } مشاركة كما هي، لأن قرارًا آخر شملها بعد ذلك.
}
not-undone = لا يمكن التراجع: مرّ 30 يومًا، أو سبقك زميل إلى التراجع.
changed-held = { PLURAL($count) ->
    [zero] لم يعد شيء إلى الانتظار.
    [one] عادت مشاركة واحدة إلى الانتظار.
    [two] عادت مشاركتان إلى الانتظار.
    [few] عادت { $count } مشاركات إلى الانتظار.
    [many] عادت { $count } مشاركة إلى الانتظار.
   *[other] عادت { $count } مشاركة إلى الانتظار.
}
changed-spam = { PLURAL($count) ->
    [zero] لم يُرفض شيء.
    [one] رُفضت مشاركة مزعجة.
    [two] رُفضت مشاركتان مزعجتان.
    [few] رُفضت { $count } مشاركات مزعجة.
    [many] رُفضت { $count } مشاركة مزعجة.
   *[other] رُفضت { $count } مشاركة مزعجة.
}
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
# $count others have it.
signal-same-text = { PLURAL($count) ->
    [zero] لا يتكرر نصه
    [one] النص نفسه في مشاركة أخرى
    [two] النص نفسه في مشاركتين أخريين
    [few] النص نفسه في { $count } مشاركات أخرى
    [many] النص نفسه في { $count } مشاركة أخرى
   *[other] النص نفسه في { $count } مشاركة أخرى
}
# $count others of the same account, address, session or network.
signal-same-sender = { PLURAL($count) ->
    [zero] لا مشاركات أخرى للمرسل
    [one] للمرسل نفسه مشاركة أخرى
    [two] للمرسل نفسه مشاركتان أخريان
    [few] للمرسل نفسه { $count } مشاركات أخرى
    [many] للمرسل نفسه { $count } مشاركة أخرى
   *[other] للمرسل نفسه { $count } مشاركة أخرى
}
signal-new-account = حساب جديد

## Filters

search = ابحث في النص أو الاسم
search-button = بحث
rating-filter = النجوم
any-rating = كل النجوم
stars = { PLURAL($count) ->
    [zero] بلا نجوم
    [one] نجمة واحدة
    [two] نجمتان
    [few] { $count } نجوم
    [many] { $count } نجمة
   *[other] { $count } نجمة
}
mark-filter = الإشارة
any-mark = كل الإشارات
mark-verified = مشترٍ موثّق
mark-media = فيه صور أو مقاطع
filters = التصفية
remove-filter = إزالة «{ $label }»
clear = إزالة التصفية
no-result = لا نتائج بهذه التصفية.

## Spam in one act

hold = إعادة إلى الانتظار
publish-reply = نشر مع الردّ
spam = مزعج
# $count others go with it.
spam-with = { PLURAL($count) ->
    [zero] مزعج
    [one] مزعج، ومعه مشاركة أخرى
    [two] مزعج، ومعه مشاركتان
    [few] مزعج، ومعه { $count } مشاركات
    [many] مزعج، ومعه { $count } مشاركة
   *[other] مزعج، ومعه { $count } مشاركة
}
spam-show = عرض ما يُرفض معها
spam-title = المزعج وما يشبهه
spam-lead = تُرفض هذه المشاركات بضغطة واحدة، ويمكن التراجع مدة 30 يومًا.
spam-more = { PLURAL($count) ->
    [zero] لا شيء غيرها.
    [one] ومعها مشاركة لا تظهر هنا.
    [two] ومعها مشاركتان لا تظهران هنا.
    [few] ومعها { $count } مشاركات لا تظهر هنا.
    [many] ومعها { $count } مشاركة لا تظهر هنا.
   *[other] ومعها { $count } مشاركة لا تظهر هنا.
}
why-text = النص نفسه
why-sender = المرسل نفسه
author = الكاتب
text = النص
why = السبب
date = التاريخ
back = العودة إلى المراجعة

## Decisions

acts-title = قرارات آخر 30 يومًا
acts-none = لا قرارات بعد.
decision = القرار
who = صاحب القرار
# $what is what the decision did.
undo-named = تراجع عن: { $what }
# $time is when.
act-undone = تراجع في { $time }
