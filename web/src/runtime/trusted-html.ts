/** The part of Trusted Types that the shop uses; TypeScript's library does not include it yet. */
type Policy = { createHTML(html: string): string };
type Factory = { createPolicy(name: string, rules: Policy): Policy };

const factory = (globalThis as { trustedTypes?: Factory }).trustedTypes;
// The page's only policy. All HTML that passes through it comes from the shop's own server, same-origin.
const policy: Policy = factory?.createPolicy("matjar", { createHTML: (html) => html }) ?? {
  createHTML: (html) => html,
};

/** Parses a whole page of the shop without showing it. */
export function parseDocument(html: string): Document {
  return new DOMParser().parseFromString(policy.createHTML(html), "text/html");
}

/** The first element of HTML from the server, not inserted into the page. Its scripts never run. */
export function parseElement(html: string): Element | null {
  const template = document.createElement("template");
  template.innerHTML = policy.createHTML(html);
  return template.content.firstElementChild;
}

/** All nodes of HTML from the server, elements and text. */
export function parseNodes(html: string): Node[] {
  const template = document.createElement("template");
  template.innerHTML = policy.createHTML(html);
  return [...template.content.childNodes];
}

/** The text of HTML from the server. */
export function textOf(html: string): string {
  const texts = parseNodes(html).map((node) => node.textContent?.trim());
  return texts.filter(Boolean).join(" ");
}
