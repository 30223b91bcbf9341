# The layout of the admin's pages.

title = لوحة المتجر
daily = العمل اليومي
home = الرئيسية
orders = الطلبات
goods = البضاعة
customers = العملاء
content = المحتوى
growth = النمو
shop = المتجر
scan = مسح
more = المزيد
quick = تنقّل سريع
menu = قائمة اللوحة
open-menu = فتح قائمة اللوحة
view-shop = عرض المتجر
signed-in = { $name }، { $role }
close-menu = إغلاق القائمة
