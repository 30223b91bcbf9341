import { parseDocument } from "../runtime/trusted-html";

const BLOCK = "[data-region=cart-suggestions]";

/** Moves a row of products by one, and from the end back to the beginning. */
function advance(slider: HTMLElement): void {
  const item = slider.querySelector<HTMLElement>(".slider__item");
  if (!item) return;
  // Right to left, scrolling counts downwards.
  const most = slider.scrollWidth - slider.clientWidth;
  const done = Math.abs(slider.scrollLeft) >= most - 2;
  slider.scrollTo({ left: done ? 0 : slider.scrollLeft - item.offsetWidth - 16, behavior: "smooth" });
}

function startSlider(slider: HTMLElement): void {
  const button = slider.closest(BLOCK)?.querySelector<HTMLButtonElement>("[data-slider-toggle]");
  const delay = Number(slider.dataset.delay) || 3000;
  const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
  let playing = !still;
  const [pause, play] = [button?.getAttribute("aria-label") ?? "", button?.dataset.play ?? ""];
  const show = () => {
    button?.setAttribute("aria-label", playing ? pause : play);
    button?.toggleAttribute("data-paused", !playing);
  };
  if (button) button.hidden = slider.scrollWidth <= slider.clientWidth;
  button?.addEventListener("click", () => {
    playing = !playing;
    show();
  });
  show();
  const timer = setInterval(() => {
    if (!slider.isConnected) clearInterval(timer);
    // Whoever is in it, by pointer or by keyboard, is not moved about.
    else if (playing && !document.hidden && !slider.matches(":hover, :focus-within")) advance(slider);
  }, delay);
}

/** Call 3: the same page once more, for its suggestions alone. */
async function reload(): Promise<void> {
  const block = document.querySelector(BLOCK);
  if (!block) return;
  const answer = await fetch(location.href).catch(() => null);
  if (!answer?.ok) return;
  const fresh = parseDocument(await answer.text()).querySelector(BLOCK);
  if (fresh?.querySelector("[data-slider]")) block.replaceWith(document.importNode(fresh, true));
  else block.replaceChildren();
  start();
}

function start(): void {
  for (const slider of document.querySelectorAll<HTMLElement>("[data-slider]:not([data-started])")) {
    slider.dataset.started = "";
    startSlider(slider);
  }
}

export function startSuggestions(): void {
  start();
  document.body.addEventListener("added_to_cart", () => void reload());
}
