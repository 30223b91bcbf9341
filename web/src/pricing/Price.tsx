import type { PriceView } from "../generated/pricing";
import { t } from "../ui/messages";
import { Money } from "./Money";
import "./texts";

/** A price; on sale the old one first, each with a label that only a screen reader says. */
export function Price({ amount, regular, from }: PriceView) {
  return (
    <span className="price">
      {from && <span className="price__from">{t("pricing.from")} </span>}
      {regular === null ? (
        <Money text={amount} />
      ) : (
        <>
          <del>
            <span className="sr">{t("pricing.before-sale")} </span>
            <Money text={regular} />
          </del>{" "}
          <ins>
            <span className="sr">{t("pricing.after-sale")} </span>
            <Money text={amount} />
          </ins>
        </>
      )}
    </span>
  );
}
