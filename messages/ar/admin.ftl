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
# Shown to staff on every page of a copy that was restored from a backup.
copy-title = هذه نسخة مستعادة من المتجر
copy-text = لا تتصل هذه النسخة بمزوّد الدفع، ولا ترسل بريدًا ولا إشعارات، ولا تنفّذ أعمالًا في الخلفية. ما تغيّره هنا لا يصل إلى المتجر.
