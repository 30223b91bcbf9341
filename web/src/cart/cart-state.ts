import { createStore } from "../runtime/store";

/** What happens to a line at the moment. */
export type LineWork = "changing" | "removing";

/** A sentence for the drawer's notice area. */
export type SideNotice = { kind: "ok" | "error"; text: string };

/** What the browser knows about the visitor's cart beside its contents, which are props of the islands that show it. */
export type CartState = {
  /** Pages are rendered with an empty cart; true once the visitor's own has arrived. */
  fresh: boolean;
  /** Why the cart could not be loaded, as a sentence. */
  problem: string | null;
  /** What this page itself has to say in the open drawer, for a while. */
  sideNotice: SideNotice | null;
  /** The drawer is open: whatever is said now is said in it. */
  isSideCartOpen: boolean;
  /** Lines with a call under way, by key. */
  busyLines: Readonly<Record<string, LineWork>>;
  /** Counts the changes that were answered; a refresh is none. */
  changes: number;
};

export const cartStore = createStore<CartState>({
  fresh: false,
  problem: null,
  sideNotice: null,
  isSideCartOpen: false,
  busyLines: {},
  changes: 0,
});

export const cartState = cartStore.get;

export function setCartState(change: Partial<CartState>): void {
  cartStore.set({ ...cartStore.get(), ...change });
}

export function setLineWork(key: string, work: LineWork | null): void {
  const { [key]: _, ...others } = cartState().busyLines;
  setCartState({ busyLines: work ? { ...others, [key]: work } : others });
}
