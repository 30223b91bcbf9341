import { expect, type Locator, type Page, type Request, type Route } from "@playwright/test";
import type { Shop } from "../shop";
import { form, gallery, PRODUCT_FORM, rewrite, rewritePage, rewriteProps, summaryPrice } from "./catalogue";
import { t } from "./texts";

/** The wire format of a countdown. */
export type Clockwork = {
  countdown_time_start: string;
  countdown_time_end: string;
  countdown_time_from: string;
  countdown_time_to: string;
  countdown_time_reset: number;
};
export type Change = {
  product_type: string;
  product_id: string;
  message: string;
  upcoming_message: string;
  regular_price_html: string;
  sale_price_html: string;
  remove_sale: number;
};

export const SECOND = 1000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/** The countdown of the page itself, not of a card. */
export const deal = (page: Page): Locator => page.locator(".summary [data-countdown]");
export const timer = (box: Locator): Locator => box.getByRole("timer", { includeHidden: true });
/** The badge on the pictures of the page. */
export const saleBadge = (page: Page): Locator => gallery(page).getByText(t("pricing.sale-badge"));

export const clockworkOf = async (box: Locator): Promise<Clockwork> =>
  JSON.parse((await box.getAttribute("data-countdown")) ?? "{}");
export const changeOf = async (box: Locator): Promise<Change> =>
  JSON.parse((await box.getAttribute("data-countdown_data_change")) ?? "{}");

/** Formats and parses `YYYY-MM-DD HH:MM:SS`. */
export const stamp = (time: number): string => new Date(time).toISOString().slice(0, 19).replace("T", " ");
export const moment = (text: string): number => Date.parse(`${text.replace(" ", "T")}Z`);

/** The time that a timer shows, in seconds. Hidden boxes do not count. */
export const shownSeconds = (box: Locator): Promise<number> =>
  timer(box).evaluate((element) => {
    const sizes: Record<string, number> = { days: 86_400, hours: 3600, minutes: 60, seconds: 1 };
    return [...element.querySelectorAll<HTMLElement>("[data-unit]")]
      .filter((place) => place.checkVisibility())
      .map((place) => Number(place.querySelector("b")?.textContent) * (sizes[place.dataset.unit ?? ""] ?? 0))
      .reduce((sum, part) => sum + part, 0);
  });

export const now = (page: Page): Promise<number> => page.evaluate(() => Date.now());

/** Pauses the page's clock at a full second in the future. */
export async function stopClock(page: Page): Promise<number> {
  const time = Math.ceil((await now(page)) / SECOND + 1) * SECOND;
  await page.clock.pauseAt(time);
  return time;
}

/** Advances the clock to some seconds after the given time. */
export async function passBy(page: Page, time: number, seconds = 2): Promise<void> {
  await page.clock.fastForward(time - (await now(page)) + seconds * SECOND);
}

type Counted = Clockwork & { countdown_data_change: Change; cached: boolean; width: number | null };
export type CountedProps = {
  countdown: Counted | null;
  form: { variations: Array<{ countdown: Counted | null }> };
};
/** The countdown of a product page, or of its first variation that has one. */
export const countdownIn = ({ countdown, form }: CountedProps): Counted => {
  const own = countdown ?? form.variations.find((one) => one.countdown)?.countdown;
  if (!own) throw new Error("the page has no countdown");
  return own;
};

/** Serves a page with another countdown; its times are relative to the time of the request. */
export function recount(
  page: Page,
  path: string,
  {
    times,
    change = {},
    more = (html) => html,
  }: {
    times: (requestedAt: number) => Partial<Clockwork>;
    change?: Partial<Change>;
    more?: (html: string) => string;
  },
  often?: number,
): Promise<void> {
  return rewritePage(
    page,
    path,
    (html) => {
      const requestedAt = Math.floor(Date.now() / SECOND) * SECOND;
      const counted = rewrite<Clockwork>(html, "data-countdown", (all) =>
        Object.assign(all, times(requestedAt)),
      );
      const changed = rewrite<Change>(counted, "data-countdown_data_change", (all) =>
        Object.assign(all, change),
      );
      return more(
        rewriteProps<CountedProps>(changed, PRODUCT_FORM, (props) => {
          const own = countdownIn(props);
          Object.assign(own, times(requestedAt));
          Object.assign(own.countdown_data_change, change);
        }),
      );
    },
    often,
  );
}

/** The price calls, by their numbers in the requirements. */
export const CALLS = {
  11: "loadWooDiscountedPriceForVariant",
  12: "loadWooDiscountedDiscountTable",
  13: "loadWooDiscountStrikeoutPriceOfProduct",
  15: "visctr_doing_cron",
} as const;
type Call = keyof typeof CALLS;
type Fields = Record<string, string>;

const fieldsOf = (request: Request): Fields =>
  Object.fromEntries(new URLSearchParams(request.postData() ?? ""));

/** Records the requests of a call. */
export function recordCalls(page: Page, call: Call): Array<Fields> {
  const all: Array<Fields> = [];
  page.on("request", (request) => {
    const fields = fieldsOf(request);
    if (fields.action === CALLS[call]) all.push(fields);
  });
  return all;
}

/** Intercepts a call. */
export async function onCall(
  page: Page,
  call: Call,
  answer: (route: Route, fields: Fields) => unknown,
): Promise<void> {
  await page.route(
    (url) => url.pathname.endsWith("/wp-admin/admin-ajax.php"),
    async (route) => {
      const fields = fieldsOf(route.request());
      if (fields.action === CALLS[call]) await answer(route, fields);
      else await route.fallback();
    },
  );
}

/**
 * Waits until the page has processed a response: a later request has been answered, and two animation frames have
 * passed.
 */
export const takenUp = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    await (await fetch("/favicon.svg", { cache: "no-store" })).text();
    for (const _ of [1, 2]) await new Promise((done) => requestAnimationFrame(done));
  });

/** A promise that is resolved from outside, to hold a response. */
export class Gate {
  readonly open: () => void;
  readonly opened: Promise<void>;

  constructor() {
    let open = () => {};
    this.opened = new Promise((done) => {
      open = done;
    });
    this.open = open;
  }
}

export const amounts = (page: Page): Locator => summaryPrice(page).locator("bdi");
export const clear = (page: Page): Promise<void> =>
  form(page)
    .getByRole("button", { name: t("catalog.clear-options") })
    .click();
export const ready = (page: Page): Promise<void> =>
  expect(page.getByRole("button", { name: t("common.quantity-up") })).toBeEnabled();

/** Opens a page with a fake clock and waits until its countdown is hydrated. */
export async function visitTimed(page: Page, shop: Shop, path: string): Promise<void> {
  await page.clock.install();
  await shop.visit(path);
  await expect(page.locator("[data-phase]").first()).toBeAttached();
}
