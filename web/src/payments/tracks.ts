import { actionUrl } from "../runtime/request";

/** Something that happened on a page and was put in its queue. */
type Happening = { name: string; props: unknown };

/** Call 32, for each of a queue. */
function send(nonce: string, { name, props }: Happening): void {
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

/** Sends what the page has queued, and clears the queue. */
export function start(): void {
  const page = document.querySelector<HTMLElement>("[data-tracks-nonce]")?.dataset.tracksNonce;
  for (const queue of document.querySelectorAll<HTMLElement>("script[data-tracks]")) {
    const happenings: Array<Happening> = JSON.parse(queue.textContent || "[]");
    // The policy lets nobody write into a script, so a queue is cleared by taking it away.
    queue.remove();
    for (const one of happenings) send(queue.dataset.nonce ?? page ?? "", one);
  }
}
