import * as text from "../generated/messages/staff_products";
import type { SaleStagesView } from "../generated/staff_products";
import { Price } from "../pricing/Price";
import styles from "./SaleStages.module.css";

/** What shoppers see before, in and after a sale. */
export function SaleStages({ zone, stages }: SaleStagesView) {
  return (
    <section className={styles.stages} aria-labelledby="sale-stages">
      <h3 id="sale-stages">{text.stages()}</h3>
      <p>{text.stagesZone({ zone })}</p>
      <ol>
        {stages.map(({ label, when, price, countdown, isNow }) => (
          <li key={label} className={isNow ? styles.now : undefined}>
            <b>{isNow ? `${label} · ${text.stageNow()}` : label}</b>
            <span>{when}</span>
            <Price {...price} />
            {countdown && <span>{countdown}</span>}
          </li>
        ))}
      </ol>
    </section>
  );
}
