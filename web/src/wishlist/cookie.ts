import { setCookie } from "../runtime/cookies";
import { COOKIE } from "./cookie-name";

const YEAR = 365 * 24 * 3600;
export const MAX_ITEMS = 50;

/** Ids of products, newest first; `c` at the start marks the copy of a customer's list. See `crates/wishlist`. */
export type SavedIds = { ids: Array<string>; isCopy: boolean };

export function parseSaved(text: string): SavedIds {
  const parts = text.split(".");
  const ids = new Set(parts.filter((part) => /^[1-9]\d*$/.test(part)));
  return { ids: [...ids].slice(0, MAX_ITEMS), isCopy: parts[0] === "c" };
}

/** The list with the product added or removed; null if it is full. */
export function changeSaved({ ids, isCopy }: SavedIds, id: string, isSaved: boolean): SavedIds | null {
  const others = ids.filter((one) => one !== id);
  if (isSaved && others.length >= MAX_ITEMS) return null;
  return { ids: isSaved ? [id, ...others] : others, isCopy };
}

export function readSaved(): SavedIds {
  const start = `${COOKIE}=`;
  const found = document.cookie.split("; ").find((cookie) => cookie.startsWith(start));
  return parseSaved(found?.slice(start.length) ?? "");
}

export function writeSaved({ ids, isCopy }: SavedIds): void {
  const value = [...(isCopy ? ["c"] : []), ...ids].join(".");
  setCookie(COOKIE, value, { maxAge: value === "" ? 0 : YEAR });
}
