type Factory = { createPolicy(name: string, rules: { createScriptURL(url: string): string | null }): void };

/**
 * Every page carries this. The provider's script brings another one of its own: pages that have it let scripts be added
 * from there, and from nowhere else. It runs after this one, so this is early enough to hear whether it comes at all.
 */
export function expectProvider(): void {
  const script = document.querySelector<HTMLScriptElement>("[data-provider-script]");
  if (!script) return;
  const { origin } = new URL(script.src);
  (globalThis as { trustedTypes?: Factory }).trustedTypes?.createPolicy("default", {
    createScriptURL: (url) => (new URL(url, origin).origin === origin ? url : null),
  });
  script.onerror = () => {
    script.dataset.failed = "";
  };
}
