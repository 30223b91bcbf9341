import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { email } from "../testing/email-sample";
import { handle } from "./app";

const assets = {
  styles: () => [""],
  scripts: [],
  modules: [],
  fonts: [],
  admin: { scripts: [], modules: [], sheets: {} },
};
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

test("an email is returned in both its parts", async () => {
  const { status, answer } = await ask("/mail", JSON.stringify({ component: "mail/Email", props: email }));
  expect(status).toBe(200);
  expect(Object.keys(answer)).toEqual(["html", "text"]);
  expect(answer.html).toMatch(/^<!doctype html><html lang="ar" dir="rtl">.*<\/html>$/s);
  expect(answer.html).toContain(email.greeting);
  expect(answer.text).toMatch(/^مرحبًا سارة،\n/);
});

test.each(["mail/Nothing", "constructor", "cart/CartPage"])(
  "an unknown email %s is a bad request",
  async (component) => {
    const { status, answer } = await ask("/mail", JSON.stringify({ component, props: email }));
    expect(status).toBe(400);
    expect(answer).toMatchObject({ error: `no email is called ${component}`, component });
  },
);

test("an error while rendering an email is returned with its component", async () => {
  vi.spyOn(console, "error").mockImplementation(() => {});
  const { status, answer } = await ask("/mail", JSON.stringify({ component: "mail/Email", props: {} }));
  expect(status).toBe(500);
  expect(answer.component).toBe("mail/Email");
});

test("a body that is not JSON is a bad request", async () => {
  expect((await ask("/mail", "{")).status).toBe(400);
});

test("answers at the same time, short and long, do not mix", async () => {
  const greetings = Array.from(
    { length: 40 },
    (_, index) => `${"مرحبًا ".repeat(index % 20 ? index * 10 : 15_000)}${index}،`,
  );
  const answers = await Promise.all(
    greetings.map((greeting) =>
      ask("/mail", JSON.stringify({ component: "mail/Email", props: { ...email, greeting } })),
    ),
  );
  answers.forEach(({ answer }, index) => {
    expect(answer.text.split("\n")[0]).toBe(greetings[index]);
  });
});
