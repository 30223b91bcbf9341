import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { letter } from "../testing/letter";
import { handle } from "./app";

const assets = { styles: () => [""], scripts: [], modules: [], fonts: [] };
const server = createServer((request, response) => void handle(request, response, assets));
const ask = async (path: string, body: string) => {
  const { port } = server.address() as AddressInfo;
  const response = await fetch(`http://127.0.0.1:${port}${path}`, { method: "POST", body });
  return { status: response.status, answer: await response.json() };
};

beforeAll(() => new Promise<void>((done) => server.listen(0, "127.0.0.1", done)));
afterAll(() => {
  server.close();
});

test("a letter is answered in both its parts", async () => {
  const { status, answer } = await ask("/mail", JSON.stringify({ component: "mail/Email", props: letter }));
  expect(status).toBe(200);
  expect(Object.keys(answer)).toEqual(["html", "text"]);
  expect(answer.html).toMatch(/^<!doctype html><html lang="ar" dir="rtl">.*<\/html>$/s);
  expect(answer.html).toContain(letter.greeting);
  expect(answer.text).toMatch(/^مرحبًا سارة،\n/);
});

test.each(["mail/Nothing", "constructor", "cart/CartPage"])(
  "a letter called %s is the caller's fault",
  async (component) => {
    const { status, answer } = await ask("/mail", JSON.stringify({ component, props: letter }));
    expect(status).toBe(400);
    expect(answer).toMatchObject({ error: `no letter is called ${component}`, component });
  },
);

test("a fault while drawing a letter is told with its component", async () => {
  vi.spyOn(console, "error").mockImplementation(() => {});
  const { status, answer } = await ask("/mail", JSON.stringify({ component: "mail/Email", props: {} }));
  expect(status).toBe(500);
  expect(answer.component).toBe("mail/Email");
});

test("a question that is no JSON is the caller's fault", async () => {
  expect((await ask("/mail", "{")).status).toBe(400);
});
