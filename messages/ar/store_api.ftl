# The Store API: messages of errors. Programs read the code next to them.

no-route = لا يوجد مسار يطابق هذا العنوان وطريقة الطلب.
# $names lists the parameters, separated by commas.
invalid-params = معاملات غير صالحة: { $names }
invalid-request = الطلب غير صالح.
missing-nonce = الطلب بلا رمز تحقق. أرسل الترويسة Nonce.
invalid-nonce = رمز التحقق غير صالح أو انتهت صلاحيته.
cross-site = الطلبات من مواقع أخرى غير مسموح بها.
forbidden = غير مسموح لك بهذا الطلب.
too-many = طلبات كثيرة في وقت قصير. أعد المحاولة لاحقًا.
key-reused = استُخدم مفتاح التكرار نفسه لطلب آخر.
too-large = الطلب أكبر من الحد المسموح.
timeout = انتهت مهلة الطلب.
unavailable = المتجر مشغول حاليًا. أعد المحاولة بعد قليل.
internal = حدث خطأ في المتجر.

## Parameters

param-integer = القيمة ليست عددًا صحيحًا.
# $min and $max are whole numbers.
param-range = القيمة خارج النطاق من { $min } إلى { $max }.
param-boolean = القيمة ليست true أو false.
# $values lists the allowed values.
param-one-of = القيمة ليست واحدة مما يلي: { $values }
param-date = القيمة ليست تاريخًا بصيغة ISO 8601.
param-price = القيمة ليست مبلغًا بالوحدات الصغرى.

## Buttons of products

add-to-cart = أضف إلى السلة
# $name is the name of the product.
add-to-cart-named = أضف «{ $name }» إلى السلة
select-options = حدد الخيارات
read-more = عرض المنتج

## Things that do not exist

product-missing = المنتج غير موجود.
category-missing = التصنيف غير موجود.
brand-missing = العلامة التجارية غير موجودة.
attribute-missing = السمة غير موجودة.

## Cart

invalid-json = نص الطلب ليس كائن JSON صالحًا.
param-text = القيمة ليست نصًا.
param-quantity = القيمة ليست كمية.
param-object = القيمة ليست كائنًا.
# $max is a whole number.
param-list = القيمة ليست قائمة من { $max } عناصر على الأكثر.
item-missing = هذا المنتج ليس في السلة.
coupon-missing = هذه القسيمة ليست في السلة.
no-cart = لا توجد سلة لهذه الجلسة.
no-extension = لا توجد إضافة بهذا الاسم.
rate-unknown = طريقة الشحن هذه غير متاحة لهذه السلة.
rate-items = المنتجات
shipment = الشحنة
country-unknown = لا نشحن إلى هذه الدولة.
one-address = نشحن إلى عنوان الفاتورة نفسه. أرسل عنوانًا واحدًا.
card-in-address = يبدو أن العنوان يحتوي على رقم بطاقة. احذفه.
order-missing = لا يوجد طلب بهذا الرقم والمفتاح.
