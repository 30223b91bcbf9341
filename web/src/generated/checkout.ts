// Written from Rust (crates/checkout). Do not edit.
import type { AccountFrame, AccountNotice, FieldView, FormView } from "./accounts";
import type { CouponView, TaxView } from "./cart";
import type { PictureView } from "./catalog";
import type { PaymentFormView, SavedMethodView } from "./payments";

/**
 * Drawn by `web/src/checkout/AddPaymentMethodPage.tsx`.
 */
export type AddPaymentMethodPageView = { frame: AccountFrame, action: string, hidden: Array<[string, string]>, faults: Array<FaultView>, payment: PaymentFormView, methodsUrl: string, };

export type AttemptRow = { key: string, state: string, amount: string, method: string, reference: string, date: string, };

export type AttributionField = { name: string, value: string, };

export type CheckoutFormView = { action: string,
/**
 * The nonce, the order's one-time key, and what the page showed the shopper.
 */
hidden: Array<[string, string]>, faults: Array<FaultView>,
/**
 * Where a guest who has an account signs in. None for a customer.
 */
loginUrl: string | null, fields: Array<FieldView>,
/**
 * A guest may ask for an account; whether the box is ticked.
 */
createAccount: boolean | null, payment: PaymentFormView, notes: string, termsUrl: string, isTermsTicked: boolean, summary: SummaryView,
/**
 * Names of the hidden inputs that say where the order came from; a script fills them in.
 */
attribution: Array<AttributionField>, express: ExpressView | null,
/**
 * Of call 32.
 */
tracksNonce: string,
/**
 * Milliseconds after which a notice about a coupon hides.
 */
notificationTime: number, };

/**
 * Drawn by `web/src/checkout/CheckoutPage.tsx`.
 */
export type CheckoutPageView = {
/**
 * None: there is nothing to buy.
 */
form: CheckoutFormView | null, cartUrl: string, shopUrl: string, };

/**
 * Paying with what the browser keeps, where it offers that.
 */
export type ExpressView = {
/**
 * Names the means that the browser is asked for.
 */
methodUrl: string,
/**
 * The Store API's checkout, and its nonce.
 */
checkoutUrl: string, nonce: string, currency: string, };

export type ExtraView = { label: string, amount: string, isDiscount: boolean, };

/**
 * One thing that is wrong, and the field it is about.
 */
export type FaultView = { field: string | null, text: string, };

export type HistoryRow = { date: string, text: string,
/**
 * A key, a code of the provider or an amount.
 */
detail: string,
/**
 * Who of the shop did it; empty: nobody had to.
 */
actor: string, };

export type MethodRow = { method: SavedMethodView, delete: FormView,
/**
 * None for the one that is the default already.
 */
makeDefault: FormView | null, };

/**
 * Drawn by `web/src/checkout/OrderConfirmationPage.tsx`.
 */
export type OrderConfirmationPageView = { kind: ReceivedKind, order: OrderView, greeting: string,
/**
 * What is said below the title where the order is not simply paid.
 */
hint: string | null, payUrl: string | null, shopUrl: string,
/**
 * The page itself, to be loaded again.
 */
ownUrl: string,
/**
 * With the number, what asks for the order's status.
 */
orderKey: string,
/**
 * When it was placed, written out.
 */
placed: string, };

export type OrderLineView = { name: string, detail: string | null, quantity: string, total: string, url: string | null, picture: PictureView | null, parts: Array<string>, };

/**
 * Drawn by `web/src/checkout/OrderPage.tsx`: one of a customer's own orders.
 */
export type OrderPageView = { frame: AccountFrame, order: OrderView, payUrl: string | null, };

/**
 * Drawn by `web/src/checkout/OrderPayPage.tsx`: the review form of an order that is not paid yet.
 */
export type OrderPayPageView = { order: OrderView, action: string, hidden: Array<[string, string]>, faults: Array<FaultView>, payment: PaymentFormView, termsUrl: string, };

/**
 * What `update_order_review` answers.
 */
export type OrderReviewAnswer = { result: OrderReviewResult,
/**
 * There is nothing left to buy: the page is to be loaded anew.
 */
reload: boolean, messages: string,
/**
 * The summary is among them, as the props of its region.
 */
fragments: { [key in string]: string }, };

export type OrderReviewResult = "success" | "failure";

export type OrderRow = { number: string, date: string, state: StateView, total: string, pieces: string, url: string, payUrl: string | null, };

export type OrderState = "pending" | "on_hold" | "processing" | "shipped" | "delivered" | "completed" | "cancelled" | "refunded" | "failed" | "unfulfillable";

/**
 * What `order_status` answers.
 */
export type OrderStatusAnswer = { kind: ReceivedKind, };

/**
 * An order as anybody who may see it sees it.
 */
export type OrderView = { number: string, date: string, state: StateView, lines: Array<OrderLineView>, subtotal: string,
/**
 * Label and amount each: coupons, shipping, taxes, in this order.
 */
extras: Array<ExtraView>, total: string, refunded: string | null,
/**
 * «بطاقة تنتهي بـ 4242»; none while nothing was paid.
 */
method: string | null, address: Array<string>, phone: string, email: string, notes: string, };

/**
 * Drawn by `web/src/checkout/OrdersPage.tsx`: a customer's own orders.
 */
export type OrdersPageView = { frame: AccountFrame, orders: Array<OrderRow>, nextUrl: string | null, shopUrl: string, };

/**
 * Drawn by `web/src/checkout/PaymentMethodsPage.tsx`.
 */
export type PaymentMethodsPageView = { frame: AccountFrame, methods: Array<MethodRow>, addUrl: string, };

/**
 * What has become of an order, as its buyer is told right after placing it.
 */
export type ReceivedKind = "paid" | "waiting" | "confirming" | "unpaid" | "cancelled" | "refunded";

/**
 * Drawn by `web/src/checkout/StaffOrderPage.tsx`.
 */
export type StaffOrderPageView = { order: OrderView, notice: AccountNotice | null,
/**
 * To the states that may follow; none when none may.
 */
change: FormView | null, refund: FormView | null, attempts: Array<AttemptRow>, history: Array<HistoryRow>, attribution: Array<[string, string]>, ordersUrl: string, };

export type StaffOrderRow = { number: string, date: string, customer: string, state: StateView, total: string, url: string, };

/**
 * Drawn by `web/src/checkout/StaffOrdersPage.tsx`.
 */
export type StaffOrdersPageView = { action: string, search: string, states: Array<StateChoice>, orders: Array<StaffOrderRow>, nextUrl: string | null, export: FormView, homeUrl: string, };

export type StateChoice = { value: string, label: string, isChosen: boolean, };

export type StateView = { name: OrderState, label: string, };

/**
 * What the Store API's checkout answers when the order was placed.
 */
export type StoreCheckoutAnswer = { order_id: number, status: OrderState, order_key: string, payment_result: StorePaymentResult, };

/**
 * What the Store API's checkout answers when no order was placed.
 */
export type StoreCheckoutRefusal = { code: string, message: string, data: StoreRefusalData, };

export type StorePaymentResult = { payment_status: StorePaymentStatus,
/**
 * The page to open next.
 */
redirect_url: string, };

export type StorePaymentStatus = "success" | "pending";

export type StoreRefusalData = { status: number, };

export type SummaryLine = { key: string, name: string, detail: string | null, quantity: string, total: string, picture: PictureView | null, parts: Array<string>, warning: string | null, };

export type SummaryShipping = { id: string, title: string,
/**
 * Written out; none: free of charge.
 */
cost: string | null,
/**
 * As a decimal number, for the browser's payment sheet.
 */
amount: string, isChosen: boolean, };

/**
 * What is bought and what it comes to. Rendered by `web/src/checkout/OrderSummary.tsx`, inside the checkout's island,
 * which receives it again when the cart or the place changes.
 */
export type SummaryView = { lines: Array<SummaryLine>, subtotal: string, coupons: Array<CouponView>, shipping: Array<SummaryShipping>, taxes: Array<TaxView>, total: string,
/**
 * The total as a decimal number, for the browser's payment sheet.
 */
totalAmount: string,
/**
 * The total in cents, as a form posts it back: what the shopper agreed to.
 */
totalMinor: string, count: number, };
