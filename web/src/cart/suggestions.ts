import { applyFragments, regionKey } from "../runtime/fragments";
import { parseDocument } from "../runtime/trusted-html";

const BLOCK = regionKey("cart-suggestions");

/** Call 3: the same page once more, for its suggestions alone. A page without any empties the block. */
async function reload(): Promise<void> {
  if (!document.querySelector(BLOCK)) return;
  const answer = await fetch(location.href).catch(() => null);
  if (!answer?.ok) return;
  const fresh = parseDocument(await answer.text()).querySelector(BLOCK);
  applyFragments({ [BLOCK]: fresh?.outerHTML ?? '<div data-region="cart-suggestions"></div>' });
}

export function startSuggestions(): void {
  document.body.addEventListener("added_to_cart", () => void reload());
}
