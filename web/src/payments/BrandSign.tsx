import styles from "./BrandSign.module.css";
import { BRANDS, isBrand } from "./brands";

type Props = {
  brand: string;
  /** Decorative: a label beside it names the brand. */
  isNamed?: boolean;
  /** It is the brand of the typed number. */
  isOn?: boolean;
};

/** The logo of a card brand or of a bank account. */
export function BrandSign({ brand, isNamed, isOn }: Props) {
  const known = isBrand(brand) ? BRANDS[brand] : null;
  return (
    <span className={isOn ? `${styles.brand} ${styles.isOn}` : styles.brand} data-brand={brand}>
      <span aria-hidden="true">{known?.sign ?? "BANK"}</span>
      {known && !isNamed && <span className="sr">{known.name()}</span>}
    </span>
  );
}
