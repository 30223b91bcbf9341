/** Another order is another page: chosen is sent. */
export function start(): void {
  document.addEventListener("change", ({ target }) => {
    if ((target as Element).matches(".woocommerce-ordering [name=orderby]")) {
      (target as HTMLSelectElement).form?.requestSubmit();
    }
  });
}
