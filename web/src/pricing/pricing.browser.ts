/** Countdowns, tables and prices that follow a quantity are on few pages, so what they need comes by itself. */
export function start(): void {
  if (document.querySelector("[data-countdown], template[data-countdown-of]")) {
    void import("./countdown-timer").then((timer) => timer.start());
    // A variation's own countdown stands in the place of the product's.
    document.addEventListener("show_variation", (event) =>
      showCountdown((event as CustomEvent).detail.variation_id),
    );
    document.addEventListener("hide_variation", () => showCountdown(null));
  }
  for (const form of document.querySelectorAll<HTMLFormElement>("form[data-discounts]")) {
    void import("./discounts").then(({ follow }) => follow(form));
  }
}

function showCountdown(variation: string | null): void {
  const place = document.querySelector<HTMLElement>("[data-countdown-place]");
  const own = place?.querySelector<HTMLElement>(":scope > [data-countdown]");
  const shown = place?.querySelector<HTMLElement>("[data-variation-countdown]");
  if (!place || !shown) return;
  if (own) own.hidden = variation !== null;
  const template = place.querySelector<HTMLTemplateElement>(
    `template[data-countdown-of="${Number(variation)}"]`,
  );
  shown.replaceChildren(...(template ? [template.content.cloneNode(true)] : []));
  void import("./countdown-timer").then((timer) => timer.run());
}
