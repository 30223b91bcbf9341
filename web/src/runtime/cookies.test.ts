import { afterEach, expect, test, vi } from "vitest";
import { setCookie } from "./cookies";

const sources = import.meta.glob<string>(
  ["../**/*.{ts,tsx,js}", "!../**/*.test.*", "!../{generated,testing}/**"],
  {
    query: "?raw",
    import: "default",
    eager: true,
  },
);

afterEach(() => void vi.unstubAllGlobals());

const line = (protocol: string, ...args: Parameters<typeof setCookie>) => {
  const page = { cookie: "" };
  vi.stubGlobal("document", page);
  vi.stubGlobal("location", { protocol });
  setCookie(...args);
  return page.cookie;
};

test("a cookie of a script is Secure wherever the shop has TLS", () => {
  expect(line("https:", "a", "1")).toBe("a=1; path=/; samesite=lax; secure");
  expect(line("https:", "a", "", { maxAge: 0, domain: "shop.example" })).toBe(
    "a=; path=/; max-age=0; domain=shop.example; samesite=lax; secure",
  );
  expect(line("http:", "a", "1", { maxAge: 60 })).toBe("a=1; path=/; max-age=60; samesite=lax");
});

test("no other script sets a cookie", () => {
  const writers = Object.entries(sources).filter(([, source]) => /\bcookie\s*=[^=]/.test(source));
  expect(writers.map(([path]) => path)).toEqual(["./cookies.ts"]);
});
