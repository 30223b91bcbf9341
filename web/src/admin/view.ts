import type { AdminPageView } from "../generated/edge";

/** What an address of the admin answers to its own script, see `edge::view::AdminPageView`. */
export type PageAnswer = AdminPageView & { props: object };

/** Addresses that may answer with a page of the admin. Calls and uploads are not pages. */
export function isAdminAddress(url: URL): boolean {
  return (
    url.origin === location.origin &&
    url.pathname.startsWith("/ar/wp-admin/") &&
    !url.pathname.endsWith("/admin-ajax.php")
  );
}

const isAnswer = (value: unknown): value is PageAnswer =>
  typeof value === "object" &&
  value !== null &&
  "component" in value &&
  "props" in value &&
  "layout" in value;

export type Answer =
  | { kind: "page"; page: PageAnswer; status: number; url: URL; renewed: number | null }
  /** Something that a browser shows or saves by itself. */
  | { kind: "other"; response: Response };

/** How many pages of the shop a form has renewed. The server adds it to the address after the form; it is removed here. */
function takeRenewed(url: URL): number | null {
  const text = url.searchParams.get("renewed");
  if (text === null) return null;
  url.searchParams.delete("renewed");
  return /^\d+$/.test(text) ? Number(text) : null;
}

/** Asks an address for its view. Throws if no answer arrives. */
export async function ask(url: URL, options: RequestInit = {}): Promise<Answer> {
  const response = await fetch(url, { ...options, headers: { Accept: "application/json" } });
  const isJson = response.headers.get("content-type")?.startsWith("application/json");
  const value: unknown = isJson ? await response.clone().json() : null;
  if (!isAnswer(value)) return { kind: "other", response };
  // The address of a response has no fragment.
  const shown = new URL(response.url || url);
  shown.hash = url.hash;
  const renewed = takeRenewed(shown);
  return { kind: "page", page: value, status: response.status, url: shown, renewed };
}
