import { useEffect, useRef, useState } from "react";
import type { PriceRangeView } from "../generated/catalog";
import * as catalogText from "../generated/messages/catalog";
import * as pricingText from "../generated/messages/pricing";
import controls from "../ui/controls.module.css";
import { foldDigits } from "../ui/digits";
import forms from "../ui/forms.module.css";
import { HiddenInputs } from "../ui/HiddenInputs";
import { Icon } from "../ui/Icon";
import { useHydrated } from "../ui/use-hydrated";
import groupStyles from "./FilterGroup.module.css";
import styles from "./PriceRange.module.css";

/** Typing and sliding make many small changes. */
const DELAY = 400;
const SIGN = "$";

type Limits = { from: string; to: string };
type Props = {
  range: PriceRangeView;
  /** The prices were changed: how to write the address of the listing within them. */
  onPrices: (address: (range: PriceRangeView) => string) => void;
};

const typed = (limit: number | null) => (limit === null ? "" : String(limit));

/** The address that the form would open. */
const addressWith =
  ({ from, to }: Limits) =>
  ({ action, hidden }: PriceRangeView) => {
    const fields = new URLSearchParams(hidden.map(({ name, value }) => [name, value]));
    if (from) fields.set("min_price", from);
    if (to) fields.set("max_price", to);
    const query = fields.toString();
    return query ? `${action}?${query}` : action;
  };

/** The limits in words, for the closed row. */
function chosen({ from, to }: Limits): string {
  const [low, high] = [`${from} ${SIGN}`, `${to} ${SIGN}`];
  if (from && to) return catalogText.filterPrice({ from: low, to: high });
  if (from) return catalogText.filterPriceFrom({ from: low });
  return to && catalogText.filterPriceTo({ to: high });
}

/**
 * A plain form with the lowest and the highest price in whole currency units; an empty field means no limit. Not of
 * type number, which rejects Arabic digits. Hydrated, two sliders set the same fields.
 */
export function PriceRange({ range, onPrices }: Props) {
  const { action, hidden, lowest, highest } = range;
  const isLive = useHydrated();
  const [limits, setLimits] = useState<Limits>({ from: typed(range.from), to: typed(range.to) });
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => setLimits({ from: typed(range.from), to: typed(range.to) }), [range.from, range.to]);
  useEffect(() => () => clearTimeout(timer.current), []);

  const change = (next: Limits) => {
    setLimits(next);
    clearTimeout(timer.current);
    const whole = { from: foldDigits(next.from).trim(), to: foldDigits(next.to).trim() };
    timer.current = setTimeout(() => onPrices(addressWith(whole)), DELAY);
  };
  const low = Math.min(Number(foldDigits(limits.from)) || lowest, highest);
  const high = Math.max(Number(foldDigits(limits.to)) || highest, lowest);
  const share = (price: number) => ((price - lowest) / (highest - lowest)) * 100;
  // At its end a slider sets no limit. The two cannot pass each other.
  const slideLow = (price: number) =>
    change({ ...limits, from: price <= lowest ? "" : String(Math.min(price, high)) });
  const slideHigh = (price: number) =>
    change({ ...limits, to: price >= highest ? "" : String(Math.max(price, low)) });

  const sliders = [
    { label: catalogText.priceLowest(), value: low, slide: slideLow },
    { label: catalogText.priceHighest(), value: high, slide: slideHigh },
  ];
  const fields = [
    { name: "min_price", label: catalogText.priceFrom(), key: "from" as const, open: lowest },
    { name: "max_price", label: catalogText.priceTo(), key: "to" as const, open: highest },
  ];
  return (
    <details className={groupStyles.group} open suppressHydrationWarning>
      <summary>
        {catalogText.price()}
        <small>{chosen(limits)}</small>
        <Icon name="down" size="s" />
      </summary>
      <form method="get" action={action} className={styles.form}>
        <HiddenInputs pairs={hidden.map(({ name, value }) => [name, value])} />
        <fieldset className={styles.price}>
          <legend className="sr">{catalogText.price()}</legend>
          {isLive && (
            <div className={styles.sliders}>
              {/* From right to left, as the sliders move. */}
              <svg viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true">
                <path d="M0 0h100v4H0z" className={styles.track} />
                <path
                  d={`M${100 - share(high)} 0h${Math.max(share(high) - share(low), 0)}v4H${100 - share(high)}z`}
                  className={styles.chosen}
                />
              </svg>
              {sliders.map(({ label, value, slide }) => (
                <input
                  key={label}
                  type="range"
                  min={lowest}
                  max={highest}
                  value={value}
                  aria-label={label}
                  aria-valuetext={`${value} ${pricingText.currency()}`}
                  onChange={({ target }) => slide(Number(target.value))}
                />
              ))}
            </div>
          )}
          {fields.map(({ name, label, key, open }) => (
            <label key={name}>
              <span className={forms.label}>{label}</span>
              <span className={styles.cash}>
                <input
                  className={`${forms.input} ltr`}
                  name={name}
                  type="text"
                  inputMode="numeric"
                  autoComplete="off"
                  placeholder={String(open)}
                  value={limits[key]}
                  onChange={({ target }) => change({ ...limits, [key]: target.value })}
                />
                <span aria-hidden="true">{SIGN}</span>
              </span>
            </label>
          ))}
        </fieldset>
        <button type="submit" className={`${controls.btn} ${controls.btnSm} ${controls.btnBlock}`}>
          {catalogText.filterApply()}
        </button>
      </form>
    </details>
  );
}
