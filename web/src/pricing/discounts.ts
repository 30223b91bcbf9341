import { actionUrl, post } from "../runtime/request";
import { parseElement } from "../runtime/trusted-html";
import { readQuantity } from "../ui/quantity";
import { priceArea, putPrice, summary } from "./price-area";

type Priced = { status?: number; price_html?: string; product_type?: string; has_single_price?: number };
type Table = { cookie?: string; html?: string };

const call = <T>(action: string, fields: Record<string, string>) =>
  post<T>(actionUrl(), new URLSearchParams({ action, ...fields }));

/** A number above nothing, or null. */
const realId = (text: string | undefined) => (Number.parseInt(text ?? "", 10) > 0 ? (text as string) : null);

/** Marks the row that a quantity reaches: the last whose beginning is not above it. */
function mark(table: Element, quantity: string): void {
  const wanted = Number(readQuantity(quantity) ?? 0);
  const rows = [...table.querySelectorAll<HTMLElement>("[data-from]")];
  const reached = rows.findLast((row) => Number(row.dataset.from) <= wanted);
  for (const row of rows) {
    row.classList.toggle("is-on", row === reached);
    if (row === reached) row.setAttribute("aria-current", "true");
    else row.removeAttribute("aria-current");
  }
}

/** Call 12. Its answer may be JSON in JSON. */
async function fetchTable(id: string): Promise<Element | null> {
  const fields = { id, loaded: "1", time: String(Math.floor(Date.now() / 1000)) };
  const answer = await call<Table | string>("loadWooDiscountedDiscountTable", fields);
  const { html }: Table = typeof answer === "string" ? JSON.parse(answer) : answer;
  return html ? parseElement(html) : null;
}

/** Follows the choices and quantities of a product's form with prices, and its table of quantities. */
export function follow(form: HTMLFormElement): void {
  const place = document.querySelector<HTMLElement>("[data-discount-table]");
  const { strikeout } = form.dataset;
  const variation = () => realId((form.elements.namedItem("variation_id") as HTMLInputElement | null)?.value);
  const quantity = () => (form.elements.namedItem("quantity") as HTMLInputElement | null)?.value ?? "1";
  // The answer to an older question is not put over a newer one's.
  let asked = 0;
  let wanted = "";

  const ask = async (action: string, fields: Record<string, string>) => {
    asked += 1;
    const mine = asked;
    const answer = await call<Priced>(action, fields).catch(() => null);
    if (mine !== asked || answer?.status !== 1 || !answer.price_html) return;
    putPrice(priceArea(), answer.price_html);
    // The summary is the whole product's: it follows only where every variation costs the same.
    if (answer.product_type === "variation" && answer.has_single_price === 1)
      putPrice(summary(), answer.price_html);
  };

  const table = async () => {
    const id = variation() ?? realId(form.dataset.product_id);
    if (!place || !id) return;
    wanted = id;
    const drawn = await fetchTable(id).catch(() => null);
    if (wanted !== id) return;
    place.replaceChildren(...(drawn ? [document.importNode(drawn, true)] : []));
    place.removeAttribute("aria-busy");
    mark(place, quantity());
  };

  const onQuantity = () => {
    if (place) mark(place, quantity());
    const id = variation() ?? realId(form.dataset.product_id);
    if (strikeout !== "show_on_qty_update" || !id || readQuantity(quantity()) === null) return;
    void ask("loadWooDiscountStrikeoutPriceOfProduct", { id, qty: quantity(), price_html: "" });
  };

  form.addEventListener("show_variation", (event) => {
    const { variation_id: chosen, price_html } = (event as CustomEvent).detail;
    const id = realId(chosen);
    if (id) void ask("loadWooDiscountedPriceForVariant", { id, price_html });
    void table();
  });
  form.addEventListener("hide_variation", () => {
    asked += 1;
    void table();
  });
  // The buttons beside the field set it by script, and only the field's own value tells.
  let last = quantity();
  const look = () => {
    if (quantity() === last) return;
    last = quantity();
    onQuantity();
  };
  // A new choice may have set the field meanwhile, so what is typed is always news.
  form.addEventListener("input", ({ target }) => {
    if ((target as HTMLInputElement).name !== "quantity") return;
    last = quantity();
    onQuantity();
  });
  form.addEventListener("click", () => setTimeout(look));
  form.addEventListener("change", () => setTimeout(look));
  void table();
}
