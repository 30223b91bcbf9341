import { FluentBundle, FluentNumber, type FluentResource } from "@fluent/bundle";
import type { Messages } from "../generated/messages";
import { pluralForm } from "./plural";

export type MessageKey = keyof Messages;

const bundles = new Map<string, FluentBundle>();
const functions = {
  PLURAL: ([count]: Array<unknown>) =>
    pluralForm(count instanceof FluentNumber ? count.value : Number(count)),
};

/**
 * Makes one capability's texts known. Each capability does this in its own `texts.ts`, so that an island
 * carries the texts of what it imports and no others.
 */
export function addTexts(capability: string, body: FluentResource["body"]): void {
  // `nu-latn`: Western digits, whatever the engine's own idea of Arabic is.
  const bundle = new FluentBundle("ar-u-nu-latn", { functions });
  bundle.addResource({ body });
  bundles.set(capability, bundle);
}

type Arguments<K extends MessageKey> = Messages[K] extends null ? [] : [args: Messages[K]];

/** Most texts say the same each time: they are put together once. */
const fixed = new Map<string, string>();

/** The text of a key. A key, or a placeholder, that does not exist is a type error. */
export function t<K extends MessageKey>(key: K, ...[args]: Arguments<K>): string {
  const known = fixed.get(key);
  if (known !== undefined) return known;
  const dot = key.indexOf(".");
  const bundle = bundles.get(key.slice(0, dot));
  const pattern = bundle?.getMessage(key.slice(dot + 1))?.value;
  if (!bundle || !pattern) throw new Error(`no text for ${key}: is its texts.ts imported?`);
  const text = bundle.formatPattern(pattern, args as Record<string, string | number> | undefined);
  if (!args) fixed.set(key, text);
  return text;
}
