import * as pricingText from "../generated/messages/pricing";
import blocks from "../ui/blocks.module.css";

/** «خصم 20%»: in words, because screen readers read «−20%» as a subtraction. Null: hidden until a sale begins. */
export function SaleBadge({ percentOff }: { percentOff: number | null }) {
  return (
    <span className={`${blocks.badge} ${blocks.badgeSale}`} hidden={percentOff === null}>
      {pricingText.saleBadge()} <bdi dir="ltr">{percentOff ?? 0}%</bdi>
    </span>
  );
}
