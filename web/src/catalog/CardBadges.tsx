import * as catalogText from "../generated/messages/catalog";
import { SaleBadge } from "../pricing/SaleBadge";
import blocks from "../ui/blocks.module.css";
import styles from "./CardBadges.module.css";

export type CardBadgesProps = { percentOff: number | null; isNew: boolean; isSoldOut: boolean };

/** The badges over the picture of a card. */
export function CardBadges({ percentOff, isNew, isSoldOut }: CardBadgesProps) {
  if (percentOff === null && !isNew && !isSoldOut) return null;
  return (
    <div className={styles.badges}>
      {percentOff !== null && <SaleBadge percentOff={percentOff} />}
      {isNew && <span className={`${blocks.badge} ${blocks.badgeNew}`}>{catalogText.new()}</span>}
      {isSoldOut && <span className={`${blocks.badge} ${blocks.badgeOut}`}>{catalogText.outOfStock()}</span>}
    </div>
  );
}
