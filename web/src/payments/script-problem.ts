import * as paymentsText from "../generated/messages/payments";
import type { ProviderForm } from "../generated/payments";
import { actionUrl } from "../runtime/request";
import { acceptScript } from "./accept";
import { alertBox } from "./marks";

/** Call 31: the shop's log hears of it. Nobody waits for the answer. */
function log({ log_action, log_nonce }: ProviderForm, name: string, message: string): void {
  const body = new URLSearchParams({ action: log_action, security: log_nonce, name, message });
  fetch(actionUrl(), { method: "POST", body, keepalive: true }).catch(() => {});
}

/** Tells shop and shopper, each once, that the provider's script does not work. */
export function scriptProblem(box: HTMLElement, form: () => ProviderForm | undefined): () => void {
  let isTold = false;
  return () => {
    if (isTold) return;
    isTold = true;
    const script = document.querySelector<HTMLScriptElement>("script[data-provider-script]");
    const name = script ? (new URL(script.src).pathname.split("/").pop() ?? "") : "";
    const message =
      script && "failed" in script.dataset
        ? `The script ${name} could not be loaded.`
        : "A script error has occurred.";
    const asked = form();
    if (asked) log(asked, name, message);
    const text = document.createTextNode(paymentsText.generalError());
    box.querySelector("[data-script-problem]")?.replaceChildren(alertBox(text));
  };
}

/** Finds out as soon as it can be known. A script that runs has left its mark by the time the page is loaded. */
export function watchScript(tell: () => void): void {
  const script = document.querySelector<HTMLScriptElement>("script[data-provider-script]");
  if (!script) return;
  const look = () => {
    if (!acceptScript()) tell();
  };
  script.addEventListener("error", look);
  if (document.readyState === "complete") look();
  else addEventListener("load", look, { once: true });
}
