/** How far this machine's clock is behind the server's, in milliseconds. */
let behind = 0;

export const serverNow = () => Date.now() + behind;

/** Asks the server for its time. Its answer is precise to a second, so half of one is added. */
export async function askTheTime(): Promise<void> {
  const asked = Date.now();
  const answer = await fetch("/healthz", { method: "HEAD", cache: "no-store" }).catch(() => null);
  const told = Date.parse(answer?.headers.get("date") ?? "");
  if (Number.isNaN(told)) return;
  const answered = Date.now();
  const difference = told + 500 - (asked + answered) / 2;
  // Within the precision of the answer the clocks agree.
  behind = Math.abs(difference) <= 1000 ? 0 : difference;
}
