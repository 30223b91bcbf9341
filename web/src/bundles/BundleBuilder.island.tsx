import { useEffect, useId, useMemo, useRef, useState } from "react";
import { createPortal } from "react-dom";
import { opensAfterForm } from "../cart/side-cart";
import { BuyBar } from "../catalog/BuyBar";
import { type ProductRating, ProductSummary } from "../catalog/ProductSummary";
import type { BundleView } from "../generated/bundles";
import type { ProductPageView } from "../generated/catalog";
import * as bundlesText from "../generated/messages/bundles";
import * as catalogText from "../generated/messages/catalog";
import type { PriceView } from "../generated/pricing";
import { formatMoney } from "../pricing/money";
import { Price } from "../pricing/Price";
import { usePublishedPrice } from "../pricing/product-price";
import { type Sale, useSale, useSaleEnd } from "../pricing/use-sale";
import { usePortalTargets } from "../runtime/use-portal-targets";
import controls from "../ui/controls.module.css";
import { Notice } from "../ui/Notice";
import { useHydrated } from "../ui/use-hydrated";
import styles from "./BundleBuilder.module.css";
import { BundleItem } from "./BundleItem";
import { BundleSum } from "./BundleSum";
import { decimal, yes } from "./page-data";
import { costOf, counts, judge, type Part, writeSelection } from "./rules";

/** A total as a price. */
const sumView = (amount: number, before: number, isSaving: boolean): PriceView => ({
  amount: formatMoney(amount),
  regular: isSaving ? formatMoney(before) : null,
  percentOff: null,
  from: false,
});

type Row = { quantity: string; option: number | null };

type Props = Pick<ProductPageView, "name" | "note" | "price" | "countdown" | "identifiers"> & {
  bundle: BundleView;
  rating?: ProductRating | null;
  questionCount?: number;
  delivery?: ProductPageView["delivery"];
};

/**
 * Whether the shop owner shows the total in place of the page's price, configured by name or by a selector that
 * matches it.
 */
function useIsTotal({ changePrice, priceSelector }: BundleView["settings"]): boolean {
  const [isFound, setIsFound] = useState(false);
  useEffect(() => {
    if (changePrice !== "yes_custom" || !priceSelector) return;
    setIsFound(
      [...document.querySelectorAll(priceSelector)].some((node) => node.closest("[data-product-price]")),
    );
  }, [changePrice, priceSelector]);
  return changePrice === "yes" || isFound;
}

/**
 * The price of the page: the total if the shop owner has configured that, otherwise the product's price in the phase
 * of its countdown.
 */
function usePagePrice({ bundle, ...product }: Props, total: PriceView): { price: PriceView; sale: Sale } {
  const sale = useSale(product.countdown);
  useSaleEnd(sale);
  const isLive = useHydrated();
  const isTotal = useIsTotal(bundle.settings);
  // A price that is summed from the items is not changed by the countdown.
  const own = (bundle.terms.fixedPrice !== null && sale.price) || product.price;
  const price = isLive && isTotal ? total : own;
  usePublishedPrice(price);
  return { price, sale };
}

/**
 * The form of a bundle: price, countdown, items with their quantities, total, and the refusal that prevents adding
 * it. The only owner of the page's price. A plain form; without script the server calculates the total.
 */
export function BundleBuilder(props: Props) {
  const { productId, action, terms, settings, items, priceSuffix } = props.bundle;
  const live = useHydrated();
  const formId = useId();
  const form = useRef<HTMLFormElement>(null);
  const sumRow = useRef<HTMLDivElement>(null);
  // A selection that nobody has begun is not wrong yet.
  const [isTouched, setTouched] = useState(false);
  const touch = () => setTouched(true);
  const [rows, setRows] = useState<Array<Row>>(() =>
    items.map(({ quantity, needsChoice }) => ({ quantity, option: needsChoice ? null : 0 })),
  );
  const places = usePortalTargets(settings.changePrice === "yes_custom" ? settings.priceSelector : null);
  const change = (at: number, to: Partial<Row>) => {
    touch();
    setRows((now) => now.map((row, index) => (index === at ? { ...row, ...to } : row)));
  };

  const options = items.map(({ options }, at) => options[rows[at]?.option ?? -1]);
  const parts: Array<Part> = items.map((item, at) => ({
    id: options[at]?.id ?? null,
    name: item.name,
    quantity: rows[at]?.quantity ?? "0",
    price: options[at]?.price ?? 0,
    isOptional: item.isOptional,
    isUnpurchasable: item.isUnpurchasable,
  }));
  const verdict = judge(terms, parts);
  const picks = items.flatMap(({ key }, at) => {
    const [part, option] = [parts[at], options[at]];
    return part && option && counts(terms, part)
      ? [{ id: option.id, key, quantity: part.quantity, attrs: option.attrs }]
      : [];
  });
  const { total: amount, before, saved } = verdict;
  const sum = useMemo(() => sumView(amount, before, saved !== null), [amount, before, saved]);
  const { price, sale } = usePagePrice(props, sum);
  const total = <Price {...sum} />;
  const refused = items.find((_, at) => isAbout(verdict.refusal, parts[at] as Part));
  const showRefusal = () => {
    touch();
    const row = form.current?.querySelector(`[data-key="${refused?.key ?? items[0]?.key}"]`);
    row?.scrollIntoView({ block: "center" });
    row?.querySelector<HTMLElement>("select, input")?.focus({ preventScroll: true });
  };
  const fields = (
    <form
      ref={form}
      id={formId}
      className="cart bundle-form"
      method="post"
      action={action}
      data-product_id={productId}
      data-no-ajax=""
      aria-label={bundlesText.title()}
      onPointerDown={touch}
      onKeyDown={touch}
    >
      <input type="hidden" name="add-to-cart" value={productId} />
      {live && opensAfterForm() && <input type="hidden" name="open-side-cart" value="1" />}
      <input type="hidden" name="woosb_ids" value={live ? writeSelection(picks) : ""} />
      <div
        className={styles.bundle}
        data-discount={terms.percent / 100}
        data-discount-amount={decimal(terms.amount)}
        data-fixed-price={yes(terms.fixedPrice !== null)}
        data-optional={yes(terms.hasOptional)}
        data-variables={yes(terms.hasVariations)}
        data-exclude-unpurchasable={yes(terms.excludeUnpurchasable)}
        data-min={terms.min ?? "0"}
        data-max={terms.max ?? "0"}
        data-total-min={decimal(terms.totalMin)}
        data-total-max={decimal(terms.totalMax)}
        data-price-suffix={priceSuffix}
      >
        <ul className={styles.items}>
          {items.map((item, at) => {
            const part = parts[at] as Part;
            return (
              <BundleItem
                key={item.key}
                {...{ item, part, settings }}
                option={rows[at]?.option ?? null}
                subtotal={costOf(part)}
                isRefused={live && isTouched && isAbout(verdict.refusal, part)}
                onQuantity={(quantity) => change(at, { quantity })}
                onOption={(option) => change(at, { option })}
              />
            );
          })}
        </ul>
        <BundleSum {...{ terms, verdict, priceSuffix, total }} row={sumRow}>
          {isTouched && verdict.refusal && (
            <div className={styles.alert}>
              <Notice kind="error">{refusalText(verdict.refusal)}</Notice>
            </div>
          )}
        </BundleSum>
      </div>
      {places.map((place, index) => createPortal(total, place, String(index)))}
    </form>
  );
  return (
    <ProductSummary
      name={props.name}
      note={props.note}
      identifiers={props.identifiers}
      rating={props.rating}
      questionCount={props.questionCount}
      price={price}
      countdown={props.countdown}
      sale={sale}
      delivery={props.delivery}
    >
      <div className={styles.buyBundle}>
        <h2>{bundlesText.title()}</h2>
        {fields}
        <BuyBar price={sum} row={sumRow}>
          {verdict.refusal ? (
            <button type="button" className={`${controls.btn} ${controls.btnPrimary}`} onClick={showRefusal}>
              {refused ? catalogText.chooseOne({ name: refused.name }) : catalogText.chooseOptions()}
            </button>
          ) : (
            <button type="submit" form={formId} className={`${controls.btn} ${controls.btnPrimary}`}>
              {catalogText.addToCart()}
            </button>
          )}
        </BuyBar>
      </div>
    </ProductSummary>
  );
}

type Refusal = NonNullable<ReturnType<typeof judge>["refusal"]>;

/** Whether the refusal is about this item. */
const isAbout = (refusal: Refusal | null, part: Part) =>
  refusal !== null &&
  (refusal[0] === "variation-missing" || refusal[0] === "unpurchasable") &&
  refusal[1] === part.name &&
  part.quantity !== "0";

function refusalText([key, word]: Refusal): string {
  switch (key) {
    case "variation-missing":
      return bundlesText.variationMissing({ name: word });
    case "unpurchasable":
      return bundlesText.unpurchasable({ name: word });
    case "empty":
      return bundlesText.empty();
    case "min-qty":
      return bundlesText.minQty({ min: Number(word) });
    case "max-qty":
      return bundlesText.maxQty({ max: Number(word) });
    case "total-min":
      return bundlesText.totalMin({ min: formatMoney(Number(word)) });
    case "total-max":
      return bundlesText.totalMax({ max: formatMoney(Number(word)) });
  }
}
