// @vitest-environment happy-dom
import { expect, test, vi } from "vitest";
import { watchCartEmail } from "./cart-email";

watchCartEmail();

const fields = `
  <input name="billing_first_name" value="سلمى"><input name="billing_last_name" value="الحربي">
  <input name="billing_email">`;

async function type(markup: string, name = "billing_email") {
  const fetch = vi.fn<typeof globalThis.fetch>(async () => new Response(""));
  vi.stubGlobal("fetch", fetch);
  document.body.innerHTML = markup;
  const field = document.querySelector(`[name=${name}]`) as HTMLInputElement;
  field.value = "salma@example.com";
  field.dispatchEvent(new Event("change", { bubbles: true }));
  await new Promise((done) => setTimeout(done));
  return fetch;
}

test("a guest's billing e-mail is sent when it changes, with both names [ACCT-09]", async () => {
  const fetch = await type(`<form data-capture-email>${fields}</form>`);
  const [url, request] = fetch.mock.calls[0] ?? [];
  expect(url).toBe("/ar/wp-admin/admin-ajax.php");
  expect(Object.fromEntries(request?.body as URLSearchParams)).toEqual({
    action: "fue_wc_set_cart_email",
    email: "salma@example.com",
    first_name: "سلمى",
    last_name: "الحربي",
  });
  expect(fetch).toHaveBeenCalledOnce();
});

test("a customer's is never sent, nor is another field [ACCT-10]", async () => {
  expect(await type(`<form>${fields}</form>`)).not.toHaveBeenCalled();
  expect(await type(`<form data-capture-email>${fields}</form>`, "billing_last_name")).not.toHaveBeenCalled();
});
