/** Brings the open page's entry of the account's menu into view, where the menu is a strip that scrolls. */
function showCurrent(): void {
  const current = document.querySelector(".acc-nav [aria-current]");
  const strip = current?.closest("ul");
  if (!current || !strip) return;
  const entry = current.getBoundingClientRect();
  const seen = strip.getBoundingClientRect();
  strip.scrollLeft += (entry.left + entry.right - seen.left - seen.right) / 2;
}

/** Every page carries this, so what few pages need comes by itself. */
export function start(): void {
  showCurrent();
  const form = document.querySelector<HTMLFormElement>("form[data-subscriptions]");
  if (form) void import("./subscriptions").then(({ enhance }) => enhance(form));
  // Only a guest's form has the mark; the form may come into the page later.
  document.addEventListener("change", ({ target }) => {
    const { name, form } = target as HTMLInputElement;
    if (name === "billing_email" && form?.hasAttribute("data-capture-email"))
      void import("./cart-email").then(({ sendCartEmail }) => sendCartEmail(form));
  });
}
