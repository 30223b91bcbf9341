import { AddNotice } from "../../../cart/AddNotice";
import { AddToCartButton } from "../../../cart/AddToCartButton.island";
import { CartButton } from "../../../cart/CartButton";
import { CartContents } from "../../../cart/CartContents.island";
import { CartLine } from "../../../cart/CartLine";
import { CartNotice } from "../../../cart/CartNotice";
import { CartPage } from "../../../cart/CartPage";
import { CartTotals } from "../../../cart/CartTotals";
import { CouponForm } from "../../../cart/CouponForm";
import { CrossSells } from "../../../cart/CrossSells";
import { DeliveryFields } from "../../../cart/DeliveryFields";
import { DeliveryPage } from "../../../cart/DeliveryPage";
import { DeliveryPromise } from "../../../cart/DeliveryPromise";
import { DeliverySheet } from "../../../cart/DeliverySheet";
import { FreeShipping } from "../../../cart/FreeShipping";
import { LineParts } from "../../../cart/LineParts";
import { LineQuantity } from "../../../cart/LineQuantity";
import { LineTotal } from "../../../cart/LineTotal";
import { MiniCart } from "../../../cart/MiniCart";
import { RemoveLink } from "../../../cart/RemoveLink";
import { SavedForLater } from "../../../cart/SavedForLater";
import { ShippingCalculator } from "../../../cart/ShippingCalculator";
import { ShippingMethods } from "../../../cart/ShippingMethods";
import { SideCart } from "../../../cart/SideCart.island";
import { SideCartSkeleton } from "../../../cart/SideCartSkeleton";
import type { CartLineView, SideCartView } from "../../../generated/cart";
import { Island } from "../../../renderer/Island";
import {
  card,
  cartContents,
  cartPage,
  cartSettings,
  delivery,
  deliveryAnswer,
  line,
  longName,
  sideCart,
  totals,
} from "../../samples";
import type { States } from "../states";

const cartUrl = "/ar/cart/";
const ignore = () => {};
const plain: CartLineView = { ...line, key: "p", quantity: "1", regularTotal: null, warning: null };
const bundle: CartLineView = {
  ...plain,
  key: "b",
  name: "صندوق الضيافة",
  detail: null,
  parts: [
    { name: "تمر سُكَّري فاخر", detail: "علبة 1 كغ", quantity: "1" },
    { name: "عسل سدر جبلي", detail: null, quantity: "2" },
  ],
};
const unsold: CartLineView = {
  ...plain,
  key: "u",
  unitPrice: null,
  lineTotal: null,
  warning: "لم يعد هذا المنتج متوفرًا.",
};
const long: CartLineView = { ...line, key: "l", name: longName, detail: longName, warning: longName };
const noPicture: CartLineView = { ...plain, picture: { ...line.picture, sources: [], fallbackUrl: "" } };
const lines = [line, plain, bundle, unsold, long];

const refusedCoupon = {
  kind: "error" as const,
  text: "لا نعرف هذا الرمز.",
  undo: null,
  coupon: "نخلة99",
  line: null,
};
const ok = { kind: "ok" as const, text: "أُضيف المنتج.", undo: null, coupon: null, line: null };
const undo = {
  action: "/ar/product/sukkari/",
  productId: "17",
  variationId: "0",
  quantity: "2",
  others: [],
};
const noCoupons = { ...totals, coupons: [], taxes: [], freeLeft: null };
const problemCoupon = {
  ...totals,
  coupons: [
    { code: "نخلة10", amount: null, problem: "يبدأ من 50.00\u00a0$", removeUrl: "/ar/cart/?remove_coupon=x" },
  ],
};
const freeByAmount = {
  ...totals,
  freeLeft: null,
  shipping: [{ id: "3", title: "شحن مجاني", cost: null, chosen: true, byAmount: true, arrival: null }],
};

const inPage = (one: CartLineView) => (
  <ul>
    <CartLine line={one} place="page" onRemoved={ignore} />
  </ul>
);
const inSide = (one: CartLineView) => (
  <ul>
    <CartLine line={one} place="side" onRemoved={ignore} />
  </ul>
);
/** Closed at first: the button opens it. */
const drawer = (change: Partial<SideCartView>) => (
  <>
    <CartButton count={change.count ?? sideCart.count} cartUrl={cartUrl} />
    <Island of={SideCart} region="side-cart" on="load" props={{ ...sideCart, ...change }} />
  </>
);
const cards = Array.from({ length: 8 }, (_, index) => ({ ...card, id: `${50 + index}` }));

export const states = {
  DeliveryFields: {
    default: <DeliveryFields answer={deliveryAnswer} />,
  },
  DeliveryPage: {
    default: <DeliveryPage answer={deliveryAnswer} crumbs={cartPage.crumbs} />,
    "not served": (
      <DeliveryPage
        answer={{
          ...deliveryAnswer,
          place: { ...delivery, arrival: null, isUnserved: true, place: "غوام", city: "غوام" },
          methods: [],
        }}
        crumbs={cartPage.crumbs}
      />
    ),
    "only picked up": (
      <DeliveryPage
        answer={{
          ...deliveryAnswer,
          place: { ...delivery, arrival: null, isUnserved: true, place: "غوام", city: "غوام" },
          methods: [{ title: "استلام من المتجر", arrival: "جاهز للاستلام الأحد 15 نوفمبر" }],
        }}
        crumbs={cartPage.crumbs}
      />
    ),
  },
  DeliveryPromise: {
    default: <DeliveryPromise delivery={delivery} />,
    "not served": (
      <DeliveryPromise delivery={{ ...delivery, arrival: null, isUnserved: true, place: "غوام" }} />
    ),
    "no promise": <DeliveryPromise delivery={{ ...delivery, arrival: null }} />,
  },
  DeliverySheet: {
    default: <DeliverySheet shown={delivery} onChosen={() => {}} onClose={() => {}} />,
  },
  SavedForLater: {
    default: (
      <SavedForLater
        action="/ar/cart/"
        lines={[
          {
            key: "k",
            name: "بنّ حَراز",
            detail: "مطحون، 250 غ",
            url: "#",
            picture: card.picture,
            quantity: "2",
          },
        ]}
      />
    ),
  },
  CartPage: {
    default: <CartPage {...cartPage} />,
    "many lines": <CartPage {...cartPage} contents={{ ...cartContents, lines, count: lines.length }} />,
    empty: <CartPage {...cartPage} contents={{ ...cartContents, lines: [], count: 0, notice: null }} />,
    "no suggestions": <CartPage {...cartPage} suggestions={[]} />,
  },
  CartContents: {
    default: <CartContents {...cartContents} />,
    empty: <CartContents {...cartContents} lines={[]} count={0} notice={null} />,
    "coupon refused": <CartContents {...cartContents} notice={refusedCoupon} />,
    error: <CartContents {...cartContents} notice={{ ...ok, kind: "error", text: "نفدت الكمية." }} />,
    "line taken out": <CartContents {...cartContents} notice={{ ...ok, text: "أُزيل المنتج.", undo }} />,
    "two products": <CartContents {...cartContents} lines={[line, plain]} count={2} notice={null} />,
    "every kind of line": <CartContents {...cartContents} lines={lines} count={11} notice={null} />,
  },
  SideCart: {
    default: drawer({}),
    empty: drawer({ lines: [], count: 0 }),
    "every kind of line": drawer({ lines, count: lines.length }),
    cards: drawer({ lines, count: lines.length, settings: { ...cartSettings, layout: "cards" } }),
    "basket over the page": drawer({ settings: { ...cartSettings, showBasket: "always_show" } }),
  },
  SideCartSkeleton: { loading: <SideCartSkeleton /> },
  MiniCart: {
    default: (
      <MiniCart lines={[line]} subtotal={totals.subtotal} cartUrl={cartUrl} checkoutUrl="/ar/checkout/" />
    ),
    "every kind of line": (
      <MiniCart lines={lines} subtotal={totals.subtotal} cartUrl={cartUrl} checkoutUrl="/ar/checkout/" />
    ),
    empty: <MiniCart lines={[]} subtotal={totals.subtotal} cartUrl={cartUrl} checkoutUrl="/ar/checkout/" />,
  },
  AddNotice: {
    refused: <AddNotice notice="المتوفر في المخزون 3 فقط." />,
    "no notice": <AddNotice notice={null} />,
  },
  // A click shows the other states: loading, then added.
  AddToCartButton: { default: <AddToCartButton id="17" url={card.url} name={card.name} /> },
  AutoplayButton: { "above a row that moves": <CrossSells cards={cards} isFilled /> },
  CartButton: {
    empty: <CartButton count={0} cartUrl={cartUrl} />,
    one: <CartButton count={1} cartUrl={cartUrl} />,
    two: <CartButton count={2} cartUrl={cartUrl} />,
    three: <CartButton count={3} cartUrl={cartUrl} />,
    eleven: <CartButton count={11} cartUrl={cartUrl} />,
    hundred: <CartButton count={100} cartUrl={cartUrl} />,
  },
  CartLine: {
    "page, with a warning": inPage(line),
    "page, one piece": inPage(plain),
    "page, bundle": inPage(bundle),
    "page, no longer sold": inPage(unsold),
    "page, no picture": inPage(noPicture),
    "page, long text": inPage(long),
    "page, refused quantity": (
      <ul>
        <CartLine line={plain} place="page" refused="المتوفر في المخزون 3 فقط." onRemoved={ignore} />
      </ul>
    ),
    "side, with a warning": inSide(line),
    "side, bundle": inSide(bundle),
    "side, long text": inSide(long),
  },
  CartNotice: {
    ok: <CartNotice {...ok} />,
    error: <CartNotice {...ok} kind="error" text="نفدت الكمية." />,
    "can be undone": <CartNotice {...ok} text="أُزيل المنتج." undo={undo} />,
  },
  CartTotals: {
    default: <CartTotals totals={totals} />,
    "no coupon, no tax": <CartTotals totals={noCoupons} />,
    "coupon with a problem": <CartTotals totals={problemCoupon} />,
    "free by its amount": <CartTotals totals={freeByAmount} />,
    "no shipping yet": <CartTotals totals={{ ...totals, shipping: [] }} />,
  },
  CouponForm: {
    default: <CouponForm action={cartUrl} refused={null} />,
    error: <CouponForm action={cartUrl} code="نخلة99" refused={refusedCoupon.text} />,
  },
  FreeShipping: {
    "some is missing": <FreeShipping totals={totals} action="/ar/cart/" />,
    reached: <FreeShipping totals={freeByAmount} action="/ar/cart/" />,
    "reached, other way chosen": (
      <FreeShipping
        action="/ar/cart/"
        totals={{
          ...freeByAmount,
          shipping: [
            ...freeByAmount.shipping.map((one) => ({ ...one, chosen: false })),
            {
              id: "1",
              title: "توصيل سريع",
              cost: "12.00\u00a0$",
              chosen: true,
              byAmount: false,
              arrival: null,
            },
          ],
        }}
      />
    ),
    none: <FreeShipping totals={noCoupons} action="/ar/cart/" />,
  },
  LineParts: { default: <LineParts parts={bundle.parts} />, none: <LineParts parts={[]} /> },
  LineQuantity: {
    default: <LineQuantity line={line} name="quantity" />,
    "at its least": <LineQuantity line={plain} name="quantity" />,
    "at its most": <LineQuantity line={{ ...line, quantity: "9" }} name="quantity" />,
  },
  LineTotal: {
    "on sale": <LineTotal line={line} />,
    default: <LineTotal line={plain} />,
    "no longer sold": <LineTotal line={unsold} />,
  },
  RemoveLink: { default: <RemoveLink line={line} by="key" /> },
  ShippingCalculator: {
    default: <ShippingCalculator totals={totals} action={cartUrl} />,
    filled: (
      <ShippingCalculator totals={{ ...totals, city: "ديربورن", postcode: "48126" }} action={cartUrl} />
    ),
    "nothing to choose": <ShippingCalculator totals={{ ...totals, countries: [] }} action={cartUrl} />,
  },
  ShippingMethods: {
    default: <ShippingMethods shipping={totals.shipping} action={cartUrl} />,
    "only one": <ShippingMethods shipping={totals.shipping.slice(0, 1)} action={cartUrl} />,
    "long text": (
      <ShippingMethods
        shipping={totals.shipping.map((one) => ({ ...one, title: longName }))}
        action={cartUrl}
      />
    ),
  },
  CrossSells: {
    "few, cart is filled": <CrossSells cards={cards.slice(0, 2)} isFilled />,
    "many, cart is empty": <CrossSells cards={cards} isFilled={false} />,
    none: <CrossSells cards={[]} isFilled />,
  },
} satisfies States;
