import { hasPendingQuantities, sendPendingQuantities, sendPendingQuantitiesOnLeaving } from "./quantities";

/** Maximum delay of a click, in milliseconds. */
const MAX_WAIT = 2000;

const waited = new WeakSet<Element>();

/** Holds a navigation until the server has the quantities; if it refuses one, the page stays. */
function hold(event: Event, element: Element, again: () => void): void {
  if (event.defaultPrevented || waited.has(element) || !hasPendingQuantities()) return;
  event.preventDefault();
  const tooLong = new Promise<boolean>((done) => setTimeout(() => done(true), MAX_WAIT));
  void Promise.race([sendPendingQuantities(), tooLong]).then((isAgreed) => {
    if (!isAgreed) return;
    waited.add(element);
    again();
    waited.delete(element);
  });
}

function click(event: MouseEvent): void {
  const link = (event.target as Element).closest?.<HTMLAnchorElement>("a[href]");
  if (!link || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  const isElsewhere = link.target !== "" && link.target !== "_self";
  const isHere = link.hash !== "" && link.href.split("#")[0] === location.href.split("#")[0];
  if (isElsewhere || isHere || link.origin !== location.origin) return;
  hold(event, link, () => link.click());
}

function submit(event: SubmitEvent): void {
  const form = event.target as HTMLFormElement;
  hold(event, form, () => form.requestSubmit(event.submitter));
}

/**
 * Sends a quantity that was changed just before leaving, so that the next page is rendered with it. Calling it again changes
 * nothing.
 */
export function startLeaving(): void {
  // On the window, so it runs last: other handlers have called preventDefault by then.
  addEventListener("click", click);
  addEventListener("submit", submit);
  addEventListener("pagehide", sendPendingQuantitiesOnLeaving);
}
