import { defineConfig } from "vitest/config";

export default defineConfig({
  // The texts lie beside this folder, where the server reads them too.
  server: { fs: { allow: [".."] } },
  test: {
    include: ["src/**/*.test.{ts,tsx}"],
    environment: "node",
    unstubGlobals: true,
    restoreMocks: true,
  },
});
