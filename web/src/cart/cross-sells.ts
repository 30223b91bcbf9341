import { applyRegionOf } from "../runtime/fragments";

const REGION = "cart-suggestions";

/** Call 3: fetches the same page again for its cross-sells only. */
async function reload(): Promise<void> {
  if (!document.querySelector(`[data-region=${REGION}]`)) return;
  const answer = await fetch(location.href).catch(() => null);
  if (answer?.ok) applyRegionOf(await answer.text(), REGION);
}

export function startCrossSells(): void {
  document.body.addEventListener("added_to_cart", () => void reload());
}
