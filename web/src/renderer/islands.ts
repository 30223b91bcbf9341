import type { ComponentType } from "react";

type Module = Record<string, ComponentType<never>>;

/** Maps the component exported by cart/SideCart.island.tsx to "cart/SideCart": the browser loads it by this name. */
const names = new Map<unknown, string>();
for (const [path, module] of Object.entries(import.meta.glob<Module>("../*/*.island.tsx", { eager: true }))) {
  const name = path.replace("../", "").replace(".island.tsx", "");
  names.set(module[name.slice(name.indexOf("/") + 1)], name);
}

export function islandName(component: unknown): string {
  const name = names.get(component);
  if (!name)
    throw new Error("an island lives in <capability>/<Name>.island.tsx and is exported under its name");
  return name;
}
