import type { LiveChange, LiveMessage } from "../generated/admin";

/** What the page shows: one thing, or rows of things by their names, such as `product-12`. */
export type ShownPage = { thing: { name: string; version: number } | null; rows: ReadonlySet<string> };

export type LiveState = {
  cursor: string;
  /** Keys of changes that were told: an answer may repeat what an earlier one said. */
  seen: ReadonlySet<string>;
  /** Changes of what the page shows since it is shown, oldest first. */
  changes: ReadonlyArray<LiveChange>;
  /** The names of the others who are here. */
  here: ReadonlyArray<string>;
};

export const NOTHING: LiveState = { cursor: "", seen: new Set(), changes: [], here: [] };

const MAX_SEEN = 500;

export const nameOf = ({ kind, id }: Pick<LiveChange, "kind" | "id">): string => `${kind}-${id}`;

/** Things by their addresses. */
export function thingAt(path: string): string | null {
  const [, kind, id] = /^\/ar\/wp-admin\/(product|order)s\/(\d+)\/$/.exec(path) ?? [];
  return kind && id ? nameOf({ kind, id }) : null;
}

function concerns(change: LiveChange, page: ShownPage): boolean {
  // The member's own edit is the page's own answer.
  if (change.isOwn) return false;
  const { thing, rows } = page;
  if (!change.id) {
    const ofKind = (name: string) => name.startsWith(`${change.kind}-`);
    return thing ? ofKind(thing.name) : [...rows].some(ofKind);
  }
  if (!thing) return rows.has(nameOf(change));
  const version = Number(change.version);
  return thing.name === nameOf(change) && (version === 0 || version > thing.version);
}

/** Adds a message of the stream, or an answer without one: both say the same. */
export function stateAfter(state: LiveState, message: LiveMessage, page: ShownPage): LiveState {
  const fresh = message.changes.filter(({ key }) => !state.seen.has(key));
  const added = fresh.filter((change) => concerns(change, page));
  const seen = [...state.seen, ...fresh.map(({ key }) => key)].slice(-MAX_SEEN);
  return {
    cursor: message.cursor || state.cursor,
    seen: fresh.length > 0 ? new Set(seen) : state.seen,
    changes: added.length > 0 ? [...state.changes, ...added] : state.changes,
    here: message.here ?? state.here,
  };
}

/**
 * A page is shown that contains what was told. If it is of another thing, the stream begins anew for that one: what changed
 * before is in the page.
 */
export const shown = (state: LiveState, isSameThing: boolean): LiveState =>
  isSameThing ? { ...state, changes: [] } : { ...state, cursor: "", changes: [], here: [] };
