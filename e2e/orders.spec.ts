import { expect, t, test } from "./payment-shop";
import { emailTo, linkIn, newCustomer, type ReceivedEmail } from "./support/accounts";
import { cartButton, fillCart } from "./support/carts";
import {
  bankNumbers,
  billingOf,
  CHECKOUT,
  errorLines,
  expectKind,
  fillCard,
  MASTERCARD,
  main,
  numbersOf,
  ORDERS,
  orderOf,
  payButton,
  payReady,
  quickOrder,
  refusedWith,
  subject,
  summary,
  VISA,
} from "./support/checkout";
import { attemptsOf } from "./support/database";
import { greeting, haraz, hospitality, ribbon } from "./support/products";
import { addFaultRules, ledgerOf, returnPayment, settle } from "./support/provider";
import { STAFF_ORDERS, signInStaff } from "./support/staff";
import { plain } from "./support/texts";

const payUrl = ({ number, key }: { number: string; key: string }) =>
  `/ar/checkout/order-pay/${number}/?pay_for_order=true&key=${key}`;
const receivedUrl = (number: string, key: string) => `/ar/checkout/order-received/${number}/?key=${key}`;
/** The provider's id of an order's last payment attempt. */
const lastRef = (number: string): string => attemptsOf(number).at(-1)?.provider_ref ?? "";

test.describe("orders: right after placing", () => {
  test("the selection of a bundle is named at the checkout and after it [CONF-B2] [VIS-2]", async ({
    page,
    shop,
    email,
  }) => {
    await shop.visit(hospitality.path);
    const box = page.getByRole("form", { name: t("bundles.title") });
    await expect(box.locator("[name=woosb_ids]")).not.toHaveValue("");
    await box
      .getByRole("combobox", { name: t("bundles.choose-named", { name: haraz.name }) })
      .selectOption({ index: 1 });
    await shop.arriving(() => box.getByRole("button", { name: t("bundles.add") }).click());
    const chosen = new RegExp(`2 × ${haraz.name} \\(متوسط`);
    await shop.visit(CHECKOUT);
    await expect(summary(page)).toContainText(chosen);
    const order = await quickOrder(page.request, { billing: billingOf(email), numbers: numbersOf(VISA) });
    await shop.visit(order.url);
    await expect(main(page)).toContainText(chosen);
    expect((await emailTo(email, subject("mail-received", order.number))).text).toMatch(chosen);
  });

  test("the page shows lines, next steps and address to a visitor with the key [SITE-14]", {
    tag: ["@any", "@phone"],
  }, async ({ page, shop, pageErrors, email }) => {
    pageErrors.allow(/404/);
    await fillCart(page, greeting, ribbon);
    const order = await quickOrder(page.request, {
      billing: { ...billingOf(email), home_number: "٧", postcode: "48126" },
      numbers: numbersOf(VISA),
      more: { order_comments: "اتركوه عند الحارس" },
    });
    await shop.visit(order.url);
    await expectKind(page, "paid");
    await expect(page.getByRole("heading", { level: 1 })).toContainText(
      plain(t("checkout.received-named", { name: "نور" }))
        .replace("نور", "")
        .trim()
        .slice(0, 5),
    );
    for (const text of [
      order.number,
      greeting.name,
      ribbon.name,
      "14.50",
      email,
      "شارع النخيل 12، 7",
      "48126",
      "الولايات المتحدة",
    ])
      await expect(main(page)).toContainText(text);
    await expect(main(page)).toContainText("اتركوه عند الحارس");
    await expect(main(page)).toContainText(t("orders.step-prepare"));
    await expect(page.locator("meta[name=robots]")).toHaveAttribute("content", "noindex");

    for (const url of [
      receivedUrl(order.number, "x"),
      receivedUrl(order.number, ""),
      receivedUrl("1", order.key),
    ])
      expect((await page.request.get(url)).status(), url).toBe(404);
    const anonymous = await page.request.get(order.url, { headers: { cookie: "" } });
    expect(anonymous.status(), "the key is enough").toBe(200);
    expect(anonymous.headers()["cache-control"]).toContain("no-store");
    await shop.visit("/ar/");
    await expect(cartButton(page, 0)).toBeVisible();
  });

  test("the buyer and the shop get one email each", async ({ page, shop, email }) => {
    await fillCart(page, greeting);
    const order = await quickOrder(page.request, { billing: billingOf(email), numbers: numbersOf(VISA) });
    const mail: ReceivedEmail = await emailTo(email, subject("mail-received", order.number));
    for (const text of [greeting.name, "10.50", t("orders.mail-received-lead")])
      expect(mail.text).toContain(text);
    const shops = await emailTo("orders@example.com", subject("mail-shop-new", order.number));
    expect(shops.text).toContain("10.50");
    for (const { text, html } of [mail, shops]) {
      expect(text + html).not.toContain("4111");
      expect(html).toContain('dir="rtl"');
    }
    await shop.visit(linkIn(mail, "/ar/checkout/order-received/"));
    await expectKind(page, "paid");
  });

  test("fits 320 px in every order status", async ({ page, shop, email }) => {
    await page.setViewportSize({ width: 320, height: 640 });
    await fillCart(page, greeting, ribbon);
    const paid = await quickOrder(page.request, { billing: billingOf(email), numbers: numbersOf(VISA) });
    await shop.visit(paid.url);
    await fillCart(page, greeting);
    const unpaid = await quickOrder(page.request, { billing: billingOf(email) });
    await shop.visit(unpaid.url);
    await expectKind(page, "unpaid");
    await shop.visit(payUrl(unpaid));
    await refusedWith(page);
    await shop.audit();
  });
});

test.describe("orders: paid later", () => {
  test("by the link, with its key, as long as it is unpaid [SITE-13] [PAY-04] [PAY-05] [PAY-06] [PAY-07]", async ({
    page,
    shop,
    pageErrors,
    email,
    shopRequests,
  }) => {
    pageErrors.allow(/404/);
    await fillCart(page, greeting, ribbon);
    const order = await quickOrder(page.request, { billing: billingOf(email) });
    const mail = await emailTo(email, subject("mail-unpaid", order.number));
    const link = linkIn(mail, "/ar/checkout/order-pay/");
    expect(new URL(link).pathname).toBe(`/ar/checkout/order-pay/${order.number}/`);
    for (const key of ["", "wrong", order.key.slice(0, -1)])
      expect((await page.request.get(payUrl({ ...order, key }))).status(), `«${key}»`).toBe(404);

    await page.context().clearCookies();
    await shop.visit(link);
    const form = page.locator("form#order_review");
    await expect(form).toBeVisible();
    expect(await form.getAttribute("action")).toBe(payUrl(order));
    for (const text of [greeting.name, ribbon.name, "14.50", order.number])
      await expect(main(page)).toContainText(text);
    await payReady(page);
    expect(await refusedWith(page)).toEqual([
      t("payments.number-missing"),
      t("payments.expiry-invalid"),
      t("payments.csc-missing"),
    ]);
    await fillCard(page);
    const sent = page.waitForRequest(
      (request) => request.method() === "POST" && request.isNavigationRequest(),
    );
    await shop.arriving(() => payButton(page).click());
    expect(new URL((await sent).url()).pathname).toBe(`/ar/checkout/order-pay/${order.number}/`);
    await expectKind(page, "paid");
    expect(orderOf(page.url()).number).toBe(order.number);
    expect(await shopRequests.secrets()).toEqual([]);
    // A paid order cannot be paid again: the link leads to the order's page.
    await shop.visit(link);
    await expectKind(page, "paid");
    expect(attemptsOf(order.number)).toHaveLength(1);
    await emailTo(email, subject("mail-received", order.number));
  });

  test("a declined card shows an error there, and another one pays [PAY-55] [CONF-B17]", async ({
    page,
    shop,
    email,
  }) => {
    await fillCart(page, greeting);
    const order = await quickOrder(page.request, { billing: billingOf(email) });
    await addFaultRules({ when: { email, kind: "authCaptureTransaction" }, do: "decline", times: 1 });
    await shop.visit(payUrl(order));
    await fillCard(page);
    await shop.arriving(() => payButton(page).click());
    expect(await errorLines(page).allTextContents()).toEqual([
      t("payments.general-error"),
      t("payments.declined"),
    ]);
    await fillCard(page, MASTERCARD);
    await shop.arriving(() => payButton(page).click());
    await expectKind(page, "paid");
    expect(attemptsOf(order.number).map(({ state }) => state)).toEqual(["declined", "captured"]);
    // Going back shows a page, not the browser's question whether to resubmit the form.
    await page.goBack();
    await expectKind(page, "paid");
  });

  test("two tabs that pay at once are charged once", async ({ page, shop, email, context }) => {
    await fillCart(page, greeting);
    const order = await quickOrder(page.request, { billing: billingOf(email) });
    await addFaultRules({ when: { email, kind: "authCaptureTransaction" }, do: "slow", ms: 500, times: 1 });
    const other = await context.newPage();
    for (const tab of [page, other]) {
      await shop.visit(payUrl(order), tab);
      await fillCard(tab);
    }
    await Promise.all([page, other].map((tab) => shop.arriving(() => payButton(tab).click(), tab)));
    for (const tab of [page, other]) await expectKind(tab, "paid");
    const [attempt, ...more] = attemptsOf(order.number);
    expect(more).toEqual([]);
    expect(await ledgerOf(attempt?.key ?? "")).toHaveLength(1);
  });
});

test.describe("orders: a bank account", () => {
  // The provider sends no notice about a settlement or a return: reconciliation finds them, once a minute.
  const COMPARED = { timeout: 100_000 };

  test("is paid when the bank confirms it, days later", async ({ page, shop, email }) => {
    test.setTimeout(300_000);
    await fillCart(page, greeting);
    const order = await quickOrder(page.request, { billing: billingOf(email), numbers: bankNumbers });
    await shop.visit(order.url);
    await expectKind(page, "waiting");
    const mail = await emailTo(email, subject("mail-received", order.number));
    expect(mail.text).toContain(t("checkout.mail-received-waiting"));
    await settle(lastRef(order.number));
    await expect.poll(() => attemptsOf(order.number)[0]?.state, COMPARED).toBe("captured");
    await shop.visit(order.url);
    await expectKind(page, "paid");
  });

  test("without funds: the order is not paid, and its buyer is notified", async ({ page, shop, email }) => {
    test.setTimeout(300_000);
    await fillCart(page, greeting);
    const order = await quickOrder(page.request, { billing: billingOf(email), numbers: bankNumbers });
    await settle(lastRef(order.number));
    await expect.poll(() => attemptsOf(order.number)[0]?.state, COMPARED).toBe("captured");
    await returnPayment(lastRef(order.number));
    await expect.poll(() => attemptsOf(order.number)[0]?.state, COMPARED).toBe("returned");
    const mail = await emailTo(email, subject("mail-failed", order.number));
    await shop.visit(linkIn(mail, "/ar/checkout/order-pay/"));
    await expect(page.locator("form#order_review")).toBeVisible();
    await shop.visit(order.url);
    await expectKind(page, "unpaid");
  });
});

test.describe("orders: of a customer", () => {
  test("are listed with their totals, and can be viewed and paid", { tag: "@any" }, async ({
    page,
    shop,
    pageErrors,
  }) => {
    pageErrors.allow(/404/);
    const email = await newCustomer(page, "نور");
    await shop.visit(ORDERS);
    await expect(main(page)).toContainText(t("checkout.orders-empty"));
    await fillCart(page, greeting);
    const paid = await quickOrder(page.request, { billing: billingOf(email), numbers: numbersOf(VISA) });
    await fillCart(page, ribbon);
    const unpaid = await quickOrder(page.request, { billing: billingOf(email) });
    await shop.visit(ORDERS);
    const rows = main(page).getByRole("row");
    await expect(rows).toHaveCount(3);
    const [newest, oldest] = [rows.nth(1), rows.nth(2)];
    await expect(newest).toContainText(unpaid.number);
    await expect(newest).toContainText(t("checkout.state-pending"));
    await expect(newest).toContainText("11.00");
    await expect(oldest).toContainText(t("checkout.state-processing"));
    await expect(
      oldest.getByRole("link", { name: t("checkout.pay-named", { number: paid.number }) }),
    ).toHaveCount(0);

    await shop.arriving(() =>
      oldest.getByRole("link", { name: t("checkout.view-named", { number: paid.number }) }).click(),
    );
    for (const text of [greeting.name, "10.50", "1111", "شارع النخيل 12"])
      await expect(main(page)).toContainText(text);
    await expect(main(page).getByRole("link", { name: t("orders.pay") })).toHaveCount(0);
    await shop.visit(`${ORDERS.replace("orders", "view-order")}${unpaid.number}/`);
    await shop.arriving(() =>
      main(page)
        .getByRole("link", { name: t("orders.pay") })
        .click(),
    );
    await expect(page.locator("form#order_review")).toBeVisible();

    // Another customer's order is not found.
    await page.context().clearCookies();
    await newCustomer(page);
    const url = `${ORDERS.replace("orders", "view-order")}${paid.number}/`;
    expect((await page.request.get(url)).status()).toBe(404);
    await shop.visit(ORDERS);
    await expect(main(page)).toContainText(t("checkout.orders-empty"));
  });

  test("fit 320 px", async ({ page, shop }) => {
    const email = await newCustomer(page);
    await fillCart(page, greeting, ribbon);
    const order = await quickOrder(page.request, { billing: billingOf(email), numbers: numbersOf(VISA) });
    await page.setViewportSize({ width: 320, height: 640 });
    await shop.visit(ORDERS);
    await shop.visit(`${ORDERS.replace("orders", "view-order")}${order.number}/`);
  });
});

test.describe("orders: for staff", () => {
  test("are hidden from all other visitors", async ({ page, shop, email }) => {
    await fillCart(page, greeting);
    const order = await quickOrder(page.request, { billing: billingOf(email), numbers: numbersOf(VISA) });
    const pages = [STAFF_ORDERS, `${STAFF_ORDERS}${order.number}/`];
    for (const path of pages) expect((await page.request.get(path)).status(), path).toBe(404);
    await newCustomer(page);
    for (const path of pages) expect((await page.request.get(path)).status(), path).toBe(404);
    for (const call of ["state", "refund"]) {
      const form = { state: "cancelled", from: "processing", amount: "1.00", open: "1050", _wpnonce: "0" };
      const answer = await page.request.post(`${STAFF_ORDERS}${order.number}/${call}/`, { form });
      expect(answer.status(), call).toBeGreaterThanOrEqual(400);
    }
    await shop.visit(order.url);
    await expectKind(page, "paid");
  });

  test("are found by number and email, change their status, and their buyer is notified", async ({
    page,
    shop,
    email,
  }) => {
    await fillCart(page, greeting);
    const order = await quickOrder(page.request, {
      billing: billingOf(email),
      numbers: numbersOf(VISA),
      more: { wc_order_attribution_source_type: "utm", wc_order_attribution_utm_source: "رسالة العيد" },
    });
    await signInStaff(page);
    await shop.visit(STAFF_ORDERS);
    await page.getByRole("searchbox", { name: t("staff_orders.search") }).fill(email);
    await shop.arriving(() =>
      main(page)
        .getByRole("button", { name: t("staff_orders.search-submit") })
        .click(),
    );
    await expect(main(page).getByRole("row")).toHaveCount(2);
    await page.getByRole("searchbox", { name: t("staff_orders.search") }).fill(order.number);
    await shop.arriving(() =>
      main(page)
        .getByRole("button", { name: t("staff_orders.search-submit") })
        .click(),
    );
    await shop.arriving(() =>
      main(page)
        .getByRole("link", { name: t("checkout.view-named", { number: order.number }) })
        .click(),
    );
    for (const text of [
      order.number,
      "رسالة العيد",
      t("checkout.attempt-captured"),
      lastRef(order.number),
      email,
    ])
      await expect(main(page)).toContainText(text);

    await main(page)
      .getByLabel(t("checkout.staff-change-to"))
      .selectOption({ label: t("checkout.state-shipped") });
    await shop.arriving(() =>
      main(page)
        .getByRole("button", { name: t("checkout.staff-change"), exact: true })
        .click(),
    );
    await expect(main(page)).toContainText(t("checkout.staff-changed"));
    await expect(main(page).locator("[data-state=shipped]").first()).toBeVisible();
    await expect(main(page)).toContainText("هدى");
    await emailTo(email, subject("mail-shipped", order.number));
  });

  test("are refunded partly and completely", async ({ page, shop, email }) => {
    test.slow();
    await fillCart(page, greeting);
    const order = await quickOrder(page.request, { billing: billingOf(email), numbers: numbersOf(VISA) });
    const reference = lastRef(order.number);
    await settle(reference);
    await signInStaff(page);
    const url = `${STAFF_ORDERS}${order.number}/`;
    const refund = async (amount: string) => {
      await shop.visit(url);
      await main(page)
        .locator("summary", { hasText: t("checkout.staff-refund") })
        .click();
      await main(page)
        .getByRole("textbox", { name: t("checkout.staff-refund-amount") })
        .fill(amount);
      await shop.arriving(() =>
        main(page)
          .getByRole("button", { name: t("checkout.staff-refund"), exact: true })
          .click(),
      );
    };
    await refund("99.00");
    const most = plain(t("checkout.staff-refund-most", { amount: "" })).replace(/[\s.]+$/, "");
    await expect(main(page).getByRole("alert")).toContainText(most);
    await expect(main(page).getByRole("alert")).toContainText("10.50");
    await refund("4.00");
    await expect(main(page)).toContainText(t("checkout.staff-refunded"));
    const key = attemptsOf(order.number)[0]?.key ?? "";
    await expect.poll(async () => (await ledgerOf(key))[0]?.refunded, { timeout: 30_000 }).toBe(400);
    await emailTo(email, subject("mail-refunded-part", order.number));
    await refund("6.50");
    await expect.poll(async () => (await ledgerOf(key))[0]?.refunded, { timeout: 30_000 }).toBe(1050);
    await expect
      .poll(async () => /data-state="refunded"/.test(await (await page.request.get(url)).text()), {
        timeout: 20_000,
      })
      .toBe(true);
    await shop.visit(url);
    await expect(main(page).getByRole("textbox", { name: t("checkout.staff-refund-amount") })).toHaveCount(0);
    await shop.visit(order.url);
    await expectKind(page, "refunded");
  });

  test("that are not paid can be cancelled, and no longer paid", async ({ page, shop, email }) => {
    await fillCart(page, greeting);
    const order = await quickOrder(page.request, { billing: billingOf(email) });
    await signInStaff(page);
    await shop.visit(`${STAFF_ORDERS}${order.number}/`);
    await main(page)
      .getByLabel(t("checkout.staff-change-to"))
      .selectOption({ label: t("checkout.state-cancelled") });
    await shop.arriving(() =>
      main(page)
        .getByRole("button", { name: t("checkout.staff-change"), exact: true })
        .click(),
    );
    await expect(main(page)).toContainText(t("checkout.staff-changed"));
    await emailTo(email, subject("mail-cancelled", order.number));
    await shop.visit(payUrl(order));
    await expectKind(page, "cancelled");
  });

  test("are exported as a table, without formulas", async ({ page, shop, email }) => {
    await fillCart(page, greeting);
    const order = await quickOrder(page.request, {
      billing: { ...billingOf(email), last_name: "=1+1" },
      numbers: numbersOf(VISA),
    });
    await signInStaff(page);
    await shop.visit(`${STAFF_ORDERS}?state=processing`);
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      main(page)
        .getByRole("button", { name: t("staff_orders.export") })
        .click(),
    ]);
    const chunks: Array<Buffer> = [];
    for await (const chunk of await download.createReadStream()) chunks.push(chunk as Buffer);
    const lines = Buffer.concat(chunks).toString("utf8").split("\r\n");
    expect(lines[0]?.startsWith("number,state,date,email")).toBe(true);
    const line = lines.find((one) => one.startsWith(`${order.number},`)) ?? "";
    expect(line).toContain(email);
    expect(line).toContain("'=1+1");
    expect(line).toContain("10.50");
    expect(lines.slice(1).filter((one) => one && !one.includes(",processing,"))).toEqual([]);
  });
});
