/** The request got no answer of the call: no connection, or an error of the server. */
export class NoAnswer extends Error {
  override name = "NoAnswer";
}

/** The server answered with something else than the call's JSON. */
export class WrongAnswer extends Error {
  override name = "WrongAnswer";

  constructor(readonly status: number) {
    super(`upload answered ${status}`);
  }
}

export type Upload = {
  url: string;
  body: FormData;
  /** The same for every retry: the server stores the file once. */
  idempotencyKey: string;
  onProgress: (loaded: number, total: number) => void;
  signal: AbortSignal;
};

/**
 * Sends one file and returns the JSON answer for which `isAnswer` holds, whatever its status. `fetch` does not report
 * the progress of a request.
 */
export function upload<T>(
  { url, body, idempotencyKey, onProgress, signal }: Upload,
  isAnswer: (json: unknown) => json is T,
): Promise<T> {
  return new Promise((done, fail) => {
    const request = new XMLHttpRequest();
    request.open("POST", url);
    request.setRequestHeader("Idempotency-Key", idempotencyKey);
    request.upload.onprogress = ({ loaded, total }) => {
      if (total > 0) onProgress(loaded, total);
    };
    request.onload = () => {
      try {
        const json: unknown = JSON.parse(request.responseText);
        if (isAnswer(json)) return done(json);
      } catch {
        // Not an answer of the call: below.
      }
      fail(request.status >= 500 ? new NoAnswer() : new WrongAnswer(request.status));
    };
    request.onerror = () => fail(new NoAnswer());
    request.ontimeout = () => fail(new NoAnswer());
    request.onabort = () => fail(new DOMException("", "AbortError"));
    signal.addEventListener("abort", () => request.abort(), { once: true });
    if (signal.aborted) return fail(new DOMException("", "AbortError"));
    request.send(body);
  });
}
