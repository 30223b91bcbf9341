/** Submits the sort form when another order is selected. */
export function start(): void {
  document.addEventListener("change", ({ target }) => {
    if ((target as Element).matches(".woocommerce-ordering [name=orderby]")) {
      (target as HTMLSelectElement).form?.requestSubmit();
    }
  });
}
