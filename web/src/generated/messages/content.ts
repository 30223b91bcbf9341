// Written by scripts/messages.mjs from messages/ar/*.ftl. Do not edit.

import { apart, show } from "../../ui/text-parts";

export const notFound = () => "لم نجد هذه الصفحة";
export const notFoundHint = () => "ربما نُقلت الصفحة أو حُذفت. ابحث في المتجر أو عُد إلى الصفحة الرئيسية.";
export const error = () => "حدث خطأ لدينا";
export const reference = (a: { reference: string }) => "رقم المرجع: " + apart(show(a.reference));
export const refused = () => "ليست لديك صلاحية فتح هذه الصفحة.";
export const tooMany = () => "محاولات كثيرة في وقت قصير. انتظر قليلًا ثم حاول مرة أخرى.";
export const expired = () => "انتهت صلاحية هذه الصفحة. حدّثها ثم حاول مرة أخرى.";
export const busy = () => "المتجر متوقف مؤقتًا";
export const busyHint = () => "نعمل على إعادته. حاول مرة أخرى بعد قليل.";
export const home = () => "الصفحة الرئيسية";
export const allProducts = () => "كل المنتجات";
