# The layout of every page: header, navigation, search box, footer.

notice = إعلان المتجر
coming-soon = قريبًا في المتجر
# Hides a notice for good.
dismiss = إخفاء
skip = انتقل إلى المحتوى
menu = القائمة
# The arrow of a submenu; $name is the item above it.
submenu = القائمة الفرعية: { $name }
# The button of an item's description; $name is the item.
about-item = عن { $name }
sections = الأقسام
account = حسابي
home = الرئيسية
# $shop is the shop's name: the label of the logo's link.
home-of = { $shop }، الصفحة الرئيسية

search-label = بحث في المتجر
search-placeholder = اكتب كلمة البحث هنا…
search-submit = بحث
# Of the panel on small screens.
search-open = فتح البحث
search-close = إغلاق البحث
# The empty search box.
search-recent = بحثت عنه مؤخرًا
search-popular = الأكثر بحثًا
search-forget-all = مسح الكل
search-forget = إزالة «{ $word }» مما بحثت عنه

## Suggestions of the search box

suggestions = اقتراحات البحث
suggested-products = منتجات
suggested-categories = أقسام
suggested-articles = من المدوّنة
suggest-all = عرض كل النتائج
suggest-none = لا توجد نتائج للبحث عن «{ $query }»
# $word is the corrected query.
suggest-corrected = عرضنا نتائج «{ $word }».
# For screen readers.
result-count = { PLURAL($count) ->
    [zero] لا نتائج.
    [one] نتيجة واحدة.
    [two] نتيجتان.
    [few] { $count } نتائج.
    [many] { $count } نتيجة.
   *[other] { $count } نتيجة.
}

# The form of the newsletter in the footer.
newsletter-email = البريد الإلكتروني
newsletter-submit = اشترك
newsletter-consent = نراسلك بعد أن تؤكّد بريدك. إلغاء الاشتراك بنقرة واحدة من أي رسالة.
# The row of links at the end of the footer.
more-links = روابط أخرى
phone = رقم الهاتف
email = البريد الإلكتروني
whatsapp = واتساب
hours = ساعات العمل
cards = البطاقات المقبولة
new-window = (يُفتح في نافذة جديدة)
rights = © { $year } { $shop }. جميع الحقوق محفوظة.
