//! The texts of causes whose template was never edited.

use super::{Cause, Template};

const CART_BODY: &str = "{ PLURAL(items) ->
    [zero] سلتك ما زالت محفوظة.
    [one] في سلتك منتج واحد بانتظار إتمام الشراء: {products}.
    [two] في سلتك منتجان بانتظار إتمام الشراء: {products}.
    [few] في سلتك {items} منتجات بانتظار إتمام الشراء: {products}.
    [many] في سلتك {items} منتجًا بانتظار إتمام الشراء: {products}.
   *[other] في سلتك {items} منتج بانتظار إتمام الشراء: {products}.
}

يعيد الزر المنتجات إلى سلتك على أي جهاز، بأسعار المتجر الحالية وبحسب المتوفر منها.";

const PURCHASE_BODY: &str = "شكرًا لشرائك من {shop}. { PLURAL(items) ->
    [zero] نرجو أن يكون كل شيء كما تحب.
    [one] نرجو أن يكون المنتج في طلبك رقم {number} كما تحب: {products}.
    [two] نرجو أن يكون المنتجان في طلبك رقم {number} كما تحب: {products}.
    [few] نرجو أن تكون المنتجات الـ{items} في طلبك رقم {number} كما تحب: {products}.
    [many] نرجو أن تكون المنتجات الـ{items} في طلبك رقم {number} كما تحب: {products}.
   *[other] نرجو أن تكون المنتجات الـ{items} في طلبك رقم {number} كما تحب: {products}.
}

إذا احتجت إلى مساعدة فأجب عن هذه الرسالة.";

/// Returns the text that a new version starts from.
pub fn default_template(cause: Cause) -> Template {
    let (subject, body, button) = match cause {
        Cause::AbandonedCart => ("سلتك بانتظارك في {shop}", CART_BODY, "العودة إلى السلة"),
        Cause::AfterPurchase => ("شكرًا لطلبك رقم {number}", PURCHASE_BODY, "زيارة المتجر"),
        Cause::ReviewRequest => (
            "ما رأيك في طلبك رقم {number}؟",
            "وصلك «{product}». رأيك يساعد غيرك على الاختيار، وكتابته لا تأخذ إلا دقيقة.",
            "اكتب تقييمك",
        ),
        Cause::WinBack => (
            "اشتقنا إليك في {shop}",
            "مضى وقت على طلبك الأخير رقم {number}. في المتجر منتجات جديدة، وتسعدنا زيارتك.",
            "زيارة المتجر",
        ),
    };
    Template { subject: subject.to_owned(), body: body.to_owned(), button: button.to_owned() }
}
