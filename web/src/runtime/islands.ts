import type { ComponentType } from "react";

export type Props = Record<string, unknown>;

/** An island's props over time: what it was rendered with, and what the server has said since. */
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

type Waiting = { source: PropsSource; awake: Promise<void> | null; dead: boolean };

// biome-ignore lint/suspicious/noExplicitAny: islands have different props
type Loader = () => Promise<Record<string, ComponentType<any>>>;
const loaders = import.meta.glob("../*/*.island.tsx") as Record<string, Loader>;
const islands = new WeakMap<Element, Waiting>();

const report = (error: unknown) => console.error(error);

/** The props that travel beside an island's markup. */
export function readProps(island: Element): Props {
  return JSON.parse(island.querySelector(":scope > script")?.textContent ?? "{}");
}

function waiting(island: Element): Waiting {
  let state = islands.get(island);
  if (!state) {
    state = { source: new PropsSource(readProps(island)), awake: null, dead: false };
    islands.set(island, state);
  }
  return state;
}

async function hydrate(island: HTMLElement, state: Waiting): Promise<void> {
  const name = island.dataset.island ?? "";
  const load = loaders[`../${name}.island.tsx`];
  const root = island.querySelector(":scope > [data-root]");
  if (!load || !root) throw new Error(`no island is called ${name}`);
  const [module, { mount }] = await Promise.all([load(), import("./mount")]);
  const component = module[name.slice(name.indexOf("/") + 1)];
  if (!component) throw new Error(`${name}.island.tsx does not export it`);
  const prefix = `${island.dataset.region ?? island.dataset.id}-`;
  await mount(root, component, state.source, prefix, (error) => {
    // For the rest of this page: what it threw at, it would throw at again.
    state.dead = true;
    state.awake = Promise.reject(error);
    state.awake.catch(report);
  });
}

/** Brings an island to life now, whatever it was waiting for. Fails when it cannot live; its markup is then the server's. */
export function wake(island: HTMLElement): Promise<void> {
  const state = waiting(island);
  state.awake ??= hydrate(island, state).catch((error) => {
    // Its script did not come: it may yet.
    if (!state.dead) state.awake = null;
    throw error;
  });
  return state.awake;
}

/** Hands an island newer props. One that still sleeps gets them when it wakes. */
export function updateIsland(island: Element, props: Props): void {
  waiting(island).source.set(props);
}

/** Starts every island of the page, each at its own time. */
export function startIslands(): void {
  const near = new IntersectionObserver(
    (entries) => {
      for (const { isIntersecting, target } of entries) {
        if (!isIntersecting) continue;
        near.unobserve(target);
        wake(target as HTMLElement).catch(report);
      }
    },
    { rootMargin: "200px" },
  );
  // Safari has no requestIdleCallback; a moment after load is close enough.
  const whenIdle = (task: () => void) =>
    "requestIdleCallback" in window ? requestIdleCallback(task, { timeout: 2000 }) : setTimeout(task, 200);
  for (const island of document.querySelectorAll<HTMLElement>("[data-island]")) {
    const start = () => wake(island).catch(report);
    // One that is "asked" for sleeps until somebody opens it.
    if (island.dataset.when === "asked") continue;
    if (island.dataset.when === "visible") near.observe(island);
    else if (island.dataset.when === "idle") whenIdle(start);
    else start();
  }
}
