import { onApproach } from "./approach";
import { hydrate, statusOf } from "./islands";

/** After this many milliseconds the click or submit is performed natively. */
const MAX_WAIT = 4000;

const islandOf = (target: EventTarget | null) =>
  target instanceof Element ? target.closest<HTMLElement>("[data-island]") : null;

const isWaiting = (island: HTMLElement) => ["server-html", "hydrating"].includes(statusOf(island));

/** `data-plain`: hydration does not change what the form sends, so its events are not held. */
const isPlain = (element: Element) => element.closest("[data-plain]") !== null;

/** Elements whose events are handled natively from now on. */
const released = new WeakSet<Element>();

/**
 * Returns a function that finds the same element in the current markup: an island that threw has been replaced by a
 * copy of the server's HTML. The copy has the same structure, so the element is found by its position.
 */
function find(island: HTMLElement, element: Element): () => HTMLElement | null {
  const root = island.querySelector(":scope > [data-root]");
  const path: Array<number> = [];
  for (let node = element; node !== root && node.parentElement; node = node.parentElement) {
    path.unshift([...node.parentElement.children].indexOf(node));
  }
  return () => {
    if (element.isConnected) return element as HTMLElement;
    let node = island.querySelector(":scope > [data-root]") ?? null;
    for (const index of path) node = node?.children[index] ?? null;
    return node as HTMLElement | null;
  };
}

/** Resolves when every event that is held now has been replayed; null while none is. */
let held: Promise<void> | null = null;
let isReplaying = false;

/**
 * What the shopper does after a held click must not overtake it: a promise to wait for, or null if nothing is held.
 * The replayed event itself waits for nothing.
 */
export const heldEvents = (): Promise<void> | null => (isReplaying ? null : held);

/**
 * Holds an event until its island is hydrated and the events held before it are replayed, then runs `again`; the native
 * action if that fails or takes too long.
 */
function hold(
  event: Event,
  island: HTMLElement,
  element: Element,
  again: (element: HTMLElement) => void,
): void {
  event.preventDefault();
  event.stopImmediatePropagation();
  const now = find(island, element);
  const before = held ?? Promise.resolve();
  const isReleased = hydrate(island).then(
    () => false,
    () => true,
  );
  const late = new Promise<true>((resolve) => setTimeout(() => resolve(true), MAX_WAIT));
  const mine = Promise.race([before.then(() => isReleased), late]).then((isReleased) => {
    if (held === mine) held = null;
    const twin = now();
    if (!twin) return;
    if (isReleased) released.add(twin);
    isReplaying = true;
    try {
      again(twin);
    } finally {
      isReplaying = false;
    }
  });
  held = mine;
}

/**
 * Hydrates islands with `on="interaction"` when the pointer or focus enters them, and holds the first click or submit
 * inside any island that is not hydrated yet: it is replayed, or performed natively.
 */
export function startInteraction(): void {
  onApproach((target) => {
    const island = islandOf(target);
    if (island?.dataset.on === "interaction" && isWaiting(island)) hydrate(island).catch(() => {});
  });
  document.addEventListener(
    "click",
    (event) => {
      const island = islandOf(event.target);
      const control = (event.target as Element).closest?.("button, a, summary, [role=tab], [role=button]");
      if (!island || !control || !island.contains(control) || !isWaiting(island)) return;
      if (released.has(control) || isPlain(control)) return;
      // A click with a modifier opens a new tab, which needs no script.
      if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
      hold(event, island, control, (element) => element.click());
    },
    { capture: true },
  );
  document.addEventListener(
    "submit",
    (event) => {
      const form = event.target as HTMLFormElement;
      const island = islandOf(form);
      const { submitter } = event as SubmitEvent;
      if (!island || !isWaiting(island) || isPlain(form)) return;
      if (released.has(form) || (submitter && released.has(submitter))) return;
      hold(event, island, form, (twin) => (twin as HTMLFormElement).requestSubmit());
    },
    { capture: true },
  );
}
