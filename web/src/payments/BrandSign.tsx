import { BRANDS, isBrand } from "./brands";

/** A card's brand as a small sign; a bank account has one as well. Beside a name that says it, it is not read again. */
export function BrandSign({ brand, isNamed }: { brand: string; isNamed?: boolean }) {
  const known = isBrand(brand) ? BRANDS[brand] : null;
  return (
    <span className="brand" data-brand={brand}>
      <span aria-hidden="true">{known?.sign ?? "BANK"}</span>
      {known && !isNamed && <span className="sr">{known.name()}</span>}
    </span>
  );
}
