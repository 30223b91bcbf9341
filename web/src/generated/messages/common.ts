// Written by scripts/messages.mjs from messages/ar/*.ftl. Do not edit.

import { apart, show } from "../../ui/text-parts";

export const showAll = () => "عرض الكل";
export const updating = () => "جارٍ التحديث…";
export const save = () => "حفظ";
export const saveChanges = () => "حفظ التغييرات";
export const loading = () => "جارٍ التحميل…";
export const optional = () => "(اختياري)";
export const tooMany = () => "محاولات كثيرة في وقت قصير. انتظر قليلًا ثم حاول مرة أخرى.";
export const expired = () => "انتهت صلاحية هذه الصفحة. حدّثها ثم حاول مرة أخرى.";
export const offline = () => "تعذّر الاتصال. تحقّق من الشبكة وحاول مرة أخرى.";
export const stars = (a: { rating: string }) => apart(show(a.rating)) + " من 5 نجوم";
export const breadcrumbs = () => "مسار التنقل";
export const prevSlide = () => "الشريحة السابقة";
export const nextSlide = () => "الشريحة التالية";
export const quantity = () => "الكمية";
export const quantityUp = () => "زيادة الكمية";
export const quantityDown = () => "إنقاص الكمية";
export const quantityOf = (a: { name: string }) => "كمية المنتج «" + apart(show(a.name)) + "»";
export const remove = () => "إزالة";
export const plotTable = () => "الأرقام في جدول";
export const plotEmpty = () => "لا أرقام بعد في هذه المدة.";
export const plotTotal = (a: { total: string }) => "المجموع: " + apart(show(a.total));
