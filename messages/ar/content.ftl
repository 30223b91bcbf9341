# Error pages.

not-found = لم نجد هذه الصفحة
not-found-hint = ربما نُقلت الصفحة أو حُذفت. ابحث في المتجر أو عُد إلى الصفحة الرئيسية.
error = حدث خطأ لدينا
# $reference is a Latin code that the shopper may quote to the shop.
reference = رقم المرجع: { $reference }
refused = ليست لديك صلاحية فتح هذه الصفحة.
too-many = محاولات كثيرة في وقت قصير. انتظر قليلًا ثم حاول مرة أخرى.
expired = انتهت صلاحية هذه الصفحة. حدّثها ثم حاول مرة أخرى.
busy = المتجر متوقف مؤقتًا
busy-hint = نعمل على إعادته. حاول مرة أخرى بعد قليل.
home = الصفحة الرئيسية
all-products = كل المنتجات
