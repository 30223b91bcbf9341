// @vitest-environment happy-dom
import { afterAll, afterEach, beforeEach, expect, test, vi } from "vitest";
import { SOURCES } from "../../renderer/assets";
import { hydrate } from "../../runtime/islands";
import { roots } from "../../runtime/mount";
import "../../admin/staff-islands";
// Completes happy-dom.
import "../hydrated";
import { isPage, renderState } from "./render";
import { places } from "./states";

const ISLANDS = Object.keys(import.meta.glob("../../*/*.island.tsx")).map((path) =>
  path.slice("../../".length).replace(".island.tsx", ""),
);
/** Islands of the layout are the same on every page, so they are tested once. */
const OF_LAYOUT = '[data-id="search"], [data-region="side-cart"]';

const alive = places
  .map((place) => {
    const html = renderState(place, { ...SOURCES, styles: () => [] });
    const body = html.slice(html.indexOf("<body"), html.indexOf("</body>"));
    // happy-dom logs errors for files that it may not load.
    return { ...place, body: body.replaceAll(/<script src.*?<\/script>/g, "") };
  })
  .filter(({ body }) => body.includes("data-island"));
const seen = new Set<string>();

beforeEach(() => {
  vi.spyOn(console, "error");
  vi.spyOn(console, "warn");
  vi.stubGlobal("fetch", async () => new Response("{}", { headers: { date: new Date().toUTCString() } }));
});
afterEach(() => {
  // Islands that ask the server from time to time would do so during another test.
  for (const island of roots.values()) island.unmount();
  roots.clear();
  document.body.innerHTML = "";
});

test.each(alive)(
  "$component hydrates from the server's HTML without a warning: $state",
  async ({ body, ...place }) => {
    document.body.innerHTML = body;
    for (const island of document.querySelectorAll<HTMLElement>("[data-island]")) {
      if (isPage(place) && island.matches(OF_LAYOUT)) continue;
      await hydrate(island);
      seen.add(island.dataset.island ?? "");
    }
    // Effects, and the state that they set.
    await new Promise((done) => setTimeout(done, 30));
    expect(console.error).not.toHaveBeenCalled();
  },
);

// Every island is hydrated in some state.
afterAll(() => expect(ISLANDS.filter((name) => !seen.has(name))).toEqual([]));
