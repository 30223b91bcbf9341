import * as pricingText from "../generated/messages/pricing";
import type { CountdownChange } from "../generated/pricing";
import { askTheTime, serverNow } from "./clock";
import { type Clockwork, PLACE, type State, stateAt, UNITS } from "./countdown";
import { ended } from "./countdown-end";
import { priceArea, putPrice } from "./price-area";

type Timer = {
  box: HTMLElement;
  clockwork: Clockwork;
  change: CountdownChange;
  shown: State["phase"] | null;
};

/** Whole seconds that are left, a begun one counted: it ends when it reads nothing. */
const secondsLeft = (target: number, now: number) => Math.max(0, Math.ceil((target - now) / 1000));

function write(box: HTMLElement, seconds: number): void {
  let left = seconds;
  for (const [unit, size, word] of UNITS) {
    const count = Math.floor(left / size);
    left -= count * size;
    const place = box.querySelector<HTMLElement>(`[data-unit=${unit}]`);
    const digits = place?.querySelector("b");
    if (!place || !digits) continue;
    place.hidden = unit === "days" && count === 0;
    const text = String(count).padStart(2, "0");
    if (digits.textContent === text) continue;
    digits.textContent = text;
    // Begun again with each number.
    digits.classList.remove("is-turning");
    void digits.offsetWidth;
    digits.classList.add("is-turning");
    const label = place.querySelector("i");
    if (label) label.textContent = word({ count });
  }
}

/** One sentence for those who hear it; it changes with the minute, and is read when it is reached. */
function say(box: HTMLElement, seconds: number): void {
  const minutes = Math.floor(seconds / 60);
  const parts = [
    [Math.floor(minutes / 1440), pricingText.dayCount],
    [Math.floor(minutes / 60) % 24, pricingText.hourCount],
    [minutes % 60, pricingText.minuteCount],
  ] as const;
  const said = parts.filter(([count]) => count > 0).map(([count, message]) => message({ count }));
  const text = `${pricingText.countdownLabel()}: ${said.join(" و") || pricingText.minuteCount({ count: 0 })}`;
  const timer = box.querySelector("[role=timer]");
  if (timer?.getAttribute("aria-label") !== text) timer?.setAttribute("aria-label", text);
}

/** What a price takes off, in whole percent and never rounded up, as the server has it. */
function percentOff(price: Element): number {
  // Both have two decimals, so their digits alone compare.
  const [before = 0, after = 0] = [...price.querySelectorAll("del bdi, ins bdi")].map((amount) =>
    Number(amount.textContent?.replace(/\D/g, "")),
  );
  return before > after ? Math.floor(((before - after) * 100) / before) : 0;
}

/** The price and the badge are those of its own card, or of the page. */
function switchPrice({ box, change }: Timer, state: State): void {
  const html = state.price === "sale" ? change.sale_price_html : change.regular_price_html;
  const card = box.closest(".card");
  const off = percentOff(putPrice(card ? card.querySelectorAll(".card__foot") : priceArea(), html));
  for (const badge of (card ?? document).querySelectorAll<HTMLElement>(".badge--sale")) {
    if (badge.closest(".card") !== card) continue;
    badge.hidden = !state.badge || off === 0;
    const number = badge.querySelector("bdi");
    if (number) number.textContent = `${off}%`;
  }
}

function enter(timer: Timer, state: State): void {
  const { box, change } = timer;
  const first = timer.shown === null;
  timer.shown = state.phase;
  box.dataset.phase = state.phase;
  if (state.target === null) {
    box.hidden = true;
    if (state.phase === "end") ended(change, box.dataset.cache === "1", first);
    return;
  }
  const [before = "", after = ""] = (state.words === "message" ? change.message : change.upcoming_message)
    .split(PLACE)
    .map((part) => part.trim());
  const write = (place: HTMLElement | null, text: string) => {
    if (!place) return;
    place.textContent = text;
    place.hidden = text === "" || box.classList.contains("deal--mini");
  };
  write(box.querySelector("[data-before]"), before);
  write(box.querySelector("[data-after]"), after);
  // As the page was drawn the price is right; a later phase has its own. A variation's is drawn anew.
  if (first && state.phase === "running") return;
  if (change.product_type === "variation") ended(change, false, first);
  else switchPrice(timer, state);
}

function tick(timer: Timer, now: number): void {
  if (timer.shown === "end" || timer.shown === "stopped") return;
  const state = stateAt(timer.clockwork, timer.change, now);
  if (state.phase !== timer.shown) enter(timer, state);
  if (state.target === null) return;
  const seconds = secondsLeft(state.target, now);
  write(timer.box, seconds);
  say(timer.box, seconds);
}

let timers: Array<Timer> = [];
let clock: ReturnType<typeof setTimeout> | undefined;

/** Looks for countdowns on the page; those it knows go on. */
export function run(): void {
  const boxes = [...document.querySelectorAll<HTMLElement>("[data-countdown]")];
  const known = new Map(timers.map((timer) => [timer.box, timer]));
  timers = boxes.map(
    (box) =>
      known.get(box) ?? {
        box,
        clockwork: JSON.parse(box.dataset.countdown ?? "{}"),
        change: JSON.parse(box.dataset.countdown_data_change ?? "{}"),
        shown: null,
      },
  );
  clearTimeout(clock);
  const all = () => {
    const now = serverNow();
    for (const timer of timers) tick(timer, now);
    // At the full second, so that every clock on the page turns at once.
    clock = setTimeout(all, 1000 - (now % 1000));
  };
  all();
}

export async function start(): Promise<void> {
  await askTheTime();
  run();
  // After a sleep the machine's clock may have been set.
  document.addEventListener("visibilitychange", () => {
    if (!document.hidden) void askTheTime();
  });
}
