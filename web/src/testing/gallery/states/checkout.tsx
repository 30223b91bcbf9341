import { ActionNotices } from "../../../checkout/ActionNotices";
import { AddPaymentMethodForm } from "../../../checkout/AddPaymentMethodForm.island";
import { AddPaymentMethodPage } from "../../../checkout/AddPaymentMethodPage";
import { BillingFields } from "../../../checkout/BillingFields";
import { BusyButton } from "../../../checkout/BusyButton";
import { CheckoutForm } from "../../../checkout/CheckoutForm.island";
import { CheckoutPage } from "../../../checkout/CheckoutPage";
import { CheckoutSteps } from "../../../checkout/CheckoutSteps";
import { ExpressPay } from "../../../checkout/ExpressPay";
import { FoldedRow } from "../../../checkout/FoldedRow";
import { FormErrors } from "../../../checkout/FormErrors";
import { GiftFields } from "../../../checkout/GiftFields";
import { GiftSheetPage } from "../../../checkout/GiftSheetPage";
import { HelpBox } from "../../../checkout/HelpBox";
import { NotesField } from "../../../checkout/NotesField";
import { OrderActions } from "../../../checkout/OrderActions";
import { OrderAddress } from "../../../checkout/OrderAddress";
import { OrderApproval } from "../../../checkout/OrderApproval";
import { OrderAttempts } from "../../../checkout/OrderAttempts";
import { OrderBulkBar } from "../../../checkout/OrderBulkBar";
import { OrderConfirmationHead } from "../../../checkout/OrderConfirmationHead";
import { OrderConfirmationPage } from "../../../checkout/OrderConfirmationPage";
import { OrderDetails } from "../../../checkout/OrderDetails";
import { OrderFacts } from "../../../checkout/OrderFacts";
import { OrderFilters } from "../../../checkout/OrderFilters";
import { OrderGift } from "../../../checkout/OrderGift";
import { OrderHistory } from "../../../checkout/OrderHistory";
import { OrderLines } from "../../../checkout/OrderLines";
import { OrderPage } from "../../../checkout/OrderPage";
import { OrderPayForm } from "../../../checkout/OrderPayForm.island";
import { OrderPayPage } from "../../../checkout/OrderPayPage";
import { OrderPrintPage } from "../../../checkout/OrderPrintPage";
import { OrderSide } from "../../../checkout/OrderSide";
import { OrderStatusBadge } from "../../../checkout/OrderStatusBadge";
import { OrderSummary } from "../../../checkout/OrderSummary";
import { OrdersPage } from "../../../checkout/OrdersPage";
import { OrderTags } from "../../../checkout/OrderTags";
import { OrderTimeline } from "../../../checkout/OrderTimeline";
import { OrderTotals } from "../../../checkout/OrderTotals";
import { OrderReview } from "../../../checkout/order-review";
import { Parcel } from "../../../checkout/Parcel";
import { PayButton } from "../../../checkout/PayButton";
import { PaymentConfirmation } from "../../../checkout/PaymentConfirmation.island";
import { PaymentMethodsPage } from "../../../checkout/PaymentMethodsPage";
import { ProofFiles } from "../../../checkout/ProofFiles";
import { ProofForm } from "../../../checkout/ProofForm";
import { RefundForm } from "../../../checkout/RefundForm";
import { ReviewTable } from "../../../checkout/ReviewTable";
import { ShipmentForms } from "../../../checkout/ShipmentForms";
import { StaffOrderPage } from "../../../checkout/StaffOrderPage";
import { StaffOrderRows } from "../../../checkout/StaffOrderRows";
import { StaffOrdersPage } from "../../../checkout/StaffOrdersPage";
import { StaffPayment } from "../../../checkout/StaffPayment";
import { StaffPrintPage } from "../../../checkout/StaffPrintPage";
import { SummaryCoupon } from "../../../checkout/SummaryCoupon";
import { SummaryShipping } from "../../../checkout/SummaryShipping";
import { SummaryTotals } from "../../../checkout/SummaryTotals";
import { TermsField } from "../../../checkout/TermsField";
import { TermsLink } from "../../../checkout/TermsLink";
import { TextWith } from "../../../checkout/TextWith";
import { TrackPage } from "../../../checkout/TrackPage";
import { TransferDetails } from "../../../checkout/TransferDetails";
import type {
  CheckoutFormView,
  ExpressView,
  OrderState,
  OrderView,
  ParcelView,
} from "../../../generated/checkout";
import {
  addMethod,
  atTheBank,
  cardForm,
  cashDue,
  checkoutForm,
  checkoutPage,
  checkoutWithErrors,
  giftSheet,
  lineRefund,
  methods,
  offlineOffers,
  onItsWay,
  order,
  orderActions,
  orderBulk,
  orderPage,
  orderPay,
  orderPrint,
  orders,
  paymentWithSaved,
  preparing,
  proofFiles,
  received,
  refundApproval,
  staffOrder,
  staffOrders,
  staffPrint,
  summary,
  trackedPage,
  trackPage,
  transfer,
  transferDue,
} from "../../checkout-samples";
import { longName } from "../../samples";
import type { States } from "../states";

const ignore = () => {};
const errors = [
  { field: "billing_phone", text: "حقل «رقم الهاتف» مطلوب." },
  { field: null, text: "رفض المصرف العملية." },
];
const formWithErrors = checkoutWithErrors.form as CheckoutFormView;
const asCustomer: CheckoutFormView = {
  ...checkoutForm,
  loginUrl: null,
  createAccount: null,
  payment: paymentWithSaved,
};
const longOrder: OrderView = {
  ...order,
  lines: order.lines.map((line) => ({ ...line, name: longName, detail: longName })),
  address: [longName, "5100 Maple St", "ديربورن 48126"],
  notes: longName,
};
const bare: OrderView = { ...order, method: null, phone: "", email: "", notes: "", extras: [] };
const billing = { ...checkoutForm, errors: {}, onWantsAccount: ignore };
const coupon = { field: { current: null }, notice: null, isPending: false, apply: ignore, remove: ignore };
const review = new OrderReview(summary, () => null);
const side = { review, cartUrl: "/ar/cart/", notificationTime: 5000 };
const quiet = { summary, isBusy: false, picked: null };
const problemCoupon = {
  ...summary,
  coupons: [{ code: "نخلة10", amount: null, problem: "يبدأ من 200.00\u00a0$", removeUrl: "/ar/cart/" }],
};
const { layout: _, ...addMethodForm } = addMethod;
const { action, hidden, payment, termsUrl } = orderPay;
const pay = {
  ...{ action, hidden, errors: [], payment, offline: [], termsUrl },
  ...{ total: order.total, holder: "سلمى الخطيب" },
};
const confirming = {
  ...{ number: order.number, orderKey: "k", ownUrl: received.ownUrl },
  hint: "قد يستغرق ذلك دقيقة.",
};
const onState = (name: OrderState, label: string) => <OrderStatusBadge state={{ name, label }} />;

export const states = {
  CheckoutPage: {
    default: <CheckoutPage {...checkoutPage} />,
    errors: <CheckoutPage {...checkoutWithErrors} />,
    "customer with saved methods": <CheckoutPage {...checkoutPage} form={asCustomer} />,
    empty: <CheckoutPage {...checkoutPage} form={null} />,
  },
  OrderPayPage: {
    default: <OrderPayPage {...orderPay} />,
    errors: <OrderPayPage {...orderPay} errors={errors} />,
  },
  OrderConfirmationPage: {
    paid: <OrderConfirmationPage {...received} />,
    waiting: <OrderConfirmationPage {...received} kind="waiting" hint="يصل المبلغ خلال 3 أيام." />,
    transfer: <OrderConfirmationPage {...received} kind="waiting" hint="" transfer={transfer} />,
    confirming: <OrderConfirmationPage {...received} kind="confirming" />,
    unpaid: <OrderConfirmationPage {...received} kind="unpaid" payUrl={orderPay.action} />,
    cancelled: <OrderConfirmationPage {...received} kind="cancelled" />,
    refunded: <OrderConfirmationPage {...received} kind="refunded" />,
    "long text": <OrderConfirmationPage {...received} order={longOrder} />,
  },
  OrdersPage: {
    default: <OrdersPage {...orders} />,
    empty: <OrdersPage {...orders} orders={[]} nextUrl={null} />,
  },
  OrderPage: {
    default: <OrderPage {...orderPage} />,
    "nothing said": <OrderPage {...orderPage} notices={[]} />,
    "long text": <OrderPage {...orderPage} order={longOrder} />,
  },
  PaymentMethodsPage: {
    default: <PaymentMethodsPage {...methods} />,
    empty: <PaymentMethodsPage {...methods} methods={[]} />,
  },
  AddPaymentMethodPage: {
    default: <AddPaymentMethodPage {...addMethod} />,
    errors: <AddPaymentMethodPage {...addMethod} errors={errors} />,
  },
  StaffOrdersPage: {
    default: <StaffOrdersPage {...staffOrders} />,
    empty: <StaffOrdersPage {...staffOrders} orders={[]} nextUrl={null} search="10999" />,
  },
  StaffOrderPage: {
    default: <StaffOrderPage {...staffOrder} />,
    "nothing to be done": (
      <StaffOrderPage
        {...staffOrder}
        {...{ notice: null, change: null, refund: null, attempts: [], history: [], attribution: [] }}
      />
    ),
    error: <StaffOrderPage {...staffOrder} notice={{ kind: "error", text: "المبلغ أكبر من المدفوع." }} />,
  },
  StaffPrintPage: {
    default: <StaffPrintPage {...staffPrint} />,
    labels: <StaffPrintPage {...staffPrint} orders={[]} labels={staffPrint.orders[0]?.lines ?? []} />,
  },
  StaffOrderRows: { default: <StaffOrderRows orders={staffOrders.orders} /> },
  OrderFilters: { default: <OrderFilters page={staffOrders} /> },
  OrderBulkBar: { default: <OrderBulkBar id="bulk" bulk={orderBulk} /> },
  OrderAttempts: { default: <OrderAttempts attempts={staffOrder.attempts} /> },
  OrderApproval: { default: <OrderApproval approval={refundApproval} /> },
  OrderHistory: { default: <OrderHistory history={staffOrder.history} note={staffOrder.note} /> },
  OrderTags: { default: <OrderTags page={staffOrder} isNoticed={false} /> },
  RefundForm: { default: <RefundForm refund={lineRefund} /> },
  CheckoutForm: {
    default: <CheckoutForm form={checkoutForm} cartUrl="/ar/cart/" />,
    errors: <CheckoutForm form={formWithErrors} cartUrl="/ar/cart/" />,
    customer: <CheckoutForm form={asCustomer} cartUrl="/ar/cart/" />,
    "no express payment": <CheckoutForm form={{ ...checkoutForm, express: null }} cartUrl="/ar/cart/" />,
  },
  OrderPayForm: {
    default: <OrderPayForm {...pay} />,
    errors: <OrderPayForm {...pay} errors={errors} />,
    "other methods": <OrderPayForm {...pay} offline={offlineOffers} />,
    "no terms": <OrderPayForm {...pay} termsUrl="" />,
  },
  AddPaymentMethodForm: {
    default: <AddPaymentMethodForm {...addMethodForm} />,
    errors: <AddPaymentMethodForm {...addMethodForm} errors={errors} />,
  },
  PaymentConfirmation: { waiting: <PaymentConfirmation {...confirming} /> },
  BillingFields: {
    default: <BillingFields {...billing} />,
    errors: <BillingFields {...billing} errors={{ billing_phone: "حقل «رقم الهاتف» مطلوب." }} />,
    customer: <BillingFields {...billing} loginUrl={null} createAccount={null} />,
    "wants an account": <BillingFields {...billing} createAccount />,
  },
  BusyButton: {
    default: (
      <BusyButton ref={null} isBusy={false} busyText="جارٍ الحفظ">
        حفظ
      </BusyButton>
    ),
    loading: (
      <BusyButton ref={null} isBusy busyText="جارٍ الحفظ">
        حفظ
      </BusyButton>
    ),
    block: (
      <BusyButton ref={null} isBlock isBusy={false} busyText="جارٍ الحفظ">
        حفظ
      </BusyButton>
    ),
  },
  ExpressPay: {
    // Offered by browsers with a saved payment method.
    "hidden until it is offered": (
      <ExpressPay
        express={checkoutForm.express as ExpressView}
        gateway={cardForm}
        review={review}
        onRefused={ignore}
      />
    ),
  },
  FormErrors: {
    errors: <FormErrors errors={errors} title="صحّح ما يلي:" />,
    "long text": <FormErrors errors={[{ field: "terms", text: longName }]} title="صحّح ما يلي:" />,
    none: <FormErrors errors={[]} title="صحّح ما يلي:" />,
  },
  FoldedRow: {
    closed: (
      <FoldedRow title="التوصيل إلى" value="سلمى الخطيب، ديربورن" hasError={false} onToggle={ignore}>
        حقول
      </FoldedRow>
    ),
    error: (
      <FoldedRow title="التوصيل إلى" value={longName} hasError onToggle={ignore}>
        حقول
      </FoldedRow>
    ),
  },
  GiftFields: {
    default: <GiftFields gift={checkoutForm.gift} errors={{}} />,
    gift: <GiftFields gift={{ ...checkoutForm.gift, isGift: true, text: "كل عام وأنتم بخير" }} errors={{}} />,
    recipient: (
      <GiftFields
        gift={{ ...checkoutForm.gift, isGift: true, hasRecipient: true }}
        errors={{ shipping_city: "حقل «المدينة» مطلوب." }}
      />
    ),
  },
  OrderGift: {
    card: <OrderGift gift={{ text: "كل عام وأنتِ بخير يا أمي.", hidesPrices: true }} />,
    "without card": <OrderGift gift={{ text: "", hidesPrices: false }} />,
  },
  NotesField: { empty: <NotesField notes="" />, filled: <NotesField notes={order.notes} /> },
  OrderAddress: {
    default: <OrderAddress order={order} />,
    "address alone": <OrderAddress order={bare} />,
    "long text": <OrderAddress order={longOrder} />,
  },
  OrderDetails: { default: <OrderDetails order={order} />, "long text": <OrderDetails order={longOrder} /> },
  TransferDetails: {
    default: <TransferDetails transfer={transfer} />,
    refused: <TransferDetails transfer={{ ...transfer, refusal: "لم نقبل الحوالة: المبلغ ناقص" }} />,
  },
  ProofForm: {
    default: <ProofForm proof={transfer.proof} />,
    sent: <ProofForm proof={{ ...transfer.proof, files: proofFiles }} />,
    full: <ProofForm proof={{ ...transfer.proof, files: proofFiles, canSend: false }} />,
  },
  ProofFiles: { default: <ProofFiles files={proofFiles} label="ما أرسلته" /> },
  StaffPayment: {
    "cash on delivery": <StaffPayment payment={cashDue} isNoticed={false} />,
    "bank transfer": <StaffPayment payment={transferDue} isNoticed={false} />,
  },
  OrderFacts: { default: <OrderFacts order={order} />, unpaid: <OrderFacts order={bare} /> },
  OrderLines: {
    default: <OrderLines lines={order.lines} />,
    "with a warning": <OrderLines lines={summary.lines} />,
    "long text": <OrderLines lines={longOrder.lines} />,
  },
  OrderSide: {
    default: <OrderSide {...side} state={quiet} />,
    busy: <OrderSide {...side} state={{ ...quiet, isBusy: true }} />,
  },
  OrderSummary: {
    default: <OrderSummary summary={summary} chosenShipping="1" onPickShipping={ignore} coupon={coupon} />,
    "one product": (
      <OrderSummary
        summary={{ ...summary, lines: summary.lines.slice(0, 1), count: 1 }}
        chosenShipping="1"
        onPickShipping={ignore}
        coupon={coupon}
      />
    ),
  },
  OrderTotals: {
    default: <OrderTotals order={order} />,
    "partly refunded": <OrderTotals order={{ ...order, refunded: "10.00\u00a0$" }} />,
    "nothing extra": <OrderTotals order={bare} />,
  },
  OrderTimeline: {
    placed: <OrderTimeline steps={preparing} />,
    "waits for the bank": <OrderTimeline steps={atTheBank} />,
    "two parcels": <OrderTimeline steps={onItsWay} />,
  },
  OrderActions: {
    default: <OrderActions actions={orderActions} />,
    unpaid: <OrderActions actions={{ ...orderActions, payUrl: "/ar/pay/", again: null, printUrl: null }} />,
  },
  ActionNotices: { default: <ActionNotices notices={orderPage.notices} cartUrl="/ar/cart/" /> },
  HelpBox: { default: <HelpBox title="تحتاج مساعدة؟" contactUrl="/ar/contact/" /> },
  OrderPrintPage: { default: <OrderPrintPage {...orderPrint} /> },
  GiftSheetPage: {
    default: <GiftSheetPage {...giftSheet} />,
    "without card": <GiftSheetPage {...giftSheet} text="" />,
  },
  Parcel: { default: <Parcel parcel={onItsWay[2]?.parcels[0] as ParcelView} id="parcel" /> },
  ShipmentForms: { default: <ShipmentForms ship={staffOrder.ship} shipments={staffOrder.shipments} /> },
  TrackPage: {
    default: <TrackPage {...trackPage} />,
    found: <TrackPage {...trackedPage} />,
    "not found": (
      <TrackPage {...trackPage} notice={{ kind: "error", text: "لم نجد طلبًا بهذا الرقم وهذا البريد." }} />
    ),
    "fields missing": (
      <TrackPage {...trackPage} numberError="أدخل رقم الطلب." emailError="أدخل بريدك الإلكتروني." />
    ),
  },
  PayButton: {
    default: (
      <PayButton ref={null} isBusy={false}>
        تأكيد الطلب
      </PayButton>
    ),
    loading: (
      <PayButton ref={null} isBusy>
        تأكيد الطلب
      </PayButton>
    ),
  },
  OrderConfirmationHead: {
    paid: <OrderConfirmationHead {...received} />,
    confirming: <OrderConfirmationHead {...received} kind="confirming" />,
    unpaid: <OrderConfirmationHead {...received} kind="unpaid" payUrl={orderPay.action} />,
    cancelled: <OrderConfirmationHead {...received} kind="cancelled" />,
    refunded: <OrderConfirmationHead {...received} kind="refunded" />,
    "long greeting": <OrderConfirmationHead {...received} greeting={longName} />,
  },
  ReviewTable: {
    default: <ReviewTable lines={order.lines} />,
    "long text": <ReviewTable lines={longOrder.lines} />,
  },
  OrderStatusBadge: {
    pending: onState("pending", "بانتظار الدفع"),
    processing: onState("processing", "قيد التجهيز"),
    shipped: onState("shipped", "في الطريق"),
    completed: onState("completed", "مكتمل"),
    failed: onState("failed", "لم يُدفع"),
    cancelled: onState("cancelled", "ملغى"),
  },
  CheckoutSteps: { details: <CheckoutSteps current="details" />, done: <CheckoutSteps current="done" /> },
  SummaryCoupon: {
    default: <SummaryCoupon coupon={coupon} />,
    loading: <SummaryCoupon coupon={{ ...coupon, isPending: true }} />,
  },
  SummaryShipping: {
    default: <SummaryShipping shipping={summary.shipping} chosen="1" onPick={ignore} />,
    "one alone, so unseen": (
      <SummaryShipping shipping={summary.shipping.slice(0, 1)} chosen="1" onPick={ignore} />
    ),
    "long text": (
      <SummaryShipping
        shipping={summary.shipping.map((one) => ({ ...one, title: longName }))}
        chosen="2"
        onPick={ignore}
      />
    ),
  },
  SummaryTotals: {
    default: <SummaryTotals summary={summary} onRemoveCoupon={ignore} />,
    "coupon with a problem": <SummaryTotals summary={problemCoupon} onRemoveCoupon={ignore} />,
    "no coupon, no tax": (
      <SummaryTotals summary={{ ...summary, coupons: [], taxes: [] }} onRemoveCoupon={ignore} />
    ),
  },
  TermsField: {
    default: <TermsField url="/ar/terms/" isTicked={false} error={null} />,
    ticked: <TermsField url="/ar/terms/" isTicked error={null} />,
    error: <TermsField url="/ar/terms/" isTicked={false} error="وافق على الشروط والأحكام." />,
  },
  TermsLink: { link: <TermsLink url="/ar/terms/" />, "no page": <TermsLink url="" /> },
  TextWith: {
    default: (
      <TextWith text={"طلبك رقم \u206810482\u2069 في الطريق"}>
        <bdi dir="ltr">10482</bdi>
      </TextWith>
    ),
  },
} satisfies States;
