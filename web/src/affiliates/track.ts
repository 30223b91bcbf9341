import type { AffiliateIdAnswer, TrackingSettings } from "../generated/affiliates";
import { actionUrl, callAction } from "../runtime/request";
import { readCookie, removeCookie, writeCookie } from "./cookies";
import { isCounted, isNumber, type Referral, readReferral } from "./referral";

const REF = "affwp_ref";
const VISIT = "affwp_ref_visit_id";
const CAMPAIGN = "affwp_campaign";

async function loadSettings(): Promise<TrackingSettings> {
  const home = document.body.dataset.homeUrl ?? "/ar/";
  const response = await fetch(`${home}wp-json/matjar/v1/affiliate-settings`);
  if (!response.ok) throw new Error(`affiliate settings: ${response.status}`);
  return response.json();
}

/** Call 8: the number of an affiliate's name. */
async function findId(name: string): Promise<string | null> {
  const { data } = await callAction<AffiliateIdAnswer>("affwp_get_affiliate_id", [["affiliate", name]]);
  return data.success === "1" ? String(data.affiliate_id) : null;
}

/** Call 7: the answer is the visit's id. */
async function report(affiliate: string, { campaign }: Referral): Promise<string | null> {
  const body = new URLSearchParams({
    action: "affwp_track_visit",
    affiliate,
    campaign,
    url: location.href,
    referrer: document.referrer,
  });
  const response = await fetch(actionUrl(), { method: "POST", body, keepalive: true });
  if (!response.ok) throw new Error(`affiliate visit: ${response.status}`);
  const visit = (await response.text()).trim();
  return /^[1-9]\d*$/.test(visit) ? visit : null;
}

async function track(referral: Referral): Promise<void> {
  const settings = await loadSettings();
  const creditLast = settings.referral_credit_last === 1;
  const current = readCookie(REF);
  // Without credit-last an existing cookie wins over any link: nothing has to be looked up.
  if (current && !creditLast) return;
  const affiliate = isNumber(referral.affiliate) ? referral.affiliate : await findId(referral.affiliate);
  if (!affiliate) return console.warn(`no affiliate ${referral.affiliate}`);
  if (!isCounted(affiliate, current, creditLast)) return;
  if (current) removeCookie(REF, settings);
  const visit = await report(affiliate, referral);
  if (!visit) return console.warn(`visit of affiliate ${affiliate} not tracked`);
  writeCookie(REF, affiliate, settings);
  writeCookie(VISIT, visit, settings);
  writeCookie(CAMPAIGN, referral.campaign, settings);
}

/** Reports the visit of an affiliate's link and stores it in cookies. A failure is logged and nothing else. */
export async function trackVisit(): Promise<void> {
  const referral = readReferral(location);
  if (!referral) return;
  await track(referral).catch((error) => console.warn("affiliate tracking failed", error));
}
