/** Where the signs are, as the page itself says: naming the file here would split it off every page's own script. */
const sprite = () => document.querySelector("svg use")?.getAttribute("href")?.split("#")[0] ?? "";

/** As FieldNote draws it. */
function note(id: string, text: string): HTMLElement {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  svg.setAttribute("class", "i i--s");
  svg.setAttribute("aria-hidden", "true");
  const use = document.createElementNS("http://www.w3.org/2000/svg", "use");
  use.setAttribute("href", `${sprite()}#i-alert`);
  svg.append(use);
  const words = document.createElement("span");
  words.textContent = text;
  const made = document.createElement("span");
  made.className = "field__error";
  made.id = id;
  made.append(svg, words);
  return made;
}

/** Says below a field what is wrong with it; without a text, takes back what was said. */
export function mark(field: HTMLElement, text: string | null): void {
  const box = field.closest(".field");
  if (!box) return;
  box.querySelector(".field__error")?.remove();
  box.classList.toggle("is-error", text !== null);
  const hint = box.querySelector<HTMLElement>(".hint");
  if (hint) hint.hidden = text !== null;
  const told = text === null ? hint : note(`${field.id}-error`, text);
  if (text === null) field.removeAttribute("aria-invalid");
  else field.setAttribute("aria-invalid", "true");
  if (told) field.setAttribute("aria-describedby", told.id);
  else field.removeAttribute("aria-describedby");
  if (told && told !== hint) box.append(told);
}

/** An alert as Notice draws it, which speaks as soon as it is put into the page. */
export function alertBox(...contents: Array<Node>): HTMLElement {
  const svg = note("", "").querySelector("svg");
  svg?.setAttribute("class", "i");
  const words = document.createElement("div");
  words.append(...contents);
  const box = document.createElement("div");
  box.className = "notice notice--error";
  box.setAttribute("role", "alert");
  box.tabIndex = -1;
  if (svg) box.append(svg);
  box.append(words);
  return box;
}
