import { useCallback, useEffect, useRef, useState } from "react";
import type { ProviderForm } from "../generated/payments";
import { actionUrl } from "../runtime/request";
import { acceptScript } from "./authorize-net";
import { providerScript, providerScriptFailed } from "./provider-script";

/** Call 31: writes it into the shop's log. Nobody waits for the answer. */
function log({ log_action, log_nonce }: ProviderForm, name: string, message: string): void {
  const body = new URLSearchParams({ action: log_action, security: log_nonce, name, message });
  fetch(actionUrl(), { method: "POST", body, keepalive: true }).catch(() => {});
}

/** Whether the provider's script does not work, and a function that reports it: to the shop once, whoever calls it. */
export function useScriptProblem(formToLog: () => ProviderForm | undefined): [boolean, () => void] {
  const [hasProblem, setProblem] = useState(false);
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
    setProblem(true);
  }, []);

  useEffect(() => {
    const script = providerScript();
    if (!script) return;
    // A script that runs has left its mark by the time the page is loaded.
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
  return [hasProblem, report];
}
