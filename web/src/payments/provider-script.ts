type Factory = { createPolicy(name: string, rules: { createScriptURL(url: string): string | null }): void };

let hasFailed = false;

/** The element that loads the provider's script, on payment pages. */
export const providerScript = () => document.querySelector<HTMLScriptElement>("script[data-provider-script]");

export const providerScriptFailed = (): boolean => hasFailed;

/**
 * Allows the provider's script to add another script from its own origin, and from no other. Every page loads this
 * module, which runs before the provider's script, so it also notices when that script fails to load.
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
