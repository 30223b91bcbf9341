/** What the browser knows about the visitor's cart beside its contents, which live in the regions. */
export type CartState = {
  /** The page itself is drawn with an empty cart; true once the visitor's own has arrived. */
  fresh: boolean;
  /** Why the last change did not go through, as a sentence. */
  problem: string | null;
  /** What is wrong with the code in the drawer's own form, before the shop is asked. */
  codeProblem: string | null;
};

const nothing: CartState = { fresh: false, problem: null, codeProblem: null };
let now = nothing;
const watchers = new Set<() => void>();

export const cartState = (): CartState => now;
export const emptyCartState = (): CartState => nothing;

export function watchCart(watcher: () => void): () => void {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
}

export function setCartState(change: Partial<CartState>): void {
  now = { ...now, ...change };
  for (const watcher of watchers) watcher();
}
