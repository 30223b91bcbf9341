import { spawn } from "node:child_process";
import { createServer } from "node:net";
import { join } from "node:path";

const ROOT = join(import.meta.dirname, "../..");

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  const address = server.address();
  await new Promise((closed) => server.close(closed));
  if (address === null || typeof address === "string") throw new Error("no free port");
  return address.port;
}

export type OtherShop = { origin: string; close(): Promise<void> };

/** A shop whose settings a test may change: the same demo products in a separate database. */
export type OwnShop = OtherShop & { staffDatabase: string; database: string };

/** A second server of the same shop whose renderers do not answer. */
export const openClosedShop = async (): Promise<OtherShop> =>
  openShop({ MATJAR_RENDERER_ADDRS: `127.0.0.1:${await freePort()}` });

/**
 * A server of the second shop, which `scripts/e2e` has seeded. Several may be open at a time, if their tests change
 * different settings.
 */
export async function openOwnShop(): Promise<OwnShop> {
  const { E2E_OWN_DATABASE: own, E2E_OWN_REDIS: redis } = process.env;
  if (!own || !redis)
    throw new Error("E2E_OWN_DATABASE and E2E_OWN_REDIS name a second shop; `make e2e` sets them");
  const addresses = Object.entries(process.env).flatMap(([name, url]) =>
    /^DATABASE_.*URL$/.test(name) && url ? [[name, url.replace(/\/[^/?]+(?=\?)/, `/${own}`)]] : [],
  );
  const settings: Record<string, string> = Object.fromEntries(addresses);
  // Its database is a copy of the first shop's, and it runs jobs: with the same account at the payment provider it would
  // undo the first shop's payments, which it does not know.
  const unreachable = { MATJAR_PAY_API_URL: "http://127.0.0.1:9/xml/v1/request.api" };
  const shop = await openShop({ ...settings, ...unreachable, REDIS_URL: redis });
  return {
    ...shop,
    staffDatabase: settings.DATABASE_STAFF_URL ?? "",
    database: settings.DATABASE_URL ?? "",
  };
}

/**
 * A second server of the same shop with other settings. It runs no background jobs: emails (with links to the shop)
 * and payment reconciliation stay with the first server, whose settings and address the tests know.
 */
export async function openShop(settings: Record<string, string>): Promise<OtherShop> {
  const program = process.env.MATJAR_SERVER;
  if (!program) throw new Error("MATJAR_SERVER names the server's program; `make e2e` sets it");
  const origin = `http://localhost:${await freePort()}`;
  const listen = origin.replace("http://localhost", "127.0.0.1");
  const server = spawn(program, ["serve"], {
    cwd: ROOT,
    stdio: "ignore",
    env: {
      ...process.env,
      MATJAR_LISTEN: listen,
      MATJAR_PUBLIC_ORIGIN: origin,
      MATJAR_METRICS_LISTEN: `127.0.0.1:${await freePort()}`,
      DATABASE_WORKER_URL: "postgresql://nobody@127.0.0.1:9/none",
      MATJAR_RENDERERS: "1",
      ...settings,
    },
  });
  const ended = new Promise<void>((done) => server.once("exit", () => done()));
  const answers = () =>
    fetch(`${origin}/healthz`).then(
      (response) => response.ok,
      () => false,
    );
  while (!(await answers())) {
    if (server.exitCode !== null) throw new Error(`${program} did not start`);
    await new Promise((done) => setTimeout(done, 50));
  }
  return {
    origin,
    close() {
      server.kill();
      return ended;
    },
  };
}
