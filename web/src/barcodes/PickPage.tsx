import type { PickPageView } from "../generated/barcodes";
import * as barcodesText from "../generated/messages/barcodes";
import { Island } from "../renderer/Island";
import controls from "../ui/controls.module.css";
import pageStyles from "./BarcodePage.module.css";
import { PickTool } from "./PickTool.island";

/** Packing an order: each scanned code is a piece in the box. */
export function PickPage({ title, orderUrl, tool }: PickPageView) {
  return (
    <div className={`wrap section ${pageStyles.page}`}>
      <header className={pageStyles.head}>
        <h1>{title}</h1>
        <a className={controls.link} href={orderUrl}>
          {barcodesText.pickOrder()}
        </a>
      </header>
      <p>{barcodesText.pickLead()}</p>
      <Island of={PickTool} id="pick" on="load" props={tool} />
    </div>
  );
}
