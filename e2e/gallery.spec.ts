import type { Page } from "@playwright/test";
import { expect, type Shop, t, test } from "./shop";
import {
  alterGallery,
  expectPicture,
  gallery,
  gallerySettings,
  lightbox,
  lightboxPicture,
  mainView,
  nextPicture,
  pictureLinks,
  pictures,
  previousPicture,
  thumbs,
  trigger,
} from "./support/catalogue";
import { cardamom, coffee, haraz } from "./support/products";

/** The numbers of the thumbnails that are completely visible. */
const thumbsInSight = (page: Page): Promise<Array<number>> =>
  pictureLinks(page).evaluate((row) => {
    const frame = (row.parentElement as Element).getBoundingClientRect();
    return [...row.children].flatMap((thumb, index) => {
      const { left, right } = thumb.getBoundingClientRect();
      return left >= frame.left - 1 && right <= frame.right + 1 ? [index + 1] : [];
    });
  });

/** Swipes across a part of the large picture, with touch or, on the desktop, with the mouse. */
async function swipe(page: Page, isMobile: boolean, part: number): Promise<void> {
  const box = await mainView(page).boundingBox();
  if (!box) throw new Error("there is no picture to swipe");
  const distance = box.width * part;
  const x = box.x + (box.width - distance) / 2;
  const y = box.y + Math.min(box.height / 2, 200);
  if (isMobile) {
    const session = await page.context().newCDPSession(page);
    const touch = (type: "touchStart" | "touchMove" | "touchEnd", at?: number) =>
      session.send("Input.dispatchTouchEvent", {
        type,
        touchPoints: at === undefined ? [] : [{ x: Math.round(x + at * distance), y }],
      });
    await touch("touchStart", 0);
    for (let step = 1; step <= 10; step++) await touch("touchMove", step / 10);
    await touch("touchEnd");
    return;
  }
  await page.mouse.move(x, y);
  await expect(mainView(page)).toHaveAttribute("data-live");
  await page.mouse.down();
  await page.mouse.move(x + distance, y, { steps: 8 });
  await page.mouse.up();
}

test.describe("the gallery", () => {
  test("moves by its arrows, from right to left and around the ends [PROD-19] [PROD-30]", {
    tag: "@phone",
  }, async ({ page, shop }) => {
    await shop.visit(haraz.path);
    await expect(pictures(page)).toHaveCount(8);
    await expect(thumbs(page)).toHaveCount(8);
    await expectPicture(page, 1);
    // In both rows the next picture is on the left.
    for (const row of [pictures(page), thumbs(page)]) {
      const [first, second] = await row.evaluateAll((all) =>
        all.map((one) => one.getBoundingClientRect().left),
      );
      expect(second).toBeLessThan(first ?? 0);
    }
    const [next, previous] = [
      await nextPicture(page).boundingBox(),
      await previousPicture(page).boundingBox(),
    ];
    expect(next?.x).toBeLessThan(previous?.x ?? 0);

    await nextPicture(page).click();
    await expectPicture(page, 2);
    await previousPicture(page).click();
    await expectPicture(page, 1);
    await previousPicture(page).click();
    await expectPicture(page, 8);
    await nextPicture(page).click();
    await expectPicture(page, 1);
    await shop.audit();
  });

  test("moves by its thumbnails [PROD-19]", { tag: "@phone" }, async ({ page, shop }) => {
    await shop.visit(haraz.path);
    await thumbs(page).nth(2).click();
    await expectPicture(page, 3);
    await expect(page).not.toHaveURL(/#/);
    for (const number of [4, 3, 2, 1]) {
      await thumbs(page)
        .nth(number - 1)
        .click();
      await expectPicture(page, number);
    }
  });

  test("moves by swiping: the next picture is pulled in from the left [PROD-19]", { tag: "@phone" }, async ({
    page,
    shop,
    isMobile,
  }) => {
    await shop.visit(haraz.path);
    await swipe(page, isMobile, 0.6);
    await expectPicture(page, 2);
    await swipe(page, isMobile, -0.6);
    await expectPicture(page, 1);
  });

  test("starts at the picture of the address, and continues from there by swiping [PROD-19]", {
    tag: "@phone",
  }, async ({ page, shop, isMobile }) => {
    await shop.visit(`${haraz.path}#picture-3`);
    await expectPicture(page, 3);
    await swipe(page, isMobile, 0.6);
    await expectPicture(page, 4);
    // Long enough for a second initialization of the slider, which must not happen.
    await page.waitForTimeout(300);
    await expectPicture(page, 4);
  });

  test("moves by keys [PROD-19] [PROD-30]", async ({ page, shop }) => {
    await shop.visit(haraz.path);
    await mainView(page).focus();
    await expect(mainView(page)).toHaveAttribute("data-live");
    for (const [key, number] of [
      ["ArrowLeft", 2],
      ["ArrowLeft", 3],
      ["ArrowRight", 2],
      ["End", 8],
      ["ArrowLeft", 1],
      ["End", 8],
      ["Home", 1],
    ] as const) {
      await page.keyboard.press(key);
      await expectPicture(page, number);
    }
  });

  test("shows four thumbnails at every width, and moves them one by one [PROD-29]", async ({
    page,
    shop,
  }) => {
    await shop.visit(haraz.path);
    for (const width of [1280, 1024, 1000, 767, 700, 390]) {
      await page.setViewportSize({ width, height: 900 });
      await page.reload();
      expect(await thumbsInSight(page), `at ${width} px`).toEqual([1, 2, 3, 4]);
      // The current picture is the second one, except at both ends.
      for (const [number, first] of [
        [2, 1],
        [3, 2],
        [4, 3],
      ] as const) {
        await nextPicture(page).click();
        await expectPicture(page, number);
        await expect
          .poll(() => thumbsInSight(page), `${number} at ${width} px`)
          .toEqual([first, first + 1, first + 2, first + 3]);
      }
    }
  });

  test("does not move thumbnails that all fit [PROD-34]", { tag: "@phone" }, async ({ page, shop }) => {
    await shop.visit(coffee.path);
    await expect(thumbs(page)).toHaveCount(3);
    const places = () =>
      thumbs(page).evaluateAll((all) => all.map((one) => Math.round(one.getBoundingClientRect().left)));
    const before = await places();
    await thumbs(page).nth(2).click();
    await expectPicture(page, 3);
    expect(await places()).toEqual(before);
    await nextPicture(page).click();
    await expectPicture(page, 1);
    expect(await places()).toEqual(before);
  });

  test("with one picture has no slider [PROD-22]", async ({ page, shop }) => {
    await shop.visit(cardamom.path);
    await expect(pictures(page)).toHaveCount(1);
    await expect(thumbs(page)).toHaveCount(0);
    await expect(nextPicture(page)).toHaveCount(0);
    await expect(previousPicture(page)).toHaveCount(0);
    await pictures(page).hover();
    await trigger(page).focus();
    await expect(gallery(page)).toHaveAttribute("data-live");
    await expect(mainView(page)).not.toHaveAttribute("data-live");
    await expect(mainView(page)).not.toHaveAttribute("tabindex");
  });

  test("has the URL, the size and a description of the large file for every picture [PROD-23]", async ({
    page,
    shop,
  }) => {
    await shop.visit(haraz.path);
    const all = await pictures(page).evaluateAll((images) =>
      (images as Array<HTMLImageElement>).map(({ alt, dataset }): Record<string, string | undefined> => {
        return { alt, ...dataset };
      }),
    );
    expect(all).toHaveLength(8);
    for (const { alt, large_image, large_image_width, large_image_height, caption } of all) {
      expect(alt).not.toBe("");
      expect(caption).not.toBe("");
      const real = await page.evaluate(async (src) => {
        const image = new Image();
        image.src = src;
        await image.decode();
        return [String(image.naturalWidth), String(image.naturalHeight)];
      }, large_image ?? "");
      expect(real).toEqual([large_image_width, large_image_height]);
    }
  });

  test("is set as the shop's owner chose: reading two [PROD-24] [PROD-25] [PROD-28]", async ({
    page,
    shop,
  }) => {
    await shop.visit(haraz.path);
    expect(gallerySettings(await page.content())).toEqual({
      thumb_to_show: 4,
      thumb_scroll_by: 1,
      thumb_v: false,
      thumb_v_tablet: false,
      thumb_position_mobile: "bottom",
      zoom: false,
      zoom_action: "mouseover",
      zoom_level: 1,
      mobile_zoom: false,
      lightbox_icon: true,
      slider_rtl: true,
      slider_infinity: true,
      slider_nav: true,
      slider_autoplay: false,
      slider_autoplay_time: 4000,
      slider_animation_speed: 100,
      thumb_animation_speed: 400,
      slider_lazyload: false,
      slider_dots: false,
      slider_dots_viewport: ["desktop", "tablet", "mobile"],
      carousel_mode: false,
    });
  });

  test("has no zoom, no lazy loading and no dots [PROD-20] [PROD-33]", async ({ page, shop }) => {
    await shop.visit(haraz.path);
    // Only the row of thumbnails.
    await expect(pictureLinks(page)).toHaveCount(1);
    await expect(pictureLinks(page).getByRole("link").locator("img")).toHaveCount(8);
    await expect(gallery(page).locator("img[loading=lazy]")).toHaveCount(0);
    await pictures(page).first().hover();
    await expect(mainView(page)).toHaveAttribute("data-live");
    await page.mouse.move(1000, 300);
    await page.mouse.move(1010, 310);
    await expect(pictures(page).first()).toHaveCSS("scale", "none");
  });

  test("zooms around the mouse if that is enabled [PROD-20]", async ({ page, shop }) => {
    await alterGallery(page, haraz.path, { zoom: true });
    await shop.visit(haraz.path);
    const first = pictures(page).first();
    const box = await mainView(page).boundingBox();
    const [x, y] = [(box?.x ?? 0) + 200, (box?.y ?? 0) + 250];
    await page.mouse.move(x, y);
    await expect(mainView(page)).toHaveAttribute("data-live");
    await page.mouse.move(x + 5, y + 5);
    await expect(first).toHaveCSS("scale", "2");
    await page.mouse.move(5, 5);
    await expect(first).toHaveCSS("scale", "none");
  });

  for (const wished of [false, true]) {
    const what = wished ? "goes on by itself every 4000 ms where that is wished" : "does not go on by itself";
    test(`${what} [PROD-31]`, async ({ page, shop }) => {
      await alterGallery(page, haraz.path, { slider_autoplay: wished });
      await page.clock.install();
      await shop.visit(haraz.path);
      if (wished) await expect(mainView(page)).toHaveAttribute("data-live");
      await page.clock.pauseAt(Date.now() + 600_000);
      const now = () => gallery(page).locator("[data-now]").textContent().then(Number);
      const first = await now();
      for (let times = 1; times <= 3; times++) {
        await page.clock.runFor(4_000);
        await expect.poll(now).toBe(wished ? ((first - 1 + times) % 8) + 1 : 1);
      }
      await page.clock.resume();
    });
  }

  /**
   * Measures how long both rows take to reach the third picture, with an unthrottled clock, and records the positions
   * of the large picture.
   */
  async function travel(page: Page, shop: Shop) {
    const places = () =>
      gallery(page).evaluate((box) => {
        // The large row is first in the document.
        const [main = 0, thumbs = 0] = [...box.querySelectorAll("ul")].map(
          (row) => row.getBoundingClientRect().left,
        );
        return { main, thumbs };
      });
    await shop.visit(haraz.path);
    await nextPicture(page).click();
    await expectPicture(page, 2);
    await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 60_000);
    const seen = [await places()];
    await nextPicture(page).dispatchEvent("click");
    for (let step = 0; step < 50; step++) {
      await page.clock.runFor(50);
      seen.push(await places());
    }
    await page.clock.resume();
    // The last 1% of the distance is not visible.
    const arrival = (row: "main" | "thumbs") => {
      const [from = 0, to = 0] = [seen[0]?.[row], seen.at(-1)?.[row]];
      expect(Math.abs(to - from)).toBeGreaterThan(50);
      return 50 * seen.findIndex((place) => Math.abs(to - place[row]) <= Math.abs(to - from) / 100);
    };
    return {
      main: arrival("main"),
      thumbs: arrival("thumbs"),
      way: seen.map(({ main }) => Math.round(main)),
    };
  }

  const near = (time: number, set: number) => expect(Math.abs(time - set)).toBeLessThanOrEqual(50 + set / 4);

  test("moves in 100 ms, its thumbnails in 400, unless set otherwise [PROD-32]", async ({ page, shop }) => {
    await page.clock.install();
    const usual = await travel(page, shop);
    await alterGallery(page, haraz.path, { slider_animation_speed: 1_000, thumb_animation_speed: 100 });
    const other = await travel(page, shop);
    test.info().annotations.push({ type: "ms", description: JSON.stringify({ usual, other }) });
    near(usual.main, 100);
    near(usual.thumbs, 400);
    near(other.main, 1_000);
    near(other.thumbs, 100);
  });

  test("can be set to reading one: sliding in 500 ms, no loop, no slideshow, from right to left, by small pictures [PROD-27]", async ({
    page,
    shop,
  }) => {
    await alterGallery(page, haraz.path, {
      slider_infinity: false,
      slider_animation_speed: 500,
      slider_autoplay: false,
    });
    await page.clock.install();
    const { main, way } = await travel(page, shop);
    near(main, 500);
    // The row slides: positions increase monotonically with steps in between; it does not jump or fade.
    expect(way.every((place, at) => at === 0 || place >= (way[at - 1] ?? 0))).toBe(true);
    expect(new Set(way).size).toBeGreaterThan(5);

    const now = gallery(page).locator("[data-now]");
    await expectPicture(page, 3);
    await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 60_000);
    await page.clock.runFor(60_000);
    await expect(now).toHaveText("3");
    await page.clock.resume();

    await thumbs(page).nth(1).click();
    await expectPicture(page, 2);
    await previousPicture(page).click();
    await expectPicture(page, 1);
    await expect(previousPicture(page)).toBeDisabled();
    await mainView(page).focus();
    await page.keyboard.press("ArrowRight");
    await expectPicture(page, 1);
    await page.keyboard.press("ArrowLeft");
    await expectPicture(page, 2);
    await page.keyboard.press("End");
    await expectPicture(page, 8);
    await expect(nextPicture(page)).toBeDisabled();
    await page.keyboard.press("ArrowLeft");
    await expectPicture(page, 8);
  });

  test("scrolls its thumbnails by the configured number [PROD-24]", async ({ page, shop }) => {
    await alterGallery(page, haraz.path, { thumb_scroll_by: 2 });
    await shop.visit(haraz.path);
    const seen: Array<Array<number>> = [];
    for (let number = 2; number <= 8; number++) {
      await nextPicture(page).click();
      await expectPicture(page, number);
      let before: Array<number> = [];
      let now: Array<number> = [];
      await expect
        .poll(async () => {
          before = now;
          now = await thumbsInSight(page);
          // When the row is at rest; between two positions only three are completely visible.
          return now.length === 4 && now.includes(number) && String(now) === String(before);
        }, "the row has come to rest")
        .toBe(true);
      seen.push(now);
    }
    const starts = [...new Set(seen.map(([first]) => first))];
    expect(starts.length).toBeGreaterThan(2);
    // One step is two pictures; the last step is as long as the remaining distance.
    for (const [at, start] of starts.slice(1, -1).entries()) expect((start ?? 0) - (starts[at] ?? 0)).toBe(2);
  });

  test("zooms by touch only if that is enabled [PROD-24]", async ({ page, shop }) => {
    const first = pictures(page).first();
    const touch = () =>
      first.evaluate((picture) => {
        const { left, top } = picture.getBoundingClientRect();
        const at = { pointerType: "touch", bubbles: true, clientX: left + 50, clientY: top + 50 };
        picture.dispatchEvent(new PointerEvent("pointermove", at));
      });
    for (const mobile_zoom of [false, true]) {
      await alterGallery(page, haraz.path, { zoom: true, zoom_level: 2, mobile_zoom });
      await shop.visit(haraz.path);
      await mainView(page).hover();
      await expect(mainView(page)).toHaveAttribute("data-live");
      await page.mouse.move(5, 5);
      await expect(first).toHaveCSS("scale", "none");
      await touch();
      // Long enough for the zoom, which must not start.
      if (!mobile_zoom) await page.waitForTimeout(100);
      await expect(first).toHaveCSS("scale", mobile_zoom ? "3" : "none");
      await page.unrouteAll();
    }
  });

  test("shows text instead of a picture that failed to load [PROD-35]", async ({
    page,
    shop,
    pageErrors,
  }) => {
    pageErrors.allow(/coffee-haraz|ERR_FAILED/);
    await page.route(/\/media\/coffee-haraz-/, (route) => route.abort());
    await shop.visit(haraz.path);
    await expect(gallery(page).getByText(t("catalog.image-failed"))).toBeVisible();
    await expect(pictures(page)).toHaveCount(7);
    await nextPicture(page).click();
    await expectPicture(page, 2);
  });

  test("without script scrolls, and is reached by links", { tag: "@no-script" }, async ({ page, shop }) => {
    await shop.visit(haraz.path);
    await expect(pictures(page).nth(2)).not.toBeInViewport();
    await thumbs(page).nth(2).click();
    await expect(pictures(page).nth(2)).toBeInViewport();
    await expect(pictures(page).first()).not.toBeInViewport();
    await expect(nextPicture(page)).toBeHidden();
    await expect(trigger(page)).toHaveAttribute("href", /^\/media\//);
  });
});

test.describe("the full-screen gallery", () => {
  test("opens by its trigger, moves, closes, and returns the focus [PROD-21]", { tag: "@phone" }, async ({
    page,
    shop,
  }) => {
    await shop.visit(haraz.path);
    await nextPicture(page).click();
    await expectPicture(page, 2);
    const large = await pictures(page).evaluateAll((all) =>
      all.map((one) => one.getAttribute("data-large_image") ?? ""),
    );
    await trigger(page).click();

    await expect(lightbox(page)).toBeVisible();
    const seen = lightboxPicture(page);
    await expect(seen).toHaveAttribute("src", large[1] ?? "");
    await expect(lightbox(page)).toContainText("2 / 8");
    expect(await lightbox(page).evaluate((dialog) => dialog.contains(document.activeElement))).toBe(true);
    await shop.audit();

    await lightbox(page)
      .getByRole("button", { name: t("catalog.next-picture") })
      .click();
    await expect(seen).toHaveAttribute("src", large[2] ?? "");
    await page.keyboard.press("ArrowLeft");
    await expect(seen).toHaveAttribute("src", large[3] ?? "");
    await page.keyboard.press("ArrowRight");
    await expect(seen).toHaveAttribute("src", large[2] ?? "");
    for (let step = 0; step < 12; step++) {
      await page.keyboard.press("Tab");
      expect(
        await page.evaluate(
          () =>
            document.activeElement === document.body ||
            document.activeElement?.closest("[role=dialog]") !== null,
        ),
      ).toBe(true);
    }
    await page.keyboard.press("Escape");
    await expect(lightbox(page)).toHaveCount(0);
    await expect(trigger(page)).toBeFocused();
    await expectPicture(page, 3);

    await page.keyboard.press("Enter");
    await expect(lightbox(page)).toBeVisible();
    await lightbox(page)
      .getByRole("button", { name: t("catalog.close") })
      .click();
    await expect(lightbox(page)).toHaveCount(0);
    await expect(trigger(page)).toBeFocused();
  });

  test("fits its picture and its buttons on the screen", { tag: "@phone" }, async ({ page, shop }) => {
    await shop.visit(haraz.path);
    await trigger(page).click();
    const seen = lightboxPicture(page);
    await expect
      .poll(() => seen.evaluate((image: HTMLImageElement) => image.naturalWidth))
      .toBeGreaterThan(0);
    // Mobile layout is in steps of 1/64 px and may round up.
    const rounding = 1 / 32;
    const screen = page.viewportSize();
    for (const part of [seen, ...(await lightbox(page).getByRole("button").all())]) {
      const box = await part.boundingBox();
      expect(box?.x).toBeGreaterThanOrEqual(-rounding);
      expect(box?.y).toBeGreaterThanOrEqual(-rounding);
      expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual((screen?.width ?? 0) + rounding);
      expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual((screen?.height ?? 0) + rounding);
    }
    const box = await seen.boundingBox();
    expect((box?.width ?? 0) / (box?.height ?? 1)).toBeCloseTo(960 / 1200, 1);
    await page.keyboard.press("Escape");
  });

  test("shows one picture without arrows [PROD-22]", async ({ page, shop }) => {
    await shop.visit(cardamom.path);
    await trigger(page).click();
    await expect(lightboxPicture(page)).toBeVisible();
    await expect(lightbox(page).getByRole("button")).toHaveCount(1);
    await page.keyboard.press("Escape");
    await expect(lightbox(page)).toHaveCount(0);
  });

  test("shows text instead of its picture that failed to load [PROD-36]", async ({
    page,
    shop,
    pageErrors,
  }) => {
    pageErrors.allow(/\/media\/|ERR_FAILED/);
    await shop.visit(haraz.path);
    const large = (await pictures(page).first().getAttribute("data-large_image")) ?? "";
    await page.route(`**${large}`, (route) => route.abort());
    await trigger(page).click();
    await expect(lightbox(page).getByRole("alert")).toHaveText(t("catalog.lightbox-failed"));
    await shop.audit();

    await page.keyboard.press("ArrowLeft");
    await expect(lightbox(page).getByRole("alert")).toHaveCount(0);
    await expect(lightboxPicture(page)).toBeVisible();
    await page.keyboard.press("Escape");
  });
});
