# Changes of a product that are not published yet: saved, compared, previewed and scheduled.

title = مسودة تغييرات
save = حفظ كمسودة
open = مقارنة المسودة ونشرها
# $name is a member of staff, $when the time.
saved-by = توجد مسودة لم تُنشر · { $name }، { $when }
scheduled = تُنشر المسودة { $when }
product = صفحة المنتج
edit = متابعة التحرير
preview = معاينة في المتجر
preview-hint = تعمل المعاينة ساعة واحدة، للفريق وحده.
preview-band = معاينة المسودة: هكذا تظهر الصفحة بعد النشر.
compare = ما سيتغيّر
field = الحقل
published = المنشور
draft = المسودة
no-fields = لا فرق بين المسودة والمنشور.
publish = نشر الآن
schedule = نشر في موعد
schedule-at = موعد النشر
schedule-hint = بتوقيت المتجر.
unschedule = إلغاء الموعد
discard = حذف المسودة
discarded = حُذفت المسودة.
gone = لا مسودة لهذا المنتج: نُشرت أو حُذفت.
stored = حُفظت المسودة. لا يراها المتسوّق حتى تُنشر.
is-scheduled = حُدّد موعد النشر.
is-unscheduled = أُلغي موعد النشر.
past = اختر موعدًا لم يمضِ.
changed = غيّر عضو آخر المسودة قبل قليل. راجعها ثم أعد المحاولة.
clash = تغيّرت الحقول نفسها في المنتج بعد المسودة. راجع المقارنة ثم احفظ المسودة من جديد.
invalid = في المسودة قيم لا تُقبل. صحّحها في صفحة التحرير.
refused-changed = لم تُنشر المسودة في موعدها: تغيّر المنتج بعد تحديد الموعد.
refused-rights = لم تُنشر المسودة في موعدها: من حدّد الموعد لم تعد له صلاحية نشرها.
refused-refused = لم تُنشر المسودة في موعدها: فيها قيم لا تُقبل.
