import type { AuditPartView } from "../generated/admin";

/** A text in its own direction: codes and amounts, and texts of the log that have no words, are left to right. */
export function AuditPart({ text, isLtr, url }: AuditPartView) {
  const shown = <bdi dir={isLtr ? "ltr" : undefined}>{text}</bdi>;
  return url === null ? shown : <a href={url}>{shown}</a>;
}
