import { hasPendingQuantities, sendPendingQuantities, sendPendingQuantitiesOnLeaving } from "./quantities";

/** A press waits this long for the shop at most. */
const LONGEST_WAIT = 2000;

const waited = new WeakSet<Element>();

/** Holds a press that leads to another page until the shop has the quantities; where it refused one, the page stays. */
function hold(event: Event, element: Element, again: () => void): void {
  if (event.defaultPrevented || waited.has(element) || !hasPendingQuantities()) return;
  event.preventDefault();
  const tooLong = new Promise<boolean>((done) => setTimeout(() => done(true), LONGEST_WAIT));
  void Promise.race([sendPendingQuantities(), tooLong]).then((isAgreed) => {
    if (!isAgreed) return;
    waited.add(element);
    again();
    waited.delete(element);
  });
}

/** A quantity that was changed just before the page is left reaches the shop before the next page is rendered. */
export function startLeaving(): void {
  // On the window, so last: whatever keeps the shopper on this page has said so by then.
  addEventListener("click", (event) => {
    const link = (event.target as Element).closest?.<HTMLAnchorElement>("a[href]");
    if (!link || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
      return;
    const isElsewhere = link.target !== "" && link.target !== "_self";
    const isHere = link.hash !== "" && link.href.split("#")[0] === location.href.split("#")[0];
    if (isElsewhere || isHere || link.origin !== location.origin) return;
    hold(event, link, () => link.click());
  });
  addEventListener("submit", (event) => {
    const form = event.target as HTMLFormElement;
    hold(event, form, () => form.requestSubmit(event.submitter));
  });
  addEventListener("pagehide", sendPendingQuantitiesOnLeaving);
}
