import type { ConsentMode } from "../generated/edge";
import { readText, writeText } from "./cookies";

/** The cookie with the visitor's own choice; the server's consent page writes the same. */
const CHOICE = "matjar_consent";
const CHOICE_SECONDS = 180 * 24 * 60 * 60;

/** Fired on the document when the visitor has chosen. */
export const CONSENT_EVENT = "matjar:consent";

export type Choice = "yes" | "no" | null;

export function readChoice(): Choice {
  const choice = readText(CHOICE);
  return choice === "yes" || choice === "no" ? choice : null;
}

export function saveChoice(choice: "yes" | "no"): void {
  writeText(CHOICE, choice, CHOICE_SECONDS);
  document.dispatchEvent(new Event(CONSENT_EVENT));
}

/** Whether the source of this visitor may be known. */
export function isAllowed(mode: ConsentMode, choice: Choice): boolean {
  if (mode === "denied") return false;
  return mode === "ask" ? choice === "yes" : choice !== "no";
}
