# Alerts about goods that are available again: the form, the pages of their links, and the email.

# On a product card.
notify-short = أعلمني
note = رسالة واحدة عند توفره، ولا نستخدم بريدك لشيء آخر.
email = البريد الإلكتروني
email-invalid = اكتب بريدًا إلكترونيًا صحيحًا، مثل name@example.com.
# $email is the address of the signed-in customer.
to = إلى { $email }
waiting = سنراسلك حين يتوفر
# $email is the address that was typed.
waiting-lead = رسالة واحدة إلى { $email }، ثم نحذف بريدك من قائمة التنبيه.
available = هذا المنتج متوفر الآن.
too-many = بلغت التنبيهات بهذا البريد حدّها. ألغِ بعضها أو حاول غدًا.
failed = تعذّر حفظ التنبيه. حاول مرة أخرى.
show-product = صفحة المنتج
cancel = إلغاء التنبيه
cancelled = أُلغي التنبيه
cancelled-lead = لن نراسلك عن هذا المنتج.
# $name is the product.
about = المنتج «{ $name }»

## Ending all alerts of an address, from the link in an email

stop = إيقاف تنبيهات التوفر
stop-lead = نحذف كل تنبيه ينتظر بهذا البريد، ولا نقبل به تنبيهًا جديدًا إلا من حسابك.
stop-button = إيقاف التنبيهات
stopped = أوقفنا تنبيهات التوفر إلى هذا البريد.

## Email

# $name is the product.
mail-subject = توفر الآن: { $name }
mail-text = المنتج «{ $name }» متوفر الآن.
# The pieces in stock.
mail-left = { PLURAL($count) ->
    [zero] نفدت القطع.
    [one] لدينا قطعة واحدة.
    [two] لدينا قطعتان.
    [few] لدينا { $count } قطع.
    [many] لدينا { $count } قطعة.
   *[other] لدينا { $count } قطعة.
}
mail-button = عرض المنتج
mail-first-come = لا نحجز القطع، فالأسبق إليها أولى بها.
mail-once = وصلتك هذه الرسالة مرة واحدة لأن تنبيه التوفر طُلب بهذا البريد. حذفناه من القائمة.
# Named in «وصلتك هذه الرسالة لاشتراكك في القائمة».
list = تنبيهات التوفر
