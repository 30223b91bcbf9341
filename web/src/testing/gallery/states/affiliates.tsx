import { AffiliateAccount } from "../../../affiliates/AffiliateAccount";
import { AffiliatePage } from "../../../affiliates/AffiliatePage";
import { CreditTable } from "../../../affiliates/CreditTable";
import { Facts } from "../../../affiliates/Facts";
import { PayoutTable } from "../../../affiliates/PayoutTable";
import { ProductRates } from "../../../affiliates/ProductRates";
import { ReferralLink } from "../../../affiliates/ReferralLink.island";
import { StaffAffiliatePage } from "../../../affiliates/StaffAffiliatePage";
import { StaffAffiliatesPage } from "../../../affiliates/StaffAffiliatesPage";
import { StaffPayoutsPage } from "../../../affiliates/StaffPayoutsPage";
import type { ReferralLinkView } from "../../../generated/affiliates";
import {
  account,
  affiliate,
  credits,
  joining,
  payouts,
  staffAffiliate,
  staffAffiliates,
  staffCredits,
  staffPayouts,
  staffPayoutsPage,
} from "../../affiliate-samples";
import type { States } from "../states";

const [link] = account.links as [ReferralLinkView];

export const states = {
  AffiliateAccount: {
    default: <AffiliateAccount {...account} />,
    "nothing yet": <AffiliateAccount {...account} credits={[]} payouts={[]} olderUrl={null} />,
  },
  AffiliatePage: {
    default: <AffiliatePage {...affiliate} />,
    joining: <AffiliatePage {...joining} />,
    requested: <AffiliatePage {...joining} join={null} lead="وصل طلبك، وسنراجعه قريبًا." />,
    disabled: <AffiliatePage {...affiliate} lead="أُوقفت مشاركتك." account={{ ...account, links: [] }} />,
  },
  CreditTable: {
    affiliate: <CreditTable credits={credits} />,
    staff: <CreditTable credits={staffCredits} />,
  },
  Facts: { default: <Facts facts={account.facts} /> },
  PayoutTable: {
    affiliate: <PayoutTable payouts={payouts} />,
    staff: <PayoutTable payouts={staffPayouts} />,
  },
  ProductRates: {
    default: <ProductRates rates={staffAffiliates.rates} form={staffAffiliates.setRate} />,
    empty: <ProductRates rates={[]} form={staffAffiliates.setRate} />,
  },
  ReferralLink: { default: <ReferralLink {...link} /> },
  StaffAffiliatePage: {
    default: <StaffAffiliatePage {...staffAffiliate} />,
    new: <StaffAffiliatePage {...staffAffiliate} credits={[]} refused={[]} notice={null} />,
  },
  StaffAffiliatesPage: {
    default: <StaffAffiliatesPage {...staffAffiliates} />,
    empty: <StaffAffiliatesPage {...staffAffiliates} affiliates={[]} rates={[]} search="rakan" />,
  },
  StaffPayoutsPage: {
    default: <StaffPayoutsPage {...staffPayoutsPage} />,
    empty: <StaffPayoutsPage {...staffPayoutsPage} open={[]} payouts={[]} />,
  },
} satisfies States;
