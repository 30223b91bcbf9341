import type { ComponentType } from "react";
import { actionUrl } from "./request";
import { hasHistory } from "./viewed-products";

export type Props = Record<string, unknown>;

/**
 * When an island is hydrated. `interaction`: when the shopper points at it, focuses it or uses it. `history`: when it is near,
 * and this browser remembers products that were viewed.
 */
export type HydrateOn = "load" | "idle" | "visible" | "interaction" | "history";

/** The props of an island over time: those of the server's HTML, and newer ones from responses. */
export class PropsSource {
  readonly initial: Props;
  #now: Props;
  #watchers = new Set<() => void>();

  constructor(initial: Props) {
    this.initial = initial;
    this.#now = initial;
  }

  now = (): Props => this.#now;
  first = (): Props => this.initial;

  subscribe = (watcher: () => void): (() => void) => {
    this.#watchers.add(watcher);
    return () => this.#watchers.delete(watcher);
  };

  set(props: Props): void {
    this.#now = props;
    for (const watcher of this.#watchers) watcher();
  }
}

type Status = "server-html" | "hydrating" | "hydrated" | "failed";
type State = { source: PropsSource; status: Status; hydration: Promise<void> | null };

// biome-ignore lint/suspicious/noExplicitAny: islands have different props
type Loader = () => Promise<Record<string, ComponentType<any>>>;
const loaders = import.meta.glob([
  "../*/*.island.tsx",
  // Of pages for staff alone: `admin/staff-islands.ts` adds them. Every page of the shop loads the names of the others.
  "!../{barcodes,media_library,moderation,settings,staff_*}/*",
  "!../checkout/NewOrders.*",
]) as Record<string, Loader>;
const islands = new WeakMap<Element, State>();

/** Adds islands, by the path of their file from this folder. */
export function addIslands(more: Record<string, unknown>): void {
  Object.assign(loaders, more);
}

const report = (error: unknown) => console.error(error);

/** Reports an island that threw to the shop. */
function reportFailure(island: string, error: unknown): void {
  const body = new URLSearchParams({ action: "matjar_island_error", island, message: String(error) });
  void fetch(actionUrl(), { method: "POST", body, keepalive: true }).catch(() => {});
}

/** The props in the script beside an island's markup. */
export function readProps(island: Element): Props {
  return JSON.parse(island.querySelector(":scope > script")?.textContent ?? "{}");
}

function stateOf(island: Element): State {
  let state = islands.get(island);
  if (!state) {
    state = { source: new PropsSource(readProps(island)), status: "server-html", hydration: null };
    islands.set(island, state);
  }
  return state;
}

/** Reads an island's props from its markup, once. */
export function registerIsland(island: Element): void {
  stateOf(island);
}

export const statusOf = (island: Element): Status => stateOf(island).status;

async function load(island: HTMLElement, state: State): Promise<void> {
  const name = island.dataset.island ?? "";
  const loader = loaders[`../${name}.island.tsx`];
  const root = island.querySelector(":scope > [data-root]");
  if (!loader || !root) throw new Error(`unknown island ${name}`);
  const [module, { mount }] = await Promise.all([loader(), import("./mount")]);
  const component = module[name.slice(name.indexOf("/") + 1)];
  if (!component) throw new Error(`${name}.island.tsx does not export its component`);
  const prefix = `${island.dataset.region ?? island.dataset.id}-`;
  await mount(root, component, state.source, prefix, (error) => {
    // The island stays failed on this page: the component would throw again for the same props.
    state.status = "failed";
    reportFailure(name, error);
    state.hydration = Promise.reject(error);
    state.hydration.catch(report);
  });
  state.status = "hydrated";
}

/** Hydrates an island now, whatever its trigger. Rejects if that fails; the page then shows the server's HTML. */
export function hydrate(island: HTMLElement): Promise<void> {
  const state = stateOf(island);
  if (!state.hydration) {
    state.status = "hydrating";
    state.hydration = load(island, state).catch((error) => {
      // A script that failed to load may load at the next attempt.
      if (state.status !== "failed") {
        state.status = "server-html";
        state.hydration = null;
      }
      throw error;
    });
  }
  return state.hydration;
}

/** Passes newer props to an island. If it is not hydrated yet it gets them at hydration. */
export function updateIsland(island: Element, props: Props): void {
  stateOf(island).source.set(props);
}

/** Runs a task after the next paint, so that the server's HTML is shown first. */
const afterPaint = (task: () => void) => requestAnimationFrame(() => setTimeout(task));

/** Starts all islands of the page, or of a new part of it, each by its own trigger. */
export function startIslands(part: ParentNode = document): void {
  // Safari has no requestIdleCallback; a short delay after load is close enough.
  const whenIdle = (task: () => void) =>
    "requestIdleCallback" in window ? requestIdleCallback(task, { timeout: 2000 }) : setTimeout(task, 200);
  const near = new IntersectionObserver(
    (entries) => {
      for (const { isIntersecting, target } of entries) {
        if (!isIntersecting) continue;
        near.unobserve(target);
        // Islands that are in view from the start wait until the page has been painted.
        whenIdle(() => hydrate(target as HTMLElement).catch(report));
      }
    },
    { rootMargin: "200px" },
  );
  for (const island of part.querySelectorAll<HTMLElement>("[data-island]")) {
    const start = () => hydrate(island).catch(report);
    if (island.dataset.on === "interaction") continue;
    if (island.dataset.on === "visible" || (island.dataset.on === "history" && hasHistory()))
      near.observe(island);
    else if (island.dataset.on === "history") continue;
    else if (island.dataset.on === "idle") whenIdle(start);
    else afterPaint(start);
  }
}
