import type { ProductPageView } from "../generated/catalog";
import { Icon } from "../ui/Icon";
import { t } from "../ui/messages";
import "./texts";

type Props = Pick<ProductPageView, "availability" | "stockLeft">;

/** Whether it can be had: a sign and words, never colour alone. */
export function Stock({ availability, stockLeft }: Props) {
  const text =
    availability === "sold-out"
      ? t("catalog.out-of-stock")
      : availability === "low" && stockLeft !== null
        ? t("catalog.stock-left", { count: stockLeft })
        : t("catalog.in-stock");
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
