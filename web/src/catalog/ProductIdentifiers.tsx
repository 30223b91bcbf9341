import type { ProductIdentifiersView } from "../generated/catalog";
import * as catalogText from "../generated/messages/catalog";
import styles from "./ProductIdentifiers.module.css";

/** Brand, GTIN, MPN and barcode of the product or of the chosen variation. */
export function ProductIdentifiers({ brand, gtin, mpn, barcodeImg, barcodeValue }: ProductIdentifiersView) {
  const rows = [
    { name: "brand", label: catalogText.brand(), value: brand },
    { name: "gtin", label: catalogText.gtin(), value: gtin },
    { name: "mpn", label: catalogText.mpn(), value: mpn },
  ];
  return (
    <div className={styles.idents} hidden={!brand && !gtin && !mpn && !barcodeImg}>
      <dl>
        {rows.map(({ name, label, value }) => (
          <div key={name} hidden={!value}>
            <dt>{label}</dt>
            <dd>
              <bdi data-fact={name}>{value}</bdi>
            </dd>
          </div>
        ))}
      </dl>
      <figure className={styles.barcode} hidden={!barcodeImg}>
        <img
          src={barcodeImg || undefined}
          alt={catalogText.barcode({ value: barcodeValue })}
          width={131}
          height={45}
          loading="lazy"
          data-barcode=""
        />
        <figcaption aria-hidden="true">
          <bdi dir="ltr" data-fact="barcode">
            {barcodeValue}
          </bdi>
        </figcaption>
      </figure>
    </div>
  );
}
