import type { LiveMessage } from "../generated/admin";
import { changeCard, markRows, shownPage } from "./live-page";
import { type LiveState, NOTHING, type ShownPage, shown, stateAfter } from "./live-state";
import { whenShown } from "./navigation";

const ADDRESS = "/ar/wp-admin/live/";
/** Without a stream the same address is asked this often. */
const PAUSE = 15_000;
/** After so many questions a stream is tried again. */
const QUESTIONS = 20;

let state: LiveState = NOTHING;
let page: ShownPage = { thing: null, rows: new Set() };
let stream: EventSource | null = null;
let asking: ReturnType<typeof setTimeout> | undefined;
let questions = 0;
/** Of two answers only the newer connection's count. */
let turn = 0;

function address(): URL {
  const url = new URL(ADDRESS, location.href);
  if (state.cursor) url.searchParams.set("since", state.cursor);
  if (page.thing) url.searchParams.set("on", page.thing.name);
  return url;
}

/** Tells tests that what happens from now on is told. */
const markOpen = (isOpen: boolean) =>
  document.querySelector("[data-corner]")?.toggleAttribute("data-live", isOpen);

let corner: typeof import("./corner") | null = null;

/** Most of the time there is nothing to say, and nothing is loaded for it. */
async function show(): Promise<void> {
  if (!corner && state.changes.length === 0 && state.here.length === 0) return;
  try {
    corner ??= await import("./corner");
  } catch {
    return;
  }
  corner.showLive({ change: changeCard(state, page), here: state.here });
}

function say(message: LiveMessage): void {
  markOpen(true);
  const { changes, here } = state;
  // Lists unfold and forms save without a new page.
  page = shownPage();
  state = stateAfter(state, message, page);
  if (changes === state.changes && here.join() === state.here.join()) return;
  markRows(state, page);
  void show();
}

async function ask(mine: number): Promise<void> {
  try {
    const response = await fetch(address(), { headers: { Accept: "application/json" } });
    if (mine !== turn) return;
    // The session has ended, or the role: nothing more is told.
    if (response.status === 404) return;
    if (response.ok) say((await response.json()) as LiveMessage);
  } catch {
    // The next question may be answered.
  }
  if (mine !== turn) return;
  questions += 1;
  asking = setTimeout(() => {
    if (questions >= QUESTIONS) open();
    else void ask(mine);
  }, PAUSE);
}

function close(): void {
  turn += 1;
  markOpen(false);
  stream?.close();
  stream = null;
  clearTimeout(asking);
}

function open(): void {
  close();
  const mine = turn;
  questions = 0;
  if (!("EventSource" in window)) {
    void ask(mine);
    return;
  }
  const own = new EventSource(address());
  stream = own;
  own.onmessage = ({ data }) => {
    if (mine === turn) say(JSON.parse(data) as LiveMessage);
  };
  own.onerror = () => {
    // Otherwise the browser tries again itself.
    if (mine === turn && own.readyState === EventSource.CLOSED) void ask(mine);
  };
}

function follow(): void {
  if (document.hidden) close();
  else open();
}

/** Opens the stream of changes; a hidden window has none. */
export function startLive(): void {
  page = shownPage();
  document.addEventListener("visibilitychange", follow);
  addEventListener("pagehide", close);
  addEventListener("pageshow", ({ persisted }) => persisted && follow());
  whenShown(() => {
    const before = page.thing?.name;
    page = shownPage();
    const isSame = before === page.thing?.name;
    state = shown(state, isSame);
    void show();
    // Who else is here is asked for the thing that is open.
    if (!isSame && !document.hidden) open();
  });
  follow();
}
