// Written by scripts/messages.mjs from messages/ar/*.ftl. Do not edit.

import { apart, choose, show } from "../../ui/text-parts";

export const beforeSale = () => "السعر قبل التخفيض:";
export const afterSale = () => "السعر بعد التخفيض:";
export const from = () => "ابتداءً من";
export const currency = () => "دولار أمريكي";
export const currencySar = () => "ريال سعودي";
export const currencyAed = () => "درهم إماراتي";
export const currencyEgp = () => "جنيه مصري";
export const currencyJod = () => "دينار أردني";
export const currencyKwd = () => "دينار كويتي";
export const currencyBhd = () => "دينار بحريني";
export const currencyOmr = () => "ريال عُماني";
export const saleBadge = () => "خصم";
export const countdownMessage = () => "ينتهي العرض خلال " + apart("{countdown_timer}");
export const countdownUpcomingMessage = () => "يبدأ العرض خلال " + apart("{countdown_timer}");
export const countdownLabel = () => "الوقت المتبقي";
export const countdownUntil = () => "حتى";
export const soldOf = (a: { count: number; total: string }) => choose(a.count, { zero: () => "لم تُبع قطعة بعد من أصل " + apart(show(a.total)), one: () => "بيعت قطعة واحدة من أصل " + apart(show(a.total)), two: () => "بيعت قطعتان من أصل " + apart(show(a.total)), few: () => "بيعت " + apart(show(a.count)) + " قطع من أصل " + apart(show(a.total)), other: () => "بيعت " + apart(show(a.count)) + " قطعة من أصل " + apart(show(a.total)) }, "other");
export const countdownDays = (a: { count: number }) => choose(a.count, { few: () => "أيام", many: () => "يومًا", other: () => "يوم" }, "other");
export const countdownHours = (a: { count: number }) => choose(a.count, { few: () => "ساعات", other: () => "ساعة" }, "other");
export const countdownMinutes = (a: { count: number }) => choose(a.count, { few: () => "دقائق", other: () => "دقيقة" }, "other");
export const countdownSeconds = (a: { count: number }) => choose(a.count, { few: () => "ثوانٍ", other: () => "ثانية" }, "other");
export const dayCount = (a: { count: number }) => choose(a.count, { zero: () => "أقل من يوم", one: () => "يوم واحد", two: () => "يومان", few: () => apart(show(a.count)) + " أيام", many: () => apart(show(a.count)) + " يومًا", other: () => apart(show(a.count)) + " يوم" }, "other");
export const hourCount = (a: { count: number }) => choose(a.count, { zero: () => "أقل من ساعة", one: () => "ساعة واحدة", two: () => "ساعتان", few: () => apart(show(a.count)) + " ساعات", other: () => apart(show(a.count)) + " ساعة" }, "other");
export const minuteCount = (a: { count: number }) => choose(a.count, { zero: () => "أقل من دقيقة", one: () => "دقيقة واحدة", two: () => "دقيقتان", few: () => apart(show(a.count)) + " دقائق", other: () => apart(show(a.count)) + " دقيقة" }, "other");
export const tableCaption = () => "كلما زادت الكمية قلّ السعر";
export const tableQuantity = () => "الكمية";
export const tableDiscount = () => "الخصم";
export const tablePrice = () => "سعر القطعة";
export const tableNone = () => "بلا خصم";
export const tableRange = (a: { from: string; to: string }) => "من " + apart(show(a.from)) + " إلى " + apart(show(a.to));
export const tableExactly = (a: { from: string }) => show(a.from);
export const tableMore = (a: { from: string }) => apart(show(a.from)) + " فأكثر";
export const discountSettings = () => "إعدادات الخصم";
