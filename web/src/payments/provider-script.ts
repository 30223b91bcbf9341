type Factory = { createPolicy(name: string, rules: { createScriptURL(url: string): string | null }): void };

let hasFailed = false;

/** The element that loads the provider's script, on pages where somebody pays. */
export const providerScript = () => document.querySelector<HTMLScriptElement>("script[data-provider-script]");

export const providerScriptFailed = (): boolean => hasFailed;

/**
 * Every page carries this. The provider's script brings another one of its own: pages that have it let scripts be added
 * from there, and from nowhere else. It runs after this one, so this is early enough to hear whether it comes at all.
 */
export function expectProvider(): void {
  const script = providerScript();
  if (!script) return;
  const { origin } = new URL(script.src);
  (globalThis as { trustedTypes?: Factory }).trustedTypes?.createPolicy("default", {
    createScriptURL: (url) => (new URL(url, origin).origin === origin ? url : null),
  });
  script.addEventListener("error", () => {
    hasFailed = true;
  });
}
