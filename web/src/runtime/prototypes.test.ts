import { expect, test } from "vitest";

const sources = import.meta.glob<string>(
  ["../**/*.{ts,tsx}", "!../**/*.test.*", "!../{generated,testing}/**"],
  {
    query: "?raw",
    import: "default",
    eager: true,
  },
);

/**
 * How a key such as `__proto__` from a cookie, an address or an answer reaches the prototype of all objects: a write through
 * two computed keys, a copy key by key in depth, or the prototype itself. What the code writes by one key, `Object.assign`
 * and `Object.fromEntries` change the object in hand only.
 */
const ways = [
  /\[[^\][]+\]\s*\[[^\][]+\]\s*(?:[+*/-]|\?\?|\|\||&&)?=(?![=>])/,
  /\bfor\s*\(\s*(?:const|let|var)\s+\w+\s+in\s/,
  /__proto__|\.prototype\b|\bsetPrototypeOf\b/,
];
const found = (source: string) => ways.some((way) => way.test(source));

test("no script can change the prototype of all objects", () => {
  expect(Object.keys(sources).length).toBeGreaterThan(300);
  expect(Object.entries(sources).flatMap(([path, source]) => (found(source) ? [path] : []))).toEqual([]);
});

test("each way to a prototype is found", () => {
  for (const source of [
    "target[first][second] = value;",
    "target[first] [second] ??= value;",
    "for (const key in given) copy(target, key);",
    'target["__proto__"] = value;',
    "Object.prototype.shown = true;",
  ])
    expect(found(source), source).toBe(true);
  for (const source of ["const [first] = list;", "target[key] = value;", "list[0][1] === value"])
    expect(found(source), source).toBe(false);
});
