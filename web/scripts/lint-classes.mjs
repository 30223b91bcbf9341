// Checks what CSS Modules do not: module names are unique, because they are part of every class name; a class of
// another module exists; every class is used; and classes that WooCommerce scripts select are not used for styles.
// Every custom property without a fallback is defined: with an unknown one, the declaration counts as not written.
import { globSync, readFileSync } from "node:fs";
import { basename } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../src/", import.meta.url));
/** The global style sheets. The lightbox's sheet styles the markup of a library. */
const GLOBAL = [
  "styles/base.css",
  "styles/fonts.css",
  "styles/site.css",
  "styles/tokens.css",
  "ui/lightbox.css",
  "testing/gallery/gallery.css",
];
/** Besides these, `:global()` may name only classes of `styles/base.css` and of other modules. */
const UTILITIES = new Set(
  [...readFileSync(`${root}styles/base.css`, "utf8").matchAll(/\.([a-z][\w-]*)/g)].map(([, name]) => name),
);

const errors = [];
const modules = new Map();
for (const file of globSync("**/*.css", { cwd: root }).sort()) {
  if (GLOBAL.includes(file)) continue;
  const name = basename(file, ".module.css");
  if (!file.endsWith(".module.css")) errors.push(`src/${file}: only ${GLOBAL.join(", ")} are global`);
  const twin = [...modules.values()].find((module) => module.name.toLowerCase() === name.toLowerCase());
  if (twin) errors.push(`src/${file} and src/${twin.file} have one name: their classes would, too`);
  const own = new Set();
  const foreign = new Set();
  const text = readFileSync(root + file, "utf8").replace(/\/\*[\s\S]*?\*\/|"[^"]*"/g, "");
  for (const [, selector] of text.matchAll(/([^{}@;]+)\{/g)) {
    for (const [, inner] of selector.matchAll(/:global\(([^()]*)\)/g)) foreign.add(inner.replace(/^\./, ""));
    for (const [, one] of selector.replace(/:global\([^()]*\)/g, "").matchAll(/\.([a-zA-Z][\w-]*)/g))
      own.add(one);
  }
  modules.set(name, { file, name, own, foreign, used: new Set() });
}

for (const { file, foreign } of modules.values()) {
  for (const name of foreign) {
    if (UTILITIES.has(name)) continue;
    const [module, local] = name.split("_");
    const found = modules.get(module);
    if (local && found?.own.has(local)) found.used.add(local);
    else errors.push(`src/${file} styles .${name}, which is neither an own class nor one of another module`);
  }
}

for (const file of globSync("**/*.{ts,tsx}", { cwd: root })) {
  const code = readFileSync(root + file, "utf8");
  for (const [, alias, path] of code.matchAll(/^import (\w+) from "([^"\n]+)\.module\.css"/gm)) {
    const module = modules.get(basename(path));
    for (const [, name] of code.matchAll(new RegExp(`[^/\\w]${alias}\\.(\\w+)`, "g"))) module.used.add(name);
    // `styles[kind]` may select any class of the module.
    if (code.includes(`${alias}[`)) for (const name of module.own) module.used.add(name);
  }
}
for (const { file, own, used } of modules.values()) {
  const unused = [...own].filter((name) => !used.has(name));
  if (unused.length) errors.push(`src/${file}: nothing has the class ${unused.join(", ")}`);
  const unknown = [...used].filter((name) => !own.has(name));
  if (unknown.length) errors.push(`src/${file}: it does not define ${unknown.join(", ")}`);
}

const sheets = globSync("**/*.css", { cwd: root }).map((file) => [file, readFileSync(root + file, "utf8")]);
const properties = new Set(
  sheets.flatMap(([, text]) => [...text.matchAll(/(--[\w-]+)\s*:/g)].map(([, name]) => name)),
);
for (const [file, text] of sheets) {
  for (const [, name] of text.matchAll(/var\((--[\w-]+)\)/g))
    if (!properties.has(name)) errors.push(`src/${file}: nothing defines ${name}`);
}

if (errors.length) {
  console.error(errors.join("\n"));
  process.exit(1);
}
