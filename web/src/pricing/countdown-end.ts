import { post } from "../runtime/request";

const PARAMETER = "sctv_countdown_job";

/** The same page, asked for anew: with where it was, said once however often it happens. */
export function reloadUrl(href: string): string {
  const here = new URL(href);
  here.searchParams.delete(PARAMETER);
  const next = new URL(here);
  next.searchParams.set(PARAMETER, here.href);
  return next.href;
}

type Ended = { product_id: string; remove_sale: number };

const waiting: Array<Ended> = [];
let busy = false;

const reload = () => location.replace(reloadUrl(location.href));

/** Call 15, one after another; once the last is answered, or one is refused, the page is loaded again. */
async function tell(): Promise<void> {
  busy = true;
  for (let ended = waiting.shift(); ended; ended = waiting.shift()) {
    const body = new URLSearchParams({
      action: "visctr_doing_cron",
      product_id: ended.product_id,
      remove_sale: String(ended.remove_sale),
    });
    const url = `${document.body.dataset.homeUrl ?? "/ar/"}wp-admin/admin-ajax.php`;
    const answer = await post<{ cron?: boolean }>(url, body).catch(() => null);
    if (!answer?.cron) break;
  }
  reload();
}

/** A countdown has come to its end. `kept`: the page is a kept copy, so the server is told first. */
export function ended(change: Ended, kept: boolean): void {
  if (!kept) {
    reload();
    return;
  }
  waiting.push(change);
  if (!busy) void tell();
}
