import * as pricingText from "../generated/messages/pricing";
import type { CountdownView, SoldShare } from "../generated/pricing";
import styles from "./Countdown.module.css";
import { PLACE, secondsLeft, spokenTime, stateAt, UNITS } from "./countdown";
import pricingStyles from "./pricing.module.css";
import { useNow } from "./use-now";
import { isOver, type Sale } from "./use-sale";

type Props = {
  countdown: CountdownView;
  /** The phase, from `useSale`. */
  phase: Sale["phase"];
  size?: "mini";
  isHidden?: boolean;
};

/** The texts before and after the timer. */
function wordsAround(countdown: CountdownView, words: "message" | "upcoming"): [string, string] {
  const { message, upcoming_message } = countdown.countdown_data_change;
  const [before = "", after = ""] = (words === "message" ? message : upcoming_message).split(PLACE);
  return [before.trim(), after.trim()];
}

const soldOf = ({ sold, offered }: SoldShare) => pricingText.soldOf({ count: sold, total: String(offered) });

/**
 * The remaining time of a sale. The server renders it once for all visitors, so without numbers; without script the
 * end time is shown instead.
 */
export function Countdown({ countdown, phase, size, isHidden }: Props) {
  const { countdown_data_change: change, width, share } = countdown;
  const now = useNow();
  const state = now === null || isOver(phase) ? null : stateAt(countdown, change, now);
  const seconds = state?.target && now !== null ? secondsLeft(state.target, now) : null;
  const [before, after] = state?.words
    ? wordsAround(countdown, state.words)
    : [countdown.before, countdown.after];
  const isMini = size === "mini";
  let left = seconds ?? 0;
  return (
    <div
      className={isMini ? `${styles.deal} ${styles.dealMini}` : styles.deal}
      data-countdown={JSON.stringify({
        countdown_time_start: countdown.countdown_time_start,
        countdown_time_end: countdown.countdown_time_end,
        countdown_time_from: countdown.countdown_time_from,
        countdown_time_to: countdown.countdown_time_to,
        countdown_time_reset: countdown.countdown_time_reset,
      })}
      data-countdown_data_change={JSON.stringify(change)}
      data-cache={countdown.cached ? "1" : undefined}
      data-phase={phase ?? undefined}
      hidden={isHidden || isOver(phase)}
    >
      <div className={styles.head}>
        <span hidden={!before}>{before}</span>
        <div
          className={isMini ? `${styles.countdown} ${styles.countdownMini}` : styles.countdown}
          role="timer"
          aria-label={seconds === null ? pricingText.countdownLabel() : spokenTime(seconds)}
        >
          {UNITS.map(([unit, length, word]) => {
            const count = Math.floor(left / length);
            left -= count * length;
            const digits = String(count).padStart(2, "0");
            return (
              <span
                key={unit}
                data-unit={unit}
                aria-hidden="true"
                hidden={unit === "days" && (seconds === null ? !countdown.days : count === 0)}
              >
                {/* A new element for each number restarts its animation. */}
                <b key={digits} className={seconds === null ? undefined : styles.isTurning}>
                  {digits}
                </b>
                <i>{word({ count })}</i>
              </span>
            );
          })}
        </div>
        <span hidden={isMini || !after}>{after}</span>
        <time className={styles.until} dateTime={countdown.target}>
          {pricingText.countdownUntil()} {countdown.until}
        </time>
      </div>
      {share && !isMini && (
        <>
          <progress
            className={pricingStyles.progress}
            value={width ?? 0}
            max={100}
            data-width={width}
            aria-label={soldOf(share)}
          />
          <p className={styles.sold} aria-hidden="true">
            {soldOf(share)}
          </p>
        </>
      )}
    </div>
  );
}
