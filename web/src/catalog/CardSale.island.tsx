import type { CountdownView } from "../generated/pricing";
import { Countdown } from "../pricing/Countdown";
import { useSale, useSaleEnd } from "../pricing/use-sale";
import { CardBadges, type CardBadgesProps } from "./CardBadges";
import styles from "./CardSale.module.css";

type Props = CardBadgesProps & { countdown: CountdownView };

/** The countdown of a card, with the badges, one of which it changes. */
export function CardSale({ countdown, percentOff, ...badges }: Props) {
  const sale = useSale(countdown);
  useSaleEnd(sale);
  return (
    <>
      <CardBadges {...badges} percentOff={sale.price ? sale.price.percentOff : percentOff} />
      <div className={styles.timer}>
        <Countdown countdown={countdown} phase={sale.phase} size="mini" />
      </div>
    </>
  );
}
