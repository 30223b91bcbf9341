import { expect, test } from "./payment-shop";
import { METHODS, newCustomer } from "./support/accounts";
import { fillCart } from "./support/carts";
import {
  ADD_METHOD,
  AMEX,
  bankNumbers,
  billingOf,
  CHECKOUT,
  createAccount,
  ECHECK,
  expectKind,
  fillBilling,
  fillCard,
  MASTERCARD,
  numbersOf,
  ORDERS,
  payButton,
  payBy,
  payReady,
  quickOrder,
  refusedWith,
  VISA,
} from "./support/checkout";
import { saveMethod } from "./support/methods";
import { cerrado, coffee, greeting, ribbon } from "./support/products";
import { addFaultRules } from "./support/provider";
import { screens } from "./support/screens";
import { STAFF_ORDERS, signInStaff } from "./support/staff";

// Each test takes both screenshots itself, so one project is enough.
test.describe("pictures of paying", { tag: "@screens" }, () => {
  test("checkout", async ({ page, shop, email }) => {
    await fillCart(page, coffee, cerrado, ribbon);
    await shop.visit(CHECKOUT);
    await payReady(page);
    await screens(page, "checkout");
    await fillBilling(page, billingOf(email));
    await fillCard(page);
    await createAccount(page).check();
    await screens(page, "checkout-filled");
    await payBy(page, ECHECK).check();
    await screens(page, "checkout-echeck");
  });

  test("checkout-faults", async ({ page, shop }) => {
    await fillCart(page, coffee, ribbon);
    await shop.visit(CHECKOUT);
    await payReady(page);
    await page.emulateMedia({ reducedMotion: "reduce" });
    await screens(page, "checkout-faults", { before: async () => void (await refusedWith(page)) });
  });

  test("checkout-summary", async ({ page, shop }) => {
    await fillCart(page, coffee, ribbon);
    await shop.visit(CHECKOUT);
    await payReady(page);
    const before = async () => {
      const fold = page.locator("[data-summary-fold]");
      if (await fold.isVisible()) await fold.locator("summary").click();
    };
    await screens(page, "checkout-summary", { before, inView: true });
  });

  test("checkout-busy", async ({ page, shop, pageErrors, email }) => {
    pageErrors.allow(/net::ERR_FAILED/);
    let go = () => {};
    const held = new Promise<void>((done) => {
      go = done;
    });
    await page.route(`${process.env.E2E_PAY}/xml/**`, async (route) => {
      await held;
      await route.abort();
    });
    await fillCart(page, coffee);
    await shop.visit(CHECKOUT);
    await fillBilling(page, billingOf(email));
    await fillCard(page);
    await payButton(page).click();
    await expect(payButton(page)).toHaveAttribute("aria-busy", "true");
    await screens(page, "checkout-busy");
    go();
  });

  test("checkout-empty", async ({ page, shop }) => {
    await shop.visit(CHECKOUT);
    await screens(page, "checkout-empty");
  });

  test("checkout of a customer", async ({ page, shop }) => {
    await newCustomer(page);
    await saveMethod(page.request, numbersOf(VISA));
    await saveMethod(page.request, bankNumbers);
    await fillCart(page, coffee);
    await shop.visit(CHECKOUT);
    await payReady(page);
    await screens(page, "checkout-saved");
  });

  test("order-pay and order-received", async ({ page, shop, email }) => {
    await fillCart(page, coffee, cerrado);
    const unpaid = await quickOrder(page.request, { billing: billingOf(email) });
    await shop.visit(unpaid.url);
    await expectKind(page, "unpaid");
    await screens(page, "order-unpaid");
    await shop.visit(`/ar/checkout/order-pay/${unpaid.number}/?pay_for_order=true&key=${unpaid.key}`);
    await payReady(page);
    await screens(page, "order-pay");
    await fillCart(page, coffee, cerrado, ribbon);
    const paid = await quickOrder(page.request, { billing: billingOf(email), numbers: numbersOf(VISA) });
    await shop.visit(paid.url);
    await screens(page, "order-received");
    await fillCart(page, greeting);
    const waiting = await quickOrder(page.request, { billing: billingOf(email), numbers: bankNumbers });
    await shop.visit(waiting.url);
    await screens(page, "order-waiting");
  });

  test("confirming", async ({ page, shop, email }) => {
    // The provider never received it, but the shop treats the outcome as unknown for 90 seconds.
    await addFaultRules({ when: { email, kind: "authCaptureTransaction" }, do: "swallow_before", times: 1 });
    await fillCart(page, coffee, ribbon);
    const order = await quickOrder(page.request, { billing: billingOf(email), numbers: numbersOf(VISA) });
    await shop.visit(order.url);
    await expectKind(page, "confirming");
    await screens(page, "order-confirming");
    await page.goto("about:blank");
  });

  test("methods", async ({ page, shop }) => {
    await newCustomer(page);
    await shop.visit(METHODS);
    await screens(page, "methods-empty");
    for (const numbers of [numbersOf(VISA), numbersOf(MASTERCARD), numbersOf(AMEX), bankNumbers])
      await saveMethod(page.request, numbers);
    await shop.visit(METHODS);
    await screens(page, "methods");
    await page.getByRole("main").locator("details > summary").nth(1).click();
    await screens(page, "methods-delete");
    await shop.visit(ADD_METHOD);
    await payReady(page);
    await screens(page, "method-add");
    await payBy(page, ECHECK).check();
    await refusedWith(page);
    await screens(page, "method-add-pageErrors");
  });

  test("orders", async ({ page, shop }) => {
    const email = await newCustomer(page);
    await fillCart(page, coffee, ribbon);
    const order = await quickOrder(page.request, { billing: billingOf(email), numbers: numbersOf(VISA) });
    await fillCart(page, greeting);
    await quickOrder(page.request, { billing: billingOf(email), numbers: bankNumbers });
    await fillCart(page, greeting);
    await quickOrder(page.request, { billing: billingOf(email) });
    await shop.visit(ORDERS);
    await screens(page, "orders");
    await shop.visit(`/ar/my-account/view-order/${order.number}/`);
    await screens(page, "order");
    await signInStaff(page);
    await shop.visit(STAFF_ORDERS);
    await screens(page, "staff-orders");
    await shop.visit(`${STAFF_ORDERS}${order.number}/`);
    await screens(page, "staff-order");
  });
});
