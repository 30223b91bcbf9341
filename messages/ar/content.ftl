# Pages, posts, comments and error pages.

## Error pages

not-found = لم نجد هذه الصفحة
not-found-hint = ربما نُقلت الصفحة أو حُذفت. ابحث في المتجر أو عُد إلى الصفحة الرئيسية.
error = حدث خطأ لدينا
# $reference is a Latin code that the shopper may quote to the shop.
reference = رقم المرجع: { $reference }
refused = ليست لديك صلاحية فتح هذه الصفحة.
busy = المتجر متوقف مؤقتًا
busy-hint = نعمل على إعادته. حاول مرة أخرى بعد قليل.
home = الصفحة الرئيسية
all-products = كل المنتجات

## Pages and posts

# $date is written out.
updated = آخر تحديث: { $date }.
same-group = صفحات ذات صلة
# Info element of the vertical tabs; $title is the active one.
tab-info = أنت تقرأ: { $title }
# $author is a person's name.
written-by = بقلم { $author }
reading-time = { PLURAL($count) ->
    [zero] قراءة في أقل من دقيقة
    [one] قراءة في دقيقة واحدة
    [two] قراءة في دقيقتين
    [few] قراءة في { $count } دقائق
    [many] قراءة في { $count } دقيقة
   *[other] قراءة في { $count } دقيقة
}
preview-edit = العودة إلى التحرير
# Opens a picture of a gallery; $number counts from 1.
gallery-open = عرض الصورة { $number } من { $total }

## Blog

blog-categories = أقسام المدوّنة
blog-search = ابحث في المدوّنة
blog-search-apply = بحث
blog-search-clear = مسح البحث
blog-feed = خلاصة المدوّنة
blog-none = لا توجد مقالات بعد
blog-none-found = لا توجد نتائج للبحث عن «{ $query }»
blog-none-hint = جرّب كلمة أخرى أو تصفّح كل المقالات.
blog-all = كل المقالات

## Comments

comment-count = { PLURAL($count) ->
    [zero] لا تعليقات بعد
    [one] تعليق واحد
    [two] تعليقان
    [few] { $count } تعليقات
    [many] { $count } تعليقًا
   *[other] { $count } تعليق
}
comments-closed = أُغلق باب التعليقات على هذه المقالة.
comment-shop = المتجر
comment-pending = سيظهر تعليقك بعد التحقق منه.
comment-reply = ردّ
# For screen readers; $author is the writer of the comment.
comment-reply-to = ردّ على { $author }
comment-title = اترك تعليقًا
comment-title-reply = الردّ على { $author }
comment-cancel = إلغاء الردّ
comment-note = لن يُنشر بريدك الإلكتروني.
comment-text = التعليق
comment-name = الاسم
comment-email = البريد الإلكتروني
comment-submit = أرسل التعليق
comment-submit-reply = أرسل الردّ
comment-sending = جارٍ الإرسال…
comment-text-error = اكتب تعليقك.
comment-name-error = اكتب اسمك.
comment-email-error = أدخل بريدًا إلكترونيًا صالحًا.

## Staff

staff-none = لا شيء هنا بعد.
staff-name = العنوان
staff-state = الحالة
staff-date = التاريخ
staff-view = عرض الصفحة
# $title is the title of a page or post.
staff-edit-named = تحرير «{ $title }»
staff-next = التالي
staff-errors = راجع ما يلي قبل الحفظ:
staff-general = البيانات
staff-categories = الأقسام
staff-blocks = المحتوى
staff-blocks-none = لا محتوى بعد. أضف جزءًا من القائمة أدناه.
# $number counts from 1; $label is the kind of the block.
staff-block = { $number }. { $label }
staff-up = تقديم
staff-down = تأخير
staff-remove = إزالة
# For screen readers; $block is its heading.
staff-up-named = تقديم «{ $block }»
staff-down-named = تأخير «{ $block }»
staff-remove-named = إزالة «{ $block }»
staff-add = إضافة جزء
staff-save = حفظ المسودة
staff-publish = نشر الآن
staff-schedule = جدولة النشر
staff-schedule-at = موعد النشر (بتوقيت المتجر)
staff-hide = إخفاء من المتجر
staff-preview = معاينة المسودة
staff-public = عرض في المتجر
staff-publishing = النشر
staff-versions = النُّسخ
staff-version-actions = الإجراءات
staff-version-preview = معاينة
staff-unschedule = إلغاء الجدولة
staff-restore = استعادة كمسودة
staff-share = رابط للآخرين
# For screen readers; $title is the title of the version.
staff-share-named = رابط للآخرين لمعاينة «{ $title }»
staff-share-link = رابط المعاينة
conflict-base = قبل التعديلين
conflict-theirs = التعديل الآخر
conflict-mine = تعديلك
conflict-both = كلاهما، تعديلك أولًا
conflict-empty = فارغ
conflict-no-base = لم تعد هذه النسخة محفوظة.
# In front of the names of the fields that only the other person changed.
conflict-merged = أُخذ من التعديل الآخر:
conflict-none = لم يُعدّل الجزء نفسه مرتين، فاجتمع التعديلان.
conflict-continue = متابعة التحرير
conflict-leave = فتح النسخة المحفوظة دون تعديلك
staff-category-name = الاسم
staff-category-slug = المسار
staff-category-posts = { PLURAL($count) ->
    [zero] لا مقالات
    [one] مقالة واحدة
    [two] مقالتان
    [few] { $count } مقالات
    [many] { $count } مقالة
   *[other] { $count } مقالة
}
staff-category-new = قسم جديد
staff-save-row = حفظ
staff-delete = حذف
# For screen readers; $name is a category or an address.
staff-delete-named = حذف «{ $name }»
staff-redirect-from = العنوان القديم
staff-redirect-to = العنوان الجديد
staff-redirect-new = تحويل جديد
staff-redirects-none = لا تحويلات بعد.

## Server

blog = المدوّنة
all-posts = كل المقالات
# $query is what the visitor typed.
search-title = نتائج البحث عن «{ $query }»

comment-held = وصلنا تعليقك وسيظهر للجميع بعد مراجعته.
comment-refused-closed = لا نستقبل تعليقات هنا الآن.
comment-parent-gone = التعليق الذي تردّ عليه لم يعد موجودًا.
comment-text-missing = اكتب نص التعليق.
comment-text-too-long = التعليق أطول من اللازم. اختصره ثم أرسله.
comment-name-missing = اكتب اسمك.
comment-email-invalid = أدخل بريدًا إلكترونيًا صالحًا.
comment-captcha = تعذّر التحقق من أنك لست برنامجًا. حاول مرة أخرى.
comment-by-shop = من المتجر
comment-by-customer = عميل مسجّل

staff-title = الصفحات والمدوّنة
staff-pages = الصفحات
staff-posts = المقالات
staff-post-categories = أقسام المدوّنة
staff-redirects = تحويل العناوين
staff-comments = التعليقات
staff-new-page = صفحة جديدة
staff-new-post = مقالة جديدة
staff-edit-page = تحرير صفحة
staff-edit-post = تحرير مقالة

state-draft = مسودة
state-published = منشورة
state-published-draft = منشورة، ولها مسودة
state-published-scheduled = منشورة، ولها تعديل مجدول
state-scheduled = مجدولة
state-hidden = مخفية
state-past = سابقة

notice-saved = حُفظت التغييرات.
notice-published = نُشرت.
notice-scheduled = جُدولت، وستظهر في موعدها.
notice-hidden = أُخفيت عن الزوّار.
notice-restored = صارت النسخة مسودة.
notice-unscheduled = أُلغي الموعد، وصارت النسخة مسودة.
notice-deleted = حُذف.
notice-not-changed = لم يتغيّر شيء. ربما توجد مسودة أخرى أو بدأت النسخة.
notice-invalid = لم يُحفظ شيء. صحّح الحقول المبيّنة.
notice-shared = أُنشئ رابط المعاينة.
# $date is written out.
share-hint = يفتحه كل من يصله حتى { $date }، ويتوقف عند أول تعديل.
notice-conflict = حفظ شخص آخر هذه الصفحة بعد أن فتحتها. تعديلك كامل هنا ولم يُحفظ بعد: اختر ما يبقى من كل جزء، ثم احفظ.
conflict-title = تعديلان للصفحة نفسها
# $name is a member of staff.
conflict-by = التعديل الآخر: { $date } · { $name }
conflict-by-nobody = التعديل الآخر: { $date }
# $first and $last count from 1.
conflict-blocks = المحتوى، الأجزاء من { $first } إلى { $last }
conflict-block = المحتوى، الجزء { $first }

preview-draft = معاينة المسودة
# $date is written out.
preview-at = معاينة الصفحة في { $date }
# For people who got a link; $date is when the link ends.
preview-shared = معاينة قبل النشر، لا يراها زوّار المتجر. يعمل هذا الرابط حتى { $date }.

icon-chat = محادثة
icon-phone = هاتف
icon-mail = بريد
icon-truck = شحن
icon-gift = هدية
icon-pin = موقع

block-heading = عنوان فرعي
block-text = نص
block-picture = صورة
block-gallery = معرض صور
block-products = منتجات
block-reviews-grid = شبكة التقييمات
block-reviews-slider = شريط التقييمات
block-tabs = تبويبات عمودية
block-button = زرّ
block-contacts = طرق التواصل
block-form = نموذج
block-figures = أرقام
block-people = أشخاص

field-title = العنوان
field-slug = الرابط
field-lead = المقدّمة
field-hero = الصورة الرئيسة
field-group = المجموعة
field-author = الكاتب
field-comments = قبول التعليقات
field-level = المستوى
field-text = النص
field-html = النص
field-picture-name = اسم الصورة
field-picture-names = أسماء الصور
field-alt = النص البديل
field-caption = التعليق تحت الصورة
field-label = التسمية
field-skus = أرقام المنتجات (SKU)
field-category-path = قسم المنتجات
field-count = عدد المنتجات
field-tab-title = عنوان التبويب
field-tab-text = نص التبويب
field-figure-value = الرقم
field-figure-text = ما يدلّ عليه
field-person-name = الاسم
field-person-role = العمل
field-person-text = نبذة
field-url = الوجهة
field-primary = زرّ رئيس
field-form = النموذج
field-icon = الأيقونة
field-note = ملاحظة
field-detail = الرقم أو العنوان
field-missing = هذا الحقل مطلوب.
field-invalid = القيمة غير صالحة.

hint-slug = يُشتقّ من العنوان إذا تُرك فارغًا. يتغيّر فور الحفظ، ويقود الرابط القديم إلى الجديد.
hint-picture = اسم صورة في مكتبة المتجر.
hint-group = الصفحات التي لها المجموعة نفسها يربط بعضها ببعض، مثل السياسات.
hint-html = المسموح: الفقرات والعناوين والقوائم والجداول والروابط. يُحذف ما عدا ذلك عند الحفظ.
hint-lines = اسم في كل سطر.
hint-skus = رقم في كل سطر. إذا تُرك فارغًا عُرضت منتجات القسم.
hint-url = مسار في المتجر يبدأ بـ / أو رابط https.

slug-reserved = هذا الرابط لصفحة من صفحات المتجر. اختر غيره.
slug-taken = هذا الرابط لصفحة أخرى. اختر غيره.
url-invalid = الرابط غير مسموح. استخدم مسارًا في المتجر أو رابط https.
tabs-incomplete = لكل تبويب عنوان، ولا بدّ من تبويب واحد.
figures-incomplete = لكل رقم ما يدلّ عليه، ولا بدّ من رقم واحد.
contacts-incomplete = لكل طريقة عنوان وأيقونة، ولا بدّ من طريقة واحدة.
people-incomplete = لكل شخص اسم، ولا بدّ من شخص واحد.
too-many-blocks = عدد الأجزاء أكبر من اللازم.
time-invalid = اختر موعدًا في المستقبل.
# $name is what was typed.
picture-unknown = لا توجد صورة باسم «{ $name }».
