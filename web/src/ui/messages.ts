import type { Messages } from "../generated/messages";

export type MessageKey = keyof Messages;

// biome-ignore lint/suspicious/noExplicitAny: each text has placeholders of its own
type Text = string | ((args: any) => string);

const known = new Map<string, Text>();

/**
 * Makes one capability's texts known. Each capability does this in its own `texts.ts`, so that an island
 * carries the texts of what it imports and no others.
 */
export function addTexts(capability: string, texts: Record<string, Text>): void {
  for (const key in texts) known.set(`${capability}.${key}`, texts[key] as Text);
}

type Arguments<K extends MessageKey> = Messages[K] extends null ? [] : [args: Messages[K]];

/** The text of a key. A key, or a placeholder, that does not exist is a type error. */
export function t<K extends MessageKey>(key: K, ...[args]: Arguments<K>): string {
  const text = known.get(key);
  if (text === undefined) throw new Error(`no text for ${key}: is its texts.ts imported?`);
  return typeof text === "string" ? text : text(args);
}
