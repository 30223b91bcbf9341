# The days on which an order arrives.

arrives-on = يصلك { $day }
arrives-between = يصلك بين { $first } و{ $last }
ready-on = جاهز للاستلام { $day }
not-served = لا نشحن إلى هذه المدينة بعد
unknown = متى يصلك؟
to = إلى { $place }
change = تغيير
choose-city = اختر مدينتك
title = متى يصلك طلبك؟
lead = اختر الدولة واكتب مدينتك لترى موعد الوصول بكل طريقة شحن.
by-method = المواعيد بطرق الشحن
show = عرض الموعد
close = إغلاق
failed = تعذّر حساب الموعد. حاول مرة أخرى.
expected = موعد الوصول
