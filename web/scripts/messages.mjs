// Generates one function per message (src/generated/messages/<capability>.ts) and the type of all arguments
// (src/generated/messages.ts) from messages/ar/*.ftl. With --check it fails if a generated file is outdated.
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { parse, Visitor } from "@fluent/syntax";
import { messageModule } from "./message-code.mjs";

const folder = fileURLToPath(new URL("../../messages/ar/", import.meta.url));
const target = fileURLToPath(new URL("../src/generated/", import.meta.url));
const FORMS = ["zero", "one", "two", "few", "many", "other"];

/** Collects the placeholders of a message; an argument of PLURAL is a number, the others are text. */
class Placeholders extends Visitor {
  types = new Map();
  errors = [];

  visitSelectExpression(node) {
    if (node.selector.type === "FunctionReference" && node.selector.id.name === "PLURAL") {
      const forms = node.variants.map((variant) => variant.key.name ?? variant.key.value);
      for (const form of FORMS) if (!forms.includes(form)) this.errors.push(`lacks the form [${form}]`);
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

const HEADER = "// Written by scripts/messages.mjs from messages/ar/*.ftl. Do not edit.\n\n";

/** The generated files by path under src/generated. */
export function messageFiles() {
  const files = new Map();
  const rows = [];
  const errors = [];
  for (const file of readdirSync(folder)
    .filter((name) => name.endsWith(".ftl"))
    .sort()) {
    const capability = file.slice(0, -".ftl".length);
    const source = readFileSync(folder + file, "utf8");
    const types = new Map();
    for (const entry of parse(source, {}).body) {
      if (entry.type === "Junk")
        errors.push(`${file}: ${entry.annotations[0]?.message}: ${entry.content.trim()}`);
      if (entry.type !== "Message") continue;
      const key = entry.id.name;
      if (!/^[a-z0-9]+(-[a-z0-9]+)*$/.test(key)) errors.push(`${file}: ${key} is not kebab-case`);
      if (types.has(key)) errors.push(`${file}: ${key} is there twice`);
      const placeholders = new Placeholders();
      placeholders.visit(entry);
      errors.push(...placeholders.errors.map((error) => `${file}: ${key} ${error}`));
      const fields = [...placeholders.types].map(([name, type]) => `${name}: ${type}`);
      types.set(key, fields.length ? `{ ${fields.join("; ")} }` : null);
      rows.push(`  "${capability}.${key}": ${types.get(key)};`);
    }
    files.set(`messages/${capability}.ts`, HEADER + messageModule(source, (key) => types.get(key)));
  }
  if (errors.length) throw new Error(errors.join("\n"));
  files.set(
    "messages.ts",
    `${HEADER}/** The arguments of every message by its key; null: it has none. */\nexport type Messages = {\n${rows.join("\n")}\n};\n`,
  );
  return files;
}

const read = (path) => {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
};

/** The generated files that are missing, outdated or obsolete. */
function stale(files) {
  const changed = [...files].filter(([name, text]) => read(target + name) !== text).map(([name]) => name);
  mkdirSync(`${target}messages`, { recursive: true });
  const left = readdirSync(`${target}messages`).map((name) => `messages/${name}`);
  return [...changed, ...left.filter((name) => !files.has(name))];
}

/** Writes the outdated files and returns their names. */
export function writeMessages() {
  const files = messageFiles();
  const names = stale(files);
  for (const name of names) {
    const text = files.get(name);
    if (text === undefined) rmSync(target + name);
    else writeFileSync(target + name, text);
  }
  return names;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  if (process.argv.includes("--check")) {
    const names = stale(messageFiles());
    if (names.length) {
      console.error(`src/generated: ${names.join(", ")} stale: run \`npm run messages\``);
      process.exit(1);
    }
  } else {
    const names = writeMessages();
    console.log(names.length ? `written: ${names.join(", ")}` : "all messages were fresh");
  }
}
