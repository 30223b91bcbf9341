import { defineConfig, devices } from "@playwright/test";

/** Set by `scripts/e2e`, which starts a shop for the tests; the origin of any other demo shop works too. */
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
  // Two workers share two processors, so additional browser threads only compete for them.
  "--num-raster-threads=1",
];

/**
 * Tags select the projects of a test: no tag means desktop with script. `@phone`: also on the phone, for behaviour
 * that depends on width or touch. `@back`: in the windowed browser, because the headless shell has no back/forward
 * cache. `@any`: also without script; `@no-script`: only there. `@screens`: takes screenshots for review and compares
 * nothing; only `make screens` runs these.
 */
export default defineConfig({
  testDir: ".",
  outputDir: "results/artifacts",
  reporter: [["list"], ["html", { outputFolder: "report", open: "never" }]],
  forbidOnly: Boolean(process.env.CI),
  fullyParallel: true,
  workers: 2,
  // The retry records a trace. A test that needs it is still a defect of the shop or of the test: CI names it as flaky in
  // its results, and E2E_STRICT fails the run.
  retries: process.env.CI ? 2 : 0,
  failOnFlakyTests: Boolean(process.env.E2E_STRICT),
  timeout: 60_000,
  expect: {
    timeout: 10_000,
    toHaveScreenshot: {
      stylePath: "pictures.css",
      animations: "disabled",
      // Another browser release renders glyph edges differently. A missing heading is about a thousand pixels.
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
    // Shorter than the test timeout, so that the error names the expectation that failed.
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
