// Written by scripts/messages.mjs from messages/ar/*.ftl. Do not edit.

import { apart, choose, show } from "../../ui/text-parts";

export const title = () => "محتويات الحزمة";
export const add = () => "أضف الحزمة إلى السلة";
export const optional = () => "اختياري";
const choose_ = () => "اختر الخيار…";
export { choose_ as choose };
export const chooseNamed = (a: { name: string }) => "خيارات المنتج «" + apart(show(a.name)) + "»";
export const quantityNamed = (a: { name: string }) => "كمية المنتج «" + apart(show(a.name)) + "»";
export const unavailable = () => "غير متاح للشراء";
export const totalLabel = () => "سعر الحزمة:";
export const saved = (a: { amount: string }) => "(وفّرت " + apart(show(a.amount)) + ")";
export const selected = () => "العدد المختار:";
export const progress = () => "القطع المختارة";
export const pieces = (a: { count: number }) => choose(a.count, { zero: () => "0", one: () => "قطعة واحدة", two: () => "قطعتان", few: () => apart(show(a.count)) + " قطع", other: () => apart(show(a.count)) + " قطعة" }, "other");
export const between = (a: { max: number; min: string }) => choose(a.max, { few: () => "اختر من " + apart(show(a.min)) + " إلى " + apart(show(a.max)) + " قطع", other: () => "اختر من " + apart(show(a.min)) + " إلى " + apart(show(a.max)) + " قطعة" }, "other");
export const atLeast = (a: { min: number }) => choose(a.min, { one: () => "اختر قطعة واحدة على الأقل", two: () => "اختر قطعتين على الأقل", few: () => "اختر " + apart(show(a.min)) + " قطع على الأقل", other: () => "اختر " + apart(show(a.min)) + " قطعة على الأقل" }, "other");
export const atMost = (a: { max: number }) => choose(a.max, { one: () => "اختر قطعة واحدة على الأكثر", two: () => "اختر قطعتين على الأكثر", few: () => "اختر " + apart(show(a.max)) + " قطع على الأكثر", other: () => "اختر " + apart(show(a.max)) + " قطعة على الأكثر" }, "other");
export const amountAtLeast = (a: { amount: string }) => "الحد الأدنى للمبلغ " + apart(show(a.amount));
export const amountAtMost = (a: { amount: string }) => "الحد الأقصى للمبلغ " + apart(show(a.amount));
export const variationMissing = (a: { name: string }) => "اختر خيارًا متاحًا للشراء من المنتج «" + apart(show(a.name)) + "» قبل إضافة الحزمة إلى السلة.";
export const unpurchasable = (a: { name: string }) => "المنتج «" + apart(show(a.name)) + "» غير متاح للشراء. أزله قبل إضافة الحزمة إلى السلة.";
export const empty = () => "اختر منتجًا واحدًا على الأقل قبل إضافة الحزمة إلى السلة.";
export const minQty = (a: { min: number }) => choose(a.min, { one: () => "اختر قطعة واحدة على الأقل قبل إضافة الحزمة إلى السلة.", two: () => "اختر قطعتين على الأقل قبل إضافة الحزمة إلى السلة.", few: () => "اختر " + apart(show(a.min)) + " قطع على الأقل قبل إضافة الحزمة إلى السلة.", other: () => "اختر " + apart(show(a.min)) + " قطعة على الأقل قبل إضافة الحزمة إلى السلة." }, "other");
export const maxQty = (a: { max: number }) => choose(a.max, { one: () => "عذرًا، لا يمكن أن تزيد الكمية على قطعة واحدة. قلّلها قبل إضافة الحزمة إلى السلة.", two: () => "عذرًا، لا يمكن أن تزيد الكمية على قطعتين. قلّلها قبل إضافة الحزمة إلى السلة.", few: () => "عذرًا، لا يمكن أن تزيد الكمية على " + apart(show(a.max)) + " قطع. قلّلها قبل إضافة الحزمة إلى السلة.", other: () => "عذرًا، لا يمكن أن تزيد الكمية على " + apart(show(a.max)) + " قطعة. قلّلها قبل إضافة الحزمة إلى السلة." }, "other");
export const totalMin = (a: { min: string }) => "يجب ألّا يقلّ إجمالي الحزمة عن " + apart(show(a.min)) + ".";
export const totalMax = (a: { max: string }) => "يجب ألّا يزيد إجمالي الحزمة على " + apart(show(a.max)) + ".";
