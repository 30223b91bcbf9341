import { parseElement } from "../runtime/trusted-html";

/** Where the summary of the page, and the bar that stands in for it, have the price. */
export const summary = (): Iterable<Element> => document.querySelectorAll("[data-price-area]");

/** Where the price of the page stands: in the owner's own container, or in the summary. */
export function priceArea(): Iterable<Element> {
  const { priceContainer } = document.querySelector<HTMLElement>("[data-price-container]")?.dataset ?? {};
  const named = priceContainer ? document.getElementsByClassName(priceContainer) : [];
  return named.length > 0 ? named : summary();
}

/** Puts a price of the server's into places, and hands it back. */
export function putPrice(places: Iterable<Element>, html: string): Element {
  const price = parseElement(`<p>${html}</p>`) as Element;
  for (const place of places) place.replaceChildren(...document.importNode(price, true).childNodes);
  return price;
}
