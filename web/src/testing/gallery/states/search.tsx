import { MeaningForm } from "../../../search/MeaningForm";
import { SearchWordsPage } from "../../../search/SearchWordsPage";
import { searchWordsPage } from "../../search-samples";
import type { States } from "../states";

const refused = {
  ...searchWordsPage,
  form: { word: "عسل", meaning: "عسل", kind: "dialect", error: "احذف الكلمة نفسها من معانيها." },
};

export const states = {
  SearchWordsPage: {
    default: <SearchWordsPage {...searchWordsPage} />,
    "no administrator": <SearchWordsPage {...searchWordsPage} canChange={false} />,
    "ranked by use": <SearchWordsPage {...searchWordsPage} isRankedByUse notice="حُفظ الإعداد." />,
    empty: <SearchWordsPage {...searchWordsPage} unanswered={[]} meanings={[]} nextUrl={null} />,
  },
  MeaningForm: {
    default: <MeaningForm {...searchWordsPage} />,
    refused: <MeaningForm {...refused} />,
  },
} satisfies States;
