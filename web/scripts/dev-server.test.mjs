// The tests write no files: they emit change events on the watcher.
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startWeb } from "./dev-server.mjs";

const POLICY = "script-src 'self'; style-src 'self'; require-trusted-types-for 'script'";
const cacheDir = mkdtempSync(join(tmpdir(), "matjar-vite-"));
const up = Promise.withResolvers();
const head = { title: "T", description: "", canonicalUrl: "", noIndex: false, structuredData: [] };
const shop = { shopName: "S", homeUrl: "/ar/", cartUrl: "/ar/cart/" };
const props = {
  kind: "notFound",
  title: "T",
  hint: "",
  homeUrl: "/ar/",
  shopUrl: "/ar/shop/",
  reference: null,
};

let web;
let origin;
/** A simulator of the Rust server: requests every page from the renderer. */
const backend = createServer(async (_, response) => {
  const body = JSON.stringify({ component: "content/MessagePage", head, shop, props });
  const page = await fetch(`http://${web.renderer}/page`, { method: "POST", body });
  response.writeHead(page.status, { "content-type": "text/html", "content-security-policy": POLICY });
  response.end(await page.text());
});

/** Loads a module with all its imports, like a browser. */
async function visit(path, seen = new Set()) {
  if (seen.has(path)) return seen;
  seen.add(path);
  const response = await fetch(origin + path);
  expect(response.status, path).toBe(200);
  const code = await response.text();
  for (const [, url] of code.matchAll(/(?:from|import)\s*"(\/src\/[^"]+)"/g)) await visit(url, seen);
  return seen;
}

/** The messages that open pages receive when a file changes. */
async function sentAfter(file) {
  const [, token] = (await (await fetch(`${origin}/@vite/client`)).text()).match(/wsToken = "([^"]+)"/);
  const socket = new WebSocket(`${origin.replace("http", "ws")}/?token=${token}`, "vite-hmr");
  const messages = [];
  const answered = new Promise((done) => {
    socket.onmessage = ({ data }) => {
      messages.push(JSON.parse(data));
      if (messages.length === 2) done();
    };
  });
  await new Promise((done) => {
    socket.onopen = done;
  });
  web.watcher.emit("change", resolve(import.meta.dirname, "..", file));
  await answered;
  socket.close();
  const [, { type, updates = [] }] = messages;
  return [type, ...updates.map((update) => `${update.type} ${update.path}`)];
}

beforeAll(async () => {
  await new Promise((done) => backend.listen(0, "127.0.0.1", done));
  web = await startWeb({
    host: "127.0.0.1",
    port: 0,
    origin: "http://localhost",
    backend: `http://127.0.0.1:${backend.address().port}`,
    whenUp: () => up.promise,
    cacheDir,
  });
  origin = `http://${web.front}`;
  for (const module of ["runtime/main.ts", "cart/SideCart.island.tsx"]) await visit(`/src/${module}`);
}, 60_000);

afterAll(async () => {
  await web.close();
  backend.close();
  rmSync(cacheDir, { recursive: true, force: true });
});

// Runs first: a module that is already loaded must not change the messages of the tests below.
test("the gallery needs no Rust server, and the files of a state exist", async () => {
  const index = await (await fetch(`${origin}/dev/gallery`)).text();
  const [, state] = index.match(/<iframe[^>]+src="([^"]+c=ProductCard[^"]+)"/);
  const page = await fetch(origin + state.replaceAll("&amp;", "&"));
  expect(page.status).toBe(200);
  const html = index + (await page.text());
  const files = [...html.matchAll(/(?:src|href)="(\/(?:@|src\/|dev\/gallery\/media\/)[^"]+)"/g)];
  expect(files.length).toBeGreaterThan(5);
  for (const [, file] of files) expect((await fetch(origin + file)).status, file).toBe(200);
});

test("a page waits for the Rust server, and is rendered from the sources that it refers to", async () => {
  const pending = fetch(`${origin}/ar/`);
  expect(await Promise.race([pending, new Promise((done) => setTimeout(done, 50, "waits"))])).toBe("waits");
  up.resolve();
  const page = await pending;
  expect(page.status).toBe(200);
  const html = await page.text();
  const files = [...html.matchAll(/<(?:script|link)[^>]+(?:src|href)="([^"]+)"/g)].map(([, file]) => file);
  expect(files).toEqual(
    expect.arrayContaining(["/@vite/client", "/src/runtime/main.ts", "/src/styles/site.css"]),
  );
  for (const file of files.filter((name) => /^\/(@|src)/.test(name))) {
    expect((await fetch(origin + file)).status, file).toBe(200);
  }
});

test("only styles are less restricted than in production", async () => {
  const { headers } = await fetch(`${origin}/ar/`);
  expect(headers.get("content-security-policy")).toBe(
    "script-src 'self'; style-src 'self' 'unsafe-inline'; require-trusted-types-for 'script'",
  );
});

test("a changed island is replaced in the page", async () => {
  const file = "src/cart/SideCart.island.tsx";
  expect(await sentAfter(file)).toEqual(["update", `js-update /${file}`]);
});

test("a changed component that only islands render is replaced in the page", async () => {
  const file = "src/cart/CartLine.tsx";
  expect(await sentAfter(file)).toEqual(["update", `js-update /${file}`]);
});

test.each(["src/content/MessagePage.tsx", "src/ui/Icon.tsx", "src/cart/cart.browser.ts"])(
  "a change of %s, which pages use outside of islands, reloads them",
  async (file) => {
    expect(await sentAfter(file)).toEqual(["full-reload"]);
  },
);

test("a changed state of the gallery reloads it", async () => {
  expect(await sentAfter("src/testing/gallery/states/content.tsx")).toEqual(["full-reload"]);
});

test("a changed island that no page has loaded reloads them", async () => {
  expect(await sentAfter("src/bundles/BundleBuilder.island.tsx")).toEqual(["full-reload"]);
});

/** The style sheets of the page, in order, all loaded like in a browser. */
async function sheets() {
  const page = await (await fetch(`${origin}/ar/`)).text();
  const urls = [...page.matchAll(/<link rel="stylesheet" href="([^"]+)"/g)].map(([, url]) => url);
  const answers = await Promise.all(
    urls.map((url) => fetch(origin + url, { headers: { accept: "text/css" } })),
  );
  return new Map(await Promise.all(answers.map(async (answer, at) => [urls[at], await answer.text()])));
}

test("a page has the global styles, then those of its components, each after those it imports", async () => {
  const urls = [...(await sheets()).keys()];
  const at = (file) => urls.indexOf(`/src/${file}`);
  expect(at("styles/site.css")).toBe(0);
  expect(at("ui/controls.module.css")).toBeGreaterThan(0);
  expect(at("ui/Icon.module.css")).toBeLessThan(at("layout/Header.module.css"));
  expect(at("content/MessagePage.module.css")).toBe(urls.length - 1);
  expect(urls).not.toContain("/src/checkout/CheckoutForm.module.css");
});

test("a class is named after its module in the style sheet and in the page", async () => {
  expect((await sheets()).get("/src/content/MessagePage.module.css")).toContain(".MessagePage_message");
  expect(await (await fetch(`${origin}/ar/`)).text()).toContain("MessagePage_message");
});

test.each(["src/cart/cart.module.css", "src/content/MessagePage.module.css"])(
  "a changed %s is replaced in the page",
  async (file) => {
    await sheets();
    expect(await sentAfter(file)).toEqual(["update", `css-update /${file}?direct`]);
  },
);
