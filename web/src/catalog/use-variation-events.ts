import { type RefObject, useEffect, useRef } from "react";
import type { VariationView } from "../generated/catalog";

/** A variation as scripts of others know it: without what only our own components read. */
export const wireVariation = ({ countdown, price, ...variation }: VariationView) => variation;

/** Tells scripts of others which variation is shown, by WooCommerce's events on its form. */
export function useVariationEvents(
  form: RefObject<HTMLFormElement | null>,
  variation: VariationView | undefined,
): void {
  const told = useRef<VariationView>(undefined);
  useEffect(() => {
    if (told.current === variation) return;
    told.current = variation;
    const detail = variation ? wireVariation(variation) : null;
    for (const name of variation ? ["found_variation", "show_variation"] : ["reset_data", "hide_variation"])
      form.current?.dispatchEvent(new CustomEvent(name, { bubbles: true, detail }));
  }, [form, variation]);
}
