import { expectProvider } from "../payments/provider-script";

export function start(): void {
  expectProvider();
  // Few pages have a queue of events.
  if (document.querySelector("script[data-tracks]"))
    void import("../payments/analytics").then((analytics) => analytics.sendQueued());
}
