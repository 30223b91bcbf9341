// Written by scripts/messages.mjs from messages/ar/*.ftl. Do not edit.

import { apart, show } from "../../ui/text-parts";

export const arrivesOn = (a: { day: string }) => "يصلك " + apart(show(a.day));
export const arrivesBetween = (a: { first: string; last: string }) => "يصلك بين " + apart(show(a.first)) + " و" + apart(show(a.last));
export const readyOn = (a: { day: string }) => "جاهز للاستلام " + apart(show(a.day));
export const notServed = () => "لا نشحن إلى هذه المدينة بعد";
export const unknown = () => "متى يصلك؟";
export const to = (a: { place: string }) => "إلى " + apart(show(a.place));
export const change = () => "تغيير";
export const chooseCity = () => "اختر مدينتك";
export const title = () => "متى يصلك طلبك؟";
export const lead = () => "اختر الدولة واكتب مدينتك لترى موعد الوصول بكل طريقة شحن.";
export const byMethod = () => "المواعيد بطرق الشحن";
const show_ = () => "عرض الموعد";
export { show_ as show };
export const close = () => "إغلاق";
export const failed = () => "تعذّر حساب الموعد. حاول مرة أخرى.";
export const expected = () => "موعد الوصول";
