import type { ReactNode, RefObject } from "react";
import type { TermsView } from "../generated/bundles";
import * as bundlesText from "../generated/messages/bundles";
import { formatMoney } from "../pricing/money";
import pricingStyles from "../pricing/pricing.module.css";
import controls from "../ui/controls.module.css";
import { useHydrated } from "../ui/use-hydrated";
import styles from "./BundleSum.module.css";
import type { Verdict } from "./rules";

type Props = {
  terms: TermsView;
  verdict: Verdict;
  priceSuffix: string;
  total: ReactNode;
  /** The row of the add button. */
  row: RefObject<HTMLDivElement | null>;
  children: ReactNode;
};

/** The requirements of a selection, as short texts. */
function hint({ hasOptional, min, max, totalMin, totalMax, fixedPrice }: TermsView): string | null {
  if (hasOptional && min !== null && max !== null) {
    return bundlesText.between({ min, max: Number(max) });
  }
  if (hasOptional && min !== null) return bundlesText.atLeast({ min: Number(min) });
  if (hasOptional && max !== null) return bundlesText.atMost({ max: Number(max) });
  if (fixedPrice !== null) return null;
  if (totalMin !== null) return bundlesText.amountAtLeast({ amount: formatMoney(totalMin) });
  return totalMax === null ? null : bundlesText.amountAtMost({ amount: formatMoney(totalMax) });
}

/** The number of pieces, the total and the add button. */
export function BundleSum({ terms, verdict, priceSuffix, total, row, children }: Props) {
  const live = useHydrated();
  const requirements = hint(terms);
  const most = Number(terms.hasOptional ? (terms.max ?? terms.min ?? 0) : 0);
  const selected = Number(verdict.selected);
  return (
    <div className={styles.sum}>
      <p className={styles.count}>
        <span role="status">
          {bundlesText.selected()} <b>{bundlesText.pieces({ count: selected })}</b>
        </span>
        {requirements && <span className={styles.hint}>{requirements}</span>}
      </p>
      {most > 0 && (
        <progress
          className={
            selected > most ? `${pricingStyles.progress} ${pricingStyles.isOver}` : pricingStyles.progress
          }
          max={most}
          value={Math.min(selected, most)}
          aria-label={bundlesText.progress()}
        />
      )}
      {children}
      <p className={styles.total} role="status">
        <span>{bundlesText.totalLabel()}</span>
        <span>
          {total}
          {priceSuffix && <span className={styles.suffix}> {priceSuffix}</span>}
          {verdict.saved !== null && (
            <span className={styles.saved}> {bundlesText.saved({ amount: formatMoney(verdict.saved) })}</span>
          )}
        </span>
      </p>
      <div ref={row}>
        <button
          type="submit"
          className={`${controls.btn} ${controls.btnPrimary} ${controls.btnLg} ${controls.btnBlock} single_add_to_cart_button`}
          disabled={live && verdict.refusal !== null}
        >
          {bundlesText.add()}
        </button>
      </div>
    </div>
  );
}
