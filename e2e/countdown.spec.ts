import type { Page } from "@playwright/test";
import { expect, type Shop, t, test } from "./shop";
import { expectNoSidewaysScroll } from "./support/audit";
import { card } from "./support/carts";
import {
  choose,
  form,
  PRODUCT_FORM,
  rewritePage,
  rewriteProps,
  summaryPrice,
  tablePlace,
} from "./support/catalogue";
import {
  amounts,
  type CountedProps,
  changeOf,
  clear,
  clockworkOf,
  countdownIn,
  DAY,
  deal,
  Gate,
  HOUR,
  MINUTE,
  moment,
  now,
  onCall,
  passBy,
  ready,
  recordCalls,
  recount,
  SECOND,
  saleBadge,
  shownSeconds,
  stamp,
  stopClock,
  timer,
  visitTimed,
} from "./support/prices";
import { candle, dallah, lemonHoney, perfume, smallCandle } from "./support/products";
import { plain } from "./support/texts";

const PLACE = "{countdown_timer}";
const ends = plain(t("pricing.countdown-message")).replace(PLACE, "").trim();
const begins = plain(t("pricing.countdown-upcoming-message")).replace(PLACE, "").trim();

/** A sale that ends in a few seconds and does not recur. */
const endsSoon = (time: number) => ({
  countdown_time_start: stamp(time),
  countdown_time_end: stamp(time + 30 * SECOND),
  countdown_time_from: "",
  countdown_time_to: "",
  countdown_time_reset: 0,
});
/** The same page, marked as not cached. */
const uncached = (html: string) =>
  rewriteProps<CountedProps>(html, PRODUCT_FORM, (props) => {
    countdownIn(props).cached = false;
  });
const pastEnd = (page: Page) => page.clock.fastForward(40 * SECOND);

test.describe("a countdown", () => {
  test("carries its times in UTC, its seconds and its texts [PRICE-17] [PRICE-18] [PRICE-19]", {
    tag: "@any",
  }, async ({ page, shop }) => {
    const time = expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
    for (const product of [lemonHoney, candle]) {
      await shop.visit(product.path);
      expect(await clockworkOf(deal(page))).toEqual({
        countdown_time_start: time,
        countdown_time_end: time,
        countdown_time_from: time,
        countdown_time_to: time,
        countdown_time_reset: product === candle ? 1800 : 0,
      });
      expect(await changeOf(deal(page))).toEqual({
        product_type: "simple",
        product_id: await form(page).locator("[name=product_id]").inputValue(),
        message: expect.stringContaining(PLACE),
        upcoming_message: expect.stringContaining(PLACE),
        regular_price_html: expect.stringContaining('class="price '),
        sale_price_html: expect.stringContaining("<ins>"),
        remove_sale: product === candle ? 0 : 1,
      });
    }
  });

  test("is placed between the two parts of its message [PRICE-20]", async ({ page, shop }) => {
    await recount(page, dallah.path, { times: () => ({}), change: { message: `بقي ${PLACE} فقط!` } });
    await visitTimed(page, shop, dallah.path);
    const [before, after] = [deal(page).getByText("بقي", { exact: true }), deal(page).getByText("فقط!")];
    await expect(before).toBeVisible();
    await expect(after).toBeVisible();
    await expect(deal(page)).not.toContainText(PLACE);
    const order = await deal(page).evaluate((box) =>
      [...(box.querySelector("[role=timer]")?.parentElement?.children ?? [])].map(
        (part) => part.getAttribute("role") ?? "text",
      ),
    );
    expect(order.slice(0, 3)).toEqual(["text", "timer", "text"]);
  });

  test("shows the time left until its end, and one second less each second [PRICE-23] [PRICE-24]", async ({
    page,
    shop,
  }) => {
    await visitTimed(page, shop, dallah.path);
    await expect(deal(page)).toHaveAttribute("data-phase", "running");
    await expect(deal(page)).toContainText(ends);
    const end = moment((await clockworkOf(deal(page))).countdown_time_end);
    const stopped = await stopClock(page);
    await page.clock.runFor(1);
    const left = await shownSeconds(deal(page));
    expect(Math.abs(left - (end - stopped) / SECOND)).toBeLessThanOrEqual(1);
    expect(left).toBeGreaterThan((3 * DAY) / SECOND);

    for (const seconds of [1, 2, 3]) {
      await page.clock.runFor(SECOND);
      expect(await shownSeconds(deal(page))).toBe(left - seconds);
    }
    await page.clock.runFor(2 * MINUTE);
    expect(await shownSeconds(deal(page))).toBe(left - 123);
    await page.clock.resume();
  });

  test("flips each new digit for 500 ms without fading, and none under reduced motion [PRICE-24] [VIS-15]", async ({
    page,
    shop,
  }) => {
    await visitTimed(page, shop, dallah.path);
    const digits = timer(deal(page)).locator("[data-unit=seconds] b");
    // Animations run on the display's clock, not on the fake one: their start event is recorded instead of their
    // state.
    await timer(deal(page)).evaluate((box) => {
      const turns: Array<[string, unknown]> = [];
      Object.assign(window, { turns });
      box.addEventListener("animationstart", ({ target }) => {
        const unit = (target as Element).closest<HTMLElement>("[data-unit]")?.dataset.unit ?? "";
        for (const one of (target as Element).getAnimations()) {
          const frames = (one.effect as KeyframeEffect).getKeyframes();
          if (frames.some(({ opacity }) => opacity !== undefined)) turns.push(["faded", unit]);
          turns.push([unit, one.effect?.getComputedTiming().duration]);
        }
      });
    });
    const turns = (unit: string): Promise<Array<unknown>> =>
      page.evaluate(
        (wanted) =>
          (window as unknown as { turns: Array<[string, unknown]> }).turns
            .filter(([name]) => name === wanted)
            .map(([, duration]) => duration),
        unit,
      );
    await stopClock(page);
    const minutes = timer(deal(page)).locator("[data-unit=minutes] b");
    const before = await minutes.textContent();
    const earlier = (await turns("minutes")).length;
    await page.clock.runFor(SECOND);
    await expect.poll(async () => (await turns("seconds")).at(-1)).toBe(500);
    // A pale digit cannot be read.
    expect(await turns("faded")).toEqual([]);
    // Digits that have not changed are not animated.
    if ((await minutes.textContent()) === before) expect(await turns("minutes")).toHaveLength(earlier);

    await page.emulateMedia({ reducedMotion: "reduce" });
    const still = (await turns("seconds")).length;
    const shown = (await digits.textContent()) ?? "";
    await page.clock.runFor(SECOND);
    await expect(digits).not.toHaveText(shown);
    expect(await digits.evaluate((element) => element.getAnimations().length)).toBe(0);
    expect(await turns("seconds")).toHaveLength(still);
    await page.clock.resume();
  });

  test("shows days only above zero [PRICE-25]", async ({ page, shop }) => {
    await recount(page, dallah.path, {
      times: (time) => ({ countdown_time_end: stamp(time + DAY + 30 * SECOND) }),
    });
    await visitTimed(page, shop, dallah.path);
    const days = timer(deal(page)).locator("[data-unit=days]");
    await expect(days).toBeVisible();
    await expect(days).toHaveText(`01${t("pricing.countdown-days", { count: 1 })}`);
    await page.clock.fastForward(40 * SECOND);
    await expect(days).toBeHidden();
    await expect(timer(deal(page)).locator("[data-unit=hours]")).toContainText("23");
    expect(await shownSeconds(deal(page))).toBeLessThan(DAY / SECOND);
  });

  test("is a timer that is read on focus, and never interrupts", async ({ page, shop }) => {
    await recount(page, dallah.path, {
      times: (time) => ({ countdown_time_end: stamp(time + 3 * DAY + 14 * HOUR + 5 * MINUTE + 50 * SECOND) }),
    });
    await visitTimed(page, shop, dallah.path);
    const spoken = [
      t("pricing.day-count", { count: 3 }),
      t("pricing.hour-count", { count: 14 }),
      t("pricing.minute-count", { count: 5 }),
    ].join(" و");
    const box = deal(page).getByRole("timer", {
      name: `${t("pricing.countdown-label")}: ${spoken}`,
      exact: true,
    });
    await expect(box).toBeVisible();
    await expect(box).not.toHaveAttribute("aria-live", /polite|assertive/);
    expect(await box.evaluate((element) => element.closest("[aria-live]"))).toBeNull();
    // The numbers change every second; the label for screen readers changes every minute.
    await page.clock.fastForward(20 * SECOND);
    await expect(box).toBeVisible();
    await page.clock.fastForward(MINUTE);
    await expect(box).toBeHidden();
  });

  for (const hours of [-7, 30]) {
    test(`shows the correct remaining time although the local clock is ${hours} hours off`, async ({
      page,
      shop,
    }) => {
      await page.clock.install({ time: Date.now() + hours * HOUR });
      await shop.visit(dallah.path);
      await expect(deal(page)).toHaveAttribute("data-phase", "running");
      const end = moment((await clockworkOf(deal(page))).countdown_time_end);
      await expect
        .poll(async () => Math.abs((await shownSeconds(deal(page))) - (end - Date.now()) / SECOND))
        .toBeLessThanOrEqual(3);
    });
  }

  test("has a bar, filled by the percentage of data-width [PRICE-22]", async ({ page, shop }) => {
    await rewritePage(page, dallah.path, (html) =>
      rewriteProps<CountedProps>(html, PRODUCT_FORM, (props) => {
        countdownIn(props).width = 68;
      }).replace(/value="\d+" max="100" data-width="\d+"/, 'value="68" max="100" data-width="68"'),
    );
    await shop.visit(dallah.path);
    const bar = deal(page).getByRole("progressbar");
    await expect(bar).toBeVisible();
    await expect(bar).toHaveAttribute("data-width", "68");
    // The visual direction: filled from the right.
    const picture = (await bar.screenshot()).toString("base64");
    const filled = await page.evaluate(async (png) => {
      const bytes = Uint8Array.from(atob(png), (character) => character.charCodeAt(0));
      const image = await createImageBitmap(new Blob([bytes], { type: "image/png" }));
      const canvas = new OffscreenCanvas(image.width, image.height);
      const context = canvas.getContext("2d");
      context?.drawImage(image, 0, 0);
      const row = context?.getImageData(0, Math.floor(image.height / 2), image.width, 1).data ?? [];
      const colours = Array.from({ length: image.width }, (_, x) => row.slice(x * 4, x * 4 + 3).join());
      const [empty, full] = [0.1, 0.9].map((part) => colours[Math.floor(part * image.width)]);
      return empty === full ? 0 : colours.filter((colour) => colour === full).length / image.width;
    }, picture);
    expect(Math.abs(filled - 0.68)).toBeLessThan(0.05);
  });

  test("renders its bar with the server's percentage, and says it in pieces [PRICE-22] [VIS-15]", {
    tag: "@any",
  }, async ({ page, shop }) => {
    await shop.visit(dallah.path);
    const bar = deal(page).getByRole("progressbar");
    expect(await bar.getAttribute("data-width")).toBe(await bar.getAttribute("value"));
    // In pieces, not in percent: 25 are offered.
    const sold = Math.round((Number(await bar.getAttribute("value")) * 25) / 100);
    const words = t("pricing.sold-of", { count: sold, total: "25" });
    await expect(bar).toHaveAccessibleName(words);
    await expect(deal(page)).toContainText(words);
  });

  test("without script shows its end as text, and no placeholder of the table", {
    tag: "@no-script",
  }, async ({ page, shop }) => {
    await shop.visit(dallah.path);
    await expect(timer(deal(page))).toBeHidden();
    const until = deal(page).locator("time");
    await expect(until).toBeVisible();
    await expect(until).toContainText(t("pricing.countdown-until"));
    await expect(until).toContainText(/\d{1,2} \p{Script=Arabic}+/u);
    const end = moment((await clockworkOf(deal(page))).countdown_time_end);
    expect(Date.parse((await until.getAttribute("datetime")) ?? "")).toBe(end);
    await expect(tablePlace(page)).toBeHidden();
    await shop.visit("/ar/product-category/home/");
    await expect(card(page, dallah).locator("time")).toBeVisible();
  });

  test("fits the narrowest screen", async ({ page, shop }) => {
    await page.setViewportSize({ width: 320, height: 640 });
    for (const path of [dallah.path, "/ar/product-category/home/"]) {
      await shop.visit(path);
      await expectNoSidewaysScroll(page);
      for (const box of await page.getByRole("timer").all()) {
        const spills = await box.evaluate((element) => {
          const { left, right } = (
            element.closest("[data-countdown], article") as Element
          ).getBoundingClientRect();
          const parts = [...element.querySelectorAll("[data-unit]")].map((one) =>
            one.getBoundingClientRect(),
          );
          return parts.some((part) => part.width > 0 && (part.left < left || part.right > right));
        });
        expect(spills).toBe(false);
      }
    }
  });
});

test.describe("the phases of a countdown", () => {
  test("as loaded: a running sale has its price, an upcoming or paused one the regular price [PRICE-31]", {
    tag: "@any",
  }, async ({ page, shop }) => {
    for (const product of [dallah, candle]) {
      await shop.visit(product.path);
      await expect(amounts(page)).toHaveText([product.regular, product.price]);
      await expect(saleBadge(page)).toBeVisible();
      await expect(deal(page)).toContainText(ends);
      const { countdown_time_start: start, countdown_time_from: from } = await clockworkOf(deal(page));
      expect(moment(start)).toBeGreaterThan(moment(from));
    }
    for (const product of [lemonHoney, smallCandle]) {
      await shop.visit(product.path);
      await expect(amounts(page)).toHaveText([product.price]);
      await expect(saleBadge(page)).toBeHidden();
      await expect(deal(page)).toContainText(begins);
      const { countdown_time_start: start, countdown_time_from: from } = await clockworkOf(deal(page));
      expect(moment(start)).toBeLessThanOrEqual(moment(from));
    }
  });

  test("as loaded from a cached copy of an earlier phase: the current price [PRICE-31]", async ({
    page,
    shop,
  }) => {
    await recount(page, candle.path, {
      times: (time) => ({
        countdown_time_from: stamp(time - HOUR),
        countdown_time_to: stamp(time - MINUTE),
        countdown_time_end: stamp(time - MINUTE),
      }),
    });
    await visitTimed(page, shop, candle.path);
    await expect(deal(page)).toHaveAttribute("data-phase", "loop-end");
    await expect(amounts(page)).toHaveText([candle.regular]);
    await expect(saleBadge(page)).toBeHidden();
  });

  test("loaded with data that have «regular», whatever the page shows: the regular price [PRICE-31] [CONF-A18]", async ({
    page,
    shop,
  }) => {
    await recount(page, candle.path, { times: () => ({ countdown_time_reset: -1 }) });
    await visitTimed(page, shop, candle.path);
    await expect(deal(page)).toHaveAttribute("data-phase", "running");
    await expect(amounts(page)).toHaveText([candle.regular]);
    await expect(saleBadge(page)).toBeHidden();
  });

  test("upcoming: the sale's message, price and badge appear, and it counts to the sale's end [PRICE-27]", async ({
    page,
    shop,
  }) => {
    await visitTimed(page, shop, lemonHoney.path);
    await expect(deal(page)).toHaveAttribute("data-phase", "running");
    const { countdown_time_end: end, countdown_time_to: to, ...rest } = await clockworkOf(deal(page));
    expect(rest.countdown_time_from).toBe(end);
    expect(moment(to)).toBeGreaterThan(moment(end));

    await passBy(page, moment(end));

    await expect(deal(page)).toHaveAttribute("data-phase", "upcoming");
    await expect(deal(page)).toContainText(ends);
    await expect(deal(page)).not.toContainText(begins);
    await expect(amounts(page)).toHaveText([lemonHoney.price, lemonHoney.sale]);
    await expect(summaryPrice(page).locator("del")).toContainText(lemonHoney.price);
    await expect(saleBadge(page)).toBeVisible();
    await expect(saleBadge(page)).toHaveText(`${t("pricing.sale-badge")} 20%`);
    const left = (moment(to) - (await now(page))) / SECOND;
    expect(Math.abs((await shownSeconds(deal(page))) - left)).toBeLessThanOrEqual(2);
    await shop.audit();
  });

  test("upcoming, on a card: only its own price and badge change [PRICE-27]", { tag: "@phone" }, async ({
    page,
    shop,
  }) => {
    await page.clock.install();
    await shop.visit("/ar/product-category/honey/");
    const own = card(page, lemonHoney);
    // A card starts counting when it is in view.
    await own.scrollIntoViewIfNeeded();
    await expect(own.locator("[data-phase]")).toBeAttached();
    const others = page.getByRole("article").filter({ hasNot: page.getByRole("timer") });
    const before = await others.allTextContents();
    await expect(own.locator("bdi").filter({ visible: true })).toHaveText([lemonHoney.price]);

    await passBy(page, moment((await clockworkOf(own.locator("[data-countdown]"))).countdown_time_end));

    await expect(own.locator("[data-countdown]")).toHaveAttribute("data-phase", "upcoming");
    await expect(own.locator(".price bdi")).toHaveText([lemonHoney.price, lemonHoney.sale]);
    await expect(own.getByText(t("pricing.sale-badge"))).toHaveText(`${t("pricing.sale-badge")} 20%`);
    await expect(own.getByText(t("pricing.sale-badge"))).toBeVisible();
    expect(await others.allTextContents()).toEqual(before);
    await shop.audit();
  });

  test("recurring: run and pause alternate, each with its price, message and badge [PRICE-28] [PRICE-29] [PRICE-30]", async ({
    page,
    shop,
  }) => {
    await visitTimed(page, shop, candle.path);
    const { countdown_time_from: from, ...clockwork } = await clockworkOf(deal(page));
    const to = moment(clockwork.countdown_time_to);
    expect(clockwork.countdown_time_end).toBe(clockwork.countdown_time_to);
    const [run, rest] = [to - moment(from), clockwork.countdown_time_reset * SECOND];
    await expect(deal(page)).toHaveAttribute("data-phase", "running");

    const expectRest = async (over: number) => {
      await expect(deal(page)).toHaveAttribute("data-phase", "loop-end");
      await expect(deal(page)).toContainText(begins);
      await expect(amounts(page)).toHaveText([candle.regular]);
      await expect(saleBadge(page)).toBeHidden();
      expect(
        Math.abs((await shownSeconds(deal(page))) - (over - (await now(page))) / SECOND),
      ).toBeLessThanOrEqual(2);
    };
    const expectRun = async (over: number) => {
      await expect(deal(page)).toHaveAttribute("data-phase", "loop-running");
      await expect(deal(page)).toContainText(ends);
      await expect(amounts(page)).toHaveText([candle.regular, candle.price]);
      await expect(saleBadge(page)).toBeVisible();
      expect(
        Math.abs((await shownSeconds(deal(page))) - (over - (await now(page))) / SECOND),
      ).toBeLessThanOrEqual(2);
    };
    let time = to;
    for (let cycle = 0; cycle < 2; cycle++) {
      await passBy(page, time);
      await expectRest(time + rest);
      await passBy(page, time + rest);
      await expectRun(time + rest + run);
      time += rest + run;
    }
    await expect(page).toHaveURL(encodeURI(candle.path));
    await shop.audit();
  });

  test("a message without a timer placeholder stops the switch [PRICE-21]", async ({ page, shop }) => {
    await recount(page, candle.path, { times: () => ({}), change: { upcoming_message: "عرض محدود" } });
    const calls = recordCalls(page, 15);
    await visitTimed(page, shop, candle.path);
    await expect(deal(page)).toHaveAttribute("data-phase", "running");
    const { countdown_time_to: to, countdown_time_reset: reset } = await clockworkOf(deal(page));

    await passBy(page, moment(to));
    await expect(deal(page)).toHaveAttribute("data-phase", "stopped");
    await expect(deal(page)).toBeHidden();
    await expect(amounts(page)).toHaveText([candle.regular, candle.price]);
    await expect(saleBadge(page)).toBeVisible();

    await passBy(page, moment(to) + reset * SECOND);
    await expect(deal(page)).toHaveAttribute("data-phase", "stopped");
    await expect(page).toHaveURL(encodeURI(candle.path));
    expect(calls).toEqual([]);
  });

  test("ended without a next run: marked, hidden, reported to the server, then reloaded [PRICE-26] [PRICE-33] [PRICE-35]", async ({
    page,
    shop,
    baseURL,
  }) => {
    const gate = new Gate();
    const calls = recordCalls(page, 15);
    await recount(page, dallah.path, { times: endsSoon }, 1);
    await onCall(page, 15, async (route) => {
      await gate.opened;
      await route.fulfill({ json: { cron: true } });
    });
    await visitTimed(page, shop, dallah.path);
    await expect(deal(page)).toHaveAttribute("data-phase", "running");

    await pastEnd(page);
    await expect(deal(page)).toHaveAttribute("data-phase", "end");
    await expect(deal(page)).toBeHidden();
    await expect.poll(() => calls).toHaveLength(1);
    expect(calls[0]).toEqual({
      action: "visctr_doing_cron",
      product_id: await form(page).locator("[name=product_id]").inputValue(),
      remove_sale: "1",
    });
    await expect(page).toHaveURL(encodeURI(dallah.path));

    await shop.arriving(async () => gate.open());
    const from = new URL(page.url()).searchParams.get("sctv_countdown_job");
    expect(from).toBe(`${baseURL}${encodeURI(dallah.path)}`);
    // The server's clock, which is correct, continues.
    await expect(deal(page)).toHaveAttribute("data-phase", "running");
  });

  test("ended on a page that is no cached copy: reloaded immediately [PRICE-32] [PRICE-33]", async ({
    page,
    shop,
    baseURL,
  }) => {
    const calls = recordCalls(page, 15);
    await recount(page, dallah.path, { times: endsSoon, more: uncached }, 1);
    await visitTimed(page, shop, dallah.path);

    await shop.arriving(() => pastEnd(page));

    expect(new URL(page.url()).searchParams.get("sctv_countdown_job")).toBe(
      `${baseURL}${encodeURI(dallah.path)}`,
    );
    expect(calls).toEqual([]);
  });

  test("ended repeatedly: the address does not grow, and retains its other parameters [PRICE-34]", async ({
    page,
    shop,
    baseURL,
  }) => {
    const here = `${encodeURI(dallah.path)}?x=1&y=%D8%B9#tab-reviews`;
    await recount(page, dallah.path, { times: endsSoon, more: uncached }, 3);
    await visitTimed(page, shop, here);
    const wanted = `${baseURL}${here.replace("#", `&sctv_countdown_job=${encodeURIComponent(`${baseURL}${here}`)}#`)}`;
    for (let times = 0; times < 2; times++) {
      await shop.arriving(() => pastEnd(page));
      expect(page.url()).toBe(wanted);
      await expect(deal(page)).toHaveAttribute("data-phase", "running");
    }
  });

  test("ended before the page loaded, by a wrong clock: reloaded once, not in a loop", async ({
    page,
    shop,
    pageErrors,
  }) => {
    pageErrors.allow(/healthz|ERR_FAILED/);
    await page.route("**/healthz", (route) => route.abort());
    await page.clock.install({ time: Date.now() + 10 * DAY });
    const loads: Array<string> = [];
    page.on("request", (request) => {
      if (request.isNavigationRequest()) loads.push(request.url());
    });
    await page.goto(dallah.path);
    await expect(page).toHaveURL(/sctv_countdown_job/);
    await expect(deal(page)).toHaveAttribute("data-phase", "end");
    await page.waitForLoadState("networkidle");
    await page.clock.fastForward(10 * SECOND);
    await shop.audit();
    expect(loads).toHaveLength(2);
  });

  /** A listing with two cards whose sales end at the same time. */
  const home = "/ar/product-category/home/";
  const endTogether = (page: Page) =>
    rewritePage(
      page,
      home,
      (html) => {
        const requestedAt = Math.floor(Date.now() / SECOND) * SECOND;
        for (const island of ["catalog/CardSale", "catalog/CardPrice"])
          html = rewriteProps<Pick<CountedProps, "countdown">>(html, island, ({ countdown }) => {
            Object.assign(countdown ?? {}, endsSoon(requestedAt));
          });
        return html;
      },
      1,
    );
  const cardDeals = (page: Page) => page.getByRole("article").locator("[data-countdown]");
  /** Tall enough to have every card in view: cards out of view do not count. */
  const visitCards = async (page: Page, shop: Shop) => {
    await page.setViewportSize({ width: 1280, height: 4000 });
    await visitTimed(page, shop, home);
    await expect.poll(() => cardDeals(page).count()).toBeGreaterThan(1);
    await expect(page.getByRole("article").locator("[data-phase=running]")).toHaveCount(
      await cardDeals(page).count(),
    );
  };

  test("several ended at once, on cards: reported one after another, and reloaded after the last [PRICE-35] [PRICE-36] [PRICE-37] [PRICE-38] [CONF-A12]", async ({
    page,
    shop,
  }) => {
    const gates = Array.from({ length: 9 }, () => new Gate());
    const calls = recordCalls(page, 15);
    await endTogether(page);
    await onCall(page, 15, async (route) => {
      await gates[calls.length - 1]?.opened;
      await route.fulfill({ json: { cron: true } });
    });
    await visitCards(page, shop);
    const count = await cardDeals(page).count();
    await pastEnd(page);
    await expect(page.getByRole("article").locator("[data-phase=end]")).toHaveCount(count);
    for (let sent = 1; sent <= count; sent++) {
      await expect.poll(() => calls.length).toBe(sent);
      // The next call waits for the response to this one.
      await page.clock.fastForward(5 * SECOND);
      expect(calls).toHaveLength(sent);
      await expect(page).toHaveURL(home);
      if (sent < count) gates[sent - 1]?.open();
    }
    expect(new Set(calls.map((call) => call.product_id)).size).toBe(count);
    await shop.arriving(async () => gates[count - 1]?.open());
    await expect(page).toHaveURL(/sctv_countdown_job/);
    expect(calls).toHaveLength(count);
  });

  for (const how of ["refused", "failed", "lost"] as const) {
    test(`several ended at once, and the first is ${how}: reloaded without reporting the rest [PRICE-38]`, async ({
      page,
      shop,
      pageErrors,
    }) => {
      if (how !== "refused") pageErrors.allow(/admin-ajax|500|ERR_FAILED/);
      const calls = recordCalls(page, 15);
      await endTogether(page);
      await onCall(page, 15, (route) => {
        if (how === "refused") return route.fulfill({ json: { cron: false } });
        return how === "failed" ? route.fulfill({ status: 500, body: "" }) : route.abort();
      });
      await visitCards(page, shop);
      await shop.arriving(() => pastEnd(page));
      await expect(page).toHaveURL(/sctv_countdown_job/);
      expect(calls).toHaveLength(1);
    });
  }

  test("of a variation: the price is not switched, the page is reloaded [PRICE-39]", async ({
    page,
    shop,
  }) => {
    await recount(
      page,
      perfume.path,
      {
        times: (time) => ({
          countdown_time_from: stamp(time - HOUR),
          countdown_time_to: stamp(time + 30 * SECOND),
          countdown_time_end: stamp(time + 30 * SECOND),
          countdown_time_reset: 600,
        }),
      },
      1,
    );
    await visitPerfume(page, shop);
    await choose(page, { size: "50 مل" });
    await expect(deal(page)).toHaveAttribute("data-phase", "running");
    expect((await changeOf(deal(page))).product_type).toBe("variation");
    await expect(amounts(page)).toHaveText(["64.00\u00a0$", perfume.price]);
    await page.evaluate(() => {
      const text = (selector: string) => document.querySelector(selector)?.textContent ?? "";
      addEventListener("pagehide", () => {
        sessionStorage.setItem(
          "phase",
          document.querySelector<HTMLElement>(".summary [data-countdown]")?.dataset.phase ?? "",
        );
        sessionStorage.setItem("price", text(".summary .price"));
      });
    });

    await shop.arriving(() => pastEnd(page));

    await expect(page).toHaveURL(/sctv_countdown_job/);
    const left = await page.evaluate(() => ({ ...sessionStorage }));
    // The price outside the sale is the regular one.
    expect(left).toMatchObject({ phase: "loop-end", price: expect.stringContaining("51.20") });
  });

  test("of a variation is shown while it is chosen [PRICE-40] [PRICE-41]", async ({ page, shop }) => {
    await visitPerfume(page, shop);
    await expect(deal(page)).toHaveCount(0);
    await choose(page, { size: "50 مل" });
    await expect(deal(page)).toBeVisible();
    await expect(deal(page)).toHaveAttribute("data-phase", "running");
    const left = await shownSeconds(deal(page));
    expect(left).toBeGreaterThan(DAY / SECOND);
    expect(left).toBeLessThan((3 * DAY) / SECOND);
    await page.clock.fastForward(10 * SECOND);
    await expect.poll(() => shownSeconds(deal(page))).toBeLessThanOrEqual(left - 10);
    await shop.audit();

    // The same while a variation without a countdown is chosen.
    await choose(page, { size: "100 مل" });
    await expect(deal(page)).toHaveCount(0);
    await choose(page, { size: "50 مل" });
    await expect(deal(page)).toBeVisible();
    await clear(page);
    await expect(deal(page)).toHaveCount(0);
  });

  test("of variations only leave no gap until one is chosen", async ({ page, shop }) => {
    await visitPerfume(page, shop);
    await expect(page.locator(".summary > :has(> .price) + [data-delivery] + form.cart")).toBeVisible();
    await choose(page, { size: "50 مل" });
    await expect(deal(page)).toBeVisible();
    await expect(amounts(page)).toHaveText(["64.00\u00a0$", perfume.price]);
  });
});

/** Only a variation has a countdown, so the page has none to wait for. */
async function visitPerfume(page: Page, shop: Shop): Promise<void> {
  await page.clock.install();
  await shop.visit(perfume.path);
  await ready(page);
}
