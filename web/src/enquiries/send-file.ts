import type { EnquiryUploadAnswer } from "../generated/enquiries";
import * as enquiriesText from "../generated/messages/enquiries";
import { upload, WrongAnswer } from "../runtime/upload";
import type { UploadElement } from "./FileField";
import type { QueuedFile } from "./use-files";

/** The text is the shopper's. */
export class UploadRefused extends Error {
  override name = "UploadRefused";
}

const isAnswer = (json: unknown): json is EnquiryUploadAnswer =>
  typeof json === "object" && json !== null && typeof (json as EnquiryUploadAnswer).type === "string";

/** The request contains more than the file, so that more bytes are sent than it has. */
export const percentOf = (loaded: number, bytes: number): number =>
  bytes > 0 ? Math.min(100, Math.floor((loaded / bytes) * 100)) : 100;

type Sending = {
  url: string;
  element: UploadElement;
  file: QueuedFile;
  /** `iphorm_id`, `iphorm_uid` and what else belongs to every request of the form. */
  fields: Array<[string, string]>;
  onProgress: (percent: number) => void;
  signal: AbortSignal;
};

/** Call 35. The file is the last field: the server checks the others before it arrives. */
function bodyOf({ element, file, fields }: Sending): FormData {
  const body = new FormData();
  body.append("iphorm_ajax_uploading", "1");
  for (const [name, value] of fields) body.append(name, value);
  body.append("iphorm_element_id", element.id);
  body.append("iphorm_upload_id", String(file.uploadId));
  // The server ends an upload that is longer.
  body.append("iphorm_file_size", String(file.bytes));
  const name = element.fileUploadLimit === 0 ? `${element.name}[]` : element.name;
  body.append(name, file.file ?? new Blob(), file.name);
  return body;
}

/** Uploads one file. Throws `UploadRefused` with the text to show; any other error: the request failed. */
export async function sendFile(sending: Sending): Promise<void> {
  const { url, file, onProgress, signal } = sending;
  const abort = new AbortController();
  if (signal.aborted) abort.abort();
  signal.addEventListener("abort", () => abort.abort(), { once: true });
  let isTooMuch = false;
  const progress = (loaded: number, total: number) => {
    onProgress(percentOf(loaded, file.bytes));
    if (loaded <= total) return;
    isTooMuch = true;
    abort.abort();
  };
  const request = {
    url,
    body: bodyOf(sending),
    idempotencyKey: file.idempotencyKey,
    onProgress: progress,
    signal: abort.signal,
  };
  const answer = await upload(request, isAnswer).catch((error: unknown) => {
    if (isTooMuch) throw new UploadRefused(enquiriesText.uploadBytesExceed());
    if (error instanceof WrongAnswer && error.status < 400)
      throw new UploadRefused(enquiriesText.invalidResponse());
    throw error;
  });
  if (answer.type !== "success") throw new UploadRefused(answer.message || enquiriesText.ajaxError());
}
