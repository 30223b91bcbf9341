// Written by scripts/messages.mjs from messages/ar/*.ftl. Do not edit.

export const refusedType = () => "خطأ: أنواع الملفات المقبولة هي PNG وJPG وJPEG وGIF وMP4 وMPEG وOGG وWEBM وMOV وAVI.";
export const refusedSize = () => "لا يمكن رفع الملف لأن حجمه يتجاوز 25 ميغابايت.";
export const refusedTooMany = () => "خطأ: عدد الملفات أكثر من المسموح به. يمكنك رفع 5 ملفات على الأكثر.";
export const refusedBroken = () => "تعذّرت قراءة الملف. اختر ملفًا آخر.";
export const refusedTooLargePicture = () => "أبعاد الصورة أكبر من المسموح به. اختر صورة أصغر.";
export const refusedTooManyFrames = () => "الصورة المتحركة أطول من المسموح به. اختر صورة أخرى.";
export const refusedTooLongVideo = () => "مدة مقطع الفيديو أطول من دقيقتين. اختر مقطعًا أقصر.";
export const refusedTooLargeVideo = () => "أبعاد مقطع الفيديو أكبر من المسموح به. اختر مقطعًا آخر.";
export const refusedTooManyTracks = () => "في مقطع الفيديو أكثر من مسار للصورة أو للصوت. اختر مقطعًا آخر.";
export const refusedTooHeavy = () => "تعذّرت معالجة الملف. اختر ملفًا أصغر.";
export const refusedVideoUnsupported = () => "لا نستقبل مقاطع الفيديو حاليًا. اختر صورة.";
export const refusedInfected = () => "في الملف برنامج ضار. اختر ملفًا آخر.";
export const uploadsUnavailable = () => "تعذّر رفع الملفات حاليًا. حاول مرة أخرى لاحقًا.";
