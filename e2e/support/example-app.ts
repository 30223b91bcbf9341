import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { extname, join } from "node:path";
import { promisify } from "node:util";

const ROOT = join(import.meta.dirname, "../..");
const APP = join(ROOT, "examples/storefront-app");

const TYPES: Record<string, string> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript",
  ".css": "text/css",
};

export type ExampleApp = { origin: string; build(shop: string): Promise<void>; close(): void };

/** Serves `examples/storefront-app` from an origin of its own, once it is built for a shop. */
export async function openExampleApp(): Promise<ExampleApp> {
  const folder = join(ROOT, "e2e/results", `storefront-app-${process.pid}`);
  const server = createServer(async (request, response) => {
    const path = request.url === "/" ? "/index.html" : (request.url ?? "");
    const content = await readFile(join(folder, path)).catch(() => null);
    response.writeHead(content ? 200 : 404, { "content-type": TYPES[extname(path)] ?? "text/plain" });
    response.end(content);
  });
  await new Promise<void>((ready) => server.listen(0, "localhost", ready));
  return {
    origin: `http://localhost:${(server.address() as AddressInfo).port}`,
    async build(shop) {
      const vite = join(ROOT, "web/node_modules/vite/bin/vite.js");
      const options = ["build", "--outDir", folder, "--emptyOutDir", "--logLevel", "warn"];
      const env = { ...process.env, VITE_SHOP: shop, VITE_PAY_SCRIPT: `${process.env.E2E_PAY}/v1/Accept.js` };
      await promisify(execFile)(process.execPath, [vite, ...options], { cwd: APP, env });
    },
    close: () => void server.close(),
  };
}
