import { actionUrl, post } from "../runtime/request";

function block(form: HTMLFormElement, on: boolean): void {
  form.inert = on;
  form.classList.toggle("is-blocked", on);
  if (on) form.setAttribute("aria-busy", "true");
  else form.removeAttribute("aria-busy");
}

/** Call 9: the whole set of lists, as it is ticked. */
function save(form: HTMLFormElement): Promise<unknown> {
  const body = new URLSearchParams({ action: "fue_update_account_subscriptions" });
  for (const [name, value] of new FormData(form)) body.append(name, String(value));
  return post(actionUrl(), body);
}

/** Saves without leaving the page. Its end is told the same way whatever the answer says. */
export function enhance(form: HTMLFormElement): void {
  const place = form.parentElement?.querySelector("[data-saved]");
  const told = form.parentElement?.querySelector("template");
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    if (form.inert) return;
    const focused = document.activeElement;
    const saving = save(form);
    // What was told before is no longer true; told again, it is heard again.
    place?.replaceChildren();
    block(form, true);
    await saving.catch(() => null);
    block(form, false);
    if (told) place?.replaceChildren(told.content.cloneNode(true));
    place?.scrollIntoView({ block: "nearest" });
    // A blocked button loses its focus. Whoever has gone elsewhere meanwhile stays there.
    if (document.activeElement === document.body && focused instanceof HTMLElement)
      focused.focus({ preventScroll: true });
  });
}
