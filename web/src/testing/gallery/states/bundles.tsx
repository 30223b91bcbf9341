import { BundleBuilder } from "../../../bundles/BundleBuilder.island";
import { BundleItem } from "../../../bundles/BundleItem";
import { BundleQuantity } from "../../../bundles/BundleQuantity";
import { BundleSum } from "../../../bundles/BundleSum";
import type { Verdict } from "../../../bundles/rules";
import type { BundleItemView, BundleView } from "../../../generated/bundles";
import { Price } from "../../../pricing/Price";
import { bundle, bundleItem, bundleOption } from "../../bundle-samples";
import { countdownAt, longName, product } from "../../samples";
import type { States } from "../states";

const choices = [
  bundleOption({ id: "21", attrs: "a", label: "فاتح، 250 غ" }),
  bundleOption({ id: "22", attrs: "b", label: "داكن، 1 كغ", price: 6200, regular: 6200 }),
  bundleOption({ id: "23", attrs: "c", label: "داكن، 250 غ", isUnpurchasable: true }),
];
const chosen = bundleItem({ key: "p2", name: "بنّ حَراز", needsChoice: true, options: choices });
const optional = bundleItem({ key: "p3", name: "عسل سدر", isOptional: true, min: "0", quantity: "0" });
const gone = bundleItem({ key: "p4", name: "دلّة", isUnpurchasable: true });
const fixed = bundleItem({ key: "p5", name: "فنجان", min: "6", max: "6", quantity: "6" });

const about = {
  name: product.name,
  note: product.note,
  price: product.price,
  identifiers: product.identifiers,
};
const build = (change: Partial<BundleView>) => (
  <BundleBuilder {...about} countdown={null} bundle={{ ...bundle, ...change }} />
);
const limits = (change: Partial<BundleView["terms"]>) => build({ terms: { ...bundle.terms, ...change } });

const ignore = () => {};
type Row = Partial<{
  option: number | null;
  isRefused: boolean;
  bundledPrice: "price" | "subtotal_under_name";
}>;
const row = (item: BundleItemView, { option = 0, isRefused = false, bundledPrice = "price" }: Row = {}) => (
  <ul>
    <BundleItem
      item={item}
      part={{ id: "17", name: item.name, quantity: item.quantity, price: 1760 }}
      settings={{ ...bundle.settings, bundledPrice }}
      option={option}
      subtotal={5280}
      isRefused={isRefused}
      onQuantity={ignore}
      onOption={ignore}
    />
  </ul>
);

const quantity = { name: "qty", label: "كمية التمر", onSettle: ignore };
const verdict: Verdict = { selected: "3", before: 6600, total: 5280, saved: null, refusal: null };
const total = <Price {...product.price} />;
const sum = (change: Partial<BundleView["terms"]>, judged: Partial<Verdict> = {}, suffix = "") => (
  <BundleSum
    row={{ current: null }}
    terms={{ ...bundle.terms, ...change }}
    verdict={{ ...verdict, ...judged }}
    priceSuffix={suffix}
    total={total}
  >
    {null}
  </BundleSum>
);

export const states = {
  BundleBuilder: {
    default: build({}),
    "every kind of part": build({ items: [bundleItem(), chosen, optional, gone, fixed] }),
    "too few": limits({ hasOptional: true, min: "5" }),
    "too many": limits({ hasOptional: true, max: "2" }),
    "nothing selected": build({ items: [optional], terms: { ...bundle.terms, hasOptional: true } }),
    "total too low": limits({ totalMin: 10_000 }),
    "total too high": limits({ totalMax: 1000 }),
    "percent off, total as price": build({
      terms: { ...bundle.terms, percent: 1000 },
      settings: { ...bundle.settings, changePrice: "yes" },
    }),
    "fixed price, sale that ends": (
      <BundleBuilder
        {...about}
        countdown={countdownAt(Date.now())}
        bundle={{ ...bundle, terms: { ...bundle.terms, fixedPrice: 4900 } }}
      />
    ),
  },
  BundleItem: {
    default: row(bundleItem()),
    "to be chosen": row(chosen, { option: null }),
    "to be chosen, and missed": row(chosen, { option: null, isRefused: true }),
    chosen: row(chosen, { option: 1 }),
    "optional, none taken": row(optional),
    unavailable: row(gone, { isRefused: true }),
    "fixed quantity": row(fixed),
    "subtotal under its name": row(bundleItem(), { bundledPrice: "subtotal_under_name" }),
    "long text": row(bundleItem({ name: longName, note: longName })),
  },
  BundleQuantity: {
    default: <BundleQuantity {...quantity} value="3" limits={{ min: "0", max: "9", step: "1" }} />,
    least: <BundleQuantity {...quantity} value="0" limits={{ min: "0", max: "9", step: "1" }} />,
    "no limit": <BundleQuantity {...quantity} value="12" limits={{ min: "0", max: null, step: "2" }} />,
  },
  BundleSum: {
    default: sum({}),
    "saves money, with a suffix": sum({}, { saved: 1320 }, "شامل الضريبة"),
    "between two numbers": sum({ hasOptional: true, min: "2", max: "5" }),
    "more than may be": sum({ hasOptional: true, max: "2" }),
    "cannot be added": sum({ hasOptional: true, min: "5" }, { refusal: ["min-qty", "5"] }),
    "least amount": sum({ totalMin: 10_000 }),
    "one piece": sum({}, { selected: "1" }),
    "two pieces": sum({}, { selected: "2" }),
    "eleven pieces": sum({}, { selected: "11" }),
  },
} satisfies States;
