import { type RefObject, useEffect, useRef } from "react";
import type { VariationView } from "../generated/catalog";

/** The wire format of a variation for other scripts: without the properties that only the shop's components read. */
export const wireVariation = ({ countdown, price, ...variation }: VariationView) => variation;

/** Dispatches WooCommerce's variation events on the form, for other scripts. */
export function useVariationEvents(
  form: RefObject<HTMLFormElement | null>,
  variation: VariationView | undefined,
): void {
  const published = useRef<VariationView>(undefined);
  useEffect(() => {
    if (published.current === variation) return;
    published.current = variation;
    const detail = variation ? wireVariation(variation) : null;
    for (const name of variation ? ["found_variation", "show_variation"] : ["reset_data", "hide_variation"])
      form.current?.dispatchEvent(new CustomEvent(name, { bubbles: true, detail }));
  }, [form, variation]);
}
