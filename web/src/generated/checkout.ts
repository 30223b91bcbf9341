// Written from Rust (crates/checkout, crates/orders, crates/payments). Do not edit.
import type { AccountLayoutView, AccountNotice, FieldView, FormView, OptionView } from "./accounts";
import type { CouponView, TaxView } from "./cart";
import type { PictureView } from "./catalog";
import type { LinkView, TagsView } from "./edge";
import type { BankAccountView, OfflineOfferView, PaymentFormView, SavedMethodView } from "./payments";

/**
 * Rendered by `web/src/checkout/AddPaymentMethodPage.tsx`.
 */
export type AddPaymentMethodPageView = { layout: AccountLayoutView, action: string, hidden: Array<[string, string]>, errors: Array<FormErrorView>, payment: PaymentFormView, methodsUrl: string, };

export type ApprovalView = { text: string,
/**
 * The goods that the asker chose.
 */
detail: string, note: string | null, approve: FormView | null, refuse: FormView | null, };

export type AttemptRow = { key: string, state: string, amount: string, method: string, reference: string, date: string, };

export type AttributionField = { name: string, value: string, };

export type BulkMark = { assignUrl: string, members: Array<OptionView>, tagUrl: string, };

export type BulkMove = { action: string, states: Array<OptionView>, };

/**
 * What can be done with several orders. `None` without the right.
 */
export type BulkView = {
/**
 * Names and values of the hidden inputs, including the nonce.
 */
hidden: Array<[string, string]>, printUrl: string, moveTo: BulkMove | null, mark: BulkMark | null, };

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

export type EmailRow = { label: string,
/**
 * «14 نوفمبر 2026، 10:47 مساءً · أُرسلت».
 */
note: string, };

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

export type FilterChip = { label: string, removeLabel: string,
/**
 * The list without this filter.
 */
url: string, };

/**
 * A form error, with the field it belongs to.
 */
export type FormErrorView = { field: string | null, text: string, };

/**
 * What the buyer says about a gift.
 */
export type GiftFormView = { isGift: boolean, text: string, hidesPrices: boolean, maxLength: number,
/**
 * Whether another person receives it.
 */
hasRecipient: boolean,
/**
 * The recipient's address.
 */
fields: Array<FieldView>, };

export type GiftSheetLine = { name: string,
/**
 * Options, and the parts of a bundle.
 */
notes: Array<string>, quantity: string, };

/**
 * Rendered by `web/src/checkout/GiftSheetPage.tsx`: what lies in the box of a gift. It has no prices.
 */
export type GiftSheetPageView = { title: string,
/**
 * «إلى نورة، من سلمى».
 */
people: string,
/**
 * The text of the card; may be empty.
 */
text: string, goods: Array<GiftSheetLine>, shopName: string, backUrl: string, };

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
actor: string,
/**
 * What staff wrote, with the one whom it is for; `None` for events.
 */
note: string | null, };

export type LedgerView = { text: string, isBalanced: boolean, };

export type MethodRow = { method: SavedMethodView, delete: FormView,
/**
 * `None` for the default method.
 */
makeDefault: FormView | null, };

/**
 * The answer of the question for new orders.
 */
export type NewOrdersAnswer = {
/**
 * «وصل طلبان جديدان»; `None` if none came.
 */
text: string | null, };

/**
 * Props of the island that announces new orders.
 */
export type NewOrdersView = {
/**
 * The newest order of the page.
 */
after: string, nonce: string,
/**
 * Shows the list with the new orders.
 */
url: string, };

export type NoteFormView = { action: string, hidden: Array<[string, string]>,
/**
 * The buyer has an address that an email can go to.
 */
reachesBuyer: boolean, };

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

export type OrderFilter = { name: string, label: string, value: string,
/**
 * Empty: typed text.
 */
options: Array<OptionView>, };

export type OrderLineView = { name: string, detail: string | null, quantity: string,
/**
 * Of one piece.
 */
unit: string, total: string, url: string | null, picture: PictureView | null, parts: Array<string>, };

export type OrderListTab = { label: string, url: string,
/**
 * «9», or «أكثر من 1,000».
 */
count: string | null, isCurrent: boolean,
/**
 * Deletes the member's own list, while it is shown.
 */
remove: FormView | null, };

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

export type OrderTagView = { name: string, remove: FormView | null, };

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
 * Whom the parcel goes to, if not to the buyer.
 */
recipient: RecipientView | null,
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

export type PickingLine = { bin: string | null, name: string, sku: string, quantity: string, };

export type PickingOrder = { number: string, date: string, address: Array<string>, phone: string, notes: string, gift: GiftView | null, shipping: string,
/**
 * By bin.
 */
lines: Array<PickingLine>, };

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
 * Another person who receives a gift.
 */
export type RecipientView = { address: Array<string>,
/**
 * May be empty.
 */
phone: string, };

/**
 * A refund by line. Without an amount the lines decide it.
 */
export type RefundFormView = { action: string, hidden: Array<[string, string]>, lines: Array<RefundLineView>, hints: Array<string>, };

export type RefundLineView = { position: string, name: string,
/**
 * How much of it was sold and not returned.
 */
left: string,
/**
 * What was paid for that: its share of the order's discount is subtracted.
 */
worth: string, };

export type SaveListView = { action: string, hidden: Array<[string, string]>, };

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
export type StaffOrderPageView = {
/**
 * The sheet for the box of a gift.
 */
giftUrl: string | null, order: OrderView, notice: AccountNotice | null,
/**
 * Form to change the state; `None` if no transition is allowed.
 */
change: FormView | null, refund: RefundFormView | null,
/**
 * A refund that waits for a second person.
 */
approval: ApprovalView | null,
/**
 * The one next step; `None` if a form of the page is it, or nothing is to be done.
 */
next: FormView | null, prints: Array<FormView>,
/**
 * Where its pieces are scanned into the box, while it is prepared.
 */
pickUrl: string | null,
/**
 * A payment whose outcome is not known: since when, and when the provider is asked again.
 */
unknown: string | null,
/**
 * «القيود متوازنة»; `None` before anything is booked.
 */
ledger: LedgerView | null, address: FormView | null, note: NoteFormView | null, emails: Array<EmailRow>, resend: FormView | null, assign: FormView | null, tags: Array<OrderTagView>, tag: FormView | null,
/**
 * The next newer and older order of the same state.
 */
newerUrl: string | null, olderUrl: string | null,
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

export type StaffOrderRow = { number: string, date: string, customer: string, city: string, state: StateView,
/**
 * Said beside the state: «نتيجة الدفع غير معروفة».
 */
alert: string | null, total: string,
/**
 * «بطاقة تنتهي بـ 4417»; empty without a payment.
 */
method: string, pieces: string, source: string, assignee: string | null, tags: Array<string>,
/**
 * What of it was booked in the span of the list.
 */
booked: string | null, url: string, };

/**
 * Rendered by `web/src/checkout/StaffOrdersPage.tsx`.
 */
export type StaffOrdersPageView = { action: string, search: string, lists: Array<OrderListTab>,
/**
 * Saves what is shown as a list; `None` if it is one already.
 */
save: SaveListView | null, chips: Array<FilterChip>, filters: Array<OrderFilter>,
/**
 * Filters that the search form sends along.
 */
hidden: Array<[string, string]>, orders: Array<StaffOrderRow>,
/**
 * «المعروض 10 طلبات من الأحدث إلى الأقدم».
 */
shown: string,
/**
 * Sum of all orders of the list, where it is of a span of the ledger.
 */
booked: string | null, nextUrl: string | null,
/**
 * Back to the first page.
 */
firstUrl: string | null, bulk: BulkView | null, notice: AccountNotice | null,
/**
 * The answer of a bulk act: orders that were not changed, and why.
 */
refused: Array<string>,
/**
 * `None` for members without the right.
 */
export: FormView | null,
/**
 * Leads to all orders, from a list without any.
 */
clearUrl: string | null, newer: NewOrdersView, };

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

/**
 * Rendered by `web/src/checkout/StaffPrintPage.tsx`: picking lists, each on a page of its own, or labels of bins.
 */
export type StaffPrintPageView = { title: string, orders: Array<PickingOrder>, labels: Array<PickingLine>, backUrl: string, };

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
