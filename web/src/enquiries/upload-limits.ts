import * as enquiriesText from "../generated/messages/enquiries";
import type { UploadElement } from "./FileField";
import { formatSize } from "./rules/files";

/** For the file dialog of the browser; any file without a list. */
export const acceptOf = ({ allowedExtensions }: UploadElement): string | undefined =>
  allowedExtensions.map((extension) => `.${extension}`).join(",") || undefined;

/** What an upload element takes: types, size of a file, number of files. */
export function limitsText({ allowedExtensions, fileSizeLimit, fileUploadLimit }: UploadElement): string {
  const types = allowedExtensions.map((extension) => extension.toUpperCase());
  const parts = [
    types.join(` ${enquiriesText.dropOr()} `),
    enquiriesText.uploadSizeLimit({ size: formatSize(fileSizeLimit) }),
    fileUploadLimit > 0 && enquiriesText.uploadCountLimit({ count: fileUploadLimit }),
  ];
  return parts.filter(Boolean).join("، ");
}
