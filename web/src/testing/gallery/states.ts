import type { ReactElement } from "react";

/**
 * The states of a capability's components, by component and state name. An island is written like any other
 * component, and is hydrated; a part of an island is shown as the server renders it.
 */
export type States = Record<string, Record<string, ReactElement>>;

const files = import.meta.glob<States>("./states/*.tsx", { eager: true, import: "states" });

/** By capability. */
export const gallery: Record<string, States> = Object.fromEntries(
  Object.entries(files).map(([path, states]) => [path.slice("./states/".length, -".tsx".length), states]),
);

/** A state and its position in the gallery. */
export type Place = { capability: string; component: string; state: string; element: ReactElement };

export const places: Array<Place> = Object.entries(gallery).flatMap(([capability, states]) =>
  Object.entries(states).flatMap(([component, named]) =>
    Object.entries(named).map(([state, element]) => ({ capability, component, state, element })),
  ),
);
