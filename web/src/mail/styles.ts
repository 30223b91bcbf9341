import type { CSSProperties } from "react";

/** Outlook on Windows renders with Word, which has its own properties. */
type MailStyle = CSSProperties & { msoHide?: string; msoPaddingAlt?: string };

/**
 * The values of the shop's design tokens: mail clients do not support custom properties. A test compares them with
 * tokens.css.
 */
export const COLOURS = {
  ink: "#14211b",
  "ink-2": "#3c4943",
  "ink-3": "#59655f",
  paper: "#fff",
  "lime-1": "#f6f7f4",
  line: "#dfe3de",
  palm: "#14503a",
};

export const COLUMN = 600;

// Fonts and alignment are repeated in every cell: Word does not inherit them into tables, and supports neither
// `start` nor `inline`. Emails are Arabic only, so `right` is correct.
const text: MailStyle = {
  margin: 0,
  fontFamily: 'Tahoma, "Segoe UI", Arial, sans-serif',
  fontSize: 16,
  lineHeight: 1.8,
  textAlign: "right",
  color: COLOURS.ink,
};

const small: MailStyle = { ...text, fontSize: 13, lineHeight: 1.7, color: COLOURS["ink-3"] };

const row: MailStyle = {
  ...text,
  padding: "10px 0",
  fontSize: 15,
  lineHeight: 1.7,
  fontWeight: 400,
  borderTop: `1px solid ${COLOURS.line}`,
};
const amount: MailStyle = { textAlign: "left", whiteSpace: "nowrap", paddingRight: 16 };
const total: MailStyle = { ...row, fontSize: 17, fontWeight: 600 };

export const styles = {
  body: { margin: 0, padding: 0, backgroundColor: COLOURS["lime-1"], colorScheme: "light" },
  page: { width: "100%", backgroundColor: COLOURS["lime-1"] },
  margin: { padding: "32px 12px" },
  preheader: { display: "none", maxHeight: 0, overflow: "hidden", opacity: 0, msoHide: "all" },
  // A name or a URL may be one long word, which would widen the table.
  column: { width: "100%", maxWidth: COLUMN, wordBreak: "break-word" },
  // One pixel more than the card, which has a border: all texts share one edge.
  header: { ...text, padding: "0 25px 16px" },
  shop: { fontSize: 20, fontWeight: 600, color: COLOURS.palm, textDecoration: "none" },
  logo: { display: "inline-block", height: 40, width: "auto", maxWidth: 240, border: 0 },
  card: {
    ...text,
    padding: "32px 24px",
    backgroundColor: COLOURS.paper,
    border: `1px solid ${COLOURS.line}`,
    borderRadius: 10,
  },
  greeting: { ...text, marginBottom: 12, fontSize: 19, lineHeight: 1.6, fontWeight: 600 },
  paragraph: { ...text, marginBottom: 12 },
  rows: { width: "100%", margin: "12px 0 24px" },
  rowLabel: row,
  rowNote: { fontSize: 14, fontWeight: 400, color: COLOURS["ink-2"] },
  rowAmount: { ...row, ...amount },
  totalLabel: total,
  totalAmount: { ...total, ...amount },
  answerLabel: { ...row, width: "34%", color: COLOURS["ink-3"], verticalAlign: "top" },
  answerText: { ...row, paddingRight: 16, verticalAlign: "top" },
  action: { margin: "24px 0" },
  // The cell's colour and Word's padding render the button where links support neither.
  actionCell: { borderRadius: 6, backgroundColor: COLOURS.palm, msoPaddingAlt: "12px 32px" },
  actionLink: {
    ...text,
    display: "inline-block",
    padding: "12px 32px",
    lineHeight: 1.5,
    fontWeight: 600,
    textAlign: "center",
    color: COLOURS.paper,
    backgroundColor: COLOURS.palm,
    borderRadius: 6,
    textDecoration: "none",
  },
  hint: { ...small, marginBottom: 8 },
  address: {
    ...small,
    marginBottom: 24,
    padding: "8px 12px",
    textAlign: "left",
    wordBreak: "break-all",
    backgroundColor: COLOURS["lime-1"],
    borderRadius: 6,
  },
  // An underline would hide the low dashes of the URL.
  addressLink: { color: COLOURS.palm, textDecoration: "none" },
  link: { color: COLOURS.palm, textDecoration: "underline" },
  note: { ...small, marginBottom: 8, fontSize: 14 },
  signOff: { ...text, paddingTop: 16, color: COLOURS["ink-2"] },
  footer: { ...small, padding: "16px 25px 0" },
  why: { ...small, marginBottom: 4 },
} satisfies Record<string, MailStyle>;
