// Written by scripts/messages.mjs from messages/ar/*.ftl. Do not edit.

import { apart, choose, show } from "../../ui/text-parts";

export const title = () => "المفضّلة";
export const save = (a: { name: string }) => "حفظ المنتج «" + apart(show(a.name)) + "» في المفضّلة";
export const saved = () => "حُفظ المنتج في المفضّلة.";
export const removed = () => "أُزيل المنتج من المفضّلة.";
export const full = () => "المفضّلة ممتلئة. أزل منتجًا لحفظ غيره.";
export const failed = () => "تعذّر الحفظ. حاول مرة أخرى.";
export const count = (a: { count: number }) => choose(a.count, { zero: () => "لا منتجات", one: () => "منتج واحد", two: () => "منتجان", few: () => apart(show(a.count)) + " منتجات", many: () => apart(show(a.count)) + " منتجًا", other: () => apart(show(a.count)) + " منتج" }, "other");
export const empty = () => "المفضّلة فارغة";
export const emptyHint = () => "انقر القلب على أي منتج لحفظه هنا.";
export const browse = () => "تصفّح المنتجات";
export const onDevice = () => "محفوظة على هذا الجهاز. سجّل الدخول لتجدها على أجهزتك كلها.";
export const signIn = () => "تسجيل الدخول";
export const was = (a: { price: string }) => "كان " + apart(show(a.price)) + " يوم حفظته";
export const recent = () => "شاهدته مؤخرًا";
export const recentClear = () => "مسح السجلّ";
export const recentCleared = () => "مُسح السجلّ.";
