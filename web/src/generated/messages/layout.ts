// Written by scripts/messages.mjs from messages/ar/*.ftl. Do not edit.

import { apart, choose, show } from "../../ui/text-parts";

export const notice = () => "إعلان المتجر";
export const comingSoon = () => "قريبًا في المتجر";
export const dismiss = () => "إخفاء";
export const skip = () => "انتقل إلى المحتوى";
export const menu = () => "القائمة";
export const submenu = (a: { name: string }) => "القائمة الفرعية: " + apart(show(a.name));
export const aboutItem = (a: { name: string }) => "عن " + apart(show(a.name));
export const sections = () => "الأقسام";
export const account = () => "حسابي";
export const home = () => "الرئيسية";
export const homeOf = (a: { shop: string }) => apart(show(a.shop)) + "، الصفحة الرئيسية";
export const searchLabel = () => "بحث في المتجر";
export const searchPlaceholder = () => "اكتب كلمة البحث هنا…";
export const searchSubmit = () => "بحث";
export const searchOpen = () => "فتح البحث";
export const searchClose = () => "إغلاق البحث";
export const searchRecent = () => "بحثت عنه مؤخرًا";
export const searchPopular = () => "الأكثر بحثًا";
export const searchForgetAll = () => "مسح الكل";
export const searchForget = (a: { word: string }) => "إزالة «" + apart(show(a.word)) + "» مما بحثت عنه";
export const suggestions = () => "اقتراحات البحث";
export const suggestedProducts = () => "منتجات";
export const suggestedCategories = () => "أقسام";
export const suggestAll = () => "عرض كل النتائج";
export const suggestNone = (a: { query: string }) => "لا توجد نتائج للبحث عن «" + apart(show(a.query)) + "»";
export const suggestCorrected = (a: { word: string }) => "عرضنا نتائج «" + apart(show(a.word)) + "».";
export const resultCount = (a: { count: number }) => choose(a.count, { zero: () => "لا نتائج.", one: () => "نتيجة واحدة.", two: () => "نتيجتان.", few: () => apart(show(a.count)) + " نتائج.", other: () => apart(show(a.count)) + " نتيجة." }, "other");
export const moreLinks = () => "روابط أخرى";
export const phone = () => "رقم الهاتف";
export const email = () => "البريد الإلكتروني";
export const whatsapp = () => "واتساب";
export const hours = () => "ساعات العمل";
export const cards = () => "البطاقات المقبولة";
export const newWindow = () => "(يُفتح في نافذة جديدة)";
export const rights = (a: { year: string; shop: string }) => "© " + apart(show(a.year)) + " " + apart(show(a.shop)) + ". جميع الحقوق محفوظة.";
