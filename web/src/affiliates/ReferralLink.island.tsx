import { useState } from "react";
import type { ReferralLinkView } from "../generated/affiliates";
import * as text from "../generated/messages/affiliates";
import { notify } from "../runtime/announce";
import controls from "../ui/controls.module.css";
import forms from "../ui/forms.module.css";
import { useHydrated } from "../ui/use-hydrated";
import styles from "./ReferralLink.module.css";

/** A link that can be copied by a button, or by hand where there is no script or no clipboard. */
export function ReferralLink({ id, label, url }: ReferralLinkView) {
  const isLive = useHydrated();
  const [hasFailed, setFailed] = useState(false);

  const copy = async () => {
    try {
      await navigator.clipboard.writeText(url);
      setFailed(false);
      notify(text.copied());
    } catch {
      setFailed(true);
    }
  };

  return (
    <div className={styles.link}>
      <label className={forms.label} htmlFor={`link-${id}`}>
        {label}
      </label>
      <div className={styles.row}>
        <input
          className={forms.input}
          id={`link-${id}`}
          dir="ltr"
          readOnly
          value={url}
          aria-describedby={hasFailed ? `link-${id}-failed` : undefined}
          onFocus={(event) => event.currentTarget.select()}
        />
        {isLive && (
          <button
            type="button"
            className={controls.btn}
            aria-label={text.copyNamed({ name: label })}
            onClick={copy}
          >
            {text.copy()}
          </button>
        )}
      </div>
      <p id={`link-${id}-failed`} role="status">
        {hasFailed && text.copyFailed()}
      </p>
    </div>
  );
}
