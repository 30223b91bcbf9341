// Written by scripts/messages.mjs from messages/ar/*.ftl. Do not edit.

import { apart, show } from "../../ui/text-parts";

export const staffTitle = () => "القوائم والإعلانات";
export const menus = () => "القوائم";
export const notices = () => "الإعلانات";
export const menuMain = () => "القائمة الرئيسية";
export const menuMobile = () => "قائمة الجوال";
export const menuService = () => "روابط الخدمة في الجوال";
export const menuFooter = () => "قائمة التذييل";
export const noticeStore = () => "إعلان المتجر";
export const noticeComingSoon = () => "شريط «قريبًا»";
export const hintMain = () => "عنصر في كل سطر: الاسم | العنوان | الشرح (اختياري). ابدأ السطر بعلامة - لعنصر في القائمة الفرعية، وبعلامة ! لعنصر بارز. القائمة الفارغة تُبنى من الأقسام.";
export const hintMobile = () => "تُكتب مثل القائمة الرئيسية. القائمة الفارغة تعرض القائمة الرئيسية.";
export const hintService = () => "صفوف تحت قائمة الجوال: الاسم | العنوان. القائمة الفارغة لا تُعرض.";
export const hintFooter = () => "العنصر الذي تليه عناصر فرعية عمود، وغيره رابط في آخر الصفحة، ويظهر في صفحات الدفع أيضًا. القائمة الفارغة تُبنى من الأقسام.";
export const hintNotice = () => "حتى 300 حرف. النص الفارغ يُخفي الإعلان.";
export const text = () => "النص";
export const validFrom = () => "يبدأ في (بتوقيت المتجر)";
export const validFromHint = () => "اتركه فارغًا ليبدأ الآن.";
export const save = () => "حفظ";
export const scheduled = () => "تغييرات قادمة";
export const cancel = () => "إلغاء التغيير";
export const saved = () => "حُفظ التغيير، وهو ظاهر الآن.";
export const scheduledSaved = () => "حُفظ التغيير، ويظهر في موعده.";
export const cancelled = () => "أُلغي التغيير.";
export const notChanged = () => "لم يتغيّر شيء: بدأ هذا التغيير أو أُلغي من قبل.";
export const noLabel = (a: { line: string }) => "السطر " + apart(show(a.line)) + ": اكتب اسم العنصر.";
export const badAddress = (a: { line: string }) => "السطر " + apart(show(a.line)) + ": العنوان يبدأ بـ ‎/ar/‎ أو ‎https://‎.";
export const noParent = (a: { line: string }) => "السطر " + apart(show(a.line)) + ": العنصر الفرعي يأتي بعد عنصر رئيسي.";
export const tooMany = (a: { line: string }) => "السطر " + apart(show(a.line)) + ": عدد العناصر أكبر من المسموح.";
export const badTime = () => "اكتب تاريخًا ووقتًا صحيحين.";
