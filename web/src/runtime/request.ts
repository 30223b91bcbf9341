const MAX_WAIT = 10_000;

/** A new idempotency key; the server executes requests with the same key only once. */
export function newIdempotencyKey(): string {
  // randomUUID exists on secure origins only; a shop on plain http uses the fallback.
  if (crypto.randomUUID) return crypto.randomUUID();
  const [a, b, c, d] = crypto.getRandomValues(new Uint32Array(4));
  return [a, b, c, d].map((part) => (part ?? 0).toString(16).padStart(8, "0")).join("");
}

/** A response with an error status. */
export class RefusedCall extends Error {
  override name = "RefusedCall";

  constructor(
    url: string,
    readonly status: number,
  ) {
    super(`${url} answered ${status}`);
  }
}

/** Refused by a rate limit: a fallback request would be refused as well. */
export function isTooMany(error: unknown): boolean {
  return error instanceof RefusedCall && error.status === 429;
}

/**
 * Posts a form and returns the JSON response. Throws unless the request succeeds. If no response arrives, a request
 * with an idempotency key is sent once more.
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
      signal: AbortSignal.timeout(MAX_WAIT),
    });
  const response = await send().catch((error) => {
    if (!idempotencyKey) throw error;
    return send();
  });
  if (!response.ok) throw new RefusedCall(url, response.status);
  return response.json();
}

/** The URL of a `wc-ajax` call, e.g. `/ar/?wc-ajax=…`; the page contains the shop's base path. */
export function storeCall(name: string): string {
  return `${document.body.dataset.homeUrl ?? "/ar/"}?wc-ajax=${name}`;
}

/** The URL of the calls that are named by `action`. */
export function actionUrl(): string {
  return `${document.body.dataset.homeUrl ?? "/ar/"}wp-admin/admin-ajax.php`;
}

/** Sends a call that is named by `action`. */
export function callAction<T>(action: string, fields: Array<[string, string]>, key?: string): Promise<T> {
  return post<T>(actionUrl(), new URLSearchParams([["action", action], ...fields]), key);
}
