import { useEffect, useRef, useState } from "react";
import type { CountdownView, PriceView } from "../generated/pricing";
import { type Phase, type State, stateAt } from "./countdown";
import { ended } from "./countdown-end";
import { useClock } from "./use-now";

/** The state of a countdown. */
export type Sale = {
  countdown: CountdownView | null;
  /** Null until the time is known. */
  phase: Phase | null;
  /** The price in this phase; null: the price in the server's HTML. */
  price: PriceView | null;
  /** The countdown was already in this phase when the page loaded. */
  isFirst: boolean;
};

/** A countdown that has ended, or whose message has no timer placeholder, is hidden. */
export const isOver = (phase: Phase | null) => phase === "end" || phase === "stopped";

const begin = (countdown: CountdownView | null): Sale => ({
  countdown,
  phase: null,
  price: null,
  isFirst: true,
});

/** The price of a variation is not switched: the page is reloaded instead. */
function priceOf(countdown: CountdownView, price: State["price"]): PriceView | null {
  if (countdown.countdown_data_change.product_type === "variation") return null;
  return price === "sale" ? countdown.sale : countdown.regular;
}

/** Follows the phases of a countdown. The component renders once per phase, not every second. */
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
      // The last price stays: only the server knows the next one.
      sale = { countdown, phase, isFirst, price: isOver(phase) ? sale.price : priceOf(countdown, price) };
    }
  }
  if (sale !== last) setLast(sale);
  return sale;
}

/** Reloads the page when a countdown leads to a price that only the server knows. */
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
