import { existsSync, globSync, readFileSync } from "node:fs";
import { basename, dirname, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { FluentResource } from "@fluent/bundle";

const root = fileURLToPath(new URL("..", import.meta.url));
const parts = resolve(root, "src/ui/text-parts.ts");

/** One element of a pattern as an expression over `a`, the arguments. */
function expression(element) {
  if (typeof element === "string") return JSON.stringify(element);
  switch (element.type) {
    case "str":
      return JSON.stringify(element.value);
    case "var":
      return `show(a.${element.name})`;
    case "select": {
      const { selector, variants, star } = element;
      const counted = selector.type === "func" && selector.name === "PLURAL" && selector.args[0];
      if (counted?.type !== "var") throw new Error("only PLURAL of a placeholder selects");
      const usual = pattern(variants[star].value);
      const forms = variants
        .map(({ key, value }, index) => [key.value, pattern(value), index === star])
        // Where a form is missing the usual one is taken, so those that say the same can be.
        .filter(([, code, isUsual]) => isUsual || code !== usual)
        .map(([key, code]) => `${key}: () => ${code}`);
      return `choose(a.${counted.name}, { ${forms.join(", ")} }, "${variants[star].key.value}")`;
    }
    default:
      throw new Error(`a ${element.type} in a text is not known`);
  }
}

/** As Fluent puts it together: what is filled in stands between invisible marks, unless it stands alone. */
function pattern(value) {
  if (typeof value === "string") return JSON.stringify(value);
  const alone = value.length === 1;
  return value
    .map((one) => (typeof one === "string" || alone ? expression(one) : `apart(${expression(one)})`))
    .join(" + ");
}

/** Texts without a placeholder are strings, the others functions: nobody needs Fluent at run time. */
function compile(id, wanted = () => true) {
  const texts = new FluentResource(readFileSync(id, "utf8")).body
    .filter((message) => wanted(message.id))
    .map(({ id: key, value }) => {
      const code = pattern(value);
      return `${JSON.stringify(key)}: ${/\ba\./.test(code) ? `(a) => ${code}` : code}`;
    });
  return {
    code: `import { apart, choose, show } from ${JSON.stringify(parts)};\nexport const texts = {${texts.join(",\n")}};`,
    moduleType: "js",
  };
}

/** Vite plugin: a text file becomes code while building. */
export const ftl = {
  name: "ftl",
  enforce: "pre",
  load(id) {
    if (!id.endsWith(".ftl")) return null;
    this.addWatchFile(id);
    return compile(id);
  },
};

/** Every source file that the browser may be sent, from the entry and what it finds by pattern. */
function browserFiles() {
  const found = new Set();
  const visit = (file) => {
    if (found.has(file)) return;
    found.add(file);
    for (const [, from] of readFileSync(file, "utf8").matchAll(/(?:from|import\(?)\s*"(\.[^"]+)"/g)) {
      const target = resolve(dirname(file), from);
      const names = [target, `${target}.ts`, `${target}.tsx`];
      const source = names.find((name) => /\.tsx?$/.test(name) && existsSync(name));
      // Types name every text and send none.
      if (source && !source.includes("/generated/")) visit(source);
    }
  };
  visit(resolve(root, "src/runtime/main.ts"));
  for (const file of globSync("src/*/*.{browser.ts,island.tsx}", { cwd: root })) visit(resolve(root, file));
  return [...found];
}

/** The same for the browser, which is sent only those texts that its own files name. */
export const browserFtl = {
  ...ftl,
  load(id) {
    if (!id.endsWith(".ftl")) return null;
    const files = browserFiles();
    for (const file of [id, ...files]) this.addWatchFile(file);
    const source = files.map((file) => readFileSync(file, "utf8")).join("\n");
    const capability = basename(id, ".ftl");
    return compile(id, (key) => source.includes(`"${capability}.${key}"`));
  },
};
