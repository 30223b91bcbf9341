import type { CSSProperties } from "react";
import { COLOURS, styles } from "./styles";

/** Of emails about orders, beside the common styles. */

/** The only rules outside the elements: what depends on the width, and the surroundings in dark mode. */
export const NARROW =
  "@media(max-width:620px){.mj-pad{padding-left:20px!important;padding-right:20px!important}" +
  ".mj-half{display:block!important;width:100%!important;padding-bottom:16px!important}" +
  ".mj-btn{display:block!important;width:100%!important;box-sizing:border-box!important}" +
  ".mj-btn tbody,.mj-btn tr,.mj-btn td{display:block!important;width:auto!important}}" +
  "@media(prefers-color-scheme:dark){.mj-out,.mj-out>table{background-color:#0f2a20!important}}";

/** The first colour of `layout/sadu.svg`. */
const SADU = "#a33a2a";

const text = styles.paragraph;
const small: CSSProperties = { ...styles.why, marginBottom: 0 };

export const orderStyles = {
  // Two colours of the Sadu pattern: a picture would be missing wherever pictures are not loaded.
  band: { height: 12, lineHeight: "12px", fontSize: 1, backgroundColor: SADU },
  bandEnd: { height: 4, lineHeight: "4px", fontSize: 1, backgroundColor: COLOURS.palm },
  body: { ...text, padding: "24px 40px 32px", backgroundColor: COLOURS.paper },
  header: { ...text, marginBottom: 32 },
  greeting: { ...text, marginBottom: 4, color: COLOURS["ink-2"] },
  heading: { ...text, marginBottom: 8, fontSize: 24, lineHeight: 1.45, fontWeight: 600 },
  lead: { ...text, marginBottom: 4, color: COLOURS["ink-2"] },
  part: { width: "100%", margin: "24px 0 0" },
  step: { ...small, padding: "0 3px", textAlign: "center", width: "25%" },
  stepDone: {
    ...small,
    padding: "0 3px",
    textAlign: "center",
    width: "25%",
    fontWeight: 600,
    color: COLOURS.palm,
  },
  bar: {
    height: 6,
    lineHeight: "6px",
    fontSize: 1,
    marginBottom: 6,
    borderRadius: 6,
    backgroundColor: COLOURS.line,
  },
  barDone: {
    height: 6,
    lineHeight: "6px",
    fontSize: 1,
    marginBottom: 6,
    borderRadius: 6,
    backgroundColor: COLOURS.palm,
  },
  facts: { width: "100%", margin: "24px 0 0", backgroundColor: COLOURS["lime-1"], borderRadius: 10 },
  factLabel: { ...small, padding: "10px 16px", width: "36%", fontWeight: 400, verticalAlign: "top" },
  factValue: {
    ...text,
    marginBottom: 0,
    padding: "8px 16px",
    fontSize: 15,
    fontWeight: 600,
    lineHeight: 1.6,
  },
  action: { margin: "24px 0 32px" },
  title: { ...text, marginBottom: 4, fontSize: 17, lineHeight: 1.5, fontWeight: 600 },
  goods: { width: "100%", margin: 0 },
  picture: { width: 84, padding: "14px 0", borderBottom: `1px solid ${COLOURS.line}` },
  image: { display: "block", width: 68, height: 68, borderRadius: 10, border: 0, objectFit: "cover" },
  good: {
    ...text,
    marginBottom: 0,
    padding: "14px 0",
    fontSize: 15,
    lineHeight: 1.6,
    borderBottom: `1px solid ${COLOURS.line}`,
  },
  name: { fontWeight: 600 },
  note: { fontSize: 14, lineHeight: 1.7, color: COLOURS["ink-3"] },
  price: {
    ...text,
    marginBottom: 0,
    padding: "14px 16px 14px 0",
    fontSize: 15,
    lineHeight: 1.6,
    textAlign: "left",
    whiteSpace: "nowrap",
    borderBottom: `1px solid ${COLOURS.line}`,
  },
  block: { ...text, marginBottom: 0, width: "50%", fontSize: 15, lineHeight: 1.8 },
  hint: { ...small, paddingTop: 16 },
  address: { ...small, textAlign: "left", wordBreak: "break-all" },
  footer: { ...small, padding: "24px 40px 0" },
  help: { ...small, fontSize: 14, fontWeight: 600, color: COLOURS["ink-2"] },
} satisfies Record<string, CSSProperties>;
