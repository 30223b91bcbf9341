import { defineConfig, devices } from "@playwright/test";

/** Told by `scripts/e2e`, which starts a shop for the tests; any other demo shop will do as well. */
const origin = process.env.E2E_ORIGIN;
if (!origin) throw new Error("E2E_ORIGIN says where the shop is; `make e2e` sets it");

const wide = { viewport: { width: 1280, height: 800 } };
const small = { ...devices["Pixel 7"], viewport: { width: 390, height: 844 } };

const ARGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/**
 * Where a test runs is said by its tags: without one on the wide screen, with script. `@phone` on the small screen as
 * well: what depends on the width or on touch. `@back` in the browser with windows: the headless shell keeps no page for
 * «back». `@any` without script as well, `@no-script` only there. `@screens` takes pictures for people to look at and compares nothing: only `make screens` does that.
 */
export default defineConfig({
  testDir: ".",
  outputDir: "results/artifacts",
  reporter: [["list"], ["html", { outputFolder: "report", open: "never" }]],
  forbidOnly: Boolean(process.env.CI),
  fullyParallel: true,
  workers: 2,
  // The second try is made to be traced. A test that needed it is a fault all the same, of the shop or of the test, and
  // E2E_STRICT says so; CI sets it once its runs have shown none.
  retries: process.env.CI ? 2 : 0,
  failOnFlakyTests: Boolean(process.env.E2E_STRICT),
  timeout: 60_000,
  expect: {
    timeout: 10_000,
    toHaveScreenshot: {
      stylePath: "pictures.css",
      animations: "disabled",
      // Another release of the browser draws the edges of letters otherwise. A heading that is gone is a thousand pixels.
      threshold: 0.3,
      maxDiffPixels: 300,
    },
  },
  snapshotPathTemplate: "{testDir}/pictures/{arg}-{projectName}{ext}",
  use: {
    baseURL: origin,
    locale: "ar",
    browserName: "chromium",
    launchOptions: {
      executablePath: process.env.MATJAR_CHROMIUM ?? "/usr/bin/chromium",
      args: ARGS,
    },
    // Shorter than a test's time, so that what is waited for in vain is named.
    actionTimeout: 20_000,
    navigationTimeout: 30_000,
    trace: "on-first-retry",
    screenshot: "only-on-failure",
  },
  projects: process.env.E2E_SCREENS
    ? [{ name: "screens", use: wide, grep: /@screens/ }]
    : [
        { name: "desktop", use: wide, grepInvert: /@no-script|@screens|@back/ },
        {
          name: "back",
          use: {
            ...wide,
            launchOptions: { executablePath: process.env.MATJAR_CHROMIUM_WINDOWED, args: ARGS },
          },
          grep: /@back/,
        },
        { name: "phone", use: small, grep: /@phone/ },
        { name: "no-script", use: { ...wide, javaScriptEnabled: false }, grep: /@no-script|@any/ },
      ],
});
