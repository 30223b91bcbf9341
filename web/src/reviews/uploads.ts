import type { ReviewFormView, UploadAnswer } from "../generated/reviews";
import { NoAnswer, type Upload, upload } from "../runtime/upload";

type Limits = Pick<ReviewFormView, "maxFiles" | "maxBytes" | "accepted">;

/** Why files cannot be added to the `count` that there are. */
export function checkFiles(
  count: number,
  files: Array<{ type: string; size: number }>,
  { maxFiles, maxBytes, accepted }: Limits,
): "too-many" | "type" | "size" | null {
  if (count + files.length > maxFiles) return "too-many";
  if (files.some(({ type }) => !accepted.includes(type))) return "type";
  return files.some(({ size }) => size > maxBytes) ? "size" : null;
}

const MAX_SIDE = 2000;
const MAX_PICTURE_BYTES = 2 * 1024 * 1024;
const QUALITY = 0.85;

/**
 * A large photograph as a smaller JPEG, which is sent in its place; place data stays on the phone. Any other file, and
 * one that cannot be read here, is sent as it is.
 */
export async function shrinkPicture(file: File): Promise<File> {
  if (!["image/jpeg", "image/jpg", "image/png"].includes(file.type)) return file;
  try {
    const picture = await createImageBitmap(file);
    const scale = Math.min(1, MAX_SIDE / Math.max(picture.width, picture.height));
    if (scale === 1 && file.size <= MAX_PICTURE_BYTES) return file;
    const [width, height] = [Math.round(picture.width * scale), Math.round(picture.height * scale)];
    const canvas = new OffscreenCanvas(width, height);
    const context = canvas.getContext("2d");
    if (!context) return file;
    // JPEG has no transparency.
    context.fillStyle = "#fff";
    context.fillRect(0, 0, width, height);
    context.drawImage(picture, 0, 0, width, height);
    const blob = await canvas.convertToBlob({ type: "image/jpeg", quality: QUALITY });
    if (blob.type !== "image/jpeg" || blob.size >= file.size) return file;
    return new File([blob], `${file.name.replace(/\.\w+$/, "")}.jpg`, { type: "image/jpeg" });
  } catch {
    return file;
  }
}

/** Delays before each retry of an upload that got no answer. */
const PAUSES = [1000, 3000];

type Sending = Omit<Upload, "onProgress"> & { onProgress: (percent: number) => void };

const isAnswer = (json: unknown): json is UploadAnswer =>
  typeof (json as UploadAnswer | null)?.code === "number";

const send = ({ onProgress, ...sending }: Sending): Promise<UploadAnswer> =>
  upload(
    { ...sending, onProgress: (loaded, total) => onProgress(Math.floor((loaded / total) * 100)) },
    isAnswer,
  );

const pause = (ms: number) => new Promise((done) => setTimeout(done, ms));

/** Uploads a file. Without an answer it is sent again, twice at most. */
export async function sendUpload(sending: Sending): Promise<UploadAnswer> {
  for (const ms of PAUSES) {
    try {
      return await send(sending);
    } catch (error) {
      if (!(error instanceof NoAnswer) || sending.signal.aborted) throw error;
      sending.onProgress(0);
      await pause(ms);
    }
  }
  return send(sending);
}
