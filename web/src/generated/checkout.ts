// Written from Rust (crates/checkout, crates/orders, crates/payments). Do not edit.
import type { AccountLayoutView, AccountNotice, FieldView, FormView } from "./accounts";
import type { CouponView, TaxView } from "./cart";
import type { PictureView } from "./catalog";
import type { LinkView, TagsView } from "./edge";
import type { BankAccountView, OfflineOfferView, PaymentFormView, SavedMethodView } from "./payments";

/**
 * Rendered by `web/src/checkout/AddPaymentMethodPage.tsx`.
 */
export type AddPaymentMethodPageView = { layout: AccountLayoutView, action: string, hidden: Array<[string, string]>, errors: Array<FormErrorView>, payment: PaymentFormView, methodsUrl: string, };

export type AttemptRow = { key: string, state: string, amount: string, method: string, reference: string, date: string, };

export type AttributionField = { name: string, value: string, };

/**
 * The second question before an order is cancelled.
 */
export type CancelView = { question: string,
/**
 * What happens to the money.
 */
text: string, form: FormView, };

export type CheckoutFormView = { action: string,
/**
 * The nonce and the form's idempotency key.
 */
hidden: Array<[string, string]>, errors: Array<FormErrorView>,
/**
 * Login URL for guests; `None` for a signed-in customer.
 */
loginUrl: string | null, fields: Array<FieldView>,
/**
 * Whether the "create account" box is ticked; `None` for a signed-in customer.
 */
createAccount: boolean | null, payment: PaymentFormView, notes: string, gift: GiftFormView, termsUrl: string, isTermsTicked: boolean, summary: SummaryView,
/**
 * Hidden inputs of order attribution; a script fills them in.
 */
attribution: Array<AttributionField>, express: ExpressView | null,
/**
 * Nonce of call 32.
 */
tracksNonce: string,
/**
 * Milliseconds after which a coupon notice is hidden.
 */
notificationTime: number, };

/**
 * Rendered by `web/src/checkout/CheckoutPage.tsx`.
 */
export type CheckoutPageView = {
/**
 * `None` if the cart is empty.
 */
form: CheckoutFormView | null, cartUrl: string, shopUrl: string, };

export type DeliverFormView = { action: string, hidden: Array<[string, string]>, today: string, firstDay: string, };

/**
 * Express checkout with the browser's Payment Request API.
 */
export type ExpressView = {
/**
 * Payment method URL for the Payment Request API.
 */
methodUrl: string,
/**
 * URL of the Store API's checkout; `nonce` is its nonce.
 */
checkoutUrl: string, nonce: string, currency: string, };

export type ExtraView = { label: string, amount: string, isDiscount: boolean, };

/**
 * A form error, with the field it belongs to.
 */
export type FormErrorView = { field: string | null, text: string, };

/**
 * What the buyer says about a gift.
 */
export type GiftFormView = { isGift: boolean, text: string, hidesPrices: boolean, maxLength: number, };

/**
 * What the staff who pack a gift need to know.
 */
export type GiftView = {
/**
 * The text of the card; may be empty.
 */
text: string, hidesPrices: boolean, };

export type HistoryRow = { date: string, text: string,
/**
 * An attempt key, a provider code or an amount.
 */
detail: string,
/**
 * The staff member; empty for automatic events.
 */
actor: string, };

export type MethodRow = { method: SavedMethodView, delete: FormView,
/**
 * `None` for the default method.
 */
makeDefault: FormView | null, };

/**
 * A line of which something is left to ship.
 */
export type OpenLineView = { position: string, name: string, open: string, };

/**
 * The buttons of an order's page; those that its state does not allow are absent.
 */
export type OrderActionsView = { payUrl: string | null, again: FormView | null, cancel: CancelView | null,
/**
 * The page with the form for returns.
 */
returnUrl: string | null, printUrl: string | null, };

/**
 * Rendered by `web/src/checkout/OrderConfirmationPage.tsx`.
 */
export type OrderConfirmationPageView = { kind: ReceivedKind, order: OrderView, actions: OrderActionsView,
/**
 * Results of an action.
 */
notices: Array<AccountNotice>, trackUrl: string, contactUrl: string, greeting: string,
/**
 * Text below the title; `None` if the order is paid.
 */
hint: string | null, payUrl: string | null,
/**
 * Of an order that waits for a transfer.
 */
transfer: TransferView | null, shopUrl: string,
/**
 * URL of this page, for reloading.
 */
ownUrl: string,
/**
 * With the order number, authorises the `order_status` call.
 */
orderKey: string,
/**
 * After products were added to the cart.
 */
cartUrl: string | null,
/**
 * For the configured analytics services; `None` if there are none, and for an order that is not new or not bought.
 */
purchase: PurchaseView | null, };

export type OrderLineView = { name: string, detail: string | null, quantity: string,
/**
 * Of one piece.
 */
unit: string, total: string, url: string | null, picture: PictureView | null, parts: Array<string>, };

/**
 * Rendered by `web/src/checkout/OrderPage.tsx`: one of the customer's orders.
 */
export type OrderPageView = { layout: AccountLayoutView, order: OrderView, actions: OrderActionsView,
/**
 * Results of an action.
 */
notices: Array<AccountNotice>,
/**
 * After products were added to the cart.
 */
cartUrl: string | null, contactUrl: string,
/**
 * Of an order that waits for a transfer.
 */
transfer: TransferView | null, };

/**
 * Rendered by `web/src/checkout/OrderPayPage.tsx`: the pay page of an unpaid order.
 */
export type OrderPayPageView = { order: OrderView, action: string, hidden: Array<[string, string]>, errors: Array<FormErrorView>, payment: PaymentFormView,
/**
 * Methods without a provider that the order may be paid with instead.
 */
offline: Array<OfflineOfferView>, termsUrl: string, };

/**
 * Rendered by `web/src/checkout/OrderPrintPage.tsx`: the invoice.
 */
export type OrderPrintPageView = { title: string, placed: string, order: OrderView, shop: PrintShopView, shipping: string, backUrl: string, };

/**
 * Answer of `update_order_review`.
 */
export type OrderReviewAnswer = { result: OrderReviewResult,
/**
 * Whether the page must reload, because the cart is empty.
 */
reload: boolean, messages: string,
/**
 * HTML by selector; the summary's fragment carries the props of its region.
 */
fragments: { [key in string]: string }, };

export type OrderReviewResult = "success" | "failure";

export type OrderRow = { number: string, date: string, state: StateView, total: string, pieces: string, url: string, payUrl: string | null, };

export type OrderState = "pending" | "on_hold" | "processing" | "shipped" | "delivered" | "completed" | "cancelled" | "refunded" | "failed" | "unfulfillable";

/**
 * Answer of `order_status`.
 */
export type OrderStatusAnswer = { kind: ReceivedKind, };

/**
 * An order, as all order pages show it.
 */
export type OrderView = { number: string, date: string, state: StateView, lines: Array<OrderLineView>, subtotal: string,
/**
 * Coupons, shipping and taxes, in this order.
 */
extras: Array<ExtraView>, total: string, refunded: string | null,
/**
 * «بطاقة تنتهي بـ 4242»; `None` while the order is unpaid.
 */
method: string | null, address: Array<string>, phone: string, email: string, notes: string, gift: GiftView | null,
/**
 * «يصلك بين الثلاثاء 17 والخميس 19 نوفمبر»; `None` before the payment and after the arrival.
 */
arrival: string | null,
/**
 * «طلبك في الطريق إليك».
 */
title: string,
/**
 * Empty for an unpaid order.
 */
timeline: Array<TimelineStepView>, };

/**
 * Rendered by `web/src/checkout/OrdersPage.tsx`: the customer's orders.
 */
export type OrdersPageView = { layout: AccountLayoutView, orders: Array<OrderRow>, nextUrl: string | null, shopUrl: string, };

/**
 * A parcel, as the buyer sees it.
 */
export type ParcelView = { number: string, carrier: string, url: string | null,
/**
 * Empty if the whole order is in one parcel.
 */
contents: Array<string>,
/**
 * «وصلت الثلاثاء 17 نوفمبر، 11:32 صباحًا»; of several parcels each says when it left or arrived.
 */
note: string | null, };

/**
 * Rendered by `web/src/checkout/PaymentMethodsPage.tsx`.
 */
export type PaymentMethodsPageView = { layout: AccountLayoutView, methods: Array<MethodRow>, addUrl: string, };

/**
 * Who issues the invoice.
 */
export type PrintShopView = { name: string,
/**
 * Address, tax number, email address, phone; as far as the settings have them.
 */
lines: Array<string>, };

export type ProofFileView = { name: string,
/**
 * `None` if the file cannot be read; the note says why.
 */
url: string | null, note: string | null, };

/**
 * The form that sends a proof of the transfer.
 */
export type ProofFormView = { action: string, hidden: Array<[string, string]>,
/**
 * The name of the file field.
 */
name: string,
/**
 * Ends of names, as a file field takes them.
 */
accept: string,
/**
 * False if as many files were sent as an order may have.
 */
canSend: boolean, files: Array<ProofFileView>, };

export type PurchaseItem = { id: string, name: string, quantity: string, price: string, };

/**
 * A purchase as analytics services receive it. Amounts are decimal numbers as text.
 */
export type PurchaseView = { number: string, value: string, tax: string, shipping: string, currency: string, coupon: string, items: Array<PurchaseItem>, tags: TagsView, };

/**
 * The order's status on the confirmation page.
 */
export type ReceivedKind = "paid" | "waiting" | "confirming" | "unpaid" | "cancelled" | "refunded";

/**
 * The form that enters a parcel.
 */
export type ShipFormView = { action: string,
/**
 * Names and values of the hidden inputs, including the nonce.
 */
hidden: Array<[string, string]>, carriers: Array<string>,
/**
 * Today by the shop's clock, as a date field reads it; also the last day that may be entered.
 */
today: string, firstDay: string, lines: Array<OpenLineView>, };

/**
 * Rendered by `web/src/checkout/StaffOrderPage.tsx`.
 */
export type StaffOrderPageView = { order: OrderView, notice: AccountNotice | null,
/**
 * Form to change the state; `None` if no transition is allowed.
 */
change: FormView | null, refund: FormView | null,
/**
 * Money that staff record.
 */
payment: StaffPaymentView | null,
/**
 * Form to enter a parcel; `None` if nothing is left to ship.
 */
ship: ShipFormView | null, shipments: Array<StaffShipmentView>, attempts: Array<AttemptRow>, history: Array<HistoryRow>, attribution: Array<[string, string]>,
/**
 * The submitted fields that differ from what the server computed.
 */
attributionCheck: string | null, ordersUrl: string, };

export type StaffOrderRow = { number: string, date: string, customer: string, state: StateView, total: string,
/**
 * «الدفع عند الاستلام»; empty without a payment.
 */
method: string, url: string, };

/**
 * Rendered by `web/src/checkout/StaffOrdersPage.tsx`.
 */
export type StaffOrdersPageView = { action: string, search: string, states: Array<StateChoice>, orders: Array<StaffOrderRow>, nextUrl: string | null,
/**
 * `None` for members without the right.
 */
export: FormView | null, homeUrl: string, };

/**
 * What staff record of an order without a provider. At least one form is there.
 */
export type StaffPaymentView = {
/**
 * What the money is: «يحصّل المندوب 46.00 $».
 */
due: string,
/**
 * The courier's cash is here.
 */
collect: FormView | null,
/**
 * The transfer is here.
 */
confirm: FormView | null, refuse: FormView | null,
/**
 * Proofs that the buyer sent; `None` for cash.
 */
proofs: Array<ProofFileView> | null, };

export type StaffShipmentView = { id: string, carrier: string, number: string, url: string | null, shipped: string, delivered: string | null, contents: Array<string>,
/**
 * Form to enter the arrival; `None` once the parcel has arrived.
 */
deliver: DeliverFormView | null,
/**
 * Form to correct the carrier and the number.
 */
correct: FormView,
/**
 * Form to remove a parcel that was entered by mistake; `None` once it has arrived.
 */
remove: FormView | null, };

export type StateChoice = { value: string, label: string, isChosen: boolean, };

export type StateView = { name: OrderState, label: string, };

export type StepStatus = "done" | "now" | "next";

/**
 * The Store API's answer when the order was placed.
 */
export type StoreCheckoutAnswer = { order_id: number, status: OrderState, order_key: string, payment_result: StorePaymentResult, };

/**
 * The Store API's answer when no order was placed.
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
 * Formatted cost; `None` if shipping is free.
 */
cost: string | null,
/**
 * The cost as a decimal number, for the browser's payment sheet.
 */
amount: string, isChosen: boolean,
/**
 * When an order that is placed now arrives.
 */
arrival: string | null, };

/**
 * Lines and totals of the cart. Rendered by `web/src/checkout/OrderSummary.tsx` inside the checkout's island, which
 * gets new props when the cart or the destination changes.
 */
export type SummaryView = { lines: Array<SummaryLine>, subtotal: string, coupons: Array<CouponView>, shipping: Array<SummaryShipping>, taxes: Array<TaxView>, total: string,
/**
 * The total as a decimal number, for the browser's payment sheet.
 */
totalAmount: string,
/**
 * The total in cents. The form posts it back as the total that the shopper agreed to.
 */
totalMinor: string,
/**
 * Methods without a provider, for this total and destination.
 */
offline: Array<OfflineOfferView>, count: number, };

/**
 * A step of an order. Its note says when it was, or when it is expected.
 */
export type TimelineStepView = { label: string, status: StepStatus, note: string | null, parcels: Array<ParcelView>, };

/**
 * Rendered by `web/src/checkout/TrackPage.tsx`.
 */
export type TrackPageView = { crumbs: Array<LinkView>, action: string, number: string, email: string, numberError: string | null, emailError: string | null,
/**
 * One text, whichever of number and address is wrong.
 */
notice: AccountNotice | null, order: TrackedOrderView | null, accountUrl: string, contactUrl: string, };

/**
 * What a page without a password shows of an order: no street, no phone number, no name.
 */
export type TrackedOrderView = { number: string, date: string, title: string, state: StateView, arrival: string | null, timeline: Array<TimelineStepView>, lines: Array<OrderLineView>,
/**
 * City and country.
 */
place: string, };

/**
 * Where and until when a transfer is made.
 */
export type TransferView = { amount: string,
/**
 * The order's number, which the bank prints on the statement.
 */
reference: string, payBy: string | null, accounts: Array<BankAccountView>,
/**
 * What staff wrote about the last transfer.
 */
refusal: string | null, proof: ProofFormView,
/**
 * Where the order is paid in another way; `None` while staff look at a proof.
 */
payUrl: string | null, };
