/** The offset of the local clock to the server's, in milliseconds. */
let behind = 0;

export const serverNow = () => Date.now() + behind;

/** Requests the server's time. The response has a precision of one second, so half a second is added. */
export async function askTheTime(): Promise<void> {
  const sentAt = Date.now();
  const answer = await fetch("/healthz", { method: "HEAD", cache: "no-store" }).catch(() => null);
  const serverTime = Date.parse(answer?.headers.get("date") ?? "");
  if (Number.isNaN(serverTime)) return;
  const receivedAt = Date.now();
  const difference = serverTime + 500 - (sentAt + receivedAt) / 2;
  // A difference below the precision of the response is ignored.
  behind = Math.abs(difference) <= 1000 ? 0 : difference;
}
