// The rules of the fault kit's oracle (crates/faultkit/src/oracle), read from its source so that there is one list, and its
// comparison with the provider's ledger and with what was acknowledged.
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";

const FOLDER = new URL("../../crates/faultkit/src/oracle/", import.meta.url);
const PIECE = 100_000;
const NAMES = { Stock: "I1", Charges: "I2", Once: "I3", Ledgers: "I8", Promises: "I10" };

export function rules() {
  const all = ["stock.rs", "money.rs"].flatMap((file) => {
    const text = readFileSync(new URL(file, FOLDER), "utf8");
    const list = text.slice(text.indexOf("const CHECKS"), text.indexOf("\n];"));
    return [...list.matchAll(/Invariant::(\w+),\s*(?:(true|false),\s*)?"((?:[^"\\]|\\.)*)"/g)].map(([, name, hard, sql]) => ({
      name: NAMES[name] ?? name,
      isHard: hard !== "false",
      sql,
    }));
  });
  if (all.length < 10) throw new Error(`only ${all.length} rules were found in ${FOLDER.pathname}`);
  return all;
}

/** Every foreign key, checked against the rows: a restore or a failover must not leave half of a pair. */
const FOREIGN_KEYS = `
  select conrelid::regclass::text as child, confrelid::regclass::text as parent,
         (select array_to_json(array_agg(attname order by place)) from unnest(conkey) with ordinality as key(number, place)
          join pg_attribute on attrelid = conrelid and attnum = number) as columns,
         (select array_to_json(array_agg(attname order by place)) from unnest(confkey) with ordinality as key(number, place)
          join pg_attribute on attrelid = confrelid and attnum = number) as targets
  from pg_constraint where contype = 'f' and conparentid = 0`;

export function brokenForeignKeys(sql) {
  const keys = sql(`select row_to_json(one) from (${FOREIGN_KEYS}) one`).map((line) => JSON.parse(line));
  const findings = [];
  for (const { child, parent, columns, targets } of keys) {
    const join = columns.map((column, index) => `parent."${targets[index]}" = child."${column}"`).join(" and ");
    const given = columns.map((column) => `child."${column}" is not null`).join(" and ");
    const [count] = sql(
      `select count(*) from ${child} child where ${given} and not exists (select 1 from ${parent} parent where ${join})`,
    );
    if (count !== "0") findings.push(`I8: ${count} rows of ${child} refer to nothing in ${parent}`);
  }
  return { findings, count: keys.length };
}

/** `sql(text)` returns the lines of a query. Findings that are not hard may go away while the shop reconciles. */
export function inspect(sql, ledger, records) {
  const findings = [];
  const add = (name, isHard, text) => findings.push({ text: `${name}: ${text}`, isHard });
  for (const { name, isHard, sql: query } of rules()) for (const line of sql(query)) add(name, isHard, line);

  const attempts = new Map(sql("select key || ' ' || order_id || ' ' || state || ' ' || coalesce(provider_ref, '-') from payment_attempts").map((line) => {
    const [key, order, state, reference] = line.split(" ");
    return [key, { order, state, reference }];
  }));
  const orders = new Map(sql("select id || ' ' || number || ' ' || state || ' ' || total_minor from orders").map((line) => {
    const [id, number, state, total] = line.split(" ");
    return [id, { number, state, total: Number(total), live: 0 }];
  }));
  const isPaid = (state) => ["processing", "shipped", "delivered", "completed"].includes(state);
  let balance = 0;
  let charges = 0;
  for (const entry of ledger.filter(({ status }) => status !== "declined")) {
    if (entry.kind === "refundTransaction") {
      balance -= entry.amount;
      continue;
    }
    charges += 1;
    if (entry.status === "settledSuccessfully" || entry.status === "capturedPendingSettlement") balance += entry.amount;
    const attempt = attempts.get(entry.invoiceNumber);
    if (!attempt) {
      add("I2", true, `charge ${entry.transId} belongs to no attempt`);
      continue;
    }
    const order = orders.get(attempt.order);
    if (entry.status === "voided" || entry.refunded === entry.amount) continue;
    order.live += 1;
    if (attempt.reference !== entry.transId || attempt.state !== "captured" || !(isPaid(order.state) || order.state === "unfulfillable") || order.total !== entry.amount)
      add("I2", false, `charge ${entry.transId} of ${entry.amount}: the attempt is ${attempt.state}, order ${order.number} of ${order.total} is ${order.state}`);
  }
  for (const { number, state, live } of orders.values()) {
    if (live > 1) add("I3", false, `order ${number} was charged ${live} times`);
    if (isPaid(state) && live === 0) add("I2", false, `order ${number} is ${state} without a charge`);
  }
  const [journal] = sql("select coalesce(sum(minor), 0)::bigint from journal_entries where account = 'provider'");
  if (Number(journal) !== balance) add("I8", false, `the journals have ${journal} at the provider, the provider has ${balance}`);

  const known = new Set(sql("select number || ' ' || key from orders"));
  const byEmail = new Map(sql("select email || ' ' || count(*) from orders group by email").map((line) => line.split(" ")));
  const carts = new Map(sql(`select encode(session.token_hash, 'hex') || '/' || line.product_id || ' ' || sum(line.quantity)
    from sessions session join cart_lines line on line.cart_id = session.cart_id group by session.token_hash, line.product_id`).map((line) => line.split(" ")));
  for (const record of records) {
    for (const form of record.forms) {
      for (const [number, key] of form.orders)
        if (!known.has(`${number} ${key}`)) add("I10", true, `order ${number} was acknowledged and is lost`);
      if (form.orders.length > 1) add("I3", true, `one form made ${form.orders.length} orders`);
    }
    if (Number(byEmail.get(record.email) ?? 0) > record.forms.length)
      add("I3", true, `${record.email} has ${byEmail.get(record.email)} orders of ${record.forms.length} forms`);
    if (record.isCollector && record.isSure && record.cookie) {
      const token = createHash("sha256").update(record.cookie.split("=")[1]).digest("hex");
      for (const [product, pieces] of Object.entries(record.added)) {
        const there = Number(carts.get(`${token}/${product}`) ?? 0) / PIECE;
        if (there !== pieces) add("I10", true, `${pieces} pieces were acknowledged, ${there} are in the cart`);
      }
    }
  }
  return { findings, orders: orders.size, paid: [...orders.values()].filter(({ state }) => isPaid(state)).length, charges };
}
