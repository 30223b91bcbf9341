import { readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { FluentBundle, FluentNumber, FluentResource } from "@fluent/bundle";
import type { Messages } from "../../web/src/generated/messages";

export type MessageKey = keyof Messages;

/** The message ids of one capability that take exactly these arguments: `NameOf<"checkout", { number: string }>`. */
export type NameOf<Capability extends string, Args = null> = {
  [Key in MessageKey]: Key extends `${Capability}.${infer Name}`
    ? [Messages[Key], Args] extends [Args, Messages[Key]]
      ? Name
      : never
    : never;
}[MessageKey];

type Arguments<K extends MessageKey> = Messages[K] extends null ? [] : [args: Messages[K]];

const FOLDER = join(import.meta.dirname, "../../messages/ar");
const rules = new Intl.PluralRules("ar");
const functions = {
  PLURAL: ([count]: Array<unknown>) =>
    rules.select(count instanceof FluentNumber ? count.value : Number(count)),
};

const bundles = new Map(
  readdirSync(FOLDER)
    .filter((file) => file.endsWith(".ftl"))
    .map((file) => {
      const bundle = new FluentBundle("ar-u-nu-latn", { functions });
      bundle.addResource(new FluentResource(readFileSync(join(FOLDER, file), "utf8")));
      return [basename(file, ".ftl"), bundle];
    }),
);

/**
 * Formats a message from the shop's own Fluent files: `t("cart.button", { count: 2 })`. An unknown id or placeholder
 * is a type error.
 */
export function t<K extends MessageKey>(key: K, ...[args]: Arguments<K>): string {
  const dot = key.indexOf(".");
  const bundle = bundles.get(key.slice(0, dot));
  const pattern = bundle?.getMessage(key.slice(dot + 1))?.value;
  if (!bundle || !pattern) throw new Error(`messages/ar has no text called ${key}`);
  return bundle.formatPattern(pattern, args);
}

/** Removes the invisible isolation marks around placeholders. */
export function plain(text: string): string {
  return text.replace(/[\u2066-\u2069\u200e\u200f]/g, "");
}
