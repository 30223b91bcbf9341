import { startClosers } from "./closers";
import { startIslands } from "./islands";
import { startOpeners } from "./openers";

/** What a capability does on every page: a `<name>.browser.ts` that exports `start`. */
const parts = import.meta.glob<{ start(): void }>("../*/*.browser.ts", { eager: true });

startOpeners();
startClosers();
for (const part of Object.values(parts)) part.start();
startIslands();
