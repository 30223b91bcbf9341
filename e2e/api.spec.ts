import type { APIRequestContext, APIResponse } from "@playwright/test";
import { expect, test } from "./shop";
import { ADD, CART, idIn, REFRESH, REMOVE } from "./support/carts";
import { coffee, haraz, honeycomb, oud, type Product, ribbon } from "./support/products";

type Answer = { fragments: Record<string, string>; cart_hash: string };

/** The keys of the regions among the fragments. */
const MINI = '[data-region="mini-cart"]';
const SIDE = '[data-region="side-cart"] > script';

const call = (request: APIRequestContext, name: string, form: Record<string, string> = {}) =>
  request.post(`/ar/?${name}`, { form });
const add = (request: APIRequestContext, id: string, quantity = "1") =>
  call(request, ADD, { product_id: id, quantity });
const answerOf = async (response: APIResponse): Promise<Answer> => {
  expect(response.status()).toBe(200);
  expect(response.headers()["content-type"]).toContain("application/json");
  return response.json();
};
const keysIn = (answer: Answer) =>
  [...(answer.fragments[MINI] ?? "").matchAll(/data-cart_item_key="([^"]+)"/g)].map(([, key]) => key ?? "");

async function idOf(request: APIRequestContext, product: Product): Promise<string> {
  const id = idIn(await (await request.get(product.path)).text());
  expect(id, `the id of ${product.name}`).toMatch(/^\d+$/);
  return id;
}

test.describe("the cart's calls", () => {
  test("call 1 answers the regions and a hash; call 2 the same without the line [API-01] [API-02] [CART-15] [SITE-07]", async ({
    request,
  }) => {
    const id = await idOf(request, coffee);

    const added = await answerOf(await add(request, id, "2"));
    expect(Object.keys(added).sort()).toEqual(["cart_hash", "fragments"]);
    expect(Object.keys(added.fragments)).toEqual(expect.arrayContaining([MINI, SIDE]));
    for (const [key, html] of Object.entries(added.fragments))
      expect(html).toMatch(
        key.endsWith("> script") ? /^<script type="application\/json">/ : /^<div data-region=/,
      );
    expect(added.fragments[MINI]).toContain(coffee.name);
    expect(added.cart_hash).toMatch(/^\S+$/);
    const [key = ""] = keysIn(added);

    const removed = await answerOf(await call(request, REMOVE, { cart_item_key: key }));
    expect(Object.keys(removed).sort()).toEqual(["cart_hash", "fragments"]);
    expect(removed.fragments[MINI]).not.toContain(coffee.name);
    expect(removed.fragments[SIDE]).not.toContain(key);
    const again = await answerOf(await call(request, REMOVE, { cart_item_key: key }));
    expect(again.cart_hash).toBe(removed.cart_hash);
    expect(again.fragments[MINI]).toBe(removed.fragments[MINI]);
  });

  test("call 4 answers the visitor's own cart to an empty body [API-04] [CART-02]", async ({
    request,
    playwright,
    baseURL,
  }) => {
    await add(request, await idOf(request, coffee));

    const own = await answerOf(await call(request, REFRESH));
    expect(own.fragments[MINI]).toContain(coffee.name);

    const otherVisitor = await playwright.request.newContext({ baseURL });
    const response = await call(otherVisitor, REFRESH);
    const theirs = await answerOf(response);
    expect(theirs.fragments[MINI]).not.toContain(coffee.name);
    expect(Object.keys(theirs.fragments).sort()).toEqual(Object.keys(own.fragments).sort());
    // A visitor who only views pages gets no cookie.
    expect(response.headers()["set-cookie"]).toBeUndefined();
    await otherVisitor.dispose();
  });

  test("the hash changes with products and quantities, and with nothing else [CART-14]", async ({
    request,
  }) => {
    const [first, second] = [await idOf(request, coffee), await idOf(request, ribbon)];
    const hashes = [(await answerOf(await call(request, REFRESH))).cart_hash];
    const one = await answerOf(await add(request, first));
    hashes.push(one.cart_hash);
    hashes.push((await answerOf(await add(request, first))).cart_hash);
    const two = await answerOf(await add(request, second));
    hashes.push(two.cart_hash);
    expect(new Set(hashes).size).toBe(4);

    expect((await answerOf(await call(request, REFRESH))).cart_hash).toBe(two.cart_hash);
    const other = keysIn(two).filter((key) => !keysIn(one).includes(key))[0] ?? "";
    const back = await answerOf(await call(request, REMOVE, { cart_item_key: other }));
    expect(back.cart_hash).toBe(hashes[2]);
  });

  test("call 1 is refused, with the product's address, for an unavailable product [CART-13]", async ({
    request,
  }) => {
    const refused = { error: true };
    const choice = await add(request, await idOf(request, haraz));
    expect(await choice.json()).toEqual({ ...refused, product_url: encodeURI(haraz.path) });

    const last = await idOf(request, honeycomb);
    const tooMany = await add(request, last, "2");
    expect(await tooMany.json()).toEqual({ ...refused, product_url: encodeURI(honeycomb.path) });
    expect((await answerOf(await add(request, last))).fragments[MINI]).toContain(honeycomb.name);
    expect(await (await add(request, last)).json()).toMatchObject(refused);

    const cart = await answerOf(await call(request, REFRESH));
    expect(keysIn(cart)).toHaveLength(1);
  });

  test("prices in a response are formatted like the shop's [PRICE-01] [PRICE-02]", async ({ request }) => {
    const answer = await answerOf(await add(request, await idOf(request, oud)));

    const text = answer.fragments[MINI]?.replace(/<[^>]*>/g, "").replaceAll("&nbsp;", "\u00a0");
    expect(text).toContain("1,250.00\u00a0$");
  });
});

test.describe("refusals", () => {
  test("an unknown endpoint or action, and a call without its field, is a bad request [API-41] [SITE-07] [SITE-08]", async ({
    request,
  }) => {
    await add(request, await idOf(request, coffee));
    const before = await answerOf(await call(request, REFRESH));

    const refused = [
      await call(request, "wc-ajax=no_such_call", { product_id: "1" }),
      await request.post("/ar/wp-admin/admin-ajax.php", { form: { action: "no_such_action" } }),
      await request.post("/ar/wp-admin/admin-ajax.php", { form: { security: "x" } }),
      await request.post("/ar/wp-admin/admin-ajax.php", { form: { action: "visctr_doing_cron" } }),
      await call(request, REMOVE),
    ];

    for (const response of refused) {
      expect(response.status(), `${response.url()}`).toBe(400);
      expect(response.headers()["content-type"]).toContain("application/json");
    }
    expect(await answerOf(await call(request, REFRESH))).toEqual(before);
  });

  test("a change requested by another site", async ({ request, baseURL }) => {
    const id = await idOf(request, coffee);
    const form = { product_id: id, "add-to-cart": id, quantity: "1" };
    const from: Array<Record<string, string>> = [
      { "Sec-Fetch-Site": "cross-site", Origin: "https://elsewhere.example" },
      { "Sec-Fetch-Site": "same-site", Origin: baseURL ?? "" },
      { Origin: "https://elsewhere.example" },
      { Origin: "null" },
    ];
    for (const headers of from) {
      for (const path of [`/ar/?${ADD}`, coffee.path]) {
        const response = await request.post(path, { form, headers, maxRedirects: 0 });
        expect(response.status(), `${path} with ${JSON.stringify(headers)}`).toBe(403);
        expect(response.headers()["set-cookie"]).toBeUndefined();
      }
    }
    const cart = await answerOf(await call(request, REFRESH));
    expect(keysIn(cart)).toEqual([]);
  });

  test("a remove link without its nonce [API-40] [CART-22]", async ({ request }) => {
    const cart = await answerOf(await add(request, await idOf(request, coffee)));
    const [key] = keysIn(cart);

    for (const nonce of ["", "&_wpnonce=", "&_wpnonce=0123456789"]) {
      const response = await request.get(`${CART}?remove_item=${key}${nonce}`, { maxRedirects: 0 });
      expect(response.status()).toBe(403);
    }

    expect((await answerOf(await call(request, REFRESH))).cart_hash).toBe(cart.cart_hash);
  });
});
