/** An empty element at the end of the page, for a root of its own. */
export function addPlace(): HTMLElement {
  return document.body.appendChild(document.createElement("div"));
}

/** Saves bytes as a file. */
export function download(content: Blob, name: string): void {
  const href = URL.createObjectURL(content);
  Object.assign(document.createElement("a"), { href, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(href), 60_000);
}

/**
 * Loads the style sheet of a page and returns what removes those of other pages. Two pages may share a part, whose rules
 * must not come after those of the page that is shown.
 */
export async function loadSheet(sheet: string, ofPages: string[]): Promise<() => void> {
  const others = [...document.querySelectorAll<HTMLLinkElement>("link[rel=stylesheet]")].filter((link) =>
    ofPages.includes(link.getAttribute("href") ?? "-"),
  );
  const present = others.find((link) => link.getAttribute("href") === sheet);
  if (sheet && !present) {
    const link = Object.assign(document.createElement("link"), { rel: "stylesheet", href: sheet });
    await new Promise((loaded, failed) => {
      link.onload = loaded;
      link.onerror = failed;
      document.head.append(link);
    });
  }
  return () => {
    for (const link of others) if (link !== present) link.remove();
  };
}
