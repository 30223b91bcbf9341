import * as enquiriesText from "../../generated/messages/enquiries";

export type FileErrorCode = "file-too-many" | "file-type" | "file-size";

/** What an upload element takes. */
export type UploadLimits = {
  fileUploadLimit: number;
  allowedExtensions: Array<string>;
  fileSizeLimit: number;
};

/** No element takes larger files. */
const MAX_FILE_BYTES = 100 * 1024 * 1024;

/** Whether an upload element takes one more file after `queued` others: the rule of `enquiries::rules::check_file`. */
export function checkFile(
  upload: UploadLimits,
  queued: number,
  name: string,
  bytes: number,
): FileErrorCode | null {
  const { fileUploadLimit, allowedExtensions, fileSizeLimit } = upload;
  if (fileUploadLimit > 0 && queued >= fileUploadLimit) return "file-too-many";
  const lower = name.toLowerCase();
  const isAllowed = (extension: string) => lower.endsWith(`.${extension.toLowerCase()}`);
  if (allowedExtensions.length > 0 && !allowedExtensions.some(isAllowed)) return "file-type";
  return bytes > Math.min(fileSizeLimit, MAX_FILE_BYTES) ? "file-size" : null;
}

/** What the visitor reads about a file that is not taken. */
export function fileErrorText(code: FileErrorCode, name: string): string {
  switch (code) {
    case "file-too-many":
      return enquiriesText.uploadTooMany();
    case "file-type":
      return `${name} - ${enquiriesText.uploadFileTypeNotAllowed()}`;
    case "file-size":
      return `${name} - ${enquiriesText.uploadFileTooBig()}`;
  }
}

const UNITS = [
  ["GB", 2 ** 30],
  ["MB", 2 ** 20],
  ["KB", 2 ** 10],
] as const;

/** One decimal in GB, MB or KB of 1024, or bytes. */
export function formatSize(bytes: number): string {
  const unit = UNITS.find(([, size]) => bytes >= size);
  if (!unit) return `${bytes} B`;
  const [name, size] = unit;
  // Rounded half up, as the server does.
  const tenths = Math.floor((bytes * 10 + size / 2) / size);
  return `${Math.floor(tenths / 10)}.${tenths % 10} ${name}`;
}
