import { useCallback, useEffect, useRef, useState } from "react";
import type { ProviderForm } from "../generated/payments";
import { actionUrl } from "../runtime/request";
import { acceptScript } from "./authorize-net";
import { providerScript, providerScriptFailed } from "./provider-script";

/** Call 31: writes the error to the shop's log, without waiting for the response. */
function log({ log_action, log_nonce }: ProviderForm, name: string, message: string): void {
  const body = new URLSearchParams({ action: log_action, security: log_nonce, name, message });
  fetch(actionUrl(), { method: "POST", body, keepalive: true }).catch(() => {});
}

/**
 * Returns whether the provider's script has failed, and a function that reports a failure to the shop, once per page.
 */
export function useScriptError(formToLog: () => ProviderForm | undefined): [boolean, () => void] {
  const [hasError, setHasError] = useState(false);
  const isReported = useRef(false);
  const find = useRef(formToLog);
  find.current = formToLog;

  const report = useCallback(() => {
    if (isReported.current) return;
    isReported.current = true;
    const script = providerScript();
    const name = script ? (new URL(script.src).pathname.split("/").pop() ?? "") : "";
    const message = providerScriptFailed()
      ? `The script ${name} could not be loaded.`
      : "A script error has occurred.";
    const form = find.current();
    if (form) log(form, name, message);
    setHasError(true);
  }, []);

  useEffect(() => {
    const script = providerScript();
    if (!script) return;
    // A script that runs has set its global by the time the page is loaded.
    const look = () => {
      if (!acceptScript()) report();
    };
    script.addEventListener("error", look);
    if (document.readyState === "complete") look();
    else addEventListener("load", look, { once: true });
    return () => {
      script.removeEventListener("error", look);
      removeEventListener("load", look);
    };
  }, [report]);
  return [hasError, report];
}
