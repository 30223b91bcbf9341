import type { ProductPageView } from "../generated/catalog";
import * as catalogText from "../generated/messages/catalog";
import { Icon } from "../ui/Icon";

type Props = Pick<ProductPageView, "availability" | "stockLeft">;

/** Whether it can be had: a sign and words, never colour alone. */
export function Stock({ availability, stockLeft }: Props) {
  const text =
    availability === "sold-out"
      ? catalogText.outOfStock()
      : availability === "low" && stockLeft !== null
        ? catalogText.stockLeft({ count: stockLeft })
        : catalogText.inStock();
  return (
    <p className={`stock stock--${availability}`}>
      <Icon
        name={availability === "in-stock" ? "check" : availability === "low" ? "clock" : "alert"}
        size="s"
      />
      {text}
    </p>
  );
}
