import { actionUrl } from "../runtime/request";

/** An event of the page, queued in its markup. */
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

/** Sends the events that the page has queued, and clears the queue. */
export function sendQueued(): void {
  const page = document.querySelector<HTMLElement>("[data-tracks-nonce]")?.dataset.tracksNonce;
  for (const queue of document.querySelectorAll<HTMLElement>("script[data-tracks]")) {
    const events: Array<QueuedEvent> = JSON.parse(queue.textContent || "[]");
    // The policy lets nobody write into a script, so a queue is cleared by taking it away.
    queue.remove();
    for (const one of events) send(queue.dataset.nonce ?? page ?? "", one);
  }
}
