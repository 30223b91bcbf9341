/** Every page carries this, so what few pages need comes by itself. */
export function start(): void {
  if (document.querySelector("[data-eye], .acc-nav"))
    void import("./account-page").then((page) => page.start());
}
