# Sources of visits and orders: consent of visitors, and the staff's report.

## Consent

consent-line = نستخدم ملفات تعريف الارتباط لتشغيل المتجر، ولمعرفة مصدر الزيارات عند موافقتك.
consent-accept = قبول الكل
consent-reject = رفض غير الضروري
consent-title = خصوصية الزيارة
consent-label = الموافقة على ملفات تعريف الارتباط
consent-now-allowed = أنت توافق الآن على معرفة مصدر زيارتك.
consent-now-denied = لا نعرف الآن مصدر زيارتك.
consent-closed = لا يجمع هذا المتجر مصادر الزيارات.

## Types and sources of visits

type-utm = حملة
type-organic = محرك بحث
type-referral = موقع آخر
type-typein = كتابة العنوان
type-unknown = غير معروف
source-direct = مباشر

## Fields of an order, for staff

field-referrer = الموقع السابق
field-utm-campaign = الحملة
field-utm-medium = الوسيط
field-utm-content = محتوى الإعلان
field-utm-id = رقم الحملة
field-utm-term = كلمة البحث
field-utm-source-platform = منصة المصدر
field-utm-creative-format = شكل الإعلان
field-utm-marketing-tactic = أسلوب التسويق
field-session-entry = صفحة الدخول
field-session-start-time = بداية الزيارة
field-session-pages = صفحات الزيارة
field-session-count = عدد الزيارات
field-user-agent = المتصفح
check-differs = لا تطابق هذه الحقول ما حسبه المتجر: { $fields }

## Report

report-title = تقارير الزيارات والمبيعات
report-period = المدة
report-days =
    { PLURAL($count) ->
        [zero] آخر 0 يوم
        [one] آخر يوم
        [two] آخر يومين
        [few] آخر { $count } أيام
        [many] آخر { $count } يومًا
       *[other] آخر { $count } يوم
    }
report-funnel = من الزيارة إلى الشراء
report-visits = الزيارات
report-adds = الإضافات إلى السلة
report-checkouts = بدء إتمام الطلب
report-orders = الطلبات
report-paid = الطلبات المدفوعة
report-revenue = المبيعات
report-conversion = نسبة الشراء
report-day = اليوم
report-by-day = حسب اليوم
report-every-day = أرقام كل يوم
report-sources = حسب المصدر
report-source = المصدر
report-type = النوع
report-campaign = الحملة
report-empty = لا توجد زيارات أو طلبات في هذه المدة.
report-affiliates = حسب الشريك
report-affiliate = الشريك
report-affiliate-visits = زيارات عبر الشركاء
report-sales = المبيعات عبره
report-credits = عمولات الشركاء
report-export = تنزيل أرقام الشركاء (ملف CSV)
report-differs =
    { PLURAL($count) ->
        [zero] لا طلبات تختلف حقول مصدرها عمّا حسبه المتجر.
        [one] طلب واحد تختلف حقول مصدره عمّا حسبه المتجر.
        [two] طلبان تختلف حقول مصدرهما عمّا حسبه المتجر.
        [few] { $count } طلبات تختلف حقول مصدرها عمّا حسبه المتجر.
        [many] { $count } طلبًا تختلف حقول مصدرها عمّا حسبه المتجر.
       *[other] { $count } طلب تختلف حقول مصدرها عمّا حسبه المتجر.
    }
