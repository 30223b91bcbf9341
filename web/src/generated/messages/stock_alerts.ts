// Written by scripts/messages.mjs from messages/ar/*.ftl. Do not edit.

import { apart, choose, show } from "../../ui/text-parts";

export const notifyShort = () => "أعلمني";
export const note = () => "رسالة واحدة عند توفره، ولا نستخدم بريدك لشيء آخر.";
export const email = () => "البريد الإلكتروني";
export const emailInvalid = () => "اكتب بريدًا إلكترونيًا صحيحًا، مثل name@example.com.";
export const to = (a: { email: string }) => "إلى " + apart(show(a.email));
export const waiting = () => "سنراسلك حين يتوفر";
export const waitingLead = (a: { email: string }) => "رسالة واحدة إلى " + apart(show(a.email)) + "، ثم نحذف بريدك من قائمة التنبيه.";
export const available = () => "هذا المنتج متوفر الآن.";
export const tooMany = () => "بلغت التنبيهات بهذا البريد حدّها. ألغِ بعضها أو حاول غدًا.";
export const failed = () => "تعذّر حفظ التنبيه. حاول مرة أخرى.";
export const showProduct = () => "صفحة المنتج";
export const cancel = () => "إلغاء التنبيه";
export const cancelled = () => "أُلغي التنبيه";
export const cancelledLead = () => "لن نراسلك عن هذا المنتج.";
export const about = (a: { name: string }) => "المنتج «" + apart(show(a.name)) + "»";
export const stop = () => "إيقاف تنبيهات التوفر";
export const stopLead = () => "نحذف كل تنبيه ينتظر بهذا البريد، ولا نقبل به تنبيهًا جديدًا إلا من حسابك.";
export const stopButton = () => "إيقاف التنبيهات";
export const stopped = () => "أوقفنا تنبيهات التوفر إلى هذا البريد.";
export const mailSubject = (a: { name: string }) => "توفر الآن: " + apart(show(a.name));
export const mailText = (a: { name: string }) => "المنتج «" + apart(show(a.name)) + "» متوفر الآن.";
export const mailLeft = (a: { count: number }) => choose(a.count, { zero: () => "نفدت القطع.", one: () => "لدينا قطعة واحدة.", two: () => "لدينا قطعتان.", few: () => "لدينا " + apart(show(a.count)) + " قطع.", other: () => "لدينا " + apart(show(a.count)) + " قطعة." }, "other");
export const mailButton = () => "عرض المنتج";
export const mailFirstCome = () => "لا نحجز القطع، فالأسبق إليها أولى بها.";
export const mailOnce = () => "وصلتك هذه الرسالة مرة واحدة لأن تنبيه التوفر طُلب بهذا البريد. حذفناه من القائمة.";
export const list = () => "تنبيهات التوفر";
