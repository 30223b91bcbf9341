// Written by scripts/messages.mjs from messages/ar/*.ftl. Do not edit.

import { apart, show } from "../../ui/text-parts";

export const title = () => "مسودة تغييرات";
export const save = () => "حفظ كمسودة";
export const open = () => "مقارنة المسودة ونشرها";
export const savedBy = (a: { name: string; when: string }) => "توجد مسودة لم تُنشر · " + apart(show(a.name)) + "، " + apart(show(a.when));
export const scheduled = (a: { when: string }) => "تُنشر المسودة " + apart(show(a.when));
export const product = () => "صفحة المنتج";
export const edit = () => "متابعة التحرير";
export const preview = () => "معاينة في المتجر";
export const previewHint = () => "تعمل المعاينة ساعة واحدة، للفريق وحده.";
export const previewBand = () => "معاينة المسودة: هكذا تظهر الصفحة بعد النشر.";
export const compare = () => "ما سيتغيّر";
export const field = () => "الحقل";
export const published = () => "المنشور";
export const draft = () => "المسودة";
export const noFields = () => "لا فرق بين المسودة والمنشور.";
export const publish = () => "نشر الآن";
export const schedule = () => "نشر في موعد";
export const scheduleAt = () => "موعد النشر";
export const scheduleHint = () => "بتوقيت المتجر.";
export const unschedule = () => "إلغاء الموعد";
export const discard = () => "حذف المسودة";
export const discarded = () => "حُذفت المسودة.";
export const gone = () => "لا مسودة لهذا المنتج: نُشرت أو حُذفت.";
export const stored = () => "حُفظت المسودة. لا يراها المتسوّق حتى تُنشر.";
export const isScheduled = () => "حُدّد موعد النشر.";
export const isUnscheduled = () => "أُلغي موعد النشر.";
export const past = () => "اختر موعدًا لم يمضِ.";
export const changed = () => "غيّر عضو آخر المسودة قبل قليل. راجعها ثم أعد المحاولة.";
export const clash = () => "تغيّرت الحقول نفسها في المنتج بعد المسودة. راجع المقارنة ثم احفظ المسودة من جديد.";
export const invalid = () => "في المسودة قيم لا تُقبل. صحّحها في صفحة التحرير.";
export const refusedChanged = () => "لم تُنشر المسودة في موعدها: تغيّر المنتج بعد تحديد الموعد.";
export const refusedRights = () => "لم تُنشر المسودة في موعدها: من حدّد الموعد لم تعد له صلاحية نشرها.";
export const refusedRefused = () => "لم تُنشر المسودة في موعدها: فيها قيم لا تُقبل.";
