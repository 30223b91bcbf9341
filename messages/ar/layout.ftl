# The frame around every page: header, navigation, search box, footer.

notice = إعلان المتجر
skip = انتقل إلى المحتوى
menu = القائمة
# First link of a submenu; $name is the section it opens.
show-all-of = عرض كل قسم «{ $name }»
sections = الأقسام
account = حسابي
home = الرئيسية
# $shop is the shop's name: the label of the logo's link.
home-of = { $shop }، الصفحة الرئيسية

search-label = بحث في المتجر
search-placeholder = اكتب كلمة البحث هنا…
search-submit = بحث

phone = رقم الهاتف
rights = © { $year } { $shop }. جميع الحقوق محفوظة.
