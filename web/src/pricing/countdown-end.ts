import type { CountdownChange, SaleEndedAnswer } from "../generated/pricing";
import { actionUrl, post } from "../runtime/request";

const PARAMETER = "sctv_countdown_job";

/** The URL of the same page with its original address as a parameter, which is added only once. */
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
  // Navigating to the same address with a #fragment would only scroll.
  if (next === location.href) location.reload();
  else location.replace(next);
}

/** Sends call 15 for each countdown in turn; reloads the page after the last response or a refusal. */
async function notifyServer(): Promise<void> {
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
 * Handles the end of a countdown. `cached`: the page is a cached copy, so the server is notified first. `atOnce`: it
 * ended before the page was loaded; such a page is not reloaded, which would loop.
 */
export function ended(change: Ended, cached: boolean, atOnce: boolean): void {
  if (atOnce && new URL(location.href).searchParams.has(PARAMETER)) return;
  if (!cached) {
    reload();
    return;
  }
  waiting.push(change);
  if (!busy) void notifyServer();
}
