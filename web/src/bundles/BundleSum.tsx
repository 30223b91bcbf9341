import type { ReactNode } from "react";
import type { TermsView } from "../generated/bundles";
import { formatMoney } from "../pricing/money";
import { t } from "../ui/messages";
import { useHydrated } from "../ui/use-hydrated";
import type { Verdict } from "./rules";
import "./texts";

type Props = {
  terms: TermsView;
  verdict: Verdict;
  priceSuffix: string;
  total: ReactNode;
  children: ReactNode;
};

/** What is asked of a selection, in the fewest words. */
function hint({ hasOptional, min, max, totalMin, totalMax, fixedPrice }: TermsView): string | null {
  if (hasOptional && min !== null && max !== null) {
    return t("bundles.between", { min, max: Number(max) });
  }
  if (hasOptional && min !== null) return t("bundles.at-least", { min: Number(min) });
  if (hasOptional && max !== null) return t("bundles.at-most", { max: Number(max) });
  if (fixedPrice !== null) return null;
  if (totalMin !== null) return t("bundles.amount-at-least", { amount: formatMoney(totalMin) });
  return totalMax === null ? null : t("bundles.amount-at-most", { amount: formatMoney(totalMax) });
}

/** How many, how much, and the button. */
export function BundleSum({ terms, verdict, priceSuffix, total, children }: Props) {
  const live = useHydrated();
  const asked = hint(terms);
  const most = Number(terms.hasOptional ? (terms.max ?? terms.min ?? 0) : 0);
  const selected = Number(verdict.selected);
  return (
    <div className="bundle__sum">
      <p className="bundle__count">
        <span className="bundle__selected" role="status">
          {t("bundles.selected")} <b>{t("bundles.pieces", { count: selected })}</b>
        </span>
        {asked && <span className="bundle__hint">{asked}</span>}
      </p>
      {most > 0 && (
        <progress
          className={selected > most ? "progress is-over" : "progress"}
          max={most}
          value={Math.min(selected, most)}
          aria-label={t("bundles.progress")}
        />
      )}
      {children}
      <p className="bundle__total" role="status">
        <span>{t("bundles.total-label")}</span>
        <span>
          {total}
          {priceSuffix && <span className="bundle__suffix"> {priceSuffix}</span>}
          {verdict.saved !== null && verdict.problem === null && (
            <span className="bundle__saved">
              {" "}
              {t("bundles.saved", { amount: formatMoney(verdict.saved) })}
            </span>
          )}
        </span>
      </p>
      <button
        type="submit"
        className="btn btn--primary btn--lg btn--block single_add_to_cart_button"
        disabled={live && verdict.problem !== null}
      >
        {t("bundles.add")}
      </button>
    </div>
  );
}
