import { type ComponentType, type FormEvent, useEffect, useId, useRef, useState } from "react";
import type { PickLineView, PickToolView } from "../generated/barcodes";
import * as barcodesText from "../generated/messages/barcodes";
import { classes } from "../ui/classes";
import controls from "../ui/controls.module.css";
import forms from "../ui/forms.module.css";
import { HiddenInputs } from "../ui/HiddenInputs";
import { Icon } from "../ui/Icon";
import { Notice } from "../ui/Notice";
import { useHydrated } from "../ui/use-hydrated";
import tool from "./BarcodeTool.module.css";
import type { CameraProps } from "./CameraScanner";
import { FeedbackSwitch } from "./FeedbackSwitch";
import styles from "./PickTool.module.css";
import { type PickAct, usePick } from "./use-pick";
import { useScannerKeys } from "./use-scanner-keys";

const canScan = () => "BarcodeDetector" in window && navigator.mediaDevices !== undefined;

type ActProps = {
  view: PickToolView;
  act: PickAct;
  value?: string;
  label: string;
  /** Where several buttons have the same words. */
  named?: string;
  isMain?: boolean;
  isBusy: boolean;
  onAct: (act: PickAct, value: string) => void;
};

/** A button that is a form of its own, so that it works without script. */
function ActForm({ view, act, value = "", label, named, isMain = false, isBusy, onAct }: ActProps) {
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onAct(act, value);
  };
  return (
    <form method="post" action={view.action} onSubmit={submit}>
      <HiddenInputs
        pairs={[
          ["nonce", view.nonce],
          ["key", `${view.requestKey}-${act}`],
          ["act", act],
          ["value", value],
        ]}
      />
      <button
        type="submit"
        className={classes(controls.btn, isMain ? controls.btnPrimary : controls.btnSm)}
        aria-label={named}
        disabled={isBusy}
      >
        {label}
      </button>
    </form>
  );
}

type LineProps = { line: PickLineView; view: PickToolView; isBusy: boolean; onAct: ActProps["onAct"] };

function Line({ line, view, isBusy, onAct }: LineProps) {
  const { sku, name, bin, wanted, picked, isComplete, canTakeBack } = line;
  return (
    <li className={styles.line} data-complete={isComplete || undefined}>
      <span className={styles.bin}>{bin ? <bdi dir="ltr">{bin}</bdi> : barcodesText.pickNoBin()}</span>
      <span className={styles.name}>
        <b>
          <bdi>{name}</bdi>
        </b>
        <small>
          <bdi dir="ltr">{sku}</bdi>
        </small>
      </span>
      <span className={styles.count}>
        {isComplete && <Icon name="check" />}
        <b>{barcodesText.pickProgress({ picked, wanted })}</b>
        {isComplete && <span className="sr">{barcodesText.pickComplete()}</span>}
      </span>
      {canTakeBack && (
        <ActForm
          view={view}
          act="take-back"
          value={sku}
          label={barcodesText.pickTakeBack()}
          named={barcodesText.pickTakeBackOf({ name })}
          isBusy={isBusy}
          onAct={onAct}
        />
      )}
    </li>
  );
}

/** The field for codes and the goods of the order. Without script each scan is a plain form. */
export function PickTool(view: PickToolView) {
  const id = useId();
  const live = useHydrated();
  const pick = usePick(view);
  const field = useRef<HTMLInputElement>(null);
  const [Camera, setCamera] = useState<ComponentType<CameraProps> | null>(null);
  const { state, done, refused, waiting, isBusy } = pick;

  useScannerKeys(field);
  useEffect(() => {
    field.current?.focus({ preventScroll: true });
  }, []);

  const openCamera = async () => {
    const { CameraScanner } = await import("./CameraScanner");
    setCamera(() => CameraScanner);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const input = field.current;
    if (!input) return;
    pick.scan(input.value);
    input.value = "";
    input.focus();
  };
  const act = (name: PickAct, value: string) => {
    void pick.act(name, value).then(() => field.current?.focus());
  };

  return (
    <div className={tool.tool}>
      {state.isOpen && (
        <form className={tool.scan} method="post" action={view.action} onSubmit={submit}>
          <HiddenInputs
            pairs={[
              ["nonce", view.nonce],
              ["key", view.requestKey],
              ["act", "scan"],
            ]}
          />
          <label className={forms.label} htmlFor={`${id}-code`}>
            {barcodesText.label()}
          </label>
          <div className={tool.field}>
            <input
              ref={field}
              id={`${id}-code`}
              className={`${forms.input} ltr`}
              name="value"
              type="text"
              inputMode="text"
              autoComplete="off"
              autoCapitalize="off"
              spellCheck={false}
              maxLength={100}
              required
            />
            <span className={tool.mark} aria-hidden="true">
              {isBusy ? <span className={tool.spin} /> : <Icon name="barcode" size="l" />}
            </span>
          </div>
          <button type="submit" className={classes(controls.btn, controls.btnLight, tool.search)}>
            {barcodesText.pickCount()}
          </button>
        </form>
      )}
      {Camera && state.isOpen && <Camera onCode={pick.scan} onStop={() => setCamera(null)} />}
      {refused.length > 0 && (
        <Notice kind="error">
          {refused.map((text, index) => (
            <p key={index}>{text}</p>
          ))}
          {live && (
            <button
              type="button"
              className={classes(controls.btn, controls.btnSm)}
              onClick={pick.acknowledge}
            >
              {barcodesText.pickUnderstood()}
            </button>
          )}
        </Notice>
      )}
      <p role="status">{done}</p>
      {waiting.length > 0 && (
        <p className={tool.waiting}>
          {barcodesText.waiting({ count: String(waiting.length) })}
          {!isBusy && (
            <button type="button" className={controls.link} onClick={pick.retry}>
              {barcodesText.retry()}
            </button>
          )}
        </p>
      )}
      <section aria-labelledby={`${id}-lines`}>
        <h2 id={`${id}-lines`}>{barcodesText.pickLines()}</h2>
        <p className={styles.left}>{state.text}</p>
        <ul className={styles.lines}>
          {state.lines.map((line) => (
            <Line key={line.sku} line={line} view={view} isBusy={isBusy} onAct={act} />
          ))}
        </ul>
      </section>
      <div className={tool.bar}>
        {state.canFinish && (
          <ActForm
            view={view}
            act="finish"
            label={barcodesText.pickFinish()}
            isMain
            isBusy={isBusy}
            onAct={act}
          />
        )}
        {state.canReopen && (
          <ActForm view={view} act="reopen" label={barcodesText.pickReopen()} isBusy={isBusy} onAct={act} />
        )}
        {live && state.isOpen && canScan() && !Camera && (
          <button type="button" className={controls.btn} onClick={() => void openCamera()}>
            <Icon name="camera" />
            {barcodesText.camera()}
          </button>
        )}
      </div>
      {live && <FeedbackSwitch />}
    </div>
  );
}
