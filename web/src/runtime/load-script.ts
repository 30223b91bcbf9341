type Factory = { createPolicy(name: string, rules: { createScriptURL(url: string): string | null }): void };

/** Lets scripts be added from these origins, and from no other. The page's content policy lists the same. */
export function allowScriptsFrom(origins: Array<string>): void {
  (globalThis as { trustedTypes?: Factory }).trustedTypes?.createPolicy("default", {
    createScriptURL: (url) => (origins.includes(new URL(url, location.href).origin) ? url : null),
  });
}

export function loadScript(url: string): void {
  const script = document.createElement("script");
  script.async = true;
  script.src = url;
  document.head.append(script);
}
