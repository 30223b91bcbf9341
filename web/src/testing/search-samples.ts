import type { SearchWordsPageView } from "../generated/search";

const STAFF = "/ar/wp-admin/search/";

export const searchWordsPage: SearchWordsPageView = {
  action: STAFF,
  nonce: "n0nce",
  homeUrl: "/ar/wp-admin/",
  notice: null,
  canChange: true,
  unanswered: [
    { query: "فندق", takenFor: null, times: "12", editUrl: `${STAFF}?edit=فندق#meaning` },
    { query: "دلله", takenFor: "دلة", times: "3", editUrl: `${STAFF}?edit=دلله#meaning` },
  ],
  form: { word: "", meaning: "", kind: "dialect", error: null },
  kinds: [
    { value: "english", label: "إنجليزية" },
    { value: "dialect", label: "لهجة" },
  ],
  filter: "",
  meanings: [
    { word: "honey", meaning: "عسل", kind: "إنجليزية", editUrl: `${STAFF}?edit=honey#meaning` },
    { word: "كشتة", meaning: "", kind: "مناسبة أو غرض", editUrl: `${STAFF}?edit=كشتة#meaning` },
  ],
  prevUrl: null,
  nextUrl: `${STAFF}?q=&paged=2`,
  isRankedByUse: false,
};
