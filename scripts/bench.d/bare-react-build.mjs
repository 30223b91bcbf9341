// Bundles bare-react.mjs the way web/vite.config.mjs bundles the renderer.
import { fileURLToPath } from "node:url";

const path = (relative) => fileURLToPath(new URL(relative, import.meta.url));

export async function buildBareReact(outDir) {
  process.env.NODE_ENV = "production";
  // From web's packages: this folder does not have Vite.
  const { build } = await import(new URL("../../web/node_modules/vite/dist/node/index.js", import.meta.url));
  const { modules, styles } = await import(new URL("../../web/scripts/styles.mjs", import.meta.url));
  await build({
    configFile: false,
    plugins: [styles()],
    css: { modules },
    root: path("../../web"),
    logLevel: "error",
    publicDir: false,
    ssr: { noExternal: true },
    resolve: { dedupe: ["react", "react-dom"] },
    define: { "process.env.NODE_ENV": JSON.stringify("production") },
    build: {
      target: "node22",
      ssr: true,
      outDir,
      emptyOutDir: true,
      assetsInlineLimit: 0,
      rolldownOptions: {
        checks: { ineffectiveDynamicImport: false },
        input: path("bare-react.mjs"),
        output: { assetFileNames: "assets/[name]-[hash][extname]", entryFileNames: "bare-react.mjs", chunkFileNames: "[name].mjs" },
      },
    },
  });
  return `${outDir}/bare-react.mjs`;
}
