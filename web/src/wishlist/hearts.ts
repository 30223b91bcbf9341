import * as text from "../generated/messages/wishlist";
import type { WishlistAnswer } from "../generated/wishlist";
import { notify } from "../runtime/announce";
import { post, storeCall } from "../runtime/request";
import { changeSaved, readSaved, writeSaved } from "./cookie";

const buttonOf = (form: Element) => form.querySelector("button");
const isOn = (form: Element) => buttonOf(form)?.getAttribute("aria-pressed") === "true";

function show(id: string, isSaved: boolean): void {
  for (const form of document.querySelectorAll<HTMLFormElement>(`[data-heart="${id}"]`)) {
    buttonOf(form)?.setAttribute("aria-pressed", String(isSaved));
    (form.elements.namedItem("save") as HTMLInputElement).value = isSaved ? "0" : "1";
  }
}

/** Shows the hearts of what is saved; pages are the same for everybody. */
export function showAll(): void {
  const { ids } = readSaved();
  for (const form of document.querySelectorAll<HTMLFormElement>("[data-heart]")) {
    const id = form.dataset.heart ?? "";
    if (isOn(form) !== ids.includes(id)) show(id, ids.includes(id));
  }
}

/** A guest's list is the cookie; a customer's is stored, and the answer renews the cookie. */
async function change(id: string, isSaved: boolean): Promise<boolean> {
  const saved = readSaved();
  if (saved.isCopy) {
    const body = new URLSearchParams({ product_id: id, save: isSaved ? "1" : "0" });
    return (await post<WishlistAnswer>(storeCall("matjar_wishlist"), body)).isSaved;
  }
  const changed = changeSaved(saved, id, isSaved);
  if (changed) writeSaved(changed);
  return changed ? isSaved : false;
}

/** Saves the product of a heart, or removes it, and says so. */
export function toggle(form: HTMLFormElement): void {
  const id = form.dataset.heart ?? "";
  const isSaved = !isOn(form);
  show(id, isSaved);
  change(id, isSaved).then(
    (result) => {
      show(id, result);
      notify(result === isSaved ? (isSaved ? text.saved() : text.removed()) : text.full());
    },
    (cause) => {
      console.info(cause);
      show(id, !isSaved);
      notify(text.failed());
    },
  );
}
