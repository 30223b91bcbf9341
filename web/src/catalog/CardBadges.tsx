import * as catalogText from "../generated/messages/catalog";
import { SaleBadge } from "../pricing/SaleBadge";

export type CardBadgesProps = { percentOff: number | null; isNew: boolean; isSoldOut: boolean };

/** What is special about a card's product, over its picture. */
export function CardBadges({ percentOff, isNew, isSoldOut }: CardBadgesProps) {
  if (percentOff === null && !isNew && !isSoldOut) return null;
  return (
    <div className="card__badges">
      {percentOff !== null && <SaleBadge percentOff={percentOff} />}
      {isNew && <span className="badge badge--new">{catalogText.new()}</span>}
      {isSoldOut && <span className="badge badge--out">{catalogText.outOfStock()}</span>}
    </div>
  );
}
