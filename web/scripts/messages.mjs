// Writes src/generated/messages.ts, the type of every text, from messages/ar/*.ftl.
// With --check it only says whether that file is fresh, and fails when it is not.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { parse, Visitor } from "@fluent/syntax";

const folder = fileURLToPath(new URL("../../messages/ar/", import.meta.url));
const target = fileURLToPath(new URL("../src/generated/messages.ts", import.meta.url));
const FORMS = ["zero", "one", "two", "few", "many", "other"];

/** Collects a message's placeholders; one that PLURAL counts is a number, the others are text. */
class Placeholders extends Visitor {
  types = new Map();
  faults = [];

  visitSelectExpression(node) {
    if (node.selector.type === "FunctionReference" && node.selector.id.name === "PLURAL") {
      const forms = node.variants.map((variant) => variant.key.name ?? variant.key.value);
      for (const form of FORMS) if (!forms.includes(form)) this.faults.push(`lacks the form [${form}]`);
      for (const argument of node.selector.arguments.positional) {
        this.types.set(argument.id.name, "number");
      }
    }
    this.genericVisit(node);
  }

  visitVariableReference(node) {
    if (!this.types.has(node.id.name)) this.types.set(node.id.name, "string");
  }
}

export function messageTypes() {
  const rows = [];
  const faults = [];
  for (const file of readdirSync(folder)
    .filter((name) => name.endsWith(".ftl"))
    .sort()) {
    const capability = file.slice(0, -".ftl".length);
    const seen = new Set();
    for (const entry of parse(readFileSync(folder + file, "utf8"), {}).body) {
      if (entry.type === "Junk")
        faults.push(`${file}: ${entry.annotations[0]?.message}: ${entry.content.trim()}`);
      if (entry.type !== "Message") continue;
      const key = entry.id.name;
      if (!/^[a-z0-9]+(-[a-z0-9]+)*$/.test(key)) faults.push(`${file}: ${key} is not kebab-case`);
      if (seen.has(key)) faults.push(`${file}: ${key} is there twice`);
      seen.add(key);
      const placeholders = new Placeholders();
      placeholders.visit(entry);
      faults.push(...placeholders.faults.map((fault) => `${file}: ${key} ${fault}`));
      const fields = [...placeholders.types].map(([name, type]) => `${name}: ${type}`);
      rows.push(`  "${capability}.${key}": ${fields.length ? `{ ${fields.join("; ")} }` : "null"};`);
    }
  }
  if (faults.length) throw new Error(faults.join("\n"));
  return [
    "// Written by scripts/messages.mjs from messages/ar/*.ftl. Do not edit.",
    "",
    "/** Every text and what it must be told; null: it stands as it is. */",
    "export type Messages = {",
    ...rows,
    "};",
    "",
  ].join("\n");
}

/** Writes the file when it is stale; says whether it was. */
export function writeMessages() {
  const text = messageTypes();
  const old = (() => {
    try {
      return readFileSync(target, "utf8");
    } catch {
      return "";
    }
  })();
  if (old === text) return false;
  writeFileSync(target, text);
  return true;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  if (process.argv.includes("--check")) {
    if (readFileSync(target, "utf8") !== messageTypes()) {
      console.error("src/generated/messages.ts is stale: run `npm run messages`");
      process.exit(1);
    }
  } else {
    console.log(writeMessages() ? "messages.ts written" : "messages.ts was fresh");
  }
}
