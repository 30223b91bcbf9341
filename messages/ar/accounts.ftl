# Accounts: signing in and out, passwords, the account area, email subscriptions, personal data.

title = حسابي
login = تسجيل الدخول
logout = تسجيل الخروج
welcome-back = أهلًا بعودتك
login-lead = سجّل الدخول لمتابعة طلباتك وحفظ عناوينك.
user = البريد الإلكتروني أو اسم المستخدم
password = كلمة المرور
remember = تذكّرني
forgot = نسيت كلمة المرور؟
no-account = ليس لديك حساب؟
have-account = لديك حساب؟
# One text for every failure: it never reveals which part was wrong.
login-failed = بيانات الدخول غير صحيحة. تحقّق منها وحاول مرة أخرى.
login-first = سجّل الدخول لفتح هذه الصفحة.
login-from-checkout = سجّل الدخول لتعبئة بياناتك، أو تابع الطلب زائرًا.
logged-out = سُجّل خروجك.

## Creating an account

register = إنشاء حساب
register-new = إنشاء حساب جديد
register-lead = اكتب بريدك الإلكتروني لنرسل إليه رابط إكمال الحساب.
register-submit = إرسال الرابط
# The same text whether or not the address has an account.
register-sent = أرسلنا رسالة إلى هذا البريد. افتح الرابط الذي فيها لإكمال إنشاء الحساب.

## Passwords

reset = استعادة كلمة المرور
reset-lead = اكتب بريدك الإلكتروني أو اسم المستخدم لنرسل إليك رابط اختيار كلمة مرور جديدة.
reset-submit = إرسال الرابط
reset-sent = إذا كان لهذا البريد حساب فستصله رسالة لاستعادة كلمة المرور.
link-expired = انتهت صلاحية هذا الرابط. اطلب رابطًا جديدًا.
link-ask = طلب رابط جديد
set-password = اختيار كلمة مرور جديدة
set-password-lead = بعد حفظها يُسجَّل خروجك من الأجهزة الأخرى.
first-password-lead = اختر كلمة مرور لحسابك الجديد.
password-new = كلمة المرور الجديدة
password-again = تأكيد كلمة المرور الجديدة
password-current = كلمة المرور الحالية
password-wrong = كلمة المرور الحالية غير صحيحة.
password-rules = استخدم 8 أحرف على الأقل، وتجنّب كلمات المرور الشائعة.
password-common = كلمة المرور هذه شائعة. اختر غيرها.
password-mismatch = كلمتا المرور غير متطابقتين.
password-show = إظهار كلمة المرور
password-hide = إخفاء كلمة المرور
password-saved = حُفظت كلمة المرور الجديدة.
registered = أُنشئ حسابك.

## The account area

dashboard = لوحة الحساب
orders = الطلبات
addresses = العناوين
details = بيانات الحساب
methods = طرق الدفع
subscriptions = اشتراكات البريد
privacy = الخصوصية
# $name is the customer's first name.
hello = مرحبًا { $name }. هنا طلباتك وعناوينك وطرق دفعك.
hello-nameless = مرحبًا. هنا طلباتك وعناوينك وطرق دفعك.
orders-hint = تتبّع طلباتك السابقة
addresses-hint = عنوان الفاتورة وعنوان الشحن
details-hint = الاسم والبريد وكلمة المرور
methods-hint = طرق دفع محفوظة
subscriptions-hint = اختر الرسائل التي تصلك
privacy-hint = نسخة من بياناتك وحذف الحساب
methods-empty = لا توجد طرق دفع محفوظة

## Addresses

billing = عنوان الفاتورة
shipping = عنوان الشحن
address-none = لا عنوان محفوظًا.
address-add = إضافة عنوان
# $which is its title.
address-add-named = إضافة { $which }
address-edit = تعديل
# $which is «عنوان الفاتورة» or «عنوان الشحن».
address-edit-named = تعديل { $which }
address-saved = حُفظ العنوان.
first-name = الاسم الأول
last-name = اسم العائلة
country = الدولة
country-choose = اختر الدولة
city = المدينة
address = العنوان
home-number = رقم الشقة أو المنزل
postcode = الرمز البريدي
phone = رقم الهاتف
email = البريد الإلكتروني
# $field is the name of the field.
field-required = حقل «{ $field }» مطلوب.
email-invalid = أدخل بريدًا إلكترونيًا صالحًا.
phone-invalid = أدخل رقم هاتف صالحًا.

## Details

profile = الاسم والبريد
user-name = اسم المستخدم
details-saved = حُفظت التغييرات.
email-hint = عند تغييره نرسل رابط تأكيد إلى البريد الجديد.
# $email is the new address.
email-sent = أرسلنا رابط تأكيد إلى { $email }. يبقى بريدك الحالي حتى التأكيد.
email-confirm = تأكيد البريد الإلكتروني
email-confirm-lead = بعد التأكيد تصل رسائلنا إلى بريدك الجديد.
email-confirm-sign-in = سجّل الدخول إلى حسابك، ثم افتح الرابط من الرسالة مرة أخرى.
email-confirmed = تغيّر بريدك الإلكتروني.
change-password = تغيير كلمة المرور
sessions = أجهزتك
sessions-hint = حسابك مفتوح في هذه الأجهزة. عند الشك في أحدها سجّل الخروج من الأجهزة الأخرى، ثم غيّر كلمة المرور.
# $date is the time of the sign-in.
session-of = دخول { $date }
session-this = هذا الجهاز
session-other = جهاز آخر
sessions-end = تسجيل الخروج من الأجهزة الأخرى
sessions-ended = سُجّل خروجك من الأجهزة الأخرى.
email-password-hint = مطلوبة عند تغيير البريد الإلكتروني.

## Subscriptions

# $email is the address they are sent to.
subscriptions-to = الرسائل التي تصل إلى { $email }
subscriptions-saved = حُفظت اشتراكاتك البريدية.
subscriptions-none = لا توجد قوائم بريدية الآن.
newsletter-sent = أرسلنا رسالة إلى هذا البريد. افتح الرابط الذي فيها لتأكيد اشتراكك.
newsletter-confirm = تأكيد الاشتراك
# $email is the address that will be subscribed.
newsletter-confirm-lead = نرسل رسائلنا إلى { $email }.
newsletter-done = أُضيف بريدك إلى القائمة.
newsletter-stop = إلغاء الاشتراك بنقرة واحدة من أي رسالة.
unsubscribe = إلغاء الاشتراك
# $list is the list's name.
unsubscribe-lead = لن تصلك رسائل القائمة «{ $list }» بعد الآن.
unsubscribed = أُلغي اشتراكك.
unsubscribed-list = لن تصلك رسائل القائمة «{ $list }».

## Personal data

export = نسخة من بياناتي
export-hint = نجمع بيانات حسابك في ملف واحد، ونرسل إليك رسالة عندما يجهز.
export-submit = طلب نسخة
export-requested = وصلنا طلبك. نرسل إليك رسالة عندما يجهز الملف.
# $date is the date of the request.
export-of = نسخة { $date }
export-waiting = قيد التجهيز
export-download = تنزيل
erase = حذف الحساب
erase-hint = يُحذف حسابك وعناوينك واشتراكاتك وسلتك، ولا يمكن التراجع عن ذلك.
erase-hint-orders = لديك طلبات مدفوعة لم تكتمل بعد. يُحذف حسابك وعناوينك واشتراكاتك وسلتك حين تكتمل، ولا يمكن التراجع عن ذلك.
erase-submit = حذف الحساب
erase-confirm = أوافق على حذف حسابي
erase-confirm-missing = وافق على حذف حسابك للمتابعة.
erased = حُذف حسابك.
erasure-waits = وصلنا طلبك. نحذف حسابك حين تكتمل طلباتك المدفوعة، ونرسل إليك رسالة عندئذ.

## Staff

staff = لوحة الموظفين
staff-login = دخول الموظفين
staff-lead = ادخل بكلمة المرور والرمز من تطبيق المصادقة.
staff-code = الرمز من تطبيق المصادقة
staff-role = الدور
staff-stores = الفروع

## The team: people, roles and rights

team = الفريق والصلاحيات
team-members = الفريق
team-member = العضو
team-name = الاسم
team-you = أنت
team-all-stores = كلها
team-seen = آخر نشاط
team-seen-never = بلا جلسة مفتوحة
team-actions = إجراءات
# $name is the name of a member.
team-actions-of = إجراءات { $name }
team-change-role = تغيير الدور
team-end-sessions = إنهاء الجلسات
team-stop = إيقاف العضو
team-stop-hint = إيقاف عضو يُنهي جلساته في اللحظة نفسها.
team-invite = دعوة عضو
team-stores-hint = أرقام الفروع مفصولة بفواصل، لمن يعمل في فروعه فقط.
team-invitations = دعوات مفتوحة
team-until = تنتهي
team-withdraw = سحب الدعوة
team-rights = ماذا يستطيع كل دور
team-right = الصلاحية
team-yes = نعم
team-no = لا
# $amount is the most that the role refunds at once.
team-up-to = حتى { $amount }
team-view = عرض كدور
team-view-hint = اللوحة كما تظهر للدور، للنظر فقط. ينتهي العرض بزر في أعلى كل صفحة، أو عند الخروج، أو وحده بعد ساعة.
team-view-submit = عرض اللوحة
team-copy-role = دور جديد من دور
team-copy-from = من دور
team-role-title = اسم الدور
team-own-roles = أدوار المتجر
team-save-role = حفظ الدور
team-remove-role = حذف الدور
team-refund-limit = أعلى مبلغ يُردّ في المرة
team-refund-limit-hint = اتركه فارغًا لأي مبلغ.
team-stock-limit = أعلى كمية يحرّكها من المنتج في 24 ساعة
team-stock-limit-hint = اتركه فارغًا لحدّ المتجر.
team-role-changed = تغيّر الدور.
team-stopped = أُوقف العضو وأُنهيت جلساته.
team-sessions-ended = أُنهيت جلسات العضو.
team-invited = سُجّلت الدعوة، وتُرسل الرسالة الآن.
team-withdrawn = سُحبت الدعوة.
team-role-saved = حُفظ الدور.
team-role-removed = حُذف الدور.
team-own = لا يمكن تغيير دورك أنت أو إيقاف حسابك من هنا.
team-last-owner = لا بدّ من مالك واحد على الأقل.
team-not-invited = اكتب اسمًا وبريدًا صحيحًا وأرقام فروع صحيحة.
team-already-member = هذا البريد لعضو في الفريق.
team-role-wrong = اكتب اسم الدور، وتحقّق من الحدود.
team-role-used = لا يُحذف دور له أعضاء أو دعوات.
team-not-changed = لم يتغيّر شيء. حدّث الصفحة وحاول مرة أخرى.

right-orders-read = عرض الطلبات والبحث
right-orders-move = تغيير الحالة وطباعة القوائم
right-orders-edit = تعديل العنوان والملاحظات
right-orders-refund = ردّ المبلغ
right-orders-payments = تأكيد وصول الحوالات والنقد
right-orders-export = تصدير الطلبات
right-customers-export = تصدير العملاء
right-catalog-read = عرض المنتجات
right-catalog-write = تعديل المنتجات
right-stock-move = حركة مخزون
right-prices-write = الأسعار والخصومات والرموز
right-customers-read = عرض العملاء
right-inbox-act = الرسائل الواردة
right-reviews-moderate = موافقة على التقييمات والردود
right-privacy-act = نسخة أو حذف بيانات
right-content-write = صفحات وقوائم ونماذج ووسائط
right-growth-write = رسائل المتابعة والشركاء
right-reports-read = التقارير
right-settings-write = الإعدادات والشحن
right-payments-settings = إعدادات الدفع
right-team-write = الفريق والصلاحيات
right-import-run = الاستيراد
right-audit-read = سجل الإجراءات
right-jobs-act = المهام وصحة المتجر
scope-own-stores = في فروعه
scope-customers-of-orders = في الطلبات
scope-texts-and-pictures = نصوص وصور
scope-own-acts = إجراءاته فقط

## Joining the team

invitation = الانضمام إلى الفريق
invitation-lead = اختر كلمة مرور، ثم اربط تطبيق المصادقة واكتب الرمز الذي يعرضه.
staff-password-rules = استخدم 12 حرفًا على الأقل، وتجنّب كلمات المرور الشائعة.
# $secret is typed into the authenticator app.
invitation-secret = أضف هذا المفتاح إلى تطبيق المصادقة: { $secret }
invitation-phone = على هاتفك؟
invitation-app = فتح تطبيق المصادقة
invitation-join = انضمام
invitation-code-wrong = الرمز غير صحيح. اكتب الرمز الذي يعرضه التطبيق الآن.
invitation-ended = انتهت هذه الدعوة أو استُعملت من قبل. اطلب دعوة جديدة من مالك المتجر.
