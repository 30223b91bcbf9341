// All files of styles make one sheet, so a class means the same on every page. Two rules keep one page from dressing another:
// a class is defined in one file only, and the names by which WooCommerce's scripts find things are no names for styles.
import { globSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../src/", import.meta.url));
/** Their markup is a contract: it may stand on any page, around anything. */
const HOOKS = ["added", "cart", "checkout", "loading", "product", "summary"];

const comments = /\/\*[\s\S]*?\*\//g;
/** `.name`, with its states, or elements in it: what defines a class. `.place .name` and `.name.is-state` only refine one. */
const DEFINES =
  /^\.([\w-]+)(?:::?[\w-]+(?:\([^)]*\))?|\[[^\]]*\])*(?:[\s>+~]+[a-z][a-z0-9]*(?:[:[][^\s]*)?)*$/;

const homes = new Map();
for (const file of globSync("**/*.css", { cwd: root }).sort()) {
  const text = readFileSync(root + file, "utf8").replace(comments, "");
  for (const [, selectors] of text.matchAll(/([^{}@;]+)\{/g)) {
    for (const selector of selectors.split(/,(?![^(]*\))/)) {
      const name = DEFINES.exec(selector.trim())?.[1];
      if (name) homes.set(name, (homes.get(name) ?? new Set()).add(file));
    }
  }
}

const faults = [];
for (const [name, files] of homes) {
  const where = [...files].map((file) => `src/${file}`).join(", ");
  if (files.size > 1) faults.push(`.${name} is defined in ${where}: a class has one file`);
  if (HOOKS.includes(name)) faults.push(`.${name} in ${where}: WooCommerce's name; style a class of our own`);
}
if (faults.length) {
  console.error(faults.join("\n"));
  process.exit(1);
}
