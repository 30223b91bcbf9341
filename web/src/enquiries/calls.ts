import type { EnquiryFormView, EnquirySubmitAnswer, EnquiryTokenAnswer } from "../generated/enquiries";
import { RefusedCall } from "../runtime/request";

/** Long enough for a server that is busy, short enough for a visitor who waits. */
const MAX_WAIT = 30_000;

function isAnswer(json: unknown): json is EnquirySubmitAnswer {
  if (typeof json !== "object" || json === null) return false;
  const { type, data } = json as { type?: unknown; data?: unknown };
  return type === "success" || (type === "error" && typeof data === "object" && data !== null);
}

/** Call 36: sends the form to its own page. Throws if there is no answer of the call. */
export async function submitForm(action: string, body: FormData): Promise<EnquirySubmitAnswer> {
  const response = await fetch(action, { method: "POST", body, signal: AbortSignal.timeout(MAX_WAIT) });
  const json: unknown = await response.json().catch(() => null);
  if (!isAnswer(json)) throw new RefusedCall(action, response.status);
  return json;
}

/** Whether the server has refused a form as it is: sent again it would be refused again. */
export const isFinal = (error: unknown): boolean =>
  error instanceof RefusedCall && error.status >= 400 && error.status < 500 && error.status !== 429;

/** What a form fetches for one visitor: the page is the same for everybody, and may be of yesterday. */
export async function fetchToken({ tokenUrl }: EnquiryFormView): Promise<EnquiryTokenAnswer | null> {
  if (tokenUrl === null) return null;
  try {
    const response = await fetch(tokenUrl);
    return response.ok ? await response.json() : null;
  } catch {
    return null;
  }
}
