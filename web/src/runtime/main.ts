import { startClosers } from "./closers";
import { startIslands } from "./islands";
import { startOpeners } from "./openers";

/** What a capability does on every page: a `<name>.browser.ts` that exports `start`. */
const parts = import.meta.glob<() => void>("../*/*.browser.ts", { eager: true, import: "start" });

startOpeners();
startClosers();
for (const start of Object.values(parts)) start();
startIslands();
