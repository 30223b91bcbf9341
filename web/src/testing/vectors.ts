import { readFileSync } from "node:fs";
import { join } from "node:path";

const FOLDER = join(import.meta.dirname, "../../../vectors");

/** Test cases that the Rust implementation of a rule runs too. */
export function vectors<T>(file: string): Array<T> {
  return JSON.parse(readFileSync(join(FOLDER, file), "utf8"));
}
