import styles from "./BrandSign.module.css";
import { BRANDS, isBrand } from "./brands";

type Props = {
  brand: string;
  /** It stands beside a name that says it, and is not read again. */
  isNamed?: boolean;
  /** It is the brand of the number that is being typed. */
  isOn?: boolean;
};

/** A card's brand as a small sign; a bank account has one as well. */
export function BrandSign({ brand, isNamed, isOn }: Props) {
  const known = isBrand(brand) ? BRANDS[brand] : null;
  return (
    <span className={isOn ? `${styles.brand} ${styles.isOn}` : styles.brand} data-brand={brand}>
      <span aria-hidden="true">{known?.sign ?? "BANK"}</span>
      {known && !isNamed && <span className="sr">{known.name()}</span>}
    </span>
  );
}
