import { useEffect, useRef, useState } from "react";
import type { CountdownView, PriceView } from "../generated/pricing";
import { type Phase, type State, stateAt } from "./countdown";
import { ended } from "./countdown-end";
import { useClock } from "./use-now";

/** What a countdown has come to. */
export type Sale = {
  countdown: CountdownView | null;
  /** Null until the time is known. */
  phase: Phase | null;
  /** The price of this phase; null: the price that the server rendered. */
  price: PriceView | null;
  /** It was like this when the page came. */
  isFirst: boolean;
};

/** A countdown that has come to its end, or to words without a place for it, shows nothing more. */
export const isOver = (phase: Phase | null) => phase === "end" || phase === "stopped";

const begin = (countdown: CountdownView | null): Sale => ({
  countdown,
  phase: null,
  price: null,
  isFirst: true,
});

/** A variation's price is never switched: its page is loaded again instead. */
function priceOf(countdown: CountdownView, price: State["price"]): PriceView | null {
  if (countdown.countdown_data_change.product_type === "variation") return null;
  return price === "sale" ? countdown.sale : countdown.regular;
}

/** Follows a countdown through its phases. The component is rendered again once per phase, not every second. */
export function useSale(countdown: CountdownView | null): Sale {
  const seen = useClock(
    countdown &&
      ((now) => {
        const { phase, price } = stateAt(countdown, countdown.countdown_data_change, now);
        return `${phase} ${price}`;
      }),
  );
  const [last, setLast] = useState(() => begin(countdown));
  let sale = last.countdown === countdown ? last : begin(countdown);
  if (countdown && seen && !isOver(sale.phase)) {
    const [phase, price] = seen.split(" ") as [Phase, State["price"]];
    if (phase !== sale.phase) {
      const isFirst = sale.phase === null;
      // The last price stays: it is the server's to say what comes after.
      sale = { countdown, phase, isFirst, price: isOver(phase) ? sale.price : priceOf(countdown, price) };
    }
  }
  if (sale !== last) setLast(sale);
  return sale;
}

/** Has the page loaded again where a countdown leads to a price that only the server knows. */
export function useSaleEnd(sale: Sale): void {
  const handled = useRef<Sale>(undefined);
  useEffect(() => {
    const { countdown, phase, isFirst } = sale;
    if (!countdown || phase === null || handled.current === sale) return;
    handled.current = sale;
    const change = countdown.countdown_data_change;
    if (phase === "end") ended(change, countdown.cached, isFirst);
    else if (change.product_type === "variation" && phase !== "stopped" && !(isFirst && phase === "running"))
      ended(change, false, isFirst);
  }, [sale]);
}
