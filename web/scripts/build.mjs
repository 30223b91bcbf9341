// Builds what the browser gets (dist/client) and the renderer (dist/renderer). With --watch it goes on building.
import { readFileSync, rmSync, watch, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { build } from "vite";
import { compress } from "./compress.mjs";
import { writeMessages } from "./messages.mjs";

const watching = process.argv.includes("--watch");
const path = (relative) => fileURLToPath(new URL(`../${relative}`, import.meta.url));

/** Shared, because both builds must name a picture or sprite alike. */
const names = { assetFileNames: "assets/[name]-[hash][extname]" };

/** 503.html is served when nothing else can be, so it is finished here: it links the hashed style sheet. */
const staticPages = {
  name: "static-pages",
  writeBundle({ dir }, bundle) {
    const file = (source) => {
      const found = Object.values(bundle).find(
        (item) => item.originalFileNames?.includes(source) || item.facadeModuleId?.endsWith(source),
      );
      if (!found) throw new Error(`503.html wants ${source}, which is not in the build`);
      return `/${found.fileName}`;
    };
    const page = readFileSync(path("static/503.html"), "utf8");
    writeFileSync(
      `${dir}/503.html`,
      page.replace(/\/(src\/[^"#]+)/g, (_, source) => file(source)),
    );
  },
};

/**
 * Vite's own helper for `import()` also minds style sheets, nonces and old browsers, none of which we have. This one only starts the
 * fetch of a chunk's imports together with the chunk: a fifth of the size, in every page.
 */
const smallPreload = {
  name: "small-preload",
  enforce: "pre",
  transform: {
    filter: { id: /preload-helper/ },
    handler: () => `const seen = new Set();
export function __vitePreload(load, files = []) {
  for (const file of files) {
    if (seen.has(file)) continue;
    seen.add(file);
    document.head.append(Object.assign(document.createElement("link"), { rel: "modulepreload", href: "/" + file }));
  }
  return load();
}`,
  },
};

/** "use client" is for frameworks with components of their own for servers; here it means nothing. */
const onLog = (level, log, report) => {
  if (log.code !== "MODULE_LEVEL_DIRECTIVE") report(level, log);
};

const common = {
  configFile: false,
  root: path(""),
  logLevel: watching ? "warn" : "info",
  build: {
    target: "es2022",
    // The policy allows no data: addresses, so nothing may be inlined.
    assetsInlineLimit: 0,
    reportCompressedSize: !watching,
    watch: watching ? {} : null,
    // While watching, a page may still ask for the files of a moment ago.
    emptyOutDir: !watching,
  },
};

const client = {
  ...common,
  publicDir: "static",
  plugins: [smallPreload, staticPages],
  build: {
    ...common.build,
    outDir: "dist/client",
    manifest: true,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      onLog,
      input: ["src/runtime/main.ts", "src/styles/site.css"],
      output: {
        ...names,
        entryFileNames: "assets/[name]-[hash].js",
        chunkFileNames: "assets/[name]-[hash].js",
        // React and the carousel, and the few lines they share with us, apart: our changes must not make every shopper fetch
        // them again.
        codeSplitting: {
          groups: [
            { name: "react", test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/ },
            { name: "embla", test: /node_modules[\\/]embla-carousel/ },
          ],
        },
      },
    },
  },
};

const renderer = {
  ...common,
  publicDir: false,
  // One self-contained program: production needs no node_modules.
  ssr: { noExternal: true },
  define: { "process.env.NODE_ENV": JSON.stringify("production") },
  build: {
    ...common.build,
    target: "node22",
    ssr: true,
    outDir: "dist/renderer",
    sourcemap: true,
    rolldownOptions: {
      onLog,
      // The browser's loader comes along with the islands; here they are all loaded at once, and rightly.
      checks: { ineffectiveDynamicImport: false },
      input: { renderer: "src/renderer/main.ts", app: "src/renderer/app.ts" },
      output: { ...names, entryFileNames: "[name].mjs", chunkFileNames: "[name].mjs" },
    },
  },
};

process.env.NODE_ENV ??= "production";
writeMessages();
if (watching) {
  rmSync(path("dist"), { recursive: true, force: true });
  watch(path("../messages/ar"), () => {
    try {
      writeMessages();
    } catch (error) {
      console.error(error.message);
    }
  });
}
await build(client);
// While watching, the next build would leave them behind, older than what they stand for.
if (!watching) compress(path("dist/client"));
await build(renderer);
