import type { PurchaseView } from "../generated/checkout";
import type { MeasurementView } from "../generated/edge";
import { CONSENT_EVENT, isAllowed, readChoice } from "./consent";
import { deleteSourceCookies } from "./cookies";
import { fillFields } from "./fields";
import { INPUTS_READY } from "./inputs-ready";
import { recordVisit, type Visit } from "./visit";

/** Tells the server about a new visit. It computes the source again, and saves nothing about the visitor. */
function sendLanding(url: string, { source }: Visit): void {
  const body = new URLSearchParams({
    url: location.href,
    referrer: document.referrer,
    type: source.typ,
    source: source.src,
  });
  // A response whose body is not read occupies its connection.
  fetch(url, { method: "POST", body, keepalive: true })
    .then((response) => response.text())
    .catch(() => {});
}

export function readPurchase(): PurchaseView | null {
  const data = document.querySelector("script[data-purchase]");
  return data && JSON.parse(data.textContent);
}

/** The visit that the inputs show. */
let shown: Visit | null | undefined;

function fill(visit: Visit | null): void {
  shown = visit;
  fillFields(visit);
}

let isStarted = false;
let isCounted = false;

function apply(config: MeasurementView, allowed: boolean): void {
  if (!allowed) {
    deleteSourceCookies();
    fill(null);
    return;
  }
  // Once for each page, also when the visitor changes their mind.
  if (!isCounted) {
    isCounted = true;
    const here = { url: location.href, referrer: document.referrer, userAgent: navigator.userAgent };
    const visit = recordVisit({ ...here, now: new Date() });
    fill(visit);
    if (visit.isNew) sendLanding(config.landingUrl, visit);
  }
  const purchase = readPurchase();
  const tags = config.tags ?? purchase?.tags;
  if (!tags || isStarted) return;
  isStarted = true;
  void import("./analytics").then(({ startTags }) => startTags(tags, config.checkoutUrl, purchase));
}

/** Saves the source of the visit and starts the configured services, if the visitor allows it. */
export function measure(config: MeasurementView): void {
  const follow = () => apply(config, isAllowed(config.consent, readChoice()));
  document.addEventListener(CONSENT_EVENT, follow);
  document.addEventListener(INPUTS_READY, () => {
    if (shown !== undefined) fillFields(shown);
  });
  // The platform's name, for consent banners that a shop brings along.
  (globalThis as { wc_order_attribution?: object }).wc_order_attribution = {
    setOrderTracking: (allow: boolean) => apply(config, allow),
  };
  follow();
}
