import { type ComponentType, type FormEvent, useEffect, useId, useRef, useState } from "react";
import type { BarcodeToolView } from "../generated/barcodes";
import * as barcodesText from "../generated/messages/barcodes";
import { classes } from "../ui/classes";
import controls from "../ui/controls.module.css";
import forms from "../ui/forms.module.css";
import { HiddenInputs } from "../ui/HiddenInputs";
import { Icon } from "../ui/Icon";
import { Notice } from "../ui/Notice";
import { Skeleton } from "../ui/Skeleton";
import { useHydrated } from "../ui/use-hydrated";
import { BarcodeResults } from "./BarcodeResults";
import styles from "./BarcodeTool.module.css";
import type { CameraProps } from "./CameraScanner";
import { FeedbackSwitch } from "./FeedbackSwitch";
import { useBarcodes } from "./use-barcodes";
import { useScannerKeys } from "./use-scanner-keys";

/** Only some browsers read codes themselves, and only on secure origins. */
const canScan = () => "BarcodeDetector" in window && navigator.mediaDevices !== undefined;

/** The field for codes and what they are found as. Without script a plain search, and plain forms in its results. */
export function BarcodeTool(view: BarcodeToolView) {
  const id = useId();
  const live = useHydrated();
  const tool = useBarcodes(view);
  const field = useRef<HTMLInputElement>(null);
  const found = useRef<HTMLElement>(null);
  const [Camera, setCamera] = useState<ComponentType<CameraProps> | null>(null);
  const { results, notice, isSearching, waiting } = tool;
  const count = results && results.error === null ? results.rows.length + (results.order ? 1 : 0) : null;

  useScannerKeys(field);
  // A scanner types into the field at once; a notice of the last form keeps the focus.
  useEffect(() => {
    if (!view.notice) field.current?.focus({ preventScroll: true });
  }, [view.notice]);

  // On a phone the buttons of the new row would be below the fold.
  useEffect(() => {
    if (results !== view.results) found.current?.scrollIntoView?.({ block: "nearest" });
  }, [results, view.results]);

  const next = () => {
    tool.clear();
    field.current?.focus();
  };
  const openCamera = async () => {
    const { CameraScanner } = await import("./CameraScanner");
    setCamera(() => CameraScanner);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    tool.searchNow();
    field.current?.select();
  };

  return (
    <div className={styles.tool}>
      {view.isCounting && view.count && (
        <p className={styles.count}>
          <span>{barcodesText.lines({ count: tool.lines })}</span>
          <a className={controls.link} href={view.count.reportUrl}>
            {barcodesText.countReport()}
          </a>
        </p>
      )}
      <form className={styles.scan} method="get" action={view.action} onSubmit={submit}>
        <HiddenInputs
          pairs={[
            ["store_id", view.storeId],
            ["barcode-type", view.codeType],
            ...(view.isCounting ? ([["mode", "count"]] as Array<[string, string]>) : []),
          ]}
        />
        <label className={forms.label} htmlFor={`${id}-code`}>
          {barcodesText.label()}
        </label>
        <div className={styles.field}>
          <input
            ref={field}
            id={`${id}-code`}
            className={`${forms.input} ltr`}
            name="text"
            type="text"
            inputMode="text"
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            maxLength={100}
            placeholder={barcodesText.placeholder()}
            aria-describedby={`${id}-hint`}
            value={tool.text}
            onChange={({ target }) => tool.type(target.value)}
            onKeyDown={(event) => {
              if (event.key !== "Enter") return;
              event.preventDefault();
              tool.enter();
              // The next scan replaces this one.
              event.currentTarget.select();
            }}
          />
          <span className={styles.mark} aria-hidden="true">
            {isSearching ? <span className={styles.spin} /> : <Icon name="barcode" size="l" />}
          </span>
        </div>
        <p className={styles.hint} id={`${id}-hint`}>
          {barcodesText.hint()} {barcodesText.store({ name: view.storeName, id: view.storeId })}
        </p>
        <button type="submit" className={classes(controls.btn, controls.btnLight, styles.search)}>
          {barcodesText.search()}
        </button>
      </form>
      {Camera && <Camera onCode={tool.scan} onStop={() => setCamera(null)} />}
      {notice && <Notice kind={notice.isError ? "error" : "ok"}>{notice.text}</Notice>}
      {waiting.length > 0 && (
        <p className={styles.waiting}>
          {barcodesText.waiting({ count: String(waiting.length) })}
          {!isSearching && (
            <button type="button" className={controls.link} onClick={() => tool.searchNow()}>
              {barcodesText.retry()}
            </button>
          )}
        </p>
      )}
      <section
        ref={found}
        className={styles.results}
        aria-label={barcodesText.results()}
        aria-busy={isSearching}
      >
        <h2 className="sr">{barcodesText.results()}</h2>
        <p role="status" className={styles.found}>
          {isSearching ? barcodesText.searching() : count !== null && barcodesText.found({ count })}
        </p>
        {isSearching ? (
          <div className={styles.loading}>
            <Skeleton shape="picture" />
            <span>
              <Skeleton width="long" />
              <Skeleton width="half" />
            </span>
          </div>
        ) : (
          results && <BarcodeResults {...results} busy={tool.busy} onAct={tool.act} />
        )}
      </section>
      {live && (
        <div className={styles.bar}>
          {canScan() && !Camera && (
            <button
              type="button"
              className={classes(controls.btn, styles.big)}
              onClick={() => void openCamera()}
            >
              <Icon name="camera" />
              {barcodesText.camera()}
            </button>
          )}
          <button
            type="button"
            className={classes(controls.btn, controls.btnPrimary, styles.big)}
            onClick={next}
          >
            <Icon name="barcode" />
            {barcodesText.next()}
          </button>
        </div>
      )}
      {live && <FeedbackSwitch />}
    </div>
  );
}
