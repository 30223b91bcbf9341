// Written by scripts/messages.mjs from messages/ar/*.ftl. Do not edit.

import { apart, show } from "../../ui/text-parts";

export const title = () => "لوحة المتجر";
export const daily = () => "العمل اليومي";
export const home = () => "الرئيسية";
export const orders = () => "الطلبات";
export const goods = () => "البضاعة";
export const customers = () => "العملاء";
export const content = () => "المحتوى";
export const growth = () => "النمو";
export const shop = () => "المتجر";
export const scan = () => "مسح";
export const more = () => "المزيد";
export const quick = () => "تنقّل سريع";
export const menu = () => "قائمة اللوحة";
export const openMenu = () => "فتح قائمة اللوحة";
export const viewShop = () => "عرض المتجر";
export const signedIn = (a: { name: string; role: string }) => apart(show(a.name)) + "، " + apart(show(a.role));
export const closeMenu = () => "إغلاق القائمة";
export const copyTitle = () => "هذه نسخة مستعادة من المتجر";
export const copyText = () => "لا تتصل هذه النسخة بمزوّد الدفع، ولا ترسل بريدًا ولا إشعارات، ولا تنفّذ أعمالًا في الخلفية. ما تغيّره هنا لا يصل إلى المتجر.";
