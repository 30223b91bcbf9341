// Measures the time from saving a file to the changed page, while `make dev` runs:
//
//   scripts/with-env node e2e/hot-reload.ts [part of a file's name]        ORIGIN and SAMPLES may be set
//
// Each sample writes a number into a source file and waits until the page shows it. The files are restored at the
// end.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { chromium } from "@playwright/test";

const origin = process.env.ORIGIN ?? process.env.MATJAR_PUBLIC_ORIGIN ?? "http://localhost:8080";
const wanted = process.argv[2] ?? "";
const samples = Number(process.env.SAMPLES ?? 5);
const QUANTITY = "input[type=text][name=quantity]";
const TYPED = "3";

type Change = {
  what: string;
  file: string;
  /** Returns the source with the number in it. */
  edit: (source: string, number: number) => string;
  /** Returns the number that the page shows; runs in the browser. */
  shown: () => string | null | undefined;
  /** Whether the typed quantity must survive the update. */
  retainsState: boolean;
};

const changes: Array<Change> = [
  {
    what: "component of an island",
    file: "web/src/ui/Stepper.tsx",
    edit: (source, number) => source.replace("<span", `<span data-hot-reload="${number}"`),
    shown: () => document.querySelector("span[data-hot-reload]")?.getAttribute("data-hot-reload"),
    retainsState: true,
  },
  {
    what: "style",
    file: "web/src/styles/base.css",
    edit: (source, number) => `${source}\nbody { --hot-reload: ${number}; }\n`,
    shown: () => getComputedStyle(document.body).getPropertyValue("--hot-reload").trim(),
    retainsState: true,
  },
  {
    what: "island that is not hydrated yet",
    file: "web/src/cart/SideCart.island.tsx",
    edit: (source, number) => source.replace("<dialog", `<dialog data-hot-reload="${number}"`),
    shown: () => document.querySelector("dialog[data-hot-reload]")?.getAttribute("data-hot-reload"),
    retainsState: false,
  },
  {
    what: "component outside of islands",
    file: "web/src/layout/Footer.tsx",
    edit: (source, number) => source.replace("<footer", `<footer data-hot-reload="${number}"`),
    shown: () => document.querySelector("footer")?.getAttribute("data-hot-reload"),
    retainsState: false,
  },
  {
    what: "text",
    file: "messages/ar/layout.ftl",
    edit: (source, number) => source.replace(/^(search-placeholder = .*)$/m, `$1 ${number}`),
    shown: () => document.querySelector("input[name=s]")?.getAttribute("placeholder")?.match(/\d+$/)?.[0],
    retainsState: false,
  },
  {
    what: "Rust (crate storefront)",
    file: "crates/storefront/src/server/layout.rs",
    edit: (source, number) => source.replace('"%Y"', `"%Y (${number})"`),
    shown: () => document.querySelector("footer")?.textContent?.match(/\((\d+)\)/)?.[1],
    retainsState: false,
  },
];

const median = (numbers: Array<number>) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)];

const browser = await chromium.launch({
  executablePath: process.env.MATJAR_CHROMIUM ?? "/usr/bin/chromium",
  args: ["--no-sandbox", "--disable-gpu"],
});
const page = await browser.newPage();
const warnings: Array<string> = [];
page.on("console", (message) => {
  if (["error", "warning"].includes(message.type())) warnings.push(message.text());
});
await page.goto(`${origin}/ar/product/قهوة-سعودية-بالهيل-والزعفران/`);

console.log("| saved file | on the screen after (median) | slowest | typed quantity |\n|---|---|---|---|");
for (const { what, file, edit, shown, retainsState } of changes.filter(({ file }) => file.includes(wanted))) {
  const path = join(import.meta.dirname, "..", file);
  const source = readFileSync(path, "utf8");
  const times: Array<number> = [];
  const until = async (isDone: (now: string | null | undefined) => boolean) => {
    // A page that is reloading cannot be evaluated.
    while (!isDone(await page.evaluate(shown).catch(() => undefined))) await page.waitForTimeout(5);
  };
  try {
    for (let sample = 1; sample <= samples; sample++) {
      const number = 1000 + sample;
      const changed = edit(source, number);
      if (changed === source) throw new Error(`${file}: nothing to change; adapt e2e/hot-reload.ts`);
      // Hydration enables the button.
      await page.locator(`${QUANTITY} + button:enabled`).waitFor();
      await page.locator(QUANTITY).fill(TYPED);
      const since = performance.now();
      writeFileSync(path, changed);
      await until((now) => now === String(number));
      times.push(performance.now() - since);
      if (retainsState && (await page.locator(QUANTITY).inputValue()) !== TYPED)
        throw new Error(`${what}: state lost`);
      await page.waitForTimeout(300);
    }
  } finally {
    writeFileSync(path, source);
  }
  const ms = (number = 0) => `${Math.round(number)} ms`;
  const state = retainsState ? "retained" : "lost, the page is reloaded";
  console.log(`| ${what}, \`${file}\` | ${ms(median(times))} | ${ms(Math.max(...times))} | ${state} |`);
  await until((now) => !/^\d{4}$/.test(now ?? ""));
}
await browser.close();
if (warnings.length > 0) {
  console.error(`The browser's console output:\n${warnings.join("\n")}`);
  process.exitCode = 1;
}
