import * as text from "../generated/messages/admin";
import { notify } from "../runtime/announce";
import type { Change } from "./CornerCards";
import { keepTyping } from "./kept-typing";
import { type LiveState, nameOf, type ShownPage, thingAt } from "./live-state";
import { go } from "./navigation";

/** The rows of the page by their things. */
function rowsOf(): Map<string, HTMLTableRowElement> {
  const rows = new Map<string, HTMLTableRowElement>();
  for (const link of document.querySelectorAll<HTMLAnchorElement>("main tr a[href]")) {
    const name = thingAt(new URL(link.href).pathname);
    const row = link.closest("tr");
    if (name && row) rows.set(name, row);
  }
  return rows;
}

export function shownPage(): ShownPage {
  const name = thingAt(location.pathname);
  if (!name) return { thing: null, rows: new Set(rowsOf().keys()) };
  const version = document.querySelector<HTMLInputElement>("form#product [name=version]")?.value;
  return { thing: { name, version: Number(version ?? 0) }, rows: new Set() };
}

/** The address of the page without what an answer of a form said in it. */
function freshUrl(isThing: boolean): URL {
  const url = new URL(location.href);
  url.hash = "";
  if (isThing) url.search = "";
  for (const name of ["notice", "saved", "of"]) url.searchParams.delete(name);
  return url;
}

async function load(url: URL): Promise<void> {
  const typeAgain = keepTyping();
  await go(url);
  const clashing = typeAgain();
  if (clashing.length > 0) notify(text.liveClash({ fields: clashing.join("، ") }), 10_000);
}

function sentenceOf(state: LiveState, page: ShownPage): string {
  const by = state.changes.findLast((change) => change.by)?.by;
  if (page.thing?.name.startsWith("order-")) return by ? text.liveOrderBy({ name: by }) : text.liveOrder();
  if (page.thing) return by ? text.liveProductBy({ name: by }) : text.liveProduct();
  if (state.changes.some(({ id }) => !id)) return text.liveMany();
  return text.liveRows({ count: new Set(state.changes.map(nameOf)).size });
}

/** What the corner says about the changes, if there are any. */
export function changeCard(state: LiveState, page: ShownPage): Change | null {
  const newest = state.changes.at(-1);
  if (!newest) return null;
  const url = freshUrl(page.thing !== null);
  return {
    key: newest.key,
    sentence: sentenceOf(state, page),
    note: page.thing ? text.liveTyping() : "",
    label: page.thing ? text.liveLoad() : text.liveRefresh(),
    href: url.href,
    load: () => void load(url),
  };
}

/** Marks the rows where they stand. The page replaces its rows itself, and the marks with them. */
export function markRows({ changes }: LiveState, page: ShownPage): void {
  if (page.thing || changes.length === 0) return;
  const rows = rowsOf();
  for (const change of changes) {
    const row = rows.get(nameOf(change));
    if (!row || row.hasAttribute("data-changed")) continue;
    row.setAttribute("data-changed", "");
    row.querySelector("a[href]")?.setAttribute("aria-describedby", "live-row");
  }
}
