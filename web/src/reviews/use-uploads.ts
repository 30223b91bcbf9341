import { useEffect, useRef, useState } from "react";
import * as reviewsText from "../generated/messages/reviews";
import type { AttachmentView, ReviewFormView } from "../generated/reviews";
import { actionUrl, newIdempotencyKey } from "../runtime/request";
import { deleteUpload } from "./calls";
import { checkFiles, sendUpload, shrinkPicture } from "./uploads";

/** Uploads at the same time, once there is a session: the answer to the first upload of a visitor may create it. */
const PARALLEL = 2;
const UPLOADED = 200;

export type UploadItem = {
  key: string;
  name: string;
  isVideo: boolean;
  previewUrl: string;
  state: "pending" | "ok" | "deleting";
  percent: number;
  attachment: AttachmentView | null;
};

const REFUSALS = {
  "too-many": reviewsText.uploadTooMany,
  type: reviewsText.uploadType,
  size: reviewsText.uploadSize,
};

/** The fields of call 27, or of call 29. The file is the last one: the server checks the others before it arrives. */
function uploadBody(
  { item, nonce }: ReviewFormView,
  isClassic: boolean,
  captcha: string,
  file: File,
): FormData {
  const body = new FormData();
  body.append("action", isClassic ? "cr_upload_local_images_frontend" : "cr_upload_media");
  if (isClassic) {
    body.append("cr_nonce", nonce);
    body.append("cr_postid", item.id);
    body.append("cr_captcha", captcha);
  } else body.append("cr_item", item.id);
  body.append("cr_file", file, file.name);
  return body;
}

/** The pictures and videos of a new review. They are uploaded when they are chosen. */
export function useUploads(form: ReviewFormView, isClassic: boolean, captcha = "") {
  const [items, setItems] = useState<Array<UploadItem>>([]);
  const [error, setError] = useState<string | null>(null);
  const waiting = useRef<Array<() => Promise<void>>>([]);
  const active = useRef(0);
  const hasSession = useRef(false);
  const aborts = useRef(new Map<string, AbortController>());
  const previews = useRef(new Map<string, string>());

  const change = (key: string, to: Partial<UploadItem>) =>
    setItems((now) => now.map((item) => (item.key === key ? { ...item, ...to } : item)));
  const drop = (key: string) => {
    const url = previews.current.get(key);
    if (url) URL.revokeObjectURL(url);
    previews.current.delete(key);
    aborts.current.get(key)?.abort();
    aborts.current.delete(key);
    setItems((now) => now.filter((item) => item.key !== key));
  };

  // Leaving the form ends its uploads. What has been uploaded is deleted by the server after a day.
  useEffect(
    () => () => {
      waiting.current = [];
      for (const abort of aborts.current.values()) abort.abort();
      for (const url of previews.current.values()) URL.revokeObjectURL(url);
    },
    [],
  );

  const startNext = () => {
    while (active.current < (hasSession.current ? PARALLEL : 1)) {
      const job = waiting.current.shift();
      if (!job) return;
      active.current += 1;
      void job().finally(() => {
        active.current -= 1;
        startNext();
      });
    }
  };

  const upload = async (key: string, file: File, signal: AbortSignal) => {
    if (signal.aborted) return;
    try {
      const body = uploadBody(form, isClassic, captcha, await shrinkPicture(file));
      const onProgress = (percent: number) => change(key, { percent });
      const answer = await sendUpload({ url: actionUrl(), body, idempotencyKey: key, onProgress, signal });
      hasSession.current = true;
      if (answer.code === UPLOADED && answer.attachment) {
        change(key, { state: "ok", percent: 100, attachment: answer.attachment });
        return;
      }
      setError(answer.message || reviewsText.uploadServerError());
    } catch {
      if (signal.aborted) return;
      setError(reviewsText.uploadServerError());
    }
    drop(key);
  };

  /** False: none was added, and the selection must be cleared. */
  const add = (files: Array<File>): boolean => {
    const refusal = checkFiles(items.length, files, form);
    setError(refusal && REFUSALS[refusal]());
    if (refusal) return false;
    const added = files.map((file): UploadItem => {
      const key = newIdempotencyKey();
      const abort = new AbortController();
      const previewUrl = URL.createObjectURL(file);
      aborts.current.set(key, abort);
      previews.current.set(key, previewUrl);
      waiting.current.push(() => upload(key, file, abort.signal));
      const isVideo = file.type.startsWith("video/");
      return { key, name: file.name, isVideo, previewUrl, state: "pending", percent: 0, attachment: null };
    });
    setItems((now) => [...now, ...added]);
    startNext();
    return true;
  };

  const remove = async ({ key, attachment }: UploadItem) => {
    setError(null);
    if (!attachment) return drop(key);
    change(key, { state: "deleting" });
    const { code } = await deleteUpload(attachment, isClassic).catch(() => ({ code: 500 }));
    if (code === UPLOADED) return drop(key);
    change(key, { state: "ok" });
    setError(reviewsText.uploadServerError());
  };

  return { items, error, add, remove, isUnfinished: items.some(({ state }) => state !== "ok") };
}

export type Uploads = ReturnType<typeof useUploads>;
