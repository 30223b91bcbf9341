# Media: pictures and videos that visitors upload. Why a file was not accepted.

refused-type = خطأ: أنواع الملفات المقبولة هي PNG وJPG وJPEG وGIF وMP4 وMPEG وOGG وWEBM وMOV وAVI.
refused-size = لا يمكن رفع الملف لأن حجمه يتجاوز 25 ميغابايت.
refused-too-many = خطأ: عدد الملفات أكثر من المسموح به. يمكنك رفع 5 ملفات على الأكثر.
refused-broken = تعذّرت قراءة الملف. اختر ملفًا آخر.
refused-too-large-picture = أبعاد الصورة أكبر من المسموح به. اختر صورة أصغر.
refused-too-many-frames = الصورة المتحركة أطول من المسموح به. اختر صورة أخرى.
refused-too-long-video = مدة مقطع الفيديو أطول من دقيقتين. اختر مقطعًا أقصر.
refused-too-large-video = أبعاد مقطع الفيديو أكبر من المسموح به. اختر مقطعًا آخر.
refused-too-many-tracks = في مقطع الفيديو أكثر من مسار للصورة أو للصوت. اختر مقطعًا آخر.
refused-too-heavy = تعذّرت معالجة الملف. اختر ملفًا أصغر.
refused-video-unsupported = لا نستقبل مقاطع الفيديو حاليًا. اختر صورة.
refused-infected = في الملف برنامج ضار. اختر ملفًا آخر.
uploads-unavailable = تعذّر رفع الملفات حاليًا. حاول مرة أخرى لاحقًا.
