# Emails: subjects and texts. Addressed to one person, signed by the shop.

# $name is the customer's first name.
hello = مرحبًا { $name }،
hello-nameless = مرحبًا،
# $shop is the shop's name.
sign-off = فريق { $shop }
# No «إذا لم تطلب»: the verb has another form for a woman.
not-you = إذا طلب ذلك شخص غيرك فتجاهل هذه الرسالة، ولن يتغيّر شيء.
# $shop is the shop's name. Also for an account that is only requested, and for one that was deleted.
why-account = وصلتك هذه الرسالة لأنها تخصّ حسابًا بهذا البريد في { $shop }.
# The same for an order: its buyer may have no account.
why-order = وصلتك هذه الرسالة لأن طلبًا سُجّل بهذا البريد في { $shop }.
# The same, to staff.
why-shop = وصلتك هذه الرسالة لأن هذا البريد يستقبل الطلبات الجديدة في { $shop }.
# $list is the list's name.
why-list = وصلتك هذه الرسالة لاشتراكك في القائمة «{ $list }».
unsubscribe = إلغاء الاشتراك
link-hint = إذا لم يعمل الزر فانسخ هذا الرابط إلى المتصفح:
life = { PLURAL($minutes) ->
    [zero] يصلح الرابط لمرة واحدة، وتنتهي صلاحيته بعد أقل من دقيقة.
    [one] يصلح الرابط لمرة واحدة، وتنتهي صلاحيته بعد دقيقة واحدة.
    [two] يصلح الرابط لمرة واحدة، وتنتهي صلاحيته بعد دقيقتين.
    [few] يصلح الرابط لمرة واحدة، وتنتهي صلاحيته بعد { $minutes } دقائق.
    [many] يصلح الرابط لمرة واحدة، وتنتهي صلاحيته بعد { $minutes } دقيقة.
   *[other] يصلح الرابط لمرة واحدة، وتنتهي صلاحيته بعد { $minutes } دقيقة.
}

## Choosing a new password

password-reset = استعادة كلمة المرور
password-reset-text = وصلنا طلب لتغيير كلمة مرور حسابك. اختر كلمة مرور جديدة من هنا.
password-reset-button = اختيار كلمة مرور جديدة

## A new account

register = أكمل إنشاء حسابك
register-text = بقيت خطوة واحدة: اختر كلمة مرور لحسابك.
register-button = إكمال إنشاء الحساب

## A registration with the address of an existing account

registered-already = لديك حساب عندنا
registered-already-text = وصلنا طلب لإنشاء حساب بهذا البريد، ولديك حساب به من قبل. سجّل الدخول، وإذا نسيت كلمة المرور فاختر غيرها من صفحة الدخول.
registered-already-button = تسجيل الدخول

## A new email address

email-change = تأكيد البريد الإلكتروني
email-change-text = وصلنا طلب لتغيير بريد حسابك إلى هذا البريد. أكّد التغيير من هنا.
email-change-button = تأكيد البريد الإلكتروني
email-changed = تغيّر بريد حسابك
# $email is the new address.
email-changed-text = أصبح بريد حسابك { $email }. إذا غيّره شخص غيرك فتواصل معنا.

## Security notices

password-changed = تغيّرت كلمة المرور
password-changed-text = تغيّرت كلمة مرور حسابك. إذا غيّرها شخص غيرك فاختر كلمة مرور جديدة الآن.
password-changed-button = اختيار كلمة مرور جديدة

## Lists

# $list is the list's name.
subscribe = أكّد اشتراكك
# $list is the name of the list.
subscribe-text = طُلب اشتراك هذا البريد في القائمة «{ $list }». لا نرسل إليه شيئًا قبل أن تؤكّد.
subscribe-button = تأكيد الاشتراك
subscribed = اشتراكك في القائمة «{ $list }»
subscribed-text = أُضيف بريدك إلى القائمة «{ $list }».
subscribed-button = إدارة الاشتراكات

## Personal data

export-ready = نسخة بياناتك جاهزة
export-ready-text = جمعنا بيانات حسابك في ملف واحد. نزّله من حسابك.
export-ready-days = { PLURAL($days) ->
    [zero] يبقى الملف متاحًا أقل من يوم.
    [one] يبقى الملف متاحًا يومًا واحدًا.
    [two] يبقى الملف متاحًا يومين.
    [few] يبقى الملف متاحًا { $days } أيام.
    [many] يبقى الملف متاحًا { $days } يومًا.
   *[other] يبقى الملف متاحًا { $days } يوم.
}
export-ready-button = تنزيل الملف
erasure-waits = وصلنا طلب حذف حسابك
erasure-waits-text = لديك طلبات مدفوعة لم تكتمل بعد. نحذف حسابك وبياناته حين تكتمل، ونرسل إليك رسالة عندئذ.
erased = حُذف حسابك
erased-text = حذفنا حسابك وبياناته كما طلبت. شكرًا لك.

## Reviews

# A note in the email that requests reviews.
review-request-further = قيّم أيضًا «{ $name }»: { $url }
review-confirm = أكّد تقييمك
review-confirm-text = كُتب تقييم في المتجر بهذا البريد. أكّد أنك كاتبه.
review-confirm-button = تأكيد التقييم

## Questions

# $name is the product's name.
question-answered = وصل جواب عن سؤالك
question-answered-text = أجاب أحد العملاء عن سؤالك عن «{ $name }».
question-answered-by-shop-text = أجبنا عن سؤالك عن «{ $name }».
question-answered-button = عرض الجواب

## Enquiries

# $title is the title of the form.
enquiry-received = رسالة جديدة: { $title }
enquiry-received-text = وصلت رسالة من النموذج «{ $title }».
enquiry-received-button = فتح الرسالة
enquiry-received-files = تُفتح الملفات بعد تسجيل الدخول إلى لوحة المتجر.
# Ends a list of answers that is longer than an email shows.
enquiry-received-more = بقية الرسالة في لوحة المتجر.
# What staff answered to a form's sender.
enquiry-answer = ردّ على رسالتك: { $title }
why-enquiry-shop = وصلتك هذه الرسالة لأن بريدك يستقبل رسائل نماذج { $shop }.
why-enquiry-sender = وصلتك هذه الرسالة لأن نموذجًا في { $shop } أُرسل بهذا البريد. إذا أرسله شخص غيرك فتجاهلها.
# The shop owner's own text.
plain = { $text }

## Staff

staff-invitation = دعوة إلى فريق المتجر
staff-invitation-text = دُعيت إلى لوحة المتجر. افتح الرابط لاختيار كلمة مرور وربط تطبيق المصادقة.
staff-invitation-button = قبول الدعوة
staff-invitation-life = { PLURAL($days) ->
    [zero] تنتهي الدعوة خلال أقل من يوم.
    [one] تنتهي الدعوة بعد يوم واحد.
    [two] تنتهي الدعوة بعد يومين.
    [few] تنتهي الدعوة بعد { $days } أيام.
    [many] تنتهي الدعوة بعد { $days } يومًا.
   *[other] تنتهي الدعوة بعد { $days } يوم.
}
