/** Every page carries this, so what few pages need comes by itself. */
export function start(): void {
  if (document.querySelector("[data-eye], .acc-nav"))
    void import("./account-page").then((page) => page.start());
  // Only a guest's form has the mark; the form may come into the page later.
  document.addEventListener("change", ({ target }) => {
    const { name, form } = target as HTMLInputElement;
    if (name === "billing_email" && form?.hasAttribute("data-capture-email"))
      void import("./cart-email").then(({ sendCartEmail }) => sendCartEmail(form));
  });
}
