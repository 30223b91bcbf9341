import type { ProductPageView } from "../generated/catalog";
import * as catalogText from "../generated/messages/catalog";
import { classes } from "../ui/classes";
import { Icon } from "../ui/Icon";
import styles from "./Stock.module.css";

const LOOKS: Record<string, string | undefined> = { low: styles.low, "sold-out": styles.soldOut };

type Props = Pick<ProductPageView, "availability" | "stockLeft">;

/** The availability as an icon and text, never by colour alone. */
export function Stock({ availability, stockLeft }: Props) {
  const text =
    availability === "sold-out"
      ? catalogText.outOfStock()
      : availability === "low" && stockLeft !== null
        ? catalogText.stockLeft({ count: stockLeft })
        : catalogText.inStock();
  return (
    <p className={classes(styles.stock, LOOKS[availability])}>
      <Icon
        name={availability === "in-stock" ? "check" : availability === "low" ? "clock" : "alert"}
        size="s"
      />
      {text}
    </p>
  );
}
