const LONGEST_WAIT = 10_000;

/** A new name for one wish of the shopper; the server does a wish of the same name only once. */
export function newIdempotencyKey(): string {
  // randomUUID exists on safe origins only; a shop tried out over plain http has the other.
  if (crypto.randomUUID) return crypto.randomUUID();
  const [a, b, c, d] = crypto.getRandomValues(new Uint32Array(4));
  return [a, b, c, d].map((part) => (part ?? 0).toString(16).padStart(8, "0")).join("");
}

/** An answer that is no success. */
export class RefusedCall extends Error {
  override name = "RefusedCall";

  constructor(
    url: string,
    readonly status: number,
  ) {
    super(`${url} answered ${status}`);
  }
}

/** Refused for having asked too often: whatever is asked instead would be refused as well. */
export function isTooMany(error: unknown): boolean {
  return error instanceof RefusedCall && error.status === 429;
}

/**
 * Posts a form and reads the JSON answer. Anything but success is an exception. When no answer comes at all, a wish
 * with a key is said once more: the key keeps it from being done twice.
 */
export async function post<T>(
  url: string,
  body: URLSearchParams | FormData,
  idempotencyKey?: string,
): Promise<T> {
  const send = () =>
    fetch(url, {
      method: "POST",
      body,
      headers: idempotencyKey ? { "Idempotency-Key": idempotencyKey } : {},
      signal: AbortSignal.timeout(LONGEST_WAIT),
    });
  const response = await send().catch((error) => {
    if (!idempotencyKey) throw error;
    return send();
  });
  if (!response.ok) throw new RefusedCall(url, response.status);
  return response.json();
}

/** `/ar/?wc-ajax=…`: the page says where the shop begins. */
export function storeCall(name: string): string {
  return `${document.body.dataset.homeUrl ?? "/ar/"}?wc-ajax=${name}`;
}

/** Where the calls that are named by `action` go. */
export function actionUrl(): string {
  return `${document.body.dataset.homeUrl ?? "/ar/"}wp-admin/admin-ajax.php`;
}
