import { useEffect, useRef, useState } from "react";
import type { EnquiryElementView, EnquiryFormView } from "../generated/enquiries";
import * as enquiriesText from "../generated/messages/enquiries";
import { newIdempotencyKey } from "../runtime/request";
import type { UploadElement } from "./FileField";
import { checkFile, fileErrorText } from "./rules/files";
import { sendFile, UploadRefused } from "./send-file";

export type QueuedFile = {
  key: string;
  /** A retry after no answer has the same: the server stores the file once. */
  idempotencyKey: string;
  /** `iphorm_upload_id`: counts the files of an element. */
  uploadId: number;
  name: string;
  bytes: number;
  /** None of a file that came with the page: it has been uploaded. */
  file: File | null;
  state: "queued" | "uploading" | "uploaded";
  percent: number;
};

/** Why a file is not in the queue, or still there. */
export type UploadProblem = { key: string; text: string };

export type FileQueue = { files: Array<QueuedFile>; problems: Array<UploadProblem> };

const WAITING = { state: "queued", percent: 0 } as const;
const EMPTY: FileQueue = { files: [], problems: [] };

const problem = (text: string): UploadProblem => ({ key: newIdempotencyKey(), text });

const isUpload = (element: EnquiryElementView): element is UploadElement => element.kind === "upload";

/** The files that came with a plain form that was refused. */
const queuesOf = ({ uploaded }: EnquiryFormView): Record<string, FileQueue> =>
  Object.fromEntries(
    Object.entries(uploaded).map(([id, files = []]) => [
      id,
      {
        files: files.map(({ name, bytes }, index): QueuedFile => {
          const key = `${id}-${index}`;
          const done = { state: "uploaded", percent: 100 } as const;
          return { key, idempotencyKey: "", uploadId: 0, name, bytes, file: null, ...done };
        }),
        problems: [],
      },
    ]),
  );

/** The files of a form, by element: chosen, then uploaded one at a time. */
export function useFiles(form: EnquiryFormView) {
  const [queues, setQueues] = useState(() => queuesOf(form));
  /** The same, for code that runs after the render that it belongs to. */
  const now = useRef(queues);
  const nextId = useRef(1);
  const leaving = useRef<AbortController>(null);
  useEffect(() => {
    const abort = new AbortController();
    leaving.current = abort;
    return () => abort.abort();
  }, []);

  const queueOf = (id: string): FileQueue => now.current[id] ?? EMPTY;
  const set = (id: string, to: Partial<FileQueue>) => {
    now.current = { ...now.current, [id]: { ...queueOf(id), ...to } };
    setQueues(now.current);
  };
  const change = (id: string, key: string, to: Partial<QueuedFile>) =>
    set(id, { files: queueOf(id).files.map((file) => (file.key === key ? { ...file, ...to } : file)) });

  const add = (element: UploadElement, chosen: Array<File>) => {
    const { id } = element;
    const files = [...queueOf(id).files];
    const problems: Array<UploadProblem> = [];
    for (const file of chosen) {
      const refusal = checkFile(element, files.length, file.name, file.size);
      if (refusal) {
        problems.push(problem(fileErrorText(refusal, file.name)));
        // The limit is named once, however many files are too many.
        if (refusal === "file-too-many") break;
        continue;
      }
      const { name, size: bytes } = file;
      const uploadId = nextId.current++;
      const idempotencyKey = newIdempotencyKey();
      files.push({ key: `${uploadId}`, idempotencyKey, uploadId, name, bytes, file, ...WAITING });
    }
    set(id, { files, problems });
  };

  const isQueued = ({ state }: QueuedFile) => state !== "uploaded";

  /** Uploads what waits in these elements, one file at a time. False: one failed; it is the next again. */
  const uploadAll = async (
    elements: Array<EnquiryElementView>,
    fields: Array<[string, string]>,
  ): Promise<boolean> => {
    const signal = leaving.current?.signal ?? AbortSignal.abort();
    for (const element of elements.filter(isUpload)) {
      const { id } = element;
      set(id, { problems: [] });
      for (let next = queueOf(id).files.find(isQueued); next; next = queueOf(id).files.find(isQueued)) {
        const { key } = next;
        change(id, key, { state: "uploading", percent: 0 });
        const onProgress = (percent: number) => change(id, key, { percent });
        try {
          await sendFile({ url: form.uploadUrl, element, file: next, fields, onProgress, signal });
          change(id, key, { state: "uploaded", percent: 100 });
        } catch (error) {
          // It keeps its place: every file before it has been uploaded.
          const isRefused = error instanceof UploadRefused;
          change(id, key, { ...WAITING, ...(isRefused && { idempotencyKey: newIdempotencyKey() }) });
          set(id, { problems: [problem(isRefused ? error.message : enquiriesText.ajaxError())] });
          return false;
        }
      }
    }
    return true;
  };

  return {
    queueOf: (id: string) => queues[id] ?? EMPTY,
    isUploading: Object.values(queues).some(({ files }) => files.some(({ state }) => state === "uploading")),
    add,
    remove: (id: string, key: string) =>
      set(id, { files: queueOf(id).files.filter((file) => file.key !== key) }),
    dismiss: (id: string, key: string) =>
      set(id, { problems: queueOf(id).problems.filter((one) => one.key !== key) }),
    uploadAll,
    /** Files that came with the page: they belong to its token. */
    hasOld: () => Object.values(now.current).some(({ files }) => files.some(({ file }) => file === null)),
    /** For the rules of the form. */
    values: () =>
      Object.fromEntries(
        Object.entries(now.current).map(([id, { files }]) => [
          id,
          files.map(({ name, bytes }) => ({ name, bytes })),
        ]),
      ),
    /** Uploaded files wait again; those that came with the page are gone with its token. */
    sendAgain: () => {
      const waiting = ({ files }: FileQueue): FileQueue => ({
        files: files.flatMap((file) =>
          file.file ? [{ ...file, ...WAITING, idempotencyKey: newIdempotencyKey() }] : [],
        ),
        problems: [],
      });
      now.current = Object.fromEntries(
        Object.entries(now.current).map(([id, queue]) => [id, waiting(queue)]),
      );
      setQueues(now.current);
    },
    clear: () => {
      now.current = {};
      setQueues(now.current);
    },
  };
}
