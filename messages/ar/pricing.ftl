# Prices. The labels of the two prices are for screen readers, which do not announce del and ins.

before-sale = السعر قبل التخفيض:
after-sale = السعر بعد التخفيض:
from = ابتداءً من
# For screen readers, instead of the currency's sign.
currency = دولار أمريكي
currency-sar = ريال سعودي
currency-aed = درهم إماراتي
currency-egp = جنيه مصري
currency-jod = دينار أردني
currency-kwd = دينار كويتي
currency-bhd = دينار بحريني
currency-omr = ريال عُماني
# Before the percentage, which is a separate element so that its sign stays on the right side.
sale-badge = خصم

# The remaining time of a sale. {countdown_timer} is the placeholder of the timer.
countdown-message = ينتهي العرض خلال {"{countdown_timer}"}
countdown-upcoming-message = يبدأ العرض خلال {"{countdown_timer}"}
countdown-label = الوقت المتبقي
# Without script: the end time follows.
countdown-until = حتى
# $total is the offered quantity.
sold-of = { PLURAL($count) ->
    [zero] لم تُبع قطعة بعد من أصل { $total }
    [one] بيعت قطعة واحدة من أصل { $total }
    [two] بيعت قطعتان من أصل { $total }
    [few] بيعت { $count } قطع من أصل { $total }
    [many] بيعت { $count } قطعة من أصل { $total }
   *[other] بيعت { $count } قطعة من أصل { $total }
}
# Below a number that is a separate element: «02» over «ساعتان» would be redundant.
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
# For screen readers; without seconds.
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

# Quantity discounts.
table-caption = كلما زادت الكمية قلّ السعر
table-quantity = الكمية
table-discount = الخصم
table-price = سعر القطعة
table-none = بلا خصم
table-range = من { $from } إلى { $to }
table-exactly = { $from }
table-more = { $from } فأكثر
discount-settings = إعدادات الخصم
