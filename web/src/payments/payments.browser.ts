type Factory = { createPolicy(name: string, rules: { createScriptURL(url: string): string }): void };

/**
 * The provider's script brings another one of its own. Pages that have it let scripts be added from there, and from
 * nowhere else. It runs after this one, so this is early enough to hear whether it comes at all.
 */
function expectProvider(script: HTMLScriptElement): void {
  const { origin } = new URL(script.src);
  (globalThis as { trustedTypes?: Factory }).trustedTypes?.createPolicy("default", {
    createScriptURL(url) {
      if (new URL(url, origin).origin === origin) return url;
      throw new TypeError(`no script from ${url}`);
    },
  });
  script.addEventListener("error", () => script.toggleAttribute("data-failed", true));
}

/** Every page carries this. What a page with a payment form does is checkout's to begin. */
export function start(): void {
  const script = document.querySelector<HTMLScriptElement>("script[data-provider-script]");
  if (script) expectProvider(script);
  if (document.querySelector("script[data-tracks]")) void import("./tracks").then((tracks) => tracks.start());
}
