import { NONE } from "./source";
import type { Visit } from "./visit";

const PREFIX = "wc_order_attribution_";

const FIELDS: Record<string, (visit: Visit) => string | undefined> = {
  source_type: ({ source }) => source.typ,
  referrer: ({ entry }) => entry.rf,
  utm_campaign: ({ source }) => source.cmp,
  utm_source: ({ source }) => source.src,
  utm_medium: ({ source }) => source.mdm,
  utm_content: ({ source }) => source.cnt,
  utm_id: ({ source }) => source.id,
  utm_term: ({ source }) => source.trm,
  utm_source_platform: ({ source }) => source.plt,
  utm_creative_format: ({ source }) => source.fmt,
  utm_marketing_tactic: ({ source }) => source.tct,
  session_entry: ({ entry }) => entry.ep,
  session_start_time: ({ entry }) => entry.fd,
  session_pages: ({ session }) => session.pgs,
  session_count: ({ visitor }) => visitor.vst,
  user_agent: ({ visitor }) => visitor.uag,
};

/** Fills the hidden inputs of the checkout in; without a visit they are emptied. Other pages have none. */
export function fillFields(visit: Visit | null): void {
  const form = document.querySelector("form.checkout");
  if (!form) return;
  for (const [field, value] of Object.entries(FIELDS)) {
    const input = form.querySelector<HTMLInputElement>(`input[name="${PREFIX}${field}"]`);
    if (input) input.value = visit ? value(visit) || NONE : "";
    else
      console.warn(`Field '${field}' not found; most likely the attribution inputs element was manipulated`);
  }
}
