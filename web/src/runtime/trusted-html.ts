/** Only the part of Trusted Types we use; TypeScript's own library does not know it yet. */
type Policy = { createHTML(html: string): string };
type Factory = { createPolicy(name: string, rules: Policy): Policy };

const factory = (globalThis as { trustedTypes?: Factory }).trustedTypes;
// The page's one policy. What goes through it is our own server's markup, fetched from our own origin.
const policy: Policy = factory?.createPolicy("matjar", { createHTML: (html) => html }) ?? {
  createHTML: (html) => html,
};

/** A whole page of ours, not shown. */
export function parseDocument(html: string): Document {
  return new DOMParser().parseFromString(policy.createHTML(html), "text/html");
}

/** The first element of some markup from the server, not yet part of the page. Scripts in it never run. */
export function parseElement(html: string): Element | null {
  const template = document.createElement("template");
  template.innerHTML = policy.createHTML(html);
  return template.content.firstElementChild;
}

/** All of some markup from the server: elements and plain text alike. */
export function parseNodes(html: string): Node[] {
  const template = document.createElement("template");
  template.innerHTML = policy.createHTML(html);
  return [...template.content.childNodes];
}

/** What some markup from the server says, without the markup. */
export function textOf(html: string): string {
  const texts = parseNodes(html).map((node) => node.textContent?.trim());
  return texts.filter(Boolean).join(" ");
}
