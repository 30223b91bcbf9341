import type { BrowserContext } from "@playwright/test";

/** A link that is followed takes with it whatever the page was still waiting for. */
const LEFT_BEHIND = "net::ERR_ABORTED";

/**
 * Whatever a page complains about: console errors and warnings (broken hydration and the content security policy
 * among them), exceptions, and requests to the shop that failed. A test that provokes one says so beforehand.
 */
export class Faults {
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
      // A browser without script refuses to fetch any.
      if (!scripted && request.url().endsWith(".js")) return;
      this.#found.push(`failed request: ${request.method()} ${request.url()} ${reason}`);
    });
    context.on("response", (response) => {
      if (!response.url().startsWith(origin) || response.status() < 400) return;
      this.#found.push(`status ${response.status()}: ${response.request().method()} ${response.url()}`);
    });
    context.on("request", (request) => {
      if (!request.url().startsWith(origin) && !request.url().startsWith("data:")) {
        this.#found.push(`request to somebody else: ${request.url()}`);
      }
    });
  }

  /** The test provokes what matches. */
  allow(...patterns: Array<RegExp>): void {
    this.#allowed.push(...patterns);
  }

  get unexpected(): Array<string> {
    return this.#found.filter((fault) => !this.#allowed.some((pattern) => pattern.test(fault)));
  }
}
