import type { BarcodePageView } from "../generated/barcodes";
import * as barcodesText from "../generated/messages/barcodes";
import { Island } from "../renderer/Island";
import { Notice } from "../ui/Notice";
import styles from "./BarcodePage.module.css";
import { BarcodeTabs } from "./BarcodeTabs";
import { BarcodeTool } from "./BarcodeTool.island";

/** The staff's tool for codes: find, change stock, count. */
export function BarcodePage({ stores, modes, tool }: BarcodePageView) {
  return (
    <div className={`wrap section ${styles.page}`}>
      <header className={styles.head}>
        <h1>{barcodesText.title()}</h1>
        <span className={styles.badge}>{barcodesText.staff()}</span>
      </header>
      <BarcodeTabs label={barcodesText.types()} tabs={modes} />
      <BarcodeTabs label={barcodesText.stores()} tabs={stores} />
      {tool ? (
        <Island of={BarcodeTool} id="barcode-tool" on="load" props={tool} />
      ) : (
        <Notice kind="warning">{barcodesText.noStore()}</Notice>
      )}
    </div>
  );
}
