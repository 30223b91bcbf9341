/** Reports to the server; the answer does not matter. */
function send(url: string, fields: Record<string, string>): void {
  // A response whose body is not read occupies its connection.
  fetch(url, { method: "POST", body: new URLSearchParams(fields), keepalive: true })
    .then((response) => response.text())
    .catch(() => {});
}

/**
 * Reports a query without a result, and, where the shop ranks by use, the products that are opened from its results. Search
 * results come from a cache, so the server does not see who reads them.
 */
export function reportSearch(): void {
  const results = document.querySelector<HTMLElement>("[data-search-report]");
  if (!results) return;
  const { searchReport: url = "", searchQuery: query = "" } = results.dataset;
  if ("searchUnanswered" in results.dataset) send(url, { query });
  if (!("searchChoices" in results.dataset)) return;
  results.addEventListener("click", ({ target }) => {
    const product = (target as Element).closest("a")?.closest<HTMLElement>("[data-product]");
    if (product) send(url, { query, product: product.dataset.product ?? "" });
  });
}
