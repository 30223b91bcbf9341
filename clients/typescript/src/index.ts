/** A typed client of the Store API, for browsers and servers. It has no dependency. */

import { type Error as ApiError, type Operations, operations } from "./generated.ts";

export type * from "./generated.ts";

/** Thrown for every answer that is no success. `code` is for programs, `message` for shoppers. */
export class StoreApiError extends Error {
  readonly status: number;
  readonly code: string;
  readonly data: ApiError["data"] | undefined;

  constructor(status: number, error: Partial<ApiError>) {
    super(error.message ?? `HTTP ${status}`);
    this.name = "StoreApiError";
    this.status = status;
    this.code = error.code ?? "unknown";
    this.data = error.data;
  }
}

export interface ClientOptions {
  /** Scheme and host of the shop. */
  origin: string;
  /** The cart of an earlier visit. */
  cartToken?: string;
  /** Called with each new token: save it for the next visit. */
  onCartToken?: (token: string) => void;
  fetch?: typeof fetch;
}

type Name = keyof Operations;
type Args<N extends Name> = Operations[N]["args"];

interface AnyArgs {
  path?: Record<string, string>;
  query?: Record<string, unknown>;
  body?: unknown;
}

export class StoreApi {
  #origin: string;
  #cartToken: string | undefined;
  #onCartToken: ((token: string) => void) | undefined;
  #fetch: typeof fetch;

  constructor(options: ClientOptions) {
    this.#origin = options.origin.replace(/\/$/, "");
    this.#cartToken = options.cartToken;
    this.#onCartToken = options.onCartToken;
    // A browser's `fetch` may not be called as a method of another object.
    this.#fetch = options.fetch ?? ((...request) => fetch(...request));
  }

  get cartToken(): string | undefined {
    return this.#cartToken;
  }

  /** Calls an operation. One that writes is sent with an idempotency key, so that it may be repeated. */
  async call<N extends Name>(
    name: N,
    args: Args<N>,
    idempotencyKey?: string,
  ): Promise<Operations[N]["answer"]> {
    const { method, path } = operations[name];
    const { path: parts = {}, query = {}, body } = args as AnyArgs;
    const url = new URL(
      this.#origin + path.replace(/\{(\w+)\}/g, (_, part) => encodeURIComponent(parts[part] ?? "")),
    );
    for (const [key, value] of flat(query)) url.searchParams.append(key, value);
    const headers: Record<string, string> = {};
    if (this.#cartToken) headers["Cart-Token"] = this.#cartToken;
    if (method !== "GET") {
      headers["Content-Type"] = "application/json";
      headers["Idempotency-Key"] = idempotencyKey ?? crypto.randomUUID();
    }
    const answer = await this.#fetch(url, {
      method,
      headers,
      credentials: "omit",
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const token = answer.headers.get("Cart-Token");
    if (token && token !== this.#cartToken) {
      this.#cartToken = token;
      this.#onCartToken?.(token);
    }
    const text = await answer.text();
    const value: unknown = text === "" ? undefined : JSON.parse(text);
    if (!answer.ok) throw new StoreApiError(answer.status, (value ?? {}) as Partial<ApiError>);
    return value as Operations[N]["answer"];
  }
}

/** `{ include: [1, 2], attributes: [{ attribute: "pa_size" }] }` as the shop reads it. */
function flat(query: Record<string, unknown>): [string, string][] {
  const pairs: [string, string][] = [];
  const add = (name: string, value: unknown): void => {
    if (value === undefined || value === null) return;
    if (Array.isArray(value) && value.every((one) => typeof one !== "object"))
      pairs.push([name, value.join(",")]);
    else if (typeof value === "object")
      for (const [key, one] of Object.entries(value)) add(`${name}[${key}]`, one);
    else pairs.push([name, String(value)]);
  };
  for (const [name, value] of Object.entries(query)) add(name, value);
  return pairs;
}
