import { useEffect, useState } from "react";
import { ask } from "../admin/view";
import * as bundlesText from "../generated/messages/bundles";
import * as text from "../generated/messages/staff_bundles";
import type { BundleTrialLine, BundleTrialView, StaffBundlePageView } from "../generated/staff_products";
import controls from "../ui/controls.module.css";
import { Field } from "../ui/Field";
import { Notice } from "../ui/Notice";
import { SelectField } from "../ui/SelectField";
import styles from "./BundleTrial.module.css";

const FORM = "bundle";
/** Milliseconds after the last key. */
const PAUSE = 400;

/** Everything that the form has, with what was chosen here. */
function fieldsOf(form: HTMLFormElement): URLSearchParams {
  const fields = new URLSearchParams();
  for (const [name, value] of new FormData(form)) if (typeof value === "string") fields.append(name, value);
  fields.set("act", "try");
  return fields;
}

/** Asks the server once typing pauses; an older answer never replaces a newer one. */
function useTrial(first: BundleTrialView): BundleTrialView {
  const [trial, setTrial] = useState(first);
  const { action } = first;
  useEffect(() => {
    const form = document.getElementById(FORM);
    if (!(form instanceof HTMLFormElement) || action === null) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let controller = new AbortController();
    const askAgain = async () => {
      controller = new AbortController();
      const { signal } = controller;
      try {
        const url = new URL(action, location.href);
        const answer = await ask(url, { method: "POST", body: fieldsOf(form), signal });
        const isPage = answer.kind === "page" && answer.page.component === "staff_products/StaffBundlePage";
        if (isPage && !signal.aborted) setTrial((answer.page.props as StaffBundlePageView).trial);
      } catch {
        // The button asks again, and says what failed.
      }
    };
    const onInput = ({ target }: Event) => {
      const isField = target instanceof HTMLInputElement || target instanceof HTMLSelectElement;
      if (!isField || target.form !== form || target.name === "find") return;
      clearTimeout(timer);
      controller.abort();
      timer = setTimeout(askAgain, PAUSE);
    };
    document.addEventListener("input", onInput);
    return () => {
      document.removeEventListener("input", onInput);
      clearTimeout(timer);
      controller.abort();
    };
  }, [action]);
  return trial;
}

function Line({ line, isOpen }: { line: BundleTrialLine; isOpen: boolean }) {
  const { key, name, options } = line;
  const choices = [
    { value: "", label: text.trialChoose() },
    ...options.map(({ value, label }) => ({ value, label })),
  ];
  return (
    <li className={styles.line}>
      <Field
        id={`qty_${key}`}
        name={`qty_${key}`}
        form={FORM}
        label={name}
        defaultValue={line.quantity}
        inputMode="decimal"
        autoComplete="off"
        ltr
        readOnly={!isOpen}
      />
      {line.cost && <bdi className={styles.cost}>{line.cost}</bdi>}
      {line.isUnavailable && <p className={styles.cost}>{bundlesText.unavailable()}</p>}
      {options.length > 0 && (
        <SelectField
          id={`pick_${key}`}
          name={`pick_${key}`}
          form={FORM}
          label={text.trialOption({ name })}
          options={choices}
          defaultValue={line.picked}
          disabled={!isOpen}
        />
      )}
    </li>
  );
}

/** A shopper's choice of the bundle as the form has it, with the price and the words of the shop. */
export function BundleTrial(props: BundleTrialView) {
  const trial = useTrial(props);
  const isOpen = trial.action !== null;
  return (
    <div className={styles.trial}>
      {trial.lines.length === 0 ? (
        <p>{text.trialNone()}</p>
      ) : (
        <ul className={styles.lines}>
          {trial.lines.map((line) => (
            <Line key={line.key} line={line} isOpen={isOpen} />
          ))}
        </ul>
      )}
      <div className={styles.result} aria-live="polite">
        <dl className={styles.sums}>
          {trial.saved && (
            <>
              <dt>{text.sum()}</dt>
              <dd>
                <bdi>{trial.before}</bdi>
              </dd>
              <dt>{text.saving()}</dt>
              <dd>
                <bdi>{trial.saved}</bdi>
              </dd>
            </>
          )}
          <dt>{text.total()}</dt>
          <dd>
            <b>
              <bdi>{trial.total}</bdi>
            </b>
          </dd>
        </dl>
        {trial.alert ? (
          <Notice kind="error" quiet>
            {text.seen({ text: trial.alert })}
          </Notice>
        ) : (
          <Notice kind="ok" quiet>
            {text.allowed()} {trial.stock}
          </Notice>
        )}
        {trial.advice && <p>{trial.advice}</p>}
        {trial.warnings.map((warning) => (
          <p key={warning} className={styles.warning}>
            {warning}
          </p>
        ))}
      </div>
      {isOpen && (
        <button type="submit" form={FORM} name="act" value="try" className={controls.btn}>
          {text.trialTry()}
        </button>
      )}
    </div>
  );
}
