import type { ProductPageView } from "../generated/catalog";
import { Countdown } from "../pricing/Countdown";

/** The product's own countdown, and those of its variations, which take its place when they are chosen. */
export function ProductCountdown({ countdown, buy, discounts }: ProductPageView) {
  const others = buy?.variations.filter((variation) => variation.countdown) ?? [];
  if (!countdown && others.length === 0) return null;
  return (
    <div className="deal-place" data-countdown-place="">
      {countdown && <Countdown countdown={countdown} cached={discounts.cache} />}
      <div data-variation-countdown="" />
      {others.map(({ variation_id, countdown: own }) => (
        <template key={variation_id} data-countdown-of={variation_id}>
          {own && <Countdown countdown={own} cached={discounts.cache} />}
        </template>
      ))}
    </div>
  );
}
