import type { CountdownChange, SaleEndedAnswer } from "../generated/pricing";
import { actionUrl, post } from "../runtime/request";

const PARAMETER = "sctv_countdown_job";

/** The same page, asked for anew: with where it was, said once however often it happens. */
export function reloadUrl(href: string): string {
  const here = new URL(href);
  here.searchParams.delete(PARAMETER);
  const next = new URL(here);
  next.searchParams.set(PARAMETER, here.href);
  return next.href;
}

type Ended = Pick<CountdownChange, "product_id" | "remove_sale">;

const waiting: Array<Ended> = [];
let busy = false;

function reload(): void {
  const next = reloadUrl(location.href);
  // To the same address with a #fragment the browser would only scroll.
  if (next === location.href) location.reload();
  else location.replace(next);
}

/** Call 15, one after another; once the last is answered, or one is refused, the page is loaded again. */
async function tell(): Promise<void> {
  busy = true;
  for (let ended = waiting.shift(); ended; ended = waiting.shift()) {
    const body = new URLSearchParams({
      action: "visctr_doing_cron",
      product_id: ended.product_id,
      remove_sale: String(ended.remove_sale),
    });
    const answer = await post<SaleEndedAnswer>(actionUrl(), body).catch(() => null);
    if (!answer?.cron) break;
  }
  reload();
}

/**
 * A countdown has come to its end. `kept`: the page is a kept copy, so the server is told first. `atOnce`: it had before
 * the page was there; a page that was loaded for that reason would otherwise be loaded for ever.
 */
export function ended(change: Ended, kept: boolean, atOnce: boolean): void {
  if (atOnce && new URL(location.href).searchParams.has(PARAMETER)) return;
  if (!kept) {
    reload();
    return;
  }
  waiting.push(change);
  if (!busy) void tell();
}
