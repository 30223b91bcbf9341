// @vitest-environment happy-dom
import { act, fireEvent, screen, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { EnquiryElementView, EnquiryFormView } from "../generated/enquiries";
import * as enquiriesText from "../generated/messages/enquiries";
import { enquiryCalls } from "../testing/enquiry-calls";
import * as samples from "../testing/enquiry-samples";
import { type FakeUpload, fakeUploads, picture } from "../testing/fake-uploads";
import { endHydrated, hydrated, pass, shopper } from "../testing/hydrated";
import { EnquiryForm } from "./EnquiryForm.island";

const { attachments, shortForm } = samples;

let calls: ReturnType<typeof enquiryCalls>;
let uploads: Array<FakeUpload>;

beforeEach(() => {
  vi.useFakeTimers();
  calls = enquiryCalls();
  uploads = fakeUploads();
  vi.spyOn(window, "scrollTo").mockImplementation(() => {});
});
afterEach(() => {
  endHydrated();
  vi.useRealTimers();
});

type Limits = { fileUploadLimit?: number; allowedExtensions?: Array<string>; fileSizeLimit?: number };

async function show(limits: Limits = {}, to: Partial<EnquiryFormView> = {}) {
  const upload = { ...attachments, ...limits } as EnquiryElementView;
  const values = {
    [samples.name.id]: "مها",
    [samples.email.id]: "m@example.com",
    [samples.message.id]: "سؤال",
  };
  const form = { ...shortForm, values, elements: [...shortForm.elements, upload] };
  await hydrated(<EnquiryForm {...form} {...to} />);
}
const input = () => document.querySelector("input[type=file]") as HTMLInputElement;
/** As the file dialog, which offers every file if the visitor wants it. */
const choose = (...files: Array<File>) =>
  act(async () => {
    fireEvent.change(input(), { target: { files } });
  });
const rows = () => screen.queryAllByRole("listitem");
const names = () => rows().map((row) => row.querySelector("bdi")?.textContent);
const states = () => rows().map((row) => row.dataset.state);
const problems = () => document.querySelector("[data-upload-errors]")?.textContent ?? "";
const removers = () => screen.queryAllByRole("button", { name: /إزالة الملف/ });
async function send() {
  await shopper().click(screen.getByRole("button", { name: shortForm.submitLabel }));
  await pass();
}
const fieldsOf = (upload: FakeUpload | undefined) => Object.fromEntries(upload?.body ?? []);
const done = { type: "success", message: "" };

test("queued files are sent first, one at a time, then the form [FORM-06] [FORM-07]", async () => {
  await show();
  await choose(picture("a.jpg"), picture("b.jpg"));
  expect(states()).toEqual(["queued", "queued"]);
  expect(uploads).toHaveLength(0);
  await send();
  expect(uploads).toHaveLength(1);
  expect(states()).toEqual(["uploading", "queued"]);
  expect(screen.getByRole("button", { name: enquiriesText.uploading() })).toBeTruthy();
  await uploads[0]?.answer(done);
  expect(uploads).toHaveLength(2);
  expect(states()).toEqual(["uploaded", "uploading"]);
  expect(calls.sent).toEqual([]);
  await uploads[1]?.answer(done);
  await pass();
  expect(calls.sent).toHaveLength(1);
  // The files are not sent again with the form, and the next form begins without files.
  expect(calls.sent[0]?.fields).not.toHaveProperty(attachments.name);
  expect(rows()).toEqual([]);
});

test("call 35 has its fields, the file last, and no action [API-35] [API-43]", async () => {
  await show();
  await choose(picture("a.jpg"));
  await send();
  const body = uploads[0]?.body;
  expect([...(body?.keys() ?? [])]).toEqual([
    ...["iphorm_ajax_uploading", "iphorm_id", "iphorm_uid", "iphorm_element_id", "iphorm_upload_id"],
    ...["iphorm_file_size", attachments.name],
  ]);
  expect(fieldsOf(uploads[0])).toMatchObject({
    iphorm_ajax_uploading: "1",
    iphorm_id: "2",
    iphorm_uid: "own-1",
    iphorm_element_id: attachments.id,
    iphorm_upload_id: "1",
    iphorm_file_size: "1000",
  });
  expect((fieldsOf(uploads[0])[attachments.name] as File).name).toBe("a.jpg");
  // The form has the token that its files were sent with.
  await uploads[0]?.answer(done);
  await pass();
  expect(calls.sent[0]?.fields.iphorm_uid).toEqual(["own-1"]);
});

test("without a limit the file's field is a list [API-35]", async () => {
  await show({ fileUploadLimit: 0 });
  await choose(picture("a.jpg"));
  await send();
  expect(fieldsOf(uploads[0])).toHaveProperty(`${attachments.name}[]`);
});

test("a failed upload goes back to the head of the queue and the form to idle; the next submit goes on there [FORM-08]", async () => {
  await show();
  await choose(picture("a.jpg"), picture("b.jpg"), picture("c.jpg"));
  await send();
  await uploads[0]?.answer(done);
  await uploads[1]?.answer({ type: "error", message: "تعذّر رفع الملف." });
  expect(states()).toEqual(["uploaded", "queued", "queued"]);
  expect(names()).toEqual(["a.jpg", "b.jpg", "c.jpg"]);
  expect(problems()).toContain("تعذّر رفع الملف.");
  expect(calls.sent).toEqual([]);
  expect(document.querySelector("form")?.getAttribute("aria-busy")).toBeNull();
  await send();
  expect(problems()).toBe("");
  expect(uploads).toHaveLength(3);
  expect((fieldsOf(uploads[2])[attachments.name] as File).name).toBe("b.jpg");
  await uploads[2]?.answer(done);
  await uploads[3]?.answer(done);
  await pass();
  expect(calls.sent).toHaveLength(1);
});

test("a queued file is removable, an uploaded one has a tick and is not [FORM-19]", async () => {
  await show();
  await choose(picture("a.jpg"), picture("b.jpg"), picture("c.jpg"));
  await shopper().click(removers()[1] as HTMLElement);
  expect(names()).toEqual(["a.jpg", "c.jpg"]);
  await send();
  await uploads[0]?.answer(done);
  expect(removers()).toEqual([]);
  expect(rows()[0]?.textContent).toContain(enquiriesText.fileUploaded());
  expect(rows()[0]?.querySelector("use")?.getAttribute("href")).toContain("check");
  await uploads[1]?.answer({ type: "error", message: "لا" });
  expect(removers()).toHaveLength(1);
});

test("a file beyond the limit is refused; uploaded files count, removed ones do not [FORM-20]", async () => {
  await show({ fileUploadLimit: 2 });
  await choose(picture("a.jpg"), picture("b.jpg"), picture("c.jpg"));
  expect(names()).toEqual(["a.jpg", "b.jpg"]);
  expect(problems()).toBe(enquiriesText.uploadTooMany());
  await shopper().click(removers()[0] as HTMLElement);
  await choose(picture("d.jpg"));
  expect(names()).toEqual(["b.jpg", "d.jpg"]);
  expect(problems()).toBe("");
  await send();
  await uploads[0]?.answer(done);
  await choose(picture("e.jpg"));
  expect(names()).toEqual(["b.jpg", "d.jpg"]);
  expect(problems()).toBe(enquiriesText.uploadTooMany());
});

test("with a limit of 0 no file is too many [FORM-20]", async () => {
  await show({ fileUploadLimit: 0 });
  await choose(...Array.from({ length: 30 }, (_, index) => picture(`${index}.jpg`)));
  expect(rows()).toHaveLength(30);
  expect(problems()).toBe("");
});

test("a file of another type is refused with its name; case does not matter [FORM-21]", async () => {
  await show();
  await choose(picture("catalog.exe"), picture("PHOTO.JPG"), picture("jpg"), picture("a.jpg.exe"));
  expect(names()).toEqual(["PHOTO.JPG"]);
  const text = enquiriesText.uploadFileTypeNotAllowed();
  expect(problems()).toBe(["catalog.exe", "jpg", "a.jpg.exe"].map((name) => `${name} - ${text}`).join(""));
});

test("without a list any file is taken [FORM-21]", async () => {
  await show({ allowedExtensions: [] });
  await choose(picture("catalog.exe"), picture("قائمة"));
  expect(names()).toEqual(["catalog.exe", "قائمة"]);
  expect(input().accept).toBe("");
});

test("a file that is too large is refused with its name [FORM-22]", async () => {
  await show({ fileSizeLimit: 1000 });
  await choose(picture("a.jpg", 1000), picture("b.jpg", 1001));
  expect(names()).toEqual(["a.jpg"]);
  expect(problems()).toBe(`b.jpg - ${enquiriesText.uploadFileTooBig()}`);
});

test("the reason goes away with the next choice, or when it is dismissed", async () => {
  await show();
  await choose(picture("catalog.exe"));
  await shopper().click(screen.getByRole("button", { name: enquiriesText.fileDismiss() }));
  expect(problems()).toBe("");
  await choose(picture("catalog.exe"));
  await choose(picture("a.jpg"));
  expect(problems()).toBe("");
});

test.each([
  [512, "512 B"],
  [1536, "1.5 KB"],
  [860_160, "840.0 KB"],
  [3_565_158, "3.4 MB"],
])("a file of %i bytes is shown with %s [FORM-23]", async (bytes, size) => {
  await show();
  await choose(picture("a.jpg", bytes));
  expect(within(rows()[0] as HTMLElement).getByText(size)).toBeTruthy();
});

test("progress is that of the file, and never more than 100 percent [FORM-24]", async () => {
  await show();
  await choose(picture("a.jpg", 1000));
  await send();
  const progress = async (loaded: number) => {
    await act(async () => uploads[0]?.upload.onprogress?.({ loaded, total: 1400 }));
    return (screen.getByRole("progressbar") as HTMLProgressElement).value;
  };
  expect(await progress(620)).toBe(62);
  expect(rows()[0]?.textContent).toContain("62%");
  // The request is larger than its file.
  expect(await progress(1400)).toBe(100);
  expect(rows()[0]?.textContent).toContain("100%");
});

test("an empty file has its progress, too [FORM-24]", async () => {
  await show();
  await choose(picture("a.jpg", 0));
  await send();
  await act(async () => uploads[0]?.upload.onprogress?.({ loaded: 100, total: 400 }));
  expect((screen.getByRole("progressbar") as HTMLProgressElement).value).toBe(100);
});

const reply = (upload: FakeUpload | undefined, status: number, text: string) =>
  act(async () => {
    Object.assign(upload ?? {}, { status, responseText: text });
    upload?.onload();
  });

test.each(["", "<html>", "null", "[]", '"success"', '{"message":"ok"}', '{"type":1}'])(
  "an upload that is answered with %j is not understood [FORM-25]",
  async (text) => {
    await show();
    await choose(picture("a.jpg"));
    await send();
    await reply(uploads[0], 200, text);
    expect(problems()).toBe(enquiriesText.invalidResponse());
    expect(states()).toEqual(["queued"]);
    expect(calls.sent).toEqual([]);
  },
);

test("an upload request that fails says so; the retry stores the file once [FORM-26]", async () => {
  await show();
  await choose(picture("a.jpg"));
  await send();
  await act(async () => uploads[0]?.onerror());
  expect(problems()).toBe(enquiriesText.ajaxError());
  await send();
  expect(uploads[1]?.key).toBe(uploads[0]?.key);
  await reply(uploads[1], 502, "<html>");
  expect(problems()).toBe(enquiriesText.ajaxError());
  await send();
  await reply(uploads[2], 413, "");
  expect(problems()).toBe(enquiriesText.ajaxError());
});

test("a refusal of the server is shown in the upload error area, whatever its status [FORM-27]", async () => {
  await show();
  await choose(picture("a.jpg"));
  await send();
  await reply(uploads[0], 429, '{"type":"error","message":"انتظر قليلًا."}');
  expect(problems()).toBe("انتظر قليلًا.");
  expect(document.querySelector("[data-upload-errors]")?.getAttribute("role")).toBe("alert");
  await send();
  // What was refused is sent as something new.
  expect(uploads[1]?.key).not.toBe(uploads[0]?.key);
});

test("an upload of more bytes than there are is ended [FORM-28]", async () => {
  await show();
  await choose(picture("a.jpg", 1000));
  await send();
  await act(async () => uploads[0]?.upload.onprogress?.({ loaded: 1401, total: 1400 }));
  await pass();
  expect(uploads[0]?.isAborted).toBe(true);
  expect(problems()).toBe(enquiriesText.uploadBytesExceed());
  expect(states()).toEqual(["queued"]);
});

test("a required upload needs a file", async () => {
  await show({ ...{ required: true } } as Limits);
  await send();
  expect(uploads).toEqual([]);
  expect(input().getAttribute("aria-invalid")).toBe("true");
  expect(document.activeElement).toBe(input());
  await choose(picture("a.jpg"));
  expect(input().getAttribute("aria-invalid")).toBeNull();
  await send();
  expect(uploads).toHaveLength(1);
});

test("files that came with a refused plain form are not sent again, and belong to its token", async () => {
  await show({}, { uploaded: { [attachments.id]: [{ name: "logo.pdf", bytes: 2048 }] } });
  expect([names(), states()]).toEqual([["logo.pdf"], ["uploaded"]]);
  await choose(picture("a.jpg"));
  await send();
  expect(uploads).toHaveLength(1);
  expect(fieldsOf(uploads[0]).iphorm_uid).toBe("shared");
  await uploads[0]?.answer(done);
  await pass();
  expect(calls.sent[0]?.fields.iphorm_uid).toEqual(["shared"]);
});

test("leaving the page ends an upload", async () => {
  await show();
  await choose(picture("a.jpg"));
  await send();
  endHydrated();
  expect(uploads[0]?.isAborted).toBe(true);
});

test("after a refusal that is no result the form begins again with another token, and its files with it [FORM-29]", async () => {
  await show();
  await choose(picture("a.jpg"));
  await send();
  calls.answer(new Response("", { status: 409 }));
  await uploads[0]?.answer(done);
  await pass();
  expect(screen.getAllByRole("alert").at(-1)?.textContent).toContain(enquiriesText.errorSubmittingForm());
  expect(states()).toEqual(["queued"]);
  await send();
  expect(fieldsOf(uploads[1]).iphorm_uid).toBe("own-2");
});

test("without useAjax the files are uploaded first, too, and then the browser sends the form [FORM-06] [FORM-12]", async () => {
  const native = vi.spyOn(HTMLFormElement.prototype, "requestSubmit").mockImplementation(() => {});
  await show({}, { useAjax: false });
  await choose(picture("a.jpg"));
  await send();
  await uploads[0]?.answer(done);
  await pass(50);
  expect(native).toHaveBeenCalledOnce();
  expect(calls.sent).toEqual([]);
});
