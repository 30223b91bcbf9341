import { defineConfig, devices } from "@playwright/test";

/** Told by `scripts/e2e`, which starts a shop for the tests; any other demo shop will do as well. */
const origin = process.env.E2E_ORIGIN;
if (!origin) throw new Error("E2E_ORIGIN says where the shop is; `make e2e` sets it");

const wide = { viewport: { width: 1280, height: 800 } };
const small = { ...devices["Pixel 7"], viewport: { width: 390, height: 844 } };

/**
 * Where a test runs is said by its tags: `@no-script` only without script, `@any` with and without, `@wide` only on
 * the wide screen (what has no screen, or measures itself on several). Without a tag: on both screens, with script.
 */
export default defineConfig({
  testDir: ".",
  outputDir: "results/artifacts",
  reporter: [["list"], ["html", { outputFolder: "report", open: "never" }]],
  forbidOnly: Boolean(process.env.CI),
  fullyParallel: true,
  workers: 2,
  // A machine that builds and tests at once stutters; a test that needs a second try is listed as flaky, not hidden.
  retries: process.env.CI ? 2 : 0,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  use: {
    baseURL: origin,
    locale: "ar",
    browserName: "chromium",
    launchOptions: {
      executablePath: process.env.MATJAR_CHROMIUM ?? "/usr/bin/chromium",
      args: [
        "--no-sandbox",
        "--disable-gpu",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
      ],
    },
    trace: "on-first-retry",
    screenshot: "only-on-failure",
  },
  projects: [
    { name: "desktop", use: wide, grepInvert: /@no-script/ },
    { name: "phone", use: small, grepInvert: /@no-script|@wide/ },
    { name: "no-script", use: { ...wide, javaScriptEnabled: false }, grep: /@no-script|@any/ },
  ],
});
