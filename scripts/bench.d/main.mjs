// Runs the named measurements and prints one table. Called by `scripts/bench`, which prepares the environment.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { cpus, release, totalmem } from "node:os";
import { cart } from "./cart.mjs";
import { cold } from "./cold.mjs";
import { costs } from "./costs.mjs";
import { growth } from "./growth.mjs";
import { logins } from "./logins.mjs";
import { office } from "./office.mjs";
import { orders } from "./orders.mjs";
import { payload } from "./payload.mjs";
import { logs, startShop, stop, stopAll } from "./processes.mjs";
import { questionGrowth, reviewGrowth } from "./review-growth.mjs";
import { reviews } from "./reviews.mjs";
import { sale } from "./sale.mjs";
import { storeApi } from "./store-api.mjs";
import { broken, print } from "./table.mjs";
import { texts } from "./texts.mjs";
import { visits } from "./visits.mjs";
import { warm } from "./warm.mjs";

const wanted = process.argv.slice(2);
const say = (text) => console.error(`bench: ${text}`);
const first = (command, ...args) => execFileSync(command, args, { encoding: "utf8" }).split("\n")[0];

const parts = {
  warm,
  cold,
  cart,
  costs,
  growth,
  logins,
  office,
  orders,
  payload,
  reviews,
  sale,
  texts,
  "review-growth": reviewGrowth,
  "question-growth": questionGrowth,
  visits,
  "store-api": storeApi,
  // Imported on demand: its packages are installed only for this part.
  lighthouse: async () => (await import("./lighthouse.mjs")).lighthouse(),
};

/** These have a shop of their own, and another server would take its jobs. */
const ALONE = ["costs", "orders", "sale"];

try {
  let shop;
  const rows = [];
  for (const name of wanted) {
    say(name);
    if (ALONE.includes(name)) {
      if (shop) await stop(shop.child);
      shop = undefined;
    } else shop ??= await startShop();
    rows.push(...(await parts[name](shop)));
  }
  console.log(`make bench ARGS='${wanted.join(" ")}'`);
  console.log(
    `${cpus().length} × ${cpus()[0].model}, ${Math.round(totalmem() / 2 ** 30)} GiB, Linux ${release()}, load ${readFileSync("/proc/loadavg", "utf8").split(" ")[0]} at the end`,
  );
  const versions = [
    first(process.env.MATJAR_SERVER, "--version"),
    `Node ${process.version}`,
    first(`${process.env.MATJAR_PG_BIN}/postgres`, "--version"),
    first("redis-server", "--version").split(" sha")[0],
    first("sh", "-c", "/usr/sbin/nginx -v 2>&1"),
  ];
  console.log(`${versions.join(", ")}\n`);
  print(rows);
  process.exitCode = broken(rows).length > 0 ? 1 : 0;
} catch (error) {
  console.error(logs());
  throw error;
} finally {
  await stopAll();
}
