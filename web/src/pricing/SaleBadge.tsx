import { t } from "../ui/messages";
import "./texts";

/** «خصم 20%»: in words, because «−20%» is read aloud as a subtraction. */
export function SaleBadge({ percentOff }: { percentOff: number }) {
  return (
    <span className="badge badge--sale">
      {t("pricing.sale-badge")} <bdi dir="ltr">{percentOff}%</bdi>
    </span>
  );
}
