import * as pricingText from "../generated/messages/pricing";
import type { CountdownChange, CountdownView } from "../generated/pricing";

/** The same rule as Rust's `pricing::rules::Countdown`; both run vectors/pricing/countdown.json. */
export type Clockwork = Pick<
  CountdownView,
  | "countdown_time_start"
  | "countdown_time_end"
  | "countdown_time_from"
  | "countdown_time_to"
  | "countdown_time_reset"
>;
export type Messages = Pick<CountdownChange, "message" | "upcoming_message">;

export type Phase = "running" | "upcoming" | "loop-end" | "loop-running" | "end" | "stopped";

export type State = {
  phase: Phase;
  /** The target of the timer in milliseconds; null: it is hidden. */
  target: number | null;
  price: "sale" | "regular";
  badge: boolean;
  words: "message" | "upcoming" | null;
};

export const PLACE = "{countdown_timer}";

/** `YYYY-MM-DD HH:MM:SS` in UTC; null if empty. */
export function readTime(text: string): number | null {
  const time = Date.parse(`${text.replace(" ", "T")}Z`);
  return Number.isNaN(time) ? null : time;
}

function phase(clockwork: Clockwork, now: number): State {
  const [start, end, from, to] = [
    clockwork.countdown_time_start,
    clockwork.countdown_time_end,
    clockwork.countdown_time_from,
    clockwork.countdown_time_to,
  ].map(readTime) as [number | null, number | null, number | null, number | null];
  const reset = clockwork.countdown_time_reset;
  const ended: State = { phase: "end", target: null, price: "regular", badge: false, words: null };
  if (end === null) return ended;
  if (now < end) {
    const onSale = reset >= 0 && from !== null && start !== null && start > from;
    return {
      phase: "running",
      target: end,
      price: onSale ? "sale" : "regular",
      badge: onSale,
      words: "message",
    };
  }
  if (from === null || to === null) return ended;
  if (from === end && now < to) {
    return { phase: "upcoming", target: to, price: "sale", badge: true, words: "upcoming" };
  }
  if (to !== end || reset < 0 || to <= from) return ended;
  // A recurring sale alternates after its first run: pause, run, pause, run.
  const rest = reset * 1000;
  const cycle = to - from + rest;
  const begun = to + Math.floor((now - to) / cycle) * cycle;
  if (now < begun + rest) {
    return { phase: "loop-end", target: begun + rest, price: "regular", badge: false, words: "upcoming" };
  }
  return { phase: "loop-running", target: begun + cycle, price: "sale", badge: true, words: "message" };
}

/** The state of a countdown at a given time. A message without a timer placeholder stops it. */
export function stateAt(clockwork: Clockwork, messages: Messages, now: number): State {
  const state = phase(clockwork, now);
  if (!state.words) return state;
  const text = state.words === "message" ? messages.message : messages.upcoming_message;
  return text.includes(PLACE) ? state : { ...state, phase: "stopped", target: null, words: null };
}

/** Remaining whole seconds, rounded up: it ends when it shows 0. */
export const secondsLeft = (target: number, now: number) => Math.max(0, Math.ceil((target - now) / 1000));

/** The label for screen readers; it changes every minute. */
export function spokenTime(seconds: number): string {
  const minutes = Math.floor(seconds / 60);
  const parts = [
    [Math.floor(minutes / 1440), pricingText.dayCount],
    [Math.floor(minutes / 60) % 24, pricingText.hourCount],
    [minutes % 60, pricingText.minuteCount],
  ] as const;
  const spoken = parts.filter(([count]) => count > 0).map(([count, message]) => message({ count }));
  return `${pricingText.countdownLabel()}: ${spoken.join(" و") || pricingText.minuteCount({ count: 0 })}`;
}

/** The boxes of a timer: unit, value, and the label below it. */
export const UNITS = [
  ["days", 86_400, pricingText.countdownDays],
  ["hours", 3600, pricingText.countdownHours],
  ["minutes", 60, pricingText.countdownMinutes],
  ["seconds", 1, pricingText.countdownSeconds],
] as const;
