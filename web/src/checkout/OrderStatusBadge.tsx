import type { OrderState, StateView } from "../generated/checkout";
import blocks from "../ui/blocks.module.css";
import { classes } from "../ui/classes";
import checkoutStyles from "./checkout.module.css";
import styles from "./OrderStatusBadge.module.css";

/** The status of an order as text; the colour is only a visual aid. */
const LOOKS: Partial<Record<OrderState, string | undefined>> = {
  processing: styles.honey,
  on_hold: styles.honey,
  shipped: checkoutStyles.badgeOk,
  delivered: checkoutStyles.badgeOk,
  completed: checkoutStyles.badgeOk,
  failed: styles.wrong,
};

export function OrderStatusBadge({ state: { name, label } }: { state: StateView }) {
  return (
    <span className={classes(blocks.badge, LOOKS[name])} data-state={name}>
      {label}
    </span>
  );
}
