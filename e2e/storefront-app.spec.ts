import { type Product, StoreApi, StoreApiError } from "../clients/typescript/src/index.ts";
import { expect, test } from "./payment-shop";
import { expectNoSidewaysScroll, violations } from "./support/audit";
import { type OtherShop, openShop } from "./support/closed-shop";
import { type ExampleApp, openExampleApp } from "./support/example-app";
import { coffee } from "./support/products";

const BILLING = {
  first_name: "سلمى",
  last_name: "الخطيب",
  address_1: "5100 Maple St",
  city: "ديربورن",
  postcode: "48126",
  country: "US",
  phone: "+1 313 555 0142",
};

/** The provider's token for a card, as its script would exchange it. */
async function cardToken(): Promise<{ key: string; value: string }[]> {
  const request = {
    securePaymentContainerRequest: {
      merchantAuthentication: { name: "matjar-sim", clientKey: "matjar-sim-client-key" },
      data: {
        type: "TOKEN",
        id: crypto.randomUUID(),
        token: { cardNumber: "4111111111111111", expirationDate: "122030", cardCode: "123" },
      },
    },
  };
  const answer = await fetch(`${process.env.E2E_PAY}/xml/v1/request.api`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(request),
  });
  const { opaqueData } = JSON.parse((await answer.text()).replace(/^\uFEFF/, ""));
  const field = (name: string) => `wc-authorize-net-cim-credit-card-payment-${name}`;
  return [
    { key: field("nonce"), value: opaqueData.dataValue },
    { key: field("descriptor"), value: opaqueData.dataDescriptor },
  ];
}

test.describe("the typed client", () => {
  const client = (baseURL: string | undefined) => new StoreApi({ origin: baseURL ?? "" });
  const productNamed = async (api: StoreApi, name: string): Promise<Product> => {
    const [found] = await api.call("listProducts", { query: { search: name, per_page: 1 } });
    if (!found) throw new Error(`no product ${name}`);
    return found;
  };

  test("reads every list of the catalogue [SITE-09]", async ({ baseURL }) => {
    const api = client(baseURL);
    expect((await api.call("index", {})).namespace).toBe("wc/store/v1");
    const products = await api.call("listProducts", {
      query: { per_page: 3, order: "asc", stock_status: ["instock"] },
    });
    expect(products).toHaveLength(3);
    const included = await api.call("listProducts", { query: { include: products.map(({ id }) => id) } });
    expect(included).toHaveLength(3);
    const one = await api.call("product", { path: { id: String(products[0]?.id) } });
    expect(one.name).toBe(products[0]?.name);
    const [category] = await api.call("listCategories", {});
    expect((await api.call("category", { path: { id: String(category?.id) } })).name).toBe(category?.name);
    const [brand] = await api.call("listBrands", {});
    if (brand) expect((await api.call("brand", { path: { id: String(brand.id) } })).id).toBe(brand.id);
    const [attribute] = await api.call("listAttributes", {});
    const path = { id: String(attribute?.id) };
    expect((await api.call("attribute", { path })).taxonomy).toBe(attribute?.taxonomy);
    expect((await api.call("listTerms", { path })).length).toBeGreaterThan(0);
    expect(Array.isArray(await api.call("listTags", {}))).toBe(true);
    expect((await api.call("listReviews", { query: { per_page: 2 } })).length).toBeGreaterThan(0);
    const figures = await api.call("collectionData", { query: { calculate_price_range: true } });
    expect(figures.price_range?.min_price).toMatch(/^\d+$/);
  });

  test("changes a cart in every way and buys it [SITE-10]", async ({ baseURL, email }) => {
    const tokens: string[] = [];
    const api = new StoreApi({ origin: baseURL ?? "", onCartToken: (token) => tokens.push(token) });
    expect((await api.call("cart", {})).items).toEqual([]);
    expect(tokens).toHaveLength(1);
    const product = await productNamed(api, coffee.name);
    const body = { id: product.id, quantity: 1 };

    const created = await api.call("createItem", { body });
    const path = { key: created.key };
    expect((await api.call("item", { path })).id).toBe(product.id);
    expect((await api.call("replaceItem", { path, body: { quantity: 2 } }))?.quantity).toBe(2);
    expect(await api.call("listItems", {})).toHaveLength(1);
    expect(await api.call("deleteItem", { path })).toBeUndefined();
    const key = crypto.randomUUID();
    await api.call("addItem", { body }, key);
    const repeated = await api.call("addItem", { body }, key);
    expect(repeated.items_count, "a repeated request adds nothing").toBe(1);
    const line = repeated.items[0]?.key ?? "";
    expect((await api.call("updateItem", { body: { key: line, quantity: 3 } })).items_count).toBe(3);
    expect((await api.call("removeItem", { body: { key: line } })).items).toEqual([]);
    const request = { method: "POST", path: "/wc/store/v1/cart/add-item", body };
    const { responses } = await api.call("batch", { body: { requests: [request, { path: "/nothing" }] } });
    expect(responses.map((answer) => answer?.status)).toEqual([201, 404]);
    expect(await api.call("deleteItems", {})).toEqual([]);
    await api.call("addItem", { body });

    const unknown = api.call("applyCoupon", { body: { code: "لا-يوجد" } });
    const refused = await unknown.catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(StoreApiError);
    expect((refused as StoreApiError).status).toBe(400);
    expect((refused as StoreApiError).message).not.toBe("");
    const code = "نخلة10";
    expect((await api.call("createCoupon", { body: { code } })).code).toBe(code);
    const discount = (await api.call("coupon", { path: { code } })).totals.total_discount;
    expect(Number(discount)).toBeGreaterThan(0);
    expect((await api.call("cart", {})).totals.total_discount).toBe(discount);
    expect(await api.call("deleteCoupon", { path: { code } })).toBeUndefined();
    expect((await api.call("applyCoupon", { body: { code } })).coupons).toHaveLength(1);
    expect((await api.call("removeCoupon", { body: { code } })).coupons).toEqual([]);
    expect(await api.call("listCoupons", {})).toEqual([]);
    expect(await api.call("deleteCoupons", {})).toEqual([]);

    const address = { ...BILLING, email };
    const { shipping_rates, totals } = await api.call("updateCustomer", {
      body: { billing_address: address },
    });
    const rate = shipping_rates[0]?.shipping_rates.find(({ selected }) => selected);
    const chosen = await api.call("selectShippingRate", { body: { rate_id: rate?.rate_id ?? "" } });
    expect(chosen.totals.total_price).toBe(totals.total_price);
    expect((await api.call("checkout", {})).billing_address.city).toBe(BILLING.city);
    const method = "authorize_net_cim_credit_card";
    await api.call("updateCheckout", { body: { payment_method: method } });
    const order = await api.call("placeOrder", {
      body: {
        billing_address: address,
        payment_method: method,
        payment_data: await cardToken(),
        expected_total: totals.total_price,
      },
    });
    expect(order.payment_result.payment_status).toBe("success");
    const query = { key: order.order_key };
    const shown = await api.call("order", { path: { id: String(order.order_id) }, query });
    expect(shown.totals.total_price).toBe(totals.total_price);
    const again = api.call("payOrder", {
      path: { id: String(order.order_id) },
      body: { key: order.order_key, payment_method: method },
    });
    await expect(again, "a paid order is not paid again").rejects.toMatchObject({ status: 400 });
    expect((await api.call("revokeTokens", {})).revoked).toBe(1);
  });
});

test.describe("the example app on another origin", () => {
  let app: ExampleApp;
  let other: OtherShop;

  test.beforeAll(async () => {
    app = await openExampleApp();
    other = await openShop({ MATJAR_STORE_API_ORIGINS: app.origin });
    await app.build(other.origin);
  });
  test.afterAll(async () => {
    app.close();
    await other.close();
  });

  test("lists, fills the cart and buys, by keyboard too @phone [SITE-09] [SITE-10]", async ({
    page,
    email,
    pageErrors,
  }) => {
    pageErrors.allow(new RegExp(`^third-party request: (${app.origin}|${other.origin})/`));
    await page.goto(app.origin);
    const products = page.getByRole("region", { name: "المنتجات" });
    await expect(products.getByRole("listitem")).toHaveCount(12);
    const picture = products.locator("img").first();
    await expect
      .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth), {
        message: "the shop lets other origins show its pictures",
      })
      .toBeGreaterThan(0);
    expect(await violations(page)).toEqual([]);
    await expectNoSidewaysScroll(page);

    const add = products.getByRole("button").first();
    await add.focus();
    await page.keyboard.press("Enter");
    const cart = page.getByRole("region", { name: "السلة" });
    await expect(cart.getByRole("listitem")).toHaveCount(1);
    await cart.getByRole("spinbutton").fill("2");
    await expect(cart.getByRole("spinbutton")).toHaveValue("2");
    await page.reload();
    await expect(cart.getByRole("spinbutton"), "the token names the cart of the last visit").toHaveValue("2");

    const form = page.getByRole("form", { name: "إتمام الطلب" });
    const fields = {
      "الاسم الأول": BILLING.first_name,
      "اسم العائلة": BILLING.last_name,
      "البريد الإلكتروني": email,
      الهاتف: BILLING.phone,
      العنوان: BILLING.address_1,
      المدينة: BILLING.city,
      "الرمز البريدي": BILLING.postcode,
      "رمز الدولة (حرفان)": BILLING.country,
      "رقم البطاقة": "4111 1111 1111 1111",
      "تاريخ الانتهاء (شهر/سنة)": "12/30",
      "رمز التحقق": "123",
    };
    for (const [label, value] of Object.entries(fields))
      await form.getByLabel(label, { exact: true }).fill(value);
    expect(await violations(page)).toEqual([]);
    await expectNoSidewaysScroll(page);
    await form.getByRole("button").click();

    await expect(page.getByRole("heading", { name: "شكرًا لك، استلمنا طلبك" })).toBeVisible();
    await expect(cart).toContainText("سلتك فارغة.");
    expect(await page.context().cookies(), "the app has no cookies").toEqual([]);
  });

  test("shows the shop's refusal", async ({ page, pageErrors }) => {
    pageErrors.allow(new RegExp(`^third-party request: (${app.origin}|${other.origin})/`));
    pageErrors.allow(/^console error: .*add-item/);
    await page.route("**/cart/add-item", async (route) => {
      const body = JSON.stringify({ id: 999_999_999, quantity: 1 });
      await route.continue({ postData: body });
    });
    await page.goto(app.origin);
    await page
      .getByRole("button", { name: /^أضف إلى السلة/ })
      .first()
      .click();
    await expect(page.getByRole("alert")).not.toBeEmpty();
  });

  test("is refused by a shop that does not allow its origin", async ({ page, pageErrors, baseURL }) => {
    pageErrors.allow(/./);
    await page.goto(app.origin);
    const outcome = await page.evaluate(
      (url) =>
        fetch(url).then(
          (answer) => `status ${answer.status}`,
          () => "blocked",
        ),
      `${baseURL}/ar/wp-json/wc/store/v1/products`,
    );
    expect(outcome).toBe("blocked");
  });
});
