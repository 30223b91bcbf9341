import * as layoutText from "../generated/messages/layout";
import type { Suggestions } from "./suggest";

function element(name: string, className: string, ...children: Array<Node | string>): HTMLElement {
  const made = document.createElement(name);
  made.className = className;
  made.append(...children);
  return made;
}

function option(list: string, number: number, className: string, url: string): HTMLAnchorElement {
  const link = document.createElement("a");
  link.className = className;
  link.id = `${list}-${number}`;
  link.href = url;
  link.tabIndex = -1;
  link.setAttribute("role", "option");
  link.setAttribute("aria-selected", "false");
  return link;
}

function picture(url: string | null): HTMLElement {
  if (!url) return element("span", "suggest__none");
  const img = document.createElement("img");
  img.src = url;
  img.alt = "";
  img.width = 52;
  img.height = 52;
  return img;
}

function group(title: string, options: Array<HTMLElement>): HTMLElement {
  const heading = element("span", "suggest__h", title);
  heading.setAttribute("aria-hidden", "true");
  const made = element("div", "suggest__g", heading, ...options);
  made.setAttribute("role", "group");
  made.setAttribute("aria-label", title);
  return made;
}

/** Draws what was found for what is being typed. Built node by node: none of it is markup. */
export function drawSuggestions(box: HTMLElement, id: string, found: Suggestions): void {
  let number = 0;
  const list = element("div", "");
  list.id = id;
  list.setAttribute("role", "listbox");
  list.setAttribute("aria-label", layoutText.suggestions());
  const products = found.products.map(({ name, url, price, image }) => {
    const amount = element("bdi", "", price);
    amount.dir = "ltr";
    const made = option(id, number++, "suggest__p", url);
    made.append(picture(image), element("span", "", name), amount);
    return made;
  });
  const categories = found.categories.map(({ name, url }) => {
    const made = option(id, number++, "suggest__q", url);
    made.append(name);
    return made;
  });
  if (products.length > 0) list.append(group(layoutText.suggestedProducts(), products));
  if (categories.length > 0) list.append(group(layoutText.suggestedCategories(), categories));
  const parts: Array<HTMLElement> = [];
  if (found.corrected)
    parts.push(element("p", "suggest__note", layoutText.suggestCorrected({ word: found.corrected })));
  if (number === 0) {
    parts.push(element("p", "suggest__note", layoutText.suggestNone({ query: found.query })));
  } else {
    parts.push(list);
    const all = element("a", "link", layoutText.suggestAll()) as HTMLAnchorElement;
    all.href = found.allUrl;
    parts.push(element("p", "suggest__all", all));
  }
  box.replaceChildren(...parts);
}
