import { EnquiryPage } from "../enquiries/EnquiryPage";
import { InboxPage } from "../enquiries/InboxPage";
import type { States } from "./gallery/states";
import { enquiry, inbox } from "./inbox-samples";

const person = {
  email: "hind@example.com",
  action: "/ar/wp-admin/inbox/person/",
  nonce: "n0nce",
  isAllowed: true,
};

/** States of the staff's pages, for the gallery's file of enquiries. */
export const inboxStates = {
  InboxPage: {
    default: <InboxPage {...inbox} />,
    empty: <InboxPage {...inbox} rows={[]} nextUrl={null} previews={[]} />,
    "of one address": (
      <InboxPage {...inbox} email={person.email} person={person} newestUrl="/ar/wp-admin/inbox/" />
    ),
    "of one address, not an administrator": (
      <InboxPage {...inbox} email={person.email} person={{ ...person, isAllowed: false }} />
    ),
    "after an erasure": (
      <InboxPage {...inbox} notice={{ text: "حُذفت رسالتان.", isError: false, undo: null }} />
    ),
    "filtered and nothing found": (
      <InboxPage {...inbox} words="عسل" clearUrl="/ar/wp-admin/inbox/" rows={[]} nextUrl={null} />
    ),
    "an act that can be taken back": (
      <InboxPage {...inbox} notice={{ text: "تغيّرت رسالتان.", isError: false, undo: [["do", "reopen"]] }} />
    ),
    "without addresses": <InboxPage {...inbox} email={null} />,
  },
  EnquiryPage: {
    default: <EnquiryPage {...enquiry} />,
    held: (
      <EnquiryPage
        {...enquiry}
        state="محجوزة"
        signals={["أُرسل خلال ثوانٍ", "فيه رابط"]}
        canClose={false}
        canSpam={false}
        canRelease
        answerTo={null}
        messages={[]}
      />
    ),
    closed: (
      <EnquiryPage
        {...enquiry}
        state="مغلقة"
        canClose={false}
        canSpam={false}
        canReopen
        notice={{ text: "أُغلقت الرسالة.", isError: false, undo: null }}
      />
    ),
    "a file is being scanned": (
      <EnquiryPage
        {...enquiry}
        notice={{ text: "الملف قيد الفحص. حاول مرة أخرى بعد قليل.", isError: true, undo: null }}
      />
    ),
  },
} satisfies States;
