# Prices. The labels of the two prices are heard, not seen: del and ins are silent.

before-sale = السعر قبل التخفيض:
after-sale = السعر بعد التخفيض:
from = ابتداءً من
# Said instead of the sign $.
currency = دولار أمريكي
# Stands before the percentage, which is written apart so that its sign stays on its right side.
sale-badge = خصم

# The time left of a sale. {countdown_timer} is where the timer stands.
countdown-message = ينتهي العرض خلال {"{countdown_timer}"}
countdown-upcoming-message = يبدأ العرض خلال {"{countdown_timer}"}
countdown-label = الوقت المتبقي
# For those who see no timer: the moment follows.
countdown-until = حتى
countdown-sold = نسبة ما بيع
# Under a number that is drawn apart: «02» over «ساعتان» would say it twice.
countdown-days = { PLURAL($count) ->
    [zero] يوم
    [one] يوم
    [two] يوم
    [few] أيام
    [many] يومًا
   *[other] يوم
}
countdown-hours = { PLURAL($count) ->
    [zero] ساعة
    [one] ساعة
    [two] ساعة
    [few] ساعات
    [many] ساعة
   *[other] ساعة
}
countdown-minutes = { PLURAL($count) ->
    [zero] دقيقة
    [one] دقيقة
    [two] دقيقة
    [few] دقائق
    [many] دقيقة
   *[other] دقيقة
}
countdown-seconds = { PLURAL($count) ->
    [zero] ثانية
    [one] ثانية
    [two] ثانية
    [few] ثوانٍ
    [many] ثانية
   *[other] ثانية
}
# Read aloud; the seconds are left out.
day-count = { PLURAL($count) ->
    [zero] أقل من يوم
    [one] يوم واحد
    [two] يومان
    [few] { $count } أيام
    [many] { $count } يومًا
   *[other] { $count } يوم
}
hour-count = { PLURAL($count) ->
    [zero] أقل من ساعة
    [one] ساعة واحدة
    [two] ساعتان
    [few] { $count } ساعات
    [many] { $count } ساعة
   *[other] { $count } ساعة
}
minute-count = { PLURAL($count) ->
    [zero] أقل من دقيقة
    [one] دقيقة واحدة
    [two] دقيقتان
    [few] { $count } دقائق
    [many] { $count } دقيقة
   *[other] { $count } دقيقة
}

# What more pieces save.
table-caption = كلما زادت الكمية قلّ السعر
table-quantity = الكمية
table-discount = الخصم
table-price = سعر القطعة
table-none = بلا خصم
table-range = من { $from } إلى { $to }
table-exactly = { $from }
table-more = { $from } فأكثر
discount-settings = إعدادات الخصم
