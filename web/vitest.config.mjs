import { defineConfig } from "vitest/config";
import { ftl } from "./scripts/ftl.mjs";

export default defineConfig({
  plugins: [ftl],
  // The texts lie beside this folder, where the server reads them too.
  server: { fs: { allow: [".."] } },
  test: {
    include: ["src/**/*.test.{ts,tsx}"],
    environment: "node",
    unstubGlobals: true,
    restoreMocks: true,
  },
});
