import * as pricingText from "../generated/messages/pricing";
import type { CountdownView } from "../generated/pricing";
import { UNITS } from "./countdown";

/**
 * The time left of a sale. Drawn once for everybody, so it holds no numbers; `countdown-timer.ts` fills them in. Without
 * script the moment itself is shown instead.
 */
export function Countdown({
  countdown,
  mini,
  cached,
}: {
  countdown: CountdownView;
  mini?: boolean;
  cached?: boolean;
}) {
  const { before, after, days, target, until, width, ...wire } = countdown;
  const { countdown_data_change: change, ...times } = wire;
  return (
    <div
      className={mini ? "deal deal--mini" : "deal"}
      data-countdown={JSON.stringify(times)}
      data-countdown_data_change={JSON.stringify(change)}
      data-cache={cached ? "1" : undefined}
    >
      <div className="deal__head">
        <span data-before="" hidden={mini}>
          {before}
        </span>
        <div
          className={mini ? "countdown countdown--mini" : "countdown"}
          role="timer"
          aria-label={pricingText.countdownLabel()}
        >
          {UNITS.map(([unit, , word]) => (
            <span key={unit} data-unit={unit} aria-hidden="true" hidden={unit === "days" && !days}>
              <b>00</b>
              <i>{word({ count: 0 })}</i>
            </span>
          ))}
        </div>
        <span data-after="" hidden={mini || !after}>
          {after}
        </span>
        <time className="deal__until" dateTime={target}>
          {pricingText.countdownUntil()} {until}
        </time>
      </div>
      {width !== null && !mini && (
        <>
          <progress
            className="progress"
            value={width}
            max={100}
            data-width={width}
            aria-label={pricingText.countdownSold()}
          />
          <p className="deal__sold" aria-hidden="true">
            {pricingText.countdownSold()} <bdi dir="ltr">{width}%</bdi>
          </p>
        </>
      )}
    </div>
  );
}
