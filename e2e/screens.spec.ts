import type { Page } from "@playwright/test";
import { expect, t, test } from "./shop";
import { ACCOUNT, AREA, field, newCustomer, submitOf } from "./support/accounts";
import { AFFILIATE, newAffiliate, STAFF_AFFILIATES, STAFF_PAYOUTS } from "./support/affiliates";
import { CART, cartButton, fillCart, lineIn, miniCart, sideCart } from "./support/carts";
import { choose, lightbox, pictures, trigger } from "./support/catalogue";
import { openClosedShop } from "./support/closed-shop";
import { comments, liveForm, POST, replyLink, STAFF_CONTENT } from "./support/content";
import { leftCart } from "./support/database";
import * as enquiries from "./support/enquiries";
import { INBOX, inboxOf, rows, sendContact } from "./support/inbox";
import { cerrado, coffee, haraz, oud, ribbon } from "./support/products";
import * as questions from "./support/questions";
import { addLink, form, liveSection, REVIEWS_TAB, section } from "./support/reviews";
import { NOWHERE, PAGES, screens } from "./support/screens";
import { openSearch } from "./support/search";
import { STAFF_BARCODES, STAFF_REVIEWS, STAFF_STOCK, signInStaff } from "./support/staff";

const isWide = (page: Page) => (page.viewportSize()?.width ?? 0) > 1000;
const emptyCart = (page: Page) => page.getByRole("main").getByRole("heading", { name: t("cart.empty") });

// Each test takes both screenshots itself, so one project is enough.
test.describe("pictures of every screen", { tag: "@screens" }, () => {
  for (const [name, path] of Object.entries(PAGES)) {
    test(name, async ({ page, shop }) => {
      await shop.visit(path);
      await screens(page, name);
    });
  }

  test("account", async ({ page, shop, pageErrors }) => {
    pageErrors.allow(/422/);
    await shop.visit(ACCOUNT);
    await screens(page, "account-login");
    await field(page, "user").fill("salma@example.com");
    await shop.arriving(() => submitOf(page, "user").click());
    await screens(page, "account-login-failed");
    await newCustomer(page);
    for (const path of AREA) {
      await shop.visit(path);
      const name = path.split("/").filter(Boolean).slice(2).join("-") || "dashboard";
      await screens(page, `account-${name}`);
    }
    await submitOf(page, "erase-confirm").click();
    await screens(page, "account-privacy-wrong");
  });

  test("product-chosen", async ({ page, shop }) => {
    await shop.visit(haraz.path);
    const before = async () => {
      await page.reload();
      await choose(page, { roast: "داكن", weight: "500 غ", grind: "حبوب كاملة" });
      await expect(pictures(page)).toHaveCount(3);
    };
    await screens(page, "product-chosen", { before });
  });

  test("affiliates", async ({ page, shop }) => {
    newAffiliate(await newCustomer(page));
    await shop.visit(AFFILIATE);
    await screens(page, "affiliate");
    await signInStaff(page);
    await shop.visit(STAFF_AFFILIATES);
    await screens(page, "affiliates-staff");
    await shop.arriving(() => page.getByRole("link", { name: "salma" }).first().click());
    await screens(page, "affiliate-staff");
    await shop.visit(STAFF_PAYOUTS);
    await screens(page, "payouts-staff");
    const create = page.getByRole("button", { name: t("affiliates.create-payout-named", { name: "salma" }) });
    await shop.arriving(() => create.click());
    await screens(page, "payout-open-staff");
  });

  for (const name of ["reports", "events"]) {
    test(`${name}-staff`, async ({ page, shop }) => {
      await signInStaff(page);
      await shop.visit(`/ar/wp-admin/${name}/`);
      await screens(page, `${name}-staff`);
    });
  }

  test("follow-ups", async ({ page, shop }) => {
    await shop.visit(leftCart(coffee));
    await screens(page, "follow-up-cart");
    await signInStaff(page);
    await shop.visit("/ar/wp-admin/follow-ups/");
    await screens(page, "follow-ups-staff");
    await shop.visit("/ar/wp-admin/follow-ups/abandoned-cart/");
    await screens(page, "follow-up-staff");
  });

  test("reviews-staff", async ({ page, shop }) => {
    await signInStaff(page);
    await shop.visit(STAFF_REVIEWS);
    await screens(page, "reviews-staff");
  });

  test("inbox-staff", async ({ page, shop, request }) => {
    const held = await sendContact(request);
    await signInStaff(page);
    await shop.visit(`${INBOX}?state=spam`);
    await screens(page, "inbox-staff-list");
    await shop.visit(inboxOf(held, "spam"));
    await screens(page, "inbox-staff-person");
    await shop.arriving(() => rows(page).getByRole("link").click());
    await screens(page, "inbox-staff-enquiry");
    await shop.visit(`${INBOX}preview/?form=2`);
    await screens(page, "inbox-staff-preview");
  });

  test("barcode", async ({ page, shop }) => {
    await signInStaff(page);
    await shop.visit(`${STAFF_BARCODES}?store_id=2&text=6291047100011`);
    await screens(page, "barcode");
    await shop.visit(`${STAFF_BARCODES}?store_id=2&text=6291041509999`);
    await screens(page, "barcode-error");
    await shop.visit(`${STAFF_BARCODES}counts/?store_id=2`);
    await screens(page, "barcode-counts");
  });

  test("stock-staff", async ({ page, shop }) => {
    await signInStaff(page);
    await shop.visit(STAFF_STOCK);
    await screens(page, "stock-staff");
    await shop.visit(`${STAFF_STOCK}?store_id=1&list=all`);
    await screens(page, "stock-staff-all");
    await shop.visit(`${STAFF_STOCK}?store_id=1&s=NK-073`);
    await screens(page, "stock-staff-item");
    await shop.visit(`${page.url().split("#")[0]}&counted=50`);
    await screens(page, "stock-staff-count");
  });

  test("content-staff", async ({ page, shop }) => {
    await signInStaff(page);
    for (const name of ["", "edit/?kind=post", "categories/", "redirects/"]) {
      await shop.visit(`${STAFF_CONTENT}${name}`);
      await screens(page, `content-staff-${name.replace(/\W.*/, "") || "list"}`);
    }
  });

  test("post-reply", async ({ page, shop }) => {
    await shop.visit(POST);
    const before = async () => {
      await page.reload();
      await liveForm(page);
      await replyLink(comments(page).locator("li").last()).click();
    };
    await screens(page, "post-reply", { before });
  });

  test("enquiry-states", async ({ page, shop }) => {
    await shop.visit(enquiries.WHOLESALE);
    const open = async () => {
      await page.reload();
      await enquiries.liveForm(page);
    };
    const form = enquiries.enquiry(page);
    const wrong = async () => {
      await open();
      const refused = [enquiries.fileOf("catalog.exe"), enquiries.fileOf("event-video.mov")];
      await enquiries.fileInput(form).setInputFiles(refused);
      await enquiries.submitOf(form).click();
    };
    await screens(page, "enquiry-errors", { before: wrong });
    const busy = async () => {
      await open();
      await enquiries.fillComplaint(form);
      const files = [enquiries.fileOf("logo-company.pdf", 1_258_291), enquiries.fileOf("guests-list.png")];
      await enquiries.fileInput(form).setInputFiles(files);
      await enquiries.submitOf(form).click();
      await expect(enquiries.fileRows(form).first()).toHaveAttribute("data-state", "uploading");
    };
    // Uploads stay on their way.
    await enquiries.Gate.at(page, enquiries.isUpload);
    await screens(page, "enquiry-uploading", { before: busy });
  });

  test("enquiry-sent", async ({ page, shop }) => {
    await shop.visit(enquiries.CONTACT);
    const sent = async () => {
      await page.reload();
      await enquiries.liveForm(page);
      await enquiries.fillContact(enquiries.enquiry(page));
      await enquiries.submitOf(enquiries.enquiry(page)).click();
      await expect(enquiries.successArea(page)).toBeFocused();
    };
    await screens(page, "enquiry-sent", { before: sent });
  });

  test("enquiry-lightbox", async ({ page, shop }) => {
    await shop.visit(enquiries.CALLBACK);
    const before = async () => {
      await page.reload();
      await enquiries.liveForm(page);
      await page.getByRole("button", { name: "اطلب اتصالًا" }).click();
      await expect(page.getByRole("dialog")).toBeVisible();
    };
    await screens(page, "enquiry-lightbox", { before, inView: true });
  });

  test("reviews", async ({ page, shop }) => {
    await shop.visit(`${haraz.path}${REVIEWS_TAB}`);
    const open = async () => {
      await page.reload();
      await liveSection(page);
    };
    await screens(page, "reviews", { before: open });
    const write = async () => {
      await open();
      await addLink(page).click();
      await form(page)
        .getByRole("button", { name: t("reviews.form-submit") })
        .click();
    };
    await screens(page, "reviews-form", { before: write });
    const look = async () => {
      await open();
      await section(page)
        .getByRole("region", { name: t("reviews.media") })
        .getByRole("link")
        .first()
        .click();
      await expect(page.getByRole("dialog")).toBeVisible();
    };
    await screens(page, "reviews-lightbox", { before: look, inView: true });
  });

  test("questions", async ({ page, shop }) => {
    await shop.visit(`${haraz.path}${questions.QUESTIONS_TAB}`);
    const open = async () => {
      await page.reload();
      await questions.liveSection(page);
    };
    await screens(page, "questions", { before: open });
    const answer = async () => {
      await open();
      await questions.answerLink(questions.questions(page).first()).click();
      await expect(questions.answerForm(page)).toBeVisible();
    };
    await screens(page, "questions-answer", { before: answer });
    const ask = async () => {
      await open();
      await questions.askLink(page).click();
      await questions.submitOf(questions.askForm(page)).click();
    };
    await screens(page, "questions-form", { before: ask });
    await open();
    const [page1, write] = [
      await questions.moreLink(page).getAttribute("href"),
      await questions.askLink(page).getAttribute("href"),
    ];
    const own = await questions.questions(page).first().locator("a:has(time)").getAttribute("href");
    await shop.visit(page1 ?? "");
    await screens(page, "questions-page");
    await shop.visit(write ?? "");
    await screens(page, "questions-write");
    await shop.visit(own ?? "");
    await screens(page, "question");
  });

  test("lightbox", async ({ page, shop }) => {
    await shop.visit(haraz.path);
    const before = async () => {
      await page.reload();
      await trigger(page).click();
      await expect(lightbox(page)).toBeVisible();
    };
    await screens(page, "lightbox", { before, inView: true });
  });

  test("filters", async ({ page, shop }) => {
    await shop.visit("/ar/shop/");
    const before = async () => {
      if (!isWide(page))
        await page
          .getByRole("main")
          .getByRole("button", { name: t("catalog.filter") })
          .click();
    };
    await screens(page, "filters", { before, inView: true });
  });

  test("suggestions", async ({ page, shop }) => {
    await shop.visit("/ar/");
    const before = async () => {
      await page.reload();
      const field = page.getByRole("banner").getByLabel(t("layout.search-label"));
      await openSearch(page);
      await field.focus();
      await expect(field).toHaveRole("combobox");
      await field.fill("عسل");
      await expect(page.getByRole("listbox").getByRole("option").first()).toBeVisible();
    };
    await screens(page, "suggestions", { before, inView: true });
  });

  test("cart", async ({ page, shop }) => {
    await fillCart(page, coffee, cerrado, oud);
    await shop.visit(CART);
    await expect(lineIn(page.getByRole("main"), oud)).toBeVisible();
    await screens(page, "cart");
  });

  test("cart-empty", async ({ page, shop }) => {
    await shop.visit(CART);
    await expect(emptyCart(page)).toBeVisible();
    await screens(page, "cart-empty");
  });

  test("side-cart", async ({ page, shop }) => {
    await fillCart(page, coffee, cerrado, ribbon);
    await shop.visit("/ar/");
    const before = async () => {
      await page.reload();
      await cartButton(page, 3).click();
      await expect(lineIn(sideCart(page), ribbon)).toBeVisible();
    };
    await screens(page, "side-cart", { before, inView: true });
  });

  test("side-cart-empty", async ({ page, shop }) => {
    await shop.visit("/ar/");
    const before = async () => {
      await page.reload();
      await cartButton(page, 0).click();
      await expect(sideCart(page)).toContainText(t("cart.empty"));
    };
    await screens(page, "side-cart-empty", { before, inView: true });
  });

  test("mini-cart", async ({ page, shop }) => {
    await fillCart(page, coffee, oud);
    await shop.visit("/ar/");
    const before = async () => {
      await cartButton(page, 2).hover();
      if (isWide(page)) await expect(lineIn(miniCart(page), oud)).toBeVisible();
    };
    await screens(page, "mini-cart", { before, inView: true });
  });

  test("menu", async ({ page, shop }) => {
    await shop.visit("/ar/");
    const before = async () => {
      if (!isWide(page)) return page.getByRole("banner").locator("summary").first().click();
      await page.reload();
      await page.getByRole("banner").getByRole("navigation").getByRole("link").nth(1).hover();
    };
    await screens(page, "menu", { before, inView: true });
  });

  test("added", async ({ page, shop }) => {
    await shop.visit(coffee.path);
    await page.getByRole("button", { name: t("catalog.add-to-cart"), exact: true }).click();
    await expect(page.getByRole("main").getByRole("link", { name: t("cart.view") })).toBeVisible();
    await screens(page, "added");
  });

  test("not-found", async ({ page, shop, pageErrors }) => {
    pageErrors.allow(/404/);
    await shop.visit(NOWHERE);
    await screens(page, "not-found");
  });

  test("refused", async ({ page, shop, pageErrors }) => {
    pageErrors.allow(/403/);
    await shop.visit(`${CART}?remove_item=x&_wpnonce=x`);
    await screens(page, "refused");
  });

  test("unavailable", async ({ page, shop, pageErrors }) => {
    const closed = await openClosedShop();
    try {
      pageErrors.allow(/503|third-party request/);
      const answer = await page.goto(`${closed.origin}/ar/`);
      expect(answer?.status()).toBe(503);
      await expect(page.getByRole("heading", { level: 1 })).toHaveText(t("content.busy"));
      await shop.audit();
      await screens(page, "unavailable");
    } finally {
      await page.goto("about:blank");
      await closed.close();
    }
  });
});
