import { rememberViewed } from "./recent";
import { startHearts } from "./start-hearts";

export function start(): void {
  const viewed = document.querySelector<HTMLElement>("[data-viewed]")?.dataset.viewed;
  if (viewed) rememberViewed(viewed);
  startHearts();
}
