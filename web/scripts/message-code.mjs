import { FluentResource } from "@fluent/bundle";

/** Reserved words, and the names that the generated code imports. */
const RESERVED = new Set([
  ...["continue", "default", "delete", "export", "in", "new", "return", "this", "with"],
  ...["apart", "choose", "show"],
]);

/** The function name of a message: `sold-out` becomes `soldOut`. */
export const functionName = (key) => key.replace(/-([a-z0-9])/g, (_, letter) => letter.toUpperCase());

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
        // A missing plural form falls back to the default, so forms equal to the default are omitted.
        .filter(([, code, isUsual]) => isUsual || code !== usual)
        .map(([key, code]) => `${key}: () => ${code}`);
      return `choose(a.${counted.name}, { ${forms.join(", ")} }, "${variants[star].key.value}")`;
    }
    default:
      throw new Error(`a ${element.type} in a message is not supported`);
  }
}

/** Concatenates like Fluent: a placeholder is enclosed in isolation marks unless it is the whole message. */
function pattern(value) {
  if (typeof value === "string") return JSON.stringify(value);
  const alone = value.length === 1;
  return value
    .map((one) => (typeof one === "string" || alone ? expression(one) : `apart(${expression(one)})`))
    .join(" + ");
}

/**
 * Returns the TypeScript module of one capability's messages; `argumentsOf` returns the type of a message's
 * arguments, or null.
 */
export function messageModule(source, argumentsOf) {
  const used = new Set();
  const functions = new FluentResource(source).body.map(({ id: key, value }) => {
    const code = pattern(value);
    for (const [, helper] of code.matchAll(/\b(apart|choose|show)\(/g)) used.add(helper);
    const type = argumentsOf(key);
    return [key, `(${type ? `a: ${type}` : ""}) => ${code}`];
  });
  const helpers = [...used].sort();
  return [
    ...(helpers.length ? [`import { ${helpers.join(", ")} } from "../../ui/text-parts";`, ""] : []),
    ...functions.map(([key, code]) => {
      const name = functionName(key);
      // An exported name may be a reserved word, a variable may not.
      return RESERVED.has(name)
        ? `const ${name}_ = ${code};\nexport { ${name}_ as ${name} };`
        : `export const ${name} = ${code};`;
    }),
    "",
  ].join("\n");
}
