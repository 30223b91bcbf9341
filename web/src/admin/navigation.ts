import * as adminText from "../generated/messages/admin";
import { announce, notify } from "../runtime/announce";
import { download } from "../runtime/document";
import { parseDocument } from "../runtime/trusted-html";
import { findAgain, focusPage } from "./focus";
import { followLayout } from "./follow-layout";
import { undoOf } from "./undo";
import { UNSENT } from "./unsent";
import { type Answer, ask, isAdminAddress, type PageAnswer } from "./view";

/** What an entry of the history remembers. */
type Entry = { y: number };

let current = new URL(location.href);
/** Of two questions only the newer one is shown. */
let turn = 0;
let pending: AbortController | null = null;
let steps = 0;

const samePage = (a: URL, b: URL) => a.pathname === b.pathname && a.search === b.search;
const mainOf = () => document.querySelector<HTMLElement>("main");

const listeners = new Set<() => void>();

/** Calls a function whenever a page was shown without a load. */
export const whenShown = (listener: () => void): void => void listeners.add(listener);

/** Tells scripts and tests that the page at this address is there and answers clicks. */
function markShown(): void {
  steps += 1;
  document.body.dataset.shown = `${performance.timeOrigin}-${steps}`;
}

const leave = () => history.replaceState({ y: scrollY } satisfies Entry, "");

/** The menu of a phone is open while the address names it. */
function closeMenu(): void {
  if (location.hash !== "#admin-menu") return;
  location.replace("#main");
}

/** The name of a file that an answer is. The encoded one is the real one, the plain one a fallback. */
function fileName(disposition: string): string | undefined {
  if (!disposition.startsWith("attachment")) return undefined;
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(disposition)?.[1];
  return encoded ? decodeURIComponent(encoded) : /filename="?([^";]+)/i.exec(disposition)?.[1];
}

/** Saves an answer that is a file. True if it was one. */
async function save(response: Response): Promise<boolean> {
  const name = fileName(response.headers.get("content-disposition") ?? "");
  if (!name || !response.ok) return false;
  download(await response.blob(), name);
  return true;
}

type Step = {
  /** Of the history: a new entry, or none because one was left or entered already. */
  history: "push" | "keep";
  scroll: number | null;
  again?: () => HTMLElement | null;
};

/** Beside the notice in the page: offers for a while to take the form back, and says how many pages it has renewed. */
async function showDone(page: PageAnswer, renewed: number | null): Promise<void> {
  const undo = undoOf(page);
  // That nothing is renewed is no news by itself.
  const done = undo || renewed ? { undo, renewed } : null;
  if (!done && !document.querySelector("[data-corner] [data-toast]")) return;
  try {
    const corner = await import("./corner");
    corner.showDone(done);
  } catch {
    // The page has the same button.
  }
}

/** Shows an answer. False if the browser has to load the address by itself. */
async function showAnswer(answer: Answer & { kind: "page" }, mine: number, step: Step): Promise<boolean> {
  const { page, url, status, renewed } = answer;
  if (!followLayout(page.layout)) return false;
  const { show } = await import("./show");
  const isStill = () => mine === turn;
  // The answer of a form is the page it is in, with a notice in its address.
  const isHere = step.again ? url.pathname === current.pathname : samePage(url, current);
  const y = isHere ? scrollY : 0;
  if (!(await show(page, isStill, () => location.assign(status < 400 ? url : current)))) return false;
  if (!isStill()) return true;
  // A refusal is about the page that stands: its form may have an address without a page.
  if (status < 400 || step.history === "keep") {
    closeMenu();
    if (step.history === "push" && !samePage(url, new URL(location.href)))
      history.pushState({ y: 0 } satisfies Entry, "", url);
    else if (step.history === "push") history.replaceState({ y } satisfies Entry, "", url);
    current = url;
  }
  followLayout(page.layout, true);
  scrollTo(0, step.scroll ?? y);
  focusPage(isHere ? (step.again?.() ?? null) : null);
  if (step.scroll === null && url.hash)
    document.getElementById(decodeURIComponent(url.hash.slice(1)))?.scrollIntoView();
  announce(page.title);
  if (step.again && status < 400) await showDone(page, renewed);
  markShown();
  for (const listener of listeners) listener();
  return true;
}

/** One question at a time is being waited for; the page says that it is busy. */
async function busy<T>(work: () => Promise<T>): Promise<T> {
  const mine = turn;
  mainOf()?.setAttribute("aria-busy", "true");
  try {
    return await work();
  } finally {
    if (mine === turn) mainOf()?.removeAttribute("aria-busy");
  }
}

/** Opens an address: as a view, or else as the browser does. */
export async function go(url: URL, step: Step = { history: "push", scroll: null }): Promise<void> {
  turn += 1;
  const mine = turn;
  pending?.abort();
  pending = new AbortController();
  const { signal } = pending;
  if (step.history === "push") leave();
  const load = () => {
    if (mine !== turn) return;
    if (step.history === "push") location.assign(url);
    else location.reload();
  };
  await busy(async () => {
    try {
      const answer = await ask(url, { signal });
      if (mine !== turn) return;
      if (answer.kind === "other" && (await save(answer.response))) return;
      // A refusal of the server has a page of its own, which is loaded with its status.
      if (answer.kind === "other" || answer.status >= 400 || !(await showAnswer(answer, mine, step))) load();
    } catch {
      load();
    }
  });
}

/** What a page of an error says: its heading and its first sentence. */
function textOf(html: string): string {
  const main = parseDocument(html).querySelector("main");
  const parts = [main?.querySelector("h1"), main?.querySelector("p")];
  return parts
    .map((part) => part?.textContent?.trim())
    .filter(Boolean)
    .join(". ");
}

function sayUnsent(form: HTMLFormElement, text: string): void {
  notify(text);
  form.dispatchEvent(new Event(UNSENT, { bubbles: true }));
}

/** Sends a form. It is never sent twice: what cannot be shown is said, and the fields stay as they are. */
async function send(form: HTMLFormElement, url: URL, body: URLSearchParams): Promise<void> {
  if (form.ariaBusy === "true") return;
  turn += 1;
  const mine = turn;
  pending?.abort();
  form.ariaBusy = "true";
  const again = findAgain(document.activeElement);
  await busy(async () => {
    try {
      leave();
      const answer = await ask(url, { method: "POST", body });
      if (mine !== turn) return;
      if (answer.kind === "page") {
        const step: Step = { history: "push", scroll: null, again };
        if (!(await showAnswer(answer, mine, step)))
          location.assign(answer.status < 400 ? answer.url : current);
        return;
      }
      const { response } = answer;
      if (await save(response)) return;
      // Redirected out of the admin, or to a page that only a load can show.
      if (response.redirected && response.ok) location.assign(response.url);
      else sayUnsent(form, textOf(await response.text()) || adminText.notDone());
    } catch {
      if (mine === turn) sayUnsent(form, adminText.notSent());
    } finally {
      form.ariaBusy = null;
    }
  });
}

const isPlainClick = (event: MouseEvent) =>
  event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;

function onClick(event: MouseEvent): void {
  const link = (event.target as Element).closest?.<HTMLAnchorElement>("a[href]");
  if (!link || event.defaultPrevented || !isPlainClick(event)) return;
  if (link.target || link.hasAttribute("download") || link.closest("[data-reload]")) return;
  const url = new URL(link.href);
  // A place in this page is the browser's own matter.
  if (!isAdminAddress(url) || (url.hash && samePage(url, current))) return;
  event.preventDefault();
  void go(url);
}

function onSubmit(event: SubmitEvent): void {
  const form = event.target as HTMLFormElement;
  const { submitter } = event;
  const of = (name: string) => submitter?.getAttribute(`form${name}`) ?? form.getAttribute(name);
  if (event.defaultPrevented || of("target") || form.closest("[data-reload]")) return;
  const url = new URL(of("action") ?? "", location.href);
  url.hash = "";
  if (!isAdminAddress(url) || (of("enctype") ?? "").startsWith("multipart/")) return;
  const values = [...new FormData(form, submitter)];
  if (values.some(([, value]) => typeof value !== "string")) return;
  const fields = new URLSearchParams(values as Array<[string, string]>);
  event.preventDefault();
  if ((of("method") ?? "get").toLowerCase() === "post") {
    void send(form, url, fields);
    return;
  }
  url.search = fields.toString();
  void go(url);
}

function onPopState({ state }: PopStateEvent): void {
  const url = new URL(location.href);
  if (samePage(url, current)) return;
  void go(url, { history: "keep", scroll: (state as Entry | null)?.y ?? 0 });
}

/** Links and forms of the admin without a reload. Whatever is not expected is left to the browser. */
export function startNavigation(): void {
  history.scrollRestoration = "manual";
  const entry = history.state as Entry | null;
  if (entry?.y) scrollTo(0, entry.y);
  document.addEventListener("click", onClick);
  document.addEventListener("submit", onSubmit);
  addEventListener("popstate", onPopState);
  addEventListener("pagehide", leave);
  markShown();
}
