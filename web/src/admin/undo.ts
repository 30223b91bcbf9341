import type { PageAnswer } from "./view";

/** A form that takes the last change back. */
export type Undo = { action: string; fields: Array<[name: string, value: string]> };

type Notice = { undo?: { action: string; nonce: string; version: string } | null; act?: string | null };
type Queue = { action?: string; hidden?: Array<{ name: string; value: string }> };

/** The undo that the answer of a form carries in its notice, if the change can be taken back. */
export function undoOf({ component, props }: Pick<PageAnswer, "component" | "props">): Undo | null {
  const { notice } = props as { notice?: Notice | null };
  if (notice?.undo) {
    const { action, nonce, version } = notice.undo;
    return {
      action,
      fields: [
        ["nonce", nonce],
        ["version", version],
      ],
    };
  }
  if (component !== "moderation/ModerationPage" || !notice?.act) return null;
  const { action = "", hidden = [] } = props as Queue;
  return {
    action,
    fields: [
      ...hidden.map(({ name, value }): [string, string] => [name, value]),
      ["do", "undo"],
      ["act", notice.act],
    ],
  };
}
