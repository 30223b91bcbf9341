// @vitest-environment happy-dom
// @vitest-environment-options { "settings": { "handleDisabledFileLoadingAsSuccess": true } }
import { beforeEach, expect, test, vi } from "vitest";
import { sendQueued } from "./analytics";
import { expectProvider } from "./provider-script";

type Rules = { createScriptURL(url: string): string | null };

beforeEach(() => {
  document.body.innerHTML = "";
});

test("a page without the provider's script allows no script", () => {
  const createPolicy = vi.fn();
  vi.stubGlobal("trustedTypes", { createPolicy });
  expectProvider();
  expect(createPolicy).not.toHaveBeenCalled();
});

test("with the provider's script only scripts of its own origin may be added", () => {
  const createPolicy = vi.fn<(name: string, rules: Rules) => void>();
  vi.stubGlobal("trustedTypes", { createPolicy });
  document.body.innerHTML =
    '<script type="text/plain" data-provider-script src="https://pay.example/v1/Accept.js"></script>';
  expectProvider();
  const [name, rules] = createPolicy.mock.calls[0] ?? [];
  expect(name).toBe("default");
  expect(rules?.createScriptURL("https://pay.example/v1/AcceptCore.js")).toBe(
    "https://pay.example/v1/AcceptCore.js",
  );
  for (const url of [
    "https://elsewhere.example/x.js",
    "https://pay.example.evil/x.js",
    "data:text/javascript,1",
  ])
    expect(rules?.createScriptURL(url), "the browser refuses what is nothing").toBeNull();
});

test("queued events are sent when the page is loaded, and the queue is cleared [ATTR-19]", async () => {
  const fetch = vi.fn<typeof globalThis.fetch>(async () => Response.json({ success: true }));
  vi.stubGlobal("fetch", fetch);
  const queue = [
    { name: "product_page_view", props: { theme_type: "short_code" } },
    { name: "order_checkout_start", props: {} },
  ];
  document.body.innerHTML = `<script type="application/json" data-tracks data-nonce="tr4cks">${JSON.stringify(queue)}</script>`;
  sendQueued();
  expect(fetch.mock.calls.map(([url]) => url)).toEqual(Array(2).fill("/ar/wp-admin/admin-ajax.php"));
  expect(Object.fromEntries(fetch.mock.calls[0]?.[1]?.body as URLSearchParams)).toEqual({
    action: "platform_tracks",
    tracksNonce: "tr4cks",
    tracksEventName: "product_page_view",
    tracksEventProp: '{"theme_type":"short_code"}',
  });
  expect(document.querySelector("[data-tracks]")).toBeNull();
  sendQueued();
  expect(fetch).toHaveBeenCalledTimes(2);
});

test("a form's nonce serves a queue that has none, and a failed call is ignored", async () => {
  const fetch = vi.fn<typeof globalThis.fetch>(() => Promise.reject(new TypeError("offline")));
  vi.stubGlobal("fetch", fetch);
  document.body.innerHTML =
    '<form data-tracks-nonce="f0rm"></form><script type="application/json" data-tracks>[{"name":"x"}]</script>';
  sendQueued();
  await Promise.resolve();
  const body = fetch.mock.calls[0]?.[1]?.body as URLSearchParams;
  expect([body.get("tracksNonce"), body.get("tracksEventProp")]).toEqual(["f0rm", "{}"]);
});
