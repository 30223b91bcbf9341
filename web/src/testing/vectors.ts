import { readFileSync } from "node:fs";

/** Cases that a Rust rule runs as well. */
export function vectors<T>(file: string): Array<T> {
  return JSON.parse(readFileSync(new URL(`../../../vectors/${file}`, import.meta.url), "utf8"));
}
