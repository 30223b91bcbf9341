import type { BrowserContext } from "@playwright/test";

/** The error of requests that a navigation cancels. */
const LEFT_BEHIND = "net::ERR_ABORTED";

/**
 * Records everything that goes wrong on a page: console errors and warnings (hydration mismatches and policy
 * violations among them), exceptions, failed requests to the shop, and requests to third parties. A test that
 * provokes one allows it first.
 */
export class PageErrors {
  readonly #found: Array<string> = [];
  readonly #allowed: Array<RegExp> = [];

  constructor(context: BrowserContext, origin: string, scripted: boolean) {
    context.on("console", (message) => {
      if (!["error", "warning"].includes(message.type())) return;
      this.#found.push(`console ${message.type()}: ${message.text()} (${message.location().url})`);
    });
    context.on("weberror", (error) => this.#found.push(`exception: ${error.error()}`));
    context.on("requestfailed", (request) => {
      const reason = request.failure()?.errorText ?? "";
      if (!request.url().startsWith(origin) || reason === LEFT_BEHIND) return;
      // A browser without script blocks script files.
      if (!scripted && request.url().endsWith(".js")) return;
      this.#found.push(`failed request: ${request.method()} ${request.url()} ${reason}`);
    });
    context.on("response", (response) => {
      if (!response.url().startsWith(origin) || response.status() < 400) return;
      this.#found.push(`status ${response.status()}: ${response.request().method()} ${response.url()}`);
    });
    context.on("request", (request) => {
      if (!request.url().startsWith(origin) && !request.url().startsWith("data:")) {
        this.#found.push(`third-party request: ${request.url()}`);
      }
    });
  }

  /** Allows errors that match; the test provokes them. */
  allow(...patterns: Array<RegExp>): void {
    this.#allowed.push(...patterns);
  }

  get unexpected(): Array<string> {
    return this.#found.filter((error) => !this.#allowed.some((pattern) => pattern.test(error)));
  }
}
