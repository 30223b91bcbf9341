// Two rules that no general linter has: styles use logical sides instead of left and right, and markup has no inline
// styles. Emails are exempt: the content security policy does not apply there, and most mail clients read only inline
// styles.
import { globSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../src/", import.meta.url));
const errors = [];

const PHYSICAL = [
  [
    /(?:^|[;{\s])((?:(?:margin|padding|border|scroll-margin|scroll-padding)-)?(?:left|right)(?:-[a-z]+)?)\s*:/g,
    "a side has a logical name: inline-start, inline-end",
  ],
  [
    /\b(border-(?:top|bottom)-(?:left|right)-radius)\b/g,
    "a corner has a logical name: border-start-start-radius",
  ],
  [
    /(?:text-align|float|clear|caption-side|justify-[a-z]+)\s*:\s*(left|right)\b/g,
    "alignment is start or end",
  ],
  [/(translateX\((?![^)]*var\(--dir\)))/g, "a sideways transform multiplies by var(--dir)"],
];

const lineOf = (text, index) => text.slice(0, index).split("\n").length;
const blank = (text) => text.replace(/\/\*[\s\S]*?\*\//g, (comment) => comment.replace(/[^\n]/g, " "));

for (const file of globSync("**/*.css", { cwd: root })) {
  const text = blank(readFileSync(root + file, "utf8"));
  for (const [rule, why] of PHYSICAL) {
    for (const match of text.matchAll(rule)) {
      errors.push(`src/${file}:${lineOf(text, match.index)}: ${match[1]}: ${why}`);
    }
  }
}
for (const file of globSync("**/*.tsx", { cwd: root, exclude: ["mail/**"] })) {
  const text = blank(readFileSync(root + file, "utf8"));
  for (const match of text.matchAll(/\sstyle=/g)) {
    errors.push(`src/${file}:${lineOf(text, match.index)}: style=: the policy allows no inline style`);
  }
}

if (errors.length) {
  console.error(errors.join("\n"));
  process.exit(1);
}
