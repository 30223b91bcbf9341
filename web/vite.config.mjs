// One configuration for the build (scripts/build.mjs), the development server (scripts/dev-server.mjs) and the tests (vitest).
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vitest/config";
import { ownTexts } from "./scripts/own-texts.mjs";
import { modules, styles } from "./scripts/styles.mjs";

const path = (relative) => fileURLToPath(new URL(relative, import.meta.url));

/** Both builds must give a picture or sprite the same name. */
const output = { assetFileNames: "assets/[name]-[hash][extname]" };

const onLog = (level, log, report) => {
  // "use client" is for frameworks that run components on a server only; it means nothing here.
  if (log.code === "MODULE_LEVEL_DIRECTIVE") return;
  // A class that its style sheet does not define.
  report(log.code === "IMPORT_IS_UNDEFINED" ? "error" : level, log);
};

const isAdminBuild = ({ name }) => name === "admin";

const isBrowserBuild = ({ name, config }) => name === "client" && config.command === "build";

/** Writes 503.html with the hashed names of its files: it is served when no renderer answers. */
const staticPages = {
  name: "static-pages",
  applyToEnvironment: isBrowserBuild,
  writeBundle({ dir }, bundle) {
    const file = (source) => {
      const found = Object.values(bundle).find(
        (item) => item.originalFileNames?.includes(source) || item.facadeModuleId?.endsWith(source),
      );
      if (!found) throw new Error(`503.html refers to ${source}, which is not in the build`);
      return `/${found.fileName}`;
    };
    const sheets = JSON.parse(readFileSync(`${dir}/.vite/sheets.json`, "utf8"));
    const page = readFileSync(path("static/503.html"), "utf8")
      .replace(/\/sheets\/([^"]+)/g, (_, name) => sheets[name])
      .replace(/\/(src\/[^"#]+)/g, (_, source) => file(source));
    writeFileSync(`${dir}/503.html`, page);
  },
};

/** The browser renders pages of the admin as a whole: there an island is one more component. */
const liveParts = {
  name: "live-parts",
  enforce: "pre",
  applyToEnvironment: isAdminBuild,
  resolveId(source, importer) {
    const [, part] = /\/renderer\/(Island|Region)$/.exec(source) ?? [];
    return part && importer ? path(`src/admin/live/${part}.tsx`) : null;
  },
};

/** An island that imports the renderer would bring React's server half into the browser, and every other island with it. */
const noRenderer = {
  name: "no-renderer-in-the-browser",
  applyToEnvironment: (environment) => isBrowserBuild(environment) || isAdminBuild(environment),
  buildEnd() {
    const ids = [...this.getModuleIds()];
    const found = ids.find((id) => id.includes("/src/renderer/") && !id.endsWith("/escape.ts"));
    if (!found) return;
    const importers = this.getModuleInfo(found)?.importers ?? [];
    this.error(`${found} is for the server; in the browser it is imported by ${importers.join(", ")}`);
  },
};

/**
 * Vite's own helper for `import()` also handles nonces and old browsers, which we do not have. This one only starts the fetch of a
 * chunk's imports together with the chunk, and waits for the style sheet that it may have: a quarter of the size, in every page.
 */
const smallPreload = {
  name: "small-preload",
  enforce: "pre",
  applyToEnvironment: (environment) => isBrowserBuild(environment) || isAdminBuild(environment),
  transform: {
    filter: { id: /preload-helper/ },
    handler: () => `const seen = {};
for (const link of document.querySelectorAll("link[rel=modulepreload],link[rel=stylesheet]")) seen[link.getAttribute("href").slice(1)] = 0;
const fetchFile = (file) => new Promise((onload, fail) => {
  const isSheet = file.endsWith(".css");
  const onerror = () => {
    delete seen[file];
    fail();
  };
  document.head.append(Object.assign(document.createElement("link"), { onload, onerror, rel: isSheet ? "stylesheet" : "modulepreload", href: "/" + file }));
  if (!isSheet) onload();
});
export function __vitePreload(load, files = []) {
  return Promise.all([load(), ...files.map((file) => seen[file] ??= fetchFile(file))]).then(([module]) => module);
}`,
  },
};

export default defineConfig(({ command }) => ({
  root: path("."),
  appType: "custom",
  publicDir: "static",
  css: { modules },
  plugins: [
    styles(),
    ownTexts(path("src/generated/messages"), isBrowserBuild),
    react(),
    noRenderer,
    smallPreload,
    staticPages,
    liveParts,
  ],
  // The policy allows no data: addresses, so nothing may be inlined.
  build: { assetsInlineLimit: 0 },
  optimizeDeps: { entries: ["src/runtime/main.ts"] },
  builder: {
    // The renderer first: from its build the other knows which styles each page needs.
    async buildApp(builder) {
      await builder.build(builder.environments.ssr);
      await builder.build(builder.environments.client);
      await builder.build(builder.environments.admin);
    },
  },
  environments: {
    client: {
      build: {
        target: "es2022",
        outDir: "dist/client",
        manifest: true,
        modulePreload: { polyfill: false },
        rolldownOptions: {
          onLog,
          input: "src/runtime/main.ts",
          output: {
            ...output,
            // Every page loads the list of all names.
            entryFileNames: "assets/[name]-[hash:7].js",
            chunkFileNames: "assets/[name]-[hash:7].js",
            // React and the carousel in chunks of their own: our changes must not make every shopper fetch them again.
            codeSplitting: {
              groups: [
                { name: "react", test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/ },
                { name: "embla", test: /node_modules[\\/]embla-carousel/ },
                { name: "base", test: /src[\\/]runtime[\\/]main\.ts/ },
                {
                  name: "mount",
                  test: /src[\\/](ui[\\/](Icon|icons|Notice|HiddenInputs|classes|clicks|scroll-above|use-hydrated)|runtime[\\/](mount|typed-fields|use-(store|portal-targets)))/,
                  includeDependenciesRecursively: false,
                },
                {
                  name: "fields",
                  test: /src[\\/]ui[\\/]((Check|Select|TextArea|)Field|FieldLayout|FieldNote|field-|email)/,
                  includeDependenciesRecursively: false,
                },
                {
                  name: "price",
                  test: /src[\\/](pricing[\\/](Amount|Money|Price|currency|pricing\.module|product-price|shown-currency)|catalog[\\/](Picture|catalog\.module)|cart[\\/]side-cart\.module)/,
                  includeDependenciesRecursively: false,
                },
                {
                  name: "product",
                  test: /src[\\/](catalog[\\/](AddedLink|BuyBar|ProductSummary|ProductIdentifiers|Stock|gallery-images|gallery-store)|cart[\\/](DeliveryPromise|use-add-to-cart|AddNotice|place-key)|reviews[\\/]Stars)/,
                  includeDependenciesRecursively: false,
                },
                // Of all pages with methods of payment.
                {
                  name: "use-payment-form",
                  test: /src[\\/](payments[\\/](?!analytics|provider-script)|checkout[\\/](use-payment-form|PayButton|BusyButton|FormErrors|TermsLink|TextWith))/,
                  includeDependenciesRecursively: false,
                },
                {
                  name: "sale",
                  test: /src[\\/]pricing[\\/](Countdown|countdown|use-sale|use-now|clock|SaleBadge|ProductSaleBadge|calls|use-quote)/,
                  includeDependenciesRecursively: false,
                },
                {
                  name: "measure",
                  test: /src[\\/]attribution[\\/](consent|cookies|measure)\./,
                  includeDependenciesRecursively: false,
                },
                // Small islands of every page. Each chunk has its name in the list of islands, which every page loads.
                {
                  name: "layout",
                  test: /src[\\/]layout[\\/](MainNav|MobileMenu|StoreNotice|ComingSoonBanner|menu-keys)/,
                  includeDependenciesRecursively: false,
                },
              ],
            },
          },
        },
      },
    },
    // A build of its own: a module that the admin shares with the shop must not make the shop's chunks larger.
    admin: {
      consumer: "client",
      build: {
        target: "es2022",
        outDir: "dist/client",
        emptyOutDir: false,
        copyPublicDir: false,
        manifest: ".vite/admin.json",
        modulePreload: { polyfill: false },
        rolldownOptions: {
          onLog,
          input: { admin: "src/admin/main.ts" },
          output: {
            ...output,
            entryFileNames: "assets/[name]-[hash:7].js",
            chunkFileNames: "assets/[name]-[hash:7].js",
            codeSplitting: {
              groups: [
                { name: "react", test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/ },
                // Many pages use them: one file instead of dozens of small ones.
                {
                  name: "admin-ui",
                  test: /src[\\/](ui[\\/](?!carousel)|admin[\\/](AdminIcon|live)|generated[\\/]messages[\\/](common|admin))/,
                  includeDependenciesRecursively: false,
                },
              ],
            },
          },
        },
      },
    },
    ssr: {
      // One self-contained program: production needs no node_modules.
      resolve: { noExternal: command === "build" ? true : undefined },
      define: command === "build" ? { "process.env.NODE_ENV": JSON.stringify("production") } : {},
      build: {
        target: "node22",
        ssr: true,
        outDir: "dist/renderer",
        copyPublicDir: false,
        sourcemap: true,
        rolldownOptions: {
          onLog,
          // Islands are loaded on demand in the browser; the renderer imports them all.
          checks: { ineffectiveDynamicImport: false },
          input: { renderer: "src/renderer/main.ts", app: "src/renderer/app.ts" },
          output: { ...output, entryFileNames: "[name].mjs", chunkFileNames: "[name].mjs" },
        },
      },
    },
  },
  test: {
    include: ["src/**/*.test.{ts,tsx}", "scripts/*.test.mjs"],
    environment: "node",
    css: { modules: { classNameStrategy: "scoped" } },
    // The development server compiles what a test asks for; with a compiler beside it that took more than the 5 s of the default.
    testTimeout: 30_000,
    // In CI the compiler has the other core. The report names what was run again, as those of the other suites do.
    retry: process.env.CI ? 2 : 0,
    // The default leaves one processor to an editor; of two, that is half.
    maxWorkers: "100%",
    unstubGlobals: true,
    restoreMocks: true,
  },
}));
