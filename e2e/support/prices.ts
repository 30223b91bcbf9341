import { expect, type Locator, type Page, type Request, type Route } from "@playwright/test";
import type { Shop } from "../shop";
import { form, gallery, PRODUCT_FORM, redraw, rewrite, rewriteProps, summaryPrice } from "./catalogue";
import { t } from "./texts";

/** A countdown as it travels. */
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

/** The countdown of the page itself, not of a card on it. */
export const deal = (page: Page): Locator => page.locator(".summary [data-countdown]");
export const timer = (box: Locator): Locator => box.getByRole("timer", { includeHidden: true });
/** The badge on the page's own pictures. */
export const saleBadge = (page: Page): Locator => gallery(page).getByText(t("pricing.sale-badge"));

export const clockworkOf = async (box: Locator): Promise<Clockwork> =>
  JSON.parse((await box.getAttribute("data-countdown")) ?? "{}");
export const changeOf = async (box: Locator): Promise<Change> =>
  JSON.parse((await box.getAttribute("data-countdown_data_change")) ?? "{}");

/** `YYYY-MM-DD HH:MM:SS`, and back. */
export const stamp = (time: number): string => new Date(time).toISOString().slice(0, 19).replace("T", " ");
export const moment = (text: string): number => Date.parse(`${text.replace(" ", "T")}Z`);

/** The time that a timer shows, in seconds. A box that is not seen counts nothing. */
export const shownSeconds = (box: Locator): Promise<number> =>
  timer(box).evaluate((element) => {
    const sizes: Record<string, number> = { days: 86_400, hours: 3600, minutes: 60, seconds: 1 };
    return [...element.querySelectorAll<HTMLElement>("[data-unit]")]
      .filter((place) => place.checkVisibility())
      .map((place) => Number(place.querySelector("b")?.textContent) * (sizes[place.dataset.unit ?? ""] ?? 0))
      .reduce((sum, part) => sum + part, 0);
  });

export const now = (page: Page): Promise<number> => page.evaluate(() => Date.now());

/** Stops the page's clock at a full second that is still to come. */
export async function stopClock(page: Page): Promise<number> {
  const time = Math.ceil((await now(page)) / SECOND + 1) * SECOND;
  await page.clock.pauseAt(time);
  return time;
}

/** Lets time pass until a moment of a countdown is over by some seconds. */
export async function passBy(page: Page, time: number, seconds = 2): Promise<void> {
  await page.clock.fastForward(time - (await now(page)) + seconds * SECOND);
}

type Counted = Clockwork & { countdown_data_change: Change; cached: boolean; width: number | null };
export type CountedProps = {
  countdown: Counted | null;
  buy: { variations: Array<{ countdown: Counted | null }> };
};
/** The countdown of a product's page, or that of the first of its variations that has one. */
export const countdownIn = ({ countdown, buy }: CountedProps): Counted => {
  const own = countdown ?? buy.variations.find((one) => one.countdown)?.countdown;
  if (!own) throw new Error("the page has no countdown");
  return own;
};

/** Lets a page come with another countdown: the times count from the moment at which it is asked for. */
export function recount(
  page: Page,
  path: string,
  {
    times,
    change = {},
    more = (html) => html,
  }: {
    times: (asked: number) => Partial<Clockwork>;
    change?: Partial<Change>;
    more?: (html: string) => string;
  },
  often?: number,
): Promise<void> {
  return redraw(
    page,
    path,
    (html) => {
      const asked = Math.floor(Date.now() / SECOND) * SECOND;
      const counted = rewrite<Clockwork>(html, "data-countdown", (all) => Object.assign(all, times(asked)));
      const changed = rewrite<Change>(counted, "data-countdown_data_change", (all) =>
        Object.assign(all, change),
      );
      return more(
        rewriteProps<CountedProps>(changed, PRODUCT_FORM, (props) => {
          const own = countdownIn(props);
          Object.assign(own, times(asked));
          Object.assign(own.countdown_data_change, change);
        }),
      );
    },
    often,
  );
}

/** The four calls about prices, by their numbers. */
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

/** What was asked by one of the calls so far. */
export function asked(page: Page, call: Call): Array<Fields> {
  const all: Array<Fields> = [];
  page.on("request", (request) => {
    const fields = fieldsOf(request);
    if (fields.action === CALLS[call]) all.push(fields);
  });
  return all;
}

/** Takes one of the calls into hand. */
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
 * Waits until the page has had its chance to act on an answer that has come: a question that it asks afterwards is answered as well, and it
 * has drawn itself twice since.
 */
export const takenUp = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    await (await fetch("/favicon.svg", { cache: "no-store" })).text();
    for (const _ of [1, 2]) await new Promise((done) => requestAnimationFrame(done));
  });

/** Opens and closes, for what is to wait. */
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

/** Opens a page whose clock is ours, once its countdown has come to life. */
export async function visitTimed(page: Page, shop: Shop, path: string): Promise<void> {
  await page.clock.install();
  await shop.visit(path);
  await expect(page.locator("[data-phase]").first()).toBeAttached();
}
