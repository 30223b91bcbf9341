import { type FormEvent, lazy, Suspense, useMemo, useReducer, useRef, useState } from "react";
import { createPortal, flushSync } from "react-dom";
import { AddNotice } from "../cart/AddNotice";
import { useAddToCart } from "../cart/use-add-to-cart";
import type {
  ProductFormView,
  ProductIdentifiersView,
  ProductPageView,
  VariationView,
} from "../generated/catalog";
import * as catalogText from "../generated/messages/catalog";
import * as pricingText from "../generated/messages/pricing";
import { DiscountTable } from "../pricing/DiscountTable";
import { DiscountTableSkeleton } from "../pricing/DiscountTableSkeleton";
import { Price } from "../pricing/Price";
import { usePublishedPrice } from "../pricing/product-price";
import { useDiscountTable } from "../pricing/use-discount-table";
import { useQuote } from "../pricing/use-quote";
import { useSale, useSaleEnd } from "../pricing/use-sale";
import { usePortalTargets } from "../runtime/use-portal-targets";
import { showStockAlert } from "../stock_alerts/show-alert";
import controls from "../ui/controls.module.css";
import forms from "../ui/forms.module.css";
import { useHydrated } from "../ui/use-hydrated";
import { AddedLink } from "./AddedLink";
import { AttributeField } from "./AttributeField";
import { PRODUCT_FORM, ProductAddButton } from "./ProductAddButton";
import styles from "./ProductForm.module.css";
import { ProductQuantity } from "./ProductQuantity";
import { type ProductRating, ProductSummary } from "./ProductSummary";
import {
  chosenVariation,
  initialState,
  limitsOf,
  type ProductAction,
  type ProductState,
  reduceProduct,
} from "./product-state";
import { StickyAddToCart } from "./StickyAddToCart";
import { Stock } from "./Stock";
import { useVariationEvents, wireVariation } from "./use-variation-events";
import { useVariationPictures } from "./use-variation-pictures";
import { isWhole, prospect } from "./variations";

type Props = Pick<
  ProductPageView,
  | "name"
  | "note"
  | "price"
  | "countdown"
  | "tableRows"
  | "hasTable"
  | "discounts"
  | "availability"
  | "stockLeft"
  | "identifiers"
> & {
  form: ProductFormView;
  rating?: ProductRating | null;
  questionCount?: number;
  delivery?: ProductPageView["delivery"];
};

/** Loaded when a variation that is sold out is chosen. */
const StockAlert = lazy(async () => ({
  default: (await import("../stock_alerts/StockAlert.island")).StockAlert,
}));

const ANY = { exists: true, inStock: true };

/** Identifiers of the variation, with those of the product for missing ones. */
function identifiersOf(
  product: ProductIdentifiersView,
  variation: VariationView | undefined,
): ProductIdentifiersView {
  if (!variation) return product;
  return {
    brand: variation._cr_brand || product.brand,
    gtin: variation._cr_gtin || product.gtin,
    mpn: variation._cr_mpn || product.mpn,
    barcodeImg: variation.barcode_img || product.barcodeImg,
    barcodeValue: variation.barcode_value || product.barcodeValue,
  };
}

/**
 * The form of a product: options, price, stock, identifiers, quantity, discount table, countdown and add button. The
 * only owner of the page's price. A plain form without script.
 */
export function ProductForm(props: Props) {
  const { form, discounts, tableRows } = props;
  const { productId, attributes, variations } = form;
  const live = useHydrated();
  const formRef = useRef<HTMLFormElement>(null);
  const row = useRef<HTMLDivElement>(null);
  const [state, dispatch] = useReducer(
    (old: ProductState, action: ProductAction) => reduceProduct(form, old, action),
    form,
    initialState,
  );
  const { choice, quantity } = state;
  const variation = chosenVariation(form, state);
  const limits = limitsOf(form, variation);
  const hasChoices = attributes.length > 0;
  const isBegun = attributes.some(({ name }) => choice[name]);
  const isForSale = !hasChoices || (variation?.is_in_stock ?? false);

  const sale = useSale(variation ? variation.countdown : props.countdown);
  useSaleEnd(sale);
  const { quote, askForQuantity } = useQuote({
    productId,
    variation,
    settings: discounts,
    phase: sale.phase,
  });
  const base = variation?.price ?? props.price;
  const price = quote?.price ?? sale.price ?? base;
  usePublishedPrice(price);
  const container = discounts.product_price_container_class;
  const containers = usePortalTargets(container ? `[class~=${JSON.stringify(container)}]` : null);
  // If the shop owner has configured a price container, the summary shows the price of the product or variation
  // without quantity discounts.
  const summaryPrice = containers.length > 0 && !quote?.isSingle ? base : price;

  const table = useDiscountTable(props.hasTable ? (variation?.variation_id ?? productId) : null);
  useVariationEvents(formRef, variation);
  useVariationPictures(form, variation);
  const { status, notice, add, reset } = useAddToCart();
  const [hasAdded, setHasAdded] = useState(false);
  if (status === "added" && !hasAdded) setHasAdded(true);
  const variationJson = useMemo(() => JSON.stringify(variations.map(wireVariation)), [variations]);

  /** The previous outcome, or the pending add, belongs to another choice. */
  const change = (action: ProductAction) => {
    if (status !== "idle") reset();
    dispatch(action);
  };
  const changeQuantity = (action: ProductAction) => {
    const next = reduceProduct(form, state, action).quantity.text;
    dispatch(action);
    if (next !== quantity.text) askForQuantity(next);
  };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    // On Enter, and on a click in browsers that do not focus buttons, the quantity field does not lose focus first.
    flushSync(() => dispatch({ type: "settle" }));
    add(event);
  };

  // The first option without a choice; all are chosen in a combination that cannot be bought.
  const open = attributes.find(({ name }) => !choice[name]) ?? attributes[0];
  const findOption = (name: string) =>
    formRef.current?.querySelector<HTMLElement>(`[name="attribute_${name}"]`);
  const showOption = (name: string) => {
    const field = findOption(name);
    field?.focus({ preventScroll: true });
    field?.closest("fieldset, div")?.scrollIntoView({ block: "center" });
  };
  const soldOut = variation && !variation.is_in_stock ? variation.variation_id : null;
  const missing =
    live && !isForSale && open
      ? soldOut
        ? { label: catalogText.notify(), show: () => showStockAlert(document) }
        : { label: catalogText.chooseOne({ name: open.label }), show: () => showOption(open.name) }
      : null;
  const button = { productId, quantity: quantity.text, status, isBlocked: live && !isForSale };
  const hint = live
    ? isWhole(choice) && !isForSale
      ? catalogText.optionUnavailable()
      : ""
    : catalogText.chooseFirst();
  return (
    <>
      <ProductSummary
        name={props.name}
        note={props.note}
        identifiers={identifiersOf(props.identifiers, variation)}
        rating={props.rating}
        questionCount={props.questionCount}
        price={summaryPrice}
        countdown={props.countdown}
        variationCountdown={variation?.countdown}
        isVariation={variation !== undefined}
        sale={sale}
        delivery={props.delivery}
      >
        <AddNotice notice={notice} />
        <form
          ref={formRef}
          id={PRODUCT_FORM}
          className={hasChoices ? `cart ${styles.form} variations_form` : `cart ${styles.form}`}
          method="post"
          action={form.action}
          data-product_id={productId}
          data-product_variations={hasChoices ? variationJson : undefined}
          onSubmit={submit}
          onReset={(event) => {
            event.preventDefault();
            change({ type: "clear" });
            // The button leaves with the choice.
            const [first] = attributes;
            if (first) findOption(first.name)?.focus({ preventScroll: true });
          }}
        >
          <input type="hidden" name="product_id" value={productId} />
          <input type="hidden" name="variation_id" value={variation?.variation_id ?? "0"} />
          {attributes.map((attribute) => (
            <AttributeField
              key={attribute.name}
              {...attribute}
              chosen={choice[attribute.name] ?? ""}
              prospectOf={(value) => (live ? prospect(variations, choice, attribute.name, value) : ANY)}
              onChoose={(value) => change({ type: "choose", name: attribute.name, value })}
            />
          ))}
          <div className={styles.state}>
            <div>
              {variation ? (
                <Stock availability={variation.is_in_stock ? "in-stock" : "sold-out"} stockLeft={null} />
              ) : (
                <Stock availability={props.availability} stockLeft={props.stockLeft} />
              )}
            </div>
            {hasChoices && (!live || isBegun) && (
              <button type="reset" className={`${controls.link} ${styles.resetVariations}`}>
                {catalogText.clearOptions()}
              </button>
            )}
          </div>
          <div className={styles.row} ref={row}>
            <ProductQuantity
              quantity={quantity}
              limits={limits}
              onChange={(next) => changeQuantity({ type: "quantity", quantity: next })}
              onSettle={() => changeQuantity({ type: "settle" })}
            />
            <ProductAddButton
              {...button}
              className={`${controls.btnLg} single_add_to_cart_button`}
              describedBy={hasChoices ? "choose-first" : undefined}
            />
            {hasAdded && <AddedLink />}
          </div>
          {hasChoices && (
            <p className={`${forms.hint} ${styles.hint}`} id="choose-first" role="status">
              {hint}
            </p>
          )}
          {limits.step !== "1" && (
            <p className={forms.hint}>{catalogText.quantityMultiple({ step: limits.step })}</p>
          )}
        </form>
        {soldOut && (
          <Suspense>
            <StockAlert key={soldOut} productId={productId} variationId={soldOut} />
          </Suspense>
        )}
        {props.hasTable && (
          <section
            className={styles.qtyPlace}
            aria-label={pricingText.tableCaption()}
            aria-busy={table === undefined || undefined}
          >
            {table === undefined && tableRows > 0 && <DiscountTableSkeleton rows={tableRows} />}
            {table && <DiscountTable {...table} quantity={quantity.text} />}
          </section>
        )}
      </ProductSummary>
      <StickyAddToCart {...{ button, row, missing, hasAdded }} price={summaryPrice} />
      {containers.map((place, index) => createPortal(<Price {...price} />, place, String(index)))}
    </>
  );
}
