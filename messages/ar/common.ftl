# Texts of all capabilities: buttons, states, labels for screen readers.

## Buttons

show-all = عرض الكل
updating = جارٍ التحديث…
save = حفظ
save-changes = حفظ التغييرات

## States

loading = جارٍ التحميل…
optional = (اختياري)
too-many = محاولات كثيرة في وقت قصير. انتظر قليلًا ثم حاول مرة أخرى.
expired = انتهت صلاحية هذه الصفحة. حدّثها ثم حاول مرة أخرى.
offline = تعذّر الاتصال. تحقّق من الشبكة وحاول مرة أخرى.

## For screen readers

# An average or a rating: «4.8 من 5 نجوم».
stars = { $rating } من 5 نجوم
breadcrumbs = مسار التنقل
prev-slide = الشريحة السابقة
next-slide = الشريحة التالية
quantity = الكمية
quantity-up = زيادة الكمية
quantity-down = إنقاص الكمية
# $name is a product's name.
quantity-of = كمية المنتج «{ $name }»
remove = إزالة

## Plots

# The text alternative of a plot: the same figures.
plot-table = الأرقام في جدول
plot-empty = لا أرقام بعد في هذه المدة.
plot-total = المجموع: { $total }
