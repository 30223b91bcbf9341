import { expectProvider } from "../payments/provider-script";

export function start(): void {
  expectProvider();
  // Only a few pages have an event queue.
  if (document.querySelector("script[data-tracks]"))
    void import("../payments/analytics").then((analytics) => analytics.sendQueued());
}
