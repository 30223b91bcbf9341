import { startDismissable } from "./dismissable";
import { startInteraction } from "./interaction";
import { startIslands } from "./islands";
import { startTriggers } from "./triggers";

/** Startup code of a capability for every page: a `<name>.browser.ts` that exports `start`. */
const parts = import.meta.glob<() => void>("../*/*.browser.ts", { eager: true, import: "start" });

startInteraction();
startTriggers();
startDismissable();
for (const start of Object.values(parts)) start();
startIslands();
