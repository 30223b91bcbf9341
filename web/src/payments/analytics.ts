import { actionUrl } from "../runtime/request";

/** An analytics event, queued in the page's markup. */
type QueuedEvent = { name: string; props: unknown };

/** Call 32. */
function send(nonce: string, { name, props }: QueuedEvent): void {
  const body = new URLSearchParams({
    action: "platform_tracks",
    tracksNonce: nonce,
    tracksEventName: name,
    tracksEventProp: JSON.stringify(props ?? {}),
  });
  fetch(actionUrl(), { method: "POST", body, keepalive: true })
    .then((answer) => answer.json())
    .catch(() => {});
}

/** Sends the queued events of the page, and clears the queue. */
export function sendQueued(): void {
  const page = document.querySelector<HTMLElement>("[data-tracks-nonce]")?.dataset.tracksNonce;
  for (const queue of document.querySelectorAll<HTMLElement>("script[data-tracks]")) {
    const events: Array<QueuedEvent> = JSON.parse(queue.textContent || "[]");
    // Trusted Types forbid writing into a script element, so the queue is removed instead.
    queue.remove();
    for (const one of events) send(queue.dataset.nonce ?? page ?? "", one);
  }
}
