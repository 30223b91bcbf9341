import * as text from "../../../generated/messages/media_library";
import { FocusField } from "../../../media_library/FocusField.island";
import { MediaPage } from "../../../media_library/MediaPage";
import { MediaPicturePage } from "../../../media_library/MediaPicturePage";
import { UploadForm } from "../../../media_library/UploadForm";
import { mediaPage, mediaPicturePage } from "../../media-library-samples";
import type { States } from "../states";

const { picture, form } = mediaPicturePage;
const undo = { action: "/ar/wp-admin/media/dates/undo/", nonce: "n0nce", version: "4" };
const choice = {
  action: "/ar/wp-admin/products/17/pictures/library/",
  nonce: "n0nce",
  product: "تمر سُكَّري فاخر",
  backUrl: "/ar/wp-admin/products/17/#pictures",
  has: ["dates"],
};
const filtered = {
  others: [["show", "unused"]] as Array<[string, string]>,
  query: "فندق",
  chips: [{ label: "«فندق»", url: "/ar/wp-admin/media/?show=unused" }],
  clearUrl: "/ar/wp-admin/media/",
};
const waiting = [
  { name: "cups.png", text: text.waiting(), isRefused: false },
  { name: "menu.pdf", text: "الملف ليس صورة.", isRefused: true },
];

export const states = {
  FocusField: {
    default: <FocusField picture={picture} x={form.focusX} y={form.focusY} />,
  },
  MediaPage: {
    default: <MediaPage {...mediaPage} />,
    rows: <MediaPage {...mediaPage} isGrid={false} others={[["look", "rows"]]} />,
    choosing: <MediaPage {...mediaPage} choice={choice} nextUrl={null} />,
    waiting: <MediaPage {...mediaPage} waiting={waiting} />,
    empty: <MediaPage {...mediaPage} {...filtered} rows={[]} nextUrl={null} empty={text.noResult()} />,
  },
  MediaPicturePage: {
    default: <MediaPicturePage {...mediaPicturePage} />,
    saved: (
      <MediaPicturePage
        {...mediaPicturePage}
        notice={{ text: "حُفظ: مركز الصورة.", isError: false, undo }}
        uses={[]}
        usesTitle="غير مستخدمة"
        delete={{ action: "/ar/wp-admin/media/dates/delete/", nonce: "n0nce", version: "4" }}
      />
    ),
    deleted: <MediaPicturePage {...mediaPicturePage} uses={[]} usesTitle="غير مستخدمة" isDeleted />,
  },
  UploadForm: {
    default: (
      <UploadForm form={mediaPage.upload} label={text.uploadFiles()} hint={text.uploadHint()} multiple>
        {text.upload()}
      </UploadForm>
    ),
  },
} satisfies States;
