import { readFileSync } from "node:fs";

/** Test cases that Rust and the web tests run too. */
export function vectors<T>(file: string): Array<T> {
  return JSON.parse(readFileSync(new URL(`../../vectors/${file}`, import.meta.url), "utf8"));
}
