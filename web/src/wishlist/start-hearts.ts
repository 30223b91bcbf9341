import { COOKIE } from "./cookie-name";

const load = () => import("./hearts");

function showSaved(): void {
  if (!document.cookie.includes(`${COOKIE}=`)) return;
  load().then(({ showAll }) => showAll(), console.info);
}

/** Most visitors save nothing: the script of the hearts is loaded for those who did, and at the first press. */
export function startHearts(): void {
  showSaved();
  // A page from the back/forward cache shows what was saved before it was left.
  addEventListener("pageshow", (event) => event.persisted && showSaved());
  document.addEventListener("submit", (event) => {
    const form = event.target as HTMLFormElement;
    if (form.dataset.heart === undefined) return;
    event.preventDefault();
    load().then(
      ({ toggle }) => toggle(form),
      // Without the script the form leads to the list.
      () => form.submit(),
    );
  });
}
