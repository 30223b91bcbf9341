// The people of a sale: buyers who have filled their carts, and shoppers who read pages, search, add to a cart and leave. Each
// has an address of their own. Runs in a process of its own, which sale.mjs binds to its own processor and tells what to do.
import { Agent, request } from "node:http";
import { addToCart } from "./cart.mjs";
import { each, fillIn, share } from "./orders.mjs";

/** What happens in the shop for each order that is offered. */
const MIX = { page: 4, search: 1, cart: 1, order: 1 };
const UNIT = ["page", "page", "search", "page", "cart", "page", "order"];
/**
 * One buyer in fifty clicks twice. None of those who want scarce goods: when both forms are refused, only the page of the later one
 * says why.
 */
const clicksTwice = ({ number }) => number % 50 === 49;
/** Above those of the orders' own measurement, so that neither addresses nor emails are the same. */
const FIRST_BUYER = 5_000_000;
const TIMEOUT_MS = 20_000;
/** Of the message that a product is sold out, crate `checkout`. */
const SOLD_OUT = "لم تعد متوفرة";

const agent = new Agent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY, maxFreeSockets: 4096 });
const sleep = (ms) => new Promise((done) => setTimeout(done, ms));

let shop;
let forms = 0;
let shoppers = 0;
/** Buyers who have not ordered yet, by the goods in their carts. */
const fresh = { plain: [], rush: [] };
/** Buyers who were told to come back, by the seconds that they wait: in each list the first one is due first. */
const waiting = new Map();
/** Every buyer with an answer that is an order, and those orders' numbers. */
const acknowledged = new Map();
const known = new Map();

/** `null`: no response. A connection that the server closed at the same moment is tried again, as browsers do. */
function send({ path, body, wanted = false, ...options }, isRetry = false) {
  return new Promise((done) => {
    const outgoing = request({ ...shop.address, path, agent, timeout: TIMEOUT_MS, ...options }, (response) => {
      const chunks = [];
      if (wanted) response.on("data", (chunk) => chunks.push(chunk));
      else response.resume();
      response.on("error", () => done(null));
      response.on("end", () => {
        const { statusCode: status, headers } = response;
        done({ status, headers, text: Buffer.concat(chunks).toString() });
      });
    });
    outgoing.on("timeout", () => outgoing.destroy());
    outgoing.on("error", () => {
      if (outgoing.reusedSocket && !isRetry) done(send({ path, body, wanted, ...options }, true));
      else done(null);
    });
    outgoing.end(body);
  });
}

const isRefused = (answer) => [429, 503, 504].includes(answer?.status) && answer.headers["retry-after"] !== undefined;

const newTally = () =>
  Object.fromEntries(
    Object.keys(MIX).map((kind) => [
      kind,
      { offered: 0, done: 0, inTime: 0, refused: 0, soldOut: 0, failed: 0, missing: 0, times: [], refusedTimes: [], began: [] },
    ]),
  );

const failures = new Map();
function fail(tally, what) {
  tally.failed += 1;
  failures.set(what, (failures.get(what) ?? 0) + 1);
}

/** Sends a request and books its answer. Returns the answer unless it was refused. */
async function offer(phase, kind, description) {
  const tally = phase.tally[kind];
  tally.offered += 1;
  const began = performance.now();
  const answer = await send(description);
  const took = performance.now() - began;
  if (isRefused(answer)) {
    tally.refused += 1;
    tally.refusedTimes.push(took);
    return { answer };
  }
  const succeed = () => {
    tally.done += 1;
    // What was answered after the end of the phase is no throughput.
    if (performance.now() <= phase.until) tally.inTime += 1;
    tally.times.push(took);
    tally.began.push(Math.floor((began - phase.since) / 1000));
  };
  return { answer, succeed };
}

/** An address for each shopper, who sends one request of each kind, and four for pages. */
function shopper(kind) {
  shoppers += 1 / MIX[kind];
  const number = Math.floor(shoppers);
  return { "x-forwarded-for": `11.${(number >> 16) & 255}.${(number >> 8) & 255}.${number & 255}`, "accept-encoding": "br" };
}

const pick = (list) => list[Math.floor(Math.random() * list.length)];

async function read(phase, kind, path) {
  const { answer, succeed } = await offer(phase, kind, { path, headers: shopper(kind) });
  if (!succeed) return;
  if (answer?.status === 200) succeed();
  else fail(phase.tally[kind], `${kind}: ${answer?.status ?? "no response"}`);
}

async function addAndLeave(phase) {
  const call = addToCart(shop.origin, { product: pick(shop.plain) });
  const description = { ...call, headers: { ...call.headers, ...shopper("cart"), "accept-encoding": "identity" }, wanted: true };
  const { answer, succeed } = await offer(phase, "cart", description);
  if (!succeed) return;
  if (answer?.status === 200 && answer.text.includes('"cart_hash"')) succeed();
  else fail(phase.tally.cart, `cart: ${answer?.status ?? "no response"}`);
}

/** The number of the order, in the address of the page that thanks for it. */
const receipt = (answer) => (answer?.status === 303 ? /\/order-received\/(\d+)\//.exec(answer.headers.location)?.[1] : undefined);

function acknowledge(form, number) {
  const numbers = acknowledged.get(form.number) ?? new Set();
  acknowledged.set(form.number, numbers.add(number));
}

const submission = (form) => ({ method: "POST", path: "/ar/checkout/", headers: form.headers, body: form.body });

/** What the page to which a refused form leads says. */
async function alertOf(form, path) {
  for (let tries = 0; tries < 5; tries += 1) {
    const page = await send({ path, headers: { ...form.headers, "accept-encoding": "identity" }, wanted: true });
    if (page && !isRefused(page)) {
      const [, alert = ""] = /role="alert"[^>]*>(.*?)<\/(?:div|section|form)>/s.exec(page.text) ?? [];
      return alert.replace(/<[^>]*>/g, " ").trim() || `${page.status} without an alert`;
    }
    await sleep(2000);
  }
  return "its page was not shown";
}

async function placeOrder(phase, form) {
  if (clicksTwice(form)) {
    // The answer of the second click is not shown to anybody, but it must name the same order.
    void send(submission(form)).then((answer) => receipt(answer) && acknowledge(form, receipt(answer)));
  }
  const { answer, succeed } = await offer(phase, "order", submission(form));
  if (!succeed) {
    const seconds = Number(answer.headers["retry-after"]);
    if (!waiting.has(seconds)) waiting.set(seconds, []);
    waiting.get(seconds).push({ form, due: performance.now() + seconds * 1000 });
    return;
  }
  const number = receipt(answer);
  if (number) {
    acknowledge(form, number);
    succeed();
    return;
  }
  const { location = "" } = answer?.headers ?? {};
  const alert = location.includes("refused=") ? await alertOf(form, location) : location;
  if (alert.includes(SOLD_OUT)) phase.tally.order.soldOut += 1;
  else fail(phase.tally.order, `order: ${answer?.status ?? "no response"} ${alert}`);
}

/** Who comes back has waited; otherwise somebody new comes. */
function nextBuyer(pool) {
  for (const list of waiting.values()) {
    if (list[0]?.due <= performance.now()) return list.shift().form;
  }
  return fresh[pool].pop() ?? (pool === "rush" ? fresh.plain.pop() : undefined);
}

function act(phase, kind) {
  if (kind === "page") return read(phase, kind, pick(shop.pages));
  if (kind === "search") return read(phase, kind, pick(shop.searches));
  if (kind === "cart") return addAndLeave(phase);
  const form = nextBuyer(phase.pool);
  if (form) return placeOrder(phase, form);
  phase.tally.order.missing += 1;
  return undefined;
}

function figures(tally, seconds) {
  const kinds = Object.entries(tally).map(([kind, one]) => {
    const bySecond = Array.from({ length: Math.ceil(seconds) }, () => []);
    for (const [at, second] of one.began.entries()) bySecond[second]?.push(one.times[at]);
    const sorted = (times) => times.toSorted((a, b) => a - b);
    const times = sorted(one.times);
    const { offered, done, inTime, refused, soldOut, failed, missing } = one;
    const p99s = bySecond.map((list) => share(sorted(list), 0.99) ?? null);
    const counts = { offered, done, inTime, refused, soldOut, failed, missing };
    return [
      kind,
      { ...counts, p50: share(times, 0.5), p99: share(times, 0.99), refusedP99: share(sorted(one.refusedTimes), 0.99), p99s },
    ];
  });
  return Object.fromEntries(kinds);
}

const commands = {
  meet(described) {
    const { hostname, port } = new URL(described.origin);
    shop = { ...described, address: { hostname, port } };
  },

  /** Buyers with a filled cart and a filled form, so that only the order is left. */
  async prepare({ plain = 0, rush = 0 }) {
    const wanted = [...Array(plain).fill("plain"), ...Array(rush).fill("rush")];
    await each(wanted, 8, async (pool) => {
      const number = FIRST_BUYER + forms++;
      const products = pool === "plain" ? shop.plain : [...shop.scarce, ...shop.plain];
      const form = { number, ...(await fillIn(shop.origin, shop.provider, number, products)) };
      known.set(number, form);
      fresh[pool].push(form);
    });
  },

  /** Everybody does one thing after the other until no buyer is left: what the shop can take. */
  async closed({ workers }) {
    const phase = { tally: newTally(), since: performance.now(), until: Number.POSITIVE_INFINITY, pool: "plain" };
    const work = async () => {
      while (fresh.plain.length > 0) for (const kind of UNIT) await act(phase, kind);
      phase.until = Math.min(phase.until, performance.now());
    };
    await Promise.all(Array.from({ length: workers }, work));
    const seconds = (phase.until - phase.since) / 1000;
    return { seconds, kinds: figures(phase.tally, seconds) };
  },

  /** So many orders and shoppers come in a second, whether or not they are answered. */
  async open({ seconds, orders, shoppers = orders, pool = "plain" }) {
    const since = performance.now();
    const phase = { tally: newTally(), since, until: since + seconds * 1000, pool };
    let running = 0;
    const begin = async (kind) => {
      running += 1;
      await act(phase, kind);
      running -= 1;
    };
    const drip = async (kind) => {
      const rate = (kind === "order" ? orders : shoppers) * MIX[kind];
      let sent = 0;
      for (let now = since; now < phase.until; now = performance.now()) {
        for (const due = Math.floor(((now - since) * rate) / 1000); sent < due; sent += 1) void begin(kind);
        await sleep(4);
      }
    };
    await Promise.all(Object.keys(MIX).map(drip));
    // The figures of the phase are those of its own requests, also if they are answered later.
    const ended = performance.now();
    while (running > 0 && performance.now() - ended < TIMEOUT_MS * 2) await sleep(20);
    return { seconds, kinds: figures(phase.tally, seconds), drained: (performance.now() - phase.until) / 1000 };
  },

  /** Nobody waits any longer. */
  leave() {
    waiting.clear();
  },

  /** Buyers who have an order and were not told so send their form again, as their browser does. */
  async askAgain({ numbers }) {
    await each(numbers, 8, async (number) => {
      for (let tries = 0; tries < 5 && !acknowledged.has(number); tries += 1) {
        if (tries > 0) await sleep(2000);
        const order = receipt(await send(submission(known.get(number))));
        if (order) acknowledge({ number }, order);
      }
    });
  },

  result: () => ({
    acknowledged: [...acknowledged].map(([number, orders]) => [number, [...orders]]),
    failures: Object.fromEntries(failures),
  }),
};

process.on("message", async ({ name, argument }) => {
  try {
    process.send({ result: (await commands[name](argument)) ?? null });
  } catch (error) {
    process.send({ error: error.stack });
  }
});
process.on("disconnect", () => process.exit());
